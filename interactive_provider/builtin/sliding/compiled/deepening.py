"""The compiled twin of `solving.deepening`: the same nodes in the same order, thirty times as fast.

The compiled code is cached on disk; without the cache, compiling takes some seconds.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from interactive_provider.support.compiling import cached_njit

from ..solving.bounds import manhattan
from ..solving.branches import Branch
from ..solving.deepening import Engine, Found, Run, Searcher, Ticker

BATCH = 3_000_000
"""The nodes between two readings of the clock: about a tenth of a second."""

DEEPEST = 400
"""More moves than any board of up to 25 cells needs in practice; the stack's size."""

EXHAUSTED = 0
FOUND = 1
PAUSED = 2


class Graph(NamedTuple):
    """The graph of moves: where a node's moves begin, and for each move its cell and the node after
    it."""

    first: Any
    cells: Any
    following: Any


class Sums(NamedTuple):
    """What a searcher adds up: distances by tile and cell, and for each side the groups and their
    tables."""

    distance: Any
    group: Any
    """The number of each tile's group, by side."""
    worth: Any
    """What a tile in a cell adds to its group's index, by side."""
    tables: Any
    """All tables, two entries to a byte: the nearer memory holds twice as much."""


class Stack(NamedTuple):
    """The moves that are being tried, by depth."""

    node: Any
    turn: Any
    """The next move to try."""
    blank: Any
    left: Any
    """The Manhattan distance."""
    tightest: Any
    """The side with the smallest margin."""
    margins: Any
    """By side."""
    undo: Any
    """The indices before the move, by side."""


def step_through(
    batch: int, depth: int, board: Any, index: Any, graph: Graph, sums: Sums, stack: Stack
) -> tuple[int, int, int]:
    """Go on with the depth-first search for ``batch`` nodes; return the outcome, the depth and the
    nodes.

    ``board`` and ``index`` are what they are at the top of the stack. Everything is changed in
    place.
    """
    first, cells, following = graph
    distance, group, worth, tables = sums
    node, turn, blank, left, tightest, margins, undo = stack
    sides, count = len(group), 0
    while count < batch:
        here, move = blank[depth], turn[depth]
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
        deeper = depth + 1
        least = 1000
        side = tightest[depth]
        for _ in range(sides):
            old = index[group[side, tile]]
            new = old + worth[side, tile, here] - worth[side, tile, cell]
            gain = (tables[old >> 1] >> 4 * (old & 1) & 15) - (
                tables[new >> 1] >> 4 * (new & 1) & 15
            )
            margin = margins[depth, side] + gain - (rise > 0)
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
        depth, count = deeper, count + 1
        node[depth] = following[move]
        turn[depth] = first[following[move]]
        blank[depth] = cell
        left[depth] = left[depth - 1] + rise
        if left[depth] == 0:
            return FOUND, depth, count
    return PAUSED, depth, count


_step_through = cached_njit(step_through)


@cache
def searcher_sums(searcher: Searcher) -> tuple[Sums, Any]:
    """Return what a searcher adds up, and where each group's table begins."""
    size, sides = searcher.rows * searcher.columns, len(searcher.sides)
    # several groups may share one
    tables = {id(group.table): group.table for group in searcher.groups}
    whole = np.concatenate([np.frombuffer(table, np.uint8) for table in tables.values()])
    whole = np.pad(whole, (0, len(whole) % 2))
    begins = dict(
        zip(tables, itertools.accumulate(map(len, tables.values()), initial=0), strict=False)
    )
    group, worth = np.zeros((sides, size), np.int64), np.zeros((sides, size, size), np.int64)
    numbers = itertools.count()
    for side, groups in enumerate(searcher.sides):
        for one, number in zip(groups, numbers, strict=False):
            for place, tile in enumerate(reversed(one.tiles)):
                group[side, tile] = number
                worth[side, tile] = np.array(one.cells) * size**place
    distance = np.array(
        [
            [searcher.distance(tile, cell) if tile else 0 for cell in range(size)]
            for tile in range(size)
        ]
    )
    offset = np.array([begins[id(group.table)] for group in searcher.groups])
    return Sums(distance, group, worth, whole[::2] | whole[1::2] << 4), offset


@cache
def _graph(searcher: Searcher) -> tuple[Graph, dict[int, int]]:
    """Return the graph of moves, and the number of each node by its identity."""
    numbers = {id(node): number for number, node in enumerate(searcher.roots)}
    nodes = list(searcher.roots)
    first = [0]
    cells = []
    following = []
    for node in nodes:  # grows during the loop
        for cell, _, after in node:
            if id(after) not in numbers:
                numbers[id(after)] = len(nodes)
                nodes.append(after)
            cells.append(cell)
            following.append(numbers[id(after)])
        first.append(len(cells))
    return Graph(np.array(first), np.array(cells), np.array(following)), numbers


def start(searcher: Searcher, tick: Ticker, found: Found) -> Run:
    """Return the compiled twin of what `Searcher.start` returns."""
    graph, number_of, (sums, offset) = *_graph(searcher), searcher_sums(searcher)
    stack = Stack(
        *(np.zeros(DEEPEST, np.int64) for _ in range(5)),
        *(np.zeros((DEEPEST, len(searcher.sides)), np.int64) for _ in range(2)),
    )

    def run(branch: Branch, slack: int) -> list[int] | None:
        board, index = np.array(branch.tiles), offset + np.array(branch.index)
        stack.node[0] = number_of[id(branch.node)]
        stack.turn[0] = graph.first[stack.node[0]]
        stack.blank[0] = branch.path[-1]
        stack.left[0] = manhattan(branch.tiles, searcher.columns)
        stack.tightest[0] = 0
        stack.margins[0] = slack - np.array(branch.needs)
        found.nodes += 1  # the branch itself
        outcome, depth = PAUSED, 0
        while outcome == PAUSED:
            outcome, depth, count = _step_through(BATCH, depth, board, index, graph, sums, stack)
            found.nodes += count
            tick(count)
        return [int(cell) for cell in stack.blank[1 : depth + 1]] if outcome == FOUND else None

    return run


ENGINE = Engine(start, worth_splitting=200_000)
"""The search of this file."""
