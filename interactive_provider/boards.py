"""A board: the description of a picture, from which text, HTML, SVG and the widget are made.

A game says once, as plain immutable data, what is to be seen and which option a gesture on each
cell chooses; no view knows a game and no game knows a view.

>>> board = Board.of(["X.", ".O"], {"X": Cell("X", role="player-1"), ".": Cell("·", role="blank")})
>>> board.shape
(2, 2)
>>> board.cell(0, 0).role
'player-1'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from .errors import BadBoard, quote

Place: TypeAlias = tuple[int, int]
"""(row, column), both from 0 at the top left."""

ROLES: tuple[str, ...] = (
    # general
    "plain", "blank", "frame", "good", "bad", "muted", "player-1", "player-2",
    # squares that hide something
    "covered", "flag", "mine", "exploded", "open",
    "number-1", "number-2", "number-3", "number-4", "number-5", "number-6", "number-7", "number-8",
    # tiles and gems
    "tile", "home", "red", "green", "blue", "yellow", "purple", "coin", "skull", "flame",
)  # fmt: skip
"""The roles that every view has a style for; an unknown role is shown as ``plain``."""

MARKS: tuple[str, ...] = ("last", "hint", "wrong")
"""The last move, what a hint rests on, and what is wrong: always shown by a sign besides colour."""

DIRECTIONS: tuple[str, ...] = ("up", "down", "left", "right")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    ``text`` is a sign of one or a few characters that reads without colour; ``label`` is what a screen
    reader says (the sign where empty). ``press``, ``secondary`` and ``drag`` hold *option values* of the
    state (None: no such gesture): what a click, a right click or long press, and a drag or arrow towards
    a neighbour choose.
    """

    text: str = ""
    role: str = "plain"
    label: str = ""
    tooltip: str = ""
    press: Any = None
    secondary: Any = None
    drag: tuple[tuple[str, Any], ...] = ()
    """Pairs of direction (one of `DIRECTIONS`) and option value."""
    mark: str = ""
    """One of `MARKS`, or nothing."""
    overlay: str = ""
    """A short text laid over the cell: a probability, the moves to go."""
    shade: float | None = None
    """0 (bad) to 1 (good): a colour laid over the cell; None for no colour."""


Row: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of an animation that ends in the board itself: a wave of a match-3 move, a slide."""

    rows: tuple[Row, ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """Rows of cells, all of one length, with what stands around them.

    Raises `BadBoard` if the rows are ragged, empty or hold something that is no `Cell`.
    """

    rows: tuple[Row, ...]
    caption: str = ""
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    counters: tuple[tuple[str, str], ...] = ()
    """Pairs of name and value shown above the board: ``("mines left", "7")``."""
    legend: tuple[tuple[str, str], ...] = ()
    """Pairs of sign and meaning."""
    frames: tuple[Frame, ...] = ()
    """What happened on the way from the position before, in order; views may animate it."""

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0]:
            raise BadBoard("A board has at least one row with one cell; this one is empty.")
        width = len(self.rows[0])
        for number, row in enumerate(self.rows):
            if len(row) != width:
                raise BadBoard(f"Row {number} has {len(row)} cells, row 0 has {width}: rows must be equal.")
            for cell in row:
                if not isinstance(cell, Cell):
                    raise BadBoard(f"Row {number} holds {quote(cell)}, which is no Cell.")
        for labels, count, what in (
            (self.row_labels, len(self.rows), "row"),
            (self.column_labels, width, "column"),
        ):
            if labels and len(labels) != count:
                raise BadBoard(f"{len(labels)} {what} labels for {count} {what}s.")

    @classmethod
    def of(cls, lines: Sequence[str], cells: Mapping[str, Cell] | None = None, **rest: Any) -> Board:
        """A board from lines of signs: each sign becomes ``cells[sign]``, or a plain cell that shows it."""
        table = cells or {}
        return cls(tuple(tuple(table.get(sign, Cell(sign)) for sign in line) for line in lines), **rest)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.rows), len(self.rows[0])

    def cell(self, row: int, column: int) -> Cell:
        """The cell at a place; raises IndexError off the board."""
        return self.rows[row][column]

    def replaced(self, cells: Mapping[Place, Cell]) -> Board:
        """This board with some cells exchanged."""
        rows = [list(row) for row in self.rows]
        for (row, column), cell in cells.items():
            rows[row][column] = cell
        return replace(self, rows=tuple(map(tuple, rows)))

    def marked(self, places: Iterable[Place], mark: str) -> Board:
        """This board with ``mark`` on some cells; places off the board are ignored."""
        height, width = self.shape
        inside = {(r, c) for r, c in places if 0 <= r < height and 0 <= c < width}
        return self.replaced({(r, c): replace(self.rows[r][c], mark=mark) for r, c in inside})

    def shaded(self, shades: Mapping[Place, tuple[str, float | None]]) -> Board:
        """This board with a text and a shade laid over some cells."""
        return self.replaced(
            {(r, c): replace(self.rows[r][c], overlay=text, shade=shade) for (r, c), (text, shade) in shades.items()}
        )

    def values(self) -> frozenset[Any]:
        """Every option value that some gesture on this board chooses."""
        found: set[Any] = set()
        for row in self.rows:
            for cell in row:
                found.update((cell.press, cell.secondary), (value for _, value in cell.drag))
        return frozenset(found - {None})
