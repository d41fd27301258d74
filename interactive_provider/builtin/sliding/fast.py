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
    batch: int, twice: bool, depth: int, board: Any, first: Any, cells: Any, following: Any, distance: Any,
    group: Any, power: Any, places: Any, tables: Any, index: Any, node: Any, turn: Any, slack: Any, blank: Any,
    left: Any, sums: Any, mirror: Any, undo: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """Go on with the depth-first search for ``batch`` nodes; return the outcome, the depth and the nodes.

    ``node``, ``turn``, ``slack``, ``blank``, ``left`` (Manhattan distance), ``sums`` and ``mirror`` (excesses of the
    two sides) and ``undo`` (indices before the move) are the stack, by depth; ``board`` and ``index`` are what
    they are at its top. Everything is changed in place. ``twice``: there are two sides.
    """
    count = 0
    while count < batch:
        here = blank[depth]
        move = turn[depth]
        if move == first[node[depth] + 1]:
            if depth == 0:
                return 0, depth, count
            before = blank[depth - 1]
            tile = board[before]
            board[here] = tile
            board[before] = 0
            index[group[0, tile]] = undo[0, depth]
            if twice:
                index[group[1, tile]] = undo[1, depth]
            depth -= 1
            continue
        turn[depth] = move + 1
        cell = cells[move]
        tile = board[cell]
        rise = distance[tile, here] - distance[tile, cell]
        rest = slack[depth] - (rise > 0)
        one = group[0, tile]
        old = index[one]
        new = old + (places[0, here] - places[0, cell]) * power[0, tile]
        total = sums[depth] + tables[new] - tables[old]
        if total > rest:
            continue
        deeper = depth + 1
        if twice:
            two = group[1, tile]
            other = index[two]
            turned = other + (places[1, here] - places[1, cell]) * power[1, tile]
            second = mirror[depth] + tables[turned] - tables[other]
            if second > rest:
                continue
            mirror[deeper] = second
            undo[1, deeper] = other
            index[two] = turned
        sums[deeper] = total
        undo[0, deeper] = old
        index[one] = new
        board[here] = tile
        board[cell] = 0
        depth = deeper
        count += 1
        node[depth] = following[move]
        turn[depth] = first[following[move]]
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
        self.offset = np.array([sum(sizes[:number]) for number in range(len(sizes))])  # where a group's table begins
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
    board, index = np.array(tiles), arrays.offset + np.array(searcher.index(tiles))
    node, turn, slack, blank, left, sums, mirror = (np.zeros(DEEPEST, np.int64) for _ in range(7))
    undo = np.zeros((2, DEEPEST), np.int64)
    node[0] = blank[0] = tiles.index(0)
    turn[0] = arrays.first[node[0]]
    slack[0], left[0] = allowed, manhattan(tiles, searcher.columns)
    sums[0], mirror[0] = searcher.excesses(tiles)[0], searcher.excesses(tiles)[-1]
    outcome, depth = PAUSED, 0
    while outcome == PAUSED:
        outcome, depth, count = run(
            BATCH, arrays.sides == 2, depth, board, arrays.first, arrays.cells, arrays.following, arrays.distance,
            arrays.group, arrays.power, arrays.places, arrays.tables, index, node, turn, slack, blank,
            left, sums, mirror, undo,
        )  # fmt: skip
        found.nodes += count
        tick(count)
    return [int(cell) for cell in blank[: depth + 1]] if outcome == FOUND else None
