"""What a player sees, and nothing else: the only input of solvers.

A `PlayerView` holds numbers and covered squares. It has no field for a mine, so a solver cannot
peek; flags are the player's opinion and are dropped on the way in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interactive_provider.errors import BadParameter
from interactive_provider.support.plurals import counted

from ...support.whole_numbers import is_whole
from .constants import COVERED
from .grid import Grid, Square, Squares, grid

_CODES = {".": COVERED, "F": COVERED, **{str(digit): digit for digit in range(9)}}


class BadView(BadParameter):
    """Rows that are not a position of a game, or that no layout of mines explains."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A position as the player sees it: one byte for each square in reading order, and the total
    number of mines."""

    rows: int
    columns: int
    mines: int
    cells: bytes

    @property
    def grid(self) -> Grid:
        """The geometry of this board."""
        return grid(self.rows, self.columns)

    @property
    def covered(self) -> Squares:
        """The squares not opened yet."""
        return sum(1 << square for square, code in enumerate(self.cells) if code == COVERED)

    def opened(self, square: Square, number: int) -> PlayerView:
        """This view with one more number on it."""
        cells = self.cells[:square] + bytes([number]) + self.cells[square + 1 :]
        return PlayerView(self.rows, self.columns, self.mines, cells)

    def text(self) -> tuple[str, ...]:
        """The rows as strings, covered squares as `.`."""
        line = "".join("." if code == COVERED else str(code) for code in self.cells)
        return tuple(
            line[start : start + self.columns] for start in range(0, len(line), self.columns)
        )


def read_view(rows: Sequence[str], mines: int) -> PlayerView:
    """The view that rows of text describe: `.` covered, `F` covered (a flag proves nothing), digits
    open.

    Raises `BadView` for ragged or empty rows, unknown signs, a mine count that does not fit and a
    number that its own covered neighbours cannot satisfy.
    """
    if isinstance(rows, str):
        raise BadView(f"rows={rows!r} is one string; give a list of strings, one a row")
    if not isinstance(rows, Iterable):
        raise BadView(f"rows={rows!r} are not rows; give a list of strings, one a row")
    lines = list(rows)
    if not lines or not all(isinstance(line, str) for line in lines) or not lines[0]:
        raise BadView(
            f"rows={rows!r}: a view needs at least one row with at least one square, as strings"
        )
    width = len(lines[0])
    for number, line in enumerate(lines, 1):
        if len(line) != width:
            raise BadView(
                f"row {number} {line!r} has {counted(len(line), 'square')}, but row 1 has {width}"
            )
        for column, sign in enumerate(line, 1):
            if sign not in _CODES:
                raise BadView(
                    f"{sign!r} at r{number} c{column} is not a sign of a view; use '.', 'F' or 0"
                    " to 8"
                )
    view = PlayerView(
        len(lines), width, mines, bytes(_CODES[sign] for line in lines for sign in line)
    )
    _check(view)
    return view


def _check(view: PlayerView) -> None:
    mines, covered = view.mines, view.cells.count(COVERED)
    if not is_whole(mines, low=0):
        raise BadView(f"mines={mines!r}: the number of mines must be a whole number of at least 0")
    if mines > covered:
        raise BadView(f"mines={mines} is too many for {counted(covered, 'covered square')}")
    neighbours = view.grid.neighbour_lists
    for square, number in enumerate(view.cells):
        if 0 < number < COVERED:
            room = sum(view.cells[other] == COVERED for other in neighbours[square])
            if number > room:
                raise BadView(
                    f"the {number} at {view.grid.name(square)} contradicts its neighbours: "
                    f"only {room} of them {'is' if room == 1 else 'are'} covered"
                )
