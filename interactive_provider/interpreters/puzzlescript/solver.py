"""A way to win a level: a shortest one if it is near, else any, or the proof that there is none.

Going breadth first, the first win is met on a shortest way. If that takes too long, the search goes
on from all that it has met so far with the position that looks nearest to the goals; if it ends by
itself, everything was tried.

Only what can decide is looked at. Objects that neither a goal nor a command depends on, not even by
way of other objects, are taken away, and so are the rules about them: then positions that differ in
their decoration are one, and chance that only decorates does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import heapify, heappop, heappush
from time import thread_time
from typing import NamedTuple, TypeAlias

from .compiling import Boards, Goal, PuzzleProgram
from .engine import machine
from .steps import EndlessTurn, Size, Step, shifted, union

NEAR = 0.4
"""The share of the patience that is spent on going breadth first."""

_DECISIVE = {"cancel", "checkpoint", "restart", "win", "again"}

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
    """Chance is asked for, which a search cannot foresee."""


def _no_chance() -> float:
    raise LuckDecides


class Essence:
    """The rules of a program that can decide, and what they are about."""

    def __init__(self, program: PuzzleProgram) -> None:
        names = program.source
        count = len(names.placed)
        layers = [{*members, *moves} for members, moves in names.movers]
        steps = [step for group in (*program.groups, *program.late) for step in group.steps]
        boards = set(
            union(names.meanings[name].numbers for goal in program.goals for name in goal.names)
        )
        if "require_player_movement" in program.source.settings:
            boards.update(names.meanings["player"].numbers)
        kept: set[Step] = set()
        before = -1
        while before != len(boards) + len(kept):
            before = len(boards) + len(kept)
            boards |= union(layer for layer in layers if layer & boards)
            for step in steps:
                if _DECISIVE & step.commands.keys() or step.changed & boards:
                    kept.add(step)
                    boards |= step.tested
        if any("again" in step.commands for step in kept):  # whatever changes leads to a turn
            kept.update(steps)
            boards.update(range(count))
        main, late = (
            [replace(group, steps=[step for step in group.steps if step in kept]) for group in part]
            for part in (program.groups, program.late)
        )
        self.program = replace(program, groups=main, late=late)
        self.boards = [board in boards for board in range(count)]
        self.has_restart = any("restart" in step.commands for step in kept)
        self.known: dict[tuple[int, PuzzlePosition], PuzzleWay] = {}
        """What is known of the ways from some positions, by the height of the level."""


essence = lru_cache(maxsize=32)(Essence)


def way_to_win(
    program: PuzzleProgram,
    size: Size,
    start: PuzzlePosition,
    ways: Sequence[str],
    patience: Patience,
) -> PuzzleWay:
    """Return a way to win a level from a position, or what is known of there being none."""
    search = _Search(essence(program), size, start, ways)
    known = search.essence.known
    place = size.height, search.start
    found = known.get(place)
    if found and (found.is_proved or found.seconds >= patience.seconds):
        return found
    step = search.last_step(patience)
    is_proved = search.is_proved and not search.has_luck
    way = PuzzleWay((), len(search.before), is_proved, patience.seconds, search.has_luck)
    known[place] = way
    while step:
        position, move = step
        way = way._replace(moves=(move, *way.moves))
        known[size.height, position] = way
        step = search.before[position]
    return known[place]


class _Search:
    """The positions that were met, and those whose moves are not yet tried."""

    def __init__(
        self, essence: Essence, size: Size, start: PuzzlePosition, ways: Sequence[str]
    ) -> None:
        self.essence = essence
        self.machine = machine(essence.program, size.width, size.height)
        self.kept = [size.full * is_kept for is_kept in essence.boards]
        self.ways = ways
        self.start = self.reduced(start[0]), self.reduced(start[1]) if essence.has_restart else ()
        self.before: dict[PuzzlePosition, PuzzleStep | None] = {self.start: None}
        """How each position was met."""
        self.is_proved = True
        self.has_luck = False

    def reduced(self, boards: Boards) -> Boards:
        """Return the boards without what does not matter."""
        return tuple(map(int.__and__, boards, self.kept))

    def following(self, position: PuzzlePosition) -> Iterator[tuple[str, PuzzlePosition, bool]]:
        """Yield the moves that luck does not decide, where they lead, and if that is a win."""
        boards, restart = position
        for way in self.ways:
            known = restart
            try:
                for turn in self.machine.turns(boards, way, _no_chance, restart):
                    if turn.checkpoint and self.essence.has_restart:
                        known = self.reduced(turn.checkpoint)
            except EndlessTurn:
                continue
            except LuckDecides:
                self.has_luck = True
                continue
            yield way, (self.reduced(turn.boards), known), turn.is_won

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
        """Return how far the goals look."""
        return sum(self._goal(goal, boards) for goal in self.essence.program.goals)

    def _goal(self, goal: Goal, boards: Boards) -> int:
        """Return how many things are wrong, and how far they are from where they belong."""
        if goal.is_reached(boards):
            return 0
        if goal.quantity == "no":
            return goal.cells(boards).bit_count()
        where = goal.where(boards)
        missing = goal.what(boards) & ~where
        far = 2 * missing.bit_count()
        size = self.machine.size
        reached = 0
        while missing and reached != where:
            reached = where
            far += missing.bit_count()
            for direction, step in size.steps.items():
                where |= shifted(reached & size.inside[direction], step)
            missing &= ~where
        return far or 1
