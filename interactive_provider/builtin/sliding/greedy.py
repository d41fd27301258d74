"""A solution of any board at once: line by line, each tile brought home along a zigzag.

After Parberry (A real-time algorithm for the (n²-1)-puzzle, Information Processing Letters 56, 1995), about
8/3 n³ moves on n × n. The longer side is peeled, so that what is left stays nearly square; the last two tiles
of a line are finished together by a table of 2 × 3 cells, and the last nine cells by the complete table.

Coordinates here are (along, depth): ``along`` counts on the line that is being filled, ``depth`` away from
it, so
that rows and columns are the same code.
"""

from __future__ import annotations

import time
from collections import deque
from functools import cache

from . import small
from .rules import Flat

Spot = tuple[int, int]
Steps = tuple[Spot, ...]

_AROUND = tuple((along, depth) for depth in (-1, 0, 1) for along in (-1, 0, 1) if along or depth)
_SIDES = ((0, -1), (-1, 0), (1, 0), (0, 1))


def solution(tiles: Flat, rows: int, columns: int, deadline: float = float("inf")) -> list[int] | None:
    """Return the tiles to move, in order, that solve a solvable position.

    None if ``time.perf_counter()`` passes the deadline while there is still much to do.
    """
    board = _Board(tiles, columns)
    top = left = 0
    while (rows - top) * (columns - left) > small.LARGEST:
        height, width = rows - top, columns - left
        if height >= width:
            board.frame(top, left, width, height, by_columns=False)
            top += 1
        else:
            board.frame(top, left, height, width, by_columns=True)
            left += 1
        board.fill_line()
        if height * width > 200 and time.perf_counter() > deadline:
            return None
    board.finish(top, left, rows, columns)
    return board.moved


