"""The memory addresses at which programs poll a machine's keyboard with PEEK, and their translation
here.

There are two kinds of keyboard. An Apple's *latch* holds the last key until it is cleared (POKE
-16368) or taken (GET); so does a Commodore's queue. The *matrix* of a Commodore or a TRS-80, and a
joystick, show which keys are down: a program reads them in several successive lines, which must all
see the same key, so the player is asked again only when control reaches a line that is not below
the last one that looked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from . import nodes as n
from .lexer import SourceLine
from .nodes import Expr, Exprs, Stmt, Target

HELD = n.Var("KEY.HELD$")
"""The key waiting in the latch."""
DOWN = n.Var("KEY.DOWN$")
_AT = n.Var("KEY.AT")
"""The key that is down, and the place where it was last read."""
_EMPTY = n.Binary("=", HELD, n.Str(""))
_FIRST = n.Binary("=", _AT, n.ZERO)
LATCHES = {49152: "KEY.LATCH", 198: "KEY.WAITING"}
"""Addresses that show a waiting key."""
CLEARED = {49168, 198}
"""Addresses at which a POKE clears it."""
_MATRICES = {
    **LATCHES,
    197: "KEY.MATRIX",
    203: "KEY.MATRIX",
    49249: "KEY.BUTTON",
    56320: "KEY.STICK",
    56321: "KEY.STICK",
}
"""Addresses that show a key held down."""
_PADDLES = {"PDL": "255", "JOYSTK": "63", "PADDLE": "228", "PC.STICK": "200"}
STICKS = frozenset("PDL JOYSTK PADDLE STICK STRIG".split())
"""Functions that read paddles and joysticks."""
_ROWS = range(14337, 14592)
"""The rows of a TRS-80's keys: each bit of the address selects one of them."""
_NUMBER = re.compile(r"-?\s*(?:\d+|&H[0-9A-F]+)", re.IGNORECASE)
_NAMED = re.compile(
    rf"(?:^|:|\bLET|\bTHEN)\s*([A-Z][A-Z0-9]*%?)\s*=\s*({_NUMBER.pattern})\s*(?=$|:)", re.IGNORECASE
)

_OPENED = re.compile(r"OPEN\s*(\d+)\s*,\s*0")
_OWN = r"(?:^|:|LET|THEN|ELSE|FOR)\s*{0}\s*=|(?:READ|INPUT|DIM|,)\s*{0}\b"
_OWN_TI, _OWN_ST = (re.compile(_OWN.format(name), re.MULTILINE) for name in ("TI", "ST"))
_READS_FILES = re.compile(r"(?:INPUT|GET)\s*#")
JIFFIES = n.Var("TI")
CLOCK = n.Var("TI$")
"""Commodore's clock: sixtieths of a second, and six digits."""
CLOCKS: dict[Expr, Expr] = {
    JIFFIES: n.call("INT", n.Binary("*", n.call("TIMER"), n.Num("60"))),
    CLOCK: n.call("TIME.DIGITS$"),
}
"""The functions that read it."""
STATUS = n.Var("ST")
"""The status of a Commodore's last file access."""


