"""The compiled twin of `probability`: how likely each square of a position is to hold a mine.

Weights are floats: sums of positive whole numbers without cancellation, so that 0 and 1 come out exactly 0 and 1
and everything else with a relative error near 1e-15 a step.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ..constants import COVERED
from .fronts import MINE, SAFE, SLOTS, arrange, begin_position, decide, deduce, gather

FOUND, IMPOSSIBLE, TOO_WIDE = 0, 1, 2
"""What `weigh` can say: done; no layout explains it; more half-done clues or states than fit in here."""

MOST_STATES = 1 << 23

FULL, DEAD = -1, -2
"""Why a sweep stops: its arrays are too small, or no state is left."""


@njit(cache=True, error_model="numpy")
def sweep(order, start, stop, size, touches, need, room, state, low, high, leads, layer, lead_at, table, used, led):
    """Find the states of one front, box by box, and the ways between them.

    `state[i]` holds what each half-done clue misses; `low[i]` and `high[i]` the fewest and most mines so far;
    `leads` the next state for each number of mines in the box (-1: none); `layer[t]` the first state before
    box `t`, `lead_at[t]` its first lead. Returns the new ends of the states and the leads, or -1 and why not.
    """
    slot = np.full(need.size, -1, np.int8)
    left = room.copy()
    taken = np.zeros(SLOTS, np.bool_)
    mask = table.size - 1
    at, end = used, used + np.int64(1)
    state[used, 0], state[used, 1] = 0, 0
    low[used], high[used] = 0, 0
    for t in range(start, stop):
        box = order[t]
        layer[t], lead_at[t] = at, led
        begun_0, begun_1, unit_0, unit_1, clues = np.int64(0), np.int64(0), np.int64(0), np.int64(0), 0
        for i in range(8):
            clue = touches[box, i]
            if clue < 0:
                break
            clues += 1
            if slot[clue] < 0:
                for free in range(SLOTS):
                    if not taken[free]:
                        taken[free] = True
                        slot[clue] = free
                        break
                if slot[clue] < 21:
                    begun_0 += np.int64(need[clue]) << (3 * slot[clue])
                else:
                    begun_1 += np.int64(need[clue]) << (3 * (slot[clue] - 21))
            if slot[clue] < 21:
                unit_0 += np.int64(1) << (3 * slot[clue])
            else:
                unit_1 += np.int64(1) << (3 * (slot[clue] - 21))
            left[clue] -= size[box]
        if led + (end - at) * (size[box] + 1) > leads.size:
            return np.int64(-1), np.int64(FULL)
        following = end
        for i in range(at, following):
            word_0, word_1 = state[i, 0] + begun_0, state[i, 1] + begun_1
            least, most = 0, size[box]
            for j in range(clues):
                clue = touches[box, j]
                word, place = (word_0, slot[clue]) if slot[clue] < 21 else (word_1, slot[clue] - 21)
                missing = (word >> (3 * place)) & 7
                most = min(most, missing)
                least = max(least, missing - left[clue])
            for k in range(size[box] + 1):
                if k < least or k > most:
                    leads[led] = -1
                    led += 1
                    continue
                next_0, next_1 = word_0 - k * unit_0, word_1 - k * unit_1
                spot = next_0 * np.int64(-7046029254386353131) + next_1 * np.int64(-4417276706812531889)
                spot = (spot ^ (spot >> 31)) & mask
                while table[spot] >= following and (state[table[spot], 0] != next_0 or state[table[spot], 1] != next_1):
                    spot = (spot + 1) & mask
                target = table[spot]
                if target < following:
                    if end >= low.size:
                        return np.int64(-1), np.int64(FULL)
                    target = end
                    end += 1
                    table[spot] = target
                    state[target, 0], state[target, 1] = next_0, next_1
                    low[target], high[target] = low[i] + k, high[i] + k
                else:
                    low[target] = min(low[target], low[i] + k)
                    high[target] = max(high[target], high[i] + k)
                leads[led] = target
                led += 1
        for j in range(clues):
            clue = touches[box, j]
            if left[clue] == 0:
                taken[slot[clue]] = False
        if end == following:
            return np.int64(-1), np.int64(DEAD)
        at = following
    return end, led


@njit(cache=True, error_model="numpy")
def forward(order, start, stop, size, low, high, leads, layer, lead_at, last, offset, ways, choose):
    """The number of partial solutions of each state by mines, from the first state of a front to its last."""
    ways[offset[layer[start]]] = 1.0
    for t in range(start, stop):
        box_size = size[order[t]]
        end = layer[t + 1] if t + 1 < stop else last
        lead = lead_at[t]
        for i in range(layer[t], end):
            for k in range(box_size + 1):
                target = leads[lead]
                lead += 1
                if target >= 0:
                    factor = choose[box_size, k]
                    shift = offset[target] + low[i] + k - low[target]
                    for m in range(high[i] - low[i] + 1):
                        ways[shift + m] += factor * ways[offset[i] + m]


@njit(cache=True, error_model="numpy")
def backward(order, start, stop, size, low, high, leads, layer, lead_at, last, offset, ways, rest, choose, mined, free):
    """The weight of each state's completions, and for each box the weight with a given square mined or free."""
    for t in range(stop - 1, start - 1, -1):
        box = order[t]
        box_size = size[box]
        end = layer[t + 1] if t + 1 < stop else last
        lead = lead_at[t]
        with_mine, without = 0.0, 0.0
        for i in range(layer[t], end):
            width = high[i] - low[i] + 1
            for m in range(width):
                rest[offset[i] + m] = 0.0
            for k in range(box_size + 1):
                target = leads[lead]
                lead += 1
                if target >= 0:
                    factor = choose[box_size, k]
                    shift = offset[target] + low[i] + k - low[target]
                    weight = 0.0
                    for m in range(width):
                        completions = factor * rest[shift + m]
                        rest[offset[i] + m] += completions
                        weight += completions * ways[offset[i] + m]
                    with_mine += weight * k
                    without += weight * (box_size - k)
        mined[box], free[box] = with_mine / box_size, without / box_size


