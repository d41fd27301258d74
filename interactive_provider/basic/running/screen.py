"""The screen of 25 lines of 80 columns, for programs that place what they print (LOCATE).

What such a program prints has the control sequences of ECMA-48 (1991) in it, section 8.3: CUP, CHA and VPA for the
cursor, ED for a wipe. A `Picture` is what stands on the screen after it was printed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LINES, COLUMNS = 25, 80
WIPE = "\x1b[2J\x1b[H"
_PIECE = re.compile(r"\x1b\[([\d;]*)([A-Za-z])|([\x00-\x1f\x7f])|([^\x00-\x1f\x7f]+)")
_SEQUENCE = re.compile(r"\x1b\[[\d;]*[A-Za-z]")
_MOVES = {"\x1c": (0, 1), "\x1d": (0, -1), "\x1e": (-1, 0), "\x1f": (1, 0), "\b": (0, -1)}
"""Control characters that move the cursor, by lines and columns."""


class Picture(NamedTuple):
    """The lines of the screen, each of 80 characters, and where the cursor is, counted from 0."""

    lines: tuple[str, ...] = (" " * COLUMNS,) * LINES
    line: int = 0
    column: int = 0

    def after(self, text: str) -> Picture:
        """The screen after more was printed on it."""
        pen = _Pen(self)
        for numbers, letter, control, plain in _PIECE.findall(text):
            if plain:
                pen.write(plain)
            elif control:
                pen.obey(control)
            else:
                pen.follow([int(number) if number else 1 for number in numbers.split(";")], letter)
        return Picture(tuple(pen.lines), pen.line, pen.column)

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines).rstrip("\n")


class _Pen:
    """A screen while it is written on. The last line scrolls only when it is written beyond."""

    def __init__(self, picture: Picture) -> None:
        self.lines, self.line, self.column = list(picture.lines), picture.line, picture.column

    def write(self, text: str) -> None:
        while text:
            if self.column >= COLUMNS:
                self.new_line()
            here, text = text[: COLUMNS - self.column], text[COLUMNS - self.column :]
            old = self.lines[self.line]
            self.lines[self.line] = old[: self.column] + here + old[self.column + len(here) :]
            self.column += len(here)

    def new_line(self) -> None:
        self.column = 0
        if self.line < LINES - 1:
            self.line += 1
        else:
            self.lines = [*self.lines[1:], " " * COLUMNS]

    def obey(self, control: str) -> None:
        if control == "\n":
            self.new_line()
        elif control == "\f":
            self.follow([2], "J")
        elif control == "\x0b":
            self.line = self.column = 0
        elif control in _MOVES:
            down, right = _MOVES[control]
            self.line = min(max(self.line + down, 0), LINES - 1)
            self.column = min(max(self.column + right, 0), COLUMNS - 1)
        elif control == "\t":
            self.write(" " * (8 - self.column % 8))

    def follow(self, numbers: list[int], letter: str) -> None:
        match letter:
            case "H":
                self.line, self.column = numbers[0] - 1, (numbers[1] if len(numbers) > 1 else 1) - 1
            case "G":
                self.column = numbers[0] - 1
            case "d":
                self.line = numbers[0] - 1
            case "J":
                self.lines, self.line, self.column = [" " * COLUMNS] * LINES, 0, 0


def as_lines(text: str) -> str:
    """What was printed without control sequences: where the cursor was moved a new line begins."""
    return _SEQUENCE.sub("\n", text)
