"""The compiled twin of `solving.beam`: the same ranks, twenty times as many positions a second.

A level's positions are rows of arrays. Positions met before are known by one table in which a later
key takes an earlier one's place, so a few are looked at twice.
"""

from __future__ import annotations

import functools
import operator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from interactive_provider.support.compiling import cached_njit

from ..rules import Flat
from ..solving.beam import WEIGHT, Width, start_rank
from ..solving.complete import neighbour_cells
from ..solving.deepening import Searcher
from .deepening import Sums, searcher_sums

RANKS = 2_048
"""More than any rank of a board with tables."""

SEEN = 1 << 22
"""The places of the table of positions met before; a power of two."""


class Board(NamedTuple):
    """The cells beside each cell, -1 if there are fewer than four, a random number for each tile in
    each cell (Zobrist), and the keys of positions met before."""

    beside: Any
    numbers: Any
    seen: Any


class Level(NamedTuple):
    """The positions of one level, by their number."""

    tiles: Any
    key: Any
    blank: Any
    index: Any
    """By group."""
    rank: Any
    parent: Any
    """The number in the previous level."""
    moved: Any
    """The tile that was moved, 0 at the start."""


class Children(NamedTuple):
    """What may become the next level: the parent's number, the blank's new cell, rank and key."""

    parent: Any
    cell: Any
    rank: Any
    key: Any


def expand(
    level: Level, highest: int, board: Board, sums: Sums, children: Children, counts: Any
) -> int:
    """Write down all new positions one move on whose ranks are not above ``highest``, and return
    how many; ``counts`` has how many are of each rank."""
    distance, group, worth, tables = sums
    sides, last = len(group), len(board.seen) - 1
    count = 0
    for parent in range(len(level.key)):
        blank = level.blank[parent]
        for cell in board.beside[blank]:
            if cell < 0:
                break
            tile = level.tiles[parent, cell]
            if tile == level.moved[parent]:
                continue
            rise = 0
            for side in range(sides):
                old = level.index[parent, group[side, tile]]
                new = old + worth[side, tile, blank] - worth[side, tile, cell]
                rise += (tables[new >> 1] >> 4 * (new & 1) & 15) - (
                    tables[old >> 1] >> 4 * (old & 1) & 15
                )
            nearer = distance[tile, cell] - distance[tile, blank]
            rank = level.rank[parent] - sides * nearer + WEIGHT * rise
            if rank > highest:
                continue
            key = level.key[parent] ^ board.numbers[tile, blank] ^ board.numbers[tile, cell]
            if board.seen[key & last] == key:
                continue
            board.seen[key & last] = key
            children.parent[count] = parent
            children.cell[count] = cell
            children.rank[count] = rank
            children.key[count] = key
            counts[rank] += 1
            count += 1
    return count


def keep(
    children: Children, highest: int, room: int, level: Level, after: Level, sums: Sums
) -> int:
    """Write the children below the rank ``highest``, and ``room`` of that rank, as positions of the
    level after, and return how many."""
    count = 0
    for child in range(len(children.key)):
        rank = children.rank[child]
        if rank > highest or (rank == highest and not room):
            continue
        if rank == highest:
            room -= 1
        parent = children.parent[child]
        cell = children.cell[child]
        blank = level.blank[parent]
        tile = level.tiles[parent, cell]
        after.tiles[count] = level.tiles[parent]
        after.tiles[count, blank] = tile
        after.tiles[count, cell] = 0
        after.index[count] = level.index[parent]
        for side in range(len(sums.group)):
            step = sums.worth[side, tile, blank] - sums.worth[side, tile, cell]
            after.index[count, sums.group[side, tile]] += step
        after.key[count] = children.key[child]
        after.blank[count] = cell
        after.rank[count] = rank
        after.parent[count] = parent
        after.moved[count] = tile
        count += 1
    return count


_expand = cached_njit(expand)
_keep = cached_njit(keep)


@cache
def _constants(searcher: Searcher) -> tuple[Any, Any]:
    """Return the cells beside each cell, and the random numbers."""
    size = searcher.rows * searcher.columns
    beside = np.full((size, 4), -1)
    for cell, cells in enumerate(neighbour_cells(searcher.rows, searcher.columns)):
        beside[cell, : len(cells)] = cells
    numbers = np.random.default_rng(size).integers(1, 1 << 62, (size, size))  # any will do
    return beside, numbers


def _empty_level(width: int, searcher: Searcher) -> Level:
    return Level(
        tiles=np.empty((width, searcher.rows * searcher.columns), np.uint8),
        key=np.empty(width, np.int64),
        blank=np.empty(width, np.int8),
        index=np.empty((width, len(searcher.groups)), np.int32),
        rank=np.empty(width, np.int32),
        parent=np.empty(width, np.int32),
        moved=np.empty(width, np.uint8),
    )


def _first(arrays: Any, count: int) -> Any:
    """Return the same record of arrays with the first ``count`` of their entries."""
    return type(arrays)(*(array[:count] for array in arrays))


def search(searcher: Searcher, tiles: Flat, width: Width, shorter_than: int) -> list[int] | None:
    """Do what `solving.beam.search` does."""
    sums, _ = searcher_sums(searcher)
    board = Board(*_constants(searcher), np.zeros(SEEN, np.int64))
    goal = _key((*range(1, len(tiles)), 0), board)
    buffers = [_empty_level(width.widest, searcher) for _ in range(2)]
    children = Children(
        *(np.empty(4 * width.widest, kind) for kind in (np.int32, np.int8, np.int32, np.int64))
    )
    level = _start(buffers[0], searcher, tiles, board)
    highest, trail = RANKS, list[tuple[Any, Any]]()
    while len(level.key) and len(trail) < shorter_than:
        found = np.flatnonzero(level.key == goal)
        if len(found):
            return _unwound(trail, int(found[0]))
        most = width.at(len(trail))
        if not most:
            return None
        counts = np.zeros(RANKS, np.int64)
        count = _expand(level, highest, board, sums, children, counts)
        up_to = np.cumsum(counts)
        highest = int(np.searchsorted(up_to, most))
        room = most - int(up_to[highest - 1]) if 0 < highest < RANKS else most
        buffers.reverse()
        count = _keep(_first(children, count), highest, room, level, buffers[0], sums)
        level = _first(buffers[0], count)
        trail.append((level.parent.copy(), level.moved.copy()))
    return None


def _start(buffer: Level, searcher: Searcher, tiles: Flat, board: Board) -> Level:
    """Return the level of one position, written at the beginning of ``buffer``."""
    _, offset = searcher_sums(searcher)
    level: Level = _first(buffer, 1)
    level.tiles[0] = tiles
    level.key[0] = _key(tiles, board)
    level.blank[0] = tiles.index(0)
    level.moved[0] = 0
    level.index[0] = offset + np.array(searcher.index(tiles))
    level.rank[0] = start_rank(searcher, tiles)
    return level


def _key(tiles: Flat, board: Board) -> int:
    numbers = (board.numbers[tile, cell] for cell, tile in enumerate(tiles) if tile)
    return int(functools.reduce(operator.xor, numbers))


def _unwound(trail: list[tuple[Any, Any]], number: int) -> list[int]:
    """Return the tiles moved on the way to a position of the last level."""
    moves = []
    for parent, moved in reversed(trail):
        moves.append(int(moved[number]))
        number = parent[number]
    return moves[::-1]
