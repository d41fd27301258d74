"""Near-optimal solutions by beam search: breadth first, continuing only the most promising
positions of each level."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any

from ....support.collector import without_collector
from ..rules import Flat
from . import duplicates
from .bounds import manhattan
from .complete import exchange
from .deepening import Searcher

WEIGHT = 3
"""The weight of the sides' mean excess relative to the Manhattan distance. In a bound it would be
2: this value only ranks and proves nothing. A rank is multiplied by the number of sides to make it
an integer."""

ENDLESS = 1 << 30
"""More moves than any solution has."""

BeamPath = tuple[Any, int]
"""The tiles moved so far, the last one first: (earlier path or None, tile)."""

NARROWEST = 200
"""The number of positions in a level of the first search, which measures the speed of this
machine."""

WIDEST = 50_000
"""The maximum number of positions in a level."""

NARROWING = 0.9
"""The factor by which a beam is narrowed after each level that ends late."""

USABLE = 0.8
"""The share of the time for which the second beam is planned: wide levels take longer than the
narrow ones that measure the speed."""


def solution(searcher: Searcher, tiles: Flat, deadline: float) -> list[int] | None:
    """Return the better solution of a narrow beam and of one as wide as ``deadline`` (a value of
    ``time.perf_counter()``) allows.

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


# A level is a list of tuples, which are created faster than objects: position, indices into the
# tables, rank, path, and the last tile moved.
_POSITION = 0
_INDEX = 1
_RANK = 2
_PATH = 3


def start_rank(searcher: Searcher, tiles: Flat) -> int:
    """Return the rank of a position."""
    distance = manhattan(tiles, searcher.columns)
    return len(searcher.sides) * distance + WEIGHT * sum(searcher.excesses(tiles))


def search(
    searcher: Searcher, tiles: Flat, width: int, deadline: float, shorter_than: int = ENDLESS
) -> list[int] | None:
    """Return a solution with fewer moves than ``shorter_than``, if a beam of this width finds one
    in time."""
    start = bytes(tiles)
    goal = bytes((*range(1, len(tiles)), 0))
    if start == goal:
        return []
    level: list[Any] = [(start, searcher.index(tiles), start_rank(searcher, tiles), None, 0)]
    seen = {start}
    highest = ENDLESS
    depth = 0
    begun = time.perf_counter()
    while level and depth < shorter_than and (now := time.perf_counter()) < deadline:
        is_late = (now - begun) * shorter_than > (deadline - begun) * (depth + 1)
        width = max(NARROWEST, int(width * NARROWING)) if is_late else width
        children = _children(searcher, level, seen, highest)
        level, highest = _best(children, width)
        depth += 1
        # The lowest rank comes first, and the goal's is 0.
        if level and level[0][_RANK] == 0:
            path = next((entry[_PATH] for entry in level if entry[_POSITION] == goal), None)
            if path is not None:
                return _unwound(path)
    return None


def _children(
    searcher: Searcher, level: list[Any], seen: set[bytes], highest: int
) -> dict[int, list[tuple[Any, ...]]]:
    """Return all new positions after one move, by rank, as long as their ranks do not exceed the
    last level's."""
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    beside = duplicates.roots(searcher.rows, searcher.columns, 2)
    sides = len(searcher.sides)
    for parent in level:
        position, index, rank, _, last = parent
        for cell, direction, _ in beside[position.index(0)]:
            tile = position[cell]
            if tile == last:
                continue
            away, changes = searcher.steps[tile, cell, direction]
            value = rank + sides * (2 * away - 1)
            for group, step, table in changes:
                place = index[group]
                value += WEIGHT * (table[place + step] - table[place])
            if value > highest:
                continue
            after = position.translate(exchange(tile))
            if after not in seen:
                seen.add(after)
                found[value].append((parent, after, tile, changes))
    return found


def _best(children: dict[int, list[tuple[Any, ...]]], width: int) -> tuple[list[Any], int]:
    """Return the ``width`` positions with the lowest ranks, complete, and the highest rank among
    them."""
    level: list[Any] = []
    for rank in sorted(children):
        for parent, position, tile, changes in children[rank][: width - len(level)]:
            index = parent[_INDEX].copy()
            for group, step, _ in changes:
                index[group] += step
            level.append((position, index, rank, (parent[_PATH], tile), tile))
        if len(level) >= width:
            return level, rank
    return level, ENDLESS


def _unwound(path: BeamPath | None) -> list[int]:
    moved = []
    while path is not None:
        path, tile = path
        moved.append(tile)
    return moved[::-1]
