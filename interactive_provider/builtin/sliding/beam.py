"""Near-optimal solutions by beam search: breadth first, but only the most promising positions of each level go on."""

from __future__ import annotations

import gc
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .bounds import manhattan
from .optimal import Searcher
from .rules import Flat
from .small import exchange

WEIGHT = 3
"""What the excess of each side counts beside the Manhattan distance. More than a bound may: this ranks, it
proves nothing."""

FIRST_WIDTH = 200
"""Positions kept in each level of the first search, which measures how fast this machine is."""

WIDEST = 50_000

Path = tuple[Any, int]
"""The tiles moved so far, last one first: (earlier path or None, tile)."""


def solution(searcher: Searcher, tiles: Flat, deadline: float) -> list[int] | None:
    """Return the better solution of a narrow beam and of one as wide as ``deadline`` (``time.perf_counter()``) allows.

    None if the time was up before the first one or, which does not happen in practice, both beams ran dry.
    """
    with _no_garbage_collection():
        begun = time.perf_counter()
        first = _search(searcher, bytes(tiles), FIRST_WIDTH, 1 << 30, deadline)
        if first is None:
            return None
        now = time.perf_counter()
        width = min(WIDEST, int(FIRST_WIDTH * 0.7 * (deadline - now) / (now - begun + 1e-6)))
        if width < 2 * FIRST_WIDTH:
            return first
        return _search(searcher, bytes(tiles), width, len(first), deadline) or first


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Leave out the search for cycles, of which there are none here; it would take a third of the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _search(searcher: Searcher, start: bytes, width: int, shorter_than: int, deadline: float) -> list[int] | None:
    """Return a solution with fewer moves than ``shorter_than``, if a beam of this width meets one in time."""
    tiles = tuple(start)
    goal = bytes((*range(1, len(start)), 0))
    rank = manhattan(tiles, searcher.columns) + WEIGHT * sum(searcher.excesses(tiles))
    level: list[Any] = [(start, start.index(0), searcher.index(tiles), rank, None)]
    seen = {start}
    depth = 0
    while level and depth < shorter_than and time.perf_counter() < deadline:
        if level[0][0] == goal:
            return _unwound(level[0][4])
        depth += 1
        level = _best(_children(searcher, level, seen), width)
    return None


def _children(searcher: Searcher, level: list[Any], seen: set[bytes]) -> dict[int, list[tuple[Any, ...]]]:
    """Return all new positions one move on by their ranks."""
    steps, exchanges = searcher.steps, [exchange(tile) for tile in range(searcher.rows * searcher.columns)]
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for parent in level:
        position, blank, index, rank, path = parent
        last = path[1] if path else 0
        for cell, records in steps[blank]:
            tile = position[cell]
            if tile == last:
                continue
            after = position.translate(exchanges[tile])
            if after in seen:
                continue
            seen.add(after)
            rise, group, change, table, second, turn, mirror = records[tile]
            place, other = index[group], index[second]
            excess = table[place + change] - table[place] + mirror[other + turn] - mirror[other]
            found[rank + rise + WEIGHT * excess].append((after, cell, records[tile], parent, tile))
    return found


def _best(children: dict[int, list[tuple[Any, ...]]], width: int) -> list[Any]:
    """Return the ``width`` positions of the lowest ranks, complete."""
    level: list[Any] = []
    for rank in sorted(children):
        for position, cell, record, parent, tile in children[rank][: width - len(level)]:
            index = parent[2].copy()
            index[record[1]] += record[2]
            index[record[4]] += record[5]
            level.append((position, cell, index, rank, (parent[4], tile)))
        if len(level) >= width:
            break
    return level


def _unwound(path: Path | None) -> list[int]:
    moved = []
    while path is not None:
        path, tile = path
        moved.append(tile)
    return moved[::-1]
