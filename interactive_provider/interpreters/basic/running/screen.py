"""The screen, usually 25 lines of 80 or 40 columns, for programs that position or colour their
output.

The output of such a program contains control sequences in the form of ECMA-48 (1991): CUP for the
cursor, where an omitted number keeps the present value, ED to clear, and SGR for colours, given by
the PC's numbers; and two of our own, ``w`` for the numbers of columns and lines and ``r`` for the
lines that scroll. A `ScreenPicture` is the resulting screen.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .canvas import Brush, Canvas, blank

LINES = 25
COLUMNS = 80
USUAL = 7
"""The colours of a machine just switched on: 16 times the background's number plus the
foreground's, light grey on black."""
WIPE = "\x1b[2J"
_PIECE = re.compile(r"\x1b\[([\d;.-]*)([A-Za-z])|([\x00-\x1f\x7f])|([^\x00-\x1f\x7f]+)")
_PLACES = re.compile(r"\x1b\[[\d;]*[HJ]")
_COLOURS = re.compile(r"\x1b\[[\d;.-]*[mwrgpolcfki]")
_MOVES = {"\x1c": (0, 1), "\x1d": (0, -1), "\x1e": (-1, 0), "\x1f": (1, 0), "\b": (0, -1)}
"""Control characters that move the cursor, by lines and columns."""
_GROUND = 0x70
_INK = 0x0F

_DRAWN = dict(zip((*range(1, 7), *range(14, 27), 127), "☺☻♥♦♣♠♫☼►◄↕‼¶§▬↨↑↓→⌂", strict=True))


_CODES = (
    "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[£]↑← !\"#$%&'()*+,-./0123456789:;<=>?"
    "─♠│─▔▔▁▏▕╮╰╯▙╲╱▛▜●▂♥▎╭╳○♣▐♦┼▒│π◥ ▌▄▔▁▏▒▕░◤▐├▗└┐▂┌┴┬┤▎▍▕▀▔▃▟▖▝┘▘▚"
)
"""The Commodore's characters by their codes in screen memory; the higher codes are the same in
inverse video."""
_REVERSED = 128


def code_of(sign: str, colours: str) -> int:
    """Return the code of a screen character in a Commodore's memory; for a character that it does
    not have, the code of a blank."""
    if sign == "█":
        return _CODES.index(" ") + _REVERSED
    code = _CODES.find(sign)
    return (_CODES.index(" ") if code < 0 else code) + _REVERSED * (ord(colours) > _INK)


def drawn(text: str) -> str:
    """Return a text with the PC's signs for the control codes that move nothing: a heart for 3."""
    return text.translate(_DRAWN)


class ScreenPicture(NamedTuple):
    """The lines of the screen, all as long as its width, with the colours of each character (as
    characters with that number), and the cursor's place, counted from 0. ``top`` and ``bottom`` are
    the first and last line that scroll.
    """

    lines: tuple[str, ...] = (" " * COLUMNS,) * LINES
    colours: tuple[str, ...] = (chr(USUAL) * COLUMNS,) * LINES
    line: int = 0
    column: int = 0
    colour: int = USUAL
    top: int = 0
    bottom: int = LINES - 2
    canvas: Canvas | None = None

    @classmethod
    def blank(cls, columns: int, rows: int = LINES) -> ScreenPicture:
        """Return an empty screen."""
        colours = (chr(USUAL) * columns,) * rows
        return cls((" " * columns,) * rows, colours, bottom=rows - 2)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.lines[0])

    def after(self, text: str) -> ScreenPicture:
        """Return the screen after more was printed on it."""
        pen = _Pen(self)
        for numbers, letter, control, plain in _PIECE.findall(text):
            if plain:
                pen.write(plain)
            elif control:
                pen.obey(control)
            else:
                pen.follow(
                    [float(number) if number else None for number in numbers.split(";")], letter
                )
        return ScreenPicture(
            tuple(pen.lines),
            tuple(pen.colours),
            pen.line,
            pen.column,
            pen.colour,
            pen.top,
            pen.bottom,
            None if pen.brush is None else pen.brush.dried(),
        )

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines).rstrip("\n")


