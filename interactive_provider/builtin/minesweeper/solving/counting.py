"""Views in whole numbers: how many layouts are consistent with a view, and which number is wrong if
none is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from interactive_provider.support.plurals import counted

from ..constants import COVERED, UNREAD
from ..grid import Square, Squares, members
from ..view import BadView, PlayerView
from .frontiers import MINE, SAFE, Knowledge, arrange, begin_position, decide, deduce, gather
from .probability import Weights, sweep_all


class Clue(NamedTuple):
    """An open number: where it is, how many mines it shows, and among which covered squares."""

    square: Square
    mines: int
    around: Squares


class Counts(NamedTuple):
    """How many layouts are consistent with a view, and in how many of them each square has a
    mine."""

    layouts: int
    mined: tuple[int | None, ...]
    """For each square in reading order; None if the square is open."""


def clues_of(view: PlayerView) -> list[Clue]:
    """Return the open numbers that touch a covered square, or should, in reading order."""
    covered = view.covered
    neighbours = view.grid.neighbours
    clues = [
        Clue(square, number, neighbours[square] & covered)
        for square, number in enumerate(view.cells)
        if number != COVERED
    ]
    return [clue for clue in clues if clue.around or clue.mines]


def position_of(view: PlayerView) -> Knowledge:
    """Return the position of a view, with nothing decided yet."""
    return begin_position(list(view.cells), view.grid.near, view.columns, view.mines)


def deduced(view: PlayerView) -> Knowledge:
    """Return the position of a view, with everything that single numbers imply; raise `BadView` if
    they contradict each other."""
    position = position_of(view)
    if not deduce(position):
        raise unexplained(view)
    return position


def counts_of(view: PlayerView, position: Knowledge, weights: Weights) -> Counts:
    """Return the counts of a view from the result of `weigh` for its position; raise `BadView` if
    there is no layout."""
    if not weights.layouts:
        raise unexplained(view)
    layouts = weights.layouts
    boxes = weights.boxes
    in_square: list[int | None] = [
        layouts * (kind == MINE) if code == COVERED else None
        for code, kind in zip(view.cells, position.kinds, strict=True)
    ]
    for squares, mined in zip((*boxes.squares, boxes.outside), weights.mined, strict=True):
        for square in squares:
            in_square[square] = mined
    return Counts(layouts, tuple(in_square))


def unexplained(view: PlayerView) -> BadView:
    """Return the error for a view without layouts: it names the first clue, in reading order, that
    makes it impossible."""
    clues = clues_of(view)
    square = _first_unmet(view)
    if not _possible(view, clues, any_number=True):
        clue = clues[_first_broken(view, clues)]
        near = view.grid.name(square if square is not None else clue.square)
        also = "" if near == view.grid.name(clue.square) else f" (and {near} cannot be satisfied)"
        return BadView(
            f"the {view.cells[clue.square]} at {view.grid.name(clue.square)} contradicts the"
            f" numbers before it{also}"
        )
    needed = f"the numbers {_needed(view, clues)} in all"
    if not clues:
        return BadView(f"{counted(view.mines, 'mine')} cannot be there: {needed}")
    clue = clues[_first_broken(view, clues, any_number=False)]
    return BadView(
        f"the {view.cells[clue.square]} at {view.grid.name(clue.square)} contradicts the mine"
        f" count: {needed}"
    )


def _first_broken(view: PlayerView, clues: list[Clue], any_number: bool = True) -> int:
    """Return the index of the first clue that the ones before it (and the number of mines) rule
    out, by bisection."""
    low = 0
    high = len(clues) - 1
    while low < high:
        middle = (low + high) // 2
        if _possible(view, clues[: middle + 1], any_number):
            low = middle + 1
        else:
            high = middle
    return low


def _possible(view: PlayerView, clues: list[Clue], any_number: bool) -> bool:
    numbers = mine_numbers(view, clues)
    return bool(numbers) if any_number else view.mines in numbers


def mine_numbers(view: PlayerView, clues: Iterable[Clue], mine: Square | None = None) -> list[int]:
    """Return the total numbers of mines that some clues allow, in order, with a mine on a given
    square; empty if none.

    There may be gaps if every remaining square touches a clue.
    """
    clue_squares = {clue.square for clue in clues}
    cells = [
        code if code == COVERED or at in clue_squares else UNREAD
        for at, code in enumerate(view.cells)
    ]
    position = begin_position(cells, view.grid.near, view.columns, view.mines)
    if mine is not None:
        decide(mine, MINE, position)
    if not deduce(position):
        return []
    boxes = gather(position)
    sweeps = sweep_all(boxes, arrange(boxes, position), position)
    if sweeps is None:
        return []
    possible = (1 << len(boxes.outside) + 1) - 1 << view.mines - position.mines_left
    for layers in sweeps:
        possible = _sums(possible, layers[-1][0].ways)
    return list(members(possible))


def _sums(possible: int, numbers: Iterable[int]) -> int:
    """Return all sums of a number from a set, given as bits, and one of some other numbers."""
    totals = 0
    for number in numbers:
        totals |= possible << number
    return totals


def _needed(view: PlayerView, clues: list[Clue]) -> str:
    numbers = mine_numbers(view, clues)
    if view.mines < numbers[0]:
        return f"need at least {numbers[0]}"
    if view.mines > numbers[-1]:
        return f"leave room for at most {numbers[-1]}"
    return f"allow only {' or '.join(map(str, numbers))}"


def _first_unmet(view: PlayerView) -> Square | None:
    """Return the first clue that cannot be satisfied when all are read repeatedly in reading order,
    or None."""
    cells, kinds, need, room, near, *_ = position = position_of(view)
    progress = True
    while progress:
        progress = False
        for square, code in enumerate(cells):
            if code == COVERED:
                continue
            if not 0 <= need[square] <= room[square]:
                return square
            if room[square] and need[square] in (0, room[square]):
                kind = MINE if need[square] else SAFE
                progress = True
                for other in near[square]:
                    if cells[other] == COVERED and not kinds[other]:
                        decide(other, kind, position)
    return None
