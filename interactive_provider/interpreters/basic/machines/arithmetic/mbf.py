"""Microsoft's binary format: arithmetic and decimal numerals as GW-BASIC has them.

A single has 24 bits of mantissa, a double 56; both 8 of exponent, no infinities and no denormals. Here each is a
Python float with that value; a double whose last bits do not fit in one is a `Double`. Sums, products and quotients
are computed on (exponent, mantissa) pairs with eight guard bits, the way the machine does, wherever the exact
result does not fit. The oddities (dropped guard bits in products, long division that never finds an exact remainder,
truncated function values) follow the behaviour of PC-BASIC 2.0, found by experiment against it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from math import frexp, ldexp
from typing import NamedTuple

from ...running.number_format import fixed, scaled
from .doubles import LARGEST_DOUBLE, double_of, parts_of_double

LARGEST = 2.0**127 - 2.0**103
SMALLEST = 2.0**-128
SPLITTER = 536870913.0
"""2^29 + 1: ``(t := x * SPLITTER) - (t - x)`` is x rounded to 24 bits (Veltkamp)."""

_EXACT = 2.0**53

Parts = tuple[int, int]
"""(exponent, mantissa with eight guard bits), without the sign."""


def parts_of(x: float) -> Parts:
    """The exponent and mantissa of a single's size."""
    if x == 0.0:
        return 0, 0
    mantissa, exponent = math.frexp(abs(x))
    return exponent + 128, int(mantissa * 2**24) << 8


def _single_of(exponent: int, mantissa: int, negative: bool) -> float:
    size = math.ldexp(mantissa, exponent - 160)
    return -size if negative else size


class Format(NamedTuple):
    """The arithmetic of one size of number."""

    digits: int
    """Those that are printed."""
    letter: str
    """What stands before the power of ten."""
    add: Callable[[float, float], float]
    multiply: Callable[[float, float], float]
    divide: Callable[[float, float], float]
    value_of: Callable[[int, int, bool], float]
    """The number nearest to a mantissa with guard bits, rounding halves to even. Raises OverflowError."""
    from_decimal: Callable[[int, int], float]
    """The number for ``digits * 10^power``, by repeated multiplication or division as the machine reads it."""
    to_decimal: Callable[[float, int], tuple[int, int]]
    """This many digits and the power of ten of the last, as the machine prints them."""


def _format(
    bits: int,
    digits: int,
    letter: str,
    split: Callable[[float], Parts],
    join: Callable[[int, int, bool], float],
    largest: float,
    limits: tuple[Parts, Parts],
) -> Format:
    """The arithmetic of numbers whose mantissa has a number of bits, guard bits included."""
    bias, value_of = 128 + bits, _rounding(bits, join, largest)

    def add(x: float, y: float) -> float:
        exponent, mantissa, negative = _total(split(x), x < 0, split(y), y < 0, bits)
        return value_of(exponent, mantissa, negative)

    def multiply(x: float, y: float) -> float:
        """Of a product four bits fewer than a mantissa with its guard bits are kept before rounding."""
        if x == 0.0 or y == 0.0:
            return 0.0
        (a, m), (b, k) = split(x), split(y)
        exponent, product = a + b - bias, m * k
        if exponent < -31:
            return 0.0
        shift = product.bit_length() - (bits - 4)
        exponent, product = exponent + shift, product >> shift
        if product & 0xF == 0x9:
            product &= ~1
        return value_of(exponent, product, (x < 0) != (y < 0))

    def divide(x: float, y: float) -> float:
        if y == 0.0:
            raise ZeroDivisionError(-largest if x < 0 else largest)
        if x == 0.0:
            return 0.0
        exponent, mantissa = _quotient(split(x), split(y), bits)
        return value_of(exponent, mantissa, (x < 0) != (y < 0))

    def from_decimal(number: int, power: int) -> float:
        return value_of(*_from_decimal(number, power, bits), number < 0) if number else 0.0

    def to_decimal(x: float, count: int) -> tuple[int, int]:
        ends = limits if count >= digits else tuple(_just_under(10**k, bits) if k >= 0 else (0, 1 << bits - 1)
                                                    for k in (count - 1, max(count, 0)))  # fmt: skip
        return _to_decimal(split(x), ends, bits)

    return Format(digits, letter, add, multiply, divide, value_of, from_decimal, to_decimal)


