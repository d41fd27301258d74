"""Commodore's control codes as listings in text write them: ``{clr}``, ``{down*3}``, ``{rvs on}``, ``{147}``.

The names are those of petcat, of CBM prg Studio and of the magazines. What draws a piece of a picture becomes a
sign that looks like it where the PC has one, else a shaded block.
"""

from __future__ import annotations

import re

_NAMES = {
    147: "clr clear clr/home sc shift-home shift-clr/home", 19: "home ho clear/home",
    17: "down cd crsr-down cursor-down dn", 145: "up cu crsr-up cursor-up",
    157: "left cl crsr-left cursor-left lft", 29: "rght right cr crsr-right cursor-right rgt",
    18: "rvson rvon rvs-on reverse-on rev-on rvs reverse on", 146: "rvsoff rvof rvs-off reverse-off rev-off rof off",
    144: "blk black", 5: "wht white wh", 28: "red rd", 159: "cyn cyan cy", 156: "pur purple pu", 30: "grn green gn",
    31: "blu blue bl", 158: "yel yellow yw", 129: "orng orange or", 149: "brn brown",
    150: "lred light-red lt-red pink", 151: "gry1 dark-gray dark-grey", 152: "gry2 gray grey medium-gray",
    153: "lgrn light-green lt-green", 154: "lblu light-blue lt-blue", 155: "gry3 light-gray light-grey",
    20: "del delete", 148: "inst insert", 13: "return cr/lf",
    133: "f1", 134: "f3", 135: "f5", 136: "f7", 137: "f2", 138: "f4", 139: "f6", 140: "f8",
    14: "swlc lower-case lowercase", 142: "swuc upper-case uppercase", 32: "space spc sp shift-space",
    95: "arrow-left left-arrow", 94: "up-arrow arrow-up", 126: "pi",
}  # fmt: skip
_CODES = {name: chr(code) for code, names in _NAMES.items() for name in names.split()}
_DRAWN = dict(zip("asxzqw*-+", "♠♥♣♦●○─│┼", strict=True))
"""The pictures of the shifted keys."""
_SHADE = "▒"
_CODE = re.compile(r"\{(\d+ +)?([^{}\n]{1,24}?)(?:[* ]+(\d+))?\}")
_SPELLED = {"asterisk": "*", "minus": "-", "plus": "+", "pound": "£", "at": "@"}
_PICTURE = re.compile(r"(?:sh|shift|shft|s)[ -](\S+)|(?:cm|cbm|c=|com|comm)[ -]\S+")
_NUMBER = re.compile(r"\$([0-9a-f]{2})|(\d{1,3})")


def spelled_out(text: str) -> str:
    """A piece of a listing with the characters that its codes in braces stand for; what no code is stays."""
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
    return _CODES.get(name) or _CODES.get(name.replace(" ", "-"))


def is_code(name: str) -> bool:
    """Whether a name in braces is one of these codes."""
    return _one(name.lower()) is not None
