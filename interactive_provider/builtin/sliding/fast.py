"""The same search as in `optimal`, compiled by numba: the same nodes in the same order, thirty times as fast.

Needs the ``fast`` extra. The compiled code is cached on disk; where it is not there yet compiling takes some seconds.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

from .bounds import manhattan
from .optimal import Found, Searcher, Stopped, Ticker
from .rules import Flat
from .windows import moved_tiles

BATCH = 3_000_000
"""Nodes between two looks at the clock: a tenth of a second or so."""

DEEPEST = 400
"""More moves than any board of up to 25 cells needs in practice; the stack's size."""

EXHAUSTED, FOUND, PAUSED = 0, 1, 2


@cache
def is_there() -> bool:
    """Say whether numba and numpy are installed, without importing them."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def step_through(
    batch: int, sides: int, depth: int, board: Any, first: Any, cells: Any, following: Any, distance: Any,
    group: Any, power: Any, places: Any, tables: Any, offset: Any, index: Any, excess: Any,
    node: Any, turn: Any, slack: Any, blank: Any, left: Any, sums: Any, undo: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """Go on with the depth-first search for ``batch`` nodes; return the outcome, the depth and the nodes.

    ``node``, ``turn``, ``slack``, ``blank``, ``left`` (Manhattan distance), ``sums`` and ``undo`` are the stack,
    indexed by depth; ``board``, ``index`` and ``excess`` are what they are at its top. Everything is changed in place.
    """
    count = 0
    while count < batch:
        if turn[depth] == first[node[depth] + 1]:
            if depth == 0:
                return 0, depth, count
            board[blank[depth]] = board[blank[depth - 1]]
            board[blank[depth - 1]] = 0
            for side in range(sides):
                one = undo[depth, 3 * side]
                index[one] = undo[depth, 3 * side + 1]
                excess[one] = undo[depth, 3 * side + 2]
            depth -= 1
            continue
        move = turn[depth]
        turn[depth] += 1
        here = blank[depth]
        cell = cells[move]
        tile = board[cell]
        rise = distance[tile, here] - distance[tile, cell]
        rest = slack[depth] - (rise > 0)
        if rest < 0:
            continue
        deeper = depth + 1
        cut = False
        for side in range(sides):
            one = group[side, tile]
            place = index[one] + (places[side, here] - places[side, cell]) * power[side, tile]
            value = tables[offset[one] + place]
            total = sums[depth, side] - excess[one] + value
            if total > rest:
                cut = True
                break
            sums[deeper, side] = total
        if cut:
            continue
        for side in range(sides):
            one = group[side, tile]
            undo[deeper, 3 * side] = one
            undo[deeper, 3 * side + 1] = index[one]
            undo[deeper, 3 * side + 2] = excess[one]
            index[one] += (places[side, here] - places[side, cell]) * power[side, tile]
            excess[one] = tables[offset[one] + index[one]]
        board[here] = tile
        board[cell] = 0
        depth = deeper
        count += 1
        node[depth] = following[move]
        turn[depth] = first[node[depth]]
        slack[depth] = rest
        blank[depth] = cell
        left[depth] = left[depth - 1] + rise
        if left[depth] == 0:
            return 1, depth, count
    return 2, depth, count


@cache
def _compiled() -> Any:
    import numba

    return numba.njit(cache=True)(step_through)


class _Arrays:
    """A searcher's tables and graph as numpy arrays, made once."""

    def __init__(self, searcher: Searcher) -> None:
        import numpy as np

        size = searcher.rows * searcher.columns
        self.sides = len(searcher.sides)
        self.tables = np.concatenate([np.frombuffer(group.table, np.uint8) for group in searcher.groups])
        sizes = [len(group.table) for group in searcher.groups]
        self.offset = np.array([sum(sizes[:number]) for number in range(len(sizes))])
        self.group = np.zeros((self.sides, size), np.int64)
        self.power = np.zeros((self.sides, size), np.int64)
        self.places = np.array([side[0].cells for side in searcher.sides])
        numbers = iter(range(len(searcher.groups)))
        for side, groups in enumerate(searcher.sides):
            for one, number in zip(groups, numbers, strict=False):
                for place, tile in enumerate(one.tiles):
                    self.group[side, tile] = number
                    self.power[side, tile] = size ** (len(one.tiles) - 1 - place)
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
    """Do what :meth:`Searcher.search` does, beginning with the length ``found.lower_bound`` where that is higher."""
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
    board, index = np.array(tiles), np.array(searcher.index(tiles))
    excess = arrays.tables[arrays.offset + index].astype(np.int64)
    node, turn, slack, blank, left = (np.zeros(DEEPEST, np.int64) for _ in range(5))
    sums, undo = np.zeros((DEEPEST, 2), np.int64), np.zeros((DEEPEST, 6), np.int64)
    node[0] = blank[0] = tiles.index(0)
    turn[0] = arrays.first[node[0]]
    slack[0], left[0] = allowed, manhattan(tiles, searcher.columns)
    sums[0, : arrays.sides] = searcher.excesses(tiles)
    outcome, depth = PAUSED, 0
    while outcome == PAUSED:
        outcome, depth, count = run(
            BATCH, arrays.sides, depth, board, arrays.first, arrays.cells, arrays.following, arrays.distance,
            arrays.group, arrays.power, arrays.places, arrays.tables, arrays.offset, index, excess,
            node, turn, slack, blank, left, sums, undo,
        )  # fmt: skip
        found.nodes += count
        tick(count)
    return [int(cell) for cell in blank[: depth + 1]] if outcome == FOUND else None
