"""Lower bounds without tables: the least number of moves that a position can take."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import Flat


def home_distance(tile: int, cell: int, columns: int) -> int:
    """Return how far a cell is from a tile's home, in rows and columns."""
    row, column = divmod(cell, columns)
    home_row, home_column = divmod(tile - 1, columns)
    return abs(row - home_row) + abs(column - home_column)


def manhattan(tiles: Flat, columns: int) -> int:
    """Return the sum of the tiles' distances from home.

    A move changes one distance by one, so no solution is shorter; admissible and consistent.
    """
    return sum(home_distance(tile, cell, columns) for cell, tile in enumerate(tiles) if tile)


def linear_conflict(tiles: Flat, columns: int) -> int:
    """Return the Manhattan distance plus 2 for each tile that must leave its own line to let
    another pass.

    Hansson, Mayer and Yung (Information Sciences 63, 1992); admissible and consistent.
    """
    rows = len(tiles) // columns
    extra = 0
    for row in range(rows):
        line = tiles[row * columns : (row + 1) * columns]
        extra += _leavers(
            [tile % columns for tile in line if tile and (tile - 1) // columns == row], columns
        )
    for column in range(columns):
        line = tiles[column::columns]
        extra += _leavers(
            [tile // columns for tile in line if tile and (tile - 1) % columns == column], 0
        )
    return manhattan(tiles, columns) + 2 * extra


def _leavers(homes: Sequence[int], last: int) -> int:
    """Return how many tiles of a line must leave it: all but a longest increasing sequence of
    homes.

    A row's last tile has remainder 0, which is replaced by ``last``.
    """
    longest: list[int] = []
    for number, home in enumerate(homes):
        own = home or last
        before = [longest[earlier] for earlier in range(number) if (homes[earlier] or last) < own]
        longest.append(1 + max(before, default=0))
    return len(homes) - max(longest, default=0)
