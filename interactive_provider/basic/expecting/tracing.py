"""Where the answer to an INPUT goes, and what it meets there.

One walk over the operations serves twice. With a stand-in for the answer, `Meetings` follows every way and notes
each test, menu and subscript that the stand-in reaches. With one certain answer, `Trial` takes only the ways that
this answer can take and tells whether they all lead back to the question: then the program refuses it.
In both, variables that hold the answer, or a piece of it, are replaced by it; all others are unknown but for what
`Intervals` and `Vocabulary` say of them.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..compiling.flow import Flow, Jump, JumpUnless, Missing, Take
from ..compiling.folding import fails, folded, substituted
from ..compiling.symbols import Symbols
from ..reading import nodes as n
from ..running.numerals import literal
from .intervals import Interval, Intervals
from .texts import Vocabulary, leaves

NUMBER, TEXT = n.Var("?"), n.Var("?$")
"""The stand-ins for an answer."""

_FARTHEST, _NEAR = 4_000, 300
_LARGEST = 9
"""Parts that an expression may have to be followed on."""
_CALLS = 3

Env = tuple[tuple[n.Expr, n.Expr], ...]
"""Pairs of a variable and what it holds of the answer."""
Place = tuple[int, Env, tuple[int, ...]]
"""An operation, what holds the answer there, and where the open GOSUBs return to."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the analysis knows of a program before it looks at an INPUT."""

    flow: Flow
    symbols: Symbols
    intervals: Intervals
    vocabulary: Vocabulary
    bodies: dict[int, int]
    """NEXT operation to the first operation of its loop's body."""
    heads: dict[int, int]
    """WEND operation to its WHILE."""


