"""Exact mine probabilities in every position, however wide its frontier.

Most solvers list the solutions of a frontier, which explodes on number lattices. Here a frontier is
swept box by box, and all partial solutions that leave the same clues needing the same numbers of
mines form one state: a dynamic programme over a profile (as in Moore and Mertens, *The Nature of
Computation*, 2011, section 13.4, for tilings). For each state, the number of partial solutions that
lead to it is stored by number of mines.

Everything is counted in whole numbers; the only division is the last one.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from ..constants import COVERED, OPEN
from ..grid import Square
from .frontiers import (
    MINE,
    SAFE,
    Boxes,
    Frontiers,
    Integers,
    Knowledge,
    arrange,
    decide,
    gather,
)

FIELD = 3
"""The number of bits of a clue in a state: after `deduce` it needs fewer than eight mines."""

WaysByMines = dict[int, int]
"""Numbers of solutions by their numbers of mines."""


class SweepState:
    """What the half-done clues of a sweep may still need after a box: how this state is reached,
    and where it leads."""

    __slots__ = ("rest", "steps", "ways")

    def __init__(self) -> None:
        self.ways: WaysByMines = {}
        """The number of partial solutions that lead here, by the number of mines in the boxes so
        far."""
        self.steps: list[tuple[int, SweepState]] = []
        """The numbers of mines that the next box may have, each with the state after it."""
        self.rest: WaysByMines = {}
        """The number of layouts that a partial solution leads to from here."""


StateLayers = list[list[SweepState]]
"""The states of a sweep before each box, and the one after the last."""


class Weights(NamedTuple):
    """The number of layouts consistent with a position, and the number of those in which each
    square of a box has a mine.

    The squares outside follow the last box.
    """

    layouts: int
    """0 if there are none, and if too many states were expected."""
    mined: Integers
    boxes: Boxes
    frontiers: Frontiers


class BoxFields(NamedTuple):
    """The clues of a box in the states before it."""

    begun: int
    """The needs of the new clues, in their bits."""
    unit: int
    """One mine for each clue."""
    fields: list[tuple[int, int]]
    """The offset of each clue's bits, and how many of its squares are still to come."""


def fields_of(order: Integers, boxes: Boxes, position: Knowledge) -> list[BoxFields]:
    """Return the bits that each box's clues have in the states of a sweep; later ones reuse those
    of finished clues."""
    left = position.room.copy()
    place: dict[Square, int] = {}
    spare: list[int] = []
    found = []
    for box in order:
        begun = 0
        clues = boxes.touches[box]
        for clue in clues:
            left[clue] -= len(boxes.squares[box])
            if clue not in place:
                place[clue] = spare.pop() if spare else FIELD * len(place)
                begun |= position.need[clue] << place[clue]
        unit = sum(1 << place[clue] for clue in clues)
        found.append(BoxFields(begun, unit, [(place[clue], left[clue]) for clue in clues]))
        spare += [place.pop(clue) for clue in clues if not left[clue]]
    return found


def sweep(order: Integers, boxes: Boxes, position: Knowledge) -> StateLayers | None:
    """Count the partial solutions of one frontier, box by box; return None if there are none after
    some box."""
    start = SweepState()
    start.ways[0] = 1
    layers = [[start]]
    states = {0: start}
    for box, (begun, unit, fields) in zip(order, fields_of(order, boxes, position), strict=True):
        size = len(boxes.squares[box])
        factors = [comb(size, mines) for mines in range(size + 1)]
        following: dict[int, SweepState] = {}
        for word, state in states.items():
            word += begun
            least = 0
            most = size
            for at, later in fields:
                missing = word >> at & 7
                if missing < most:
                    most = missing
                if missing - later > least:
                    least = missing - later
            for mines in range(least, most + 1):
                key = word - mines * unit
                after = following.get(key)
                if after is None:
                    after = following[key] = SweepState()
                state.steps.append((mines, after))
                _add(after.ways, state.ways, mines, factors[mines])
        if not following:
            return None
        layers.append(list(following.values()))
        states = following
    return layers


def _add(total: WaysByMines, ways: WaysByMines, mines: int, factor: int) -> None:
    """Add ways that continue with some more mines, each in ``factor`` ways."""
    for before, count in ways.items():
        total[before + mines] = total.get(before + mines, 0) + factor * count


