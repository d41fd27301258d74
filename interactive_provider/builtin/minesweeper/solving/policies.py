"""What the policies open if nothing is certain, and whole games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..constants import (
    COVERED,
    EFFORT,
    ENDGAME,
    LOOK,
    LOST,
    MINED,
    QUICK_ENDGAME,
    STUCK,
    SWEEP,
    TIE,
    TOO_MUCH,
    UNLIMITED,
    WON,
)
from ..grid import Neighbours, Square
from .endgame import GivenUp, optimal
from .enumeration import TooMany, list_layouts, numbers_shown, undecided_squares
from .evaluation import traits_of, worth
from .frontiers import MINE, SAFE, Integers, Knowledge, begin_position, copied, deduce, show
from .ordering import candidates, ranks
from .probability import chances_of, decide_certain, weigh

CERTAIN = "certain"
"""The policy of `play` that stops when a guess is needed."""


class MinedBoard(NamedTuple):
    """A board with its mines, as flags, and what else does not change while it is played."""

    mined: Sequence[int]
    near: Neighbours
    columns: int
    weights: Sequence[float]
    """The weights of the traits of a position; see `evaluation`."""


class Outlook(NamedTuple):
    """A position in which a guess is needed, with everything certain decided."""

    position: Knowledge
    layouts: int
    risks: list[float]
    """The probability of a mine on each square, -1 on open ones."""
    weights: Sequence[float]
    """The weights of the traits of a position; see `evaluation`."""


class Prospect(NamedTuple):
    """What a click promises."""

    worth: float
    """The chance to win after it."""
    follow: set[Square]
    """The squares that are safe whenever this one is: those that are safe more often are the better
    clicks, since this one can still follow."""


def prospect(square: Square, outlook: Outlook, enough: float) -> Prospect | None:
    """What a click promises: over all that it may show, how likely that is times what it is then
    worth; None as soon as the rest cannot reach `enough`."""
    position, layouts, risks, weights = outlook
    cells, kinds, _, _, near, columns, _ = position
    follow = set(range(len(cells)))
    base = sum(cells[other] == COVERED and kinds[other] == MINE for other in near[square])
    free = sum(cells[other] == COVERED and not kinds[other] for other in near[square])
    value = 0.0
    left = 1.0 - risks[square]
    for number in range(base, base + free + 1):
        if value + left < enough:
            return None
        after = copied(position)
        show(square, number, after)
        if not deduce(after):
            continue
        ways = weigh(after, UNLIMITED)
        if not ways.layouts:
            continue
        share = ways.layouts / layouts
        left -= share
        new_risks = chances_of(after, ways)
        follow = {other for other in follow if new_risks[other] == 0.0}
        traits = traits_of(after.cells, new_risks, ways.layouts, near, columns)
        value += share * worth(traits, weights)
    return Prospect(value, follow)


def best_prospect(outlook: Outlook) -> Square:
    """The candidate with the best chance to win after it, or a square that is then safe and better
    to open first."""
    position, _, risks, _ = outlook
    order = ranks(position.cells, risks, position.near)
    best = Prospect(-1.0, set())
    choice = -1
    for square in candidates(order):
        if 1.0 - risks[square] <= best.worth + TIE:
            break
        found = prospect(square, outlook, best.worth + TIE)
        if found and found.worth > best.worth + TIE:
            best = found
            choice = square
    return min((choice, *sorted(best.follow)), key=order.__getitem__)


def guess(policy: str, outlook: Outlook) -> tuple[Square, bool]:
    """A policy's square if none is certain, and whether a search to the end of the game proved it
    best."""
    position, layouts, risks, _ = outlook
    most = QUICK_ENDGAME if policy == "fast" else ENDGAME
    if layouts <= most:
        squares = undecided_squares(position)
        try:
            listed = list_layouts(position, squares, 70 * most + 30_000)
            _, choice = optimal(listed, numbers_shown(position, squares, listed), EFFORT)
            return squares[choice], True
        except (TooMany, GivenUp):
            pass
    if policy == "fast":
        order = ranks(position.cells, risks, position.near)
        return min(order, key=order.__getitem__), False
    return best_prospect(outlook), False


def open_square(square: Square, numbers: Integers, position: Knowledge) -> int:
    """Open a free square and, from a zero, all it floods; the number of squares opened."""
    opened = [square]
    show(square, numbers[square], position)
    for here in opened:
        if numbers[here] == 0:
            for other in position.near[here]:
                if position.cells[other] == COVERED:
                    show(other, numbers[other], position)
                    opened.append(other)
    return len(opened)


def number_board(mined: Sequence[int], near: Neighbours) -> Integers:
    """What each square of a board holds, `MINED` or a number, from flags that say where the mines
    are."""
    return [
        MINED if mined[square] else sum([mined[other] for other in others])
        for square, others in enumerate(near)
    ]


def open_safe(numbers: Integers, position: Knowledge) -> int:
    """Open all squares that are known to be safe; the number of squares opened."""
    opened = 0
    for square, kind in enumerate(position.kinds):
        if kind == SAFE and position.cells[square] == COVERED:
            opened += open_square(square, numbers, position)
    return opened


def play(
    board: MinedBoard, first: Square, policy: str, cells: Integers, work: int
) -> tuple[int, int]:
    """Play one board on from a view, seeing only what is open: (how it ended, work left).

    `cells` becomes the last view. `work` is what weighing positions may still cost, as counted by
    `generate.Work`.
    """
    mined, near, columns, weights = board
    numbers = number_board(mined, near)
    mines = sum(mined)
    missing = cells.count(COVERED) - mines
    position = begin_position(cells, near, columns, mines)
    square = first
    while numbers[square] != MINED:
        missing -= open_square(square, numbers, position)
        while True:
            deduce(position)
            opened = open_safe(numbers, position)
            missing -= opened
            if missing == 0:
                return WON, work
            if opened:
                continue
            if policy == "classic":
                break
            ways = weigh(position, work // SWEEP)
            work -= LOOK * len(cells) + int(min(SWEEP * ways.frontiers.effort, UNLIMITED // 2))
            if work < 0:
                return TOO_MUCH, work
            if not ways.layouts:
                return STUCK, work
            risks = chances_of(position, ways)
            if not decide_certain(position, risks):
                break
        if policy == CERTAIN:
            return STUCK, work
        if policy == "classic":
            square = next(
                other
                for other, code in enumerate(cells)
                if code == COVERED and not position.kinds[other]
            )
        else:
            square, _ = guess(policy, Outlook(position, ways.layouts, risks, weights))
    return LOST, work
