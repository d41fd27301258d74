"""Near-optimal solutions by beam search: breadth first, continuing only the most promising
positions of each level."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from functools import cache
from typing import Any

from ....support.collector import without_collector
from ..rules import Flat
from . import duplicates
from .bounds import manhattan
from .complete import exchange
from .deepening import Searcher

WEIGHT = 3
"""The weight of the sides' mean excess beside the Manhattan distance. A bound would allow 2: this
ranks and proves nothing. A rank is multiplied by the number of sides, so that it is whole."""

ENDLESS = 1 << 30
"""More moves than any solution has."""

BeamPath = tuple[Any, int]
"""The tiles moved so far, last one first: (earlier path or None, tile)."""

NARROWEST = 200
"""The positions in a level of the first search, which measures how fast this machine is."""

WIDEST = 50_000
"""The most positions in a level."""

USABLE = 0.8
"""The share of the time that the second beam is planned for: wide levels take longer than the
narrow ones, by which the speed is measured."""


def solution(searcher: Searcher, tiles: Flat, deadline: float) -> list[int] | None:
    """Return the better solution of a narrow beam and of one as wide as ``deadline``
    (``time.perf_counter()``) allows.

    None if time ran out before the first one or, which does not happen in practice, both beams
    found nothing.
    """
    with without_collector():
        begun = time.perf_counter()
        first = search(searcher, tiles, NARROWEST, deadline)
        now = time.perf_counter()
        width = int(NARROWEST * USABLE * (deadline - now) / (now - begun + 1e-6))
        if first is None or width < 2 * NARROWEST:
            return first
        return search(searcher, tiles, min(width, WIDEST), deadline, len(first)) or first


@cache
def _steps(searcher: Searcher) -> list[list[tuple[int, list[tuple[Any, ...]]]]]:
    """For each cell of the blank the cells beside it, each with a record for every tile that may be
    there.

    Such a record holds the change of the rank by the distance, for two sides the group, the change
    of its index and its table, and the change of the position's key, a sum of random numbers for
    each tile in its cell (Zobrist).
    """
    size = searcher.rows * searcher.columns
    rng = random.Random(size)  # any fixed numbers will do
    keys = [[rng.getrandbits(60) for _ in range(size)] for _ in range(size)]
    steps = []
    for blank, moves in enumerate(duplicates.roots(searcher.rows, searcher.columns, 2)):
        beside = []
        for cell, direction, _ in moves:
            records: list[tuple[Any, ...]] = [()]
            for tile in range(1, size):
                _, away, one, *others = searcher.records[tile][cell][direction] or ()
                two = others[0] if others else (one[0], 0, one[2])  # a missing side never changes
                rise = len(searcher.sides) * (2 * away - 1)
                records.append((rise, *one, *two, keys[tile][blank] - keys[tile][cell]))
            beside.append((cell, records))
        steps.append(beside)
    return steps


# A level is a list of tuples, which are made faster than objects: position, key, the blank's cell,
# indices into the tables, rank, path, and the tile that was moved last.
_POSITION = 0
_RANK = 4
_PATH = 5


def start_rank(searcher: Searcher, tiles: Flat) -> int:
    """Return the rank of a position."""
    distance = manhattan(tiles, searcher.columns)
    return len(searcher.sides) * distance + WEIGHT * sum(searcher.excesses(tiles))


def search(
    searcher: Searcher, tiles: Flat, width: int, deadline: float, shorter_than: int = ENDLESS
) -> list[int] | None:
    """Return a solution with fewer moves than ``shorter_than``, if a beam of this width meets one
    in time."""
    start = bytes(tiles)
    goal = bytes((*range(1, len(tiles)), 0))
    if start == goal:
        return []
    rank = start_rank(searcher, tiles)
    level: list[Any] = [(start, 0, start.index(0), searcher.index(tiles), rank, None, 0)]
    seen = {0}
    highest = ENDLESS
    depth = 0
    while level and depth < shorter_than and time.perf_counter() < deadline:
        children = _children(_steps(searcher), level, seen, highest)
        level, highest = _best(children, width)
        depth += 1
        # The lowest rank comes first, and the goal's is 0.
        if level and level[0][_RANK] == 0:
            path = next((entry[_PATH] for entry in level if entry[_POSITION] == goal), None)
            if path is not None:
                return _unwound(path)
    return None


def _children(
    steps: Any, level: list[Any], seen: set[int], highest: int
) -> dict[int, list[tuple[Any, ...]]]:
    """Return all new positions one move on, by their ranks, as far as these are not above the last
    level's."""
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for parent in level:
        position, key, blank, index, rank, _, last = parent
        for cell, records in steps[blank]:
            tile = position[cell]
            if tile == last:
                continue
            record = records[tile]
            rise, one, step, table, two, turn, mirror, change = record
            place = index[one]
            other = index[two]
            excess = table[place + step] - table[place] + mirror[other + turn] - mirror[other]
            value = rank + rise + WEIGHT * excess
            if value > highest or (after := key + change) in seen:
                continue
            seen.add(after)
            found[value].append((parent, after, cell, tile, record))
    return found


def _best(children: dict[int, list[tuple[Any, ...]]], width: int) -> tuple[list[Any], int]:
    """Return the ``width`` positions of the lowest ranks, complete, and the highest rank among
    them."""
    level: list[Any] = []
    for rank in sorted(children):
        for parent, key, cell, tile, record in children[rank][: width - len(level)]:
            position, _, _, index, _, path, _ = parent
            index = index.copy()
            index[record[1]] += record[2]
            index[record[4]] += record[5]
            level.append(
                (position.translate(exchange(tile)), key, cell, index, rank, (path, tile), tile)
            )
        if len(level) >= width:
            return level, rank
    return level, ENDLESS


def _unwound(path: BeamPath | None) -> list[int]:
    moved = []
    while path is not None:
        path, tile = path
        moved.append(tile)
    return moved[::-1]
