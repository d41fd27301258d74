"""Numbers as JavaScript writes them.

Source: ECMA-262, Number.prototype; toLocaleString as browsers do in English. Checked against V8 by
some ten thousand numbers for each function.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Context, Decimal

_CONTEXT = Context(prec=1_200, rounding=ROUND_HALF_UP)
"""Enough precision for every digit of a float, rounding halves away from zero."""


def number_text(number: float) -> str:
    """Return a number as JavaScript writes it.

    >>> [number_text(n) for n in (3, 0.5, 1e21, 1e-7, float("inf"))]
    ['3', '0.5', '1e+21', '1e-7', 'Infinity']
    """
    if isinstance(number, int):
        return str(number)
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else ("Infinity" if number > 0 else "-Infinity")
    if number.is_integer() and abs(number) < 1e21:
        return f"{Decimal(repr(number)):f}".removesuffix(".0")
    mantissa, _, exponent = repr(number).partition("e")
    if not exponent:
        return mantissa
    power = int(exponent)
    return f"{Decimal(repr(number)):f}" if -7 < power < 21 else f"{mantissa}e{power:+d}"


def fixed_text(number: float, places: int) -> str:
    """Return ``number.toFixed(places)``.

    >>> fixed_text(2.5, 0), fixed_text(1.005, 2)
    ('3', '1.00')
    """
    if not abs(number) < 1e21:
        return number_text(number)
    return f"{Decimal(number).quantize(Decimal(1).scaleb(-places), context=_CONTEXT):f}"


def exponential_text(number: float, places: int | None) -> str:
    """Return ``number.toExponential(places)``; as many places as it takes if none are given."""
    if not math.isfinite(number):
        return number_text(number)
    exact = Decimal(repr(number)).normalize() if places is None else _to_digits(number, places + 1)
    digits = "".join(map(str, exact.as_tuple().digits))
    places = len(digits) - 1 if places is None else places
    mantissa = digits[0] + ("." + digits[1 : places + 1].ljust(places, "0") if places else "")
    return f"{'-' * (number < 0)}{mantissa}e{exact.adjusted() if number else 0:+d}"


def precise_text(number: float, digits: int | None) -> str:
    """Return ``number.toPrecision(digits)``; the number itself if none are given.

    >>> precise_text(1234.5, 2), precise_text(0.00001, 3)
    ('1.2e+3', '0.0000100')
    """
    if digits is None or not math.isfinite(number):
        return number_text(number)
    power = _to_digits(number, digits).adjusted() if number else 0
    if not -7 < power < digits:
        return exponential_text(number, digits - 1)
    return fixed_text(number, digits - 1 - power)


def _to_digits(number: float, digits: int) -> Decimal:
    return Context(prec=digits, rounding=ROUND_HALF_UP).create_decimal(Decimal(number))


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def based_text(number: float, base: int) -> str:
    """Return ``number.toString(base)``: with enough places to distinguish the number from its
    neighbours.

    Beyond 2^53, where a float does not hold every digit, V8 may write another digit before the
    zeros.

    >>> based_text(12, 2), based_text(-255.5, 16)
    ('1100', '-ff.8')
    """
    if base == 10 or not math.isfinite(number):
        return number_text(number)
    whole, fraction = divmod(abs(float(number)), 1)
    half_gap = max(math.ulp(0.0), math.ulp(abs(float(number))) / 2)
    places: list[int] = []
    while fraction >= half_gap:
        fraction, half_gap = fraction * base, half_gap * base
        digit = int(fraction)
        places.append(digit)
        fraction -= digit
        if (
            fraction > 0.5 or (fraction == 0.5 and digit % 2)
        ) and fraction + half_gap > 1:  # round up, and carry
            while places and places[-1] == base - 1:
                places.pop()
            if places:
                places[-1] += 1
            else:
                whole += 1
            break
    digits = ""
    while whole >= 2**56:
        whole, digits = whole / base, digits + "0"
    while whole or not digits:
        digits = _DIGITS[int(whole % base)] + digits
        whole = (whole - whole % base) / base
    tail = "".join(_DIGITS[digit] for digit in places)
    return f"{'-' * (number < 0)}{digits}{'.' * bool(tail)}{tail}"


def local_text(number: float, fewest: int = 0, most: int = 3) -> str:
    """Return ``number.toLocaleString()`` in English, with ``places`` decimal places.

    >>> local_text(1234.5678), local_text(5, 2)
    ('1,234.568', '5.00')
    """
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "∞" if number > 0 else "-∞"
    places = Decimal(1).scaleb(-max(fewest, most))
    whole, _, tail = f"{Decimal(repr(number)).quantize(places, context=_CONTEXT):,f}".partition(".")
    tail = tail.rstrip("0").ljust(fewest, "0")
    return f"{whole}{'.' * bool(tail)}{tail}"
