"""Exact optimal play of whole boards: a search that sees in advance which layouts cannot both be won.

`table[i, u]` is what undecided square `u` shows in layout `i`, 9 for a mine, as in `compiled_endgame`. Two layouts are
*rivals* when no square that is safe in both shows different numbers: play that wins both would have to tell them
apart by such a click, so at most one of them is won. Rivals grouped greedily give a bound that is close to the truth
long before the tree is searched. What is safe everywhere is opened at once, all squares together; and a set of
layouts is remembered once for all its mirror images.
"""

# mypy: ignore-errors
# numba infers the types of what it compiles and ships no stubs: an annotation here would be read by nobody.

from __future__ import annotations

import numpy as np
from numba import njit

from .compiled_endgame import MINED, mix

LANES, LANE = 6, 10
"""So many squares share a word of `readings`, in so many bits each: one for every number, the last for a mine."""

MINE_BITS = sum(1 << (LANE * lane + MINED) for lane in range(LANES))

COUNTED = 1000
"""The mines of so many layouts can be counted in the lanes of a word before one overflows."""

TOGETHER = 15
"""So many safe squares are opened together: what they show is four bits each in a word."""


@njit(cache=True, error_model="numpy")
def readings(table):
    """The table in words, a bit for each thing that a square can show, so that `|` collects what a set shows."""
    layouts, width = table.shape
    found = np.zeros((layouts, (width + LANES - 1) // LANES), np.int64)
    for i in range(layouts):
        for u in range(width):
            found[i, u // LANES] |= np.int64(1) << np.int64(LANE * (u % LANES) + table[i, u])
    return found


@njit(cache=True, error_model="numpy")
def fingerprints(table, images):
    """Two random words for each layout under each symmetry; their sums over a set of layouts tell sets apart.

    `images[g, u]` is the square to which symmetry `g` takes square `u`.
    """
    layouts, width = table.shape
    found = np.empty((layouts, 2 * images.shape[0]), np.int64)
    for g in range(images.shape[0]):
        for i in range(layouts):
            word = np.int64(0)
            for u in range(width):
                if table[i, u] == MINED:
                    word += mix(np.int64(images[g, u]))
            found[i, 2 * g] = mix(word)
            found[i, 2 * g + 1] = mix(word ^ np.int64(0x5DEECE66D))
    return found


@njit(cache=True, error_model="numpy")
def look(ids, start, size, words, seen, mined):
    """What each square may show in a set of layouts (as bits) and in how many it is a mine."""
    for part in range(words.shape[1]):
        first, last = part * LANES, min(part * LANES + LANES, seen.size)
        for u in range(first, last):
            mined[u] = 0
        shown, begin = np.int64(0), start
        while begin < start + size:
            end = min(begin + COUNTED, start + size)
            counts = np.int64(0)
            for i in range(begin, end):
                word = words[ids[i], part]
                shown |= word
                counts += (word & MINE_BITS) >> MINED
            for u in range(first, last):
                mined[u] += (counts >> (LANE * (u - first))) & 0x3FF
            begin = end
        for u in range(first, last):
            seen[u] = (shown >> (LANE * (u - first))) & 0x3FF


@njit(cache=True, error_model="numpy")
def told_apart(one, two):
    """Whether a square is safe in both layouts, given by their words, and shows different numbers."""
    for part in range(one.size):
        mines = (one[part] | two[part]) & MINE_BITS
        if (one[part] ^ two[part]) & ~(2 * mines - (mines >> MINED)):
            return True
    return False


@njit(cache=True, error_model="numpy")
def tell(seen, mined, size, safe):
    """(squares that are safe in all layouts of a set and tell some apart, listed in `safe`; a bound).

    Without such squares at most so many layouts can be won as the best first click leaves.
    """
    found, most = 0, np.int64(1)
    for u in range(seen.size):
        numbers = seen[u] & 0x1FF
        if numbers & (numbers - 1):
            if mined[u]:
                most = max(most, size - mined[u])
            elif found < TOGETHER:
                safe[found] = u
                found += 1
    return found, most


@njit(cache=True, error_model="numpy")
def part(ids, start, size, top, numbers, ends):
    """Copy the layouts in which a square is safe to `top` and on, sorted by the number it shows."""
    for v in range(10):
        ends[v] = 0
    for i in range(start, start + size):
        ends[numbers[ids[i]]] += 1
    total = top
    for v in range(9):
        total += ends[v]
        ends[v] = total - ends[v]
    for i in range(start, start + size):
        v = numbers[ids[i]]
        if v != MINED:
            ids[ends[v]] = ids[i]
            ends[v] += 1


@njit(cache=True, error_model="numpy")
def group(ids, start, size, table, safe, codes, sizes):
    """Sort a set of layouts by what some safe squares show (Shell's sort); `sizes` gets the size of each group."""
    for i in range(size):
        code = np.int64(0)
        for u in safe:
            code = code << 4 | table[ids[start + i], u]
        codes[i] = code
    gap = 1
    while gap < size // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, size):
            code, layout, at = codes[i], ids[start + i], i
            while at >= gap and (
                codes[at - gap] > code or (codes[at - gap] == code and ids[start + at - gap] > layout)
            ):
                codes[at], ids[start + at] = codes[at - gap], ids[start + at - gap]
                at -= gap
            codes[at], ids[start + at] = code, layout
        gap //= 3
    first = 0
    for i in range(1, size + 1):
        if i == size or codes[i] != codes[first]:
            sizes[start + first] = i - first
            first = i


@njit(cache=True, error_model="numpy")
def alike(ids, start, size, table, squares, bits):
    """`bits[k, v]`: the layouts of a set, by their places in it, in which a square shows `v` or is a mine."""
    bits[: squares.size, :, : (size + 63) // 64] = 0
    for i in range(size):
        row = table[ids[start + i]]
        for k in range(squares.size):
            bits[k, row[squares[k]], i // 64] |= np.int64(1) << np.int64(i % 64)
    for word in range((size + 63) // 64):
        for k in range(squares.size):
            for v in range(MINED):
                bits[k, v, word] |= bits[k, MINED, word]
            bits[k, MINED, word] = -1


@njit(cache=True, error_model="numpy")
def rivals(ids, start, size, table, squares, bits, begin, at, others, length):
    """List the later rivals of each layout of a set, by places: `begin[at + i]` is where those of place `i` begin."""
    alike(ids, start, size, table, squares, bits)
    for i in range(size):
        begin[at + i] = length
        row = table[ids[start + i]]
        for word in range(i // 64, (size + 63) // 64):
            found = np.int64(-1)
            for k in range(squares.size):
                found &= bits[k, row[squares[k]], word]
                if found == 0:
                    break
            for b in range(64 if found else 0):
                if found >> b & 1 and i < 64 * word + b < size:
                    if length == others.size:
                        others = np.concatenate((others, np.empty(length, np.int32)))
                    others[length] = 64 * word + b
                    length += 1
    begin[at + size] = length
    return others, length


@njit(cache=True, error_model="numpy")
def cover(rows, table, u, graph, marks):
    """At most so many of some layouts are won: rivals are grouped greedily, and of a group one is won.

    `rows` are layouts of the set that `graph` is about; where `u` is not -1, only those in which it is safe count.
    """
    begin, at, others = graph
    loose, near, place = marks
    for row in rows:
        loose[place[row]] = u < 0 or table[row, u] != MINED
    groups = 0
    for row in rows:
        one = place[row]
        if not loose[one]:
            continue
        loose[one] = False
        groups += 1
        first, last = begin[at + one], begin[at + one + 1]
        for k in range(first, last):
            near[others[k]] = 1
        members = 1
        for k in range(first, last):
            two = others[k]
            if loose[two] and near[two] == members:  # a rival of all members so far
                loose[two] = False
                members += 1
                for j in range(begin[at + two], begin[at + two + 1]):
                    near[others[j]] += 1
        for k in range(first, last):
            near[others[k]] = 0
            for j in range(begin[at + others[k]], begin[at + others[k] + 1] if members > 1 else 0):
                near[others[j]] = 0
    return groups


@njit(cache=True, error_model="numpy")
def place_of(ids, start, size, prints, keys, worth):
    """Where a set of layouts (or its mirror image) is, or would be, in the memory of values, and its two keys."""
    key_0, key_1 = np.int64(0), np.int64(0)
    for g in range(0, prints.shape[1], 2):
        sum_0, sum_1 = np.int64(0), np.int64(0)
        for i in range(start, start + size):
            sum_0 += prints[ids[i], g]
            sum_1 += prints[ids[i], g + 1]
        if g == 0 or sum_0 < key_0 or (sum_0 == key_0 and sum_1 < key_1):
            key_0, key_1 = sum_0, sum_1
    spot = (key_0 ^ (key_0 >> 32)) & (worth.size - 1)
    while worth[spot] and (keys[spot, 0] != key_0 or keys[spot, 1] != key_1):
        spot = (spot + 1) & (worth.size - 1)
    return spot, key_0, key_1


@njit(cache=True, error_model="numpy")
def grown(keys, worth):
    """The memory of values, twice as large."""
    new_keys, new_worth = np.empty((2 * worth.size, 2), np.int64), np.zeros(2 * worth.size, np.int32)
    for i in range(worth.size):
        if worth[i]:
            spot = (keys[i, 0] ^ (keys[i, 0] >> 32)) & (new_worth.size - 1)
            while new_worth[spot]:
                spot = (spot + 1) & (new_worth.size - 1)
            new_worth[spot] = worth[i]
            new_keys[spot, 0], new_keys[spot, 1] = keys[i, 0], keys[i, 1]
    return new_keys, new_worth


@njit(cache=True, error_model="numpy")
def unfold(ids, start, size, total, least, data, graph, memo, scratch, leaves, led):
    """Open all that is safe, again and again: the sets in which a guess is needed are added to `leaves`.

    `total` is what is won at most as far as rivals say; it comes back lowered by what else must be lost. Stops as
    soon as that is no more than `least`.
    """
    table, words, prints = data
    keys, worth = memo
    seen, mined, safe, codes, sizes, marks = scratch
    at, sizes[start] = start, size
    while at < start + size and total > least:
        n = sizes[at]
        if n <= 2:
            total -= n == 2 and graph[1] < 0 and not told_apart(words[ids[at]], words[ids[at + 1]])
            at += n
            continue
        look(ids, at, n, words, seen, mined)
        found, most = tell(seen, mined, n, safe)
        if found:
            group(ids, at, n, table, safe[:found], codes, sizes)
            continue
        groups = n if graph[1] < 0 else cover(ids[at : at + n], table, -1, graph, marks)
        most = min(most, groups)
        if most > 2:  # else the bound is the value
            spot, _, _ = place_of(ids, at, n, prints, keys, worth)
            if worth[spot]:
                most = min(most, np.int64(worth[spot] >> 1))
            if not worth[spot] & 1:
                leaves[led, 0], leaves[led, 1], leaves[led, 2] = at, n, most
                led += 1
        total -= groups - most
        at += n
    return total, led


@njit(cache=True, error_model="numpy")
def guess(ids, start, size, u, top, total, least, data, graph, memo, scratch, leaves, led):
    """What can be won at most by opening a square now, and the end of the `leaves` that it leads to."""
    place, ends = scratch[5][2], np.empty(10, np.int64)
    for i in range(size):
        place[ids[start + i]] = i
    part(ids, start, size, top, data[0][:, u], ends)
    at = top
    for v in range(MINED):
        if ends[v] > at and total > least:
            total, led = unfold(ids, at, ends[v] - at, total, least, data, graph, memo, scratch, leaves, led)
        at = ends[v]
    return total, led


@njit(cache=True, error_model="numpy")
def largest_first(leaves, first, last):
    """Sort leaves by size, the sum of their bounds."""
    total = np.int64(0)
    for i in range(first, last):
        start, size, bound = leaves[i, 0], leaves[i, 1], leaves[i, 2]
        total += bound
        at = i
        while at > first and leaves[at - 1, 1] < size:
            leaves[at, 0], leaves[at, 1], leaves[at, 2] = leaves[at - 1, 0], leaves[at - 1, 1], leaves[at - 1, 2]
            at -= 1
        leaves[at, 0], leaves[at, 1], leaves[at, 2] = start, size, bound
    return total


@njit(cache=True, error_model="numpy")
def promise_all(ids, start, size, table, seen, mined, graph, marks, promise):
    """What can be won at most by opening each square next, 0 where that would tell nothing.

    A square that shows the same in all layouts can wait until the end without loss.
    """
    for i in range(size):
        marks[2][ids[start + i]] = i
    for u in range(seen.size):
        promise[u] = 0
        numbers = seen[u] & 0x1FF
        if numbers & (numbers - 1):
            promise[u] = size - mined[u]
            if graph[1] >= 0:
                promise[u] = cover(ids[start : start + size], table, u, graph, marks)


@njit(cache=True, error_model="numpy")
def optimal(table, allowed, images, most_watched):
    """How many of the layouts optimal play wins, when the first click is one of the `allowed` squares.

    A depth-first search over the sets of layouts in which a guess is needed. Each square is tried, the most promising
    first; what it promises is made precise before it is tried. `need` is what must be beaten for a value to matter: a
    lesser one may be an upper bound only, and is remembered as such. `images[g, u]` is the square to which symmetry
    `g` of the view takes square `u`. Rivals are looked for in sets of up to `most_watched` layouts. The
    stack is explicit because numba cannot cache functions that call themselves.
    """
    layouts, width = table.shape
    data = (table, readings(table), fingerprints(table, images))
    keys, worth, stored = np.empty((1024, 2), np.int64), np.zeros(1024, np.int32), 0
    deepest, watched = min(width, layouts) + 2, min(layouts, most_watched)
    ids = np.empty(layouts * deepest + 16, np.int32)
    for i in range(layouts):
        ids[i] = i
    leaves = np.empty((ids.size // 3 + 1, 3), np.int32)
    marks = (np.zeros(watched, np.bool_), np.zeros(watched, np.int32), np.zeros(layouts, np.int32))
    seen, mined = np.empty(width, np.int16), np.empty(width, np.int64)
    lists = (np.empty(TOGETHER, np.int64), np.empty(layouts, np.int64), np.empty(ids.size, np.int32))
    scratch = (seen, mined, lists[0], lists[1], lists[2], marks)
    bits, begin = np.zeros((width, 10, (watched + 63) // 64), np.int64), np.zeros(deepest * (watched + 1), np.int64)
    others, listed = np.empty(1024, np.int32), np.zeros(deepest + 1, np.int64)
    promise, covers = np.zeros((deepest, width), np.int64), np.zeros((deepest, width), np.int64)
    start, size, top = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    need, best, most = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    won, left, graph = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    square, fresh = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    base, leaf, last = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    size[0], top[0], d, entering = layouts, layouts, 0, True
    while d >= 0:
        if entering:
            entering = False
            spot, _, _ = place_of(ids, start[d], size[d], data[2], keys, worth)
            value = np.int64(worth[spot] >> 1)
            if value and (worth[spot] & 1 or value <= need[d]):
                d -= 1
                won[d] += value
                continue
            look(ids, start[d], size[d], data[1], seen, mined)
            best[d], most[d], square[d], fresh[d] = 1, 1, -1, -1
            graph[d], listed[d + 1] = -1, listed[d]
            if size[d] <= watched:
                graph[d] = d * (watched + 1)
                telling = np.flatnonzero((seen & 0x1FF) & ((seen & 0x1FF) - 1))
                others, listed[d + 1] = rivals(
                    ids, start[d], size[d], table, telling, bits, begin, graph[d], others, listed[d]
                )
            promise_all(ids, start[d], size[d], table, seen, mined, (begin, graph[d], others), marks, promise[d])
            if d == 0:
                promise[d] *= allowed
            covers[d] = promise[d]
        least = max(best[d], need[d])
        if square[d] < 0:
            u = np.argmax(promise[d])
            if fresh[d] >= 0 and promise[d, fresh[d]] == promise[d, u]:
                u = fresh[d]
            if promise[d, u] <= least:
                value = best[d] if best[d] > need[d] else max(best[d], most[d], promise[d, u])
                spot, key_0, key_1 = place_of(ids, start[d], size[d], data[2], keys, worth)
                stored += worth[spot] == 0
                worth[spot] = 2 * value + (best[d] > need[d])
                keys[spot, 0], keys[spot, 1] = key_0, key_1
                if 2 * stored > worth.size:
                    keys, worth = grown(keys, worth)
                d -= 1
                if d >= 0:
                    won[d] += value
                continue
            if u != fresh[d]:
                promise[d, u], last[d] = guess(
                    ids,
                    start[d],
                    size[d],
                    u,
                    top[d],
                    covers[d, u],
                    least,
                    data,
                    (begin, graph[d], others),
                    (keys, worth),
                    scratch,
                    leaves,
                    base[d],
                )
                fresh[d] = u
                continue
            square[d], leaf[d] = u, base[d]
            left[d] = largest_first(leaves, base[d], last[d])
            won[d] = promise[d, u] - left[d]
            promise[d, u], fresh[d] = 0, -1
        if leaf[d] < last[d] and won[d] + left[d] > least:
            this = leaves[leaf[d]]
            leaf[d] += 1
            left[d] -= this[2]
            start[d + 1], size[d + 1], need[d + 1] = this[0], this[1], least - won[d] - left[d]
            top[d + 1], base[d + 1] = top[d] + size[d], last[d]
            d, entering = d + 1, True
            continue
        total = won[d] + left[d]
        if total > least:
            best[d] = total
        else:
            most[d] = max(most[d], total)
        square[d] = -1
    return best[0]
