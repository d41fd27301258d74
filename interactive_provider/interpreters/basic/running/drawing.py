"""The graphics of a machine: statements become control sequences, from which a `screen.Picture` is drawn when needed.

The sequences are our own: ``g`` begins a canvas, ``p`` sets its palette, ``o`` draws a point, ``l`` a line or box,
``c`` a circle, ``f`` fills an area, and ``k`` and ``i`` put a character and its colour into the screen's memory.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from ..errors import BasicRuntimeError
from ..reading.graphics_statements import CELLS, INKS, SCREENS
from . import screen
from .canvas import ABSOLUTE, EXACT, RELATIVE
from .files import Files

_GREATEST = 32767
_SLOW = 8
"""Points of a line that one tick covers."""
_FILLING = 5_000
"""Ticks of PAINT."""


class Mode(NamedTuple):
    """A canvas: its points, those of one character, and the PC's number of each colour."""

    width: int
    height: int
    cell: tuple[int, int]
    palette: tuple[int, ...]


_INKS = tuple(range(16))
_PC = {
    1: Mode(320, 200, (8, 8), (0, 11, 13, 15)), 2: Mode(640, 200, (8, 8), (0, 15)), 7: Mode(320, 200, (8, 8), _INKS),
    8: Mode(640, 200, (8, 8), _INKS), 9: Mode(640, 350, (8, 14), _INKS),
    12: Mode(640, 480, (8, 16), _INKS), 13: Mode(320, 200, (8, 8), _INKS),
}  # fmt: skip
_MSX_INKS = (0, 0, 2, 10, 1, 9, 4, 11, 12, 12, 6, 14, 2, 5, 7, 15)
_LOW_INKS = (0, 4, 1, 5, 2, 8, 9, 11, 6, 12, 7, 13, 10, 14, 3, 15)
_LOW, _HIGH = 1, 2
MODES: dict[str, dict[int, Mode]] = {
    "points": _PC,
    "msx": {2: Mode(256, 192, (8, 8), _MSX_INKS), 3: Mode(256, 192, (8, 8), _MSX_INKS)},
    "blocks": {_LOW: Mode(128, 48, (2, 3), (0, 7))},
    "colour blocks": {_LOW: Mode(64, 32, (2, 2), (0, 10, 14, 9, 12, 7, 11, 13, 6))},
    "apple": {_LOW: Mode(40, 48, (1, 2), _LOW_INKS), _HIGH: Mode(280, 192, (7, 8), (0, 10, 13, 15, 0, 12, 9, 15))},
    "memory": {},
    "": {},
}
"""The modes of each kind of graphics."""
_CGA = ((10, 12, 14), (11, 13, 15))
"""The colours of SCREEN 1 besides the ground, by the second number of COLOR."""
_APPLES_WINDOW = "21;24r"
_C64_INKS = (0, 15, 4, 3, 5, 2, 1, 14, 6, 6, 12, 8, 7, 10, 9, 7)


