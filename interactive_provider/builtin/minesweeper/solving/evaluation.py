"""The value of a position for the record policy: its chance of winning, fitted to the policy's own
games.

A game is won when no guess goes wrong. The chance is therefore written as exp(-danger), where the
danger adds up the future risks: the next guess, every 50/50 that may be forming, the mines that are
not yet counted. It is a weighted sum of a few `TRAITS` of the position. The weights are those with
which the lookahead best predicts, by least squares, which of a position's candidates win when each
is played to the end on the same board: `python -m benchmarks.minesweeper_fit` plays the games and
fits them.

`traits_of` reads a view's codes, the probability of a mine on each square (-1 if it is open) and
the neighbours as listed in `Grid.near`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log1p, sqrt
from typing import NamedTuple

from ..constants import COVERED, LEAST_DANGER, SLIGHT
from ..grid import Neighbours


class Trait(NamedTuple):
    """A property that makes a position dangerous, with its weights on boards with many and with few
    mines."""

    name: str
    dense: float
    sparse: float


TRAITS = (
    Trait("always 1", -0.4497, -0.0373),
    Trait("stuck: no safe square gives information", 0.0031, 0.0149),
    Trait("log(1 + safe squares that give information)", -0.0978, -0.0596),
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
"""The share of mines above which the weights for dense boards apply (expert: 0.206, the other
levels at most 0.156)."""


def weights_for(squares: int, mines: int) -> tuple[float, ...]:
    """Return the weights of the traits on a board with a given number of squares and mines."""
    dense = mines > DENSE * squares
    return tuple(trait.dense if dense else trait.sparse for trait in TRAITS)


def worth(traits: Sequence[float], weights: Sequence[float]) -> float:
    """Return the chance of winning from a position with such traits; 1 if every square is
    decided."""
    if traits[0] == 0.0:
        return 1.0
    danger = sum(trait * weight for trait, weight in zip(traits, weights, strict=True))
    if danger < LEAST_DANGER:
        danger = LEAST_DANGER * exp(danger / LEAST_DANGER - 1.0)
    return exp(-danger)


def danger_of(risk: float) -> float:
    """Return what a risk adds to the danger: -log(1 - risk), at most that of 0.999."""
    return -log(max(1.0 - risk, 0.001))


def evenness(risk: float) -> float:
    """Return the smaller of the probabilities of a mine and of safety; 0 for an open square."""
    return min(risk, 1.0 - risk)


def framed(chance: Sequence[float], columns: int) -> list[float]:
    """Return the probabilities of mines, 0 on open squares, framed by ones: beyond the edge nothing
    can be learnt, as on a mine."""
    border = [1.0] * (columns + 2)
    mined = border.copy()
    for start in range(0, len(chance), columns):
        mined += [1.0, *(max(risk, 0.0) for risk in chance[start : start + columns]), 1.0]
    return mined + border


def pair_danger(at: int, step: int, side: int, mined: Sequence[float]) -> float:
    """Return what a possible 50/50 of a square and the one a `step` away adds to the danger;
    `mined` is `framed`, and a `side` is a step across.

    The two can never be distinguished if all squares that touch just one of them are mines: three
    at either end. The probability of that is estimated as a product, which is a rough guess.
    """
    chance_of_it = min(evenness(mined[at]), evenness(mined[at + step]))
    if chance_of_it < SLIGHT:
        return 0.0
    for end in (at - step, at + 2 * step):
        chance_of_it *= mined[end - side] * mined[end] * mined[end + side]
    return -log1p(-chance_of_it) if chance_of_it >= SLIGHT else 0.0


def box_danger(at: int, width: int, mined: Sequence[float]) -> float:
    """Return what a possible 50/50 of four squares, with the given one at the top left, adds to the
    danger.

    The two diagonals can never be distinguished if all squares that touch just one of the four are
    mines: those at the corners of the next larger box.
    """
    chance_of_it = 1.0
    for other in (at, at + 1, at + width, at + width + 1):
        chance_of_it = min(chance_of_it, evenness(mined[other]))
    if chance_of_it < SLIGHT:
        return 0.0
    for row in (at - width, at + 2 * width):
        chance_of_it *= mined[row - 1] * mined[row + 2]
    return -log1p(-chance_of_it) if chance_of_it >= SLIGHT else 0.0


def traits_of(
    cells: Sequence[int], chance: Sequence[float], layouts: float, near: Neighbours, columns: int
) -> tuple[float, ...]:
    """Return the traits of a position in the order of `TRAITS`; the first is 0 if every square is
    decided."""
    safest = second = 1.0
    opening = mines = doubt = pairs = boxes = 0.0
    safe = undecided = 0
    width = columns + 2
    framed_chance = framed(chance, columns)
    for square, risk in enumerate(chance):
        if cells[square] != COVERED or risk == 1.0:
            continue
        beside = False
        tells = False
        zero = 1.0 - risk
        for other in near[square]:
            if cells[other] != COVERED:
                beside = True
            else:
                tells = tells or 0.0 < chance[other] < 1.0
                zero *= 1.0 - chance[other]
        if risk == 0.0:
            safe += tells
            continue
        undecided += 1
        mines += risk
        opening = max(opening, zero)
        second = min(second, max(safest, risk))
        safest = min(safest, risk)
        if beside:
            doubt += evenness(risk)
        if evenness(risk) < SLIGHT:
            continue
        at = (square // columns + 1) * width + square % columns + 1
        pairs += pair_danger(at, 1, width, framed_chance)
        pairs += pair_danger(at, width, 1, framed_chance)
        boxes += box_danger(at, width, framed_chance)
    bits = log(layouts)
    density = mines / max(undecided, 1)
    stuck = 1.0 if safe == 0 else 0.0
    return (
        1.0 if undecided else 0.0,
        stuck,
        log1p(safe),
        stuck * danger_of(safest),
        stuck * danger_of(second),
        (1.0 - stuck) * danger_of(safest),
        bits,
        sqrt(bits),
        min(bits, 5.0),
        doubt,
        pairs,
        boxes,
        mines,
        mines * density,
        stuck * opening,
        log1p(undecided),
        stuck * density,
    )