class Walk:
    """A walk from one variable of an INPUT, breadth first, along all places where something holds the answer."""

    def __init__(self, context: Context, origin: int, target: n.Target, answer: n.Expr, most: int) -> None:
        self.context, self.flow = context, context.flow
        self.origin, self.target, self.most = origin, target, most
        self.seen: set[Place] = set()
        queue: deque[Place] = deque([(origin + 2, ((target, answer),), ())])
        while queue and len(self.seen) < most and not self.done():
            place = queue.popleft()
            if place not in self.seen and place[0] < len(self.flow.ops):
                self.seen.add(place)
                queue.extend(p for p in self.step(place) if p[1])

    # What the two kinds of walk do differently ------------------------------------------------

    def done(self) -> bool:
        """Whether enough is known."""
        return False

    def outcomes(self, test: n.Expr) -> tuple[bool, ...]:
        """The outcomes that a test of the answer may have."""
        raise NotImplementedError

    def elsewhere(self, test: n.Expr) -> tuple[bool, ...]:
        """The outcomes that a test of other things may have."""
        return (True, False)

    def branches(self, selector: n.Expr, count: int) -> Sequence[int]:
        """The branches that ON may take, 0 for none of them."""
        raise NotImplementedError

    def meets(self, e: n.Expr, printed: bool = False) -> None:
        """Take notice of an expression that the answer is part of."""

    def carries(self, value: n.Expr) -> bool:
        """Whether a variable that gets ``value`` is to be followed."""
        raise NotImplementedError

    def ends(self) -> None:
        """Take notice of an END."""

    # Steps -----------------------------------------------------------------------------------

    def step(self, place: Place) -> Iterator[Place]:
        """The places that control may come to from one."""
        i, env, calls = place
        match self.flow.ops[i].what:
            case Jump(to):
                yield to, env, calls
            case JumpUnless(test, to):
                for outcome in self._outcomes(test, env):
                    yield i + 1 if outcome else to, env, calls
            case Take(asked):
                yield i + 1, _without(env, asked.targets), calls
            case n.While(test):
                behind = self.flow.ends[i]
                for outcome in self._outcomes(test, env):
                    if outcome or behind is not None:
                        yield i + 1 if outcome or behind is None else behind + 1, env, calls
            case n.Wend() if i in self.context.heads:
                yield self.flow.tops[self.context.heads[i]], env, calls
            case n.Next():
                yield from ((i + 1, env, calls), (self.context.bodies.get(i, i + 1), env, calls))
            case n.Gosub(line):
                yield self._entered(i, self.flow.target(line, i), env, calls)
            case n.On(selector, lines, True):
                for branch in self.branches(self._put(selector, env), len(lines)):
                    yield self._entered(i, self.flow.target(lines[branch - 1], i), env, calls) if branch else (
                        i + 1, env, calls)  # fmt: skip
            case Missing():
                return
            case stmt:
                for then, after in self._run(i, stmt, env):
                    if then == _RETURN:
                        yield from self.returns(after, calls)
                    else:
                        yield i + 1 if then is None else then, after, calls

    def _entered(self, i: int, to: int, env: Env, calls: tuple[int, ...]) -> Place:
        return (to, env, (*calls, i + 1)) if len(calls) < _CALLS else (i + 1, env, calls)

    def returns(self, env: Env, calls: tuple[int, ...]) -> Iterator[Place]:
        """Where RETURN leads; if the question itself was called, behind each call of it."""
        if calls:
            yield calls[-1], env, calls[:-1]
            return
        for i, op in enumerate(self.flow.ops):
            for line in _called(op.what):
                entry = self.flow.line_at.get(line)
                if entry is not None and entry <= self.origin < entry + 60:
                    yield i + 1, env, ()

    def _run(self, i: int, stmt: object, env: Env) -> Iterator[tuple[int | None, Env]]:
        """Where a statement leads: an operation, `_RETURN`, or None for the next one."""
        match stmt:
            case n.If(test, then, other):
                for outcome in self._outcomes(test, env):
                    yield from self._sequence(i, then if outcome else other, env)
            case n.Goto(line):
                yield self.flow.target(line, i), env
            case n.On(selector, lines):
                for branch in self.branches(self._put(selector, env), len(lines)):
                    yield self.flow.target(lines[branch - 1], i) if branch else None, env
            case n.Return():
                yield _RETURN, env
            case n.End():
                self.ends()
            case n.Let(target, value):
                yield None, self._assigned(target, value, env)
            case n.For(var, first, last):
                self._look((first, last), env)
                bound = self._put(last, env)
                rest = _without(env, (n.Var(var),))
                counts = not n.is_text(self.target) and self._held(last, env) and self.carries(bound)
                yield None, (*rest, (n.Var(var), bound)) if counts else rest
            case n.Read(targets):
                yield None, _without(env, targets)
            case n.Print(items):
                self._look([item.arg if isinstance(item, n.Tab) else item for item in items
                            if not isinstance(item, str)], env, printed=True)  # fmt: skip
                yield None, env
            case _:
                yield None, env

    def _outcomes(self, test: n.Expr, env: Env) -> tuple[bool, ...]:
        return self.outcomes(self._put(test, env)) if self._held(test, env) else self.elsewhere(test)

    def _sequence(self, i: int, body: Sequence[n.Stmt], env: Env) -> Iterator[tuple[int | None, Env]]:
        here = [env]
        for stmt in body:
            after: list[Env] = []
            for held in here:
                for to, then in self._run(i, stmt, held):
                    if to is None:
                        after.append(then)
                    else:
                        yield to, then
            here = list(dict.fromkeys(after))
        yield from ((None, held) for held in here)

    def _assigned(self, target: n.Target, value: n.Expr, env: Env) -> Env:
        self._look((*target.index, value) if isinstance(target, n.Elem) else (value,), env)
        if isinstance(target, n.Elem) and any(self._held(part, env) for part in target.index):
            self.meets(n.Elem(target.name, tuple(self._put(part, env) for part in target.index)))
        rest = _without(env, (target,))
        put = self._put(value, env)
        if len(rest) < 4 and self._held(value, env) and self.carries(put):
            return (*rest, (target, put))
        return rest

    def _look(self, parts: Sequence[n.Expr], env: Env, printed: bool = False) -> None:
        for part in parts:
            if self._held(part, env):
                self.meets(self._put(part, env), printed)

    def _put(self, e: n.Expr, env: Env) -> n.Expr:
        """``e`` with the answer in it."""
        return folded(substituted(e, env))

    def _held(self, e: n.Expr, env: Env) -> bool:
        return substituted(e, env) != e


_RETURN = -1


def _called(what: object) -> Sequence[int]:
    match what:
        case n.Gosub(line):
            return (line,)
        case n.On(_, lines, True):
            return lines
    return ()


def _without(env: Env, targets: Sequence[n.Target]) -> Env:
    return tuple((e, value) for e, value in env if e not in targets)


def size(e: n.Expr) -> int:
    """The number of parts of an expression."""
    return 1 + sum(map(size, n.children(e)))


def holds(e: n.Expr) -> bool:
    """Whether a stand-in for the answer is in an expression."""
    return e in (NUMBER, TEXT) or any(map(holds, n.children(e)))


# What the answer meets -----------------------------------------------------------------------


