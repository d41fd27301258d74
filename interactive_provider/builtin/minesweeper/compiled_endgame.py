"""The compiled twin of `endgame`: all layouts of a position listed, and exact optimal play among them.

`table[i, u]` is what undecided square `u` shows in layout `i`, 9 for a mine. A set of layouts is a run of
indices in `ids`; a set determines its value, since what is open follows from it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from .compiled import COVERED, MINE

MINED = 9


@njit(cache=True, error_model="numpy")
def list_layouts(cells, known, need, near, count, mines, most):
    """(squares, table) of all layouts of a position that has been through `deduce`; an empty table above `most`.

    A depth-first walk over the undecided squares, those beside a number first.
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


@njit(cache=True, error_model="numpy")
def mix(number):
    """A 64-bit scramble (splitmix64), so that sums of them tell sets of layouts apart."""
    word = (number + 1) * np.int64(-7046029254386353131)
    word = (word ^ ((word >> 30) & np.int64(0x3FFFFFFFF))) * np.int64(-4658895280553007687)
    word = (word ^ ((word >> 27) & np.int64(0x1FFFFFFFFF))) * np.int64(-7723592293110705685)
    return word ^ ((word >> 31) & np.int64(0x1FFFFFFFF))


@njit(cache=True, error_model="numpy")
def look(ids, start, size, table, seen, mined):
    """What each square may show in a set of layouts (as bits) and in how many it is a mine."""
    for u in range(seen.size):
        seen[u] = 0
        mined[u] = 0
    for i in range(start, start + size):
        row = table[ids[i]]
        for u in range(seen.size):
            seen[u] |= np.int16(1) << np.int16(row[u])
            mined[u] += row[u] == MINED


@njit(cache=True, error_model="numpy")
def informative(seen, mined):
    """A square that is safe in all layouts of a set and tells them apart, or -1."""
    for u in range(seen.size):
        if mined[u] == 0 and seen[u] & (seen[u] - 1):
            return u
    return -1


@njit(cache=True, error_model="numpy")
def bound(seen, mined, size):
    """At most so many layouts of a set can be won: what the best first click leaves."""
    if informative(seen, mined) >= 0:
        return size
    best = 1
    for u in range(seen.size):
        numbers = seen[u] & 0x1FF
        if numbers & (numbers - 1):
            best = max(best, size - mined[u])
    return best


@njit(cache=True, error_model="numpy")
def part(ids, start, size, table, u, top, ends):
    """Sort the layouts in which square `u` is safe by what it shows, from `top` on; `ends[v]` ends value `v`."""
    for v in range(10):
        ends[v] = 0
    for i in range(start, start + size):
        ends[table[ids[i], u]] += 1
    total = top
    for v in range(9):
        total += ends[v]
        ends[v] = total - ends[v]
    for i in range(start, start + size):
        v = table[ids[i], u]
        if v != MINED:
            ids[ends[v]] = ids[i]
            ends[v] += 1


