"""The compiled twin of `endgame`: exact optimal play among the listed layouts of a position.

`table[i, u]` is what undecided square `u` shows in layout `i`, 9 for a mine. A set of layouts is a
run of indices in `ids`, in ascending order. See `endgame` for the ideas; both search in the same
steps, so they choose the same square and give up together. Here a set is also kept for its mirror
images, if the view has any.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from interactive_provider.support.compiling import cached_njit

from ..constants import MINED, TOGETHER, WATCHED

LANES, LANE = 6, 10
"""The squares that share a word of `readings`, and the bits of each: one for every number, the last
for a mine."""

MINE_BITS = sum(1 << (LANE * lane + MINED) for lane in range(LANES))

COUNTED = 1000
"""The maximum number of layouts whose mines can be counted in the lanes of a word before one
overflows."""


class Board(NamedTuple):
    """The constants of a search: one entry for each layout, square or symmetry."""

    table: np.ndarray
    words: np.ndarray
    """The table as made by `readings`."""
    marks: np.ndarray
    prints: np.ndarray
    """As made by `fingerprints`."""


class Scratch(NamedTuple):
    """The working space that every set of layouts overwrites."""

    seen: np.ndarray
    """What each square may show in the set, as bits."""
    mined: np.ndarray
    """The number of its layouts in which each square is a mine."""
    safe: np.ndarray
    codes: np.ndarray
    sizes: np.ndarray
    place: np.ndarray
    """The place of each layout in the set whose rivals are known."""


class Context(NamedTuple):
    """What the search for leaves works with."""

    board: Board
    graph: np.ndarray
    """The rivals of the set that is searched, as `rivals` marks them; empty if they are not looked
    for."""
    loose: np.ndarray
    """Room for a bit for each of its layouts, empty between two uses."""
    memory: tuple[np.ndarray, np.ndarray]
    """The keys and values of the known sets."""
    scratch: Scratch
    leaves: np.ndarray
    """The start, size and bound of each leaf."""


class Frames(NamedTuple):
    """The stack of sets in which a guess is searched: one entry for each depth."""

    start: np.ndarray
    size: np.ndarray
    """The run of `ids` that is the set."""
    top: np.ndarray
    """Where its parts begin in `ids`."""
    need: np.ndarray
    """The value to beat for the set to matter."""
    best: np.ndarray
    most: np.ndarray
    """The best value found so far, and the highest bound of the squares that did not beat it."""
    square: np.ndarray
    """The square that is being tried, -1 between two."""
    won: np.ndarray
    left: np.ndarray
    """For that square: what its leaves so far have won, and the sum of the bounds of the others."""
    base: np.ndarray
    leaf: np.ndarray
    last: np.ndarray
    """Its first leaf, the next one and the end."""


class Bounds(NamedTuple):
    """What bounds the squares of the sets on the stack: one entry for each depth, except for the
    first two."""

    bits: np.ndarray
    """As made by `alike`."""
    loose: np.ndarray
    """Room for a bit for each layout of a set, empty between two uses."""
    words: np.ndarray
    """The words of a row of rivals, 0 if they are not looked for."""
    room: np.ndarray
    """Where the rivals of the set begin in the graph of all, and after the last where those of the
    next will."""
    promise: np.ndarray
    """The maximum number of layouts that can be won by opening each square next, 0 once it was
    tried."""


@cached_njit
def mix(number):
    """A 64-bit scramble (splitmix64), so that their sums distinguish sets of layouts."""
    word = (number + 1) * np.int64(-7046029254386353131)
    word = (word ^ ((word >> 30) & np.int64(0x3FFFFFFFF))) * np.int64(-4658895280553007687)
    word = (word ^ ((word >> 27) & np.int64(0x1FFFFFFFFF))) * np.int64(-7723592293110705685)
    return word ^ ((word >> 31) & np.int64(0x1FFFFFFFF))


@cached_njit
def readings(table):
    """The table in words, a bit for each thing that a square can show, so that `|` collects what a
    set shows."""
    layouts, width = table.shape
    words = np.zeros((layouts, (width + LANES - 1) // LANES), np.int64)
    for i in range(layouts):
        for u in range(width):
            words[i, u // LANES] |= np.int64(1) << np.int64(LANE * (u % LANES) + table[i, u])
    return words


@cached_njit
def fingerprints(table, images):
    """(a random word for each square, its sum over the mines of each layout), under each symmetry
    of the view.

    `images[g, u]` is the square to which symmetry `g` takes square `u`.
    """
    layouts, width = table.shape
    marks, prints = np.empty(images.shape, np.int64), np.zeros((images.shape[0], layouts), np.int64)
    for g in range(images.shape[0]):
        for u in range(width):
            marks[g, u] = mix(np.int64(images[g, u]))
            for i in range(layouts):
                if table[i, u] == MINED:
                    prints[g, i] += marks[g, u]
    return marks, prints


@cached_njit
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


@cached_njit
def told_apart(one, two):
    """True if a square is safe in both layouts, given by their words, and shows different
    numbers."""
    for part in range(one.size):
        mines = (one[part] | two[part]) & MINE_BITS
        if (one[part] ^ two[part]) & ~(2 * mines - (mines >> MINED)):
            return True
    return False


@cached_njit
def tell(seen, mined, size, safe):
    """(squares that are safe in all layouts of a set and distinguish some, listed in `safe`; a
    bound).

    Without such squares, at most as many layouts can be won as the best first click leaves.
    """
    number_safe, most = 0, np.int64(1)
    for u in range(seen.size):
        numbers = seen[u] & 0x1FF
        if numbers & (numbers - 1):
            if mined[u]:
                most = max(most, size - mined[u])
            elif number_safe < TOGETHER:
                safe[number_safe] = u
                number_safe += 1
    return number_safe, most


@cached_njit
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


@cached_njit
def group(ids, start, size, table, safe, codes, sizes):
    """Sort a set of layouts by what some safe squares show (Shell's sort); `sizes` gets the size of
    each group."""
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
            code = codes[i]
            layout = ids[start + i]
            at = i
            while at >= gap and (
                codes[at - gap] > code
                or (codes[at - gap] == code and ids[start + at - gap] > layout)
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


@cached_njit
def alike(ids, start, size, table, telling, bits):
    """`bits[k, v]`: the layouts of a set, by places, in which a telling square shows `v` or is a
    mine."""
    words = (size + 63) // 64
    bits[: telling.size, :, :words] = 0
    for i in range(size):
        row = table[ids[start + i]]
        for k in range(telling.size):
            bits[k, row[telling[k]], i // 64] |= np.int64(1) << np.int64(i % 64)
    for k in range(telling.size):
        for v in range(MINED):
            for word in range(words):
                bits[k, v, word] |= bits[k, MINED, word]


@cached_njit
def rivals(ids, start, size, table, telling, bits, graph):
    """Mark the later rivals of each layout of a set: `graph` has a bit for each, by places, in rows
    of words."""
    words = (size + 63) // 64
    for i in range(size):
        row, first = table[ids[start + i]], i // 64
        later = graph[i * words : (i + 1) * words]
        later[first:] = -1
        for k in range(telling.size):
            if row[telling[k]] != MINED:
                for word in range(first, words):
                    later[word] &= bits[k, row[telling[k]], word]
        later[first] &= np.int64(-2) << np.int64(i % 64)


@cached_njit
def cover(loose, graph):
    """The most `loose` layouts that can be won: rivals are grouped greedily, and one of each group
    is won.

    `loose`, a bit for each place of the set that `graph` is about, ends empty.
    """
    words, groups = loose.size, 0
    near = np.empty(words, np.int64)
    for first in range(words):
        while loose[first]:
            row = (64 * first + trailing_zeros(loose[first])) * words
            loose[first] &= loose[first] - 1
            groups += 1
            for word in range(first, words):
                near[word] = loose[word] & graph[row + word]
            for at in range(first, words):
                while near[at]:  # the rest are rivals of all members so far
                    row = (64 * at + trailing_zeros(near[at])) * words
                    loose[at] ^= near[at] & -near[at]
                    for word in range(at, words):
                        near[word] &= graph[row + word]
    return groups


@cached_njit
def find(key_0, key_1, keys, worth):
    """The place of a key, or its free place, in the table of values."""
    spot = (key_0 ^ (key_0 >> 32)) & (worth.size - 1)
    while worth[spot] and (keys[spot, 0] != key_0 or keys[spot, 1] != key_1):
        spot = (spot + 1) & (worth.size - 1)
    return spot


@cached_njit
def key_of(ids, start, size, mined, marks, prints):
    """Two words that identify a set of layouts (or its mirror image), settled mines left out."""
    key_0, key_1 = np.int64(0), np.int64(0)
    for g in range(marks.shape[0]):
        settled = np.int64(0)
        sum_0 = np.int64(0)
        sum_1 = np.int64(0)
        for u in range(mined.size):
            if mined[u] == size:
                settled += marks[g, u]
        for i in range(start, start + size):
            word = mix(prints[g, ids[i]] - settled)
            sum_0 += word
            sum_1 += mix(word ^ np.int64(0x5DEECE66D))
        if g == 0 or sum_0 < key_0 or (sum_0 == key_0 and sum_1 < key_1):
            key_0, key_1 = sum_0, sum_1
    return key_0, key_1


@cached_njit
def grown(keys, worth):
    """The table of values, twice as large."""
    new_keys, new_worth = (
        np.empty((2 * worth.size, 2), np.int64),
        np.zeros(2 * worth.size, np.int32),
    )
    for i in range(worth.size):
        if worth[i]:
            spot = find(keys[i, 0], keys[i, 1], new_keys, new_worth)
            new_worth[spot] = worth[i]
            new_keys[spot, 0], new_keys[spot, 1] = keys[i, 0], keys[i, 1]
    return new_keys, new_worth


@cached_njit
def unfold(ids, start, size, total, least, context, led):
    """Repeatedly open everything safe: the sets in which a guess is needed are added to `leaves`.

    `total` is an upper bound by rivals; it is returned lowered by further losses. Stops as soon as
    it is no more than `least`.
    """
    (table, words, marks, prints), graph, loose, memory, scratch, leaves = context
    seen, mined, safe, codes, sizes, place = scratch
    at, sizes[start] = start, size
    while at < start + size and total > least:
        n = sizes[at]
        if n <= 2:
            total -= (
                n == 2 and graph.size == 0 and not told_apart(words[ids[at]], words[ids[at + 1]])
            )
            at += n
            continue
        look(ids, at, n, words, seen, mined)
        number_safe, most = tell(seen, mined, n, safe)
        if number_safe:
            group(ids, at, n, table, safe[:number_safe], codes, sizes)
            continue
        groups = n
        if graph.size:
            for i in range(at, at + n):
                loose[place[ids[i]] // 64] |= np.int64(1) << np.int64(place[ids[i]] % 64)
            groups = cover(loose, graph)
            most = min(most, groups)
        if most > 2:  # otherwise the bound is the value
            key_0, key_1 = key_of(ids, at, n, mined, marks, prints)
            value = memory[1][find(key_0, key_1, memory[0], memory[1])]
            most = min(most, np.int64(value >> 1)) if value else most
            if not value & 1:
                leaves[led, 0] = at
                leaves[led, 1] = n
                leaves[led, 2] = most
                led += 1
        total -= groups - most
        at += n
    return total, led


@cached_njit
def guess(ids, frames, d, u, total, least, context):
    """An upper bound for opening a square of the set at depth `d`, and the end of its leaves."""
    start = frames.start[d]
    size = frames.size[d]
    at = frames.top[d]
    led = frames.base[d]
    ends, place = np.empty(10, np.int64), context.scratch.place
    for i in range(size):
        place[ids[start + i]] = i
    part(ids, start, size, at, context.board.table[:, u], ends)
    for v in range(MINED):
        if ends[v] > at and total > least:
            total, led = unfold(ids, at, ends[v] - at, total, least, context, led)
        at = ends[v]
    return total, led


@cached_njit
def largest_first(leaves, first, last):
    """Sort leaves by size, the sum of their bounds."""
    total = np.int64(0)
    for i in range(first, last):
        start = leaves[i, 0]
        size = leaves[i, 1]
        bound = leaves[i, 2]
        total += bound
        at = i
        while at > first and leaves[at - 1, 1] < size:
            for field in range(3):
                leaves[at, field] = leaves[at - 1, field]
            at -= 1
        leaves[at, 0] = start
        leaves[at, 1] = size
        leaves[at, 2] = bound
    return total


@cached_njit
def dominated(k, telling, mined, bits, words):
    """True if another telling square is safe wherever the `k`-th one is: opening it first loses
    nothing."""
    for j in range(telling.size):
        fewer = mined[telling[k]] - mined[telling[j]]
        if fewer < 0 or (fewer == 0 and j >= k):
            continue
        inside = words > 0 or mined[telling[j]] == 0
        for word in range(words):
            inside = inside and bits[j, MINED, word] & ~bits[k, MINED, word] == 0
        if inside:
            return True
    return False


@cached_njit
def promise_all(size, telling, mined, bits, graph, loose, promise):
    """An upper bound for opening each square next, 0 if that is not worth trying.

    A square that shows the same in all layouts can wait until the end without loss.
    """
    promise[:] = 0
    for k in range(telling.size):
        if dominated(k, telling, mined, bits, loose.size):
            continue
        promise[telling[k]] = size - mined[telling[k]]
        if loose.size:
            for word in range(loose.size):
                loose[word] = ~bits[k, MINED, word]
            loose[-1] &= ~(np.int64(-2) << np.int64((size - 1) % 64))
            promise[telling[k]] = cover(loose, graph)


@cached_njit
def first_of_each(images):
    """A flag for each square; of mirror images of each other only one has it."""
    firsts = np.ones(images.shape[1], np.bool_)
    for g in range(images.shape[0]):
        firsts &= images[g] >= images[0]
    return firsts


@cached_njit
def new_frames(deepest, layouts):
    """A stack with room for a given number of depths, holding the set of all layouts."""
    n = np.zeros((12, deepest), np.int64)
    frames = Frames(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11])
    frames.size[0] = layouts
    frames.top[0] = layouts
    frames.best[0] = 1
    frames.most[0] = 1
    frames.square[0] = -1
    return frames


@cached_njit
def new_bounds(deepest, width, watched):
    """Room for the bounds of the squares of a given number of depths."""
    loose = np.zeros((watched + 63) // 64, np.int64)
    return Bounds(
        np.empty((width, 10, loose.size), np.int64),
        loose,
        np.zeros(deepest, np.int64),
        np.zeros(deepest + 1, np.int64),
        np.zeros((deepest, width), np.int64),
    )


@cached_njit
def new_scratch(layouts, width, room):
    """Arrays for sets of layouts and squares, in `room` places of `ids`."""
    return Scratch(
        np.empty(width, np.int16),
        np.empty(width, np.int64),
        np.empty(TOGETHER, np.int64),
        np.empty(layouts, np.int64),
        np.empty(room, np.int32),
        np.empty(layouts, np.int32),
    )


@cached_njit
def promise_squares(ids, frames, d, board, scratch, bounds, graph):
    """Bound the squares of the set at depth `d`, which was looked at; the graph of rivals, enlarged
    if necessary."""
    start = frames.start[d]
    size = frames.size[d]
    room = bounds.room
    words = (size + 63) // 64 if size <= WATCHED else 0
    bounds.words[d], room[d + 1] = words, room[d] + words * size
    if room[d + 1] > graph.size:
        graph = np.concatenate((graph, np.empty(room[d + 1], np.int64)))
    telling = np.flatnonzero((scratch.seen & 0x1FF) & ((scratch.seen & 0x1FF) - 1))
    rows = graph[room[d] : room[d + 1]]
    if words:
        alike(ids, start, size, board.table, telling, bounds.bits)
        rivals(ids, start, size, board.table, telling, bounds.bits, rows)
    promise_all(
        size, telling, scratch.mined, bounds.bits, rows, bounds.loose[:words], bounds.promise[d]
    )
    return graph


@cached_njit
def try_square(ids, frames, d, u, promise, least, context):
    """Begin to open a square of the set at depth `d`: find and sort its leaves. It is promised
    nothing any more."""
    total, frames.last[d] = guess(ids, frames, d, u, promise[u], least, context)
    frames.square[d], frames.leaf[d] = u, frames.base[d]
    frames.left[d] = largest_first(context.leaves, frames.base[d], frames.last[d])
    frames.won[d] = total - frames.left[d]
    promise[u] = 0


@cached_njit
def descend(frames, d, leaf, least):
    """Put the next leaf of the set at depth `d` on the stack: its value matters if the set's
    exceeds `least` by it."""
    frames.leaf[d] += 1
    frames.left[d] -= leaf[2]
    frames.start[d + 1], frames.size[d + 1] = leaf[0], leaf[1]
    frames.need[d + 1] = least - frames.won[d] - frames.left[d]
    frames.top[d + 1], frames.base[d + 1] = frames.top[d] + frames.size[d], frames.last[d]
    frames.best[d + 1] = 1
    frames.most[d + 1] = 1
    frames.square[d + 1] = -1


@cached_njit
def remembered(key, value, exact, memory, stored):
    """The table with one more value, enlarged if it was half full, and its number of values."""
    spot = find(key[0], key[1], memory[0], memory[1])
    stored += memory[1][spot] == 0
    memory[1][spot] = 2 * value + exact
    memory[0][spot] = key
    if 2 * stored > memory[1].size:
        memory = grown(memory[0], memory[1])
    return memory, stored


@cached_njit
def optimal(table, images, effort):
    """(layouts won by optimal play, first square that does it, as an index; effort left: below 0,
    gave up).

    A depth-first search over the sets of layouts in which a guess is needed, the most promising
    square first. `need` is the value to beat: a smaller one may be only an upper bound, and is kept
    as such. `effort` counts the layouts of the sets entered, again for each square tried there.
    `images` are as for `fingerprints`, the first being none.
    """
    (layouts, width), deepest = table.shape, min(table.shape) + 2
    marks, prints = fingerprints(table, images)
    board = Board(table, readings(table), marks, prints)
    memory, stored = (np.empty((1024, 2), np.int64), np.zeros(1024, np.int32)), 0
    ids, graph = np.empty(layouts * deepest + 16, np.int32), np.empty(1024, np.int64)
    ids[:layouts] = np.arange(layouts)
    leaves, key = np.empty((ids.size // 3 + 1, 3), np.int32), np.zeros((deepest, 2), np.int64)
    scratch, frames = new_scratch(layouts, width, ids.size), new_frames(deepest, layouts)
    bounds = new_bounds(deepest, width, min(layouts, WATCHED))
    promise = bounds.promise
    size = frames.size
    need = frames.need
    best = frames.best
    most = frames.most
    # a stack, since numba cannot cache functions that call themselves
    choice = np.int64(-1)
    d = 0
    entering = True
    while d >= 0:
        if entering:
            entering = False
            look(ids, frames.start[d], size[d], board.words, scratch.seen, scratch.mined)
            key[d, 0], key[d, 1] = key_of(
                ids, frames.start[d], size[d], scratch.mined, marks, prints
            )
            value = memory[1][find(key[d, 0], key[d, 1], memory[0], memory[1])]
            if value and (value & 1 or value >> 1 <= need[d]):
                d -= 1
                frames.won[d] += value >> 1
                continue
            effort -= size[d]
            if effort < 0:
                return np.int64(0), np.int64(-1), effort
            graph = promise_squares(ids, frames, d, board, scratch, bounds, graph)
            if d == 0:
                choice = np.argmax(scratch.mined < layouts)
                promise[0] *= first_of_each(images)
        least = max(best[d], need[d])
        if frames.square[d] < 0:
            u = np.argmax(promise[d])
            if promise[d, u] <= least:
                value = best[d] if best[d] > need[d] else max(best[d], most[d], promise[d, u])
                memory, stored = remembered(key[d], value, best[d] > need[d], memory, stored)
                d -= 1
                if d >= 0:
                    frames.won[d] += value
                continue
            effort -= size[d]
            rows = graph[bounds.room[d] : bounds.room[d + 1]]
            context = Context(board, rows, bounds.loose[: bounds.words[d]], memory, scratch, leaves)
            try_square(ids, frames, d, u, promise[d], least, context)
        total = frames.won[d] + frames.left[d]
        if frames.leaf[d] < frames.last[d] and total > least:
            descend(frames, d, leaves[frames.leaf[d]], least)
            d, entering = d + 1, True
            continue
        if total > least:
            best[d], choice = total, frames.square[0] if d == 0 else choice
        else:
            most[d] = max(most[d], total)
        frames.square[d] = -1
    return best[0], choice, effort
