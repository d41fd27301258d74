"""Microsoft's binary format: arithmetic and decimal numerals as GW-BASIC has them.

A single has 24 bits of mantissa and 8 of exponent, no infinities and no denormals. Here it is a
Python float with that value, rounded after each operation. Numbers that are scaled to be printed
are computed on (exponent, mantissa) pairs with eight guard bits, the way the machine does. The
oddities (long division that never finds an exact remainder, truncated function values) follow the
behaviour of PC-BASIC 2.0, found by experiment against it. A double has the 53 bits of a Python
float, where the machine's had 56.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from functools import cache, partial
from math import frexp, ldexp

from ...running.number_format import fixed, in_decimal, scaled

LARGEST = 2.0**127 - 2.0**103
SMALLEST = 2.0**-128
SPLITTER = 536870913.0
"""2^29 + 1: ``(t := x * SPLITTER) - (t - x)`` is x rounded to 24 bits (Veltkamp)."""
_LARGEST_DOUBLE = 2.0**127 - 2.0**74
_BITS = 32
"""Bits of a mantissa with its guard bits."""
SINGLE_DIGITS, DOUBLE_DIGITS = 7, 16

Parts = tuple[int, int]
"""(exponent, mantissa with eight guard bits), without the sign."""


def parts_of(x: float) -> Parts:
    """The exponent and mantissa of a single's size."""
    if x == 0.0:
        return 0, 0
    mantissa, exponent = frexp(abs(x))
    return exponent + 128, int(mantissa * 2**24) << 8


def _tenth(x: Parts) -> Parts:
    """A tenth by long division of the mantissa by 5; an exact one comes out as a row of ones below
    it."""
    exponent, mantissa = x
    found, rest = divmod(mantissa - 1, 5)
    rest += 1
    for divisor in (2, 1):
        found <<= 1
        if rest > divisor:
            rest -= divisor
            found += 1
    shift = _BITS - found.bit_length()
    return exponent - 3 - shift, found << shift


def _tenfold(x: Parts) -> Parts:
    """Eight times and two times a number added; of the bits that are shifted out one is kept."""
    exponent, mantissa = x
    found, lost = mantissa + (mantissa >> 2), mantissa & 3
    exponent += 3
    if found >> _BITS:
        exponent, found = exponent + 1, found >> 1
    return exponent, found | 1 if lost else found


@cache
def _just_under(whole: int) -> Parts:
    """The largest number below a whole one."""
    shift = _BITS - whole.bit_length()
    exponent, mantissa = 128 + _BITS - shift, (whole << shift) - 0x100
    return (
        (exponent - 1, mantissa << 1) if mantissa < (1 << _BITS - 1) - 1 else (exponent, mantissa)
    )


def _without_guard(x: Parts) -> Parts:
    exponent, mantissa = x
    if mantissa & 0xFF > 0x7F:
        mantissa += 0x100
    if mantissa >> _BITS:
        exponent, mantissa = exponent + 1, mantissa >> 1
    return exponent, mantissa & ~0xFF


def _to_decimal(number: Parts, ends: tuple[Parts, ...]) -> tuple[int, int]:
    """Digits and the power of ten of the last, of a number scaled by ten until it is between two
    ends."""
    low, high = ends
    power = 0
    while number > high:
        number, power = _tenth(number), power + 1
    number = _without_guard(number)
    while number < low:
        number, power = _tenfold(number), power - 1
    exponent, mantissa = _without_guard(number)
    shift = exponent - 120 - _BITS
    mantissa = mantissa << shift if shift > 0 else mantissa >> -shift
    return (mantissa + (mantissa & 0x80)) >> 8, power


def single_decimal(x: float, count: int) -> tuple[int, int]:
    """The first ``count`` digits of a single, and the power of ten of the last, as printed."""
    low = _just_under(10 ** (count - 1)) if count > 0 else (0, 1 << _BITS - 1)
    return _to_decimal(parts_of(x), (low, _just_under(10 ** max(count, 0))))


def double_decimal(x: float, count: int) -> tuple[int, int]:
    """The first ``count`` digits of a double, and the power of ten of the last, as printed.

    Where no digit is left (the first one is behind the last place that is printed), the number is
    rounded to 0 or 1.
    """
    # Sixteen digits, as the machine's 56 bits have them: .15 is rounded up, although the nearest
    # number of 53 bits is below it.
    size = Decimal(f"{abs(x):.{DOUBLE_DIGITS - 1}e}")
    count = max(0, min(count, DOUBLE_DIGITS))
    return in_decimal(size, count) if count or size.adjusted() >= -1 else (0, 0)


def from_float(x: float) -> float:
    """A function's value as a single: cut off, not rounded; below 2^23 to 23 bits, if it is not a
    power of two."""
    mantissa, exponent = frexp(x)
    if -128 < exponent < 24:
        if mantissa == 0.5 or mantissa == -0.5:
            return x
        return ldexp(int(mantissa * 8388608.0), exponent - 23)
    if exponent > 127:
        raise OverflowError(math.copysign(LARGEST, x))
    return ldexp(int(mantissa * 16777216.0), exponent - 24) if exponent >= 24 else 0.0


def to_single(x: float) -> float:
    """A number rounded to a single; raises OverflowError with the largest for what is too large."""
    t = x * SPLITTER
    found = t - (t - x)
    if not abs(found) <= LARGEST:
        raise OverflowError(math.copysign(LARGEST, x))
    return found if abs(found) >= SMALLEST else 0.0


def to_double(x: float) -> float:
    """A number as a double; raises OverflowError with the largest double for what is too large."""
    if abs(x) > _LARGEST_DOUBLE:
        raise OverflowError(math.copysign(_LARGEST_DOUBLE, x))
    return x if abs(x) >= SMALLEST else 0.0


def divide(
    x: float, y: float, rounded: Callable[[float], float] = to_single, largest: float = LARGEST
) -> float:
    """The quotient of two singles; raises ZeroDivisionError with the largest single."""
    if y == 0.0:
        raise ZeroDivisionError(-largest if x < 0 else largest)
    return rounded(x / y)


divide_doubles = partial(divide, rounded=to_double, largest=_LARGEST_DOUBLE)
"""The same of doubles."""


def randomizer(x: float, is_double: bool) -> int:
    """The integer that RANDOMIZE makes of another number: its first two bytes, crossed with the
    last two."""
    exponent, mantissa = parts_of(x)
    top = mantissa >> 8 & 0x7FFFFF | (0x800000 if x < 0 else 0)
    low = int(ldexp(frexp(abs(x))[0], 56)) if is_double else top
    return low & 0xFFFF ^ (exponent << 8 | top >> 16)


def _text(
    x: float, decimal: Callable[[float, int], tuple[int, int]], count: int, letter: str
) -> str:
    """A number with a leading sign or blank, in at most ``count`` digits."""
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