@dataclass
class Met:
    """What the stand-in for the answer was found in."""

    tests: dict[tuple[str, n.Expr, n.Expr], None] = field(default_factory=dict)
    """A comparison's operator, its side with the answer, and its other side."""
    menus: dict[tuple[n.Expr, int], None] = field(default_factory=dict)
    """The selector of an ON and its number of lines."""
    subscripts: dict[tuple[n.Expr, int, int], None] = field(default_factory=dict)
    """A subscript and the bounds of its array."""
    conditions: dict[n.Expr, None] = field(default_factory=dict)
    """What is true or false by itself."""
    calls: dict[n.Call, None] = field(default_factory=dict)
    """The functions of which it is an argument."""
    shown: bool = False
    """Whether it is printed."""
    reckoned: bool = False
    """Whether something is worked out with it."""


class Meetings(Walk):
    """The walk of a stand-in along all ways, past other questions too if ``far``."""

    def __init__(self, context: Context, origin: int, target: n.Target, far: bool = False) -> None:
        self.met, self.far = Met(), far
        super().__init__(context, origin, target, TEXT if n.is_text(target) else NUMBER, _FARTHEST)

    def step(self, place: Place) -> Iterator[Place]:
        """As in `Walk`."""
        if self.far or not isinstance(self.flow.ops[place[0]].what, n.Input):
            yield from super().step(place)

    def outcomes(self, test: n.Expr) -> tuple[bool, ...]:
        """Both; what is compared is noted."""
        self._test(test)
        return (True, False)

    def _test(self, test: n.Expr) -> None:
        match test:
            case n.Binary("AND" | "OR", left, right):
                self._test(left)
                self._test(right)
            case n.Unary("NOT", arg):
                self._test(arg)
            case n.Binary(op, left, right) if op in n.COMPARISONS:
                for side, other, way in ((left, right, op), (right, left, _FLIPPED[op])):
                    if holds(side):
                        self._subscripts(side)
                        self.met.tests[way, side, other] = None
            case _ if holds(test):
                self.met.conditions[test] = None

    def branches(self, selector: n.Expr, count: int) -> Sequence[int]:
        """All of them."""
        if holds(selector):
            self.met.menus[selector, count] = None
        return range(count + 1)

    def meets(self, e: n.Expr, printed: bool = False) -> None:
        """Note the subscripts in which the answer stands, and whether it is printed or reckoned with."""
        self.met.shown |= printed
        self.met.reckoned |= not printed and e not in (NUMBER, TEXT)
        self._subscripts(e)

    def _subscripts(self, e: n.Expr) -> None:
        if isinstance(e, n.Call) and any(map(holds, e.args)):
            self.met.calls[e] = None
        if isinstance(e, n.Elem):
            for part, bound in zip(e.index, self.context.symbols.array(e).bounds or (), strict=False):
                if holds(part):
                    self.met.subscripts[part, self.context.symbols.base, bound] = None
        for part in n.children(e):
            self._subscripts(part)

    def carries(self, value: n.Expr) -> bool:
        """Whatever is not too long."""
        return size(value) <= _LARGEST


_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "<>": "<>"}


# What becomes of one answer ------------------------------------------------------------------