@njit(cache=True, error_model="numpy")
def solve(ids, start, size, top, table, depth, seen, mined, ends, keys, worth, budget, allowed):
    """How many of a set of layouts optimal play wins. `budget[0]` is spent; below 0 the answer is worthless.

    `allowed` limits the first click (empty: all squares); `budget[1]` receives the best one at depth 0.
    """
    if size <= 1:
        return size
    budget[0] -= 1
    if budget[0] < 0:
        return 0
    key_0, key_1 = np.int64(0), np.int64(0)
    for i in range(start, start + size):
        word = mix(np.int64(ids[i]))
        key_0 += word
        key_1 += mix(word ^ np.int64(0x5DEECE66D))
    spot = (key_0 ^ (key_0 >> 32)) & (worth.size - 1)
    while worth[spot] and (keys[spot, 0] != key_0 or keys[spot, 1] != key_1):
        spot = (spot + 1) & (worth.size - 1)
    if worth[spot] and depth:
        return np.int64(worth[spot])
    look(ids, start, size, table, seen[depth], mined[depth])
    best, choice = np.int64(0), informative(seen[depth], mined[depth])
    if choice >= 0:
        part(ids, start, size, table, choice, top, ends[depth])
        at = top
        for v in range(9):
            best += solve(
                ids, at, ends[depth, v] - at, top + size, table, depth + 1, seen, mined, ends, keys, worth,
                budget, allowed,
            )  # fmt: skip
            at = ends[depth, v]
    else:
        best, choice = guess(
            ids, start, size, top, table, depth, seen, mined, ends, keys, worth, budget, allowed
        )
    if budget[0] < 0:
        return 0
    if depth == 0:
        budget[1] = choice
    if budget[2] > 0:
        spot = (key_0 ^ (key_0 >> 32)) & (worth.size - 1)
        while worth[spot] and (keys[spot, 0] != key_0 or keys[spot, 1] != key_1):
            spot = (spot + 1) & (worth.size - 1)
        if not worth[spot]:
            budget[2] -= 1
        worth[spot] = best
        keys[spot, 0], keys[spot, 1] = key_0, key_1
    return best


@njit(cache=True, error_model="numpy")
def guess(ids, start, size, top, table, depth, seen, mined, ends, keys, worth, budget, allowed):
    """The best click where none is free: (layouts won, square). Squares that would tell nothing are left out."""
    width = table.shape[1]
    safe = np.zeros(width, np.int32)
    best, choice = np.int64(0), -1
    for u in range(width):
        numbers = seen[depth, u] & 0x1FF
        if mined[depth, u] < size and choice < 0:
            best, choice = np.int64(1), u
        if numbers & (numbers - 1) and (depth or allowed.size == 0 or allowed[u]):
            safe[u] = size - mined[depth, u]
    while True:
        u = np.argmax(safe)
        if safe[u] <= best:
            return best, choice
        part(ids, start, size, table, u, top, ends[depth])
        following = top + safe[u]
        left, at = np.int64(0), top
        bounds = np.zeros(9, np.int64)
        for v in range(9):
            count = ends[depth, v] - at
            if count > 2:
                look(ids, at, count, table, seen[depth + 1], mined[depth + 1])
                bounds[v] = bound(seen[depth + 1], mined[depth + 1], count)
            else:
                bounds[v] = count
            left += bounds[v]
            at = ends[depth, v]
        won, at = np.int64(0), top
        for v in range(9):
            if left + won <= best or budget[0] < 0:
                break
            left -= bounds[v]
            won += solve(
                ids, at, ends[depth, v] - at, following, table, depth + 1, seen, mined, ends, keys, worth,
                budget, allowed,
            )  # fmt: skip
            at = ends[depth, v]
        safe[u] = 0
        if budget[0] < 0:
            return best, choice
        if won + left > best and left == 0:
            best, choice = won, u


@njit(cache=True, error_model="numpy")
def optimal(table, nodes, memory, allowed):
    """(layouts won, best first square as an index, nodes left) of optimal play; nodes below 0: given up."""
    layouts, width = table.shape
    size = 1 << 8
    while size < 2 * memory:
        size *= 2
    ids = np.empty(layouts * (width + 2) + 16, np.int32)
    for i in range(layouts):
        ids[i] = i
    seen, mined = np.zeros((width + 2, width), np.int16), np.zeros((width + 2, width), np.int32)
    ends = np.zeros((width + 2, 10), np.int64)
    budget = np.array([nodes, -1, memory], np.int64)
    keys, worth = np.empty((size, 2), np.int64), np.zeros(size, np.int32)
    won = solve(ids, 0, layouts, layouts, table, 0, seen, mined, ends, keys, worth, budget, allowed)
    if layouts == 1:
        for u in range(width):
            if table[0, u] != MINED:
                budget[1] = u
    return won, budget[1], budget[0]
