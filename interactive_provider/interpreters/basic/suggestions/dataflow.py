"""Follows the answer to an INPUT through the program, and records what it meets.

With a stand-in for the answer, `StandInTrace` follows every path and records each test, menu and
subscript that the stand-in reaches; `reactions` walks with one particular answer instead. In both,
variables that hold the answer, or a part of it, are replaced by it; all others are unknown except
for what `Intervals` and `Vocabulary` say about them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TypeAlias

from ..compiling.constant_folding import folded, substituted
from ..compiling.control_flow import Flow, FlowKind, JumpUnless, Operation, Take
from ..compiling.symbols import Symbols, expressions
from ..reading import nodes as n
from ..reading.nodes import Expr, Exprs, Target
from ..reading.statements.keys import IS_ON
from .intervals import ANY, Interval, Intervals
from .screens import looked_at, named, names_of
from .text_values import Vocabulary

NUMBER = n.Var("?")
TEXT = n.Var("?$")
"""The stand-ins for an answer."""

_FARTHEST = 4_000
"""The maximum number of places that are visited."""
_LARGEST = 9
"""The maximum number of parts of an expression that is still followed."""
_CALLS = 3

Env = tuple[tuple[Target, Expr], ...]
"""Pairs of a variable and the part of the answer that it holds."""
OpenCalls: TypeAlias = tuple[int, ...]
"""The open GOSUBs."""
FlowPlace = tuple[int, Env, OpenCalls]
"""An operation, the variables that hold the answer there, and the open GOSUBs."""


_TURNS = (Take, n.InputStatement, n.Gosub, n.On, n.Return, n.End, n.For)
"""The operations that a walk must examine, whatever the answer is."""


TestOutcomes: TypeAlias = tuple[bool, ...]
"""The possible outcomes of a test."""


class ProgramFacts:
    """What the analysis knows about a program before it looks at an INPUT."""

    calls: OpenCalls = ()
    """The calls of the subroutine that contains the INPUT, if known."""

    def __init__(
        self, flow: Flow, symbols: Symbols, intervals: Intervals, vocabulary: Vocabulary
    ) -> None:
        self.flow = flow
        self.symbols = symbols
        self.intervals = intervals
        self.vocabulary = vocabulary
        self.names_at = [names_of(*looked_at(op.what)) for op in flow.ops]
        """The names in each operation, without the variables that an INPUT asks for."""
        self.onward = [self._onward(i, op.what) for i, op in enumerate(flow.ops)]
        """The successors of each operation that does not concern the answer, None if it has other
        effects."""

    def called(self, calls: OpenCalls) -> ProgramFacts:
        """Return the facts if ``calls`` lead to the INPUT."""
        context = copy(self)
        context.calls = calls
        return context

    def is_read(self, target: Target) -> bool:
        """True if the variable of an answer occurs anywhere outside an INPUT: after "press return"
        it does not."""
        return any(named(target) in names for names in self.names_at)

    def _onward(self, i: int, what: Operation) -> Sequence[int] | None:
        match what:
            case _ if isinstance(what, _TURNS):
                return None
            case JumpUnless(_, to) if any(name.startswith(IS_ON) for name in self.names_at[i]):
                return (to,)  # Keys that interrupt the program are offered separately.
            case n.UnreadableStatement():
                return (i + 1,)  # What follows says more than the fact that the program stops here.
        return [edge.to for edge in self.flow.edges(i) if edge.kind is not FlowKind.TRAP]


class FlowWalk:
    """A walk from one variable of an INPUT, breadth first, through all places where something holds
    the answer."""

    known: Env = ()
    """Other variables that it reads, with their values."""
    kept = 6
    """The maximum number of variables followed at once."""

    def __init__(self, context: ProgramFacts, origin: int, start: Env, most: int) -> None:
        self.context = context
        self.flow = context.flow
        self.origin = origin
        self.most = most
        self.target = start[0][0]
        self.seen: dict[tuple[int, int, OpenCalls], FlowPlace] = {}
        """The places that it reached, by number: an operation, the identity of what holds the
        answer, and the calls."""
        self.envs: dict[Env, Env] = {start: start}
        """The sets of variables that hold the answer, once each."""
        self.walk([(origin + 2, start, context.calls)])

    def walk(self, places: Sequence[FlowPlace]) -> None:
        """Continue from some places."""
        queue = deque(places)
        while queue and len(self.seen) < self.most and not self.done():
            place = i, env, calls = queue.popleft()
            mark = i, id(env), calls
            if mark in self.seen:
                continue
            self.seen[mark] = place
            onward = self.passes(i, env)
            if onward is not None:
                queue.extend([(to, env, calls) for to in onward])
                continue
            for to, after, back in self.step(place):
                if after:
                    kept = env if after is env else self.envs.setdefault(after, after)
                    queue.append((to, kept, back))

    def passes(self, i: int, env: Env) -> Sequence[int] | None:
        """Return the successors of an operation that does not concern the answer, None if it has
        other effects."""
        names = self.context.names_at[i]
        is_passed = not (names and any(named(e) in names for e, _ in (*env, *self.known)))
        return self.context.onward[i] if is_passed else None

    # Differences between the two kinds of walk ------------------------------------------------

    def done(self) -> bool:
        """True if enough is known."""
        return False

    def outcomes(self, test: Expr) -> TestOutcomes:
        """Return the outcomes that a test of the answer may have."""
        return (True, False)

    def elsewhere(self, test: Expr) -> TestOutcomes:
        """Return the outcomes that a test may have if it does not involve the answer."""
        return (True, False)

    def branches(self, selector: Expr, count: int) -> Sequence[int]:
        """Return the branches that ON may take, 0 for none of them."""
        return range(count + 1)

    def meets(self, e: Expr, printed: bool = False) -> None:
        """Record an expression that contains the answer."""

    def carries(self, value: Expr) -> bool:
        """True if a variable that is assigned ``value`` should be followed, that is, unless it is
        too long."""
        return sum(1 for _ in n.parts(value)) <= _LARGEST

    def counts_to(self, first: Expr) -> None:
        """Record a loop from ``first`` to the answer."""

    # Steps -----------------------------------------------------------------------------------

    def step(self, place: FlowPlace) -> Iterator[FlowPlace]:
        """Return the places to which control may go from one."""
        i, env, calls = place
        match self.flow.ops[i].what:
            case JumpUnless(test, to):
                put = self._put(test, env)  # None if the test does not contain the answer
                for outcome in self.elsewhere(test) if put is None else self.outcomes(put):
                    yield i + 1 if outcome else to, env, calls
            case n.On(selector, lines, is_call):
                for branch in self.branches(self._put(selector, env) or selector, len(lines)):
                    to = self.flow.target(lines[branch - 1], i) if branch else i + 1
                    is_call_taken = branch and is_call
                    yield self._entered(i, to, env, calls) if is_call_taken else (to, env, calls)
            case n.Gosub(line):
                yield self._entered(i, self.flow.target(line, i), env, calls)
            case n.Return():
                yield from self._returns(i, env, calls)
            case n.For() as loop:
                yield i + 1, self._counting(i, loop, env), calls
            case what:
                after = self._after(what, env)
                yield from ((edge.to, after, calls) for edge in self.flow.edges(i))

    def _entered(self, i: int, to: int, env: Env, calls: OpenCalls) -> FlowPlace:
        return (to, env, (*calls, i)) if len(calls) < _CALLS else (i + 1, env, calls)

    def _returns(self, i: int, env: Env, calls: OpenCalls) -> Iterator[FlowPlace]:
        """Return where RETURN leads; if the question itself was called, its caller is unknown, so
        after each call of it."""
        if calls:
            yield calls[-1] + 1, env, calls[:-1]
        else:
            yield from (
                (edge.to, env, ())
                for edge in self.flow.successors[i]
                if edge.kind is FlowKind.RETURN
            )

    def _counting(self, i: int, loop: n.For, env: Env) -> Env:
        """Return the variables that hold the answer inside a FOR loop: its own too, if it counts up
        to the answer."""
        self._look((loop.first, loop.last), env)
        counter = n.Var(loop.var)
        rest = without(env, (counter,))
        bound = self._put(loop.last, env)
        if bound is None:
            return rest
        is_delay = isinstance(self.flow.ops[i + 1].what, n.Next)
        if bound in (NUMBER, TEXT) and not is_delay:
            self.counts_to(loop.first)
        return rest if n.is_text(self.target) else (*rest, (counter, bound))

    def _after(self, what: Operation, env: Env) -> Env:
        """Return the variables that hold the answer after an operation."""
        match what:
            case n.Let(target, value):
                return self._assigned(target, value, env)
            case Take(asked):
                return without(env, asked.targets)
            case n.Read() | n.Swap():
                return without(env, n.targets(what))
            case n.Print() | n.DisplayMode() | n.MachineCall("locate" | "locate_by_count"):
                self._look(expressions(what), env, printed=True)
        return env

    def _assigned(self, target: Target, value: Expr, env: Env) -> Env:
        index = target.index if isinstance(target, n.Elem) else ()
        self._look((*index, value), env)
        places = [self._put(part, env) for part in index]
        if any(places):
            parts = (put or part for put, part in zip(places, index, strict=True))
            self.meets(n.Elem(target.name, tuple(parts)))
        rest = without(env, (target,))
        put = self._put(value, env)
        if put is None or len(rest) >= self.kept or not self.carries(put):
            return rest
        return (*rest, (target, put))

    def _look(self, parts: Sequence[Expr], env: Env, printed: bool = False) -> None:
        for part in parts:
            put = self._put(part, env)
            if put is not None:
                self.meets(put, printed)

    def _put(self, e: Expr, env: Env) -> Expr | None:
        """Return ``e`` with the answer in it, None if it does not contain the answer."""
        put = substituted(e, env)
        return None if put is e else folded(put)


def without(env: Env, targets: Sequence[Target]) -> Env:
    """Return the variables that hold the answer, except for some."""
    return tuple((e, value) for e, value in env if e not in targets)


def contains_answer(e: Expr) -> bool:
    """True if an expression contains a stand-in for the answer."""
    return any(part in (NUMBER, TEXT) for part in n.parts(e))


# Uses of the answer --------------------------------------------------------------------------


@dataclass
class Uses:
    """The expressions in which the stand-in for the answer was found."""

    tests: dict[tuple[str, Expr, Expr], None] = field(default_factory=dict)
    """A comparison's operator, its side with the answer, and its other side."""
    menus: dict[tuple[Expr, int], None] = field(default_factory=dict)
    """The selector of an ON and its number of lines."""
    subscripts: dict[tuple[Expr, Interval], None] = field(default_factory=dict)
    """A subscript, and the range of its array's subscripts."""
    conditions: dict[Expr, None] = field(default_factory=dict)
    """Expressions used as conditions by themselves."""
    calls: dict[n.BuiltInCall, None] = field(default_factory=dict)
    """The functions with it as an argument."""
    counted: dict[Expr, None] = field(default_factory=dict)
    """The starts of the loops that it ends."""
    places: dict[int, None] = field(default_factory=dict)
    """The operations that compare it, or branch by it."""
    shown: bool = False
    """True if it is printed."""
    replaced: set[Expr] = field(default_factory=set, compare=False)
    """The expressions that replace it."""
    reckoned: dict[Expr, None] = field(default_factory=dict)
    """The values calculated from it."""

    @cached_property
    def riddles(self) -> frozenset[tuple[Expr, Expr]]:
        """The sides of tests where a value calculated from the answer, or compared with it, must be
        equal or close, or is both less and more.

        That is an arithmetic question, whose answer must not be revealed even if it can be
        calculated from the screen.
        """
        ways: dict[tuple[Expr, Expr], set[str]] = {}
        for op, side, other in self.tests:
            if side != NUMBER or not isinstance(other, n.Num | n.Var | n.Elem):
                ways.setdefault((side, other), set()).add("=" if op == "<>" else op[0])
        return frozenset(
            sides
            for sides, ops in ways.items()
            if "=" in ops or len(ops) > 1 or isinstance(sides[0], n.BuiltInCall)
        )

    @property
    def is_ordered(self) -> bool:
        """True if it is compared by size, or selects a place."""
        sizes = (op for op, _, _ in self.tests if op not in ("=", "<>"))
        return any((self.menus, self.subscripts, *sizes))


