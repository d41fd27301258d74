"""The compiled twin of `solving.deepening`: the same nodes in the same order, thirty times as fast.

The compiled code is cached on disk; if it is not there yet compiling takes some seconds.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

from ..rules import Flat
from ..solving.bounds import manhattan
from ..solving.deepening import Found, Searcher, Stopped, Ticker
from ..solving.windows import moved_tiles

BATCH = 3_000_000
"""Nodes between two looks at the clock: a tenth of a second or so."""

DEEPEST = 400
"""More moves than any board of up to 25 cells needs in practice; the stack's size."""

EXHAUSTED, FOUND, PAUSED = 0, 1, 2


def step_through(
    batch: int, depth: int, board: Any, first: Any, cells: Any, following: Any, distance: Any, group: Any,
    worth: Any, tables: Any, index: Any, node: Any, turn: Any, blank: Any, left: Any, tightest: Any,
    margins: Any, undo: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """Go on with the depth-first search for ``batch`` nodes; return the outcome, the depth and the nodes.

    ``node``, ``turn``, ``blank``, ``left`` (Manhattan distance), ``margins`` by side, ``tightest`` (the side of the
    smallest) and ``undo`` (indices by side before the move) are the stack, by depth; ``board`` and ``index``
    are what they are at its top. Everything is changed in place.
    """
    sides = len(group)
    count = 0
    while count < batch:
        here = blank[depth]
        move = turn[depth]
        if move == first[node[depth] + 1]:
            if depth == 0:
                return EXHAUSTED, depth, count
            before = blank[depth - 1]
            tile = board[before]
            board[here] = tile
            board[before] = 0
            for side in range(sides):
                index[group[side, tile]] = undo[depth, side]
            depth -= 1
            continue
        turn[depth] = move + 1
        cell = cells[move]
        tile = board[cell]
        rise = distance[tile, here] - distance[tile, cell]
        away = rise > 0
        deeper = depth + 1
        least = 1000
        side = tightest[depth]
        for _ in range(sides):
            old = index[group[side, tile]]
            new = old + worth[side, tile, here] - worth[side, tile, cell]
            gain = (tables[old >> 1] >> 4 * (old & 1) & 15) - (tables[new >> 1] >> 4 * (new & 1) & 15)
            margin = margins[depth, side] + gain - away
            if margin < least:
                least = margin
                if margin < 0:
                    break
                tightest[deeper] = side
            margins[deeper, side] = margin
            undo[deeper, side] = new
            side = side + 1 if side + 1 < sides else 0
        if least < 0:
            continue
        for side in range(sides):
            new = undo[deeper, side]
            undo[deeper, side] = index[group[side, tile]]
            index[group[side, tile]] = new
        board[here] = tile
        board[cell] = 0
        depth = deeper
        count += 1
        node[depth] = following[move]
        turn[depth] = first[following[move]]
        blank[depth] = cell
        left[depth] = left[depth - 1] + rise
        if left[depth] == 0:
            return FOUND, depth, count
    return PAUSED, depth, count


@cache
def _compiled() -> Any:
    import numba

    return numba.njit(cache=True)(step_through)


class _Arrays:
    """A searcher's tables and graph as numpy arrays, made once."""

    def __init__(self, searcher: Searcher) -> None:
        import numpy as np

        size = searcher.rows * searcher.columns
        sides = len(searcher.sides)
        tables = {id(group.table): group.table for group in searcher.groups}  # several groups may look into one
        whole = np.concatenate([np.frombuffer(table, np.uint8) for table in tables.values()])
        whole = np.pad(whole, (0, len(whole) % 2))
        self.tables = whole[::2] | whole[1::2] << 4  # two to a byte: the nearer memory holds twice as much
        begins = dict(zip(tables, itertools.accumulate(map(len, tables.values()), initial=0), strict=False))
        self.offset = np.array([begins[id(group.table)] for group in searcher.groups])
        self.group = np.zeros((sides, size), np.int64)
        self.worth = np.zeros((sides, size, size), np.int64)  # what a tile in a cell adds to its group's index
        numbers = itertools.count()
        for side, groups in enumerate(searcher.sides):
            for one, number in zip(groups, numbers, strict=False):
                for place, tile in enumerate(reversed(one.tiles)):
                    self.group[side, tile] = number
                    self.worth[side, tile] = np.array(one.cells) * size**place
        self.distance = np.array(
            [[searcher.distance(tile, cell) if tile else 0 for cell in range(size)] for tile in range(size)]
        )
        self._number_nodes(searcher)

    def _number_nodes(self, searcher: Searcher) -> None:
        """Write the graph of moves as three arrays: where a node's moves begin, their cells, the nodes after."""
        import numpy as np

        numbers = {id(node): number for number, node in enumerate(searcher.roots)}
        nodes = list(searcher.roots)
        first, cells, following = [0], [], []
        for node in nodes:  # grows while it is gone through
            for cell, _, after in node:
                if id(after) not in numbers:
                    numbers[id(after)] = len(nodes)
                    nodes.append(after)
                cells.append(cell)
                following.append(numbers[id(after)])
            first.append(len(cells))
        self.first, self.cells, self.following = np.array(first), np.array(cells), np.array(following)


@cache
def _arrays(searcher: Searcher) -> _Arrays:
    return _Arrays(searcher)


def search(searcher: Searcher, tiles: Flat, tick: Ticker, found: Found, at_most: int | None = None) -> None:
    """Do what `Searcher.search` does, beginning with the length ``found.lower_bound`` where that is higher."""
    distance = manhattan(tiles, searcher.columns)
    start = distance + 2 * max(searcher.excesses(tiles))
    found.lower_bound = max(found.lower_bound, start)
    if not distance:
        found.tiles = ()
        return
    while at_most is None or found.lower_bound <= at_most:
        try:
            path = _iteration(searcher, tiles, (found.lower_bound - distance) // 2, tick, found)
        except Stopped:
            return
        if path is not None:
            found.tiles = tuple(moved_tiles(tiles, path))
            return
        found.lower_bound += 2


def _iteration(searcher: Searcher, tiles: Flat, allowed: int, tick: Ticker, found: Found) -> list[int] | None:
    """Search all ways with this slack; return the blank's path of the first solution, or None."""
    import numpy as np

    arrays, run = _arrays(searcher), _compiled()
    board, index = np.array(tiles), arrays.offset + np.array(searcher.index(tiles))
    node, turn, blank, left, tightest = (np.zeros(DEEPEST, np.int64) for _ in range(5))
    margins, undo = (np.zeros((DEEPEST, len(searcher.sides)), np.int64) for _ in range(2))
    node[0] = blank[0] = tiles.index(0)
    turn[0] = arrays.first[node[0]]
    left[0] = manhattan(tiles, searcher.columns)
    margins[0] = allowed - np.array(searcher.excesses(tiles))
    outcome, depth = PAUSED, 0
    while outcome == PAUSED:
        outcome, depth, count = run(
            BATCH, depth, board, arrays.first, arrays.cells, arrays.following, arrays.distance, arrays.group,
            arrays.worth, arrays.tables, index, node, turn, blank, left, tightest, margins, undo,
        )  # fmt: skip
        found.nodes += count
        tick(count)
    return [int(cell) for cell in blank[: depth + 1]] if outcome == FOUND else None
