"""CHR$ and ASC of Commodore's machines, for text as in a listing: one character for each code, with
control codes unchanged."""

from __future__ import annotations

from .functions import asc, char

_CASE = 32


def petscii(code: float) -> str:
    """CHR$ of a listing in capitals; shifted letters are in lower case."""
    found = char(code)
    at = int(code)
    if 193 <= at <= 218:
        return chr(at - 96)
    return chr(at) if at < 32 or 128 <= at < 160 else found


def lowered(code: float) -> str:
    """CHR$ for a listing in lower case, whose small letters stand for the keys; shifted letters are
    capitals."""
    found = petscii(code)
    return found.swapcase() if found.isascii() else found


def petscii_code(text: str) -> float:
    """ASC: for a letter, the code of its key."""
    code = asc(text)
    return code - _CASE if text[:1].islower() and text[:1].isascii() else code
