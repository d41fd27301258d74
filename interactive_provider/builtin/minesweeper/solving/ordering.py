"""The order in which squares are considered if a guess is needed: the safest first, then the more
informative ones."""

from __future__ import annotations

from collections.abc import Sequence

from ..constants import CANDIDATES, COVERED, MARGIN, TIE
from ..grid import Neighbours, Square

Ranks = dict[Square, tuple[float, int]]
"""The covered squares in reading order; the one with the lowest rank is considered first."""


def ranks(cells: Sequence[int], chance: Sequence[float], near: Neighbours) -> Ranks:
    """Rank the covered squares by their chance of a mine.

    Among equally safe squares, those that touch few covered squares, and so are likelier zeros,
    come first; then those that touch many squares beside numbers, since they say more about what is
    known.
    """
    covered = [square for square, code in enumerate(cells) if code == COVERED]
    weights = {
        square: 15 if any(cells[other] != COVERED for other in near[square]) else 16
        for square in covered
    }
    return {
        square: (chance[square], sum([weights.get(other, 0) for other in near[square]]))
        for square in covered
    }


def candidates(order: Ranks) -> list[Square]:
    """Return the squares worth a closer look: the safest and those nearly as safe, in their
    order."""
    least = MARGIN * (1.0 - min(order.values())[0]) - TIE
    pool = [square for square, (chance, _) in order.items() if 1.0 - chance >= least]
    return sorted(pool, key=order.__getitem__)[:CANDIDATES]