class Drawing:
    """What a machine draws with. `runtime.Machine` says how it prints, and what is on its screen."""

    files: Files
    places: bool

    @property
    def mode(self) -> int:
        """The number of the present mode, 0 for none."""
        return self.files.mode

    @property
    def modes(self) -> dict[int, Mode]:
        """The canvases that it has."""
        raise NotImplementedError

    def _steer(self, sequence: str) -> None:
        raise NotImplementedError

    def spend(self, ticks: int) -> None:
        """Count work."""
        raise NotImplementedError

    def _picture(self) -> screen.Picture:
        raise NotImplementedError

    def _widen(self, columns: int) -> None:
        raise NotImplementedError

    # A PC's and an MSX's -----------------------------------------------------------------------

    def begin_canvas(self, number: int) -> None:
        """Begin a mode with an empty canvas, or without one."""
        mode = self.modes.get(number)
        self.files = self.files._replace(mode=number if mode else 0)
        self._steer(";".join(map(str, (mode.width, mode.height, *mode.cell, *mode.palette))) + "g" if mode else "g")

    def _now(self) -> Mode:
        """The present mode; without one nothing can be drawn."""
        if self.mode not in self.modes:
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        return self.modes[self.mode]

    def _colour(self, colour: float | None, usual: int) -> int:
        if colour is None:
            return usual
        if not 0 <= colour < 256:
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        return min(round(colour), len(self._now().palette) - 1)

    def _ink(self, colour: float | None) -> int:
        return self._colour(colour, len(self._now().palette) - 1)

    def set_palette(self, ground: float | None, colours: float | None) -> None:
        """COLOR of SCREEN 1."""
        inks = _CGA[int(colours if colours is not None else 1) % 2]
        self._steer(";".join(map(str, (int(ground or 0) % 16, *inks))) + "p")

    def draw_point(self, how: float, x: float, y: float, colour: float | None = None) -> None:
        """PSET."""
        self._steer(f"{int(how)};{_whole(x)};{_whole(y)};{self._ink(colour)}o")

    def clear_point(self, how: float, x: float, y: float, colour: float | None = None) -> None:
        """PRESET."""
        self._steer(f"{int(how)};{_whole(x)};{_whole(y)};{self._colour(colour, 0) if self._now() else 0}o")

    def draw_line(
        self, how: float, x: float, y: float, how2: float, x2: float, y2: float, colour: float | None, box: float
    ) -> None:
        """LINE; ``box`` is 1 for a box and 2 for a filled one."""
        self.spend(max(self._now()[:2]) // _SLOW)
        ends = (int(how), _whole(x), _whole(y), int(how2), _whole(x2), _whole(y2))
        self._steer(f"{';'.join(map(str, ends))};{self._ink(colour)};{int(box)}l")

    def draw_circle(
        self, how: float, x: float, y: float, radius: float, colour: float | None = None, start: float | None = None,
        end: float | None = None, aspect: float | None = None,
    ) -> None:  # fmt: skip
        """CIRCLE, or an arc of it from one angle to another."""
        width, height = self._now()[:2]
        self.spend((width + height) // _SLOW)
        ratio = 4 * height / width / 3 if aspect is None else abs(aspect)
        across, down = (radius, radius * ratio) if ratio <= 1 else (radius / ratio, radius)
        if any(angle is not None and abs(angle) > 6.2832 for angle in (start, end)):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        _whole(radius)
        parts = (across, down, *(0.0 if angle is None else angle or 1 / EXACT for angle in (start, end)))
        shape = ";".join(str(round(part * EXACT)) for part in parts)
        self._steer(f"{int(how)};{_whole(x)};{_whole(y)};{self._ink(colour)};{shape}c")

    def fill_area(
        self, how: float, x: float, y: float, colour: float | None = None, border: float | None = None
    ) -> None:
        """PAINT."""
        self.spend(_FILLING)
        ink = self._ink(colour)
        self._steer(f"{int(how)};{_whole(x)};{_whole(y)};{ink};{self._colour(border, ink)}f")

    def colour_at(self, x: float, y: float | None = None) -> float:
        """POINT and SCRN: the colour of a point, -1 outside; of one number, a coordinate of the last point."""
        canvas = self._picture().canvas
        if canvas is None:
            return 0.0
        return float(canvas.last[int(x) % 2] if y is None else canvas.colour_at(_whole(x), _whole(y)))

    # Blocks ------------------------------------------------------------------------------------

    def set_block(self, x: float, y: float, colour: float | None = 1.0) -> None:
        """SET, and RESET with the colour 0."""
        self._begin(_LOW)
        self._plot(x, y, self._colour(colour, 1))

    def block_at(self, x: float, y: float) -> float:
        """POINT of a block: -1 where one is set."""
        self._within(x, y, self.modes[_LOW])
        return -float(self.colour_at(x // 1.0, y // 1.0) > 0)

    def _begin(self, mode: int) -> None:
        if self.mode != mode:
            self.begin_canvas(mode)

    def _plot(self, x: float, y: float, colour: int) -> None:
        self._within(x, y, self._now())
        self._steer(f"{ABSOLUTE};{int(x)};{int(y)};{colour}o")

    def _within(self, x: float, y: float, mode: Mode) -> None:
        if not (0 <= x < mode.width and 0 <= y < mode.height):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")

    # An Apple's --------------------------------------------------------------------------------

    def begin_blocks(self) -> None:
        """GR: forty blocks in each row, above four lines of text."""
        self._begin_apple(_LOW, _APPLES_WINDOW)

    def begin_points(self, page: float = 1.0) -> None:
        """HGR above four lines of text, or HGR2 without them."""
        self._begin_apple(_HIGH, _APPLES_WINDOW if page == 1 else "24;24r")

    def _begin_apple(self, mode: int, window: str) -> None:
        self._widen(40)
        self._steer("1;24r")
        self._steer("2J")
        self.begin_canvas(mode)
        self._steer(window)

    def end_canvas(self) -> None:
        """TEXT."""
        if self.mode:
            self.begin_canvas(0)
            self._steer("r")

    def plot_block(self, colour: float, x: float, y: float) -> None:
        """PLOT."""
        self._plot(x, y, int(colour) % 16)

    def plot_row(self, colour: float, start: float, end: float, y: float) -> None:
        """HLIN."""
        self._apple_line(int(colour) % 16, start, y, end, y)

    def plot_column(self, colour: float, start: float, end: float, x: float) -> None:
        """VLIN."""
        self._apple_line(int(colour) % 16, x, start, x, end)

    def plot_points(self, colour: float, begins: float, *places: float) -> None:
        """HPLOT: a point, or lines from one to the next; they may begin at the last point."""
        ink, points = int(colour) % 8, list(zip(places[::2], places[1::2], strict=True))
        if begins and len(points) == 1:
            self._plot(*points[0], ink)
            return
        for (x, y), (x2, y2) in pairwise(points) if begins else ():
            self._apple_line(ink, x, y, x2, y2)
        for x, y in () if begins else points:
            self._within(x, y, self._now())
            self.spend(_SLOW)
            self._steer(f"{RELATIVE};0;0;{ABSOLUTE};{int(x)};{int(y)};{ink};0l")

    def _apple_line(self, ink: int, x: float, y: float, x2: float, y2: float) -> None:
        for place in ((x, y), (x2, y2)):
            self._within(*place, self._now())
        self.spend(_SLOW)
        self._steer(f"{ABSOLUTE};{int(x)};{int(y)};{ABSOLUTE};{int(x2)};{int(y2)};{ink};0l")

    # A Commodore's memory ----------------------------------------------------------------------

    def poke(self, address: float, value: float) -> None:
        """POKE: a character or its colour; other places do nothing."""
        if not (0 <= address < 65536 and 0 <= value < 256):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        place = screen_place(address)
        if not self.places:
            return
        if place is not None:
            self._widen(40)
            self._steer(f"{place};{int(value)}k")
        elif 0 <= address - INKS < CELLS:
            self._widen(40)
            self._steer(f"{int(address) - INKS};{_C64_INKS[int(value) % 16]}i")

    def peek(self, address: float) -> float:
        """PEEK: the code of the character in a place of the screen, 0 elsewhere."""
        place = screen_place(address)
        if place is None:
            return 0.0
        picture = self._picture()
        line, column = divmod(place, 40)
        return float(screen.code_of(picture.lines[line][column], picture.colours[line][column]))


def screen_place(address: float) -> int | None:
    """The number of the character that stands in a place of the memory, None for any other place."""
    return next((int(address) - begins for begins in SCREENS if 0 <= address - begins < CELLS), None)


def _whole(x: float) -> int:
    """A coordinate as a whole number."""
    if not -_GREATEST - 1 <= x <= _GREATEST:
        raise BasicRuntimeError("OVERFLOW")
    return round(x)
