"""From a view to the frontiers that have to be solved: what single numbers decide, boxes and
independent frontiers.

A *clue* is an open number that still has undecided neighbours. Squares that touch the same clues
are interchangeable and form a *box*; boxes that share no clue, directly or over others, belong to
different *frontiers*, which only the total number of mines couples. Squares that touch no clue are
*outside*.
"""

from __future__ import annotations

from typing import NamedTuple

from ..constants import COVERED
from ..grid import Neighbours, Square

Integers = list[int]

MINE, SAFE = 1, 2


class Knowledge(NamedTuple):
    """A view and what is decided in it; all but the last three have one entry for each square, in
    reading order."""

    cells: Integers
    """0 to 8 open, 9 covered, 10 (`UNREAD`) open but its number is left out."""
    kinds: Integers
    """The decision on a covered square: 0 for none, `MINE` or `SAFE`."""
    need: Integers
    """How many mines an open number still needs among its undecided neighbours."""
    room: Integers
    """How many undecided neighbours an open number has."""
    near: Neighbours
    """The neighbours of the squares; see `Grid.near`."""
    columns: int
    mines: int
    """How many mines the whole board has."""


class Boxes(NamedTuple):
    """The boxes of a position, numbered in reading order."""

    number: int
    box_of: Integers
    """The box of each square, -1 for none."""
    size: Integers
    first: Integers
    """How many squares each box has, and the first of them."""
    touches: Integers
    """The clues of each box, eight entries a box, -1 after the last."""
    boxes_of: Integers
    """The boxes of each clue, eight entries a square, -1 after the last."""


class Frontiers(NamedTuple):
    """The boxes in the order in which to go through them, one frontier after another."""

    number: int
    begin: Integers
    """The start of each frontier in the order; the last entry is the end."""
    order: Integers
    effort: float
    """An estimate of the number of states of all sweeps."""


def begin_position(cells: Integers, near: Neighbours, columns: int, mines: int) -> Knowledge:
    """The position of a view in which nothing is decided yet."""
    size = len(cells)
    kinds = [0] * size
    need = [0] * size
    room = [0] * size
    for square in range(size):
        if cells[square] < COVERED:
            need[square] = cells[square]
            for i in range(8 * square, 8 * square + 8):
                other = near[i]
                if other < 0:
                    break
                room[square] += cells[other] == COVERED
    return Knowledge(cells, kinds, need, room, near, columns, mines)


def copied(position: Knowledge) -> Knowledge:
    """A position that can be changed without changing this one."""
    cells, kinds, need, room, near, columns, mines = position
    return Knowledge(cells.copy(), kinds.copy(), need.copy(), room.copy(), near, columns, mines)


def show(square: Square, number: int, position: Knowledge) -> None:
    """Put a number on a covered square and bring the clues around it up to date."""
    cells, kinds, need, room, near, _, _ = position
    cells[square] = number
    need[square], room[square] = number, 0
    for i in range(8 * square, 8 * square + 8):
        other = near[i]
        if other < 0:
            break
        if cells[other] != COVERED:
            if kinds[square] == 0:
                room[other] -= 1
        elif kinds[other] == 0:
            room[square] += 1
        elif kinds[other] == MINE:
            need[square] -= 1


def decide(square: Square, kind: int, position: Knowledge) -> None:
    """Record that an undecided square is a mine or safe."""
    cells, kinds, need, room, near, _, _ = position
    kinds[square] = kind
    for i in range(8 * square, 8 * square + 8):
        other = near[i]
        if other < 0:
            break
        if cells[other] != COVERED:
            room[other] -= 1
            if kind == MINE:
                need[other] -= 1


def deduce(position: Knowledge) -> bool:
    """Decide everything that follows from single clues, one after another; False when a clue cannot
    hold."""
    cells, kinds, need, room, near, _, _ = position
    size = len(cells)
    stack, waiting = [0] * size, [0] * size
    top = 0
    for square in range(size):
        if cells[square] < COVERED:
            if room[square] > 0:
                stack[top] = square
                waiting[square] = 1
                top += 1
            elif need[square] != 0:
                return False
    while top:
        top -= 1
        clue = stack[top]
        waiting[clue] = 0
        if need[clue] < 0 or need[clue] > room[clue]:
            return False
        if room[clue] == 0 or (need[clue] != 0 and need[clue] != room[clue]):
            continue
        kind = SAFE if need[clue] == 0 else MINE
        for i in range(8 * clue, 8 * clue + 8):
            square = near[i]
            if square < 0:
                break
            if cells[square] == COVERED and kinds[square] == 0:
                decide(square, kind, position)
                for j in range(8 * square, 8 * square + 8):
                    other = near[j]
                    if other < 0:
                        break
                    if cells[other] < COVERED:
                        if need[other] < 0 or need[other] > room[other]:
                            return False
                        if room[other] and not waiting[other]:
                            waiting[other] = 1
                            stack[top] = other
                            top += 1
    return True


