"""What is said of a choice is true for whoever asks, whoever is indifferent, and however large the
game is."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    choose,
    evaluate,
    games,
    hint,
    outcome,
    solve,
)
from interactive_provider.analysis import exploitability, simulate
from interactive_provider.errors import BadParameter
from interactive_provider.game import Game, State
from interactive_provider.search import analysis, puzzles
from tests.search.rules import Hanoi


@dataclass(frozen=True)
class Spot(State):
    """A place of a game that is written out below."""

    name: str
    game: Any

    @property
    def display_options(self) -> Any:
        """The ways that lead on."""
        return tuple((way, way) for way in self.game.ways.get(self.name, (0, {}))[1])

    @property
    def mover(self) -> int:
        """Who chooses here."""
        return int(self.game.ways.get(self.name, (0, {}))[0])

    @property
    def outcome(self) -> str | None:
        """Over where no way leads on."""
        return "over" if self.name in self.game.ends else None

    @property
    def payoffs(self) -> Any:
        """What everybody gets."""
        return self.game.ends[self.name]


class Spots(Game[Spot]):
    """A game written out: who chooses where, and what each choice leads to."""

    ways: dict[str, tuple[int, dict[str, str]]]
    ends: dict[str, tuple[float, ...]]

    def new_state(self, rng: Random) -> Spot:
        """The first spot."""
        return Spot(next(iter(self.ways)), self)

    def process_response(self, state: Spot, value: str, rng: Random) -> Spot:
        """Where the choice leads."""
        return Spot(self.ways[state.name][1][value], self)


def advised(p: Any) -> Any:
    """The position after the choice that a hint recommends."""
    found = hint(p)
    assert found is not None
    return choose(p, found.value)


def begun(players: int, ways: Any, ends: Any) -> Any:
    """A game of that name at its beginning."""
    kind = type(
        "Written", (Spots,), {"players": players, "ways": ways, "ends": ends, "__doc__": "A game."}
    )
    lobby = InteractiveProvider(kind, seed=1).written
    return lobby.both_sides if players > 1 else lobby


@pytest.mark.parametrize("order", [("kind", "cruel"), ("cruel", "kind")])
def test_a_player_who_is_indifferent_proves_nothing(order: tuple[str, str]) -> None:
    """Whether trust wins depends on one who gets nothing either way, in whatever order the options
    are listed."""
    p = begun(
        3,
        {
            "start": (0, {"trust": "second", "safe": "safe"}),
            "second": (1, {way: way for way in order}),
        },
        {"safe": (0.3, 0.3, 0.4), "kind": (1.0, 0.0, 0.0), "cruel": (0.0, 0.0, 1.0)},
    )

    assert "over" == outcome(advised(p))
    assert "0 to 1 points, depending on players to whom it makes no difference" == str(
        evaluate(p)["trust"]
    )


@pytest.mark.parametrize("most", [0.25, 1.0, 20.0])
def test_a_win_is_taken_however_little_it_pays(most: float) -> None:
    """Going round is worth as much as taking it now, as long as one can still take it."""
    p = begun(
        2,
        {"start": (0, {"round": "other", "take": "taken"}), "other": (1, {"on": "start"})},
        {"taken": (most, -most)},
    )

    assert "over" == outcome(advised(p))


def test_a_position_without_an_end_is_a_draw() -> None:
    """For both sides, and for a best response: nobody gains by going round."""
    p = begun(2, {"a": (0, {"on": "b", "lose": "lost"}), "b": (1, {"on": "a"})}, {"lost": (-1, 1)})

    assert [0.0, -1.0] == [verdict.worth for verdict in evaluate(p).values()]
    assert 0.0 == exploitability(p, lambda game, state, rng: "on")


def test_positions_that_come_again_are_not_solved_for_players_with_common_interests() -> None:
    """The solution says why, and the best choice by trial games."""
    p = begun(
        2,
        {"a": (0, {"on": "b", "take": "taken"}), "b": (1, {"on": "a", "give": "given"})},
        {"taken": (0.3, -1), "given": (0.1, 0.2)},
    )
    found = solve(p)

    assert ("unknown", "take") == (found.status, (found.values or ("",))[0])
    assert "positions can repeat, and one player may win what no other loses" in found.note


@pytest.mark.slow
def test_shades_against_a_known_player_are_shares_of_a_win() -> None:
    """A choice that nearly always wins is not shaded as the worst, and equal choices have equal
    figures."""
    verdicts = evaluate(games.k_in_a_row(seed=1).noughts_and_crosses, against="random")

    assert 0.99 < min(verdict.score or 0 for verdict in verdicts.values())
    assert 3 == len({verdict.score for verdict in verdicts.values()})


@pytest.mark.slow
def test_a_puzzle_that_is_too_large_gets_no_empty_advice() -> None:
    """None of the random games reaches the goal: that is said, and no choice is recommended."""
    p = InteractiveProvider(Hanoi()).hanoi(seed=1, discs=9)
    found = hint(p, Limit(1_000, 30))

    assert found is not None
    assert found.value is None
    assert "No way to the goal was found in 30 random games" in found.reason


@pytest.mark.slow
def test_a_way_that_was_found_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next hint, and the solution, follow it without a search."""
    p = InteractiveProvider(Hanoi()).hanoi(seed=1, discs=10)
    after = advised(p)
    monkeypatch.setattr(analysis, "expand", None)
    monkeypatch.setattr(puzzles, "expand", None)

    assert 1_023 == len(solve(p).values or ())
    assert 1_022 == len(solve(after).values or ())
    assert outcome(advised(after)) is None


def test_a_cluster_is_not_its_executor() -> None:
    """Dask's client has a method that gives one."""
    with pytest.raises(BadParameter, match=r"give its get_executor\(\)"):
        simulate(
            games.match_game(seed=1).two_people,
            2,
            executor=type("Client", (), {"submit": print, "get_executor": print})(),
        )