def sweep_all(boxes: Boxes, frontiers: Frontiers, position: Knowledge) -> list[StateLayers] | None:
    """Return the sweeps of all frontiers; None if a frontier has no solution."""
    sweeps = []
    for order in frontiers.orders:
        layers = sweep(order, boxes, position)
        if layers is None:
            return None
        sweeps.append(layers)
    return sweeps


def backward(layers: StateLayers, sizes: Integers) -> Integers:
    """Count, from the last box to the first, the ways to complete each state; return for each box
    the layouts with a mine on any one of its squares.

    The ``rest`` of the last state must be known.
    """
    mined = []
    for states, size in zip(layers[-2::-1], reversed(sizes), strict=True):
        with_mine = 0
        for state in states:
            rest = state.rest
            for mines, after in state.steps:
                factor = comb(size, mines)
                weight = 0
                for before, ways in state.ways.items():
                    completions = factor * after.rest.get(before + mines, 0)
                    rest[before] = rest.get(before, 0) + completions
                    weight += completions * ways
                with_mine += weight * mines
        # ``with_mine`` counts every mine in the box; they spread evenly over its squares.
        mined.append(with_mine // size)
    return mined[::-1]


def weigh(position: Knowledge, limit: int) -> Weights:
    """Return the layouts consistent with a position that was processed by `deduce`.

    If the sweeps are expected to have more states than the limit, they are not started.
    """
    boxes = gather(position)
    frontiers = arrange(boxes, position)
    mined = [0] * (len(boxes.squares) + 1)
    left = position.mines_left
    outside = len(boxes.outside)
    within_reach = left >= 0 and frontiers.effort <= limit
    sweeps = sweep_all(boxes, frontiers, position) if within_reach else None
    if sweeps is None:
        return Weights(0, mined, boxes, frontiers)
    before = _prefixes(sweeps, left)
    # The completions for each number of mines that the frontiers so far may have.
    after = {used: comb(outside, left - used) for used in before[-1]}
    with_mine = sum(ways * after[used] * (left - used) for used, ways in before[-1].items())
    mined[-1] = with_mine // max(outside, 1)
    for layers, order, used_before in zip(
        reversed(sweeps), reversed(frontiers.orders), before[-2::-1], strict=True
    ):
        (end,) = layers[-1]
        for mines in end.ways:
            end.rest[mines] = sum(
                ways * after.get(used + mines, 0) for used, ways in used_before.items()
            )
        sizes = [len(boxes.squares[box]) for box in order]
        for box, count in zip(order, backward(layers, sizes), strict=True):
            mined[box] = count
        after = {
            used: sum(ways * after.get(used + mines, 0) for mines, ways in end.ways.items())
            for used in used_before
        }
    return Weights(after[0], mined, boxes, frontiers)


def _prefixes(sweeps: list[StateLayers], left: int) -> list[WaysByMines]:
    """Return the ways of no frontier, of the first one, of the first two and so on, with at most
    ``left`` mines."""
    found: list[WaysByMines] = [{0: 1}]
    for layers in sweeps:
        total: WaysByMines = {}
        for mines, count in layers[-1][0].ways.items():
            _add(total, found[-1], mines, count)
        found.append({mines: ways for mines, ways in total.items() if mines <= left})
    return found


def chances_of(position: Knowledge, weights: Weights) -> list[float]:
    """Return the probability of a mine for each square, `OPEN` for open ones."""
    result = [
        float(kind == MINE) if code == COVERED else OPEN
        for code, kind in zip(position.cells, position.kinds, strict=True)
    ]
    boxes = (*weights.boxes.squares, weights.boxes.outside)
    for squares, mined in zip(boxes, weights.mined, strict=True):
        chance = mined / weights.layouts
        for square in squares:
            result[square] = chance
    return result


def decide_certain(position: Knowledge, risks: list[float]) -> bool:
    """Record what the probabilities make certain; return whether a square turned out safe."""
    progress = False
    for square, code in enumerate(position.cells):
        if code == COVERED and not position.kinds[square] and risks[square] in (0.0, 1.0):
            progress = progress or risks[square] == 0.0
            decide(square, MINE if risks[square] else SAFE, position)
    return progress
