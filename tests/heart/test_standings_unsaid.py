"""A state at which nothing can be chosen is the end of the game, even if it says no outcome."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    Game,
    InteractiveProvider,
    State,
    choose,
    evaluate,
    hint,
    options,
    outcome,
    payoffs,
    solve,
    summary,
    winner,
)
from interactive_provider.analysis import count, exploitability, proof, simulate
from interactive_provider.game import Options


@dataclass(frozen=True)
class Heap(State):
    """A heap of stones, of which the players take one or two."""

    stones: int = 4
    mover: int = 0

    @property
    def display_options(self) -> Options:
        """Take one or two."""
        return tuple((f"take {number}", number) for number in (1, 2) if number <= self.stones)

    @property
    def winner(self) -> int:
        """Who took the last stone: true at the end only."""
        return 1 - self.mover


class Told(Heap):
    """The same, which says that it is over."""

    @property
    def outcome(self) -> str | None:
        """The word that a game without one gets."""
        return None if self.stones else "over"


class Silent(Game[Heap]):
    """Take one or two; whoever takes the last wins."""

    title = "Heap"
    players = 2
    kind: type[Heap] = Heap

    def new_state(self, rng: Random) -> Heap:
        """Four stones."""
        return self.kind()

    def process_response(self, state: Heap, value: int, rng: Random) -> Heap:
        """Those that are left."""
        return self.kind(state.stones - value, 1 - state.mover)


@dataclass(frozen=True)
class Place(State):
    """How far a traveller has come on a way of seven steps."""

    steps: int = 0

    @property
    def display_options(self) -> Options:
        """Two or three steps, but not beyond the end."""
        return tuple((f"go {number}", number) for number in (2, 3) if self.steps + number <= 7)

    @property
    def outcome(self) -> str | None:
        """Nothing is said of a place from which there is no way on."""
        return "won" if self.steps == 7 else None


class Way(Game[Place]):
    """Come to the end of the way."""

    players = 1

    def new_state(self, rng: Random) -> Place:
        """The beginning."""
        return Place()

    def process_response(self, state: Place, value: int, rng: Random) -> Place:
        """Some steps further."""
        return Place(state.steps + value)


def said_of(kind: type[Heap]) -> list[Any]:
    """What is said of a game from its start, and of an end, in which the second player wins."""
    game = type("Heaps", (Silent,), {"kind": kind})
    start = InteractiveProvider(game, seed=1).heaps.both_sides
    end = start.take_2.take_2
    series = simulate(start, 10, seed=1)
    return [
        str(hint(start)),
        {value: str(verdict) for value, verdict in evaluate(start).items()},
        str(solve(start)),
        str(proof(start)),
        [str(end), outcome(end), winner(end), payoffs(end), summary(end), str(solve(end))],
        count(start).ends,
        [record.outcome for record in series.records],
    ]


def test_an_end_that_says_only_who_won_is_an_end_everywhere() -> None:
    """Pages, functions, search, proofs and series treat it as one that says it is over."""
    assert said_of(Told) == said_of(Heap)


@pytest.mark.parametrize(("seat", "expected"), [(0, "won"), (1, "lost")])
def test_the_winner_of_such_an_end_is_told_in_your_seat(seat: int, expected: str) -> None:
    """Against the computer the word is that of your seat."""
    p = InteractiveProvider(Silent, seed=1).silent(against="perfect", seat=seat)
    while options(p):
        p = choose(p, hint(p))
    assert expected == outcome(p)


def test_a_dead_end_of_a_puzzle_is_lost() -> None:
    """A place from which nothing can be chosen is an end that is not the goal."""
    start = InteractiveProvider(Way, seed=1).way
    dead = start.go_3.go_3
    assert ("over", {"player 1": 0.0}) == (outcome(dead), payoffs(dead))
    assert "The game is over." in str(dead)
    found = solve(start)
    assert ("shortest", 3) == (found.status, len(found.values or ()))


@dataclass(frozen=True)
class Bare:
    """A state of a class of its own, without an outcome, of a game that nobody wins."""

    stones: int = 3
    mover: int = 0
    winner: int | None = None
    display_text: str = ""

    @property
    def display_options(self) -> Options:
        """Take one."""
        return (("take 1", 1),) if self.stones else ()


class Drawn(Silent):
    """The same, of states that do not say how it ended."""

    kind = Bare  # type: ignore[assignment]


def test_known_players_are_answered_where_no_outcome_is_said() -> None:
    """A draw is a draw for the one who responds, and nobody gains by it."""
    p = InteractiveProvider(Drawn, seed=1).drawn.both_sides

    assert [0.5] == [verdict.score for verdict in evaluate(p, against="random").values()]
    assert 0.0 == exploitability(p, "random")
