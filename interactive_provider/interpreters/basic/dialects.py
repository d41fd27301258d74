"""Where BASICs differ: each difference is one field, each dialect one row.

``lenient`` follows the Microsoft 8K BASICs of the two books with long names, double precision and
nine digits. ``commodore`` is BASIC V2 of the C64, the VIC-20 and the PET, ``applesoft`` the Apple
II's, ``msx`` MSX-BASIC, ``ti`` that of the TI-99/4A with Extended BASIC, ``atari`` Atari BASIC.
``level2`` and ``color`` are those of Tandy's TRS-80 and Color Computer: RND(6) throws a die, PRINT
@ counts through the places of the screen. ``gw`` is GW-BASIC 3.23, ``qbasic`` the same with blocks
and subprograms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .errors import BasicError, nearest

APART, EIGHT_K, ALL, COMMODORE_V2, TI_WORDS = range(5)
"""How keywords are found: as words, or wherever their letters occur: those of the 8K BASICs, all,
or Commodore's; or as words, but only those of TI BASIC."""

_FOREIGN = " IS NOT KNOWN HERE"


@dataclass(frozen=True, slots=True)
class Dialect:
    """One BASIC. Columns and zones are counted in characters."""

    name: str
    title: str
    """Its name in messages for players."""
    machine: str
    """The module of `machines` with the machine's name there: arithmetic, screen, random
    numbers."""
    crunch: int = EIGHT_K
    """Keywords are found inside runs of letters (``FORI=1TO9``): `APART` or not."""
    joins_digits: bool = True
    """Blanks between the digits of a number are passed over."""
    refuses: bool = True
    """A text without any readable line is refused; otherwise it runs up to its first fault."""
    asks_seed: bool = False
    """RANDOMIZE without a number asks for one."""
    width: int = 72
    zone: int = 14
    tab_base: int = 0
    """The number by which ``TAB`` names the leftmost column."""
    tab_holds: bool = False
    """A PRINT that ends in ``TAB`` or ``SPC`` does not end the line."""
    wraps: bool = False
    """An item that does not fit in the line begins a new one."""
    zero_trip: bool = False
    """A FOR whose first value is past the limit is skipped; otherwise its body runs once."""
    skip_advances: bool = False
    """The variable of a skipped loop is still advanced by one step."""
    next_by_position: bool = False
    """A NEXT belongs to the FOR above it in the listing, whatever its variable."""
    rounds: bool = False
    """Subscripts and the like are rounded; otherwise truncated."""
    single: bool = False
    """Numbers are rounded to Microsoft's single and double precision."""
    asks_again: bool = False
    """Too few values for an INPUT restart it; otherwise the rest is asked for with ``??``."""
    dims_once: bool = False
    """A second DIM of an array stops the program; otherwise it creates the array again."""
    capitals: bool = True
    """Messages are in capitals throughout; otherwise only keywords are."""
    messages: str = "?{message} IN {line}"
    """How a message ends: ``{message}`` and ``{line}`` are filled in."""
    redo: str = "?REDO FROM START"
    """What is printed about an answer that is not what an INPUT asks for."""
    true_is_one: bool = False
    """A true comparison is 1, and AND, OR and NOT only test for 0; otherwise it is -1 and they work
    on bits."""
    codes: bool = False
    """A Commodore: texts contain its control codes, which listings spell out in braces, and the
    return key alone at an INPUT leaves its variables as they are; elsewhere it is read as 0 or as
    an empty text."""
    prompts_alone: bool = False
    """A prompt of an INPUT's own is printed without a question mark after it."""
    counts_doubles: bool = False
    """FOR takes a variable of double precision."""
    graphics: str = ""
    """What it draws with: points, blocks and the like, by the names in `running.drawing`."""
    is_strict: bool = False
    """Drawing outside the screen is an error."""
    columns: int = 0
    """The columns of a screen that PRINT @ addresses, 0 without PRINT @; RND(n) gives whole numbers
    if there are any."""

    def wording(self, message: str, line: int | None) -> str:
        """A message with its line, in the machine's words."""
        return self.messages.format(message=self.words(message), line=line)

    def words(self, message: str) -> str:
        """One of our messages, which are in capitals, as the machine writes it."""
        if self.capitals:
            return message
        if message.endswith(_FOREIGN):
            return message.removesuffix(_FOREIGN) + _FOREIGN.lower()
        words = message.capitalize()
        for word in ("for", "next", "return", "gosub", "data", "while", "wend", "resume"):
            words = re.sub(rf"\b{word}\b", word.upper(), words, flags=re.IGNORECASE)
        return words.replace("Duplicate d", "Duplicate D")


