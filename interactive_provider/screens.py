"""A character screen, as on old computers, on which programs and adventures draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby

from .errors import BadBoard, quote


@dataclass(frozen=True, slots=True)
class Terminal:
    """A character screen, as on old computers: text stays where it was placed, in its colours.

    Each of the ``rows`` is as long as the screen is wide. ``colours`` has one character for each
    character of the rows. Its code is 16 times the background plus the foreground, both from the
    PC's sixteen colours: 0 black, 1 blue, 2 green, 3 cyan, 4 red, 5 magenta, 6 brown, 7 light grey
    (7 on 0 is the usual), and 8 to 15 the same, lighter. Raises `BadBoard` if their sizes differ,
    or a colour or the cursor is invalid.

    >>> screen = Terminal(("HI ",), (chr(14) * 2 + chr(7),))
    >>> list(screen.runs(0))
    [('HI', 14), (' ', 7)]
    """

    rows: tuple[str, ...]
    colours: tuple[str, ...]
    cursor: tuple[int, int] | None = None
    """Where the next typed character will appear; None if nothing is typed."""
    above: str = ""
    below: str = ""
    """Text shown below the screen."""
    points: tuple[bytes, ...] = ()
    """Points drawn over the characters: rows of colour numbers, of which 0 hides nothing."""
    cell: tuple[int, int] = (8, 8)
    """The width and height of a character in points."""

    def __post_init__(self) -> None:
        widths = {len(row) for row in (*self.rows, *self.colours)}
        if len(self.rows) != len(self.colours) or len(widths) != 1 or 0 in widths:
            raise BadBoard(
                "The rows of a screen of characters, and of their colours, must all have the same"
                " length."
            )
        highest = max(map(max, self.colours))
        if ord(highest) > 255:
            raise BadBoard(
                f"{ord(highest)} is not the number of a text colour and a background, which is at"
                " most 255."
            )
        if self.cursor is not None and [int, int] != [type(part) for part in self.cursor]:
            raise BadBoard(f"A cursor is a row and a column, not {quote(self.cursor)}.")
        if (
            len(set(map(len, self.points))) > 1
            or min(self.cell) < 1
            or any(max(row, default=0) > 15 for row in self.points)
        ):
            raise BadBoard(
                "The rows of points must all have the same length, and their colours are numbers up"
                " to 15."
            )

    def __str__(self) -> str:
        return "\n".join(row.rstrip() for row in self.in_characters().rows).rstrip("\n")

    def in_characters(self) -> Terminal:
        """Return the screen with characters for its points, each showing up to eight points in one
        or two colours."""
        if not self.points:
            return self
        wide, high = self.cell
        rows = [*map(list, self.rows)]
        colours = [*map(list, self.colours)]
        for line in range(min(len(rows), len(self.points) // high)):
            band = self.points[line * high : (line + 1) * high]
            for column in range(
                min(len(rows[line]), len(band[0]) // wide) if any(map(any, band)) else 0
            ):
                cell = [row[column * wide : (column + 1) * wide] for row in band]
                if any(map(any, cell)):
                    rows[line][column], colours[line][column] = _sign_for(cell)
        return replace(
            self, rows=tuple(map("".join, rows)), colours=tuple(map("".join, colours)), points=()
        )

    def runs(self, row: int) -> Iterable[tuple[str, int]]:
        """Yield the parts of a row that have the same colours, with the number of those colours."""
        at = 0
        text = self.rows[row]
        for colour, same in groupby(self.colours[row]):
            count = len(list(same))
            yield text[at : at + count], ord(colour)
            at += count


_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_BRAILLE = (0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80)
"""The dots of Unicode's braille patterns, row by row."""


def _sign_for(cell: Sequence[bytes]) -> tuple[str, str]:
    """Return the character that shows the points of a cell best, and its colours."""
    high = len(cell)
    wide = len(cell[0])
    inks = b"".join(cell)
    ink = max(set(inks) - {0}, key=lambda colour: (inks.count(colour), colour))
    if 0 not in inks and len(set(inks)) == 1:
        return "█", chr(ink)
    down = min(high, 4)
    parts = [
        b"".join(row[x * wide // 2 : max((x + 1) * wide // 2, x * wide // 2 + 1)]
                 for row in cell[y * high // down : (y + 1) * high // down])
        for y in range(down) for x in range(2)
    ]  # fmt: skip
    if high > 2:
        return (
            "█" if 0 not in inks else chr(0x2800 + sum(compress(_BRAILLE, map(any, parts))))
        ), chr(ink)
    other = next((colour for colour in inks if colour and colour != ink), 0)
    return _QUADRANTS[sum(1 << i for i, part in enumerate(parts) if part[0] == ink)], chr(
        other % 8 << 4 | ink
    )
