"""All layouts of a position, listed by compiled code.

`table[i, u]` is what undecided square `u` shows in layout `i`, 9 for a mine.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ..constants import COVERED
from .fronts import MINE

MINED = 9


@njit(cache=True, error_model="numpy")
def list_layouts(cells, known, need, near, count, mines, most):
    """(squares, table) of all layouts of a position; an empty table above `most`.

    Squares that are known are left out, so none that is safe may still be covered there. A depth-first walk
    over the undecided squares, those beside a number first.
    """
    n = cells.size
    squares = np.empty(n, np.int16)
    length, left = 0, np.int64(mines)
    for inside in range(2):
        for square in range(n):
            if cells[square] != COVERED or known[square] != 0:
                left -= inside == 0 and cells[square] == COVERED and known[square] == MINE
                continue
            beside = False
            for i in range(count[square]):
                beside = beside or cells[near[square, i]] != COVERED
            if beside == (inside == 0):
                squares[length] = square
                length += 1
    squares = squares[:length]
    open_need, open_room = need.copy(), np.zeros(n, np.int8)
    for u in range(length):
        for i in range(count[squares[u]]):
            open_room[near[squares[u], i]] += 1
    found = np.zeros((most + 1, length), np.int8)
    choice = np.full(length + 1, -1, np.int8)
    layouts, at, effort = 0, 0, 0
    while at >= 0:
        if at == length:
            if left == 0:
                if layouts == most:
                    return squares, found[:0]
                for u in range(length):
                    found[layouts, u] = choice[u]
                layouts += 1
            at -= 1
            continue
        square = squares[at]
        if choice[at] >= 0:
            for i in range(count[square]):
                open_need[near[square, i]] += choice[at]
                open_room[near[square, i]] += 1
            left += choice[at]
        choice[at] += 1
        effort += 1
        if choice[at] == 2:
            choice[at] = -1
            at -= 1
            continue
        if effort > 200 * most + 100_000:
            return squares, found[:0]
        left -= choice[at]
        fits = 0 <= left <= length - at - 1
        for i in range(count[square]):
            other = near[square, i]
            open_need[other] -= choice[at]
            open_room[other] -= 1
            if cells[other] != COVERED and not 0 <= open_need[other] <= open_room[other]:
                fits = False
        if fits:
            at += 1
            choice[at] = -1
            continue
    return squares, shown(cells, known, near, count, squares, found[:layouts])


@njit(cache=True, error_model="numpy")
def shown(cells, known, near, count, squares, found):
    """The table of what each square shows, from the layouts as zeros and ones."""
    index = np.full(cells.size, -1, np.int16)
    for u in range(squares.size):
        index[squares[u]] = u
    table = np.empty(found.shape, np.int8)
    for u in range(squares.size):
        base = 0
        for i in range(count[squares[u]]):
            other = near[squares[u], i]
            base += cells[other] == COVERED and known[other] == MINE
        for layout in range(found.shape[0]):
            number = base
            for i in range(count[squares[u]]):
                other = index[near[squares[u], i]]
                if other >= 0:
                    number += found[layout, other]
            table[layout, u] = MINED if found[layout, u] else number
    return table