@njit(cache=True, error_model="numpy")
def sweep_all(fronts, begin, order, size, touches, need, room):
    """All fronts swept, with as much memory as it takes; the arrays that `forward` and `backward` read."""
    boxes = order.size
    layer, lead_at = np.empty(boxes + 1, np.int32), np.empty(boxes + 1, np.int32)
    last = np.empty(fronts, np.int32)
    capacity, status = 1 << 10, TOO_WIDE
    while True:
        state = np.empty((capacity, 2), np.int64)
        low, high = np.empty(capacity, np.int16), np.empty(capacity, np.int16)
        leads = np.empty(4 * capacity, np.int32)
        table = np.full(2 * capacity, -1, np.int32)
        used, led, status = np.int64(0), np.int64(0), FOUND
        for front in range(fronts):
            used, led = sweep(
                order, begin[front], begin[front + 1], size, touches, need, room,
                state, low, high, leads, layer, lead_at, table, used, led,
            )  # fmt: skip
            if used < 0:
                status = IMPOSSIBLE if led == DEAD else TOO_WIDE
                break
            last[front] = used - 1
        if status != TOO_WIDE or capacity >= MOST_STATES:
            break
        capacity *= 8
    offset = np.empty(max(used, 0) + 1, np.int64)
    values = 0
    for i in range(used):
        offset[i] = values
        values += high[i] - low[i] + 1
    return status, low, high, leads, layer, lead_at, last, offset, values


@njit(cache=True, error_model="numpy")
def binomials():
    """The numbers of ways to put up to eight mines into a box of up to eight squares."""
    choose = np.zeros((9, 9))
    for i in range(9):
        choose[i, 0] = 1.0
        for j in range(1, i + 1):
            choose[i, j] = choose[i - 1, j - 1] + choose[i - 1, j]
    return choose


