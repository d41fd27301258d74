"""The compiled twin of `evaluation`, which explains the traits and holds their weights."""

from __future__ import annotations

import numpy as np
from numba import njit

from ..constants import COVERED, LEAST_DANGER, SLIGHT


@njit(cache=True, error_model="numpy")
def worth(traits, weights):
    """The chance to win from a position with such traits; 1 where every square is decided."""
    if traits[0] == 0.0:
        return 1.0
    danger = 0.0
    for i in range(weights.size):
        danger += traits[i] * weights[i]
    if danger < LEAST_DANGER:
        danger = LEAST_DANGER * np.exp(danger / LEAST_DANGER - 1.0)
    return np.exp(-danger)


@njit(cache=True, error_model="numpy")
def danger_of(risk):
    """What a risk adds to a danger: -log(1 - risk), and at most that of 0.999."""
    return -np.log(max(1.0 - risk, 0.001))


@njit(cache=True, error_model="numpy")
def evenness(risk):
    """The smaller of the chances to be a mine and to be safe; not above 0 for an open square."""
    return min(risk, 1.0 - risk)


@njit(cache=True, error_model="numpy")
def pair_danger(one, two, chance, near, count, columns):
    """What a possible 50/50 of two neighbours adds to the danger."""
    chance_of_it = min(evenness(chance[one]), evenness(chance[two]))
    for here, there in ((one, two), (two, one)):
        row, column = there // columns, there % columns
        for i in range(count[here]):
            if chance_of_it < SLIGHT:
                return 0.0
            other = near[here, i]
            if abs(other // columns - row) > 1 or abs(other % columns - column) > 1:
                chance_of_it *= chance[other]
    return -np.log1p(-chance_of_it) if chance_of_it >= SLIGHT else 0.0


@njit(cache=True, error_model="numpy")
def box_danger(square, chance, columns):
    """What a possible 50/50 of four squares, the given one at the top left, adds to the danger."""
    row, column = square // columns, square % columns
    chance_of_it = 1.0
    for other in (square, square + 1, square + columns, square + columns + 1):
        chance_of_it = min(chance_of_it, evenness(chance[other]))
    for r in (row - 1, row + 2):
        for c in (column - 1, column + 2):
            if chance_of_it < SLIGHT:
                return 0.0
            if 0 <= r < chance.size // columns and 0 <= c < columns:
                chance_of_it *= chance[r * columns + c]
    return -np.log1p(-chance_of_it) if chance_of_it >= SLIGHT else 0.0


@njit(cache=True, error_model="numpy")
def traits_of(cells, chance, layouts, near, count, columns, traits):
    """The traits of a position into `traits`; the first is 0 where every square is decided."""
    n = cells.size
    safest, second, opening, mines = 1.0, 1.0, 0.0, 0.0
    safe, undecided = 0, 0
    doubt, pairs, boxes = 0.0, 0.0, 0.0
    for square in range(n):
        risk = chance[square]
        if cells[square] != COVERED or risk == 1.0:
            continue
        beside, tells, zero = False, False, 1.0 - risk
        for i in range(count[square]):
            other = near[square, i]
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
        wide, high = (square + 1) % columns != 0, square + columns < n
        if wide:
            pairs += pair_danger(square, square + 1, chance, near, count, columns)
        if high:
            pairs += pair_danger(square, square + columns, chance, near, count, columns)
        if wide and high:
            boxes += box_danger(square, chance, columns)
    traits[0] = undecided > 0
    if undecided == 0:
        return
    bits, density, stuck = np.log(layouts), mines / undecided, 1.0 if safe == 0 else 0.0
    traits[1] = stuck
    traits[2] = np.log1p(safe)
    traits[3] = stuck * danger_of(safest)
    traits[4] = stuck * danger_of(second)
    traits[5] = (1.0 - stuck) * danger_of(safest)
    traits[6] = bits
    traits[7] = np.sqrt(bits)
    traits[8] = min(bits, 5.0)
    traits[9] = doubt
    traits[10] = pairs
    traits[11] = boxes
    traits[12] = mines
    traits[13] = mines * density
    traits[14] = stuck * opening
    traits[15] = np.log1p(undecided)
    traits[16] = stuck * density
