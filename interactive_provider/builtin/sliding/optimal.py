"""Shortest solutions by iterative-deepening A* (Korf 1985), in the standard library alone.

The bound is Manhattan distance plus twice an *excess* read from pattern databases, on square boards the
larger of
the excess of the position and of its mirror image in the main diagonal. Written as a search, "how much may
still
be wasted" is one small number: the *slack*. A move that brings its tile nearer costs nothing, one that takes
it away costs 1, and a position whose excess is above the slack is cut off. Iterations raise the slack by one,
so the length grows by two, as parity wants.

The inner function is generated: twice the same lines, once with the position's and once with the mirror's
bound
looked up first, because the larger one of the parent nearly always does the cutting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import automaton, tables
from .bounds import manhattan
from .rules import Flat
from .windows import moved_tiles

BATCH = 20_000
"""Nodes between two looks at the clock."""

Ticker = Callable[[int], None]
"""Called with the number of nodes since the last call; raises to stop the search."""

Record = tuple[Any, ...]


@dataclass(frozen=True)
class Group:
    """Tiles that share a table: their names, the table, and where each board cell is in the table's eyes."""

    tiles: tuple[int, ...]
    table: bytes
    cells: tuple[int, ...]


@dataclass
class Found:
    """What a search came to: the tiles to move or None, a proved lower bound and the nodes expanded."""

    tiles: tuple[int, ...] | None = None
    lower_bound: int = 0
    nodes: int = 0
    interrupted: bool = False


