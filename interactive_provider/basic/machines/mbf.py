"""Microsoft's binary format: arithmetic and decimal numerals as GW-BASIC has them.

A single has 24 bits of mantissa and 8 of exponent, no infinities and no denormals. Here it is a Python float
with that value; sums, products and quotients are worked out on (exponent, mantissa) pairs with eight guard
bits, the way the machine does, wherever the exact result does not fit in 24 bits. The oddities (dropped
guard bits in products, long division that never finds an exact remainder, truncated function values) follow
the behaviour of PC-BASIC 2.0, found by experiment against it.
"""

from __future__ import annotations

import math
from decimal import Decimal
from math import frexp, ldexp

LARGEST = 2.0**127 - 2.0**103
LARGEST_DOUBLE = 2.0**127 - 2.0**74
SMALLEST = 2.0**-128
SPLITTER = 536870913.0
"""2^29 + 1: ``(t := x * SPLITTER) - (t - x)`` is x rounded to 24 bits (Veltkamp)."""

_TOP = 1 << 32
_HALF = 1 << 31
_BIAS = 160  # of an exponent whose mantissa is counted in guard bits
_TEN = (132, 0xA0000000)
_MOST = (152, 9999999 << 8)
_LEAST = (148, 0xF423FF00)

Parts = tuple[int, int]
"""(exponent, mantissa of 32 bits, the lowest eight being guard bits), the sign apart."""


def parts_of(x: float) -> Parts:
    """The exponent and mantissa of a single's size."""
    if x == 0.0:
        return 0, 0
    mantissa, exponent = math.frexp(abs(x))
    return exponent + 128, int(mantissa * 2**24) << 8


def value_of(exponent: int, mantissa: int, negative: bool) -> float:
    """The single nearest to a mantissa with guard bits, halves to even. Raises OverflowError."""
    if mantissa == 0 or exponent <= 0:
        return 0.0
    shift = max(0, 32 - mantissa.bit_length())
    if mantissa == (_HALF - 1) >> (shift - 1 if shift else 0) and shift == 1:
        shift = 0
    exponent, mantissa = exponent - shift, mantissa << shift
    guard = mantissa & 0xFF
    mantissa &= ~0xFF
    if guard > 0x80 or (guard == 0x80 and mantissa & 0x100):
        mantissa += 0x100
    if mantissa >= _TOP:
        exponent, mantissa = exponent + 1, mantissa >> 1
    if exponent > 255:
        raise OverflowError(-LARGEST if negative else LARGEST)
    size = math.ldexp(mantissa, exponent - _BIAS) if exponent > 0 else 0.0
    return -size if negative else size


def _sum(a: Parts, a_negative: bool, b: Parts, b_negative: bool) -> tuple[int, int, bool]:
    """Add with guard bits; of the smaller number, what is shifted out is remembered only for sums."""
    if b[0] == 0:
        return a[0], a[1], a_negative
    if a[0] == 0:
        return b[0], b[1], b_negative
    if a > b:
        a, a_negative, b, b_negative = b, b_negative, a, a_negative
    shift = b[0] - a[0]
    lost = a[1] & ((1 << shift) - 1)
    small = a[1] >> shift
    exponent = b[0]
    if a_negative == b_negative:
        total = small + b[1]
        if total >= _TOP:
            exponent, total = exponent + 1, total >> 1
        return exponent, total | 1 if lost else total, b_negative
    if small < 0x80 or (small == 0x80 and not lost):
        return exponent, b[1], b_negative
    difference = b[1] - small
    if difference & 0x1C0 == 0x80 and difference & 0x1DF != 0x80:
        difference &= ~0x80
    return exponent, difference, b_negative


def add(x: float, y: float) -> float:
    """The sum of two singles."""
    exponent, mantissa, negative = _sum(parts_of(x), x < 0, parts_of(y), y < 0)
    return value_of(exponent, mantissa, negative)


def multiply(x: float, y: float) -> float:
    """The product of two singles: 28 bits of it are kept before rounding."""
    if x == 0.0 or y == 0.0:
        return 0.0
    (a, m), (b, k) = parts_of(x), parts_of(y)
    exponent, product = a + b - _BIAS, m * k
    if exponent < -31:
        return 0.0
    shift = product.bit_length() - 28
    exponent, product = exponent + shift, product >> shift
    if product & 0xF == 0x9:
        product &= ~1
    return value_of(exponent, product, (x < 0) != (y < 0))


def _quotient(a: Parts, b: Parts) -> Parts:
    """Long division of mantissas; an exact quotient comes out as a row of ones below it."""
    work, divisor, quotient = a[1], b[1], 0
    while divisor:
        quotient <<= 1
        if work > divisor:
            work -= divisor
            quotient += 1
        divisor >>= 1
    return a[0] - b[0] + _BIAS + 1 - b[1].bit_length(), quotient


