"""From a view to the frontiers to be solved: what single numbers decide, boxes and independent
frontiers.

A *clue* is an open number that still has undecided neighbours. Squares that touch the same clues
are interchangeable and form a *box*; boxes that share no clue, directly or through others, belong
to different *frontiers*, which are coupled only by the total number of mines. Squares that touch no
clue are *outside*.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from ..constants import COVERED
from ..grid import Neighbours, Square

Integers = list[int]

MINE = 1
SAFE = 2


class Knowledge(NamedTuple):
    """A view and what is decided in it; all fields but the last three have one entry for each
    square, in reading order."""

    cells: Integers
    """0 to 8 open, 9 covered, 10 (`UNREAD`) open but with its number ignored."""
    kinds: Integers
    """The decision on a covered square: 0 for none, `MINE` or `SAFE`."""
    need: Integers
    """How many more mines an open number needs among its undecided neighbours."""
    room: Integers
    """How many undecided neighbours an open number has."""
    near: Neighbours
    """The neighbours of the squares; see `Grid.near`."""
    columns: int
    mines: int
    """The number of mines on the whole board."""

    @property
    def mines_left(self) -> int:
        """The number of mines not yet located."""
        return self.mines - self.kinds.count(MINE)


class Boxes(NamedTuple):
    """The undecided squares of a position; the boxes are numbered in reading order."""

    squares: list[list[Square]]
    """The squares of each box."""
    touches: list[tuple[Square, ...]]
    """The clues of each box."""
    outside: list[Square]
    """The squares that touch no clue."""


class Frontiers(NamedTuple):
    """The boxes of each frontier, in the order of the sweep."""

    orders: list[Integers]
    effort: float
    """An estimate of the number of states of all sweeps."""


def begin_position(cells: Integers, near: Neighbours, columns: int, mines: int) -> Knowledge:
    """Return the position of a view in which nothing is decided yet."""
    need = [code if code < COVERED else 0 for code in cells]
    room = [
        sum(cells[other] == COVERED for other in near[square]) if code < COVERED else 0
        for square, code in enumerate(cells)
    ]
    return Knowledge(cells, [0] * len(cells), need, room, near, columns, mines)


def copied(position: Knowledge) -> Knowledge:
    """Return a copy of a position that can be changed independently."""
    cells, kinds, need, room, near, columns, mines = position
    return Knowledge(cells.copy(), kinds.copy(), need.copy(), room.copy(), near, columns, mines)


def show(square: Square, number: int, position: Knowledge) -> None:
    """Put a number on a covered square and update the clues around it."""
    cells, kinds, need, room, near, _, _ = position
    cells[square] = number
    need[square] = number
    room[square] = 0
    for other in near[square]:
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
    for other in near[square]:
        if cells[other] != COVERED:
            room[other] -= 1
            if kind == MINE:
                need[other] -= 1


def deduce(position: Knowledge) -> bool:
    """Decide everything that follows from single clues, one after another; return False if a clue
    cannot be satisfied."""
    cells, kinds, need, room, near, _, _ = position
    waiting = [
        square
        for square, code in enumerate(cells)
        if code < COVERED and (room[square] or need[square])
    ]
    while waiting:
        clue = waiting.pop()
        missing = need[clue]
        if not 0 <= missing <= room[clue]:
            return False
        if missing and missing != room[clue]:
            continue
        kind = MINE if missing else SAFE
        for square in near[clue]:
            if cells[square] == COVERED and not kinds[square]:
                decide(square, kind, position)
                waiting += [other for other in near[square] if cells[other] < COVERED]
    return True


def gather(position: Knowledge) -> Boxes:
    """Return the boxes of a position processed by `deduce`."""
    cells, kinds, _, _, near, _, _ = position
    boxes: dict[tuple[Square, ...], list[Square]] = {}
    for square, code in enumerate(cells):
        if code == COVERED and not kinds[square]:
            clues = tuple([other for other in near[square] if cells[other] < COVERED])
            boxes.setdefault(clues, []).append(square)
    outside = boxes.pop((), [])
    return Boxes(list(boxes.values()), list(boxes), outside)


def sweep_effort(order: Integers, boxes: Boxes, position: Knowledge) -> float:
    """Estimate the number of states of a sweep: the product of what each half-done clue may still
    need, added up."""
    need = position.need
    left = position.room.copy()
    active: dict[Square, int] = {}
    total = 0.0
    states = 1.0
    for box in order:
        for clue in boxes.touches[box]:
            states /= active.get(clue, 1)
            left[clue] -= len(boxes.squares[box])
            active[clue] = min(need[clue], left[clue]) + 1
            states *= active[clue]
        total += states
    return total


def parted(boxes: Boxes) -> list[Integers]:
    """Return the boxes of each frontier, in reading order."""
    boxes_of = defaultdict(list)
    for box, clues in enumerate(boxes.touches):
        for clue in clues:
            boxes_of[clue].append(box)
    frontiers = []
    seen: set[int] = set()
    for first in range(len(boxes.touches)):
        if first in seen:
            continue
        frontier = [first]
        seen.add(first)
        for box in frontier:
            beside = {other for clue in boxes.touches[box] for other in boxes_of.pop(clue, ())}
            frontier += beside - seen
            seen |= beside
        frontiers.append(sorted(frontier))
    return frontiers


def arrange(boxes: Boxes, position: Knowledge) -> Frontiers:
    """Return the frontiers, each in the cheaper of two sweeps: row by row or column by column.

    A sweep along the board's long side never has more unfinished clues than the short side allows,
    which keeps wide frontiers cheap.
    """
    orders = []
    effort = 0.0
    for in_rows in parted(boxes):
        if len(in_rows) < 3:
            orders.append(in_rows)
            effort += len(in_rows)
            continue
        in_columns = sorted(in_rows, key=lambda box: boxes.squares[box][0] % position.columns)
        by_rows = sweep_effort(in_rows, boxes, position)
        by_columns = sweep_effort(in_columns, boxes, position)
        orders.append(in_columns if by_columns < by_rows else in_rows)
        effort += min(by_rows, by_columns)
    return Frontiers(orders, effort)
