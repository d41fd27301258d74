"""The order in which squares are looked at where a guess is needed: the safest first, then those that tell more.

Numba compiles these functions for `compiled`, too: plain loops over a view's codes, the neighbours of each square
(ended by -1 where there are fewer than eight) and the chance of a mine on each (-1 where it is open).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..constants import CANDIDATES, COVERED, MARGIN, TIE
from ..grid import Square


def order_of(cells: Sequence[int], near: Sequence[Sequence[Square]]) -> list[int]:
    """How equally safe squares come, the one with the least number first.

    Those that touch few covered squares, the likelier zeros, come before others; after that those that touch many
    squares beside numbers: what they show bears on what is known.
    """
    beside = [False] * len(cells)
    for square in range(len(cells)):
        if cells[square] == COVERED:
            for other in near[square]:
                if other < 0:
                    break
                if cells[other] != COVERED:
                    beside[square] = True
                    break
    order = [0] * len(cells)
    for square in range(len(cells)):
        for other in near[square]:
            if other < 0:
                break
            if cells[other] == COVERED:
                order[square] += 15 if beside[other] else 16
    return order


def first_of(pool: Sequence[bool], chance: Sequence[float], order: Sequence[int], first: Square) -> Square:
    """The safest square of a pool (a flag for each square), of equal ones the first in the order, then in reading.

    `first` is in the pool by all means; -1 is no square, and the answer where there is none.
    """
    best = first
    for square in range(len(pool)):
        if not pool[square]:
            continue
        if best < 0:
            best = square
        elif abs(chance[square] - chance[best]) > TIE:
            if chance[square] < chance[best]:
                best = square
        elif order[square] < order[best]:
            best = square
    return best


def safest(cells: Sequence[int], chance: Sequence[float], order: Sequence[int]) -> Square:
    """The least dangerous covered square."""
    return first_of([code == COVERED for code in cells], chance, order, -1)


def candidates(cells: Sequence[int], chance: Sequence[float], order: Sequence[int], first: Square) -> list[Square]:
    """The squares worth a closer look: nearly as safe as the safest, which is the `first`, in their order."""
    least = MARGIN * (1.0 - chance[first]) - TIE
    pool = [cells[square] == COVERED and 1.0 - chance[square] >= least for square in range(len(cells))]
    found = [first]
    pool[first] = False
    while len(found) < CANDIDATES:
        square = first_of(pool, chance, order, -1)
        if square < 0:
            break
        found.append(square)
        pool[square] = False
    return found