def gather(position: Knowledge) -> Boxes:
    """The boxes of a position that has been through `deduce`."""
    cells, kinds, _, _, near, _, _ = position
    n = len(cells)
    box_of = [-1] * n
    size = [0] * n
    first = [0] * n
    touches, boxes_of = [-1] * (8 * n), [-1] * (8 * n)
    signature, boxes = [-1] * 8, 0
    for square in range(n):
        if cells[square] != COVERED or kinds[square] != 0:
            continue
        length = 0
        for i in range(8 * square, 8 * square + 8):
            other = near[i]
            if other < 0:
                break
            if cells[other] < COVERED:
                signature[length] = other
                length += 1
        if length == 0:
            continue
        box, at = -1, 8 * signature[0]
        while at < 8 * signature[0] + 8 and boxes_of[at] >= 0:
            start, same = 8 * boxes_of[at], 0
            while same < length and touches[start + same] == signature[same]:
                same += 1
            if same == length and (length == 8 or touches[start + length] < 0):
                box = boxes_of[at]
                break
            at += 1
        if box < 0:
            box = boxes
            boxes += 1
            first[box] = square
            for i in range(length):
                touches[8 * box + i] = signature[i]
                at = 8 * signature[i]
                while boxes_of[at] >= 0:
                    at += 1
                boxes_of[at] = box
        box_of[square] = box
        size[box] += 1
    return Boxes(boxes, box_of, size, first, touches, boxes_of)


def field_width(number: int) -> int:
    """How many bits a number from 1 to 7 takes."""
    if number < 2:
        return 1
    return 2 if number < 4 else 3


def sweep_effort(
    order: Integers, start: int, stop: int, boxes: Boxes, position: Knowledge
) -> float:
    """A guess at the states of a sweep: the product of what each half-done clue may still miss,
    added up."""
    _, _, size, _, touches, _ = boxes
    need = position.need
    left = position.room.copy()
    active = [1] * len(need)
    total = 0.0
    states = 1.0
    for t in range(start, stop):
        box = order[t]
        i = 8 * box
        while i < 8 * box + 8 and touches[i] >= 0:
            clue = touches[i]
            states /= active[clue]
            left[clue] -= size[box]
            active[clue] = 1
            if left[clue] > 0:
                active[clue] = min(need[clue], left[clue]) + 1
                states *= active[clue]
            i += 1
        total += states
    return total


def sorted_stably(items: Integers, keys: Integers, most: int) -> Integers:
    """Some numbers, stably sorted by their keys from 0 to `most` (`keys[item]`)."""
    place = [0] * (most + 2)
    for item in items:
        place[keys[item] + 1] += 1
    for key in range(most + 1):
        place[key + 1] += place[key]
    result = [0] * len(items)
    for item in items:
        result[place[keys[item]]] = item
        place[keys[item]] += 1
    return result


def parted(boxes: Boxes) -> tuple[int, Integers]:
    """How many frontiers there are, and the one of each box."""
    frontier_of, stack = [-1] * boxes.number, [0] * boxes.number
    frontiers = 0
    touches = boxes.touches
    boxes_of = boxes.boxes_of
    for seed in range(boxes.number):
        if frontier_of[seed] >= 0:
            continue
        frontier_of[seed] = frontiers
        stack[0], top = seed, 1
        while top:
            top -= 1
            i = 8 * stack[top]
            end = i + 8
            while i < end and touches[i] >= 0:
                j = 8 * touches[i]
                last = j + 8
                while j < last and boxes_of[j] >= 0:
                    other = boxes_of[j]
                    if frontier_of[other] < 0:
                        frontier_of[other] = frontiers
                        stack[top] = other
                        top += 1
                    j += 1
                i += 1
        frontiers += 1
    return frontiers, frontier_of


def arrange(boxes: Boxes, position: Knowledge) -> Frontiers:
    """The frontiers, each in the cheaper of two sweeps: row by row or column by column.

    A sweep along the board's long side never has more unfinished clues than the short side allows,
    which keeps wide frontiers cheap.
    """
    frontiers, frontier_of = parted(boxes)
    begin = [0] * (frontiers + 1)
    column_of = [0] * boxes.number
    in_rows = [0] * boxes.number
    first, columns = boxes.first, position.columns
    for box in range(boxes.number):
        begin[frontier_of[box] + 1] += 1
        column_of[box] = first[box] % columns
        in_rows[box] = box
    for frontier in range(frontiers):
        begin[frontier + 1] += begin[frontier]
    in_columns = sorted_stably(in_rows, column_of, columns)
    in_rows = sorted_stably(in_rows, frontier_of, frontiers)
    in_columns = sorted_stably(in_columns, frontier_of, frontiers)
    effort = 0.0
    for frontier in range(frontiers):
        start, stop = begin[frontier], begin[frontier + 1]
        if stop - start < 3:
            effort += stop - start
            continue
        by_rows = sweep_effort(in_rows, start, stop, boxes, position)
        by_columns = sweep_effort(in_columns, start, stop, boxes, position)
        effort += min(by_rows, by_columns)
        if by_columns < by_rows:
            for t in range(start, stop):
                in_rows[t] = in_columns[t]
    return Frontiers(frontiers, begin, in_rows, effort)
