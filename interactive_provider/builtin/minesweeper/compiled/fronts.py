"""The compiled twin of `fronts`: from a view to the boxes and fronts that have to be solved.

A position is four arrays over the squares, in reading order:

- `cells`: 0 to 8 open, 9 covered;
- `known`: what is decided of a covered square: 0 nothing, `MINE` or `SAFE`;
- `need`: how many mines an open number still misses among its undecided neighbours;
- `room`: how many undecided neighbours an open number has.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ..constants import COVERED

MINE, SAFE = 1, 2

SLOTS = 42
"""How many clues may be half-done at once: three bits each in two 63-bit words."""


@njit(cache=True, error_model="numpy")
def neighbours(rows, columns):
    """The neighbours of each square, in reading order, and how many they are."""
    near = np.full((rows * columns, 8), -1, np.int16)
    count = np.zeros(rows * columns, np.int8)
    for r in range(rows):
        for c in range(columns):
            square = r * columns + c
            for rr in range(max(r - 1, 0), min(r + 2, rows)):
                for cc in range(max(c - 1, 0), min(c + 2, columns)):
                    if rr != r or cc != c:
                        near[square, count[square]] = rr * columns + cc
                        count[square] += 1
    return near, count


@njit(cache=True, error_model="numpy")
def begin_position(cells, near, count):
    """The other three arrays of a position that has not been looked at yet."""
    n = cells.size
    known, need, room = np.zeros(n, np.int8), np.zeros(n, np.int8), np.zeros(n, np.int8)
    for square in range(n):
        if cells[square] != COVERED:
            need[square] = cells[square]
            for i in range(count[square]):
                room[square] += cells[near[square, i]] == COVERED
    return known, need, room


@njit(cache=True, error_model="numpy")
def show(square, number, cells, known, need, room, near, count):
    """Put a number on a covered square and bring the clues around it up to date."""
    cells[square] = number
    need[square], room[square] = number, 0
    for i in range(count[square]):
        other = near[square, i]
        if cells[other] != COVERED:
            if known[square] == 0:
                room[other] -= 1
        elif known[other] == 0:
            room[square] += 1
        elif known[other] == MINE:
            need[square] -= 1


@njit(cache=True, error_model="numpy")
def decide(square, kind, cells, known, need, room, near, count):
    """Write down that an undecided square is a mine or safe."""
    known[square] = kind
    for i in range(count[square]):
        other = near[square, i]
        if cells[other] != COVERED:
            room[other] -= 1
            if kind == MINE:
                need[other] -= 1


@njit(cache=True, error_model="numpy")
def deduce(cells, known, need, room, near, count):
    """Decide all that follows from single clues, one after another; False when a clue cannot hold."""
    n = cells.size
    stack = np.empty(n, np.int16)
    waiting = np.zeros(n, np.bool_)
    top = 0
    for square in range(n):
        if cells[square] != COVERED:
            if room[square] > 0:
                stack[top] = square
                waiting[square] = True
                top += 1
            elif need[square] != 0:
                return False
    while top:
        top -= 1
        clue = stack[top]
        waiting[clue] = False
        if need[clue] < 0 or need[clue] > room[clue]:
            return False
        if room[clue] == 0 or (need[clue] != 0 and need[clue] != room[clue]):
            continue
        kind = SAFE if need[clue] == 0 else MINE
        for i in range(count[clue]):
            square = near[clue, i]
            if cells[square] == COVERED and known[square] == 0:
                decide(square, kind, cells, known, need, room, near, count)
                for j in range(count[square]):
                    other = near[square, j]
                    if cells[other] != COVERED:
                        if need[other] < 0 or need[other] > room[other]:
                            return False
                        if room[other] and not waiting[other]:
                            waiting[other] = True
                            stack[top] = other
                            top += 1
    return True


@njit(cache=True, error_model="numpy")
def gather(cells, known, near, count):
    """The boxes: the box of each square (-1: none), their sizes, and the clues each touches (-1 padded)."""
    n = cells.size
    box_of = np.full(n, -1, np.int16)
    size = np.zeros(n, np.int16)
    touches = np.full((n, 8), -1, np.int16)
    first = np.empty(n, np.int16)
    clue_boxes = np.empty((n, 8), np.int16)
    clue_count = np.zeros(n, np.int8)
    signature = np.empty(8, np.int16)
    boxes = 0
    for square in range(n):
        if cells[square] != COVERED or known[square] != 0:
            continue
        length = 0
        for i in range(count[square]):
            if cells[near[square, i]] != COVERED:
                signature[length] = near[square, i]
                length += 1
        if length == 0:
            continue
        for i in range(length, 8):
            signature[i] = -1
        found = -1
        for i in range(clue_count[signature[0]]):
            box = clue_boxes[signature[0], i]
            same = True
            for j in range(8):
                if touches[box, j] != signature[j]:
                    same = False
                    break
            if same:
                found = box
                break
        if found < 0:
            found = boxes
            boxes += 1
            first[found] = square
            for i in range(8):
                touches[found, i] = signature[i]
            for i in range(length):
                clue = signature[i]
                clue_boxes[clue, clue_count[clue]] = found
                clue_count[clue] += 1
        box_of[square] = found
        size[found] += 1
    return boxes, box_of, size, touches, first, clue_boxes, clue_count


@njit(cache=True, error_model="numpy")
def cost(order, start, stop, size, touches, need, room):
    """A guess at the states of a sweep, as `fronts.sweep_cost` makes it; infinite when it is too wide."""
    left = room.copy()
    active = np.ones(need.size, np.float64)
    total, states, slots = 0.0, 1.0, 0
    for t in range(start, stop):
        box = order[t]
        for i in range(8):
            clue = touches[box, i]
            if clue < 0:
                break
            if active[clue] > 1.0:
                slots -= 1
            states /= active[clue]
            left[clue] -= size[box]
            active[clue] = 1.0
            if left[clue] > 0:
                active[clue] = min(need[clue], left[clue]) + 1.0
                slots += 1
                states *= active[clue]
        if slots > SLOTS - 9:
            return np.inf
        total += states
    return total


@njit(cache=True, error_model="numpy")
def by_column(first, columns):
    """The boxes sorted by the column, then the row, of their first squares. (An insertion sort: they are few.)"""
    order = np.empty(first.size, np.int16)
    for box in range(first.size):
        key = (first[box] % columns, first[box])
        at = box
        while at > 0 and (first[order[at - 1]] % columns, first[order[at - 1]]) > key:
            order[at] = order[at - 1]
            at -= 1
        order[at] = box
    return order


@njit(cache=True, error_model="numpy")
def arrange(boxes, size, touches, first, clue_boxes, clue_count, need, room, columns):
    """The boxes front by front, each front in the cheaper sweep, and where each front begins."""
    front_of = np.full(boxes, -1, np.int16)
    stack = np.empty(boxes, np.int16)
    fronts = 0
    for seed in range(boxes):
        if front_of[seed] >= 0:
            continue
        front_of[seed] = fronts
        stack[0], top = seed, 1
        while top:
            top -= 1
            box = stack[top]
            for i in range(8):
                clue = touches[box, i]
                if clue < 0:
                    break
                for j in range(clue_count[clue]):
                    other = clue_boxes[clue, j]
                    if front_of[other] < 0:
                        front_of[other] = fronts
                        stack[top] = other
                        top += 1
        fronts += 1
    begin = np.zeros(fronts + 1, np.int16)
    for box in range(boxes):
        begin[front_of[box] + 1] += 1
    for front in range(fronts):
        begin[front + 1] += begin[front]
    across = by_column(first[:boxes], columns)
    rows_order, columns_order = np.empty(boxes, np.int16), np.empty(boxes, np.int16)
    place = begin.copy()
    for box in range(boxes):
        rows_order[place[front_of[box]]] = box
        place[front_of[box]] += 1
    place = begin.copy()
    for box in across:
        columns_order[place[front_of[box]]] = box
        place[front_of[box]] += 1
    wide = False
    for front in range(fronts):
        start, stop = begin[front], begin[front + 1]
        if stop - start < 3:
            continue
        by_rows = cost(rows_order, start, stop, size, touches, need, room)
        by_columns = cost(columns_order, start, stop, size, touches, need, room)
        wide = wide or (np.isinf(by_rows) and np.isinf(by_columns))
        if by_columns < by_rows:
            for t in range(start, stop):
                rows_order[t] = columns_order[t]
    return fronts, begin, rows_order, wide
