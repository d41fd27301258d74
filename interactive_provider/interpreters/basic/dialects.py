"""The differences between BASICs: each difference is one field, each dialect one row.

``lenient`` follows the Microsoft 8K BASICs of the two books, with long names, double precision and
nine digits. ``commodore`` is BASIC V2 of the C64, the VIC-20 and the PET, ``applesoft`` the Apple
II's, ``msx`` MSX-BASIC, ``ti`` that of the TI-99/4A with Extended BASIC, ``atari`` Atari BASIC.
``level2`` and ``color`` are those of Tandy's TRS-80 and Color Computer: RND(6) rolls a die, PRINT @
counts the places of the screen consecutively. ``gw`` is GW-BASIC 3.23, ``qbasic`` the same with
blocks and subprograms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .errors import BasicError, nearest

APART, EIGHT_K, ALL, COMMODORE_V2, TI_WORDS = range(5)
"""How keywords are recognised: as words, or wherever their letters occur (those of the 8K BASICs,
all, or Commodore's); or as words, but only those of TI BASIC."""

_FOREIGN = " IS NOT KNOWN HERE"


@dataclass(frozen=True, slots=True)
class Dialect:
    """One BASIC. Columns and zones are counted in characters."""

    name: str
    title: str
    """Its name in messages for players."""
    machine: str
    """The name of the machine and of its module in `machines`: arithmetic, screen, random
    numbers."""
    crunch: int = EIGHT_K
    """Keywords are found inside runs of letters (``FORI=1TO9``): `APART` or not."""
    joins_digits: bool = True
    """Blanks between the digits of a number are ignored."""
    refuses: bool = True
    """A text without any readable line is refused; otherwise it runs up to its first fault."""
    asks_seed: bool = False
    """RANDOMIZE without a number asks for one."""
    width: int = 72
    zone: int = 14
    tab_base: int = 0
    """The number of the leftmost column for ``TAB``."""
    tab_holds: bool = False
    """A PRINT that ends in ``TAB`` or ``SPC`` does not end the line."""
    wraps: bool = False
    """An item that does not fit in the line starts a new one."""
    zero_trip: bool = False
    """A FOR whose first value is past the limit is skipped; otherwise its body runs once."""
    skip_advances: bool = False
    """The variable of a skipped loop is still advanced by one step."""
    next_by_position: bool = False
    """A NEXT belongs to the FOR above it in the listing, whatever its variable is."""
    rounds: bool = False
    """Subscripts and the like are rounded; otherwise truncated."""
    single: bool = False
    """Numbers are rounded to Microsoft's single and double precision."""
    asks_again: bool = False
    """Too few values for an INPUT restart it; otherwise the rest are requested with ``??``."""
    dims_once: bool = False
    """A second DIM of an array stops the program; otherwise it creates the array again."""
    capitals: bool = True
    """Messages are in capitals throughout; otherwise only keywords are."""
    messages: str = "?{message} IN {line}"
    """The end of a message: ``{message}`` and ``{line}`` are filled in."""
    redo: str = "?REDO FROM START"
    """The message for an answer that an INPUT does not accept."""
    true_is_one: bool = False
    """A true comparison is 1, and AND, OR and NOT only test for 0; otherwise it is -1 and they work
    on bits."""
    codes: bool = False
    """A Commodore: texts contain its control codes, which listings spell out in braces, and the
    return key alone at an INPUT leaves its variables unchanged; on other machines it is read as 0
    or as an empty text."""
    prompts_alone: bool = False
    """An INPUT's own prompt is printed without a question mark after it."""
    counts_doubles: bool = False
    """FOR accepts a double-precision variable."""
    graphics: str = ""
    """Its graphics: points, blocks and others, by the names in `running.drawing`."""
    is_strict: bool = False
    """Drawing outside the screen is an error."""
    columns: int = 0
    """The columns of the screen for PRINT @, 0 without PRINT @; if there are any, RND(n) gives
    whole numbers."""

    def wording(self, message: str, line: int | None) -> str:
        """Return a message with its line, in the machine's wording."""
        return self.messages.format(message=self.words(message), line=line)

    def words(self, message: str) -> str:
        """Return one of our messages, which are in capitals, as the machine writes it."""
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
    """Return the dialect of that name; raise `BasicError` for an unknown name."""
    if isinstance(name, Dialect):
        return name
    if name not in DIALECTS:
        raise BasicError(f"There is no dialect {name!r}.{nearest(str(name), DIALECTS)}")
    return DIALECTS[name]
