"""One layout of a position, drawn uniformly among all consistent ones."""

from __future__ import annotations

from random import Random

from ..constants import UNLIMITED
from ..grid import Squares
from .frontiers import MINE, SAFE, Knowledge, decide, deduce
from .probability import weigh


def draw_mines(position: Knowledge, rng: Random) -> Squares:
    """Draw the mines of a layout; the position was processed by `deduce`, has a layout, and is
    changed.

    Squares beside a number are decided one by one, with the probabilities given by the remaining
    layouts.
    """
    weights = weigh(position, UNLIMITED)
    while weights.frontiers.orders:
        box = weights.frontiers.orders[0][0]
        kind = MINE if rng.randrange(weights.layouts) < weights.mined[box] else SAFE
        decide(weights.boxes.squares[box][0], kind, position)
        deduce(position)
        weights = weigh(position, UNLIMITED)
    for square in rng.sample(weights.boxes.outside, position.mines_left):
        decide(square, MINE, position)
    return sum(1 << square for square, kind in enumerate(position.kinds) if kind == MINE)
