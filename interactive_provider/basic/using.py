"""PRINT USING: a format text with fields for numbers and strings, as the Microsoft BASICs have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

from .errors import BasicRuntimeError

_FIELD = re.compile(r"!|\\ *\\|&|[+]?(?:\*\*\$|\*\*|\$\$)?(?:#[#,]*)?(?:\.#*)?(?:\^{4,5})?[+-]?")


def formatted(layout: str, values: Sequence[float | str]) -> str:
    """The values in the fields of ``layout``, which is begun anew while there are values left.

    Raises `BasicRuntimeError` for a layout without a field and for a value of the wrong kind.
    """
    pieces = list(_pieces(layout))
    if not layout or not any(is_field for is_field, _ in pieces):
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    rest = list(values)
    out: list[str] = []
    while True:
        for is_field, text in pieces:
            if is_field and not rest:
                return "".join(out)
            out.append(_filled(text, rest.pop(0)) if is_field else text)
        if not rest:
            return "".join(out)


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


def _filled(field: str, value: float | str) -> str:
    if isinstance(value, str):
        if field[0] not in "!&\\":
            raise BasicRuntimeError("TYPE MISMATCH")
        width = {"!": 1, "&": len(value)}.get(field[0], len(field))
        return value[:width].ljust(width)
    if field[0] in "!&\\":
        raise BasicRuntimeError("TYPE MISMATCH")
    return _number(field, value)


def _number(field: str, value: float) -> str:
    body = field.strip("+-")
    decimals = len(re.sub(r"[^#]", "", body.split(".", 1)[1])) if "." in body else 0
    digits = _scaled(body, value, decimals) if "^" in body else _plain(body, value, decimals)
    sign = "-" if value < 0 else "+" if "+" in field else ""
    if field[-1] in "+-":
        text = digits + ("-" if value < 0 else "+" if field[-1] == "+" else " ")
        width = len(field)
    else:
        text, width = sign + ("$" if "$" in body else "") + digits, len(field)
    if len(text) > width and text.startswith(("0.", "-0.", "+0.")):
        text = text.replace("0.", ".", 1)
    filler = "*" if "**" in body else " "
    return text.rjust(width, filler) if len(text) <= width else "%" + text


def _plain(body: str, value: float, decimals: int) -> str:
    amount = Decimal(repr(abs(value))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    text = f"{amount:,f}" if "," in body else f"{amount:f}"
    if "." in body and "#" not in body.split(".")[0] and text.startswith("0."):
        text = text[1:]
    return text + ("." if body.endswith(".") else "")


def _scaled(body: str, value: float, decimals: int) -> str:
    before = max(1, body.split(".")[0].split("^")[0].count("#") - 1)
    mantissa, power = f"{abs(value):.{before + decimals - 1}e}".split("e")
    digits = mantissa.replace(".", "")
    shown = int(power) - (before - 1) if value else 0
    point = "." if "." in body else ""
    return f"{digits[:before]}{point}{digits[before:]}E{'-' if shown < 0 else '+'}{abs(shown):02d}"