class _Board:
    """A board that is being solved: where everything is, and the tiles moved so far."""

    def __init__(self, tiles: Flat, columns: int) -> None:
        self.cells = list(tiles)
        self.columns = columns
        self.where = [0] * len(tiles)
        for cell, tile in enumerate(tiles):
            self.where[tile] = cell
        self.moved: list[int] = []

    def frame(self, top: int, left: int, length: int, depth: int, by_columns: bool) -> None:
        """Look at the board from the line to fill: ``length`` cells along it, ``depth`` lines in all."""
        self.top, self.left, self.length, self.depth, self.by_columns = top, left, length, depth, by_columns
        self.along_step, self.depth_step = (self.columns, 1) if by_columns else (1, self.columns)
        self.origin = top * self.columns + left
        self.fixed = 0

    def spot(self, tile: int) -> Spot:
        """Return where a tile (0: the blank) is, as (along, depth)."""
        row, column = divmod(self.where[tile], self.columns)
        return (row - self.top, column - self.left) if self.by_columns else (column - self.left, row - self.top)

    def home(self, along: int) -> int:
        """Return the tile whose home is the line's cell number ``along``."""
        return self.origin + along * self.along_step + 1

    def step(self, along: int, depth: int) -> None:
        """Move the blank by one cell."""
        blank = self.where[0]
        cell = blank + along * self.along_step + depth * self.depth_step
        tile = self.cells[cell]
        self.cells[blank], self.cells[cell] = tile, 0
        self.where[tile], self.where[0] = blank, cell
        self.moved.append(tile)

    def fill_line(self) -> None:
        """Bring home all tiles of the line."""
        for along in range(self.length - 2):
            self.fixed = along
            self.bring(self.home(along), (along, 0))
        self.fixed = self.length - 2
        self.fill_pair()

    def fill_pair(self) -> None:
        """Bring home the last two tiles of the line within the 2 × 3 cells at its end."""
        corner = self.length - 2
        first, second = self.home(corner), self.home(corner + 1)
        wall = self.spot(first)[1] == self.spot(second)[1] == 2  # side by side they may shut the blank out
        if wall or not (self._in_corner(first) and self._in_corner(second)):
            self.bring(first, (corner, 0))
            self.fixed = corner + 1
            self.bring(second, (corner + 1, 1), stop_in_corner=True)
            self.fixed = corner
        self._blank_into_corner(first, second)
        spots = [self.spot(tile) for tile in (first, second, 0)]
        for along, depth in _corner_steps(*((along - corner, depth) for along, depth in spots)):
            self.step(along, depth)

    def _in_corner(self, tile: int) -> bool:
        along, depth = self.spot(tile)
        return along >= self.length - 2 and depth <= 2

    def _blank_into_corner(self, first: int, second: int) -> None:
        """Bring the blank into the 2 × 3 cells by a shortest way that moves neither tile."""
        start = self.spot(0)
        taken = {self.spot(first), self.spot(second)}
        came: dict[Spot, tuple[Spot, Spot]] = {}
        queue = deque([start])
        while True:
            spot = queue.popleft()
            if spot[0] >= self.length - 2 and spot[1] <= 2:
                break
            for step in _SIDES:
                beside = spot[0] + step[0], spot[1] + step[1]
                if self._free(beside) and beside not in taken and beside not in came:
                    came[beside] = spot, step
                    queue.append(beside)
        steps = []
        while spot != start:
            spot, step = came[spot]
            steps.append(step)
        for step in reversed(steps):
            self.step(*step)

    def _free(self, spot: Spot) -> bool:
        along, depth = spot
        inside = 0 <= along < self.length and 0 <= depth < self.depth
        return inside and not (depth == 0 and along < self.fixed)

    def bring(self, tile: int, target: Spot, stop_in_corner: bool = False) -> None:
        """Bring a tile to a spot, or just into the last 2 × 3 cells, without moving the fixed ones."""
        while (spot := self.spot(tile)) != target and not (stop_in_corner and self._in_corner(tile)):
            blank = self.spot(0)
            along, depth = min(self._wanted(spot, target), key=lambda way: self._cost(blank, spot, way))
            self._blank_beside(tile, (along, depth))
            self.step(-along, -depth)

    def _wanted(self, spot: Spot, target: Spot) -> list[Spot]:
        """The directions in which a tile comes nearer to its target and is not blocked."""
        along, depth = target[0] - spot[0], target[1] - spot[1]
        ways = []
        if along:
            ways.append((1 if along > 0 else -1, 0))
        if depth and not (depth < 0 and spot[1] == 1 and spot[0] < self.fixed):
            ways.append((0, 1 if depth > 0 else -1))
        return ways

    def _cost(self, blank: Spot, spot: Spot, way: Spot) -> int:
        """Estimate the blank's way to the side of a tile; exact where it is next to the tile."""
        along, depth = blank[0] - spot[0], blank[1] - spot[1]
        if -2 < along < 2 and -2 < depth < 2:
            return len(_round_steps((along, depth), way, self._blocked(spot)))
        around = 2 * (along * way[0] + depth * way[1] < 0 and (along == 0) == (way[0] == 0))
        return abs(along - way[0]) + abs(depth - way[1]) + around

    def _blocked(self, spot: Spot) -> int:
        """Bits of the cells around a spot where the blank must not go."""
        along, depth = spot
        if 0 < along < self.length - 1 and 1 < depth < self.depth - 1:
            return 0
        bits = 0
        for number, (right, down) in enumerate(_AROUND):
            if not self._free((along + right, depth + down)):
                bits |= 1 << number
        return bits

    def _blank_beside(self, tile: int, way: Spot) -> None:
        """Bring the blank to the side of a tile, then round it."""
        spot = self.spot(tile)
        goal = spot[0] + way[0], spot[1] + way[1]
        along, depth = self.spot(0)
        while not (-2 < along - spot[0] < 2 and -2 < depth - spot[1] < 2):
            # Sideways first on the way to the line, last on the way from it: the fixed tiles lie on the line.
            sideways = along != goal[0] and (depth > goal[1] or depth == goal[1])
            if sideways:
                step = (1 if goal[0] > along else -1), 0
            elif depth != goal[1]:
                step = 0, (1 if goal[1] > depth else -1)
            else:
                step = (1 if goal[0] > along else -1), 0
            self.step(*step)
            along, depth = along + step[0], depth + step[1]
        for step in _round_steps((along - spot[0], depth - spot[1]), way, self._blocked(spot)):
            self.step(*step)

    def finish(self, top: int, left: int, rows: int, columns: int) -> None:
        """Solve the corner that is left by the complete table."""
        inside = [row * columns + column for row in range(top, rows) for column in range(left, columns)]
        names = {cell + 1: number for number, cell in enumerate(inside[:-1], start=1)} | {0: 0}
        corner = tuple(names[self.cells[cell]] for cell in inside)
        for number in small.shortest(corner, rows - top, columns - left):
            self.moved.append(inside[number - 1] + 1)


@cache
def _round_steps(start: Spot, goal: Spot, blocked: int) -> Steps:
    """Return the blank's shortest way round a tile at (0, 0), all spots within one cell of it."""
    free = {spot for number, spot in enumerate(_AROUND) if not blocked >> number & 1} | {start}
    ways: dict[Spot, Steps] = {start: ()}
    queue = deque([start])
    while goal not in ways:
        spot = queue.popleft()
        for along, depth in _SIDES:
            beside = spot[0] + along, spot[1] + depth
            if beside in free and beside not in ways:
                ways[beside] = (*ways[spot], (along, depth))
                queue.append(beside)
    return ways[goal]


@cache
def _corner_steps(first: Spot, second: Spot, blank: Spot) -> Steps:
    """Return the blank's shortest way that puts both tiles home, within 2 cells along and 3 deep."""
    start = first, second, blank
    ways: dict[tuple[Spot, Spot, Spot], Steps] = {start: ()}
    queue = deque([start])
    while True:
        state = one, two, hole = queue.popleft()
        if one == (0, 0) and two == (1, 0):
            return ways[state]
        for along, depth in _SIDES:
            beside = hole[0] + along, hole[1] + depth
            if 0 <= beside[0] < 2 and 0 <= beside[1] < 3:
                after = hole if one == beside else one, hole if two == beside else two, beside
                if after not in ways:
                    ways[after] = (*ways[state], (along, depth))
                    queue.append(after)
