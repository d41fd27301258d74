"""A good solution of a board of any size within a time limit.

Lines are filled one after another until there are tables for the rest, which a beam search solves
in as few moves as time allows.
"""

from __future__ import annotations

from ..rules import Flat
from . import beam, complete, deepening, tables
from .greedy import PeeledBoard


def solution(tiles: Flat, rows: int, columns: int, deadline: float) -> list[int] | None:
    """Return a solution, the shorter the later the deadline (a value of ``time.perf_counter()``).

    None if even a first solution was not finished in time.
    """
    board = PeeledBoard(tiles, rows, columns)
    if not board.fill_lines(tables.has_tables, deadline):
        return None
    searcher, rest, turned_back = deepening.upright(board.rest(), board.height, board.width)
    found = beam.solution(searcher, rest, deadline)
    if found is not None:
        return board.followed_by(turned_back(found))
    board.fill_lines(complete.has_table, deadline)
    return board.followed_by(complete.shortest(board.rest(), board.height, board.width))
