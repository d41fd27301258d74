"""The rules of Minesweeper: immutable fields, uncovering with flood fill, flags, chords, winning
and losing.

The first click places the mines, uniformly among the layouts that the kind of start allows. (Old
Windows moved a first-clicked mine to the first safe square from the top left, which biases the
board.)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, get_args

from interactive_provider.errors import BadParameter, quote
from interactive_provider.support.plurals import counted

from ...support.whole_numbers import is_whole
from .constants import COVERED
from .grid import Grid, Square, Squares, grid, members
from .view import PlayerView

FirstClick = Literal["safe", "zero", "unsafe"]
"""The promise for the first click: no mine on it, none on it or around it, or nothing."""

STARTS: tuple[str, ...] = get_args(FirstClick)


@dataclass(frozen=True, slots=True)
class Field:
    """One moment of a game. `layout` is None until the first click places the mines."""

    rows: int
    columns: int
    mines: int
    start: FirstClick = "zero"
    layout: Squares | None = field(default=None, repr=False)
    opened: Squares = 0
    flags: Squares = 0
    exploded: Squares = 0
    clicks: int = 0

    @property
    def grid(self) -> Grid:
        """The geometry of this board."""
        return grid(self.rows, self.columns)

    @property
    def outcome(self) -> str | None:
        """`"won"` when every safe square is open, `"lost"` when a mine has exploded, otherwise
        None."""
        if self.exploded:
            return "lost"
        return "won" if self.opened.bit_count() == self.rows * self.columns - self.mines else None

    @property
    def mines_left(self) -> int:
        """Mines minus flags, as on the counter: negative with too many flags, 0 once all mines are
        found."""
        return 0 if self.outcome == "won" else self.mines - self.flags.bit_count()

    def number(self, square: Square) -> int:
        """Return how many mines touch an *open* square (0 before the mines are placed)."""
        return ((self.layout or 0) & self.grid.neighbours[square]).bit_count()

    def view(self) -> PlayerView:
        """Return what the player sees. The mines are not included."""
        cells = bytearray([COVERED]) * self.grid.size
        for square in members(self.opened):
            cells[square] = self.number(square)
        return PlayerView(self.rows, self.columns, self.mines, bytes(cells))

    def can_uncover(self) -> Squares:
        """Return the squares that can be uncovered: covered and not flagged."""
        return self.grid.all & ~self.opened & ~self.flags

    def can_chord(self) -> Squares:
        """Return the open numbers with as many flags around them as they show, and something left
        to open."""
        near_flags = self.grid.spread(self.flags) & self.opened if self.flags else 0
        free = self.can_uncover()
        neighbours = self.grid.neighbours
        return sum(
            1 << square
            for square in members(near_flags)
            if free & neighbours[square]
            and (self.flags & neighbours[square]).bit_count() == self.number(square)
        )


def new_field(rows: int, columns: int, mines: int, start: str = "zero") -> Field:
    """Return a covered field; raise `BadParameter` unless some square is free and any first click
    can keep its promise."""
    squares = grid(rows, columns).size
    if start not in STARTS:
        choices = ", ".join(map(repr, STARTS))
        raise BadParameter(f"start={quote(start)} is not a kind of start; choose one of {choices}")
    if not is_whole(mines, low=0):
        raise BadParameter(
            f"mines={quote(mines)}: the number of mines must be a whole number of at least 0"
        )
    if mines >= squares:
        raise BadParameter(
            f"mines={mines} is too many: a {rows}×{columns} board takes at most {squares - 1}"
        )
    if start == "zero" and mines > (most := squares - min(rows, 3) * min(columns, 3)):
        raise BadParameter(
            f"mines={mines} leaves no room for an opening on a {rows}x{columns} board: give at"
            f' most {most}, or start="safe"'
        )
    return Field(rows, columns, mines, start)  # type: ignore[arg-type]


def kept_free(board: Grid, first: Square, start: str) -> Squares:
    """Return the squares that a first click there keeps free of mines."""
    if start == "unsafe":
        return 0
    return 1 << first if start == "safe" else board.spread(1 << first)


def lay_mines(board: Grid, mines: int, free: Squares, rng: Random) -> Squares:
    """Return a layout drawn uniformly among those with no mine on the `free` squares."""
    room = list(members(board.all & ~free))
    if mines > len(room):
        raise BadParameter(
            f"mines={mines} is too many: the first click leaves only {counted(len(room), 'square')}"
        )
    return sum(1 << square for square in rng.sample(room, mines))


def flood(board: Grid, layout: Squares, square: Square, flags: Squares = 0) -> Squares:
    """Return what opens when a safe square is uncovered: itself, or its whole opening with the edge
    of numbers.

    Flagged squares stay covered and stop the flood.
    """
    empty = board.all & ~board.spread(layout)
    reached = 1 << square
    while (wider := reached | board.spread(reached & empty) & ~flags) != reached:
        reached = wider
    return reached


def uncover(now: Field, square: Square, rng: Random) -> Field:
    """Uncover one square. The first click places the mines with `rng`; open and flagged squares are
    unchanged."""
    if now.outcome or not now.can_uncover() >> square & 1:
        return now
    if now.layout is None:
        free = kept_free(now.grid, square, now.start)
        now = replace(now, layout=lay_mines(now.grid, now.mines, free, rng))
    return _open(now, 1 << square)


def chord(now: Field, square: Square) -> Field:
    """Open all unflagged neighbours of a number that has its flags; a wrong flag loses the game."""
    if now.outcome or not now.can_chord() >> square & 1:
        return now
    return _open(now, now.can_uncover() & now.grid.neighbours[square])


def toggle_flag(now: Field, square: Square) -> Field:
    """Set or remove the flag on a covered square."""
    if now.outcome or now.opened >> square & 1:
        return now
    return replace(now, flags=now.flags ^ 1 << square, clicks=now.clicks + 1)


def _open(now: Field, squares: Squares) -> Field:
    layout = now.layout or 0
    opened = now.opened
    for square in members(squares & ~layout):
        if not opened >> square & 1:
            opened |= flood(now.grid, layout, square, now.flags)
    return replace(now, opened=opened, exploded=squares & layout, clicks=now.clicks + 1)
