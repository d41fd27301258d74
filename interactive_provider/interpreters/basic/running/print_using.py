"""PRINT USING: a format text with fields for numbers and strings, as in the Microsoft BASICs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..errors import BasicRuntimeError
from .functions import within
from .number_format import WIDE, DigitsFunction, in_decimal

_FIELD = re.compile(
    r"!|\\ *\\|&|"
    r"(?P<plus>\+)?(?P<fill>\*(?:\*|$)\$?|\$(?:\$|$))?(?P<whole>(?:#[#,]*)?)(?P<point>(?:\.#*)?)"
    r"(?P<power>(?:\^{4})?)(?P<sign>(?(plus)|[+-]?))"
)
_MOST_PLACES = 24


def _in_decimal(x: float, count: int) -> tuple[int, int]:
    return in_decimal(Decimal(repr(abs(x))), count)


class Figure(NamedTuple):
    """A number as PRINT USING sees it, usually in double precision."""

    number: float
    most: int = 17
    """The number of its digits."""
    letter: str = "E"
    """The letter before a power of ten."""
    decimal: DigitsFunction = _in_decimal
    """The function that returns a given number of its digits, rounded, and the power of ten of the
    last one."""

    def rounded(self, count: int) -> tuple[int, int]:
        """Return some of its digits, and the power of ten of the last one."""
        return self.decimal(self.number, count) if self.number else (0, 0)


PrintedValue = float | Figure | str


def formatted(layout: str, values: Sequence[PrintedValue]) -> Iterator[str]:
    """Yield the values in the fields of ``layout``, which restarts while values are left, piece by
    piece.

    Raises `BasicRuntimeError` for a layout without a field (when it is printed) and for a value of
    the wrong kind.
    """
    if not layout:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    pieces = list(_pieces(layout))
    rest = list(values)
    while True:
        for text, field in pieces:
            if field and not rest:
                return
            yield _filled(field, rest.pop(0)) if field else text
        if not rest:
            return
        if not any(field for _, field in pieces):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")


def _pieces(layout: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Yield the layout's parts in order, with the match of each that is a field."""
    at = 0
    while at < len(layout):
        if layout[at] == "_":
            yield layout[at + 1 : at + 2] or "_", None
            at += 2
            continue
        match = _FIELD.match(layout, at)
        if (
            match
            and match[0]
            and (match[0][0] in "!&\\" or match["fill"] or "#" in match["whole"] + match["point"])
        ):
            yield match[0], match
            at = match.end()
        else:
            yield layout[at], None
            at += 1


def _filled(field: re.Match[str], value: PrintedValue) -> str:
    if isinstance(value, str) != (field[0][0] in "!&\\"):
        raise BasicRuntimeError("TYPE MISMATCH")
    if isinstance(value, str):
        width = {"!": 1, "&": len(value)}.get(field[0], len(field[0]))
        return value[:width].ljust(width)
    return _number(field, value if isinstance(value, Figure) else Figure(value))


def _number(field: re.Match[str], value: Figure) -> str:
    fill = field["fill"] or ""
    places = len(field["whole"]) + (2 if "*" in fill else len(fill) > 0)
    decimals = len(field["point"][1:])
    within(places + decimals, 0, _MOST_PLACES)
    before = "-" if value.number < 0 else ""
    behind = ""
    if field["plus"]:
        before = before or "+"
    elif field["sign"]:
        before, behind = "", before or field["sign"].replace("-", " ")
    elif "$" not in fill:
        places = max(0, places - 1)  # one position is for the sign
    if field["power"]:
        digits = _scaled(value, places, decimals, bool(field["point"]))
    else:
        digits = _fixed(value, decimals, bool(field["point"]), "," in field["whole"])
    width = len(field[0])
    text = before + "$" * ("$" in fill) + digits + behind
    if len(text) < width and re.match(r"[+-]?\.", text):
        text = text.replace(".", "0.", 1)
    if len(text) > width:
        return "%" + text
    return text.rjust(width, "*" if "*" in fill else " ")


def _fixed(value: Figure, decimals: int, point: bool, commas: bool) -> str:
    amount, power = value.rounded(value.most)
    if -power > decimals:
        amount, power = value.rounded(value.most + power + decimals)
    text = f"{Decimal(amount).scaleb(power, WIDE):{',' * commas}.{decimals}f}"
    text += "." * (point and not decimals)
    is_small = len(str(amount)) + power <= 0
    return text.removeprefix("0") if is_small or (point and not value.number) else text


def _scaled(value: Figure, places: int, decimals: int, point: bool) -> str:
    if not value.number:
        nothing = "." + "0" * decimals if point else "0" * (value.letter == "D")
        return f"{nothing}{value.letter}+00"
    count = min(value.most, places + decimals)
    amount, power = value.rounded(count)
    digits = str(amount).rjust(count, "0").ljust(places + decimals, "0")[: places + decimals]
    rest = digits[places:]
    shown = power + count - places
    sign = "-" if shown < 0 else "+"
    return (
        f"{digits[:places]}{'.' if point or rest else ''}{rest}{value.letter}{sign}{abs(shown):02d}"
    )
