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


def solution(searcher: Searcher, tiles: Flat, deadline: float) -> list[int] | None:
    """Return the better solution of a narrow beam and of one as wide as ``deadline``
    (``time.perf_counter()``) allows.

    None if time ran out before the first one or, which does not happen in practice, both beams
    found nothing.
    """
    with without_collector():
        begun = time.perf_counter()
        first = search(searcher, tiles, Width(deadline), ENDLESS)
        if first is None:
            return None
        seconds = time.perf_counter() - begun
        speed = NARROWEST * len(first) / (seconds + 1e-6)
        width = Width(deadline, len(first), speed)
        if width.at(0) < 2 * NARROWEST:
            return first
        return search(searcher, tiles, width, len(first)) or first


class Width:
    """The width of a level with which the time lasts to the end."""

    def __init__(self, deadline: float, levels: int = 0, speed: float = 0.0) -> None:
        self.deadline = deadline
        self.levels = levels
        """The maximum number of levels to come; 0 for a beam of the first width."""
        self.speed = speed
        """Positions in a second."""
        self.begun = time.perf_counter()
        self.kept = 0

    def at(self, depth: int) -> int:
        """Return the width of the level after ``depth``; 0 when the time is up."""
        now = time.perf_counter()
        if now > self.deadline:
            return 0
        if not self.levels:
            return NARROWEST
        if depth > 9:
            self.speed = self.kept / (now - self.begun)
        width = int(0.97 * self.speed * (self.deadline - now) / (self.levels - depth))
        width = max(NARROWEST, min(WIDEST, width))
        self.kept += width
        return width


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


def search(searcher: Searcher, tiles: Flat, width: Width, shorter_than: int) -> list[int] | None:
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
    while level and depth < shorter_than and (most := width.at(depth)):
        children = _children(_steps(searcher), level, seen, highest)
        level, highest = _best(children, most)
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
