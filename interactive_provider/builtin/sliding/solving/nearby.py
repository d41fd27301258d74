"""Shortest solutions on boards without tables: iterative-deepening A* by the Manhattan distance.

Only positions near the goal are solved in reasonable time, but nothing has to be prepared: a board
of 100 × 100 scrambled by ten moves is solved at once.
"""

from __future__ import annotations

from ..rules import Flat
from .bounds import home_distance, linear_conflict, manhattan
from .complete import neighbour_cells
from .effort import BATCH, Found, Stopped, Ticker

DEEPEST = 200
"""The maximum number of moves in a solution that is looked for: each takes a nested call."""


def search(tiles: Flat, shape: tuple[int, int], tick: Ticker, found: Found) -> None:
    """Look for a shortest solution of at most `DEEPEST` moves and record it in ``found``, whose
    bound rises during the search; ``tick`` may raise `Stopped` to end the search."""
    board = _NearbyBoard(tiles, shape, tick, found)
    distance = manhattan(tiles, board.columns)
    found.lower_bound = max(found.lower_bound, linear_conflict(tiles, board.columns))
    blank = tiles.index(0)
    try:
        while found.lower_bound <= DEEPEST:
            if board.is_solved_within(blank, blank, found.lower_bound, distance):
                found.tiles = tuple(reversed(board.moved))
                return
            found.lower_bound += 2
    except Stopped:
        return


class _NearbyBoard:
    """A board on which moves are tried and taken back."""

    def __init__(self, tiles: Flat, shape: tuple[int, int], tick: Ticker, found: Found) -> None:
        self.columns = shape[1]
        self.beside = neighbour_cells(*shape)
        self.board = list(tiles)
        self.tick = tick
        self.found = found
        self.moved: list[int] = []
        """The tiles of the solution, last one first."""

    def is_solved_within(self, blank: int, before: int, left: int, distance: int) -> bool:
        """True if the board can be solved in at most ``left`` moves, none of which takes the blank
        to ``before``; ``distance`` is the Manhattan distance."""
        if not distance:
            return True
        self.found.nodes += 1
        if not self.found.nodes % BATCH:
            self.tick(BATCH)
        for cell in self.beside[blank]:
            if cell == before:
                continue
            tile = self.board[cell]
            after = distance + home_distance(tile, blank, self.columns)
            after -= home_distance(tile, cell, self.columns)
            if after >= left:
                continue
            self.board[blank] = tile
            if self.is_solved_within(cell, blank, left - 1, after):
                self.moved.append(tile)
                return True
            self.board[cell] = tile
        return False
