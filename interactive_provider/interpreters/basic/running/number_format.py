"""How dialects that compute in double precision write and read numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import partial
from typing import TypeAlias

LARGEST = 1.7014118346046923e38
LEAST = 2.0**-128
"""The largest number of the Microsoft BASICs, 2^127 (1 - 2^-24)."""

WIDE = Context(prec=60)
_NUMBER = re.compile(r"\s*([+-]?)(\d[\d ]*(?:\.[\d ]*)?|\.[\d ]*\d[\d ]*)(?:([EeDd])([+-]?)(\d*))?")
_POWERS = tuple(10.0**power for power in range(20))


DigitsFunction: TypeAlias = Callable[[float, int], tuple[int, int]]
"""A function that returns the first digits of a number, rounded, and the power of ten of the last
one."""


def in_digits(x: float, most: int) -> str:
    """Return ``x`` as the Microsoft BASICs write it, with a leading sign or blank and at most
    ``most`` digits."""
    if x == x // 1.0 and abs(x) < _POWERS[most]:
        return f"{x + 0.0: .0f}"
    if not abs(x) <= LARGEST:
        raise OverflowError(x)
    mantissa, exponent = f"{x: .{most - 1}e}".split("e")
    digits = mantissa[1:].replace(".", "").rstrip("0")
    power = int(exponent)
    return mantissa[0] + (fixed(digits, power) if -2 <= power < most else scaled(digits, power))


nine_digits = partial(in_digits, most=9)
"""A number as the 6502 BASICs write it."""


def in_decimal(size: Decimal, count: int) -> tuple[int, int]:
    """Return the first ``count`` digits of a number, rounded with halves away from zero, and the
    power of ten of the last one."""
    power = size.adjusted() + 1 - count
    amount = int(size.scaleb(-power, WIDE).to_integral_value(ROUND_HALF_UP))
    # Rounding up nines gives one more digit, which is a 0.
    return (amount // 10, power + 1) if amount == 10**count and count > 0 else (amount, power)


def fixed(digits: str, power: int) -> str:
    """Return digits with the decimal point in place, the first of them being worth a power of
    ten."""
    if power < 0:
        return "." + "0" * (-power - 1) + digits
    if len(digits) <= power + 1:
        return digits + "0" * (power + 1 - len(digits))
    return f"{digits[: power + 1]}.{digits[power + 1 :]}"


def scaled(digits: str, power: int, letter: str = "E") -> str:
    """Return them with the point after the first digit, and a two-digit power of ten."""
    point = f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits
    return f"{point}{letter}{'-' if power < 0 else '+'}{abs(power):02d}"


def number_prefix(text: str) -> tuple[float, int]:
    """Return the number with which ``text`` begins (0 if there is none), and the number of its
    characters."""
    match = _NUMBER.match(text)
    if match is None:
        return 0.0, 0
    mantissa = match[2].replace(" ", "")
    power = int((match[4] or "+") + (match[5] or "0")[:9]) if match[3] else 0
    value = float(f"{match[1]}{mantissa}e{power}")
    return value if abs(value) >= LEAST else 0.0, match.end()
