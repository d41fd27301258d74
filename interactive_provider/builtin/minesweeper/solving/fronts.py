"""From a view to the sums that have to be solved: clues, boxes and independent fronts.

A *clue* is an open number that still has undecided neighbours: so many mines among them. Squares that touch the
same clues are interchangeable and form a *box*; boxes that share no clue, directly or over others, belong to
different *fronts*, which only the total number of mines couples. Squares that touch no clue are *outside*.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..constants import COVERED
from ..grid import Square, Squares, members
from ..view import View


class Clue(NamedTuple):
    """An open number: where it is, how many mines are missing, and among which squares."""

    square: Square
    mines: int
    around: Squares


class Box(NamedTuple):
    """Interchangeable squares, and the numbers (as squares) they touch, in reading order."""

    squares: tuple[Square, ...]
    clues: tuple[Square, ...]


class Front(NamedTuple):
    """Boxes that depend on one another, in the order in which to go through them."""

    boxes: tuple[Box, ...]
    mines: dict[Square, int]
    """How many mines each clue of the front is missing."""
    cost: float
    """A guess at how many states a sweep through the boxes has."""


class Sums(NamedTuple):
    """A whole position: what simple counting decides, the fronts, and the squares outside."""

    mines: Squares
    safe: Squares
    fronts: tuple[Front, ...]
    outside: Squares
    left: int
    """Mines that are not among `mines`."""


class Contradiction(Exception):
    """No layout explains the clues; `square` is one that its neighbours cannot satisfy."""

    def __init__(self, square: Square) -> None:
        super().__init__(square)
        self.square = square


def clues_of(view: View) -> list[Clue]:
    """The open numbers that touch a covered square (or should), in reading order."""
    covered, neighbours = view.covered, view.grid.neighbours
    return [
        Clue(square, number, around)
        for square, number in enumerate(view.cells)
        if number != COVERED and ((around := neighbours[square] & covered) or number)
    ]


def sums_of(view: View, clues: Iterable[Clue] | None = None) -> Sums:
    """The sums of a view (or of some of its clues only); raises `Contradiction` when a clue cannot hold."""
    known = clues_of(view) if clues is None else list(clues)
    mines, safe = decided(known)
    rest = [
        Clue(clue.square, clue.mines - (clue.around & mines).bit_count(), around)
        for clue in known
        if (around := clue.around & ~mines & ~safe)
    ]
    inside = 0
    for clue in rest:
        inside |= clue.around
    outside = view.covered & ~inside & ~mines & ~safe
    fronts = tuple(_ordered(front, rest, view.columns) for front in _fronts(_boxes(rest)))
    return Sums(mines, safe, fronts, outside, view.mines - mines.bit_count())


def decided(clues: list[Clue]) -> tuple[Squares, Squares]:
    """Mines and safe squares that follow from single clues, one after another."""
    mines = safe = 0
    open_clues, changed = clues, True
    while changed:
        changed, undecided = False, []
        for clue in open_clues:
            unknown = clue.around & ~mines & ~safe
            missing = clue.mines - (clue.around & mines).bit_count()
            if not 0 <= missing <= unknown.bit_count():
                raise Contradiction(clue.square)
            if missing == 0:
                safe |= unknown
            elif missing == unknown.bit_count():
                mines |= unknown
            else:
                undecided.append(clue)
                continue
            changed = changed or bool(unknown)
        open_clues = undecided
    return mines, safe


def _boxes(clues: list[Clue]) -> list[Box]:
    touching: dict[Square, list[Square]] = {}
    for clue in clues:
        for square in members(clue.around):
            touching.setdefault(square, []).append(clue.square)
    boxes: dict[tuple[Square, ...], list[Square]] = {}
    for square in sorted(touching):
        boxes.setdefault(tuple(touching[square]), []).append(square)
    return [Box(tuple(squares), signature) for signature, squares in boxes.items()]


def _fronts(boxes: list[Box]) -> list[list[Box]]:
    """The boxes, parted into those that hang together over clues."""
    by_clue: dict[Square, list[int]] = {}
    for index, box in enumerate(boxes):
        for clue in box.clues:
            by_clue.setdefault(clue, []).append(index)
    seen: set[int] = set()
    fronts = []
    for index in range(len(boxes)):
        if index in seen:
            continue
        reached, stack = {index}, [index]
        while stack:
            for clue in boxes[stack.pop()].clues:
                fresh = [other for other in by_clue[clue] if other not in reached]
                reached.update(fresh)
                stack.extend(fresh)
        seen |= reached
        fronts.append([boxes[i] for i in sorted(reached)])
    return fronts


def _ordered(boxes: list[Box], clues: list[Clue], columns: int) -> Front:
    """A front in the cheaper of two sweeps: row by row or column by column.

    A sweep along the board's long side never has more clues half-done than the short side allows, which is
    what keeps wide fronts cheap.
    """
    used = {clue for box in boxes for clue in box.clues}
    mines = {clue.square: clue.mines for clue in clues if clue.square in used}
    across = sorted(boxes, key=lambda box: (box.squares[0] % columns, box.squares[0]))
    cost, best = min(((sweep_cost(order, mines), order) for order in (boxes, across)), key=lambda pair: pair[0])
    return Front(tuple(best), mines, cost)


def sweep_cost(boxes: list[Box], mines: dict[Square, int]) -> float:
    """A guess at the states of a sweep: the product of what each half-done clue may still miss, added up."""
    left: dict[Square, int] = {}
    for box in boxes:
        for clue in box.clues:
            left[clue] = left.get(clue, 0) + len(box.squares)
    total, states, active = 0.0, 1.0, dict[Square, int]()
    for box in boxes:
        for clue in box.clues:
            states /= active.pop(clue, 1)
            left[clue] -= len(box.squares)
            if left[clue]:
                active[clue] = min(mines[clue], left[clue]) + 1
                states *= active[clue]
        total += states
    return total
