"""Exact mine probabilities on every position, however wide its front.

Most solvers list the solutions of a front, which explodes on number lattices. Here a front is swept box by box,
and all partial solutions that leave the same clues missing the same numbers of mines are one state: a dynamic
programme over a profile (as in Moore and Mertens, *The Nature of Computation*, 2011, section 13.4, for tilings).
What is kept of a state is how many partial solutions with 0, 1, 2 … mines lead to it. Those counts are the
coefficients of a polynomial, packed into one unbounded Python integer, so that "one more mine" is a shift.

Everything is counted in whole numbers; the only division is the last one.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from ..constants import COVERED
from ..errors import BadView
from ..grid import Square, members
from ..view import View
from .fronts import Clue, Contradiction, Front, Sums, clues_of, sums_of

Polynomial = list[int]
"""Coefficient `m` is a number of partial layouts with `m` mines."""

Packed = int
"""A polynomial as one integer, with a fixed number of bits a coefficient."""


class Counts(NamedTuple):
    """How many layouts explain a view, and in how many of them each square holds a mine."""

    layouts: int
    mined: tuple[int | None, ...]
    """Per square in reading order; None where the square is open."""


class FrontCounts(NamedTuple):
    """The solutions of one front by number of mines: all of them, and for each box those with a mine on one square."""

    solutions: Polynomial
    mined: list[Polynomial]


def count_layouts(view: View, sums: Sums | None = None) -> Counts:
    """The layouts that explain a view, counted exactly; raises `BadView` when there is none.

    `sums` are those of the view where they are known.
    """
    try:
        parts = sums_of(view) if sums is None else sums
    except Contradiction as found:
        raise unexplained(view, found.square) from None
    counts = _combined(view, parts, [solve_front(front) for front in parts.fronts])
    if not counts.layouts:
        raise unexplained(view)
    return counts


def _combined(view: View, sums: Sums, fronts: list[FrontCounts]) -> Counts:
    """Fronts and outside squares together, under the total number of mines."""
    solutions = [front.solutions for front in fronts]
    outside = sums.outside.bit_count()
    rests = _others(solutions)
    everything = rests.pop()
    remaining = _binomials(outside, sums.left, len(everything))
    layouts = sum(ways * rest for ways, rest in zip(everything, remaining, strict=True))
    mined: list[int | None] = [None if code != COVERED else 0 for code in view.cells]
    for square in members(sums.mines):
        mined[square] = layouts
    lone = sum(ways * rest * (sums.left - m) for m, (ways, rest) in enumerate(zip(everything, remaining, strict=True)))
    for square in members(sums.outside):
        mined[square] = lone // outside
    for front, counts, rest in zip(sums.fronts, fronts, rests, strict=True):
        weights = [
            sum(ways * more for ways, more in zip(rest, remaining[m:], strict=False) if ways)
            for m in range(len(counts.solutions))
        ]
        for box, with_mine in zip(front.boxes, counts.mined, strict=True):
            number = sum(ways * weight for ways, weight in zip(with_mine, weights, strict=False))
            for square in box.squares:
                mined[square] = number
    return Counts(layouts, tuple(mined))


def _others(solutions: list[Polynomial]) -> list[Polynomial]:
    """For each front the product of all *other* fronts' polynomials; the last item is the product of all."""
    before: list[Polynomial] = [[1]]
    for polynomial in solutions:
        before.append(product(before[-1], polynomial))
    others, after = [before[-1]], [1]
    for index in range(len(solutions) - 1, -1, -1):
        others.append(product(before[index], after))
        after = product(after, solutions[index])
    return others[::-1]


