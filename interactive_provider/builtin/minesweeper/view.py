"""What a player sees, and nothing else: the only input of solvers.

A `PlayerView` holds numbers and covered squares. It has no field for a mine, so a solver cannot
cheat; flags are the player's opinion and are dropped when it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interactive_provider.errors import BadParameter, quote
from interactive_provider.game.positions import rows_in
from interactive_provider.support.plurals import counted

from ...support.whole_numbers import is_whole
from .constants import COVERED
from .grid import Grid, Square, Squares, grid

_CODES = {str(digit): digit for digit in range(9)}

_SIGNS = {
    ".": ". - _",
    "F": "F f O ⚑ ⚐ 🚩 * 11",
    **{digit: digit for digit in _CODES},
    "#": "■ # ? H h I M x X □ ▢ ⬛ 🟦 10 12",
    "0": "0 ·",
    "!": "✹ ✗ ✱ 💥 @ 14 15 16",
}
_PLAIN = {other: sign for sign, others in _SIGNS.items() for other in others.split()}
"""The meaning of the signs of a field: covered or without a mine nearby, a flag, a number, covered,
a visible mine."""
_USUAL = "■ for a covered square, ⚑ for a flag, 1 to 8 and · (or 0) for open squares"


class BadView(BadParameter):
    """Rows that are not a position of a game, or that are consistent with no layout of mines."""

    def __init__(self, fault: str) -> None:
        super().__init__(f"{fault[:1].upper()}{fault[1:].removesuffix('.')}.")


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
        """The squares that are not open yet."""
        return sum(1 << square for square, code in enumerate(self.cells) if code == COVERED)

    def opened(self, square: Square, number: int) -> PlayerView:
        """Return this view with one more number on it."""
        cells = self.cells[:square] + bytes([number]) + self.cells[square + 1 :]
        return PlayerView(self.rows, self.columns, self.mines, cells)

    def text(self) -> tuple[str, ...]:
        """Return the rows as strings, covered squares as `.`."""
        line = "".join("." if code == COVERED else str(code) for code in self.cells)
        return tuple(
            line[start : start + self.columns] for start in range(0, len(line), self.columns)
        )


def plain_rows(rows: object) -> list[str]:
    """Return rows in the signs of any program as strings of ``.`` (covered), ``F`` (a flag),
    digits, and ``!`` for an exploded mine; raise `BadView` for other rows.

    A ``-`` or ``.`` is covered, unless another sign in the same rows has that meaning.
    """
    try:
        lines = rows_in(rows, _PLAIN, _USUAL)
    except BadParameter as fault:
        raise BadView(str(fault)) from None
    either = "0" if any("#" in line for line in lines) else "."
    return [line.replace(".", either).replace("#", ".") for line in lines]


def read_view(rows: Sequence[str] | str, mines: int) -> PlayerView:
    """Return the view described by rows of text: `.` covered, `F` covered (a flag proves nothing),
    digits open; the signs of other programs are understood too.

    Raises `BadView` for ragged or empty rows, unknown signs, a mine count that does not fit and a
    number that its own covered neighbours cannot satisfy.
    """
    lines = plain_rows(rows)
    grid(len(lines), len(lines[0]))
    codes = bytes(_CODES.get(sign, COVERED) for line in lines for sign in line)
    view = PlayerView(len(lines), len(lines[0]), mines, codes)
    _check(view)
    return view


def _check(view: PlayerView) -> None:
    mines = view.mines
    covered = view.cells.count(COVERED)
    if not is_whole(mines, low=0):
        raise BadView(
            f"the number of mines is {quote(mines)}; it must be a whole number, at least 0"
        )
    if mines > covered:
        few = counted(covered, "covered square")
        raise BadView(f"{counted(mines, 'mine')} cannot be on {few}")
    neighbours = view.grid.near
    for square, number in enumerate(view.cells):
        if 0 < number < COVERED:
            room = sum(view.cells[other] == COVERED for other in neighbours[square])
            if number > room:
                raise BadView(
                    f"the {number} at {view.grid.name(square)} contradicts its neighbours: it"
                    f" touches only {counted(room, 'covered square')}"
                )