class Trial(Walk):
    """The walk of one certain answer, as far as its first effect."""

    def __init__(self, context: Context, origin: int, target: n.Target, answer: float | str) -> None:
        self.effect = self.came_back = self.fault = self.stops = self.asked = False
        given = n.Str(answer) if isinstance(answer, str) else n.Num(repr(float(answer)))
        super().__init__(context, origin, target, given, _NEAR)
        self.failed = self.stops and not (self.effect or self.asked)
        """Whether every way leads into an error before the answer has any effect."""
        self.refused = self.came_back and not self.effect and len(self.seen) < _NEAR
        """Whether every way leads back to the question, or into an error, before the answer has any effect."""
        self.way = frozenset(place[0] for place in self.seen)
        self.straight = not any(
            isinstance(self.flow.ops[i].what, n.For | n.Next | n.Gosub | Take | n.On) for i in self.way
        )

    def done(self) -> bool:
        """An effect is enough."""
        return self.effect

    def step(self, place: Place) -> Iterator[Place]:
        """As in `Walk`, but for what ends the trial."""
        what = self.flow.ops[place[0]].what
        match what:
            case n.Input(targets):
                self._asks(place[0] == self.origin or (self.target in targets and self._joins(place[0])))
                return
            case n.Next() if self.context.bodies.get(place[0], self.origin) <= self.origin < place[0]:
                self.effect = True  # The loop asks for the next thing.
                return
            case Missing():
                self.effect = True
                return
        before, self.fault = self.effect, isinstance(what, n.MidSet) and self._put(what.target, place[1]) == n.Str("")
        found = list(super().step(place))
        if self.fault:
            self.effect, self.came_back, self.stops = before, True, True
            return
        self.effect |= not found and not self.came_back
        yield from found

    def _joins(self, asked: int) -> bool:
        """Whether another INPUT only asks again: its answer goes where the first one's goes."""
        pairs = ((asked, self.origin), (self.origin, asked))
        return any(start < self._jump(other + 2) <= start + 6 for other, start in pairs)

    def _jump(self, i: int) -> int:
        what = self.flow.ops[i].what
        return self.flow.target(what.line, i) if isinstance(what, n.Goto) else -1

    def _asks(self, again: bool) -> None:
        self.came_back |= again
        self.asked |= again
        self.effect |= not again

    def outcomes(self, test: n.Expr) -> tuple[bool, ...]:
        """Those that the test can have, the answer being what it is."""
        self.fault |= self._fails(test)
        known = self._truth(test)
        return (True, False) if known is None else (known,)

    def elsewhere(self, test: n.Expr) -> tuple[bool, ...]:
        """None, since the answer must have been let through; both if what was asked with it is tested."""
        if any(self._is_asked_with(leaf) for leaf in leaves(test)):
            return (True, False)
        self.effect = True
        return ()

    def _is_asked_with(self, e: n.Expr) -> bool:
        asked = self.flow.ops[self.origin].what
        return isinstance(asked, n.Input) and any(e == target for target in asked.targets)

    def branches(self, selector: n.Expr, count: int) -> Sequence[int]:
        """The one that is chosen if the answer decides it."""
        if not isinstance(folded(selector), n.Num):
            return range(count + 1)
        chosen = math.floor(self.context.intervals.of(folded(selector)).low)
        return (chosen if 1 <= chosen <= count else 0,)

    def meets(self, e: n.Expr, printed: bool = False) -> None:
        """Being reckoned with is an effect."""
        self.fault |= self._fails(e)
        if not printed and not isinstance(e, n.Num | n.Str):
            self.effect = True

    def _fails(self, e: n.Expr) -> bool:
        """Whether a subscript in an expression is beyond its array, or a function of constants has no value."""
        if fails(e):
            return True
        parts = n.children(e)
        bounds = (self.context.symbols.array(e).bounds or ()) if isinstance(e, n.Elem) else ()
        return any(isinstance(part, n.Num) and not 0 <= literal(part.text) < bound + 1
                   for part, bound in zip(parts, bounds, strict=False)) or any(map(self._fails, parts))  # fmt: skip

    def carries(self, value: n.Expr) -> bool:
        """What is still as certain as the answer."""
        return isinstance(value, n.Num | n.Str)

    def ends(self) -> None:
        """To end the program is an effect."""
        self.effect = True

    def _truth(self, test: n.Expr) -> bool | None:
        match test:
            case n.Binary("AND", left, right):
                return _both(self._truth(left), self._truth(right))
            case n.Binary("OR", left, right):
                return _negated(_both(_negated(self._truth(left)), _negated(self._truth(right))))
            case n.Unary("NOT", arg):
                return _negated(self._truth(arg))
            case n.Binary(op, left, right) if op in n.COMPARISONS:
                return self._compared(op, left, right)
            case n.Num():
                return self.context.intervals.of(test).low != 0
        return None

    def _compared(self, op: str, left: n.Expr, right: n.Expr) -> bool | None:
        if not any(isinstance(side, n.Num | n.Str) for side in (left, right)):
            return None
        if not n.is_text(left):
            return _ordered(op, self.context.intervals.of(left), self.context.intervals.of(right))
        if isinstance(left, n.Str) and isinstance(right, n.Str):
            return _ordered(op, *(_rank(left.text, right.text)))
        known, other = (left, right) if isinstance(left, n.Str) else (right, left)
        assert isinstance(known, n.Str), "one of them is"
        if op in ("=", "<>") and not self.context.vocabulary.of(other).can_be(known.text):
            return op == "<>"
        return None


def _rank(left: str, right: str) -> tuple[Interval, Interval]:
    order = float((left > right) - (left < right))
    return Interval(order, order), Interval(0.0, 0.0)


def _ordered(op: str, a: Interval, b: Interval) -> bool | None:
    """Whether a comparison of any number of one interval with any of the other comes out one way."""
    match op:
        case "=":
            return False if a.high < b.low or b.high < a.low else True if a.low == a.high == b.low == b.high else None
        case "<>":
            return _negated(_ordered("=", a, b))
        case "<":
            return True if a.high < b.low else False if a.low >= b.high else None
        case ">":
            return _ordered("<", b, a)
        case "<=":
            return _negated(_ordered("<", b, a))
        case ">=":
            return _negated(_ordered("<", a, b))
    return None


def _both(a: bool | None, b: bool | None) -> bool | None:
    return False if a is False or b is False else True if a and b else None


def _negated(a: bool | None) -> bool | None:
    return None if a is None else not a
