"""A way to win a level: a shortest one if it is near, else any, or the proof that there is none.

Going breadth first, the first win is met on a shortest way. If that takes too long, the search goes
on from all that it has met so far with the position that looks nearest to the goals; if it ends by
itself, everything was tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from time import thread_time
from typing import NamedTuple, TypeAlias

from .compiling import Boards
from .engine import PuzzleMachine
from .steps import EndlessTurn, shifted

NEAR = 0.4
"""The share of the patience that is spent on going breadth first."""

PuzzlePosition: TypeAlias = "tuple[Boards, Boards]"
"""The boards, and those that the command ``restart`` leads to."""


PuzzleStep: TypeAlias = "tuple[PuzzlePosition, str]"
"""A position, and the move that was made there."""


class PuzzleWay(NamedTuple):
    """The moves of a way, none if there is none or it was not found."""

    moves: tuple[str, ...]
    positions: int
    is_proved: bool
    """True if no way is shorter, or if there is none."""
    seconds: float
    """The patience of the search."""
    has_luck: bool = False
    """True if chance decided where some moves lead, so that these were left out."""


class Patience(NamedTuple):
    """What a search may cost."""

    seconds: float
    positions: int


class LuckDecides(Exception):
    """The game draws luck, which a search cannot foresee."""


def _no_chance() -> float:
    raise LuckDecides


@lru_cache(maxsize=32)
def _known(machine: PuzzleMachine) -> dict[PuzzlePosition, PuzzleWay]:
    """Return what is known of the ways from some positions."""
    return {}


def way_to_win(
    machine: PuzzleMachine, start: PuzzlePosition, ways: Sequence[str], patience: Patience
) -> PuzzleWay:
    """Return a way to win a level from a position, or what is known if none is found."""
    known = _known(machine)
    found = known.get(start)
    if found and (found.is_proved or found.seconds >= patience.seconds):
        return found
    search = _Search(machine, start, ways)
    step = search.last_step(patience)
    is_proved = search.is_proved and not search.has_luck
    way = PuzzleWay((), len(search.before), is_proved, patience.seconds, search.has_luck)
    known[start] = way
    while step:
        position, move = step
        way = way._replace(moves=(move, *way.moves))
        known[position] = way
        step = search.before[position]
    return known[start]


class _Search:
    """The positions that were met, and those whose moves are not yet tried."""

    def __init__(self, machine: PuzzleMachine, start: PuzzlePosition, ways: Sequence[str]) -> None:
        self.machine = machine
        self.ways = ways
        self.start = start
        self.before: dict[PuzzlePosition, PuzzleStep | None] = {start: None}
        """How each position was met."""
        self.is_proved = True
        self.has_luck = False

    def following(self, position: PuzzlePosition) -> Iterator[tuple[str, PuzzlePosition, bool]]:
        """Yield the moves that luck does not decide, where they lead, and if that is a win."""
        for way in self.ways:
            boards, restart = position
            try:
                for turn in self.machine.turns(boards, way, _no_chance, restart):
                    restart = turn.checkpoint or restart
            except EndlessTurn:
                continue
            except LuckDecides:
                self.has_luck = True
                continue
            yield way, (turn.boards, restart), turn.is_won

    def last_step(self, patience: Patience) -> PuzzleStep | None:
        """Return a step that wins; None if there is none, or at the end of patience."""
        begin = thread_time()
        waiting = [(0, 0, self.start)]
        while waiting:
            seconds = thread_time() - begin
            spent = max(len(self.before) / patience.positions, seconds / patience.seconds)
            if self.is_proved and spent > NEAR:
                self.is_proved = False
                waiting = [(self.estimate(one[0]), number, one) for _, number, one in waiting]
                heapify(waiting)
            if spent > 1:
                return None
            position = heappop(waiting)[2]
            for way, after, is_won in self.following(position):
                if is_won:
                    return position, way
                if after not in self.before:
                    self.before[after] = position, way
                    far = 0 if self.is_proved else self.estimate(after[0])
                    heappush(waiting, (far, len(self.before), after))
        self.is_proved = True
        return None

    def estimate(self, boards: Boards) -> int:
        """Return how many things the goals miss, and how far they are from where they belong."""
        size = self.machine.size
        far = 0
        for goal in self.machine.program.goals:
            if goal.is_reached(boards):
                continue
            where = goal.where(boards) ^ -(goal.quantity == "no")
            missing = goal.what(boards) & ~where
            far += 2 * missing.bit_count() or 1
            reached = 0
            while missing and reached != where:
                reached = where
                far += missing.bit_count()
                for direction, step in size.steps.items():
                    where |= shifted(reached & size.inside[direction], step)
                missing &= ~where
        return far