@njit(cache=True, error_model="numpy")
def weigh(cells, known, need, room, near, count, columns, mines, chance):
    """The probability of a mine on every covered square into `chance` (-1 on open ones); (status, layouts).

    `mines` is the number on the whole board; the position must have been through `deduce`.
    """
    boxes, box_of, size, touches, first, clue_boxes, clue_count = gather(cells, known, near, count)
    left, outside = np.int64(mines), np.int64(0)
    for square in range(cells.size):
        chance[square] = -1.0
        if cells[square] == COVERED:
            if known[square] == MINE:
                left -= 1
            elif known[square] == 0 and box_of[square] < 0:
                outside += 1
    if left < 0:
        return IMPOSSIBLE, 0.0
    fronts, begin, order, wide = arrange(boxes, size, touches, first, clue_boxes, clue_count, need, room, columns)
    if wide:
        return TOO_WIDE, 0.0
    status, low, high, leads, layer, lead_at, last, offset, values = sweep_all(
        fronts, begin, order, size, touches, need, room
    )
    if status != FOUND:
        return status, 0.0
    choose = binomials()
    ways, rest = np.zeros(values), np.empty(values)
    for front in range(fronts):
        forward(
            order, begin[front], begin[front + 1], size, low, high, leads, layer, lead_at,
            last[front], offset, ways, choose,
        )  # fmt: skip
    after, fewest, most = suffixes(last, low, high, offset, ways, outside, left)
    layouts = after[0, left]
    if layouts == 0.0:
        return IMPOSSIBLE, 0.0
    mined, free = np.zeros(boxes + 1), np.zeros(boxes + 1)
    before = np.zeros(left + 1)
    before[0] = 1.0
    for front in range(fronts):
        end = last[front]
        wider = np.zeros(left + 1)
        for m in range(low[end], high[end] + 1):
            weight = 0.0
            for a in range(fewest[front], min(most[front], left - m) + 1):
                weight += before[a] * after[front + 1, left - a - m]
                wider[a + m] += before[a] * ways[offset[end] + m - low[end]]
            rest[offset[end] + m - low[end]] = weight
        before = wider
        backward(
            order, begin[front], begin[front + 1], size, low, high, leads, layer, lead_at,
            last[front], offset, ways, rest, choose, mined, free,
        )  # fmt: skip
    # The squares outside stand behind the last box.
    for a in range(left + 1):
        j = left - a
        if j <= outside:
            mined[boxes] += before[a] * after[fronts, j] * j
            free[boxes] += before[a] * after[fronts, j] * (outside - j)
    for square in range(cells.size):
        if cells[square] == COVERED:
            if known[square] != 0:
                chance[square] = 1.0 if known[square] == MINE else 0.0
            else:
                box = box_of[square] if box_of[square] >= 0 else boxes
                chance[square] = mined[box] / (mined[box] + free[box])
    return FOUND, layouts


@njit(cache=True, error_model="numpy")
def suffixes(last, low, high, offset, ways, outside, left):
    """after[f, j]: the ways of fronts f, f+1, … and the squares outside with j mines; and the mines before a front.

    `fewest[f]` and `most[f]` bound the mines of the fronts before `f`.
    """
    fronts = last.size
    after = np.zeros((fronts + 1, left + 1))
    value = 1.0
    for j in range(min(left, outside) + 1):
        after[fronts, j] = value
        value = value * (outside - j) / (j + 1)
    fewest, most = np.zeros(fronts + 1, np.int64), np.zeros(fronts + 1, np.int64)
    for front in range(fronts):
        fewest[front + 1] = fewest[front] + low[last[front]]
        most[front + 1] = most[front] + high[last[front]]
    for front in range(fronts - 1, -1, -1):
        end = last[front]
        for j in range(max(left - most[front], 0), left - fewest[front] + 1):
            total = 0.0
            for m in range(low[end], min(high[end], j) + 1):
                total += ways[offset[end] + m - low[end]] * after[front + 1, j - m]
            after[front, j] = total
    return after, fewest, most


@njit(cache=True, error_model="numpy")
def decide_certain(cells, known, need, room, near, count, chance):
    """Write down what the chances say is certain; whether a square turned out safe."""
    progress = False
    for square in range(cells.size):
        if cells[square] == COVERED and known[square] == 0 and chance[square] in (0.0, 1.0):
            progress = progress or chance[square] == 0.0
            kind = SAFE if chance[square] == 0.0 else MINE
            decide(square, kind, cells, known, need, room, near, count)
    return progress


@njit(cache=True, error_model="numpy")
def look(view, columns, mines, near, count):
    """(status, layouts, cells, known, need, room, chance) of a view given as bytes, all decided that is certain."""
    n = near.shape[0]
    cells, chance, layouts = np.empty(n, np.int8), np.empty(n), 0.0
    for square in range(n):
        cells[square] = view[square]
    known, need, room = begin_position(cells, near, count)
    status = IMPOSSIBLE
    if deduce(cells, known, need, room, near, count):
        status, layouts = weigh(cells, known, need, room, near, count, columns, mines, chance)
        if status == FOUND:
            decide_certain(cells, known, need, room, near, count, chance)
    return status, layouts, cells, known, need, room, chance
