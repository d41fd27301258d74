"""A board opened as far as exact reasoning goes, without a guess: the test of boards that must not
need one.

What is certain is found as a player finds it: first by single numbers, and only where these open
nothing more by counting all layouts.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..constants import COVERED, LOOK, MINED, SWEEP, UNLIMITED
from ..grid import Neighbours, Square
from .frontiers import SAFE, Integers, Knowledge, begin_position, deduce, show
from .probability import chances_of, decide_certain, weigh


class TooMuch(Exception):
    """The search for a board has spent the work it was allowed."""


def number_board(mined: Sequence[int], near: Neighbours) -> Integers:
    """What each square of a board holds, `MINED` or a number, from flags that say where the mines
    are."""
    return [
        MINED if mined[square] else sum([mined[other] for other in others])
        for square, others in enumerate(near)
    ]


def open_square(square: Square, numbers: Integers, position: Knowledge) -> None:
    """Open a free square and, from a zero, all it floods."""
    opened = [square]
    show(square, numbers[square], position)
    for here in opened:
        if numbers[here] == 0:
            for other in position.near[here]:
                if position.cells[other] == COVERED:
                    show(other, numbers[other], position)
                    opened.append(other)


def open_safe(numbers: Integers, position: Knowledge) -> bool:
    """Open all squares that are known to be safe; False if there are none."""
    opened = False
    for square, kind in enumerate(position.kinds):
        if kind == SAFE and position.cells[square] == COVERED:
            open_square(square, numbers, position)
            opened = True
    return opened


def open_certain(numbers: Integers, position: Knowledge, work: int) -> int:
    """Open everything that is certain, again and again; the work left.

    `work` is what weighing positions may still cost; raises `TooMuch` when it is spent.
    """
    while True:
        deduce(position)
        opened = open_safe(numbers, position)
        if position.cells.count(COVERED) == position.mines:
            return work
        if opened:
            continue
        ways = weigh(position, work // SWEEP)
        effort = int(min(SWEEP * ways.frontiers.effort, UNLIMITED // 2))
        work -= LOOK * len(position.cells) + effort
        if work < 0:
            raise TooMuch
        # a frontier that is far too wide to be weighed has no layouts either
        if not ways.layouts or not decide_certain(position, chances_of(position, ways)):
            return work


def opened_from(
    first: Square, mined: Sequence[int], near: Neighbours, columns: int, work: int
) -> tuple[bytes, int]:
    """What is seen after a first click and everything that is then certain, and the work left;
    nothing after a click on a mine."""
    if mined[first]:
        return bytes([COVERED]) * len(mined), work
    numbers = number_board(mined, near)
    position = begin_position([COVERED] * len(mined), near, columns, sum(mined))
    open_square(first, numbers, position)
    work = open_certain(numbers, position, work)
    return bytes(position.cells), work
