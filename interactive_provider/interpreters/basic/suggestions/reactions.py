"""A program's reaction to one particular answer: it rejects it, stops because of it, or accepts it.

A walk takes only the paths that the answer can take. If they all lead back to the question before
the answer has any effect, the program rejects it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeAlias

from ..compiling.constant_folding import fails
from ..compiling.control_flow import Jump, JumpUnless, Operation
from ..reading import nodes as n
from ..reading.keyboard_peeks import is_taken
from ..reading.nodes import Expr, Target
from .dataflow import Env, FlowPlace, FlowWalk, ProgramFacts, TestOutcomes
from .intervals import Interval
from .luck import has_luck
from .screens import names_of
from .text_values import is_any_sign

_TESTS = JumpUnless | Jump | n.Goto
_COMPARE: dict[str, Callable[[Any, Any], bool]] = dict(
    zip(("=", "<>", "<", ">", "<=", ">="), (eq, ne, lt, gt, le, ge), strict=True)
)
_NEAR = 300
"""The number of places examined: an answer not rejected by then is accepted."""


class Reaction(FlowWalk):
    """The walk of one particular answer, up to its first effect; ``known`` are variables with their
    values."""

    def __init__(
        self,
        context: ProgramFacts,
        origin: int,
        target: Target,
        answer: float | str,
        known: Env = (),
    ) -> None:
        self.known = known
        self.moved: set[int] = set()
        self.has_effect = self.came_back = self.fault = self.stops = self.ended = False
        self.began_again = self.goes_on = False
        self.changed: set[Expr] = set()
        given = n.Str(answer) if isinstance(answer, str) else n.number(answer)
        super().__init__(context, origin, ((target, given),), _NEAR)
        self.failed = self.stops and not self.has_effect
        """True if every path leads to an error before the answer has any effect."""
        self.led_back = not self.has_effect and len(self.seen) < _NEAR
        """True if every path leads back to an earlier question, or to an error."""
        is_stuck = self.came_back or not self.goes_on
        self.refused = self.led_back and is_stuck and not self.began_again
        """True if every path leads back to the question, to an error, or around a loop, before the
        answer has any effect."""

    @cached_property
    def way(self) -> frozenset[int]:
        """The operations that it passed."""
        return frozenset(place[0] for place in self.seen)

    @cached_property
    def effects(self) -> frozenset[tuple[int, Operation]]:
        """The lines and statements executed because of it: an answer that reaches the same ones by
        other tests, or in upper case, is the same to the program."""
        done = (self.flow.ops[i] for i in self.way - self.moved)
        return frozenset((op.line, op.what) for op in done if not isinstance(op.what, _TESTS))

    @cached_property
    def moves_on(self) -> bool:
        """True if something variable is shown on its path, or a number is calculated and something
        shown or drawn, whatever the outcomes of tests."""
        ops = self.flow.ops
        tests = ((i, ops[i].what) for i in self.way)
        branches = (range(i, what.to) for i, what in tests if isinstance(what, JumpUnless))
        done = [ops[i].what for i in self.way.difference(*branches)]
        acts = any(isinstance(what, n.Print | n.MachineCall) for what in done)
        shows = any(isinstance(what, n.Print) and not _is_constant(what) for what in done)
        return shows or (acts and any(map(self._is_worked_out, done)))

    def _is_worked_out(self, what: object) -> bool:
        """True if a number is calculated from others."""
        match what:
            case n.Let(target, value) if not (n.is_text(target) or has_luck(value)):
                return any(not name.endswith("$") for name in names_of(value))
        return False

    def shows_any(self, effects: Iterable[tuple[int, Operation]]) -> bool:
        """True if some of its effects print more than constant texts."""
        return not all(map(_is_constant, self.printed(effects)))

    def printed(self, effects: Iterable[tuple[int, Operation]]) -> Iterator[n.Print]:
        """Return those effects that print."""
        return (what for _, what in effects if isinstance(what, n.Print))

    def done(self) -> bool:
        """True after one effect, which is enough."""
        return self.has_effect

    def passes(self, i: int, env: Env) -> Sequence[int] | None:
        """Like `FlowWalk.passes`, except for tests; it also records the variables that store a
        pressed key, and counters of mistakes."""
        onward = super().passes(i, env)
        match self.flow.ops[i].what:
            case n.Let(target, value) if value in self.changed:
                self.changed.add(target)
            case n.Let(target, n.Binary("+", before, n.Num("1"))) if before == target:
                self.changed.add(target)
        return onward if onward is not None and len(onward) == 1 else None

    def step(self, place: FlowPlace) -> Iterator[FlowPlace]:
        """Like `FlowWalk.step`, except for what ends this walk."""
        what = self.flow.ops[place[0]].what
        match what:
            case n.Let(target) if any(target == name for name, _ in place[1]):
                self.moved.add(place[0])  # It changes the variable that holds the answer.
            case n.InputStatement() if place[0] != self.origin and self._is_pause(what):
                self.changed.update(what.targets)  # It continues whatever is pressed.
            case n.InputStatement():
                self._asks(place[0])
                return
            case n.End():
                self.has_effect = self.ended = True
                return
        before = self.has_effect
        self.fault = False
        places = list(super().step(place))
        if self.fault:
            self.has_effect = before
            self.came_back = True
            self.stops = True
            return
        self.has_effect |= not places and not self.came_back
        self.goes_on |= not all(env for _, env, _ in places)
        yield from places

    def _is_pause(self, asked: n.InputStatement) -> bool:
        """True if an INPUT waits for a key, or for an answer that nothing reads."""
        return asked.keys is not None or not any(map(self.context.is_read, asked.targets))

    def _asks(self, at: int) -> None:
        self.came_back |= at == self.origin
        self.began_again |= at < self.origin
        self.has_effect |= at > self.origin

    def outcomes(self, test: Expr) -> TestOutcomes:
        """Return the outcomes that the test can have with this answer."""
        self.fault |= self._fails(test)
        return tuple(sorted(self._truth(test), reverse=True))

    def elsewhere(self, test: Expr) -> TestOutcomes:
        """Return none, since the answer must have been accepted; both if another part of the same
        input is tested."""
        asked = self.flow.ops[self.origin].what
        assert isinstance(asked, n.InputStatement), "it begins with a question"
        if not self.changed.union(asked.targets).isdisjoint(n.parts(test)):
            return (True, False)
        self.has_effect = True
        return ()

    def branches(self, selector: Expr, count: int) -> Sequence[int]:
        """Return the selected branch if the answer decides it."""
        if not isinstance(selector, n.Num):
            return super().branches(selector, count)
        chosen = math.floor(selector.value)
        return (chosen if 1 <= chosen <= count else 0,)

    def meets(self, e: Expr, printed: bool = False) -> None:
        """Being used in a calculation is an effect."""
        self.fault |= self._fails(e)
        if not printed and not isinstance(e, n.Num | n.Str):
            self.has_effect = True

    def _fails(self, e: Expr) -> bool:
        """True if a function of constants has no value."""
        return not isinstance(e, n.Num) and fails(e)

    def _put(self, e: Expr, env: Env) -> Expr | None:
        put = super()._put(e, env)
        return super()._put(e, (*env, *self.known)) if put and self.known else put

    def _assigned(self, target: Target, value: Expr, env: Env) -> Env:
        # What was on the screen is no longer valid.
        self.has_effect |= any(target == name for name, _ in self.known)
        after = super()._assigned(target, value, env)
        # The variable for the answer is cleared, possibly to ask again.
        is_cleared = not after and self.carries(value)
        return (*after, (target, value)) if is_cleared or is_taken(target, value) else after

    def carries(self, value: Expr) -> bool:
        """True if a value is as certain as the answer."""
        return isinstance(value, n.Num | n.Str)

    def _truth(self, test: Expr) -> set[bool]:
        match test:
            case n.Binary("AND" | "OR" as op, left, right):
                pairs = itertools.product(self._truth(left), self._truth(right))
                return {a and b if op == "AND" else a or b for a, b in pairs}
            case n.Binary(op, left, right) if op in n.COMPARISONS:
                return self._compared(op, left, right)
            case n.Num():
                return {test.value != 0}
        return {True, False}

    def _compared(self, op: str, left: Expr, right: Expr) -> set[bool]:
        known, other = (right, left) if isinstance(right, n.Num | n.Str) else (left, right)
        if n.is_text(known) != n.is_text(other) or not isinstance(known, n.Num | n.Str):
            return {True, False}
        if isinstance(known, n.Num):
            return _ordered(op, self.context.intervals.of(left), self.context.intervals.of(right))
        # Hidden values must not be ruled out either: that would be a hint.
        vocabulary = self.context.vocabulary
        hidden = is_any_sign(other) or vocabulary.is_drawn(other)
        if op in ("=", "<>") and not hidden and not vocabulary.of(other).can_be(known.text):
            return {op == "<>"}
        return {True, False}


ReactionOf: TypeAlias = Callable[[str], Reaction]


def _is_constant(what: n.Print) -> bool:
    return all(isinstance(item, str | n.Str | n.Tab) for item in what.items)


def _ordered(op: str, a: Interval, b: Interval) -> set[bool]:
    """Return the possible results of comparing any number of one interval with any of the other."""
    pairs = itertools.product((a.low, a.high), (b.low, b.high))
    found = set(itertools.starmap(_COMPARE[op], pairs))
    may_be_equal = a.low <= b.high and b.low <= a.high
    return {*found, op == "="} if may_be_equal and op in ("=", "<>") else found
