"""Values as pycgt finds them, and ours as its games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pycgt

from interactive_provider import InteractiveProvider
from interactive_provider.analysis import CombinatorialValue
from tools.isolation import REPOSITORY

EXAMPLES: Any = InteractiveProvider(str(REPOSITORY / "examples" / "combinatorial"), seed=1)


def born_by_two() -> list[Any]:
    """The games born by day 2, always in the same order."""
    from pycgt.census import born_by

    return sorted(born_by(2), key=pycgt.render)


def drawn(seed: int) -> tuple[list[Any], list[Any]]:
    """Options of a random game of day 3."""
    rng, games = Random(seed), born_by_two()
    lefts, rights = (rng.sample(games, rng.randrange(5)) for _ in range(2))
    return lefts, rights


@cache
def ours(game: Any) -> CombinatorialValue:
    """The value of one of pycgt's games."""
    return CombinatorialValue(map(ours, game.left), map(ours, game.right))


@cache
def theirs(value: CombinatorialValue) -> Any:
    """A value as pycgt's game of the same form, which is its canonical form if ours is."""
    lefts, rights = (frozenset(map(theirs, side)) for side in value.options)
    return pycgt.Game(lefts, rights)


def corners(wall: Any) -> list[tuple[Fraction, Fraction]]:
    """Where a wall turns, without the place on the mast at which both end."""
    found = list(wall)
    return found[:-1] if len(found) > 1 and found[-1][1] == found[-2][1] else found


def summary(value: CombinatorialValue) -> tuple[Any, ...]:
    """What is compared of one of our values."""
    walls = [corners(wall) for wall in value.thermograph]
    stops = value.left_stop, value.right_stop
    return theirs(value), value.temperature, value.mean, stops, walls


def judged(game: Any) -> tuple[Any, ...]:
    """The same of one of pycgt's games."""
    form, graph = pycgt.canonical(game), pycgt.thermograph(game)
    walls = [[segment[:2] for segment in wall.segments] for wall in (graph.left, graph.right)]
    return form, pycgt.temperature(game), pycgt.mean(game), pycgt.stops(form), walls


def played_out(game: Any, state: Any) -> Any:
    """The value of a state by the rules alone, without its parts."""
    known: dict[Any, Any] = {}

    def value(state: Any) -> Any:
        sides = [state, state]
        if not game.impartial:
            sides = [state if state.mover == who else game.passed(state) for who in (0, 1)]
        if sides[0] not in known:
            lefts, rights = (
                frozenset(
                    value(game.process_response(side, one, Random(0)))
                    for _, one in side.display_options
                )
                for side in sides
            )
            known[sides[0]] = pycgt.canonical(pycgt.Game(lefts, rights))
        return known[sides[0]]

    return value(state)
