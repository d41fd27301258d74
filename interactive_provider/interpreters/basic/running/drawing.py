"""The graphics of a machine: statements become control sequences, from which a
`screen.ScreenPicture` is drawn when needed.

The sequences are our own: ``g`` begins a canvas, ``p`` sets its palette, ``o`` draws a point, ``l``
a line or box, ``c`` a circle, ``f`` fills an area, and ``k`` and ``i`` put a character and its
colour into the screen's memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import BasicRuntimeError
from ..reading.statements.graphics import CELLS, INKS, SCREENS
from . import screen
from .functions import Argument, within
from .runtime import Machine

_GREATEST = 32767
_FULL_TURN = 6.2832
_TICKS = {"o": 1, "l": 80, "c": 240, "f": 5_000}
"""The number of ticks for drawing."""
_PLACES = {"o": ((1, 2),), "l": ((1, 2), (4, 5))}
"""The numbers of a sequence that are screen positions, which must exist on a machine that does not
clip."""


class Mode(NamedTuple):
    """A canvas: its size, the size of a character in points, and the PC's number for each
    colour."""

    width: int
    height: int
    cell: tuple[int, int]
    palette: tuple[int, ...]


_INKS = tuple(range(16))
_PC = {
    1: Mode(320, 200, (8, 8), (0, 11, 13, 15)),
    2: Mode(640, 200, (8, 8), (0, 15)),
    7: Mode(320, 200, (8, 8), _INKS),
    8: Mode(640, 200, (8, 8), _INKS),
    9: Mode(640, 350, (8, 14), _INKS),
    11: Mode(640, 480, (8, 16), (0, 15)),
    12: Mode(640, 480, (8, 16), _INKS),
    13: Mode(320, 200, (8, 8), _INKS),
}
_MSX_INKS = (0, 0, 2, 10, 1, 9, 4, 11, 12, 12, 6, 14, 2, 5, 7, 15)
_LOW_INKS = (0, 4, 1, 5, 2, 8, 9, 11, 6, 12, 7, 13, 10, 14, 3, 15)
_HIGH = Mode(280, 192, (7, 8), (0, 10, 13, 15, 0, 12, 9, 15))
MODES: dict[str, dict[int, Mode]] = {
    "points": _PC,
    "msx": dict.fromkeys((2, 3), Mode(256, 192, (8, 8), _MSX_INKS)),
    "blocks": {1: Mode(128, 48, (2, 3), (0, 7))},
    "colour blocks": {1: Mode(64, 32, (2, 2), (0, 10, 14, 9, 12, 7, 11, 13, 6))},
    "apple": {1: Mode(40, 48, (1, 2), _LOW_INKS), 2: _HIGH, 3: _HIGH},
    "memory": {},
    "": {},
}
"""The modes of each kind of graphics."""
_CGA = ((10, 12, 14), (11, 13, 15))
"""The foreground colours of SCREEN 1, by the second number of COLOR."""
_HEIGHTS = (screen.LINES, 30, 43, 50, 60)
"""The numbers of lines that WIDTH may set."""
_WINDOWS = {0: "r", 1: "21;24r", 2: "21;24r", 3: "24;24r"}
"""The text lines of an Apple in each mode."""
C64_INKS = (0, 15, 4, 3, 5, 2, 1, 14, 6, 6, 12, 8, 7, 10, 9, 7)
"""The colours of a C64, as PC colour numbers."""


class DrawingMachine(Machine):
    """A machine with graphics, the base of all machines."""

    @property
    def modes(self) -> dict[int, Mode]:
        """The modes of its screen that have a canvas."""
        return MODES[self.dialect.graphics]

    def display(self, word: str, *args: Argument) -> None:
        """COLOR, SCREEN, WIDTH or VIEW PRINT; what no screen can do is an error."""
        if self.dialect.columns:
            return  # a screen with its own modes and colours
        first, second = (None if arg is None else int(arg) for arg in (*args, None, None)[:2])
        match word:
            case "COLOR" if self.files.mode == 1:
                self.set_palette(first, second)
            case "COLOR":
                within(first, 0, 31)
                within(second, 0, 15)
                self._steer(f"{'' if first is None else first};{'' if second is None else second}m")
            case "VIEW":
                most = self._rows_for(second)
                within(first, 1, most)
                within(second, first or 1, most)
                self._steer(f"{first or ''};{second or ''}r")
                self.column = 0
            case "WIDTH":
                self._set_width(first, second or screen.LINES)
            case "SCREEN" if first is not None:
                self._set_mode(first)

    def _set_width(self, columns: int | None, rows: int) -> None:
        """WIDTH; on a terminal, as with CP/M, widths other than 40 and 80 do nothing."""
        if columns in (40, screen.COLUMNS) or self.dialect.single:
            columns = columns or self.columns
            if columns not in (40, screen.COLUMNS) or rows not in _HEIGHTS:
                raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
            self._resize(columns, rows)

    def _set_mode(self, mode: int) -> None:
        """SCREEN; text mode keeps the width."""
        if mode or self.files.mode:
            columns = 40 if mode in (1, 7, 13) else screen.COLUMNS
            rows = 30 if mode in (11, 12) else screen.LINES
            self._resize(columns if mode else self.columns, rows)
        if self.modes and mode != self.files.mode:
            self.wipe()
            self.begin_canvas(mode)

    def begin_canvas(self, number: int) -> None:
        """Begin a mode with an empty canvas, or without one."""
        mode = self.modes.get(number)
        self.files = self.files._replace(mode=number if mode else 0)
        self._steer(
            ";".join(map(str, (mode.width, mode.height, *mode.cell, *mode.palette))) + "g"
            if mode
            else "g"
        )

    def begin_apple(self, mode: float) -> None:
        """GR, HGR and HGR2, and TEXT with the mode 0."""
        if mode or self.files.mode:
            self._resize(40)
            self._steer("r")
            if mode:
                self._steer("2J")
            self.begin_canvas(int(mode))
            self._steer(_WINDOWS[int(mode)])

    def set_palette(self, ground: Argument, colours: Argument) -> None:
        """Set the palette, by COLOR in SCREEN 1."""
        inks = _CGA[int(1 if colours is None else colours) % 2]
        self._steer(";".join(map(str, (int(ground or 0) % 16, *inks))) + "p")

    def draw(self, letter: str, colour: Argument, *numbers: Argument) -> None:
        """Draw in a colour, by default the last one; without a canvas, or outside that of a strict
        machine, this is an error."""
        if "blocks" in self.dialect.graphics and not self.files.mode:
            self.begin_canvas(1)
        mode = self.modes.get(self.files.mode)
        radius, *angles = numbers[3:6] if letter == "c" else (0,)
        if (
            mode is None
            or (radius or 0) < 0
            or any(abs(angle or 0) > _FULL_TURN for angle in angles)
            or not 0 <= (colour or 0) < 256
            or (self.dialect.is_strict and self._is_beside(mode, letter, numbers))
        ):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        ink = len(mode.palette) - 1 if colour is None else round(colour) % len(mode.palette)
        self.spend(_TICKS[letter])
        self._steer(";".join((str(ink), *map(_written, numbers))) + letter)

    def _is_beside(self, mode: Mode, letter: str, numbers: Sequence[Argument]) -> bool:
        """True if a place is outside; the start of a line that continues from the last point does
        not count."""
        places = [(numbers[i] or 0, numbers[j] or 0) for i, j in _PLACES[letter]]
        return any(not (0 <= x < mode.width and 0 <= y < mode.height) for x, y in places)

    def colour_at(self, x: float, y: Argument = None) -> float:
        """POINT and SCRN: the colour of a point, -1 outside; with one argument, a coordinate of the
        last point."""
        canvas = self._picture().canvas
        if canvas is None:
            return 0.0
        return float(canvas.last[int(x) % 2] if y is None else canvas.colour_at(round(x), round(y)))

    def block_at(self, x: float, y: float) -> float:
        """POINT of a block: -1 if it is set."""
        if self._is_beside(self.modes[1], "o", (0.0, x, y)):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        return -float(self.colour_at(int(x), int(y)) > 0)

    # A Commodore's memory ----------------------------------------------------------------------

    def poke(self, address: float, value: float) -> None:
        """POKE: a character or its colour; other places do nothing."""
        within(address, 0, 65535)
        within(value, 0, 255)
        place = screen_place(address)
        if not self.places_output:
            return
        if place is not None:
            self._steer(f"{place};{int(value)}k")
        elif 0 <= address - INKS < CELLS:
            self._steer(f"{int(address) - INKS};{C64_INKS[int(value) % 16]}i")

    def peek(self, address: float) -> float:
        """PEEK: the code of the character at a screen address, 0 elsewhere."""
        place = screen_place(address) if self.dialect.graphics == "memory" else None
        if place is None or not self.places_output:
            return 0.0
        picture = self._picture()
        line, column = divmod(place, 40)
        return float(screen.code_of(picture.lines[line][column], picture.colours[line][column]))


def screen_place(address: float) -> int | None:
    """Return the number of the screen character at a memory address, None for any other address."""
    return next(
        (int(address) - begins for begins in SCREENS if 0 <= address - begins < CELLS), None
    )


def _written(x: Argument) -> str:
    """Return a number for a sequence, to three places; empty for an omitted one."""
    within(x, -_GREATEST - 1, _GREATEST, "OVERFLOW")
    return "" if x is None else f"{x:.3f}".rstrip("0").rstrip(".")