def product(one: Polynomial, two: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    result = [0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(two):
                result[i + j] += a * b
    return result


def _binomials(n: int, k: int, length: int) -> list[int]:
    """The ways to choose k of n squares, then k - 1, k - 2 … of them: each from the one before."""
    found: list[int] = []
    for fewer in range(k, k - length, -1):
        if found and found[-1]:
            found.append(found[-1] * (fewer + 1) // (n - fewer))
        else:
            found.append(comb(n, fewer) if fewer >= 0 else 0)
    return found


# One front -------------------------------------------------------------------------------------


class Step(NamedTuple):
    """What going through one box does to a state."""

    size: int
    unit: int
    """One mine in the box, as it is subtracted from a state."""
    checks: tuple[tuple[int, int], ...]
    """For each clue: its place in a state, and how many of its squares come later."""


def steps_of(front: Front) -> tuple[int, list[Step]]:
    """The first state of a front (what each clue misses, four bits a clue) and the steps through its boxes."""
    place = {clue: 4 * index for index, clue in enumerate(front.mines)}
    left = dict.fromkeys(front.mines, 0)
    for box in front.boxes:
        for clue in box.clues:
            left[clue] += len(box.squares)
    steps = []
    for box in front.boxes:
        for clue in box.clues:
            left[clue] -= len(box.squares)
        unit = sum(1 << place[clue] for clue in box.clues)
        checks = tuple((place[clue], left[clue]) for clue in box.clues)
        steps.append(Step(len(box.squares), unit, checks))
    return sum(mines << place[clue] for clue, mines in front.mines.items()), steps


def choices(state: int, step: Step) -> range:
    """The numbers of mines that a box may hold without any of its clues getting too few or too many."""
    low, high = 0, step.size
    for place, later in step.checks:
        missing = state >> place & 15
        high = min(high, missing)
        low = max(low, missing - later)
    return range(low, high + 1)


def solve_front(front: Front) -> FrontCounts:
    """The solutions of a front by number of mines, forwards to count and backwards to share out."""
    bits = sum(len(box.squares) for box in front.boxes) + 1
    first, steps = steps_of(front)
    layers: list[dict[int, Packed]] = [{first: 1}]
    for step in steps:
        layers.append(_advance(layers[-1], step, bits))
    mined: list[Polynomial] = []
    back: dict[int, Packed] = dict.fromkeys(layers[-1], 1)
    for step, layer in zip(reversed(steps), reversed(layers[:-1]), strict=True):
        back, with_mine = _retreat(layer, back, step, bits)
        mined.append(unpacked(with_mine, bits))
    return FrontCounts(unpacked(sum(layers[-1].values()), bits), mined[::-1])


def _advance(layer: dict[int, Packed], step: Step, bits: int) -> dict[int, Packed]:
    following: dict[int, Packed] = {}
    for state, ways in layer.items():
        for k in choices(state, step):
            after = state - k * step.unit
            following[after] = following.get(after, 0) + (ways * comb(step.size, k) << bits * k)
    return following


def _retreat(
    layer: dict[int, Packed], back: dict[int, Packed], step: Step, bits: int
) -> tuple[dict[int, Packed], Packed]:
    """The completions of each state before a box, and the solutions with a mine on one given square of it."""
    before: dict[int, Packed] = {}
    with_mine = 0
    for state, ways in layer.items():
        completions = 0
        for k in choices(state, step):
            rest = back.get(state - k * step.unit)
            if rest:
                completions += rest * comb(step.size, k) << bits * k
                if k:
                    with_mine += ways * rest * comb(step.size - 1, k - 1) << bits * k
        if completions:
            before[state] = completions
    return before, with_mine


def unpacked(packed: Packed, bits: int) -> Polynomial:
    """The coefficients of a packed polynomial, at least one."""
    mask = (1 << bits) - 1
    result = []
    while packed:
        result.append(packed & mask)
        packed >>= bits
    return result or [0]


# Views that nothing explains -------------------------------------------------------------------


def unexplained(view: View, square: Square | None = None) -> BadView:
    """The error for a view without layouts: it names the first clue, in reading order, that breaks it."""
    clues = clues_of(view)
    if not _possible(view, clues, any_number=True):
        clue = clues[_first_broken(view, clues)]
        near = view.grid.name(square if square is not None else clue.square)
        also = "" if near == view.grid.name(clue.square) else f" (and {near} cannot be satisfied)"
        return BadView(
            f"the {view.cells[clue.square]} at {view.grid.name(clue.square)} contradicts the numbers before it{also}"
        )
    needed = f"the clues do not allow {view.mines} mines in all: {_needed(view, clues)}"
    if not clues:
        return BadView(needed)
    clue = clues[_first_broken(view, clues, any_number=False)]
    return BadView(
        f"the {view.cells[clue.square]} at {view.grid.name(clue.square)} contradicts the mine count: {needed}"
    )


def _first_broken(view: View, clues: list[Clue], any_number: bool = True) -> int:
    """The index of the first clue that the ones before it (and the number of mines) rule out, by bisection."""
    low, high = 0, len(clues) - 1
    while low < high:
        middle = (low + high) // 2
        if _possible(view, clues[: middle + 1], any_number):
            low = middle + 1
        else:
            high = middle
    return low


def _possible(view: View, clues: list[Clue], any_number: bool) -> bool:
    numbers = mine_numbers(view, clues)
    return bool(numbers) if any_number else view.mines in numbers


def mine_numbers(view: View, clues: list[Clue]) -> list[int]:
    """The total numbers of mines that the clues allow, in order; empty if none.

    They may have gaps where no square is left that touches no clue.
    """
    try:
        sums = sums_of(view, clues)
    except Contradiction:
        return []
    possible = (1 << sums.outside.bit_count() + 1) - 1 << sums.mines.bit_count()
    for front in sums.fronts:
        ways = solve_front(front).solutions
        possible = _sums(possible, [mines for mines, way in enumerate(ways) if way])
    return list(members(possible))


def _sums(possible: int, numbers: list[int]) -> int:
    """All sums of a number from a set, given as bits, and one from a list."""
    found = 0
    for number in numbers:
        found |= possible << number
    return found


def _needed(view: View, clues: list[Clue]) -> str:
    numbers = mine_numbers(view, clues)
    if view.mines < numbers[0]:
        return f"they need at least {numbers[0]}"
    if view.mines > numbers[-1]:
        return f"they leave room for at most {numbers[-1]}"
    return f"they allow {', '.join(map(str, numbers))}"