class _Pen:
    """A screen being written to. The last line does not scroll, and only a line end leaves it."""

    def __init__(self, picture: ScreenPicture) -> None:
        self.begin(picture)

    def begin(self, picture: ScreenPicture) -> None:
        self.lines = list(picture.lines)
        self.colours = list(picture.colours)
        self.line = picture.line
        self.column = picture.column
        self.colour = picture.colour
        self.top = picture.top
        self.bottom = picture.bottom
        self.brush = None if picture.canvas is None else Brush(picture.canvas)

    @property
    def width(self) -> int:
        return len(self.lines[0])

    @property
    def rows(self) -> int:
        return len(self.lines)

    def write(self, text: str) -> None:
        width = self.width
        while text:
            if self.column >= width:
                if self.line == self.rows - 1:
                    self.column = width - 1
                else:
                    self.new_line()
            room = width - self.column
            here = text[:room]
            text = text[room:]
            at = self.column
            line = self.line
            self._put(line, at, here, chr(self.colour) * len(here))
            if self.brush is not None:
                self.brush.clear(line, line, at, len(here))
            self.column += len(here)

    def new_line(self) -> None:
        self.column = 0
        if self.line < self.bottom:
            self.line += 1
            return
        width = self.width
        for rows, fresh in ((self.lines, " "), (self.colours, chr(self.colour))):
            del rows[self.top]
            rows.insert(self.bottom, fresh * width)
        if self.brush is not None:
            self.brush.scroll(self.top, self.bottom)
        self.line = self.bottom

    def wipe(self) -> None:
        ground = chr(self.colour & _GROUND | USUAL) * self.width
        # then the last line, which never scrolls, is cleared too
        whole = (self.top, self.bottom) == (0, self.rows - 2)
        for line in range(self.top, self.rows if whole else self.bottom + 1):
            self.lines[line] = " " * self.width
            self.colours[line] = ground
        self.line = self.top
        self.column = 0
        if self.brush is not None:
            self.brush.clear(self.top, self.rows if whole else self.bottom)

    def obey(self, control: str) -> None:
        match control:
            case "\n":
                self.new_line()
            case "\f":
                self.wipe()
            case "\x0b":
                self.line = self.top
                self.column = 0
            case "\t":
                self.write(" " * (8 - self.column % 8))
            case _ if control in _MOVES:
                down, right = _MOVES[control]
                self.line = min(max(self.line + down, self.top), self.bottom)
                self.column = min(max(self.column + right, 0), self.width - 1)

    def follow(self, exact: list[float | None], letter: str) -> None:
        """Obey a control sequence by its letter: H moves the cursor, J clears the screen, m sets a
        colour, r sets the lines that scroll, w begins a screen of another size, g one of dots, k
        and i write into its memory; others draw."""
        numbers = [None if number is None else int(number) for number in exact]
        first, second = (*numbers, None)[:2]
        match letter:
            case "H":
                self.line = self.line if first is None else _place(first, self.rows)
                self.column = self.column if second is None else _place(second, self.width)
            case "J":
                self.wipe()
            case "m":
                ink = self.colour & _INK if first is None else first & _INK
                self.colour = ink | (
                    self.colour & _GROUND if second is None else second << 4 & _GROUND
                )
            case "r":
                most = self.rows - 1
                self.top, self.bottom = _place(first, most), _place(second or most, most)
                self.line = self.top
                self.column = 0
            case "w":
                self.begin(ScreenPicture.blank(_place(first, COLUMNS) + 1, second or LINES))
            case "g":
                # The zeros stand for omitted numbers in a short sequence, and are dropped from a
                # long one.
                width, height, wide, high, *palette = (
                    number or 0 for number in (*numbers, 0, 0, 0)
                )
                self.brush = (
                    Brush(blank(width, height, (wide, high), tuple(palette[:-3])))
                    if width
                    else None
                )
            case "k" | "i":
                self.put_in_memory(first or 0, second or 0, letter == "k")
            case _ if self.brush is not None:
                self.brush.follow(letter, exact)

    def put_in_memory(self, place: int, value: int, is_sign: bool) -> None:
        line, column = divmod(place, self.width)
        sign = self.lines[line][column]
        colours = ord(self.colours[line][column])
        ink = colours & _INK or colours >> 4
        is_reversed = colours > _INK
        if is_sign:
            sign = _CODES[value % _REVERSED]
            is_reversed = value >= _REVERSED
            if is_reversed and sign == " ":
                sign = "█"
                is_reversed = False
        else:
            ink = value
        self._put(line, column, sign, chr(ink % 8 << 4 if is_reversed else ink))

    def _put(self, line: int, at: int, signs: str, colours: str) -> None:
        for rows, new in ((self.lines, signs), (self.colours, colours)):
            rows[line] = rows[line][:at] + new + rows[line][at + len(new) :]


def _place(number: int | None, most: int) -> int:
    """Return a place counted from 1 as one counted from 0, on the screen."""
    return min(max(number or 1, 1), most) - 1


def as_lines(text: str) -> str:
    """Return the output without control sequences: a new line begins where the cursor was moved."""
    for step, shown in (("\x1f", "\n"), ("\x1c", " "), ("\x1d", ""), ("\x1e", "")):
        # Patterns that begin with a single character are found much faster.
        text = text.replace(step, shown)
    return _COLOURS.sub("", _PLACES.sub("\n", text))
