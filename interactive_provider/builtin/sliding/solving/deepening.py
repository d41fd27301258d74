"""Shortest solutions by iterative-deepening A* (Korf 1985), using only the standard library.

The bound is Manhattan distance plus twice an *excess* read from pattern databases. There may be
several *sides*, that is, ways of adding up tables: on a square board the position and its mirror
image in the main diagonal, and on some boards two partitions of the tiles. The largest excess
counts. In the search, the number of tiles that may still move away from home is one small integer,
the *slack*. A move that brings its tile nearer costs nothing, and one that takes it away costs 1.
The slack minus the excess of a side is that side's *margin*; a move that makes a margin negative is
pruned. Each iteration raises the slack by one, so the length increases by two, as parity requires.

The inner function is generated code: the same lines once for each side, starting with the side
whose margin is exhausted, because that side nearly always does the pruning.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..rules import Flat
from . import duplicates, nearby, tables
from .bounds import home_distance, linear_conflict, manhattan
from .effort import BATCH, Found, Stopped, Ticker

WalkRecord = tuple[Any, ...]


@dataclass(frozen=True)
class Group:
    """Tiles that share a table: their names, the table, and the table's number for each board
    cell."""

    tiles: tuple[int, ...]
    table: bytes
    cells: tuple[int, ...]

    def seen_through(self, image: tuple[int, ...]) -> Group:
        """Return the group of the tiles at this group's places in a mirror image; ``image`` gives
        each cell's place there."""
        tiles = tuple(image.index(tile - 1) + 1 for tile in self.tiles)
        return Group(tiles, self.table, tuple(self.cells[cell] for cell in image))


