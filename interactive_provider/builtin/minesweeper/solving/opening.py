"""Opens a board as far as exact reasoning goes, without a guess: the test for boards that must not
need one.

Certain squares are found as a player finds them: first by single numbers, and by counting all
layouts only if these open nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..constants import COVERED, LOOK, MINED, SWEEP, UNLIMITED
from ..grid import Neighbours, Square
from .frontiers import SAFE, Integers, Knowledge, begin_position, deduce, show
from .probability import chances_of, decide_certain, weigh


class TooMuch(Exception):
    """The search for a board has used up its work limit."""


def number_board(mined: Sequence[int], near: Neighbours) -> Integers:
    """Return the contents of each square of a board, `MINED` or a number, from flags that mark the
    mines."""
    return [
        MINED if mined[square] else sum([mined[other] for other in others])
        for square, others in enumerate(near)
    ]


def open_square(square: Square, numbers: Integers, position: Knowledge) -> None:
    """Open a free square and, from a zero, everything it floods."""
    opened = [square]
    show(square, numbers[square], position)
    for here in opened:
        if numbers[here] == 0:
            for other in position.near[here]:
                if position.cells[other] == COVERED:
                    show(other, numbers[other], position)
                    opened.append(other)


def open_safe(numbers: Integers, position: Knowledge) -> bool:
    """Open all squares that are known to be safe; return False if there are none."""
    opened = False
    for square, kind in enumerate(position.kinds):
        if kind == SAFE and position.cells[square] == COVERED:
            open_square(square, numbers, position)
            opened = True
    return opened


def open_certain(numbers: Integers, position: Knowledge, work: int) -> int:
    """Open everything that is certain, repeatedly, and return the work left.

    `work` limits the cost of weighing positions; raises `TooMuch` when it is used up.
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
        # a frontier far too wide to be weighed also has no layouts
        if not ways.layouts or not decide_certain(position, chances_of(position, ways)):
            return work


def opened_from(
    first: Square, mined: Sequence[int], near: Neighbours, columns: int, work: int
) -> tuple[bytes, int]:
    """Return the view after a first click and everything that is then certain, and the work left;
    nothing after a click on a mine."""
    if mined[first]:
        return bytes([COVERED]) * len(mined), work
    numbers = number_board(mined, near)
    position = begin_position([COVERED] * len(mined), near, columns, sum(mined))
    open_square(first, numbers, position)
    work = open_certain(numbers, position, work)
    return bytes(position.cells), work
