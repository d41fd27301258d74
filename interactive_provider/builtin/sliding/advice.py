"""The solver's answers for a position in play: the moves left after each choice, and a plan to
follow.

Effort is counted in nodes, not in seconds, so that the same position always gets the same
description.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from interactive_provider.game import Verdict
from interactive_provider.support.plurals import counted

from . import rules, solver
from .rules import Position
from .solving import complete, deepening
from .solving.bounds import linear_conflict
from .solving.effort import BATCH, Found, Stopped

GLANCE = 8_000
"""The node limit for all descriptions on a board of more than 16 cells: about a hundredth of a
second."""

STUDY = 1_000_000
"""The node limit for a list of completions if a shortest solution is within reach: under a
second."""

PLAN = 2_600_000
"""The node limit for a plan, which is found once and then followed."""

HINT_SECONDS = 1.0
SECOND_TRY = 0.5
"""The time limit in seconds for a plan on a board that is too large for a shortest solution, or on
one where `PLAN` was not enough."""


class SearchBudget:
    """A number of nodes that several searches share."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes

    def __call__(self, nodes: int) -> None:
        """Subtract the nodes of a search; raise Stopped when nothing is left."""
        self.left -= nodes
        if self.left <= 0:
            raise Stopped


def reach(
    position: Position, budget: SearchBudget, at_most: int | None = None, at_least: int = 0
) -> tuple[int, bool]:
    """Return the distance of a solvable position and True, or a lower bound and False.

    With ``at_most``, a bound above it may be returned as soon as it is proved; ``at_least`` is a
    bound known before.
    """
    rows, columns = rules.shape(position)
    tiles = rules.flatten(position)
    if rows * columns <= complete.LARGEST:
        return complete.distances(rows, columns)[bytes(tiles)], True
    found = Found(None, max(at_least, deepening.lower_bound(tiles, rows, columns)))
    if budget.left > 0:
        deepening.shortest(tiles, (rows, columns), budget, found, at_most)
        budget.left -= found.nodes % BATCH
    return found.lower_bound, found.tiles is not None


Verdicts = dict[tuple[int, ...], Verdict]
Slides = dict[tuple[int, ...], Position]


def _is_large(position: Position) -> bool:
    """True if a shortest solution is out of reach."""
    return len(position) * len(position[0]) > solver.PROOF_CELLS


@lru_cache(maxsize=256)
def study(position: Position) -> Verdicts:
    """Return for each slide, given by its tiles in order, how many moves are left after it, or only
    bounds if the nodes run out.

    Single steps come first, then the slides that begin a shortest solution, then the others.
    """
    if not rules.is_solvable(position):
        return {}
    budget = SearchBudget(GLANCE if _is_large(position) else STUDY)
    now = reach(position, budget)
    slides: Slides = {(first,): rules.apply(position, first) for first in rules.moves(position)}
    togo = {tiles: _after_a_step(after, now, budget) for tiles, after in slides.items()}
    lines = {line[:1]: line for line in rules.ways(position).values()}
    for first in sorted(slides, key=togo.__getitem__):
        after = slides[first]
        tiles = first
        for tile in lines[first][1:]:
            before = togo[tiles]
            after = rules.apply(after, tile)
            tiles = (*tiles, tile)
            togo[tiles] = _after_a_step(after, before, budget)
    return {tiles: _verdict(distance, now, len(tiles)) for tiles, distance in togo.items()}


def _after_a_step(
    after: Position, before: tuple[int, bool], budget: SearchBudget
) -> tuple[int, bool]:
    """Return the distance after one more move: the previous one plus or minus 1, whichever a
    bounded search proves."""
    distance, exact = before
    if not exact:
        return reach(after, SearchBudget(0), at_least=distance - 1)
    found, reached = reach(after, budget, distance - 1, distance - 1)
    if reached:
        return found, True
    return (distance + 1, True) if found > distance - 1 else (found, False)


def _verdict(distance: tuple[int, bool], now: tuple[int, bool], steps: int) -> Verdict:
    """Return the verdict on a choice of ``steps`` moves that leaves ``distance`` moves; ``now`` is
    the distance before it."""
    count, exact = distance
    moves = counted(count, "move")
    if not exact:
        return Verdict(f"at least {moves} to go", worth=1.0)
    detour = count + steps - now[0]  # moves in excess of a shortest solution
    text = f"{moves} to go" if count else "solved"
    return Verdict(
        text + (", on a shortest way" if not detour else ""),
        1.0 if not detour else 0.0,
        worth=1.0,
        error=0.0,
        level=1.0 - detour / 100,
    )


@lru_cache(maxsize=256)
def _optimum(position: Position) -> tuple[int, bool]:
    return reach(position, SearchBudget(STUDY))


def optimum_text(start: Position, brief: bool = False) -> str:
    """Return how many moves a position needs, or at least needs, in words."""
    count, exact = _optimum(start)
    if brief:
        return str(count) if exact else f"≥ {count}"
    return f"the optimum is {count}" if exact else f"at least {count} are needed"


def wasted_moves(start: Position, position: Position, moves: int) -> int | None:
    """Return by how many moves the path so far is longer than necessary, None if that takes too
    long to compute."""
    whole, exact = _optimum(start)
    rest, also_exact = _optimum(position)
    return moves + rest - whole if exact and also_exact else None


_plans: dict[Position, solver.TileSolution] = {}


def plan(position: Position) -> solver.TileSolution:
    """Return a solution to follow; successive hints follow the same one, so they never go in a
    circle.

    It is a shortest one if `PLAN` nodes are enough to find it, otherwise the best from a second's
    work.
    """
    if position not in _plans:
        seconds = HINT_SECONDS if _is_large(position) else SECOND_TRY
        _remember(position, _shortest(position) or solver.solve(position, False, seconds))
    return _plans[position]


def _shortest(position: Position) -> solver.TileSolution | None:
    """Return a shortest solution if one must be searched for and is within reach."""
    if _is_large(position) or complete.has_table(*rules.shape(position)):
        return None
    found = Found()
    tiles = rules.flatten(position)
    deepening.shortest(tiles, rules.shape(position), SearchBudget(PLAN), found)
    return None if found.tiles is None else solver.shortest_solution(found.tiles)


def _remember(position: Position, found: solver.TileSolution) -> None:
    """Store one plan: each position on its path with the remaining moves, for at least the first
    thousand."""
    _plans.clear()
    moves = found.moves
    after = position
    for number, tile in enumerate(moves[:1000]):
        bound = max(
            found.lower_bound - number, linear_conflict(rules.flatten(after), len(after[0]))
        )
        _plans[after] = replace(found, values=moves[number:], lower_bound=bound)
        after = rules.apply(after, tile)
