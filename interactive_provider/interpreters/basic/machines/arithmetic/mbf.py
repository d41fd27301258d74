"""Microsoft's binary format: arithmetic and decimal notation as in GW-BASIC.

A single has 24 bits of mantissa and 8 of exponent, no infinities and no denormals. Here it is a
Python float with that value, rounded after each operation. The oddities (numbers that are rounded
twice for printing, truncated function values) follow PC-BASIC 2.0 and were found by experiment. A
double has the 53 bits of a Python float, whereas the machine's had 56.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from math import frexp, ldexp
from typing import TypeAlias

from ...running.number_format import DigitsFunction, fixed, in_decimal, scaled

LARGEST = 2.0**127 - 2.0**103
SMALLEST = 2.0**-128
SPLITTER = 536870913.0
"""2^29 + 1: ``(t := x * SPLITTER) - (t - x)`` is x rounded to 24 bits (Veltkamp)."""
_LARGEST_DOUBLE = 2.0**127 - 2.0**74
_HALVES_UP = 1 + 2.0**-40
"""A factor applied before rounding to 24 bits, so that halves are rounded up."""
SINGLE_DIGITS = 7
DOUBLE_DIGITS = 16


NumberFunction: TypeAlias = Callable[[float], float]


def single_decimal(x: float, count: int) -> tuple[int, int]:
    """Return the first ``count`` digits of a single, and the power of ten of the last one, as
    printed.

    The machine scales the number to an integer with that many digits, which is a single too: it is
    therefore rounded twice. 1/3 is printed as .3333334.
    """
    size = Decimal(abs(x))
    power = size.adjusted() + 1 - max(0, count)
    scaled = to_single(float(size.scaleb(-power)) * _HALVES_UP)
    return _decimal(Decimal(scaled).scaleb(power), count)


def double_decimal(x: float, count: int) -> tuple[int, int]:
    """Do the same for a double.

    It has sixteen digits, as the machine's 56 bits do: .15 is rounded up, although the nearest
    53-bit number is below it.
    """
    size = Decimal(f"{abs(x):.{DOUBLE_DIGITS - 1}e}")
    return _decimal(size, count)


def _decimal(size: Decimal, count: int) -> tuple[int, int]:
    """Return the first digits of a number; if none is left (the first is beyond the last printed
    place), it is rounded to 0 or 1."""
    return in_decimal(size, max(0, count)) if count > 0 or size.adjusted() >= -1 else (0, 0)


def from_float(x: float) -> float:
    """Return a function's value as a single: truncated rather than rounded; below 2^23 to 23 bits,
    unless it is a power of two."""
    mantissa, exponent = frexp(x)
    if -128 < exponent < 24:
        return ldexp(int(mantissa * 8388608.0), exponent - 23) if abs(mantissa) != 0.5 else x
    return to_single(ldexp(int(mantissa * 16777216.0), exponent - 24))


def to_single(x: float) -> float:
    """Round a number to a single; raise OverflowError with the largest single if it is too
    large."""
    t = x * SPLITTER
    found = t - (t - x)
    if not abs(found) <= LARGEST:
        raise OverflowError(math.copysign(LARGEST, x))
    return found if abs(found) >= SMALLEST else 0.0


def to_double(x: float) -> float:
    """Return a number as a double; raise OverflowError with the largest double if it is too
    large."""
    if abs(x) > _LARGEST_DOUBLE:
        raise OverflowError(math.copysign(_LARGEST_DOUBLE, x))
    return x if abs(x) >= SMALLEST else 0.0


def divide(
    x: float, y: float, rounded: NumberFunction = to_single, largest: float = LARGEST
) -> float:
    """Return the quotient of two singles; raise ZeroDivisionError with the largest single."""
    if y == 0.0:
        raise ZeroDivisionError(-largest if x < 0 else largest)
    return rounded(x / y)


divide_doubles = partial(divide, rounded=to_double, largest=_LARGEST_DOUBLE)
"""The same for doubles."""


def randomizer(x: float) -> int:
    """Return the integer that RANDOMIZE makes from another number: its first two bytes XOR the last
    two."""
    mantissa, exponent = frexp(abs(x))
    top = int(mantissa * 2**24) & 0x7FFFFF | (0x800000 if x < 0 else 0)
    return top & 0xFFFF ^ (exponent + 128 << 8 | top >> 16)


def _text(x: float, decimal: DigitsFunction, count: int, letter: str) -> str:
    """Return a number with a leading sign or blank, in at most ``count`` digits."""
    if x == x // 1.0 and abs(x) < 10.0**count:
        return f"{x + 0.0: .0f}"
    amount, last = decimal(x, count)
    digits = f"{amount:0{count}d}".rstrip("0")
    power = last + count - 1
    is_long = power >= count or len(digits) - power > count + 1
    return ("-" if x < 0 else " ") + (
        scaled(digits, power, letter) if is_long else fixed(digits, power)
    )


single_text = partial(_text, decimal=single_decimal, count=SINGLE_DIGITS, letter="E")
double_text = partial(_text, decimal=double_decimal, count=DOUBLE_DIGITS, letter="D")
