"""SIN, COS, TAN, EXP and LOG of Minimal BASIC, using only the four basic operations.

ECMA-55 leaves the accuracy of its functions open, and the libraries of today's machines differ in the last
bits. Here every machine gives the same digits, those that the outputs recorded with the NBS test programs
show: the polynomial through fifteen points of the function, in Newton's form with divided differences
(Abramowitz and Stegun 25.2.26), and for LOG the series of artanh (4.1.27). Eight digits are printed; twelve are right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from functools import cache

_POINTS = 15
_LOG_TERMS = 15
_LOG2_E = 1.4426950408889634
_LN_2 = 0.6931471805599453
_EXACT = Context(prec=40)

Polynomial = tuple[tuple[float, ...], tuple[float, ...]]
"""Points and the divided differences over them."""


def _through(function: Callable[[Decimal], Decimal], low: float, high: float) -> Polynomial:
    """The polynomial through evenly spaced points of a function, the last of them at the upper end."""
    gap = (high - low) / _POINTS
    points = (*(low + i * gap for i in range(_POINTS - 1)), high)
    with localcontext(_EXACT):
        differences = [float(function(Decimal(x))) for x in points]
    for order in range(1, _POINTS):
        for i in range(_POINTS - 1, order - 1, -1):
            differences[i] = (differences[i] - differences[i - 1]) / (points[i] - points[i - order])
    return points, tuple(differences)


def _value(polynomial: Polynomial, x: float) -> float:
    points, differences = polynomial
    total = differences[-1]
    for i in range(_POINTS - 2, -1, -1):
        total = total * (x - points[i]) + differences[i]
    return total


_sine = cache(lambda: _through(_exact_sine, 0.0, math.pi / 2))
_power_of_two = cache(lambda: _through(lambda x: Decimal(2) ** x, -0.5, 0.5))


def _exact_sine(x: Decimal) -> Decimal:
    total, term, order = Decimal(0), x, 1
    while abs(term) > Decimal("1e-38"):
        total += term
        term *= -x * x / ((order + 1) * (order + 2))
        order += 2
    return total


def sine(x: float) -> float:
    """SIN of radians; raises ValueError for infinity."""
    turns = x / (2 * math.pi)
    quarters = 4 * (turns - math.floor(turns + 0.5)) if math.isfinite(x) else math.sin(x)
    size = abs(quarters)
    return math.copysign(_value(_sine(), (2 - size if size >= 1 else size) * (math.pi / 2)), quarters)


def cosine(x: float) -> float:
    """COS of radians; raises ValueError for infinity."""
    return sine(x + math.pi / 2)


def tangent(x: float) -> float:
    """TAN of radians; raises ValueError for infinity and ZeroDivisionError at a pole."""
    return sine(x) / cosine(x)


def exponential(x: float) -> float:
    """EXP; raises OverflowError for what no number holds."""
    if math.isinf(x):
        return math.exp(x)
    power = x * _LOG2_E
    whole = math.floor(power + 0.5)
    return math.ldexp(_value(_power_of_two(), power - whole), whole)


def logarithm(x: float) -> float:
    """LOG; raises ValueError for 0 and below."""
    if x <= 0 or x == 1 or math.isinf(x):
        return math.log(x)
    mantissa, power = math.frexp(x)
    ratio = (mantissa - 1) / (mantissa + 1)
    total = term = ratio
    for k in range(1, _LOG_TERMS + 1):
        term *= ratio * ratio
        total += term / (2 * k + 1)
    return power * _LN_2 + 2 * total
