"""From what a number meets to the numbers, or the range of them, that are offered for it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from ..reading import nodes as n
from ..running.numerals import literal
from .intervals import Interval, Intervals
from .luck import has_luck
from .prompts import enumerated, named_range
from .texts import leaves
from .tracing import NUMBER, Met, Trial, holds

_FAR = 9_979_200.0
"""A number beyond any bound, and a multiple of whatever a program may ask for multiples of."""
_DUST = 1e-6
_POINTS = 240
"""So many numbers are tried at most."""
_LISTED = 30
_BELOW_1 = (("<", 1.0), (">=", 1.0), ("<=", 0.0), (">", 0.0))
"""The tests for numbers less than 1."""


@dataclass(frozen=True, slots=True)
class Found:
    """Single ``numbers`` or the ends of a range; ``sure`` if the program turns away what is outside."""

    numbers: tuple[float, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = True
    sure: bool = False


class Numbers:
    """What one numeric variable of an INPUT may be given."""

    def __init__(
        self,
        met: Met,
        intervals: Intervals,
        usual: Intervals,
        tried: Callable[[float], Trial],
        prompt: str,
        drawn: Callable[[n.Expr], bool],
    ) -> None:
        self.drawn = drawn
        # What luck makes of the answer, and what is compared with the answer itself, sets no bounds.
        tests = {test: None for test in met.tests if not has_luck(test[1]) and not holds(test[2])}
        met = replace(met, tests=tests)
        self.met, self.intervals, self.usual, self.prompt = met, intervals, usual, prompt
        self.tried = lru_cache(maxsize=None)(tried)
        self.named = named_range(prompt)
        self.equal: dict[float, None] = {}
        self.points: dict[float, None] = {}
        for op, side, other in met.tests:
            self._compared(op, side, other)
        for condition in filter(_is_plain, met.conditions):
            false = _solutions(condition, 0.0, usual)
            self.equal.update(dict.fromkeys((0.0, 1.0) if condition == NUMBER else false))
        self.tested = set(self.points)
        self.bounds = [
            (op, x)
            for op, side, other in met.tests
            if isinstance(other, n.Num) and _is_plain(side)
            for x in _solutions(side, literal(other.text), usual)
        ]
        self.menu = _menu(met, usual)
        self.points.update(dict.fromkeys((self.menu.low, self.menu.high) if self.menu else ()))
        self.points.update(dict.fromkeys((-1.0, 0.0, 1.0, *(self.named or ()))))
        self.negative = any(x < 0 for _, x in self.bounds)

    def _compared(self, op: str, side: n.Expr, other: n.Expr) -> None:
        if n.is_text(other) or _is_rounding(other) or has_luck(side):
            return
        span = self.intervals.of(other)
        ends = {x for end in (span.low, span.high) if math.isfinite(end) for x in _solutions(side, end, self.usual)}
        near = {*ends, *(literal(e.text) for e in (*leaves(side), *leaves(other)) if isinstance(e, n.Num))}
        self.points.update(dict.fromkeys(sorted(x for x in near if abs(x) < _FAR)))
        if op in ("=", "<>") and span.low == span.high and _is_plain(side):
            self.equal.update(dict.fromkeys(sorted(ends)))

    # The conclusion ---------------------------------------------------------------------------

    def conclusion(self) -> Found:
        """What the refusals, then the menus, then the prompt, then the first values of variables tell."""
        low, high = self._accepted()
        if self.menu is not None and low == 0 < self.menu.low and 0.0 not in self.tested:
            low = self.menu.low  # The program has a place for 0, but does not speak of it.
        if low is not None and high is not None:
            return self._within(low, high)
        equal = self._menu_of_equals()
        if self.menu is not None:
            least, most = min([self.menu.low, *equal]), max([self.menu.high, *equal])
            low, high = least if low is None else low, most if high is None else high
        if self.named and (low is None or high is None):
            low, high = self.named[0] if low is None else low, self.named[1] if high is None else high
        explained = [x for x in enumerated(self.prompt) if not self._refused(x)]
        if (low is None or high is None) and len(explained) > 1:
            return self._found(tuple(sorted({*explained, *equal})))
        if low is None and high is None and len(equal) > 2:
            return self._found(tuple(sorted(equal)))
        usual = self._usual(low, high)
        if usual is not None:
            return self._found((), min([usual[0], *equal]), max([usual[1], *equal]))
        if low is None and high is None and equal and not self.met.reckoned:
            return self._found(_listed(equal))
        return self._found((), low if high is None else None, high if low is None else None)

    def _found(
        self, numbers: tuple[float, ...], low: float | None = None, high: float | None = None, sure: bool = False
    ) -> Found:
        if low is not None and low < 0 and not self.negative:
            low = 0.0
        numbers = tuple(x for x in numbers if not self.tried(x).failed)
        high = float(math.floor(high)) if high is not None and low is not None and low.is_integer() else high
        ends = [x for x in (*numbers, *self.equal, low, high) if x is not None]
        return Found(numbers, _rounded(low), _rounded(high), all(x.is_integer() for x in ends), sure)

    def _accepted(self) -> tuple[float | None, float | None]:
        """The ends of what the program does not turn away, None where it turns nothing away."""
        below = self.tried(-_FAR).refused and self.tried(-_FAR - 1).refused
        above = self.tried(_FAR).refused and self.tried(_FAR + 1).refused
        if not (below or above):
            return None, None
        good = [x for x in self._around() if not self._refused(x)]
        good = [x for x in good if x.is_integer()] or good
        if not good:
            return None, None
        return min(good) if below else None, max(good) if above else None

    def _around(self) -> list[float]:
        """The numbers at which something may change, with their neighbours."""
        near = {y for x in self.points for y in (math.floor(x) - 1.0, float(math.floor(x)), x, math.ceil(x), x + 1.0)}
        return sorted(float(x) for x in near)[:_POINTS]

    def _refused(self, x: float) -> bool:
        """Whether a number is turned away, and not by a way of its own: that would be a menu that comes back."""
        trial = self.tried(x)
        if not trial.refused:
            return False
        if any(far.refused and far.way == trial.way for far in (self.tried(-_FAR), self.tried(_FAR))):
            return True
        return trial.straight and any(self.tried(y).way == trial.way for y in (x - 1.0, x + 1.0))

    def _within(self, low: float, high: float) -> Found:
        """All that is accepted between two ends, one by one where some of it is not."""
        inside = [low + i for i in range(int(high - low) + 1)] if low.is_integer() and high - low < _LISTED else []
        good = tuple(x for x in inside if not self._refused(x))
        if len(good) < len(inside):
            return self._found(good, sure=True)
        return self._found((), low, high, sure=True)

    def _menu_of_equals(self) -> list[float]:
        """The numbers asked after one by one. One that comes straight back is turned away, several are a menu."""
        equal = [x for x in self.equal if not self._refused(x)]
        back = [x for x in equal if self.tried(x).refused and self.tried(x).straight]
        return [x for x in equal if x not in back] if len(back) == 1 else equal

    def _usual(self, low: float | None, high: float | None) -> tuple[float, float] | None:
        """Missing ends from what the variables that the number is compared with begin with; 0 if only the lower is."""
        highs: list[float] = []
        for op, side, other in self.met.tests:
            span = self.usual.of(other)
            if n.is_text(other) or _is_rounding(other):
                continue
            whole = self.intervals.of(other)
            is_guessed = self.drawn(other) and math.isfinite(whole.low) and math.isfinite(whole.high)
            if op in ("=", "<>") and not is_guessed:
                continue  # What a variable equals says nothing of the ends; a number to be guessed does.
            if op not in ("<", ">=") or span.low != span.high:
                ends = (end for end in (span.low, span.high) if math.isfinite(end))
                found = (x for end in ends for x in _solutions(side, end, self.usual))
                highs += [x for x in found if not self._refused(x)]
        if high is None and highs and max(highs) > (low or 0.0):
            high = max(highs)
        low = self._least() if low is None else low
        low = next((x for x in self._around() if x >= low and not self._refused(x)), low)
        return (low, high) if high is not None and low < high else None

    def _least(self) -> float:
        """Where numbers begin: at a negative one that is tested for, else at 1 if less is tested for, else at 0."""
        begins = [
            span.low
            for op, side, other in self.met.tests
            if side == NUMBER and op in ("=", "<>")
            for span in [self.intervals.of(other)]
            if 0 <= span.low < span.high
        ]
        below = any(b in _BELOW_1 for b in self.bounds)
        return min([x for _, x in self.bounds if x < 0] or begins or [float(below)])


def _menu(met: Met, usual: Intervals) -> Interval | None:
    """The range of all menus, else that which fits all subscripts, else that which fits one of them."""
    menus = [(selector, 1, count) for selector, count in met.menus if _is_plain(selector)]
    subscripts = [(part, max(1, base), bound) for part, base, bound in met.subscripts if _is_plain(part)]
    spans = [_solved_span(e, float(low), float(high), usual) for e, low, high in menus or subscripts]
    found = [span for span in spans if span is not None]
    if not found:
        return None
    least, most = max(span.low for span in found), min(span.high for span in found)
    if least < most and not menus:
        return Interval(least, most)
    return Interval(min(span.low for span in found), max(span.high for span in found))


def _rounded(x: float | None) -> float | None:
    """``x`` without the dust of division."""
    return x if x is None else float(f"{x:.6g}") if abs(x) < 1e6 else x


def _listed(equal: list[float]) -> tuple[float, ...]:
    """The numbers asked after. A single one does not stand alone: it may be a quiz's right answer."""
    numbers = sorted(equal)
    if numbers in ([0.0], [1.0]):
        return (0.0, 1.0)
    if len(numbers) == 1 and numbers[0] in range(2, 10):
        return tuple(float(i) for i in range(1, max(5, int(numbers[0]) + 1)))
    return tuple(numbers)


