"""All layouts of a position, one after another."""

from __future__ import annotations

from collections.abc import Iterator

from ..grid import Square, Squares, members
from ..view import View
from .fronts import clues_of, sums_of


def list_layouts(view: View) -> tuple[list[Square], list[Squares]]:
    """The covered squares, those beside a number first, and every layout of them."""
    outside = sums_of(view).outside
    squares = [*members(view.covered & ~outside), *members(outside)]
    clues = [(clue.around, clue.mines) for clue in clues_of(view)]
    return squares, list(_filled(squares, clues, view.mines))


def _filled(squares: list[Square], clues: list[tuple[Squares, int]], left: int) -> Iterator[Squares]:
    """Depth first: every way to put `left` mines on the squares that all clues allow."""
    touching = [[clue for clue in clues if clue[0] >> square & 1] for square in squares]
    later = [0] * (len(squares) + 1)
    for index in range(len(squares) - 1, -1, -1):
        later[index] = later[index + 1] | 1 << squares[index]
    stack = [(0, 0)]
    while stack:
        index, mined = stack.pop()
        missing = left - mined.bit_count()
        if not 0 <= missing <= len(squares) - index:
            continue
        if index == len(squares):
            yield mined
            continue
        for choice in (mined | 1 << squares[index], mined):
            if all(
                0 <= number - (choice & around).bit_count() <= (around & later[index + 1]).bit_count()
                for around, number in touching[index]
            ):
                stack.append((index + 1, choice))