def _rounding(bits: int, join: Callable[[int, int, bool], float], largest: float) -> Callable[[int, int, bool], float]:
    """The function that makes the nearest number, halves to even, of an exponent and a mantissa with guard bits."""
    top, half, guardless = 1 << bits, 1 << bits - 1, ~0xFF

    def value_of(exponent: int, mantissa: int, negative: bool) -> float:
        if mantissa == 0 or exponent <= 0:
            return 0.0
        shift = max(0, bits - mantissa.bit_length())
        if shift == 1 and mantissa == half - 1:
            shift = 0
        exponent, mantissa = exponent - shift, mantissa << shift
        guard = mantissa & 0xFF
        mantissa &= guardless
        if guard > 0x80 or (guard == 0x80 and mantissa & 0x100):
            mantissa += 0x100
        if mantissa >= top:
            exponent, mantissa = exponent + 1, mantissa >> 1
        if exponent > 255:
            raise OverflowError(-largest if negative else largest)
        return join(exponent, mantissa, negative) if exponent > 0 else 0.0

    return value_of


def _total(a: Parts, a_negative: bool, b: Parts, b_negative: bool, bits: int) -> tuple[int, int, bool]:
    """Add with guard bits; bits shifted out of the smaller number are kept only for sums."""
    if b[0] == 0:
        return *a, a_negative
    if a[0] == 0:
        return *b, b_negative
    if a > b:
        a, a_negative, b, b_negative = b, b_negative, a, a_negative
    shift = b[0] - a[0]
    lost = a[1] & ((1 << shift) - 1)
    small = a[1] >> shift
    exponent = b[0]
    if a_negative == b_negative:
        found = small + b[1]
        if found >> bits:
            exponent, found = exponent + 1, found >> 1
        return exponent, found | 1 if lost else found, b_negative
    if small < 0x80 or (small == 0x80 and not lost):
        return *b, b_negative
    difference = b[1] - small
    if difference & 0x1C0 == 0x80 and difference & 0x1DF != 0x80:
        difference &= ~0x80
    return exponent, difference, b_negative


def _quotient(a: Parts, b: Parts, bits: int) -> Parts:
    """Long division of mantissas; an exact quotient comes out as a row of ones below it."""
    work, divisor = a[1], b[1]
    # As long as no bit of the divisor is lost below, the steps are one division.
    divisor >>= (divisor & -divisor).bit_length() - 1
    found = (work - 1) // divisor
    work -= found * divisor
    divisor >>= 1
    while divisor:
        found <<= 1
        if work > divisor:
            work -= divisor
            found += 1
        divisor >>= 1
    return a[0] - b[0] + 129 + bits - b[1].bit_length(), found


def _tenth(x: Parts, bits: int) -> Parts:
    exponent, mantissa = _quotient(x, (132, 0b101 << bits - 3), bits)
    shift = bits - mantissa.bit_length()
    return exponent - shift, mantissa << shift


def _tenfold(x: Parts, bits: int) -> Parts:
    exponent, mantissa, _ = _total((x[0] + 1, x[1]), False, (x[0] + 3, x[1]), False, bits)
    return exponent, mantissa


def _from_decimal(number: int, power: int, bits: int) -> Parts:
    size = abs(number)
    shift = size.bit_length() - (bits - 8)
    size = size >> shift if shift > 0 else size << -shift
    parts = 120 + bits + shift, size << 8
    for _ in range(min(abs(power), 200)):
        parts = _tenfold(parts, bits) if power > 0 else _tenth(parts, bits)
    return parts


def _just_under(whole: int, bits: int) -> Parts:
    """The largest number below a whole one."""
    shift = bits - whole.bit_length()
    exponent, mantissa = 128 + bits - shift, (whole << shift) - 0x100
    return (exponent - 1, mantissa << 1) if mantissa < (1 << bits - 1) - 1 else (exponent, mantissa)


def _without_guard(x: Parts, bits: int) -> Parts:
    exponent, mantissa = x
    if mantissa & 0xFF > 0x7F:
        mantissa += 0x100
    if mantissa >> bits:
        exponent, mantissa = exponent + 1, mantissa >> 1
    return exponent, mantissa & ~0xFF