LENIENT = Dialect("lenient", "8K BASIC", "eight_k.PLAIN")
LEVEL2 = Dialect(
    "level2",
    "TRS-80 Level II BASIC",
    "eight_k.LEVEL2",
    crunch=ALL,
    redo="?REDO",
    width=64,
    zone=16,
    columns=64,
    graphics="blocks",
    is_strict=True,
)
COLOR = replace(
    LEVEL2,
    name="color",
    title="Extended Color BASIC",
    machine="eight_k.COLOR",
    width=32,
    columns=32,
    graphics="colour blocks",
)
COMMODORE = Dialect(
    "commodore",
    "Commodore BASIC",
    "forty_columns.COMMODORE",
    crunch=COMMODORE_V2,
    width=80,
    zone=10,
    codes=True,
    graphics="memory",
)
APPLESOFT = Dialect(
    "applesoft",
    "Applesoft BASIC",
    "eight_k.APPLESOFT",
    width=80,
    zone=16,
    redo="?REENTER",
    true_is_one=True,
    prompts_alone=True,
    graphics="apple",
    is_strict=True,
)
MSX = Dialect(
    "msx",
    "MSX-BASIC",
    "forty_columns.MSX",
    crunch=ALL,
    redo="?Redo from start",
    width=40,
    graphics="msx",
)
ATARI = Dialect(
    "atari",
    "Atari BASIC",
    "forty_columns.ATARI",
    crunch=APART,
    joins_digits=False,
    width=40,
    zone=10,
    true_is_one=True,
)
TI = Dialect(
    "ti",
    "TI BASIC",
    "ti.TI",
    crunch=TI_WORDS,
    joins_digits=False,
    width=28,
    tab_base=1,
    wraps=True,
    zero_trip=True,
    rounds=True,
    asks_again=True,
    messages="* {message} IN {line}",
    redo="* WARNING: INPUT ERROR\nTRY AGAIN:",
)
GW = Dialect(
    "gw",
    "GW-BASIC",
    "gw.GW",
    crunch=APART,
    refuses=False,
    asks_seed=True,
    width=80,
    tab_base=1,
    tab_holds=True,
    wraps=True,
    zero_trip=True,
    skip_advances=True,
    next_by_position=True,
    rounds=True,
    single=True,
    asks_again=True,
    dims_once=True,
    capitals=False,
    messages="{message} in {line}",
    redo="?Redo from start",
    graphics="points",
)
QBASIC = replace(
    GW,
    name="qbasic",
    title="QBasic",
    machine="gw.QBASIC",
    joins_digits=False,
    dims_once=False,
    counts_doubles=True,
)
DIALECTS = {
    d.name: d for d in (LENIENT, GW, QBASIC, LEVEL2, COLOR, COMMODORE, APPLESOFT, MSX, TI, ATARI)
}


def dialect_named(name: str | Dialect) -> Dialect:
    """The dialect of that name; raises `BasicError` for an unknown name."""
    if isinstance(name, Dialect):
        return name
    if name not in DIALECTS:
        raise BasicError(f"There is no dialect {name!r}.{nearest(str(name), DIALECTS)}")
    return DIALECTS[name]
