"""The order in which squares are considered if a guess is needed: the safest first, then the more
informative ones.

They read a view's codes, the chance of a
mine on each square (-1 if it is open) and the neighbours as `Grid.near` lists them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ..constants import CANDIDATES, COVERED, MARGIN, TIE
from ..grid import Neighbours, Square


def put_order(cells: Sequence[int], near: Neighbours, order: MutableSequence[int]) -> None:
    """Write down the order of equally safe squares, the one with the least number first; `order` is
    all 0 before.

    Those that touch few covered squares, the likelier zeros, come before others; after that those
    that touch many squares beside numbers: what they show bears on what is known.
    """
    for square in range(len(cells)):
        if cells[square] != COVERED:
            continue
        weight = 16
        for i in range(8 * square, 8 * square + 8):
            other = near[i]
            if other < 0:
                break
            if cells[other] != COVERED:
                weight = 15
        for i in range(8 * square, 8 * square + 8):
            other = near[i]
            if other < 0:
                break
            order[other] += weight


def comes_before(one: Square, two: Square, chance: Sequence[float], order: Sequence[int]) -> bool:
    """True if a square is considered before another: the safer one, then the earlier in the
    order."""
    if abs(chance[one] - chance[two]) > TIE:
        return chance[one] < chance[two]
    return order[one] < order[two]


def safest(cells: Sequence[int], chance: Sequence[float], order: Sequence[int]) -> Square:
    """The least dangerous covered square: the first in the order, then in reading order."""
    best = -1
    for square in range(len(cells)):
        if cells[square] == COVERED and (best < 0 or comes_before(square, best, chance, order)):
            best = square
    return best


def candidates(
    cells: Sequence[int], chance: Sequence[float], order: Sequence[int], first: Square
) -> list[Square]:
    """The squares worth a closer look: nearly as safe as the safest, which is `first`, in their
    order."""
    least = MARGIN * (1.0 - chance[first]) - TIE
    pool = [
        square
        for square in range(len(cells))
        if cells[square] == COVERED and 1.0 - chance[square] >= least
    ]
    chosen: list[Square] = []
    while len(chosen) < min(CANDIDATES, len(pool)):
        best = -1
        for square in pool:
            if square not in chosen and (best < 0 or comes_before(square, best, chance, order)):
                best = square
        chosen.append(best)
    return chosen


def better_first(
    follow: Sequence[int], choice: Square, chance: Sequence[float], order: Sequence[int]
) -> Square:
    """The best of a choice and of the squares that may be opened before it (a flag for each
    square)."""
    best = choice
    for square in range(len(follow)):
        if follow[square] and comes_before(square, best, chance, order):
            best = square
    return best