def mirror_cells(rows: int, columns: int) -> tuple[int, ...]:
    """Return, for each cell of a rows × columns board, its cell on the board mirrored in the main
    diagonal."""
    return tuple(cell % columns * rows + cell // columns for cell in range(rows * columns))


def mirrored(tiles: Flat, rows: int, columns: int) -> Flat:
    """Return the position mirrored in the main diagonal, with tiles renamed so that the goal stays
    the goal."""
    cells = mirror_cells(rows, columns)
    result = [0] * len(tiles)
    for cell, tile in enumerate(tiles):
        result[cells[cell]] = cells[tile - 1] + 1 if tile else 0
    return tuple(result)


class Searcher:
    """The bounds and the search of one shape, at most as high as wide; made only once, by
    `searcher`."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.sides = self._sides()
        self.groups = [group for side in self.sides for group in side]
        self.steps: dict[tuple[int, int, int], Any] = {}
        """The steps as in `records`, with each side's part separate."""
        self.numbers: dict[int, int] = {}
        """The changes of an index, each once: fewer objects stay in the processor's cache."""
        self.records = self._records()
        self.make = _generated(len(self.sides))
        self.goal_index = self.index((*range(1, rows * columns), 0))
        self.roots = duplicates.roots(rows, columns)

    def _sides(self) -> list[list[Group]]:
        """Return the ways of adding up tables: the shipped ones and, on a square board, each also
        for the mirror image."""
        shape = self.rows, self.columns
        cells = self.rows * self.columns
        groups = [
            Group(pattern, table, tuple(range(cells)))
            for pattern, table in zip(tables.SHIPPED[shape], tables.load(*shape), strict=True)
        ]
        twice = sum(len(group.tiles) for group in groups) > cells
        sides = [groups[: len(groups) // 2], groups[len(groups) // 2 :]] if twice else [groups]
        if self.rows == self.columns:
            mirror = mirror_cells(self.rows, self.columns)
            sides += [[group.seen_through(mirror) for group in side] for side in sides]
        return sides

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
        """Return the excess of each side: the bound is the Manhattan distance plus twice the
        largest."""
        values = [
            group.table[number]
            for group, number in zip(self.groups, self.index(tiles), strict=True)
        ]
        rest = iter(values)
        return [sum(itertools.islice(rest, len(side))) for side in self.sides]

    def lower_bound(self, tiles: Flat) -> int:
        """Return a lower bound on the number of moves."""
        return manhattan(tiles, self.columns) + 2 * max(self.excesses(tiles))

    def _records(self) -> list[list[list[WalkRecord | None]]]:
        """Return everything about one step of a tile, by tile, cell and number of the blank's
        direction.

        A record holds the record list after the step, 1 if the step leads away from home, and for
        each side the group, the change of its index and its table, in sequence. Board cells hold
        such lists in place of tile numbers.
        """
        cells = self.rows * self.columns
        lists: list[list[list[WalkRecord | None]]] = [
            [[None] * 4 for _ in range(cells)] for _ in range(cells)
        ]
        for blank, moves in enumerate(duplicates.roots(self.rows, self.columns, 2)):
            for cell, direction, _ in moves:
                for tile in range(1, cells):
                    before = home_distance(tile, cell, self.columns)
                    away = int(home_distance(tile, blank, self.columns) > before)
                    changes = [
                        self._change(side, tile, cell, blank) for side in range(len(self.sides))
                    ]
                    record = (lists[tile][blank], away, *itertools.chain(*changes))
                    lists[tile][cell][direction] = record
                    self.steps[tile, cell, direction] = away, changes
        return lists

    def _change(self, side: int, tile: int, cell: int, blank: int) -> tuple[int, int, bytes]:
        """Return a step's group, the change of the group's index, and its table."""
        groups = enumerate(self.sides[side], start=sum(map(len, self.sides[:side])))
        number, group = next(pair for pair in groups if tile in pair[1].tiles)
        power = len(group.tiles) - 1 - group.tiles.index(tile)
        step = group.cells[blank] - group.cells[cell]
        change = step * (self.rows * self.columns) ** power
        return number, self.numbers.setdefault(change, change), group.table

    def search(self, tiles: Flat, tick: Ticker, found: Found, at_most: int | None = None) -> None:
        """Look for a shortest solution, of at most ``at_most`` moves if that is given, and record
        it in ``found``.

        ``found.tiles`` stays None if there is none that short; ``found.lower_bound`` rises during
        the search, and its initial value is trusted. ``tick`` may raise `Stopped` to end the
        search.
        """
        distance = manhattan(tiles, self.columns)
        if not distance:
            found.tiles = ()
            return
        excesses = self.excesses(tiles)
        found.lower_bound = max(found.lower_bound, distance + 2 * max(excesses))
        path: list[int] = []
        search, unused = self._prepared(tiles, tick, found, path)
        blank = tiles.index(0)
        try:
            while at_most is None or found.lower_bound <= at_most:
                slack = (found.lower_bound - distance) // 2
                margins = (slack - excess for excess in excesses)
                if search(self.roots[blank], blank, *margins):
                    found.tiles = moved_tiles(tiles, (blank, *reversed(path)))
                    return
                found.lower_bound += 2
        except Stopped:
            pass
        finally:
            found.nodes += BATCH - unused()

    def _prepared(self, tiles: Flat, tick: Ticker, found: Found, path: list[int]) -> Any:
        """Return the generated search of a position, which puts the blank's path of a solution into
        ``path``, the last cell first, and a function that returns the nodes left in a batch."""

        def batch_done() -> int:
            tick(BATCH)
            found.nodes += BATCH
            return BATCH

        board = [self.records[tile][cell] for cell, tile in enumerate(tiles)]
        last = len(tiles) - 1
        index = self.index(tiles)
        return self.make(board, index, self.goal_index, last, path, batch_done, BATCH)


def moved_tiles(tiles: Flat, path: Sequence[int]) -> tuple[int, ...]:
    """Return the tiles moved when the blank takes this path, which begins with its first cell."""
    board = list(tiles)
    moved = []
    for blank, cell in itertools.pairwise(path):
        board[blank] = board[cell]
        moved.append(board[cell])
    return tuple(moved)


_HEAD = """
def make(board, index, goal_index, last, path, batch_done, left):
    def search(node, blank, {margins}):
        nonlocal left
        left -= 1
        if not left:
            left = batch_done()
"""

_LOOP = """
for cell, direction, following in node:
    here = board[cell]
    there, away, {fields} = here[direction]
"""

_CUT = """
    old{n} = index[g{n}]
    new{n} = old{n} + step{n}
    left{n} = {margin}table{n}[old{n}] - table{n}[new{n}] - away
    if left{n} < 0:
        continue
"""

_GO = """
    board[blank] = there
{store}
    if cell == last and index == goal_index or search(following, cell, {left}):
        path.append(cell)
        return True
    board[cell] = here
{restore}
return False
"""


def _source(sides: int) -> str:
    """Return the text of the search function for a given number of sides."""
    text = _HEAD.format(margins=", ".join(f"margin{n}" for n in range(sides)))
    for side in range(sides):
        text += f"        if not margin{side}:\n" + _indented(_loop(sides, side), 12)
    return text + _indented(_loop(sides), 8) + "    return search, lambda: left\n"


def _loop(sides: int, used_up: int | None = None) -> str:
    """Return the code that tries a node's moves, checking first the side whose margin is
    exhausted."""
    numbers = range(sides)
    fields = ", ".join(f"g{n}, step{n}, table{n}" for n in numbers)
    cuts = "".join(_CUT.format(n=n, margin=f"margin{n} + ") for n in numbers if n != used_up)
    if used_up is not None:
        cuts = _CUT.format(n=used_up, margin="") + cuts
    store = "\n".join(f"    index[g{n}] = new{n}" for n in numbers)
    restore = "\n".join(f"    index[g{n}] = old{n}" for n in numbers)
    left = ", ".join(f"left{n}" for n in numbers)
    return _LOOP.format(fields=fields) + cuts + _GO.format(store=store, restore=restore, left=left)


def _indented(text: str, width: int) -> str:
    return "".join(" " * width + line + "\n" for line in text.splitlines() if line)


@cache
def _generated(sides: int) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    exec(compile(_source(sides), "<sliding search>", "exec"), names)
    made: Callable[..., Any] = names["make"]
    return made


@cache
def searcher(rows: int, columns: int) -> Searcher:
    """Return the searcher of a shape with rows ≤ columns; its tables are read once."""
    return Searcher(rows, columns)


TurnBack = Callable[[Sequence[int]], tuple[int, ...]]
"""A function that turns the moves of a board's mirror image into those of the board."""


def upright(tiles: Flat, rows: int, columns: int) -> tuple[Searcher, Flat, TurnBack]:
    """Return the searcher of a shape with tables, the position as that searcher reads it (mirrored
    if it is higher than wide), and the function that turns its moves back."""
    if rows <= columns:
        return searcher(rows, columns), tiles, tuple
    cells = mirror_cells(columns, rows)

    def turned_back(moves: Sequence[int]) -> tuple[int, ...]:
        return tuple(cells[tile - 1] + 1 for tile in moves)

    return searcher(columns, rows), mirrored(tiles, rows, columns), turned_back


def lower_bound(tiles: Flat, rows: int, columns: int) -> int:
    """Return the best available bound for a position of any shape."""
    if not tables.has_tables(rows, columns):
        return linear_conflict(tiles, columns)
    turned, position, _ = upright(tiles, rows, columns)
    return turned.lower_bound(position)


def shortest(
    tiles: Flat, shape: tuple[int, int], tick: Ticker, found: Found, at_most: int | None = None
) -> None:
    """Look for a shortest solution of a solvable position of any shape (rows and columns); see
    `Searcher.search`.

    Without tables only a position near the goal is solved in reasonable time.
    """
    if not tables.has_tables(*shape):
        nearby.search(tiles, shape, tick, found)
        return
    turned, position, turned_back = upright(tiles, *shape)
    turned.search(position, tick, found, at_most)
    if found.tiles is not None:
        found.tiles = turned_back(found.tiles)