def divide(x: float, y: float) -> float:
    """The quotient of two singles; raises ZeroDivisionError with the number that stands for it."""
    if y == 0.0:
        raise ZeroDivisionError(-LARGEST if x < 0 else LARGEST)
    if x == 0.0:
        return 0.0
    exponent, mantissa = _quotient(parts_of(x), parts_of(y))
    return value_of(exponent, mantissa, (x < 0) != (y < 0))


def whole_power(x: float, n: int) -> float:
    """``x ^ n`` by squaring, as for exponents that are integers."""
    if n < 0:
        whole_power(x, -n)
        return divide(1.0, x) if n == -1 else divide(1.0, whole_power(x, -n))
    if n == 0:
        return 1.0
    result = x if n == 1 else whole_power(x, n // 2)
    if n > 1:
        result = multiply(result, result)
        if n % 2:
            result = multiply(result, x)
    return result


def from_float(x: float) -> float:
    """A function's value as a single: cut off, not rounded; below 2^23 to 23 bits, where it is no power of two."""
    mantissa, exponent = frexp(x)
    if -128 < exponent < 24:
        if mantissa == 0.5 or mantissa == -0.5:
            return x
        return ldexp(int(mantissa * 8388608.0), exponent - 23)
    if exponent > 127:
        raise OverflowError(math.copysign(LARGEST, x))
    return ldexp(int(mantissa * 16777216.0), exponent - 24) if exponent >= 24 else 0.0


def to_single(x: float) -> float:
    """A double rounded to a single."""
    rounded = (t := x * SPLITTER) - (t - x)
    if abs(rounded) > LARGEST:
        raise OverflowError(math.copysign(LARGEST, x))
    return rounded if abs(rounded) >= SMALLEST else 0.0


def _tenth(x: Parts) -> Parts:
    exponent, mantissa = _quotient(x, _TEN)
    shift = 32 - mantissa.bit_length()
    return exponent - shift, mantissa << shift


def _tenfold(x: Parts) -> Parts:
    exponent, mantissa, _ = _sum((x[0] + 1, x[1]), False, (x[0] + 3, x[1]), False)
    return exponent, mantissa


def from_decimal(digits: int, power: int) -> float:
    """The single for ``digits * 10^power``, by repeated multiplication or division as the machine reads it."""
    if digits == 0:
        return 0.0
    size = abs(digits)
    shift = size.bit_length() - 24
    size = size >> shift if shift > 0 else size << -shift
    number: Parts = (152 + shift, size << 8)
    for _ in range(min(abs(power), 200)):
        number = _tenfold(number) if power > 0 else _tenth(number)
    return value_of(number[0], number[1], digits < 0)


def to_decimal(x: float) -> tuple[int, int]:
    """Seven digits and the power of ten of the last, as the machine prints them."""
    number = parts_of(x)
    power = 0
    while number > _MOST:
        number, power = _tenth(number), power + 1
    number = _without_guard(number)
    while number < _LEAST:
        number, power = _tenfold(number), power - 1
    exponent, mantissa = _without_guard(number)
    shift = exponent - 152
    mantissa = mantissa << shift if shift > 0 else mantissa >> -shift
    return (mantissa + (mantissa & 0x80)) >> 8, power


def _without_guard(x: Parts) -> Parts:
    exponent, mantissa = x
    if mantissa & 0xFF > 0x7F:
        mantissa += 0x100
    if mantissa >= _TOP:
        exponent, mantissa = exponent + 1, mantissa >> 1
    return exponent, mantissa & ~0xFF


def single_text(x: float) -> str:
    """A single with sign or blank in front, in at most seven digits."""
    if x == 0.0:
        return " 0"
    sign = "-" if x < 0 else " "
    if abs(x) < 1e7 and x == x // 1.0:
        return f"{sign}{abs(x):.0f}"
    digits, power = to_decimal(x)
    return sign + _numeral(f"{digits:07d}".rstrip("0"), power + 6, 7, "E")


def double_text(x: float) -> str:
    """A double with sign or blank in front, in at most sixteen digits."""
    if x == 0.0:
        return " 0"
    mantissa, power = f"{abs(x):.15e}".split("e")
    return ("-" if x < 0 else " ") + _numeral(mantissa.replace(".", "").rstrip("0"), int(power), 16, "D")


def single_digits(x: float) -> Decimal:
    """A single as PRINT would show it, but never rounded to a shorter form."""
    return Decimal(single_text(x).strip())


def double_digits(x: float) -> Decimal:
    """A double as PRINT would show it."""
    return Decimal(double_text(x).strip().replace("D", "E"))


def _numeral(digits: str, power: int, most: int, letter: str) -> str:
    if power > most - 1 or len(digits) - power > most + 1:
        point = f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits
        return f"{point}{letter}{'-' if power < 0 else '+'}{abs(power):02d}"
    if power < 0:
        return "." + "0" * (-power - 1) + digits
    if power + 1 >= len(digits):
        return digits + "0" * (power + 1 - len(digits))
    return f"{digits[: power + 1]}.{digits[power + 1 :]}"
