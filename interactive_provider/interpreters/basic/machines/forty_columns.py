"""Machines with a forty-column screen: MSX-BASIC's, with its own modes, Commodore's BASIC V2 and
Atari's."""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..running import screen
from ..running.drawing import C64_INKS, DrawingMachine
from ..running.functions import Argument
from ..running.petscii_codes import petscii, petscii_code
from . import MachineKind

_COLOURS = "\x90\x05\x1c\x9f\x9c\x1e\x1f\x9e\x81\x95\x96\x97\x98\x99\x9a\x9b"
_CODES = {
    "\x11": "\x1f",
    "\x91": "\x1e",
    "\x1d": "\x1c",
    "\x9d": "\x1d",
    "\x13": "\x1b[1;1H",
    "\x93": screen.WIPE,
    **{code: f"\x1b[{ink}m" for code, ink in zip(_COLOURS, C64_INKS, strict=True)},
    "\x12": "\x1b[0;7m",
    "\x92": "\x1b[7;0m",
}
"""The meaning of the control codes; the last two swap background and foreground, and swap them
back."""
_ALL = -(1 << 30)
_STEPS = {"\x1d": 1, "\x9d": -1, "\x13": _ALL, "\x93": _ALL}
"""The number of columns that some of them move the cursor."""


class Narrow(DrawingMachine):
    """A machine with a forty-column screen."""

    screen_columns = 40

    def display(self, word: str, *args: Argument) -> None:
        """COLOR, SCREEN and WIDTH for screens with their own colours and modes."""


class Msx(Narrow):
    """A machine whose LOCATE takes the column first and counts from 0, and whose screens 2 and 3
    are canvases."""

    def display(self, word: str, *args: Argument) -> None:
        """Like `Machine.display`; every SCREEN is empty at first."""
        if word == "SCREEN" and args and args[0] is not None and self.places_output:
            self.wipe()
            self.begin_canvas(int(args[0]))

    def locate(self, line: Argument, column: Argument) -> None:
        """LOCATE with the first argument as the column; a place beyond the screen is the last
        one."""
        super().locate(
            None if column is None else min(max(column, 0.0), screen.LINES - 1) + 1,
            None if line is None else min(max(line, 0.0), self.columns - 1) + 1,
        )


class Commodore(Narrow):
    """A machine that obeys the control codes it prints if its program positions output, and
    otherwise ignores them.

    They move the cursor and choose colours.
    """

    def put(self, text: str) -> None:
        """Like `Machine.put`."""
        if text.isprintable():
            super().put(text)
            return
        for char in text:
            if char in _CODES and self.places_output:
                self.out.append(_CODES[char])
                self.column = max(0, self.column + _STEPS.get(char, 0))
            elif char == "\x14":
                super().put("\b \b")
            elif char not in _CODES and (char in "\r\n\a" or char.isprintable()):
                super().put(char)

    def rnd(self, x: float = 1.0) -> float:
        """Like `Machine.rnd`; RND(0) is luck from the clock."""
        return super().rnd(x or 1.0)


class Atari(Narrow):
    """A machine that prints numbers without blanks."""

    gap = ""

    def locate(self, line: Argument, column: Argument) -> None:
        """POSITION: a place beyond the screen is the last one."""
        super().locate(
            min(line or 1.0, float(screen.LINES)), min(column or 1.0, float(self.columns))
        )


ATARI = MachineKind(Atari, ExpressionCoder, {})
MSX = MachineKind(Msx, ExpressionCoder, {})
COMMODORE = MachineKind(Commodore, ExpressionCoder, {"char": petscii, "asc": petscii_code})