def _is_plain(e: n.Expr) -> bool:
    """Whether the answer is the only variable in an expression, and luck has no part in it."""
    return not has_luck(e) and all(leaf == NUMBER or isinstance(leaf, n.Num) for leaf in leaves(e))


def _is_rounding(e: n.Expr) -> bool:
    """Whether the answer itself, rounded, is what it is compared with."""
    return isinstance(e, n.Call) and e.name in ("INT", "FIX") and holds(e)


def _solved_span(e: n.Expr, low: float, high: float, usual: Intervals) -> Interval | None:
    found = sorted(x for end in (low, high) for x in _solutions(e, end, usual))
    return Interval(found[0], found[-1]) if found else None


def _solutions(e: n.Expr, value: float, usual: Intervals) -> list[float]:
    """The answers at which ``e`` is ``value``, without the dust of division and of RND's open end."""
    return [float(round(x)) if abs(x - round(x)) < _DUST else x for x in _solved(e, value, usual)]


def _solved(e: n.Expr, value: float, usual: Intervals) -> list[float]:
    """The answers at which ``e``, a function of it, is ``value``; none where that is not plain.

    A variable in it counts as what it begins with.
    """
    match e:
        case n.Var() if e == NUMBER:
            return [value]
        case n.Call("INT" | "FIX" | "ABS" | "VAL", (arg,)):
            return _solved(arg, value, usual)
        case n.Unary("-", arg):
            return _solved(arg, -value, usual)
        case n.Binary("*", left, right) if value == 0 and holds(left) and holds(right):
            return [*_solved(left, 0.0, usual), *_solved(right, 0.0, usual)]
        case n.Binary("+" | "-" | "*" | "/" as op, left, right) if holds(left) is not holds(right):
            known = usual.of(right if holds(left) else left)
            ends = {known.low, known.high} if math.isfinite(known.low) and math.isfinite(known.high) else set()
            inner = [_undone(op, value, end, holds(left)) for end in sorted(ends)]
            part = left if holds(left) else right
            return [x for y in inner if y is not None for x in _solved(part, y, usual)]
    return []


def _undone(op: str, value: float, known: float, answer_first: bool) -> float | None:
    """The operand that gives ``value`` with the ``known`` one."""
    match op:
        case "+":
            return value - known
        case "-":
            return value + known if answer_first else known - value
        case "*":
            return value / known if known else None
        case "/" if answer_first:
            return value * known
    return None
