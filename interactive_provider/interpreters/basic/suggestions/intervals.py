"""The range of a numeric expression in any run, derived only from the program's text.

Flow-insensitive interval analysis: a variable is between the least and the largest value that any
statement gives it. A variable that grows by itself or comes from an INPUT has no bounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from ..reading import nodes as n
from ..reading.nodes import Expr, Exprs, Stmt, Target
from ..running.number_format import number_prefix
from .sources import Sources, key_of

_BELOW_ONE = 1 - 2.0**-40
"""The open end of RND, far enough below 1 that adding something does not round it up."""
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from ``low`` to ``high``."""

    low: float = -math.inf
    high: float = math.inf

    @property
    def is_bounded(self) -> bool:
        """True if both ends are known."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def union(self, other: Interval) -> Interval:
        """Return the smallest interval that contains both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))


ANY = Interval()


class Intervals:
    """Answers `of` for the expressions of one program."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.known: dict[str, Interval] = {}
        self.data = _data_interval(sources.statements)

    def of(self, e: Expr, depth: int = 0) -> Interval:
        """Return the interval of the value of ``e``."""
        if depth > _DEEPEST or n.is_text(e):
            return ANY
        match e:
            case n.Num():
                return Interval(e.value, e.value)
            case n.Var() | n.Elem():
                return self._variable(e, depth)
            case n.Unary("-", arg):
                inner = self.of(arg, depth + 1)
                return Interval(-inner.high, -inner.low)
            case n.BuiltInCall(name, args):
                return self._call(name, args, depth)
            case n.Binary(op, left, right):
                return combined(op, self.of(left, depth + 1), self.of(right, depth + 1))
        return ANY

    def _variable(self, e: Target, depth: int) -> Interval:
        key = key_of(e)
        if key not in self.known:
            self.known[key] = ANY  # A variable that depends on itself has no bounds.
            given = (*self.sources.of(e), *self.sources.counted.get(key, ()))
            intervals = [self.of(source, depth + 1) for source in given]
            if isinstance(e, n.Elem) or not given:
                intervals.append(Interval(0.0, 0.0))
            self.known[key] = reduce(Interval.union, intervals)
        return self.known[key]

    def _call(self, name: str, args: Exprs, depth: int) -> Interval:
        match name, [self.of(a, depth + 1) for a in args]:
            case "READ", _:
                return self.data
            case "RND", _:
                return Interval(0.0, _BELOW_ONE)
            case "INT", [Interval(low, high)]:
                return Interval(_floor(low), _floor(high))
            case "FIX", [Interval(low, high)]:
                return Interval(_toward_zero(low), _toward_zero(high))
            case "ABS", [Interval(low, high)]:
                ends = abs(low), abs(high)
                return Interval(0.0 if low <= 0 <= high else min(ends), max(ends))
        return ANY


def _floor(x: float) -> float:
    return x // 1 if math.isfinite(x) else x


def _toward_zero(x: float) -> float:
    return math.copysign(_floor(abs(x)), x)


def _data_interval(statements: Sequence[Stmt]) -> Interval:
    items = (item for stmt in statements if isinstance(stmt, n.Data) for item in stmt.items)
    values = [
        number_prefix(text)[0] for text, quoted in items if not quoted and number_prefix(text)[1]
    ]
    return Interval(min(values), max(values)) if values else ANY


def combined(op: str, a: Interval, b: Interval) -> Interval:
    """Return the interval of an operation's value."""
    match op:
        case "+":
            return Interval(a.low + b.low, a.high + b.high)
        case "-":
            return Interval(a.low - b.high, a.high - b.low)
        case "*":
            ends = [x * y if x and y else 0.0 for x in (a.low, a.high) for y in (b.low, b.high)]
            return Interval(min(ends), max(ends))
    return ANY