_READ: Exprs = (
    TEXT,
    n.call("UCASE$", TEXT),
    *(n.Binary("+", n.Str(sign), TEXT) for sign in "0 "),
)
_VALUES = tuple((n.call("VAL", text), NUMBER) for text in _READ)
"""The value of a text, possibly with a zero (so that an empty text is 0) or a blank before it."""


def of_value(uses: Uses) -> Uses | None:
    """Return the uses of a text read as a number, None if the text is not read that way."""

    def put(e: Expr) -> Expr:
        return substituted(e, _VALUES)

    def is_of(e: Expr) -> bool:
        return NUMBER in n.parts(put(e))

    value = replace(
        uses,
        tests={(op, put(side), put(other)): None for op, side, other in uses.tests if is_of(side)},
        menus={(put(selector), count): None for selector, count in uses.menus if is_of(selector)},
        subscripts={(put(e), span): None for e, span in uses.subscripts if is_of(e)},
        conditions={put(e): None for e in uses.conditions if is_of(e)},
        calls={e: None for e in uses.calls if put(e) == e},
    )
    is_read = value.menus or value.conditions or any(put(e) == NUMBER for e in uses.calls)
    return value if is_read else None


def is_look(e: Expr) -> bool:
    """True if an expression is the result of polling the keyboard."""
    return isinstance(e, n.BuiltInCall) and e.name.startswith("KEY.")


