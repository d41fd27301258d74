"""A good solution of a board of any size within a time: built, then made shorter."""

from __future__ import annotations

import time

from ..rules import Flat
from . import beam, deepening, greedy, tables, windows

BEAM_SHARE = 0.93
"""The share of the time for the beam if there are tables; the rest shortens its solution."""

VARIED_SHARE = 0.25
"""The share of the time for trying other ways of filling each line."""

CLOSING_SHARE = 0.4
"""The time for the end of the work, as a share of the building time."""

TRIES = 12
MOST_KEPT = 12


def solution(tiles: Flat, rows: int, columns: int, deadline: float) -> list[int] | None:
    """Return a solution, the shorter the later the deadline (by ``time.perf_counter()``).

    None if even a first solution was not finished in time.
    """
    begun = time.perf_counter()
    moves = greedy.solution(tiles, rows, columns, deadline)
    if moves is None:
        return None
    now = time.perf_counter()
    if (min(rows, columns), max(rows, columns)) in tables.SHIPPED:
        end = now + BEAM_SHARE * (deadline - now)
        found = _by_beam(tiles, rows, columns, end)
        moves = min(moves, found or moves, key=len)
    else:
        kept = min(
            MOST_KEPT, int(VARIED_SHARE * (deadline - begun) / (TRIES * (now - begun) + 1e-6))
        )
        if kept >= 2:
            moves = min(moves, greedy.varied_solution(tiles, rows, columns, kept, TRIES), key=len)
    # The remaining work, including the replay by the rules, takes less time than building did.
    return windows.improve(tiles, rows, columns, moves, deadline - CLOSING_SHARE * (now - begun))


def _by_beam(tiles: Flat, rows: int, columns: int, deadline: float) -> list[int] | None:
    if rows <= columns:
        return beam.solution(deepening.searcher(rows, columns), tiles, deadline)
    mirror = deepening.mirrored(tiles, rows, columns)
    found = beam.solution(deepening.searcher(columns, rows), mirror, deadline)
    return None if found is None else deepening.mirrored_moves(found, rows, columns)