def _to_decimal(number: Parts, ends: tuple[Parts, ...], bits: int) -> tuple[int, int]:
    """Digits and the power of ten of the last, of a number scaled by ten until it is between two ends."""
    low, high = ends
    power = 0
    while number > high:
        number, power = _tenth(number, bits), power + 1
    number = _without_guard(number, bits)
    while number < low:
        number, power = _tenfold(number, bits), power - 1
    exponent, mantissa = _without_guard(number, bits)
    shift = exponent - 120 - bits
    mantissa = mantissa << shift if shift > 0 else mantissa >> -shift
    return (mantissa + (mantissa & 0x80)) >> 8, power


SINGLE = _format(32, 7, "E", parts_of, _single_of, LARGEST, ((148, 0xF423FF00), (152, 9999999 << 8)))
DOUBLE = _format(
    64, 16, "D", parts_of_double, double_of, LARGEST_DOUBLE, ((178, 0xE35FA9319FFFFF00), (182, 0x8E1BC9BF03FFFF00))
)
add, multiply, divide = SINGLE.add, SINGLE.multiply, SINGLE.divide


def add_doubles(x: float, y: float) -> float:
    """The sum of two doubles; Python's if that is exact."""
    if type(x) is float and type(y) is float:
        total = x + y
        back = total - x
        if (x - (total - back)) + (y - back) == 0.0 and (total == 0.0 or SMALLEST <= abs(total) <= LARGEST):
            return total
    return DOUBLE.add(x, y)


def multiply_doubles(x: float, y: float) -> float:
    """The product of two doubles; small whole numbers are multiplied by Python."""
    product = x * y
    if type(x) is type(y) is float and 0.0 < abs(product) < _EXACT and x.is_integer() and y.is_integer():
        return product
    return DOUBLE.multiply(x, y)


def whole_power(x: float, n: int) -> float:
    """``x ^ n`` by squaring, as for exponents that are integers."""
    if n < 0:
        return divide(1.0, whole_power(x, -n))
    if n == 0:
        return 1.0
    result = x if n == 1 else whole_power(x, n // 2)
    if n > 1:
        result = multiply(result, result)
        if n % 2:
            result = multiply(result, x)
    return result


def from_float(x: float) -> float:
    """A function's value as a single: cut off, not rounded; below 2^23 to 23 bits, if it is not a power of two."""
    mantissa, exponent = frexp(x)
    if -128 < exponent < 24:
        if mantissa == 0.5 or mantissa == -0.5:
            return x
        return ldexp(int(mantissa * 8388608.0), exponent - 23)
    if exponent > 127:
        raise OverflowError(math.copysign(LARGEST, x))
    return ldexp(int(mantissa * 16777216.0), exponent - 24) if exponent >= 24 else 0.0


def to_single(x: float) -> float:
    """A double rounded to a single: by its first eight further bits alone."""
    rounded = (t := x * SPLITTER) - (t - x)
    if rounded == x and type(x) is float and (x == 0.0 or SMALLEST <= abs(x) <= LARGEST):
        return x
    exponent, mantissa = parts_of_double(x)
    return SINGLE.value_of(exponent, mantissa >> 32, x < 0)


def single_text(x: float) -> str:
    """A single with sign or blank in front, in at most seven digits."""
    if abs(x) < 1e7 and x == x // 1.0:
        return f"{'-' if x < 0 else ' '}{abs(x):.0f}"
    return _text(x, SINGLE)


def double_text(x: float) -> str:
    """A double with sign or blank in front, in at most sixteen digits."""
    if type(x) is float and abs(x) < _EXACT and x == x // 1.0:
        return f"{'-' if x < 0 else ' '}{abs(x):.0f}"
    return _text(x, DOUBLE)


def _text(x: float, size: Format) -> str:
    found, power = size.to_decimal(x, size.digits)
    digits, power = f"{found:0{size.digits}d}".rstrip("0"), power + size.digits - 1
    is_long = power >= size.digits or len(digits) - power > size.digits + 1
    return ("-" if x < 0 else " ") + (scaled(digits, power, size.letter) if is_long else fixed(digits, power))
