"""What a position is worth to the record policy: its chance to win from there, as fitted to its own games.

A game is won when no guess goes wrong. So the chance is written as exp(-danger), and the danger adds up what is
still to be survived: the next guess, every 50/50 that may be forming, the mines that nobody has counted yet.
It is a weighted sum of a few `TRAITS` of the position. The weights are those with which the look-ahead tells best,
by least squares, which of a position's candidates win when each is played to the end on the same board:
`python -m benchmarks.minesweeper_fit` plays the games and fits them.

`compiled.evaluation` is the compiled twin of this module; the weights stand only here.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log1p, prod, sqrt
from typing import NamedTuple

from ..constants import COVERED, LEAST_DANGER, SLIGHT
from ..grid import Square, members
from ..view import View


class Trait(NamedTuple):
    """Something that tells how dangerous a position is, and what it weighs on boards with many and with few mines."""

    name: str
    dense: float
    sparse: float


TRAITS = (
    Trait("always 1", -0.4497, -0.0373),
    Trait("stuck: no safe square tells anything", 0.0031, 0.0149),
    Trait("log(1 + safe squares that tell something)", -0.0978, -0.0596),
    Trait("stuck: danger of the safest guess", 0.4715, 0.5044),
    Trait("stuck: danger of the next safest", 0.4299, 0.396),
    Trait("not stuck: danger of the safest guess", 0.213, 0.1006),
    Trait("log(layouts)", 0.018, 0.0059),
    Trait("sqrt(log(layouts))", -0.1221, 0.0046),
    Trait("log(layouts), at most 5", -0.0289, 0.0495),
    Trait("doubt beside numbers", 0.0174, 0.0014),
    Trait("50/50s of two squares", 0.8023, 0.3547),
    Trait("50/50s of four squares", 0.4933, 0.2212),
    Trait("undecided mines", -0.068, -0.0363),
    Trait("undecided mines * density", 0.157, 0.1459),
    Trait("stuck: best chance of an opening", -0.0424, -0.0613),
    Trait("log(1 + undecided squares)", 0.3366, -0.0269),
    Trait("stuck: density", -0.255, -0.0303),
)

DENSE = 0.18
"""The share of mines from which the weights of dense boards count (expert: 0.206, the other levels at most 0.156)."""


def weights_for(squares: int, mines: int) -> tuple[float, ...]:
    """The weights of the traits on a board with so many squares and mines."""
    dense = mines > DENSE * squares
    return tuple(trait.dense if dense else trait.sparse for trait in TRAITS)


def worth(traits: Sequence[float], weights: Sequence[float]) -> float:
    """The chance to win from a position with such traits; 1 where there are none."""
    if not traits:
        return 1.0
    danger = sum(trait * weight for trait, weight in zip(traits, weights, strict=True))
    if danger < LEAST_DANGER:
        danger = LEAST_DANGER * exp(danger / LEAST_DANGER - 1.0)
    return exp(-danger)


def traits_of(view: View, chance: Sequence[float | None], layouts: int) -> list[float]:
    """The traits of a position in the order of `TRAITS`; none at all where every square is decided."""
    undecided = [square for square, risk in enumerate(chance) if risk is not None and 0.0 < risk < 1.0]
    if not undecided:
        return []
    risks = [chance[square] or 0.0 for square in undecided]
    safest, second, *_ = *sorted(risks)[:2], 1.0
    safe, opening = _safe_and_opening(view, chance)
    mines, bits = sum(risks), log(layouts)
    density, stuck = mines / len(undecided), float(not safe)
    pairs, boxes = _even_groups(view, chance, undecided)
    return [
        1.0,
        stuck,
        log1p(safe),
        stuck * danger_of(safest),
        stuck * danger_of(second),
        (1.0 - stuck) * danger_of(safest),
        bits,
        sqrt(bits),
        min(bits, 5.0),
        _doubt(view, chance, undecided),
        pairs,
        boxes,
        mines,
        mines * density,
        stuck * opening,
        log1p(len(undecided)),
        stuck * density,
    ]


def danger_of(risk: float) -> float:
    """What a risk adds to a danger: -log(1 - risk), and at most that of 0.999."""
    return -log(max(1.0 - risk, 0.001))


def _safe_and_opening(view: View, chance: Sequence[float | None]) -> tuple[int, float]:
    """How many safe squares touch an undecided one, and the best chance of a zero on an undecided square."""
    safe, opening = 0, 0.0
    for square, risk in enumerate(chance):
        if risk is None or risk == 1.0:
            continue
        around = [near for other in view.grid.neighbour_lists[square] if (near := chance[other]) is not None]
        if risk == 0.0:
            safe += any(0.0 < near < 1.0 for near in around)
        else:
            opening = max(opening, prod((1.0 - near for near in around), start=1.0 - risk))
    return safe, opening


def _doubt(view: View, chance: Sequence[float | None], undecided: list[Square]) -> float:
    """How far the squares beside numbers are from being decided, added up."""
    near = view.grid.neighbour_lists
    return sum(
        _evenness(chance[square]) for square in undecided if any(view.cells[other] != COVERED for other in near[square])
    )


def _evenness(risk: float | None) -> float:
    """The smaller of the chances to be a mine and to be safe; 0 for an open square."""
    return 0.0 if risk is None else min(risk, 1.0 - risk)


def _even_groups(view: View, chance: Sequence[float | None], undecided: list[Square]) -> tuple[float, float]:
    """The danger of 50/50s: in two neighbours, and in the diagonals of four squares."""
    pairs = boxes = 0.0
    for square in undecided:
        wide, high = (square + 1) % view.columns != 0, square + view.columns < len(view.cells)
        right, below = square + 1, square + view.columns
        pairs += even_danger(view, chance, (square, right)) if wide else 0.0
        pairs += even_danger(view, chance, (square, below)) if high else 0.0
        boxes += even_danger(view, chance, (square, right, below, below + 1)) if wide and high else 0.0
    return pairs, boxes


def even_danger(view: View, chance: Sequence[float | None], group: tuple[Square, ...]) -> float:
    """What a possible 50/50 adds to the danger.

    Two neighbours, or the two diagonals of four squares, can never be told apart when all squares that touch
    an odd number of them hold mines. The chance of that is taken as a product, which is a rough guess.
    """
    near = view.grid.neighbours
    chance_of_it = min(_evenness(chance[square]) for square in group)
    fence = inside = 0
    for square in group:
        fence ^= near[square]
        inside |= 1 << square
    for square in members(fence & ~inside):
        if chance_of_it < SLIGHT:
            return 0.0
        chance_of_it *= chance[square] or 0.0
    return -log1p(-chance_of_it) if chance_of_it >= SLIGHT else 0.0
