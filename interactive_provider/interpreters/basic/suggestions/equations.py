"""Equations solved for the answer: for which answers is ``10*X+5`` equal to 35?"""

from __future__ import annotations

import math

from ..reading import nodes as n
from .dataflow import NUMBER, holds
from .intervals import Interval, Intervals
from .secrets import has_luck
from .text_values import leaves

_DUST = 1e-6
"""What division, and the open end of RND, leave beside a whole number."""


def solutions(e: n.Expr, value: float, usual: Intervals) -> list[float]:
    """The answers at which ``e``, a function of the answer, is ``value``; none if that is not plain.

    A variable in it counts as what it begins with.
    """
    found = filter(math.isfinite, _solved(e, value, usual))
    return [float(round(x)) if abs(x - round(x)) < _DUST else x for x in found]


def solved_span(e: n.Expr, low: float, high: float, usual: Intervals) -> Interval | None:
    """The answers at which ``e`` lies between two values."""
    found = sorted(x for end in (low, high) for x in solutions(e, end, usual))
    return Interval(found[0], found[-1]) if found else None


def is_plain(e: n.Expr) -> bool:
    """Whether the answer is the only variable in an expression, and luck has no part in it."""
    return not has_luck(e) and all(leaf == NUMBER or isinstance(leaf, n.Num) for leaf in leaves(e))


def is_shifted(e: n.Expr) -> bool:
    """Whether an expression is the answer itself, rounded or moved by a number, or a product of such."""
    match e:
        case n.Call("INT" | "FIX" | "VAL", (arg,)):
            return is_shifted(arg)
        case n.Binary("+" | "-", left, n.Num()):
            return is_shifted(left)
        case n.Binary("+", n.Num(), right):
            return is_shifted(right)
        case n.Binary("*", left, right):
            return is_shifted(left) and is_shifted(right)
    return e == NUMBER


def is_rounding(e: n.Expr) -> bool:
    """Whether the answer itself, rounded, is what it is compared with."""
    return isinstance(e, n.Call) and e.name in ("INT", "FIX") and holds(e)


def _solved(e: n.Expr, value: float, usual: Intervals) -> list[float]:
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
            ends = {known.low, known.high} if known.is_bounded else set()
            inner = [_undone(op, value, end, holds(left)) for end in sorted(ends)]
            part = left if holds(left) else right
            return [x for y in inner if y is not None for x in _solved(part, y, usual)]
    return []


def _undone(op: str, value: float, known: float, answer_first: bool) -> float | None:
    """The operand that gives ``value`` with the ``known`` one."""
    if op in "+-":
        return value - known if op == "+" else value + known if answer_first else known - value
    if op == "*":
        return value / known if known else None
    return value * known if answer_first else None
