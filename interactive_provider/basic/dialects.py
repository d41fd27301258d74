"""Where BASICs differ: each difference is one field, each dialect one row.

``lenient`` follows the Microsoft 8K BASICs of the two books with long names, double precision and nine
digits. ``gw`` is GW-BASIC 3.23. ``ecma55`` is Minimal BASIC (ECMA-55, 1978, the same as ANSI X3.60).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import BasicError, nearest


@dataclass(frozen=True, slots=True)
class Dialect:
    """One BASIC. Columns and zones are counted in characters."""

    name: str
    crunch: bool
    """Keywords are found inside runs of letters (``FORI=1TO9``)."""
    width: int
    zone: int
    tab_base: int
    """The number by which ``TAB`` names the leftmost column."""
    tab_wraps: bool
    """``TAB`` to the left of the print position begins a new line; else it does nothing."""
    tab_holds: bool
    """A PRINT that ends in ``TAB`` or ``SPC`` does not end the line."""
    wraps: bool
    """An item that does not fit in the line begins a new one."""
    zero_trip: bool
    """A FOR whose first value is past the limit is skipped; else its body runs once."""
    skip_advances: bool
    """The variable of a loop that is skipped is advanced by one step all the same."""
    next_by_position: bool
    """A NEXT belongs to the FOR above it in the listing, whatever its variable."""
    rounds: bool
    """Subscripts and the like are rounded; else they are cut off."""
    single: bool
    """Numbers are rounded to Microsoft's single and double precision."""
    math_goes_on: bool
    """Division by zero and overflow give a message and the largest number; else they stop the program."""
    asks_again: bool
    """Too few values for an INPUT begin it anew; else the rest is asked for with ``??``."""
    on_strict: bool
    """ON with a number outside the list stops the program; else the next statement follows."""
    dims_once: bool
    """DIM of an array that has had its DIM stops the program; else it makes the array anew."""
    messages: str
    """How a message ends: ``{message}`` and ``{line}`` are filled in."""

    def wording(self, message: str, line: int | None) -> str:
        """A message as the machine words it; ours are in capitals throughout."""
        if self.name == "gw":
            words = message.capitalize()
            for word in ("for", "next", "return", "gosub", "data", "while", "wend", "resume"):
                words = re.sub(rf"\b{word}\b", word.upper(), words, flags=re.IGNORECASE)
            message = words.replace("Duplicate d", "Duplicate D")
        return self.messages.format(message=message, line=line)


LENIENT = Dialect(
    name="lenient", crunch=True, width=72, zone=14, tab_base=0, tab_wraps=False, tab_holds=False, wraps=False,
    zero_trip=False, skip_advances=False, next_by_position=False, rounds=False, single=False, math_goes_on=False,
    asks_again=False, on_strict=False, dims_once=False, messages="?{message} IN {line}",
)  # fmt: skip

GW = Dialect(
    name="gw", crunch=False, width=80, zone=14, tab_base=1, tab_wraps=True, tab_holds=True, wraps=True,
    zero_trip=True, skip_advances=True, next_by_position=True, rounds=True, single=True, math_goes_on=True,
    asks_again=True, on_strict=False, dims_once=True, messages="{message} in {line}",
)  # fmt: skip

ECMA55 = Dialect(
    name="ecma55", crunch=False, width=80, zone=16, tab_base=1, tab_wraps=True, tab_holds=False, wraps=True,
    zero_trip=True, skip_advances=False, next_by_position=True, rounds=True, single=False, math_goes_on=True,
    asks_again=True, on_strict=True, dims_once=False, messages="{line}: error: {message}",
)  # fmt: skip

DIALECTS = {d.name: d for d in (LENIENT, GW, ECMA55)}


def dialect_named(name: str | Dialect) -> Dialect:
    """The dialect of that name; raises `BasicError` for a name there is not."""
    if isinstance(name, Dialect):
        return name
    if name not in DIALECTS:
        raise BasicError(f"There is no dialect {name!r}.{nearest(str(name), DIALECTS)}")
    return DIALECTS[name]