@dataclass(frozen=True, slots=True)
class Keyboard:
    """The addresses that a program uses for its keyboard, whether it takes keys out of a latch,
    which files are the keyboard, and whether TI and TI$ are its clock and ST is the status of its
    files. With ``lowered`` its listing is in lower case.
    """

    names: Mapping[str, int] = field(default_factory=dict)
    latched: bool = False
    files: frozenset[str] = frozenset()
    ticks: bool = False
    lowered: bool = False
    status: bool = False

    def place(self, e: Expr) -> int | None:
        """Return the memory address that an expression names, None for one computed at run time."""
        match e:
            case n.Num(text) if _NUMBER.fullmatch(text):
                return _number(text)
            case n.Unary("-", n.Num(text)) if text.isdigit():
                return _number(f"-{text}")
            case n.Var(name):
                return self.names.get(name)
        return None

    def turned(self, name: str, args: Exprs, at: int) -> tuple[Stmt, Expr]:
        """Do the same for a function that reads a paddle, a joystick or its button."""
        if name in _PADDLES:
            found = n.call("KEY.PADDLE", args[0], n.Num(_PADDLES[name]), DOWN)
        else:
            found = n.call("KEY.POINTER" if name == "STICK" else "KEY.TRIGGER", DOWN)
        return _look_at_keys_down(at), found

    def look(self, place: int | None, at: int) -> tuple[Stmt, Expr] | None:
        """Return what a PEEK at the keyboard does before its statement, and the number that it
        gives; None for other addresses.

        ``at`` numbers the places that poll the keyboard, in listing order.
        """
        if place in LATCHES and self.latched:
            return asks_unless_held(polls=True), n.call(LATCHES[place], HELD)
        if place in _MATRICES:
            return _look_at_keys_down(at), n.call(_MATRICES[place], DOWN)
        if place is not None and place in _ROWS:
            row = n.Num(str(place & 255))
            return _look_at_keys_down(at), n.call("KEY.ROWS", row, DOWN)
        return None


def clock_set(time: Expr) -> Stmt:
    """Return ``TI$ =`` six digits as a call."""
    digits = (
        time.text
        if isinstance(time, n.Str) and re.fullmatch(r"[0-2]\d[0-5]\d[0-5]\d", time.text)
        else ""
    )
    if not digits:
        return n.Nothing((time,), "TI$")
    return n.act("set_clock", n.Str(f"{digits[:2]}:{digits[2:4]}:{digits[4:]}"))


OF_INKEY = Keyboard()
"""A keyboard that is not at a memory address."""


def keyboard_of(lines: Iterable[SourceLine]) -> Keyboard:
    """Return the keyboard of a program, judging by the addresses in its text."""
    bodies = [line.body for line in lines]
    named = {name.upper(): _number(text) for body in bodies for name, text in _NAMED.findall(body)}
    text = "\n".join(bodies).upper()
    numbers = {
        _number(found)
        for found in re.findall(rf"(?:PEEK|POKE|WAIT)\s*\(?\s*({_NUMBER.pattern})", text)
    }
    known = {*LATCHES, *CLEARED, *_MATRICES, *_ROWS}
    names = {name: place for name, place in named.items() if place in known}
    used = {*numbers, *names.values()}
    latched = 49168 in used or bool(used & {*LATCHES} and re.search(r"\bGET\b", text))
    lowered = sum(map(str.islower, "".join(bodies))) > sum(map(str.isupper, "".join(bodies)))
    status = bool(_READS_FILES.search(text)) and not _OWN_ST.search(text)
    return Keyboard(
        names, latched, frozenset(_OPENED.findall(text)), not _OWN_TI.search(text), lowered, status
    )


def asks_unless_held(polls: bool) -> Stmt:
    """Return a stop for a key unless one is held; with ``polls``, no key is an answer too."""
    return n.If(_EMPTY, (n.asks_key(HELD, polls),))


def _look_at_keys_down(at: int) -> Stmt:
    """Return a stop for the key that is down, unless it was asked for further up."""
    place = n.Num(str(at))
    is_new = n.Binary("OR", _FIRST, n.Binary(">=", _AT, place))
    return n.If(is_new, (n.Let(_AT, place), n.asks_key(DOWN)), (n.Let(_AT, place),))


def is_taken(target: Target, value: Expr) -> bool:
    """True if an assignment takes the key out of the latch."""
    return target == HELD and value == n.Str("")


def _number(text: str) -> int:
    """Return an address from 0 to 65535."""
    digits = "".join(text.upper().split()).lstrip("-")
    size = int(digits[2:], 16) if digits.startswith("&H") else int(digits[:12])
    return (-size if text.startswith("-") else size) & 0xFFFF
