"""What the policies open if nothing is certain, and whole games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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
from .endgame import optimal
from .enumeration import list_layouts
from .evaluation import traits_of, worth
from .frontiers import MINE, SAFE, Integers, Knowledge, begin_position, copied, deduce, show
from .ordering import better_first, candidates, put_order, safest
from .probability import DONE, chances_of, decide_certain, weigh

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
    layouts: Any
    risks: list[float]
    """The probability of a mine on each square, -1 on open ones."""
    weights: Sequence[float]
    """The weights of the traits of a position; see `evaluation`."""


def prospect(square: Square, outlook: Outlook, enough: float, follow: Integers) -> float:
    """The chance to win after a click: over all that it may show, how likely that is times what it
    is then worth.

    Gives up, with a negative one, as soon as the rest cannot reach `enough`. `follow` gets a flag
    for each square that is safe whenever this one is: if it is safe more often, it is the better
    click, since this one can still follow.
    """
    position, layouts, risks, weights = outlook
    cells = position.cells
    kinds = position.kinds
    near = position.near
    for other in range(len(follow)):
        follow[other] = 1
    base, free = 0, 0
    for i in range(8 * square, 8 * square + 8):
        other = near[i]
        if other < 0:
            break
        if cells[other] == COVERED:
            base += kinds[other] == MINE
            free += kinds[other] == 0
    value, left = 0.0, 1.0 - risks[square]
    for number in range(base, base + free + 1):
        if value + left < enough:
            return -1.0
        after = copied(position)
        show(square, number, after)
        if not deduce(after):
            continue
        ways = weigh(after, UNLIMITED)
        if ways.status != DONE:
            continue
        share = ways.layouts / layouts
        left -= share
        new_risks = chances_of(after, ways)
        for other in range(len(follow)):
            if new_risks[other] != 0.0:
                follow[other] = 0
        value += share * worth(
            traits_of(after.cells, new_risks, ways.layouts, near, position.columns), weights
        )
    return value


def best_prospect(outlook: Outlook) -> Square:
    """The candidate with the best chance to win after it, or a square that is then safe and better
    to open first."""
    position, _, risks, _ = outlook
    order = [0] * len(position.cells)
    put_order(position.cells, position.near, order)
    first = safest(position.cells, risks, order)
    best, choice = -1.0, first
    follow, best_follow = [0] * len(order), [0] * len(order)
    for square in candidates(position.cells, risks, order, first):
        if 1.0 - risks[square] <= best + TIE:
            break
        value = prospect(square, outlook, best + TIE, follow)
        if value > best + TIE:
            best, choice = value, square
            for other in range(len(follow)):
                best_follow[other] = follow[other]
    return better_first(best_follow, choice, risks, order)


def guess(policy: str, outlook: Outlook) -> tuple[Square, bool]:
    """A policy's square if none is certain, and whether a search to the end of the game proved it
    best."""
    position, layouts, risks, _ = outlook
    most = QUICK_ENDGAME if policy == "fast" else ENDGAME
    if layouts <= most:
        chosen, rows, listed = list_layouts(position, int(layouts), 200 * most + 100_000)
        if listed == len(rows):
            _, choice, effort = optimal(rows, EFFORT)
            if effort >= 0:
                return int(chosen[choice]), True
    if policy == "fast":
        order = [0] * len(position.cells)
        put_order(position.cells, position.near, order)
        return int(safest(position.cells, risks, order)), False
    return int(best_prospect(outlook)), False


def open_square(square: Square, numbers: Integers, position: Knowledge) -> int:
    """Open a free square and, from a zero, all it floods; the number of squares opened."""
    cells, near = position.cells, position.near
    stack = [0] * len(cells)
    stack[0] = square
    top = 1
    opened = 0
    show(square, numbers[square], position)
    while top:
        top -= 1
        here = stack[top]
        opened += 1
        if numbers[here] == 0:
            for i in range(8 * here, 8 * here + 8):
                other = near[i]
                if other < 0:
                    break
                if cells[other] == COVERED:
                    show(other, numbers[other], position)
                    stack[top] = other
                    top += 1
    return opened


def number_board(mined: Sequence[int], near: Neighbours) -> Integers:
    """What each square of a board holds, `MINED` or a number, from flags that say where the mines
    are."""
    numbers = [MINED] * len(mined)
    for square in range(len(mined)):
        if not mined[square]:
            numbers[square] = 0
            for i in range(8 * square, 8 * square + 8):
                other = near[i]
                if other < 0:
                    break
                numbers[square] += mined[other] != 0
    return numbers


def open_safe(numbers: Integers, position: Knowledge) -> tuple[int, int]:
    """Open all squares that are known to be safe: (squares opened, clicks)."""
    opened = 0
    clicks = 0
    cells = position.cells
    kinds = position.kinds
    for square in range(len(numbers)):
        if cells[square] == COVERED and kinds[square] == SAFE:
            opened += open_square(square, numbers, position)
            clicks += 1
    return opened, clicks


def play(
    board: MinedBoard, first: Square, policy: str, cells: Integers, work: Integers
) -> tuple[int, int]:
    """Play one board on from a view, seeing only what is open: (how it ended, clicks).

    `cells` becomes the last view. `work[0]` is what weighing positions may still cost, as counted
    by `generate.Work`.
    """
    mined, near, columns, weights = board
    numbers = number_board(mined, near)
    missing = 0
    mines = 0
    for other in range(len(cells)):
        mines += mined[other] != 0
        missing += mined[other] == 0 and cells[other] == COVERED
    position = begin_position(cells, near, columns, mines)
    kinds = position.kinds
    square, clicks = first, 0
    while True:
        clicks += 1
        if numbers[square] == MINED:
            return LOST, clicks
        missing -= open_square(square, numbers, position)
        while True:
            deduce(position)
            opened, more = open_safe(numbers, position)
            missing, clicks = missing - opened, clicks + more
            if missing == 0:
                return WON, clicks
            if opened:
                continue
            if policy == "classic":
                break
            ways = weigh(position, work[0] // SWEEP)
            work[0] -= LOOK * len(cells) + int(min(SWEEP * ways.frontiers.effort, UNLIMITED // 2))
            if work[0] < 0:
                return TOO_MUCH, clicks
            if ways.status != DONE:
                return STUCK, clicks
            risks = chances_of(position, ways)
            if not decide_certain(position, risks):
                break
        if policy == CERTAIN:
            return STUCK, clicks
        if policy == "classic":
            square = 0
            while cells[square] != COVERED or kinds[square] != 0:
                square += 1
        else:
            square, _ = guess(policy, Outlook(position, ways.layouts, risks, weights))
