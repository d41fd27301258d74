"""Make a solution shorter, piece by piece: replace a stretch of it by a shortest way between its
two ends."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence

from ..rules import Flat
from .complete import neighbour_cells

LENGTHS = (16, 24, 32, 40)
"""Moves in the stretches of successive passes."""


def improve(
    tiles: Flat, rows: int, columns: int, moves: Sequence[int], deadline: float, effort: int = 600
) -> list[int]:
    """Return a solution with at most as many moves, going over it until ``time.perf_counter()``
    reaches the deadline.

    ``effort`` is the number of nodes one stretch may cost in the first pass; each later pass may
    cost more. The work ends early after a whole pass over all lengths without any gain.
    """
    path = blank_cells(tiles, moves)
    stretch = Window(rows, columns)
    while True:
        before = len(path)
        for length in LENGTHS:
            path, in_time = _one_pass(stretch, path, length, effort, deadline)
            if not in_time:
                return moved_tiles(tiles, path)
        if len(path) == before and effort > 20_000:
            return moved_tiles(tiles, path)
        effort *= 2


def _one_pass(
    stretch: Window, path: list[int], length: int, effort: int, deadline: float
) -> tuple[list[int], bool]:
    """Try every stretch of this length, overlapping by half; False if time ran out."""
    done = [path[0]]
    rest = path[1:]
    rest.reverse()
    while rest:
        if time.perf_counter() > deadline:
            return done + rest[::-1], False
        # One more cell than moves: the stretch begins where the finished part ends.
        window = [done[-1], *rest[: -length - 1 : -1]]
        shorter, _ = stretch.shorten(window, effort)
        del rest[len(rest) - len(window) + 1 :]
        half = len(shorter) // 2 if rest else len(shorter)
        done.extend(shorter[1 : half + 1])
        rest.extend(reversed(shorter[half + 1 :]))
    return done, True


def blank_cells(tiles: Flat, moves: Sequence[int]) -> list[int]:
    """Return the cells of the blank from before the first move to after the last."""
    where = {tile: cell for cell, tile in enumerate(tiles)}
    path = [where[0]]
    for tile in moves:
        cell = where[tile]
        where[tile] = path[-1]
        path.append(cell)
    return path


def moved_tiles(tiles: Flat, path: Sequence[int]) -> list[int]:
    """Return the tiles moved when the blank takes this path: the inverse of `blank_cells`."""
    board = list(tiles)
    moved = []
    for blank, cell in itertools.pairwise(path):
        board[blank] = board[cell]
        moved.append(board[cell])
    return moved


class _Enough(Exception):
    pass


class Window:
    """Searches for shorter ways on one board; the two lists are reset after every search."""

    def __init__(self, rows: int, columns: int) -> None:
        self.beside = neighbour_cells(rows, columns)
        self.row = [cell // columns for cell in range(rows * columns)]
        self.column = [cell % columns for cell in range(rows * columns)]
        # which tile is in a cell, tiles named by their first cells
        self.at = list(range(rows * columns))
        self.goal = list(range(rows * columns))  # where a tile must finally be

    def shorten(self, path: list[int], effort: int) -> tuple[list[int], int]:
        """Return a shortest path of the blank with the same outcome, and a proved bound of its
        length.

        Each length tried may cost ``effort`` nodes; if that is not enough ``path`` itself comes
        back.
        """
        distance = bound = self._set_goals(path)
        try:
            while bound < len(path) - 1:
                self.left = effort
                found: list[int] = []
                if not distance or self._search(
                    path[0], -1, (bound - distance) // 2, distance, found
                ):
                    return [path[0], *reversed(found)], bound
                bound += 2
        except _Enough:
            pass
        finally:
            for cell in path:
                for beside in (cell, *self.beside[cell]):
                    self.goal[beside] = beside
        return path, bound

    def _set_goals(self, path: list[int]) -> int:
        """Record where each tile must go; return the sum of the distances, of the same parity as
        the path's length."""
        at = self.at
        for blank, cell in itertools.pairwise(path):
            at[blank], at[cell] = at[cell], at[blank]
        distance = 0
        for cell in set(path):
            if at[cell] != path[0]:
                self.goal[at[cell]] = cell
                distance += abs(self.row[cell] - self.row[at[cell]]) + abs(
                    self.column[cell] - self.column[at[cell]]
                )
        for cell in path:
            at[cell] = cell
        return distance

    def _search(self, blank: int, before: int, slack: int, distance: int, found: list[int]) -> bool:
        """True if the tiles can be put in order with ``slack`` moves away from their goals; the
        blank's cells are added to ``found``, last one first."""
        self.left -= 1
        if self.left < 0:
            raise _Enough
        at = self.at
        for cell in self.beside[blank]:
            if cell == before:
                continue
            tile = at[cell]
            goal = self.goal[tile]
            line = self.row if blank - cell not in (1, -1) else self.column
            nearer = abs(line[blank] - line[goal]) < abs(line[cell] - line[goal])
            if not nearer and not slack:
                continue
            at[blank] = tile
            at[cell] = blank
            try:
                left, spare = (distance - 1, slack) if nearer else (distance + 1, slack - 1)
                if not left or self._search(cell, blank, spare, left, found):
                    found.append(cell)
                    return True
            finally:
                at[cell] = tile
                at[blank] = blank
        return False
