"""The compiled twin of `solver`, and whole games: the loop that plays a board to its end."""

from __future__ import annotations

import numpy as np
from numba import njit

from ..constants import (
    COVERED,
    EFFORT,
    ENDGAME,
    GIVEN_UP,
    LOST,
    QUICK_ENDGAME,
    STUCK,
    TIE,
    WON,
)
from .endgame import optimal
from .evaluation import traits_of, worth
from .fronts import MINE, SAFE, begin_position, deduce, show
from .listing import MINED, list_layouts
from .order import better_first, candidates, put_order, safest
from .probability import FOUND, decide_certain, weigh

CLASSIC, FAST, RECORD = 0, 1, 2


@njit(cache=True, error_model="numpy")
def open_square(square, numbers, cells, known, need, room, near, count):
    """Open a free square and, from a zero, all that it floods; the number of squares opened."""
    stack = np.empty(cells.size, np.int16)
    stack[0], top, opened = square, 1, 0
    show(square, numbers[square], cells, known, need, room, near, count)
    while top:
        top -= 1
        here = stack[top]
        opened += 1
        if numbers[here] == 0:
            for i in range(count[here]):
                other = near[here, i]
                if cells[other] == COVERED:
                    show(other, numbers[other], cells, known, need, room, near, count)
                    stack[top] = other
                    top += 1
    return opened


@njit(cache=True, error_model="numpy")
def prospect(square, cells, known, need, room, near, count, columns, mines, layouts, chance, weights, enough, follow):
    """The chance to win after a click: over all that it may show, how likely that is times what it is then worth.

    Gives up, with a negative value, as soon as the rest cannot reach `enough`. `follow` gets a flag for each square
    that is safe whenever this one is.
    """
    follow[:] = True
    base, free = 0, 0
    for i in range(count[square]):
        other = near[square, i]
        if cells[other] == COVERED:
            base += known[other] == MINE
            free += known[other] == 0
    value, left = 0.0, 1.0 - chance[square]
    after = np.empty(cells.size)
    for number in range(base, base + free + 1):
        if value + left < enough:
            return -1.0
        new_cells, new_known, new_need, new_room = cells.copy(), known.copy(), need.copy(), room.copy()
        show(square, number, new_cells, new_known, new_need, new_room, near, count)
        if not deduce(new_cells, new_known, new_need, new_room, near, count):
            continue
        status, ways = weigh(new_cells, new_known, new_need, new_room, near, count, columns, mines, after)
        if status != FOUND:
            continue
        share = ways / layouts
        left -= share
        for other in range(cells.size):
            follow[other] = follow[other] and new_cells[other] == COVERED and after[other] == 0.0
        value += share * worth(traits_of(new_cells, after, ways, near.ravel(), columns), weights)
    return value


@njit(cache=True, error_model="numpy")
def best_guess(cells, known, need, room, near, count, columns, mines, layouts, chance, weights):
    """The square of the record policy where none is certain and the end is too far to search."""
    order = np.zeros(cells.size, np.int64)
    put_order(cells, near.ravel(), order)
    first = safest(cells, chance, order)
    best, choice = -1.0, first
    follow, best_follow = np.empty(cells.size, np.bool_), np.zeros(cells.size, np.bool_)
    for square in candidates(cells, chance, order, first):
        if 1.0 - chance[square] <= best + TIE:
            break
        value = prospect(
            square, cells, known, need, room, near, count, columns, mines, layouts, chance, weights, best + TIE, follow
        )
        if value > best + TIE:
            best, choice = value, square
            best_follow[:] = follow
    return better_first(best_follow, choice, chance, order)


@njit(cache=True, error_model="numpy")
def guess(policy, cells, known, need, room, near, count, columns, mines, layouts, chance, weights):
    """A policy's square where none is certain, and whether the endgame search chose it.

    Whoever calls this compiles the search again, so nothing stands between it and those who play.
    """
    most = QUICK_ENDGAME if policy == FAST else ENDGAME
    if layouts <= most:
        squares, table = list_layouts(cells, known, need, near, count, mines, most)
        if table.shape[0]:
            _, choice, effort = optimal(table, np.arange(squares.size).reshape(1, -1), EFFORT)
            if effort >= 0:
                return np.int64(squares[choice]), 1
    if policy == FAST:
        order = np.zeros(cells.size, np.int64)
        put_order(cells, near.ravel(), order)
        return np.int64(safest(cells, chance, order)), 0
    return np.int64(best_guess(cells, known, need, room, near, count, columns, mines, layouts, chance, weights)), 0


@njit(cache=True, error_model="numpy")
def number_board(mined, near, count):
    """What each square of a board holds, `MINED` or a number, from flags that say where the mines are."""
    numbers = np.zeros(mined.size, np.int8)
    for square in range(mined.size):
        if mined[square]:
            numbers[square] = MINED
            continue
        for i in range(count[square]):
            numbers[square] += mined[near[square, i]] != 0
    return numbers


@njit(cache=True, error_model="numpy")
def play(mined, columns, first, policy, guesses, near, count, weights, cells):
    """Play one board on from a view, seeing only what is open: (how it ended, clicks); `cells` ends as the last view.

    `mined` says where the mines are. Without `guesses` the game stops where nothing is certain.
    """
    n = mined.size
    numbers = number_board(mined, near, count)
    mines, opened = 0, 0
    for other in range(n):
        mines += mined[other] != 0
        opened += cells[other] != COVERED
    known, need, room = begin_position(cells, near, count)
    chance = np.empty(n)
    square, clicks = first, 0
    while True:
        clicks += 1
        if numbers[square] == MINED:
            return LOST, clicks
        opened += open_square(square, numbers, cells, known, need, room, near, count)
        while True:
            deduce(cells, known, need, room, near, count)
            progress = False
            for other in range(n):
                if cells[other] == COVERED and known[other] == SAFE:
                    opened += open_square(other, numbers, cells, known, need, room, near, count)
                    clicks += 1
                    progress = True
            if opened == n - mines:
                return WON, clicks
            if progress:
                continue
            if policy == CLASSIC:
                break
            status, layouts = weigh(cells, known, need, room, near, count, columns, mines, chance)
            if status != FOUND:
                return GIVEN_UP, clicks
            progress = decide_certain(cells, known, need, room, near, count, chance)
            if not progress:
                break
        if not guesses:
            return STUCK, clicks
        if policy == CLASSIC:
            square = -1
            for other in range(n):
                if cells[other] == COVERED and known[other] == 0:
                    square = other
                    break
        else:
            square, _ = guess(policy, cells, known, need, room, near, count, columns, mines, layouts, chance, weights)
