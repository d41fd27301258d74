"""Positions for the tests: random ones, number lattices, and counting by trying everything."""

from __future__ import annotations

from itertools import combinations
from random import Random

from interactive_provider.builtin.minesweeper.constants import COVERED
from interactive_provider.builtin.minesweeper.grid import grid, members
from interactive_provider.builtin.minesweeper.rules import flood, lay_mines
from interactive_provider.builtin.minesweeper.view import PlayerView

Layouts = list[int]


def seen(rows: int, columns: int, layout: int, opened: int) -> PlayerView:
    """What a player sees of a layout when some safe squares are open."""
    board = grid(rows, columns)
    cells = bytearray([COVERED]) * board.size
    for square in members(opened & ~layout):
        cells[square] = (layout & board.neighbours[square]).bit_count()
    return PlayerView(rows, columns, layout.bit_count(), bytes(cells))


def random_view(rows: int, columns: int, mines: int, opened: int, rng: Random) -> PlayerView:
    """A view of a random layout with some random safe squares open, flooded or not."""
    board = grid(rows, columns)
    layout = lay_mines(board, mines, 0, rng)
    free = list(members(board.all & ~layout))
    squares = 0
    for square in rng.sample(free, min(opened, len(free))):
        squares |= flood(board, layout, square) if rng.random() < 0.5 else 1 << square
    return seen(rows, columns, layout, squares)


def lattice(rows: int, columns: int, mines: int, offset: int, rng: Random) -> PlayerView:
    """A view in which every second square of every second row is open."""
    board = grid(rows, columns)
    opened = sum(
        1 << (row * columns + column)
        for row in range(offset, rows, 2)
        for column in range(offset, columns, 2)
    )
    return seen(rows, columns, lay_mines(board, mines, opened, rng), opened)


def layouts_of(view: PlayerView) -> Layouts:
    """Every layout that explains a view, by trying all."""
    board = view.grid
    numbers = [
        (board.neighbours[square], code)
        for square, code in enumerate(view.cells)
        if code != COVERED
    ]
    tried = (
        sum(1 << square for square in mines)
        for mines in combinations(list(members(view.covered)), view.mines)
    )
    return [
        layout
        for layout in tried
        if all((layout & near).bit_count() == code for near, code in numbers)
    ]


def optimal_by_trying(
    view: PlayerView, layouts: Layouts, known: dict[bytes, int] | None = None
) -> int:
    """How many layouts optimal play wins, by the bare definition: every square is tried,
    everywhere."""
    values = {} if known is None else known
    if view.cells.count(COVERED) == view.mines:
        return len(layouts)
    if view.cells not in values:
        values[view.cells] = max(
            _won(view, square, layouts, values) for square in members(view.covered)
        )
    return values[view.cells]


def _won(view: PlayerView, square: int, layouts: Layouts, values: dict[bytes, int]) -> int:
    parts: dict[int, Layouts] = {}
    for layout in layouts:
        if not layout >> square & 1:
            parts.setdefault((layout & view.grid.neighbours[square]).bit_count(), []).append(layout)
    return sum(
        optimal_by_trying(view.opened(square, number), part, values)
        for number, part in parts.items()
    )
