"""An immediate solution of any board: line by line, with each tile brought home along a zigzag.

After Parberry (A real-time algorithm for the (n²-1)-puzzle, Information Processing Letters 56,
1995), about 8/3 n³ moves on n × n. The longer side is reduced first, so that the rest stays nearly
square; the last two tiles of a line are placed together, using a table of 2 × 3 cells. The
remaining part, the `rest`, is a small board that others solve.

Coordinates here are (along, depth): ``along`` counts on the line that is being filled, ``depth``
away from it, so that rows and columns share the same code.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TypeVar

from ..rules import Flat

T = TypeVar("T")
TileSpot = tuple[int, int]
Steps = tuple[TileSpot, ...]

_AROUND = tuple((along, depth) for depth in (-1, 0, 1) for along in (-1, 0, 1) if along or depth)
_SIDES = ((0, -1), (-1, 0), (1, 0), (0, 1))


class PeeledBoard:
    """A board that is being solved: the places of all tiles, and the tiles moved so far."""

    def __init__(self, tiles: Flat, rows: int, columns: int) -> None:
        self.cells = list(tiles)
        self.rows = rows
        self.columns = columns
        self.where = [0] * len(tiles)
        for cell, tile in enumerate(tiles):
            self.where[tile] = cell
        self.moved: list[int] = []
        self.top = self.left = 0

    @property
    def height(self) -> int:
        """The number of rows that are not solved yet."""
        return self.rows - self.top

    @property
    def width(self) -> int:
        """The number of columns that are not solved yet."""
        return self.columns - self.left

    def fill_lines(self, is_small: Callable[[int, int], bool], deadline: float) -> bool:
        """Fill lines until the rest is small enough by its height and width; return False if
        ``time.perf_counter()`` passes the deadline while much is left to do."""
        while not is_small(self.height, self.width):
            self._fill_line()
            if self.height * self.width > 200 and time.perf_counter() > deadline:
                return False
        return True

    def _rest_cells(self) -> list[int]:
        """Return the cells that are not solved yet, in reading order."""
        return [
            row * self.columns + column
            for row in range(self.top, self.rows)
            for column in range(self.left, self.columns)
        ]

    def rest(self) -> Flat:
        """Return the unsolved part as a separate board, its tiles numbered from 1."""
        inside = self._rest_cells()
        names = {cell + 1: number for number, cell in enumerate(inside[:-1], start=1)} | {0: 0}
        return tuple(names[self.cells[cell]] for cell in inside)

    def followed_by(self, moves: Sequence[int]) -> list[int]:
        """Return all tiles moved, followed by the moves that solve the rest."""
        inside = self._rest_cells()
        return self.moved + [inside[number - 1] + 1 for number in moves]

    def _frame(self) -> None:
        """Choose the line to fill and turn the board towards it: ``length`` cells along it,
        ``depth`` lines altogether."""
        self.by_columns = self.width > self.height
        self.length, self.depth = (
            (self.height, self.width) if self.by_columns else (self.width, self.height)
        )
        self.along_step, self.depth_step = (
            (self.columns, 1) if self.by_columns else (1, self.columns)
        )
        self.origin = self.top * self.columns + self.left
        self.fixed = 0

    def spot(self, tile: int) -> TileSpot:
        """Return where a tile (0: the blank) is, as (along, depth)."""
        row, column = divmod(self.where[tile], self.columns)
        return (
            (row - self.top, column - self.left)
            if self.by_columns
            else (column - self.left, row - self.top)
        )

    def home(self, along: int) -> int:
        """Return the tile whose home is cell number ``along`` of the line."""
        return self.origin + along * self.along_step + 1

    def step(self, along: int, depth: int) -> None:
        """Move the blank by one cell."""
        blank = self.where[0]
        cell = blank + along * self.along_step + depth * self.depth_step
        tile = self.cells[cell]
        self.cells[blank] = tile
        self.cells[cell] = 0
        self.where[tile] = blank
        self.where[0] = cell
        self.moved.append(tile)

    def _fill_line(self) -> None:
        """Bring home all tiles of a line of the longer side."""
        self._frame()
        for along in range(self.length - 2):
            self.fixed = along
            self.bring(self.home(along), (along, 0))
        self.fixed = self.length - 2
        self._fill_pair()
        if self.by_columns:
            self.left += 1
        else:
            self.top += 1

    def _fill_pair(self) -> None:
        """Bring home the last two tiles of the line within the 2 × 3 cells at its end."""
        corner = self.length - 2
        first = self.home(corner)
        second = self.home(corner + 1)
        # next to each other they may block the blank
        wall = self.spot(first)[1] == self.spot(second)[1] == 2
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
        """Bring the blank into the 2 × 3 cells by a shortest path that moves neither tile."""
        taken = {self.spot(first), self.spot(second)}

        def beside(spot: TileSpot) -> Iterator[tuple[TileSpot, TileSpot]]:
            return ((step, to) for step, to in _beside(spot) if self._free(to) and to not in taken)

        def is_in_corner(spot: TileSpot) -> bool:
            return spot[0] >= self.length - 2 and spot[1] <= 2

        for step in _shortest_way(self.spot(0), is_in_corner, beside):
            self.step(*step)

    def _free(self, spot: TileSpot) -> bool:
        along, depth = spot
        inside = 0 <= along < self.length and 0 <= depth < self.depth
        return inside and not (depth == 0 and along < self.fixed)

    def bring(self, tile: int, target: TileSpot, stop_in_corner: bool = False) -> None:
        """Bring a tile to a place, or only into the last 2 × 3 cells, without moving the fixed
        ones."""
        while (spot := self.spot(tile)) != target and not (
            stop_in_corner and self._in_corner(tile)
        ):
            blank = self.spot(0)
            along, depth = min(
                self._wanted(spot, target), key=lambda way: self._cost(blank, spot, way)
            )
            self._blank_beside(tile, (along, depth))
            self.step(-along, -depth)

    def _wanted(self, spot: TileSpot, target: TileSpot) -> list[TileSpot]:
        """Return the directions in which a tile approaches its target and is not blocked."""
        along = target[0] - spot[0]
        depth = target[1] - spot[1]
        ways = []
        if along:
            ways.append((1 if along > 0 else -1, 0))
        if depth and not (depth < 0 and spot[1] == 1 and spot[0] < self.fixed):
            ways.append((0, 1 if depth > 0 else -1))
        return ways

    def _cost(self, blank: TileSpot, spot: TileSpot, way: TileSpot) -> int:
        """Estimate the length of the blank's path to one side of a tile; exact if it is next to the
        tile."""
        along = blank[0] - spot[0]
        depth = blank[1] - spot[1]
        if -2 < along < 2 and -2 < depth < 2:
            return len(_round_steps((along, depth), way, self._blocked(spot)))
        is_behind = along * way[0] + depth * way[1] < 0 and (along == 0) == (way[0] == 0)
        around = 2 if is_behind else 0
        return abs(along - way[0]) + abs(depth - way[1]) + around

    def _blocked(self, spot: TileSpot) -> int:
        """Return the bits of the cells around a spot that the blank must not enter."""
        along, depth = spot
        if 0 < along < self.length - 1 and 1 < depth < self.depth - 1:
            return 0
        bits = 0
        for number, (right, down) in enumerate(_AROUND):
            if not self._free((along + right, depth + down)):
                bits |= 1 << number
        return bits

    def _blank_beside(self, tile: int, way: TileSpot) -> None:
        """Bring the blank near a tile, then around it to the side from which it is to move the
        tile."""
        spot = self.spot(tile)
        blank = self.spot(0)
        # the blank's place relative to the tile
        along = blank[0] - spot[0]
        depth = blank[1] - spot[1]
        while not (-2 < along < 2 and -2 < depth < 2):
            # Towards the line sideways steps come first, away from it last: the fixed tiles lie on
            # the line.
            if along != way[0] and depth >= way[1]:
                step = (1 if way[0] > along else -1), 0
            else:
                step = 0, (1 if way[1] > depth else -1)
            self.step(*step)
            along += step[0]
            depth += step[1]
        for step in _round_steps((along, depth), way, self._blocked(spot)):
            self.step(*step)


@cache
def _round_steps(start: TileSpot, goal: TileSpot, blocked: int) -> Steps:
    """Return the blank's shortest path around a tile at (0, 0), with all spots within one cell of
    it."""
    free = {spot for number, spot in enumerate(_AROUND) if not blocked >> number & 1}
    return _shortest_way(
        start,
        lambda spot: spot == goal,
        lambda spot: (way for way in _beside(spot) if way[1] in free),
    )


@cache
def _corner_steps(first: TileSpot, second: TileSpot, blank: TileSpot) -> Steps:
    """Return the blank's shortest path that puts both tiles home, within 2 cells along and 3
    deep."""

    def after(
        state: tuple[TileSpot, TileSpot, TileSpot],
    ) -> Iterator[tuple[TileSpot, tuple[TileSpot, TileSpot, TileSpot]]]:
        # A state is the places of the two tiles and the blank.
        one, two, hole = state
        for step, to in _beside(hole):
            if 0 <= to[0] < 2 and 0 <= to[1] < 3:
                yield step, (hole if one == to else one, hole if two == to else two, to)

    return _shortest_way((first, second, blank), lambda state: state[:2] == ((0, 0), (1, 0)), after)


def _beside(spot: TileSpot) -> Iterator[tuple[TileSpot, TileSpot]]:
    """Yield the steps from a spot, each with the spot that it leads to."""
    return (((along, depth), (spot[0] + along, spot[1] + depth)) for along, depth in _SIDES)


def _shortest_way(
    start: T, is_end: Callable[[T], bool], following: Callable[[T], Iterable[tuple[TileSpot, T]]]
) -> Steps:
    """Return the steps of a shortest path, breadth first, from a state to an end; ``following`` are
    its neighbours."""
    came: dict[T, tuple[T, TileSpot] | None] = {start: None}
    queue = deque([start])
    while not is_end(state := queue.popleft()):
        for step, after in following(state):
            if after not in came:
                came[after] = state, step
                queue.append(after)
    steps = []
    while (last := came[state]) is not None:
        state, step = last
        steps.append(step)
    return tuple(reversed(steps))
