"""All layouts of a position, one after another."""

from __future__ import annotations

from ..constants import COVERED, MINED
from ..grid import Square, Squares
from .frontiers import MINE, Knowledge, gather


class TooMany(Exception):
    """Listing the layouts would take more than the allowed effort."""


def undecided_squares(position: Knowledge) -> list[Square]:
    """Return the covered squares that are undecided, those beside a number first."""
    boxes = gather(position)
    return sorted(square for squares in boxes.squares for square in squares) + boxes.outside


def list_layouts(position: Knowledge, squares: list[Square], effort: int) -> list[Squares]:
    """Return the sets of `undecided_squares` that may have the mines, with bit `u` for square
    number `u`.

    Squares are added one by one to all sets that the numbers allow so far; raises `TooMany` if
    there are more sets than the `effort`, which counts them again for each square.
    """
    around: dict[Square, int] = {}
    for u, square in enumerate(squares):
        for clue in position.near[square]:
            if position.cells[clue] < COVERED:
                around[clue] = around.get(clue, 0) | 1 << u
    layouts = [0]
    for u, square in enumerate(squares):
        effort -= len(layouts)
        if effort < 0:
            raise TooMany
        clues = [
            (position.need[clue], around[clue], (around[clue] >> u + 1).bit_count())
            for clue in position.near[square]
            if clue in around
        ]
        whole = position.mines_left, (1 << len(squares)) - 1, len(squares) - u - 1
        layouts = [
            after
            for before in layouts
            for after in (before, before | 1 << u)
            if all(
                0 <= need - (after & beside).bit_count() <= room
                for need, beside, room in (whole, *clues)
            )
        ]
    return layouts


def numbers_shown(
    position: Knowledge, squares: list[Square], layouts: list[Squares]
) -> list[bytes]:
    """Return what each of the squares shows in each of the layouts, `MINED` for a mine."""
    number_of = {square: u for u, square in enumerate(squares)}
    found = []
    for u, square in enumerate(squares):
        near = position.near[square]
        known = sum(position.kinds[other] == MINE for other in near)
        beside = sum(1 << number_of[other] for other in near if other in number_of)
        found.append(
            bytes(
                MINED if layout >> u & 1 else known + (layout & beside).bit_count()
                for layout in layouts
            )
        )
    return found