class StandInTrace(FlowWalk):
    """The walk of a stand-in along all paths: up to the next question, then past further
    questions."""

    def __init__(self, context: ProgramFacts, origin: int, target: Target) -> None:
        self.near = self.uses = Uses()
        self.beyond: list[FlowPlace] | None = []
        """The places after the next questions, None once the walk has continued from them."""
        most = _FARTHEST if context.is_read(target) else 0
        super().__init__(context, origin, ((target, TEXT if n.is_text(target) else NUMBER),), most)
        self.way = {i for i, _, _ in self.seen}
        """The operations up to the next question."""

    @cached_property
    def far(self) -> Uses:
        """Return the uses of an answer at any time."""
        self.uses = Uses(*(copy(getattr(self.near, one.name)) for one in fields(Uses)))
        beyond = self.beyond
        self.beyond = None
        self.walk(beyond or ())
        return self.uses

    def step(self, place: FlowPlace) -> Iterator[FlowPlace]:
        """Like `FlowWalk.step`."""
        self.at, env, calls = place
        if self.beyond is not None and isinstance(self.flow.ops[self.at].what, n.InputStatement):
            self.beyond.append((self.at + 1, env, calls))
        else:
            yield from super().step(place)

    def outcomes(self, test: Expr) -> TestOutcomes:
        """Return both outcomes; what is compared is recorded."""
        self._test(test)
        return super().outcomes(test)

    def _test(self, test: Expr) -> None:
        match test:
            case n.Binary("AND" | "OR", left, right):
                self._test(left)
                self._test(right)
            case n.Unary("NOT", arg):
                self._test(arg)
            case n.Binary(op, left, right) if op in n.COMPARISONS:
                for side, other, way in ((left, right, op), (right, left, _FLIPPED[op])):
                    if contains_answer(side):
                        self._subscripts(side)
                        self.uses.places[self.at] = None
                        self.uses.tests[way, side, self._limit(way, side, other)] = None
            case _ if contains_answer(test):
                self.uses.conditions[test] = self.uses.places[self.at] = None

    def _limit(self, op: str, side: Expr, other: Expr) -> Expr:
        """Return what the answer is compared with: the value of a variable that only ever has one,
        unless that is a stock."""
        is_plain = side == NUMBER and op not in ("=", "<>")
        may_vary = is_plain or not isinstance(other, n.Var)
        span = ANY if may_vary else self.context.intervals.of(other)
        return n.number(span.low) if span.low == span.high else other

    def branches(self, selector: Expr, count: int) -> Sequence[int]:
        """Return all branches."""
        if contains_answer(selector):
            self.uses.menus[selector, count] = self.uses.places[self.at] = None
        self._truths(selector)
        return super().branches(selector, count)

    def meets(self, e: Expr, printed: bool = False) -> None:
        """Record the subscripts that contain the answer, and whether it is printed or used in a
        calculation."""
        self.uses.shown |= printed
        is_plain = e in (NUMBER, TEXT) or is_look(e)
        if not is_plain and not (printed and n.is_text(e)):
            self.uses.reckoned[e] = None
        self._subscripts(e)
        self._truths(e)

    def _truths(self, e: Expr) -> None:
        """Record the comparisons inside an expression whose truth value is used in a
        calculation."""
        for part in n.parts(e):
            if isinstance(part, n.Binary) and part.op in n.COMPARISONS:
                self._test(part)

    def counts_to(self, first: Expr) -> None:
        """Record where the loop begins."""
        self.uses.counted[first] = None

    def _assigned(self, target: Target, value: Expr, env: Env) -> Env:
        if without(env, (target,)) != env:
            self.uses.replaced.add(value)
        return super()._assigned(target, value, env)

    def _subscripts(self, e: Expr) -> None:
        if isinstance(e, n.BuiltInCall) and any(map(contains_answer, e.args)):
            self.uses.calls[e] = None
        if isinstance(e, n.Elem):
            array = self.context.symbols.array(e)
            spans = zip(e.index, array.lows, array.bounds or (), strict=False)
            for part, low, most in spans:
                if contains_answer(part):
                    least = low if low < 0 else max(1, low)
                    # It is unknown how much of an array without DIM is used.
                    used = Interval(least, most + min(low, 0)) if array.dims else ANY
                    self.uses.subscripts[part, used] = None
        for part in n.children(e):
            self._subscripts(part)


_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "<>": "<>"}
