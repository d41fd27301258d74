"""Reads numbers as GW-BASIC does."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...reading.nodes import literal
from ..arithmetic import mbf

_BASED = re.compile(r"&(H[0-9A-F]*|O?[0-7]*)")
_NUMERAL = re.compile(r"\s*([+-]?)\s*([\d ]*)(\.?)([\d ]*)(?:([EeDd])\s*([+-]?)([\d ]*))?([!#%]?)")


class Numeral(NamedTuple):
    """A number as written: its Python value, its type, and the number of characters read."""

    text: str
    kind: str
    """``%``, blank for single, ``#``."""
    length: int

    @property
    def value(self) -> float:
        """Return its value; raise OverflowError, with the number to use instead, if it is too
        large."""
        value = float(self.text)
        return mbf.to_double(value) if self.kind == "#" else mbf.to_single(value)

    @property
    def nearest(self) -> float:
        """Return its value, or the largest number that exists."""
        try:
            return self.value
        except OverflowError as fault:
            largest: float = fault.args[0]
            return largest


def read_numeral(text: str) -> Numeral:
    """Return the number with which a text begins, as the machine reads it; 0 if there is none."""
    if text.lstrip().startswith("&"):
        stripped = text.strip().upper()
        length = len(text) if _BASED.fullmatch(stripped) else 0
        return Numeral(str(literal(stripped)), "%", length)
    match = _NUMERAL.match(text)
    assert match is not None, "every part of the pattern may be empty"
    parts = (part.replace(" ", "") for part in match.groups(""))
    sign, whole, point, decimals, letter, power_sign, power, kind = parts
    if not (point or letter or kind) and int(whole or "0") <= 32767:
        return Numeral(f"{sign}{whole or 0}", "%", match.end())
    number = f"{sign}{whole or 0}.{decimals}e{power_sign}{power or 0}"
    is_long = len((whole + decimals.rstrip("0")).lstrip("0")) > mbf.SINGLE_DIGITS
    is_double = letter in ("D", "d") or kind == "#" or (is_long and kind != "!")
    return Numeral(number, "#" if is_double else "", match.end())
