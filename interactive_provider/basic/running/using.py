"""PRINT USING: a format text with fields for numbers and strings, as the Microsoft BASICs have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

from ..errors import BasicRuntimeError

_FIELD = re.compile(r"!|\\ *\\|&|[+]?(?:\*\*\$|\*\*|\$\$)?(?:#[#,]*)?(?:\.#*)?(?:\^{4,5})?[+-]?")


_WIDE = Context(prec=400)
"""Room for the largest number with all its places and as many behind the point."""

Value = float | Decimal | str


def formatted(layout: str, values: Sequence[Value], cuts: bool = False) -> Iterator[str]:
    """The values in the fields of ``layout``, which is begun anew while there are values left, piece by piece.

    With ``cuts`` a number without a digit in the places shown is zero; else it is rounded like any other.
    Raises `BasicRuntimeError` for a layout without a field (when it is printed) and for a value of the wrong kind.
    """
    if not layout:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    pieces = list(_pieces(layout))
    rest = list(values)
    while True:
        for is_field, text in pieces:
            if is_field and not rest:
                return
            yield _filled(text, rest.pop(0), cuts) if is_field else text
        if not rest:
            return
        if not any(is_field for is_field, _ in pieces):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")


def _pieces(layout: str) -> Iterator[tuple[bool, str]]:
    """The layout's parts in order, with whether each is a field."""
    at = 0
    while at < len(layout):
        if layout[at] == "_":
            yield False, layout[at + 1 : at + 2] or "_"
            at += 2
            continue
        match = _FIELD.match(layout, at)
        if match and match[0] and ("#" in match[0] or match[0][0] in "!&\\" or match[0].startswith(("**", "$$"))):
            yield True, match[0]
            at = match.end()
        else:
            yield False, layout[at]
            at += 1


def _filled(field: str, value: Value, cuts: bool) -> str:
    if isinstance(value, str):
        if field[0] not in "!&\\":
            raise BasicRuntimeError("TYPE MISMATCH")
        width = {"!": 1, "&": len(value)}.get(field[0], len(field))
        return value[:width].ljust(width)
    if field[0] in "!&\\":
        raise BasicRuntimeError("TYPE MISMATCH")
    return _number(field, value if isinstance(value, Decimal) else Decimal(repr(value)), cuts)


def _number(field: str, value: Decimal, cuts: bool) -> str:
    body = field.strip("+-")
    decimals = len(re.sub(r"[^#]", "", body.split(".", 1)[1])) if "." in body else 0
    digits = _scaled(field, body, value, decimals) if "^" in body else _plain(body, value, decimals, cuts)
    dollar = "$" if "$" in body else ""
    if field[-1] in "+-":
        text = dollar + digits + ("-" if value < 0 else "+" if field[-1] == "+" else " ")
    else:
        text = ("-" if value < 0 else "+" if "+" in field else "") + dollar + digits
    width = len(field)
    if len(text) > width and text.lstrip("+-$").startswith("0.") and re.search("[1-9]", digits):
        text = text.replace("0.", ".", 1)
    return text.rjust(width, "*" if "**" in body else " ") if len(text) <= width else "%" + text


def _plain(body: str, value: Decimal, decimals: int, cuts: bool) -> str:
    if cuts and decimals and abs(value) < Decimal(1).scaleb(-decimals):
        value = Decimal(0)
    amount = abs(value).quantize(Decimal(1).scaleb(-min(decimals, 40)), ROUND_HALF_UP, _WIDE)
    text = f"{amount:,f}" if "," in body else f"{amount:f}"
    if "." in body and "#" not in body.split(".")[0] and text.startswith("0."):
        text = text[1:]
    return text + ("." if body.endswith(".") else "")


def _scaled(field: str, body: str, value: Decimal, decimals: int) -> str:
    """Scaled form: one place before the point is the sign's, unless a sign stands in the field itself."""
    places = len(re.sub(r"[^#,]", "", body.split(".")[0].split("^")[0]))
    before = places if field[0] == "+" or field[-1] in "+-" else max(0, places - 1)
    if before + decimals == 0:
        before = 1
    mantissa, power = f"{abs(value):.{before + decimals - 1}e}".split("e")
    digits = mantissa.replace(".", "")
    shown = int(power) - (before - 1) if value else 0
    point = "." if "." in body else ""
    zero = "0" if places and not before else ""
    return f"{zero}{digits[:before]}{point}{digits[before:]}E{'-' if shown < 0 else '+'}{abs(shown):02d}"
