"""Numbers as GW-BASIC reads them."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...reading.nodes import literal
from ..arithmetic import mbf

_BASED = re.compile(r"&(H[0-9A-F]*|O?[0-7]*)")
_NUMERAL = re.compile(r"\s*([+-]?)\s*([\d ]*)(\.?)([\d ]*)(?:([EeDd])\s*([+-]?)([\d ]*))?([!#%]?)")


class Numeral(NamedTuple):
    """A number as it is written: its digits, the power of ten of the last, its type, characters
    taken."""

    digits: int
    power: int
    kind: str
    """``%``, blank for single, ``#``."""
    length: int

    @property
    def value(self) -> float:
        """Its value; raises OverflowError with the number that stands for what is too large."""
        if self.kind == "%":
            return float(self.digits)
        value = float(f"{self.digits}e{max(-400, min(self.power, 400))}")
        return mbf.to_double(value) if self.kind == "#" else mbf.to_single(value)

    @property
    def nearest(self) -> float:
        """Its value, or the largest number that there is."""
        try:
            return self.value
        except OverflowError as fault:
            largest: float = fault.args[0]
            return largest


def read_numeral(text: str) -> Numeral:
    """The number with which a text begins, as the machine reads it; 0 if there is none."""
    if text.lstrip().startswith("&"):
        stripped = text.strip().upper()
        length = len(text) if _BASED.fullmatch(stripped) else 0
        return Numeral(int(literal(stripped)), 0, "%", length)
    match = _NUMERAL.match(text)
    assert match is not None, "every part of the pattern may be empty"
    sign, whole, point, decimals, letter, power_sign, power, kind = match.groups("")
    whole, decimals = whole.replace(" ", ""), decimals.replace(" ", "")
    if not point and not letter and not kind and int(whole or "0") <= 32767:
        return Numeral(int(sign + (whole or "0")), 0, "%", match.end())
    digits = (whole + decimals).lstrip("0")
    significant = len(digits) - (len(decimals) - len(decimals.rstrip("0")) if decimals else 0)
    ten = int(power_sign + (power.replace(" ", "") or "0")) - len(decimals)
    number = int(sign + ((whole + decimals) or "0"))
    double = letter in ("D", "d") or kind == "#" or (significant > 7 and kind != "!")
    return Numeral(number, ten, "#" if double else "", match.end())
