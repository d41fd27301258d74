"""The PEEK values of a key on the keyboards of several machines: a number for a key by its code, ""
for no key.

Arrow keys have the PC's codes here. Sources: the Apple II Reference Manual (keyboard input, $C000);
the Commodore 64 Programmer's Reference Guide, memory map (197, 203, 56320); the TRS-80's keyboard
memory from 14336 on.
"""

from __future__ import annotations

from collections.abc import Callable

_UP, _DOWN, _LEFT, _RIGHT = ARROWS = tuple(f"\0{code}" for code in "HPKM")
_APPLE = {_LEFT: 8, _RIGHT: 21, _UP: 11, _DOWN: 10}
_FREE = "_"
_MATRIX = {
    key: at
    for at, key in enumerate("3WA4ZSE_5RD6CFTX7YG8BHUV9IJ0MKON+PL-.:@,_*;__=^/1__2 _Q", start=8)
    if key != _FREE
} | {
    "\b": 0,
    "\r": 1,
    _RIGHT: 2,
    _LEFT: 2,
    _DOWN: 7,
    _UP: 7,
    "\0A": 3,  # F7
    "\0;": 4,  # F1
    "\0=": 5,  # F3
    "\0?": 6,  # F5
}
_ROWS = (
    "@ABCDEFG",
    "HIJKLMNO",
    "PQRSTUVW",
    "XYZ",
    "01234567",
    "89:;,-./",
    ("\r", "\f", "\x03", *ARROWS, " "),
)
_STICK = {_UP: 1, _DOWN: 2, _LEFT: 4, _RIGHT: 8, " ": 16}
_STICK |= {"\0G": 5, "\0I": 9, "\0O": 6, "\0Q": 10}  # Home, the pages and end lie between them.
_AROUND = (_UP, "\0I", _RIGHT, "\0Q", _DOWN, "\0O", _LEFT, "\0G")
_POINTER = {key: float(direction) for direction, key in enumerate(_AROUND, start=1)}
_NO_KEY = 64.0
_NO_STICK = 127.0


def latch(key: str) -> float:
    """Return an Apple's -16384: the code of the key plus 128 while it is waiting."""
    return 128.0 + _APPLE.get(key, ord(key[0].upper()) & 127) if key else 0.0


def matrix(key: str) -> float:
    """Return a Commodore's 197 and 203: the matrix position of the key that is down."""
    return float(_MATRIX.get(key.upper(), 64)) if key else _NO_KEY


def rows(chosen: float, key: str) -> float:
    """Return a TRS-80's rows of keys, those selected together by the bits of an address: a bit for
    each key of a row."""
    found = 0
    for row, keys in enumerate(_ROWS):
        if int(chosen) >> row & 1 and key and key.upper() in tuple(keys):
            found |= 1 << tuple(keys).index(key.upper())
    return float(found)


def paddle(axis: float, most: float, key: str) -> float:
    """Return the reading of a paddle or joystick that an arrow key turns to one end, from 0 to
    ``most``; even axes are horizontal."""
    low, high = (_UP, _DOWN) if int(axis) % 2 else (_LEFT, _RIGHT)
    return {low: 0.0, high: most}.get(key, most // 2.0)


def atari(key: str) -> float:
    """Return the code that an Atari's GET finds, where the return key is 155; 0 for no key."""
    if key == "\r":
        return 155.0
    return float(ord(key[0].upper())) if key else 0.0


_TI_ARROWS = dict(zip(ARROWS, (11, 10, 8, 9), strict=True))
_TI_HALVES = {1: ("XASDWER2345TFVCZBGQ1", "EXSD"), 2: ("MHJKUIO7890PL.,N/;Y6", "IMJK")}
"""The keys of each half of a TI-99/4A's keyboard, by their codes, and the arrows among them."""


def ti_key(unit: float, key: str) -> float:
    """Return the result of CALL KEY: the code of the key, or its code in the selected half of the
    keyboard; -1 for none."""
    if not key or int(unit) not in _TI_HALVES:
        return float(_TI_ARROWS.get(key, ord(key[0].upper()))) if key else -1.0
    keys, arrows = _TI_HALVES[int(unit)]
    return float(keys.find(arrows[ARROWS.index(key)] if key in ARROWS else key.upper()))


KEYBOARDS: dict[str, Callable[..., float]] = {
    "latch": latch,
    "matrix": matrix,
    "rows": rows,
    "paddle": paddle,
    # A Commodore's 198: the number of keys in the queue.
    "waiting": lambda key: float(bool(key)),
    # A Commodore's joystick, 56320: a bit is cleared for each direction and for the button, which
    # is the space bar.
    "stick": lambda key: _NO_STICK - _STICK.get(key, 0),
    # An MSX's STICK: the direction, clockwise from 1 for up; its STRIG: -1 while the space bar is
    # down.
    "pointer": lambda key: _POINTER.get(key, 0.0),
    "trigger": lambda key: -1.0 if key == " " else 0.0,
    # The cleared bits of an Atari's STICK.
    "atari": atari,
    "arrow": lambda key: float(_STICK.get(key, 0) & 15),
    # A TI-99/4A's joystick: 4 or -4, horizontally for axis 0, vertically for axis 1.
    "ti": ti_key,
    "joyst": lambda axis, key: (
        {_RIGHT: 4.0, _LEFT: -4.0}.get(key, 0.0)
        if not axis
        else {_UP: 4.0, _DOWN: -4.0}.get(key, 0.0)
    ),
    # An Apple's -16287: the button of a paddle, the space bar.
    "button": lambda key: 255.0 if key == " " else 0.0,
}
"""The functions that read them, by their names in compiled code; a `reading.nodes.Call` of one has
KEY. before the name."""
