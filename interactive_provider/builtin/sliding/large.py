"""A good solution of a board of any size within a time: built, then made shorter."""

from __future__ import annotations

from . import greedy, windows
from .rules import Flat


def solution(tiles: Flat, rows: int, columns: int, deadline: float) -> list[int] | None:
    """Return a solution, the shorter the later the deadline (by ``time.perf_counter()``), or None if it
    was too near."""
    moves = greedy.solution(tiles, rows, columns, deadline)
    if moves is None:
        return None
    return windows.improve(tiles, rows, columns, moves, deadline)
