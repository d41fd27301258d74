"""Commodore's control codes as written in text listings: ``{clr}``, ``{down*3}``, ``{rvs on}``,
``{147}``.

A graphics code becomes a similar-looking PC character if there is one, otherwise a shaded block.
"""

from __future__ import annotations

import re

from .words import PETSCII

_DRAWN = dict(zip("asxzqw*-+", "♠♥♣♦●○─│┼", strict=True))
"""The graphics characters of the shifted keys."""
_SHADE = "▒"
_CODE = re.compile(r"\{(\d+ +)?([^{}\n]{1,24}?)(?:[* ]+(\d+))?\}")
_SPELLED = {"asterisk": "*", "minus": "-", "plus": "+", "pound": "£", "at": "@"}
_PICTURE = re.compile(r"(?:sh|shift|shft|s)[ -](\S+)|(?:cm|cbm|c=|com|comm)[ -]\S+")
_NUMBER = re.compile(r"\$([0-9a-f]{2})|(\d{1,3})")


def spelled_out(text: str) -> str:
    """Return a piece of a listing with its codes in braces replaced by characters; anything else
    stays."""
    return _CODE.sub(_characters, text) if "{" in text else text


def _characters(found: re.Match[str]) -> str:
    name = found[2].strip().lower()
    times = int((found[1] or found[3] or "1")[:3])
    return found[0] if (one := _one(name)) is None else one * min(times, 80)


def _one(name: str) -> str | None:
    if picture := _PICTURE.fullmatch(name):
        key = picture[1] or ""
        return _DRAWN.get(_SPELLED.get(key, key), _SHADE)
    if number := _NUMBER.fullmatch(name):
        return chr(int(number[1], 16) if number[1] else int(number[2]) & 255)
    if name.startswith(("ct ", "ctrl", "control", "ctl")):
        return ""
    return PETSCII.get(name) or PETSCII.get(name.replace(" ", "-"))


def is_code(name: str) -> bool:
    """True if a name in braces is one of these codes."""
    return _one(name.lower()) is not None
