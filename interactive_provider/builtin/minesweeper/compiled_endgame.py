"""The compiled twin of `endgame`: all layouts of a position listed, and exact optimal play among them.

`table[i, u]` is what undecided square `u` shows in layout `i`, 9 for a mine. A set of layouts is a run of
indices in `ids`; a set determines its value, since what is open follows from it.
"""

# mypy: ignore-errors
# numba infers the types of what it compiles and ships no stubs: an annotation here would be read by nobody.

from __future__ import annotations

import numpy as np
from numba import njit

from .compiled import COVERED, MINE

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
    """The square that is safe in all layouts of a set and shows the most different numbers, or -1."""
    best, most = -1, 1
    for u in range(seen.size):
        if mined[u] == 0 and seen[u] & (seen[u] - 1):
            numbers = 0
            for v in range(MINED):
                numbers += (seen[u] >> v) & 1
            if numbers > most:
                best, most = u, numbers
    return best


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
def promises(ids, top, ends, table, seen, mined, bounds):
    """An upper bound on what can be won of each part that `part` made, into `bounds`; their sum."""
    total, at = np.int64(0), top
    for v in range(9):
        count = ends[v] - at
        bounds[v] = count
        if count > 1:
            look(ids, at, count, table, seen, mined)
            bounds[v] = bound(seen, mined, count)
        total += bounds[v]
        at = ends[v]
    return total


@njit(cache=True, error_model="numpy")
def promise_all(seen, mined, size, allowed, promise):
    """In how many layouts each square is safe, 0 where that would tell nothing; any square that may be safe.

    A square that shows the same in all layouts can wait until the end without loss.
    """
    some = -1
    for u in range(seen.size):
        numbers = seen[u] & 0x1FF
        telling = numbers & (numbers - 1) and (allowed.size == 0 or allowed[u])
        promise[u] = size - mined[u] if telling else 0
        if some < 0 and mined[u] < size:
            some = u
    return some


@njit(cache=True, error_model="numpy")
def remember(spot, key, value, exact, keys, worth, memory):
    """Store the value of a set of layouts, or a bound above it, while there is room; the room left."""
    if memory > 0 or worth[spot]:
        memory -= worth[spot] == 0
        worth[spot] = 2 * value + exact
        keys[spot, 0], keys[spot, 1] = key[0], key[1]
    return memory


@njit(cache=True, error_model="numpy")
def place_of(ids, start, size, keys, worth):
    """Where a set of layouts is, or would be, in the memory of values, and its two keys."""
    key_0, key_1 = np.int64(0), np.int64(0)
    for i in range(start, start + size):
        word = mix(np.int64(ids[i]))
        key_0 += word
        key_1 += mix(word ^ np.int64(0x5DEECE66D))
    spot = (key_0 ^ (key_0 >> 32)) & (worth.size - 1)
    while worth[spot] and (keys[spot, 0] != key_0 or keys[spot, 1] != key_1):
        spot = (spot + 1) & (worth.size - 1)
    return spot, key_0, key_1


@njit(cache=True, error_model="numpy")
def optimal(table, nodes, memory, allowed):
    """(layouts won by optimal play, best first square as an index, nodes left); nodes below 0: given up.

    A depth-first search over sets of layouts. A set in which a safe square tells layouts apart is split by it
    at no cost; elsewhere every square that tells something is tried, the most promising first. `need` is what
    must be beaten for a value to matter: a lesser one may be an upper bound only, and is remembered as such.
    `allowed` limits the first click (empty: all squares). The stack is explicit because numba cannot cache
    functions that call themselves.
    """
    layouts, width = table.shape
    spots = 1 << 8
    while spots < 2 * memory:
        spots *= 2
    keys, worth = np.empty((spots, 2), np.int64), np.zeros(spots, np.int32)
    deepest = width + 2
    ids = np.empty(layouts * deepest + 16, np.int32)
    for i in range(layouts):
        ids[i] = i
    seen, mined = np.zeros((deepest, width), np.int16), np.zeros((deepest, width), np.int32)
    ends, bounds = np.zeros((deepest, 10), np.int64), np.zeros((deepest, 9), np.int64)
    promise = np.zeros((deepest, width), np.int64)
    start, size, top = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    need, best, most = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    won, left, number = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    square, choice = np.zeros(deepest, np.int64), np.full(deepest, -1, np.int64)
    spot, key = np.zeros(deepest, np.int64), np.zeros((deepest, 2), np.int64)
    splits = np.zeros(deepest, np.bool_)
    size[0], top[0], d, entering = layouts, layouts, 0, True
    while d >= 0:
        if entering:
            entering = False
            spot[d], key[d, 0], key[d, 1] = place_of(ids, start[d], size[d], keys, worth)
            value = np.int64(worth[spot[d]] >> 1)
            if d and value and (worth[spot[d]] & 1 or value <= need[d]):
                d -= 1
                won[d] += value
                continue
            look(ids, start[d], size[d], table, seen[d], mined[d])
            square[d] = informative(seen[d], mined[d])
            splits[d] = square[d] >= 0
            best[d], most[d] = 0, 1
            if splits[d]:
                choice[d] = square[d]
                part(ids, start[d], size[d], table, square[d], top[d], ends[d])
                left[d] = promises(ids, top[d], ends[d], table, seen[d + 1], mined[d + 1], bounds[d])
                won[d], number[d] = 0, 0
            else:
                nodes -= 1
                if nodes < 0:
                    return np.int64(0), np.int64(-1), nodes
                choice[d] = promise_all(seen[d], mined[d], size[d], allowed if d == 0 else allowed[:0], promise[d])
                best[d], square[d] = 1, -1
        if not splits[d] and square[d] < 0:
            u = np.argmax(promise[d])
            if promise[d, u] <= max(best[d], need[d]):
                exact = best[d] > need[d]
                value = best[d] if exact else max(best[d], most[d], promise[d, u])
                memory = remember(spot[d], key[d], value, exact, keys, worth, memory)
                d -= 1
                if d >= 0:
                    won[d] += value
                continue
            part(ids, start[d], size[d], table, u, top[d], ends[d])
            left[d] = promises(ids, top[d], ends[d], table, seen[d + 1], mined[d + 1], bounds[d])
            square[d], promise[d, u] = u, 0
            won[d], number[d] = 0, 0
        least = max(best[d], need[d])
        while number[d] < 9 and won[d] + left[d] > least and not entering:
            v = number[d]
            at = top[d] if v == 0 else ends[d, v - 1]
            number[d] += 1
            left[d] -= bounds[d, v]
            if ends[d, v] - at <= 2 or bounds[d, v] == 1:  # then the bound is the value
                won[d] += bounds[d, v]
            else:
                start[d + 1], size[d + 1], top[d + 1] = at, ends[d, v] - at, ends[d, 8]
                need[d + 1] = least - won[d] - left[d]
                entering = True
        if entering:
            d += 1
            continue
        total = won[d] + left[d]
        if splits[d]:
            best[d] = total
            memory = remember(spot[d], key[d], total, total > least, keys, worth, memory)
            d -= 1
            if d >= 0:
                won[d] += total
            continue
        if total > least:
            best[d], choice[d] = total, square[d]
        else:
            most[d] = max(most[d], total)
        square[d] = -1
    return best[0], choice[0], nodes
