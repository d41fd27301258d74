"""``solve``: one function for every size, which says what it has proved.

Boards of up to nine cells are looked up in a complete table. For up to sixteen cells, a shortest
solution is always found by searching. Above that, a solution is built at once and shortened while
time allows, and a shortest one is attempted; the result says how far it may be from the optimum.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from interactive_provider import game
from interactive_provider.game.validation import time_limit

from .rules import (
    Flat,
    Position,
    check_position,
    flatten,
    goal,
    is_solvable,
    play,
    shape,
    why_unsolvable,
)
from .solving import approximate, complete, deepening, tables
from .solving.effort import Found, Stopped, Ticker

PROOF_CELLS = 16
"""The maximum number of cells for which a shortest solution is always found if no limit is set."""

USUAL_SECONDS = 5.0
"""The time in seconds spent on larger boards if no limit is set (the first solution is always
finished)."""

NEARBY = 20_000
"""The node limit for a shortest solution of a larger board, which is enough near the goal."""

IN_TIME = 0.97
"""The share of a limit after which no new work starts: the current level or stretch and the replay
need the rest."""


TOO_SOON = "the time limit was reached before a first solution was found"


@dataclass(frozen=True, slots=True)
class TileSolution(game.Solution):
    """The tiles to move as `values`, in order, with what is proved about them; `note` says why
    there are none."""

    lower_bound: int = 0
    """A proved bound: no solution has fewer moves."""

    @property
    def moves(self) -> tuple[int, ...]:
        """The tiles to move, none if there is no solution."""
        return self.values or ()

    @property
    def length(self) -> int | None:
        """The number of moves, None if there is no solution."""
        return None if self.values is None else len(self.values)


def shortest_solution(moves: Sequence[int], nodes: int = 0) -> TileSolution:
    """Return a solution that is known to be shortest."""
    return TileSolution(tuple(moves), "shortest", nodes, lower_bound=len(moves))


class _Watch:
    """The time and the limit of one call."""

    def __init__(self, limit_seconds: float | None) -> None:
        self.start = self.ready = time.perf_counter()
        self.limit = limit_seconds

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.start

    def deadline(self, share: float = 1.0) -> float:
        """Return the time when a share of the limit has elapsed; infinity without a limit."""
        return float("inf") if self.limit is None else self.ready + share * IN_TIME * self.limit

    def tables_are_read(self) -> None:
        """Let the limit count from now on."""
        self.ready = time.perf_counter()

    def ticker(self, found: Found, share: float, effort: float) -> Ticker:
        """Return the function that a search calls from time to time; it ends the search after a
        share of the limit or after ``effort`` nodes."""
        end = self.deadline(share)

        def tick(nodes: int) -> None:
            if time.perf_counter() > end or found.nodes > effort:
                raise Stopped

        return tick


def solve(
    position: Position | Sequence[Sequence[int]] | str,
    shortest: bool = True,
    limit_seconds: float | None = None,
) -> TileSolution:
    """Solve a position: shortest if that is within reach, otherwise as short as the time allows.

    ``shortest=False`` accepts any good solution. Without ``limit_seconds`` a shortest solution is
    found for every board of up to 16 cells however long it takes; larger boards get about five
    seconds. Reading a shape's tables, once in a process (a quarter of a second for 4×4, two seconds
    for 5×5), is not counted. An interrupt (Ctrl-C) ends the search with the best solution so far.
    Raises BadParameter for anything but a position, and for an invalid limit.
    """
    rows = check_position(position)
    watch = _Watch(time_limit("limit_seconds", limit_seconds))
    if not is_solvable(rows):
        return TileSolution(None, "unsolvable", seconds=watch.seconds, note=why_unsolvable(rows))
    task = _Task(rows, watch)
    if task.cells <= complete.LARGEST:
        answer = task.from_table()
    elif shortest and task.cells <= PROOF_CELLS:
        answer = task.shortest()
    else:
        answer = task.approximate(shortest)
    if answer.length is not None and play(rows, answer.moves) != goal(task.rows, task.columns):
        raise AssertionError(f"the solver's own fault: {answer.moves} does not solve {rows}")
    return replace(answer, seconds=watch.seconds)


class _Task:
    """One solvable position to solve."""

    def __init__(self, position: Position, watch: _Watch) -> None:
        self.rows, self.columns = shape(position)
        self.cells = self.rows * self.columns
        self.tiles: Flat = flatten(position)
        self.watch = watch
        if self.cells > complete.LARGEST:
            self.found = Found(None, deepening.lower_bound(self.tiles, self.rows, self.columns))
        watch.tables_are_read()

    def from_table(self) -> TileSolution:
        return shortest_solution(complete.shortest(self.tiles, self.rows, self.columns))

    def shortest(self) -> TileSolution:
        """Search until a shortest solution is found, or fall back on a good one when the time is
        up."""
        self._search(0.85)
        if self.found.tiles is not None:
            return self._graded(self.found.tiles)
        return self._built(min(self.watch.deadline(), time.perf_counter() + 1.0))

    def _search(
        self, share: float, effort: float = float("inf"), at_most: int | None = None
    ) -> None:
        """Look for a shortest solution, in `found`, until the limits are reached."""
        tick = self.watch.ticker(self.found, share, effort)
        with suppress(KeyboardInterrupt):
            shape = self.rows, self.columns
            deepening.shortest(self.tiles, shape, tick, self.found, at_most)

    def approximate(self, prove: bool) -> TileSolution:
        """Find a shortest solution for a position near the goal, a good one for any other; with
        ``prove`` try to find a shortest one if there are tables."""
        if self.watch.limit is None:
            self.watch.limit = USUAL_SECONDS
        self._search(0.5, NEARBY)
        if self.found.tiles is not None:
            return self._graded(self.found.tiles)
        prove = prove and tables.has_tables(self.rows, self.columns)
        built = self._built(self.watch.deadline(0.5 if prove else 1.0))
        if not prove or built.length == built.lower_bound:
            return built
        self._search(1.0, at_most=len(built.moves) - 2)
        return self._graded(self.found.tiles or built.values)

    def _built(self, end: float) -> TileSolution:
        """Return as short a solution as can be built before the deadline."""
        return self._graded(approximate.solution(self.tiles, self.rows, self.columns, end))

    def _graded(self, moves: Sequence[int] | None) -> TileSolution:
        """Return a solution with what is proved about it."""
        bound = self.found.lower_bound
        nodes = self.found.nodes
        if moves is None:
            return TileSolution(None, "unknown", nodes, note=TOO_SOON, lower_bound=bound)
        if len(moves) <= bound:
            return shortest_solution(moves, nodes)
        note = f"a shortest solution has at least {bound} moves"
        return TileSolution(tuple(moves), "solved", nodes, note=note, lower_bound=bound)
