"""The geometry of a board: squares as numbers, and sets of squares as the bits of one integer.

A square is `row * columns + column`; a set of squares is an `int` with that bit set. Python's
integers are unbounded, so a 16x30 board is one 480-bit number and a flood fill is a handful of
shifts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import SupportsIndex

from interactive_provider.errors import BadParameter, quote

from ...game import Words
from ...support.whole_numbers import is_whole

Square = int
"""Row * columns + column, both counted from 0."""

Squares = int
"""A set of squares: bit `i` stands for square `i`."""

Neighbours = Sequence[Sequence[Square]]
"""For every square, the squares that touch it, as in `Grid.near`."""

MOST_SQUARES = 10_000


class Grid:
    """The squares of one board size and their neighbours. Made once for each size: call `grid`."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.size = rows * columns
        self.all: Squares = (1 << self.size) - 1
        first = sum(1 << (row * columns) for row in range(rows))
        self._not_first = self.all & ~first
        self._not_last = self.all & ~(first << (columns - 1))

    def spread(self, squares: Squares) -> Squares:
        """Return the given squares and all their neighbours."""
        wide = squares | ((squares & self._not_last) << 1) | ((squares & self._not_first) >> 1)
        return (wide | (wide << self.columns) | (wide >> self.columns)) & self.all

    @cached_property
    def neighbours(self) -> tuple[Squares, ...]:
        """For every square, the set of its up to eight neighbours."""
        return tuple(self.spread(1 << square) & ~(1 << square) for square in range(self.size))

    @cached_property
    def near(self) -> Neighbours:
        """For every square, the squares that touch it, in reading order."""
        return tuple(tuple(members(mask)) for mask in self.neighbours)

    def square(self, row: int, column: int) -> Square:
        """Return the number of a square; raise `BadParameter` if it is off the board."""
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise BadParameter(
                f"row {row}, column {column} is outside a {self.rows}x{self.columns} board: "
                f"rows are 0 to {self.rows - 1}, columns 0 to {self.columns - 1}"
            )
        return row * self.columns + column

    def place(self, square: Square) -> tuple[int, int]:
        """Row and column of a square, from 0."""
        return divmod(square, self.columns)

    def name(self, square: Square) -> str:
        """Return the place of a square as people write it, counted from 1: `r4 c7`."""
        row, column = self.place(square)
        return f"r{row + 1} c{column + 1}"

    @cached_property
    def row_names(self) -> Words:
        """The names of the rows in choices, all of the same width, so that they do not change
        during the game and sort by number."""
        return tuple(f"r{row:0{len(str(self.rows))}}" for row in range(1, self.rows + 1))

    @cached_property
    def column_names(self) -> Words:
        """The names of the columns in choices."""
        return tuple(
            f"c{column:0{len(str(self.columns))}}" for column in range(1, self.columns + 1)
        )


@lru_cache(maxsize=64)
def grid(rows: int, columns: int) -> Grid:
    """Return the grid of that size; raise `BadParameter` unless both are whole numbers of at least
    1 and not huge."""
    for word, number in (("rows", rows), ("columns", columns)):
        if not is_whole(number, low=1):
            raise BadParameter(
                f"{word}={quote(number)}: a board needs a whole number of {word}, at least 1"
            )
    if rows * columns > MOST_SQUARES:
        raise BadParameter(f"a {rows}x{columns} board has more than {MOST_SQUARES} squares")
    return Grid(rows, columns)


def as_place(first: object) -> tuple[int, int]:
    """Return a first click as (row, column); raise `BadParameter` for anything but two whole
    numbers."""
    if isinstance(first, Sequence) and len(first) == 2:
        row, column = first
        if isinstance(row, SupportsIndex) and isinstance(column, SupportsIndex):
            return int(row), int(column)
    raise BadParameter(
        f"first={first!r} is not a square: give (row, column), two whole numbers of at least 0"
    )


def members(squares: Squares) -> Iterator[Square]:
    """Return the squares of a set in reading order."""
    while squares:
        low = squares & -squares
        yield low.bit_length() - 1
        squares ^= low
