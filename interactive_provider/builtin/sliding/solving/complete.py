"""Boards of up to nine cells: all positions with their distances, found once by breadth-first
search."""

from __future__ import annotations

from functools import cache
from itertools import compress

from ..rules import Flat

LARGEST = 9
"""The number of cells of the largest board with a complete table: 3×3 has 181,440 solvable
positions."""

Distances = dict[bytes, int]


def has_table(rows: int, columns: int) -> bool:
    """True for boards of a size that has a complete table."""
    return rows * columns <= LARGEST


@cache
def neighbour_cells(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return for each flat cell the cells beside it, in the order above, left, right, below."""
    found = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        inside = (row > 0, column > 0, column < columns - 1, row < rows - 1)
        found.append(tuple(compress((cell - columns, cell - 1, cell + 1, cell + columns), inside)))
    return tuple(found)


def levels(rows: int, columns: int) -> list[list[bytes]]:
    """Return all solvable positions, flat and as bytes, by their distance from the goal.

    The positions at distance d are ``levels(…)[d]``; their numbers are known for many shapes.
    """
    beside = neighbour_cells(rows, columns)
    start = bytes((*range(1, rows * columns), 0))
    seen = {start}
    found = [[start]]
    while found[-1]:
        later = []
        for position in found[-1]:
            blank = position.index(0)
            for cell in beside[blank]:
                # Exchanging two bytes by translate is quicker than cutting the string into five.
                after = position.translate(exchange(position[cell]))
                if after not in seen:
                    seen.add(after)
                    later.append(after)
        found.append(later)
    return found[:-1]


@cache
def exchange(tile: int) -> bytes:
    """Return the translation that exchanges a tile and the blank."""
    letters = bytearray(range(256))
    letters[0] = tile
    letters[tile] = 0
    return bytes(letters)


@cache
def distances(rows: int, columns: int) -> Distances:
    """Return the distance of every solvable position from the goal."""
    return {
        position: depth for depth, level in enumerate(levels(rows, columns)) for position in level
    }


def first_step(position: bytes, rows: int, columns: int) -> tuple[int, bytes]:
    """Return the tile to move in a solvable position that is not solved, and the position after it,
    one nearer."""
    table = distances(rows, columns)
    nearer = table[position] - 1
    for cell in neighbour_cells(rows, columns)[position.index(0)]:
        after = position.translate(exchange(position[cell]))
        if table[after] == nearer:
            return position[cell], after
    raise AssertionError(f"no step from {position!r} leads nearer: the table is wrong")


def shortest(tiles: Flat, rows: int, columns: int) -> tuple[int, ...]:
    """Return the tiles of a shortest solution of a solvable position."""
    position = bytes(tiles)
    moved = []
    for _ in range(distances(rows, columns)[position]):
        tile, position = first_step(position, rows, columns)
        moved.append(tile)
    return tuple(moved)