def mirror_cells(rows: int, columns: int) -> tuple[int, ...]:
    """Return for each cell of a rows × columns board its cell on the board mirrored in the main diagonal."""
    return tuple(cell % columns * rows + cell // columns for cell in range(rows * columns))


def mirrored(tiles: Flat, rows: int, columns: int) -> Flat:
    """Return the position mirrored in the main diagonal, tiles renamed so that the goal stays the goal."""
    cells = mirror_cells(rows, columns)
    result = [0] * len(tiles)
    for cell, tile in enumerate(tiles):
        result[cells[cell]] = cells[tile - 1] + 1 if tile else 0
    return tuple(result)


class Searcher:
    """The bounds and the search of one shape, at most as high as wide; made once by :func:`searcher`."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.sides = self._sides()
        self.groups = [group for side in self.sides for group in side]
        self.records = self._records()
        self.make = _compiled(len(self.sides))
        self.goal_index = self.index((*range(1, rows * columns), 0))
        self.roots = automaton.roots(rows, columns)
        self.steps = self._steps()

    def _sides(self) -> list[list[Group]]:
        """The one or two ways of adding up tables: shipped ones, and on a square board the mirror image."""
        cells = tuple(range(self.rows * self.columns))
        shape = self.rows, self.columns
        pairs = list(zip(tables.SHIPPED[shape], tables.load(*shape), strict=True))
        groups = [Group(pattern, table, cells) for pattern, table in pairs]
        if self.rows == self.columns:
            mirror = mirror_cells(*shape)
            return [groups, [Group(tuple(mirror[tile - 1] + 1 for tile in p), t, mirror) for p, t in pairs]]
        once = sum(map(len, tables.SHIPPED[shape])) < len(cells)
        return [groups] if once else [groups[: len(groups) // 2], groups[len(groups) // 2 :]]

    def index(self, tiles: Flat) -> list[int]:
        """Return each group's index into its table."""
        where = {tile: cell for cell, tile in enumerate(tiles)}
        found = []
        for group in self.groups:
            number = 0
            for tile in group.tiles:
                number = number * len(tiles) + group.cells[where[tile]]
            found.append(number)
        return found

    def excesses(self, tiles: Flat) -> list[int]:
        """Return the excess of each side: the bound is the Manhattan distance plus twice the largest."""
        values = [group.table[number] for group, number in zip(self.groups, self.index(tiles), strict=True)]
        size = len(self.sides[0])
        return [sum(values[start : start + size]) for start in range(0, len(values), size)]

    def lower_bound(self, tiles: Flat) -> int:
        """Return a number of moves that no solution is below."""
        return manhattan(tiles, self.columns) + 2 * max(self.excesses(tiles))

    def _records(self) -> list[list[list[Record | None]]]:
        """Everything about one step of a tile, by tile, cell and number of the blank's direction.

        A record holds the record list after the step, 1 if the step leads away from home, and for each
        side the
        group, the change of its index and its table. Board cells hold such lists in place of tile numbers.
        """
        cells = self.rows * self.columns
        lists: list[list[list[Record | None]]] = [[[None] * 4 for _ in range(cells)] for _ in range(cells)]
        for blank, moves in enumerate(automaton.roots(self.rows, self.columns, 2)):
            for cell, direction, _ in moves:
                for tile in range(1, cells):
                    away = self.distance(tile, blank) > self.distance(tile, cell)
                    changes = [
                        part for side in range(len(self.sides)) for part in self._change(side, tile, cell, blank)
                    ]
                    lists[tile][cell][direction] = (lists[tile][blank], int(away), *changes)
        return lists

    def _steps(self) -> list[list[tuple[int, list[Record]]]]:
        """For each cell of the blank the cells beside it, each with a record for every tile that may stand there.

        Such a record holds the change of the Manhattan distance and for each side what :meth:`_records` says.
        """
        steps = []
        for moves in automaton.roots(self.rows, self.columns, 2):
            beside = []
            for cell, direction, _ in moves:
                records = [self.records[tile][cell][direction] or () for tile in range(1, len(self.records))]
                beside.append((cell, [(), *(_both_sides(record) for record in records)]))
            steps.append(beside)
        return steps

    def distance(self, tile: int, cell: int) -> int:
        """Return how far a cell is from a tile's home, in rows and columns."""
        rows, columns = divmod(cell, self.columns)
        home_row, home_column = divmod(tile - 1, self.columns)
        return abs(rows - home_row) + abs(columns - home_column)

    def _change(self, side: int, tile: int, cell: int, blank: int) -> tuple[int, int, bytes]:
        """Return a step's group, the change of the group's index, and its table."""
        groups = enumerate(self.sides[side], start=side * len(self.sides[0]))
        number, group = next(pair for pair in groups if tile in pair[1].tiles)
        power = len(group.tiles) - 1 - group.tiles.index(tile)
        step = group.cells[blank] - group.cells[cell]
        return number, step * (self.rows * self.columns) ** power, group.table

    def search(self, tiles: Flat, tick: Ticker, found: Found, at_most: int | None = None) -> None:
        """Look for a shortest solution, of at most ``at_most`` moves if that is given, and note it in
        ``found``.

        ``found.tiles`` stays None if there is none that short; ``found.lower_bound`` rises on the way.
        ``tick`` may raise :class:`Stopped` to end the search.
        """
        if tiles == (*range(1, len(tiles)), 0):
            found.tiles = ()
            return
        slack = max(self.excesses(tiles))
        found.lower_bound = manhattan(tiles, self.columns) + 2 * slack
        blank = tiles.index(0)
        while at_most is None or found.lower_bound <= at_most:
            board = [self.records[tile][cell] for cell, tile in enumerate(tiles)]
            path: list[int] = []
            run, left = self._runner(board, tiles, path, found, tick)
            try:
                done = run(self.roots[blank], blank, slack, *self.excesses(tiles))
            except Stopped:
                return
            finally:
                found.nodes += BATCH - left()
            if done:
                found.tiles = tuple(moved_tiles(tiles, [blank, *reversed(path)]))
                return
            slack += 1
            found.lower_bound += 2

    def _runner(self, board: list[Any], tiles: Flat, path: list[int], found: Found, tick: Ticker) -> Any:
        def batch_done() -> int:
            tick(BATCH)
            found.nodes += BATCH
            return BATCH

        index = self.index(tiles)
        excess = [group.table[number] for group, number in zip(self.groups, index, strict=True)]
        return self.make(board, index, excess, self.goal_index, len(tiles) - 1, path, batch_done, BATCH)


class Stopped(Exception):
    """Raised by a ticker to end a search early."""


_HEAD = """
def make(board, index, excess, goal_index, last, path, batch_done, left):
    def search(node, blank, slack, {sums}):
        nonlocal left
        left -= 1
        if not left:
            left = batch_done()
"""

_LOOP = """
for cell, direction, following in node:
    after, away, {fields} = board[cell][direction]
"""

_BOUND = """
    old_i{n} = index[g{n}]
    i{n} = old_i{n} + step{n}
    e{n} = table{n}[i{n}]
    old_e{n} = excess[g{n}]
    new{n} = sum{n} if e{n} == old_e{n} else sum{n} + e{n} - old_e{n}
"""

_FIRST_CUT = """
    if away:
        if new{n} >= slack:
            continue
        rest = slack - 1
    elif new{n} > slack:
        continue
    else:
        rest = slack
"""

_SECOND_CUT = """
    if new{n} > rest:
        continue
"""

_GO = """
    here = board[cell]
    board[blank] = after
{store}
    if cell == last and index == goal_index or search(following, cell, rest, {new}):
        path.append(cell)
        return True
    board[cell] = here
{restore}
"""


def _source(sides: int) -> str:
    """Return the text of the search function for one or two bounds."""
    numbers = list(range(sides))
    orders = [numbers, numbers[::-1]] if sides == 2 else [numbers]
    text = _HEAD.format(sums=", ".join(f"sum{n}" for n in numbers))
    for number, order in enumerate(orders):
        if sides == 2:
            text += "        if sum0 >= sum1:\n" if number == 0 else "        else:\n"
        text += _indented(_loop(order), 8 + 4 * (sides == 2))
    return text + "        return False\n    return search, lambda: left\n"


def _loop(order: list[int]) -> str:
    numbers = sorted(order)
    text = _LOOP.format(fields=", ".join(f"g{n}, step{n}, table{n}" for n in numbers))
    for place, n in enumerate(order):
        text += _BOUND.format(n=n) + (_SECOND_CUT if place else _FIRST_CUT).format(n=n)
    store = "\n".join(f"    index[g{n}] = i{n}\n    excess[g{n}] = e{n}" for n in numbers)
    restore = "\n".join(f"    index[g{n}] = old_i{n}\n    excess[g{n}] = old_e{n}" for n in numbers)
    return text + _GO.format(store=store, restore=restore, new=", ".join(f"new{n}" for n in numbers))


def _indented(text: str, width: int) -> str:
    return "".join(" " * width + line + "\n" for line in text.splitlines() if line)


@cache
def _compiled(sides: int) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    exec(compile(_source(sides), "<sliding search>", "exec"), names)
    made: Callable[..., Any] = names["make"]
    return made


@cache
def searcher(rows: int, columns: int) -> Searcher:
    """Return the searcher of a shape with rows ≤ columns; its tables are read once."""
    return Searcher(rows, columns)


def _both_sides(record: Record) -> Record:
    """Return the change of the distance and two sides' changes; a side that is not there never changes."""
    _, away, group, _, table, *second = record
    return 2 * away - 1, *record[2:5], *(second or (group, 0, table))


def mirrored_moves(tiles: Sequence[int], rows: int, columns: int) -> list[int]:
    """Return the moves on a rows × columns board that are these on its mirror image."""
    cells = mirror_cells(columns, rows)
    return [cells[tile - 1] + 1 for tile in tiles]


def lower_bound(tiles: Flat, rows: int, columns: int) -> int:
    """Return the bound of :meth:`Searcher.lower_bound` for any shape."""
    if rows <= columns:
        return searcher(rows, columns).lower_bound(tiles)
    return searcher(columns, rows).lower_bound(mirrored(tiles, rows, columns))
