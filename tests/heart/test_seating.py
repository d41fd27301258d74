"""Who else plays."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, options
from interactive_provider.errors import BrokenGame
from interactive_provider.game import Game, State, player_names
from interactive_provider.heart.play import seating
from interactive_provider.heart.play.presets import presets_of
from interactive_provider.heart.play.seating import Seating

from .toys import Counted, Turns


@pytest.mark.parametrize(("seat", "said"), [(0, [0, 2, 4]), (1, [1, 3, 4])])
def test_where_states_do_not_say_whose_turn_it_is_players_take_turns(
    seat: int, said: list[int]
) -> None:
    """The first one begins; who is computed answers for himself alone."""
    p: Any = InteractiveProvider(Turns()).turns(against="random", seat=seat, seed=1)
    found = [len(p._state.said)]
    while options(p):
        p = p.yes
        found.append(len(p._state.said))
    assert said == found


@dataclass(frozen=True)
class Alone(State):
    """The other player's turn, for ever."""

    turns: int = 0
    mover: int = 1
    display_options: tuple[tuple[str, int], ...] = (("go on", 1),)


def test_a_lobby_offers_who_may_play_against_you() -> None:
    """Beside the game's own presets, unless one of them says so itself."""

    class Sized(Turns):
        """Two players take turns, in several sizes."""

        presets = {"small": {"size": 3}}

        def new_state(self, rng: Random, size: int = 2) -> Counted:
            return Counted()

    class Alone(Sized):
        """The same, and who plays against you is said."""

        presets = {"small": {"size": 3}, "alone": {"against": "random"}}

    assert [{"size": 3}, {"against": "random"}] == list(presets_of(Sized()).values())[:2]
    assert Alone.presets == presets_of(Alone())


class Endless(Game[Alone]):
    """A game in which the first player never comes to move."""

    players = 2

    def new_state(self, rng: Random) -> Alone:
        """Nothing played."""
        return Alone()

    def process_response(self, state: Alone, value: int, rng: Random) -> Alone:
        """One turn more."""
        assert state.turns < 100, "nobody stopped it"
        return Alone(state.turns + 1)


def test_replies_without_end_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which your turn never comes says so instead of going on for ever."""
    monkeypatch.setattr(seating, "LONGEST", 20)
    with pytest.raises(
        BrokenGame, match="After 20 replies it is still not the turn of player 1 again"
    ):
        InteractiveProvider(Endless, seed=1).endless(against="random")


@pytest.mark.parametrize(
    ("players", "against", "said"),
    [
        (2, "random", ["you", "the computer"]),
        (("Left", "Right"), "random", ["Left", "Right"]),
        (3, ("random", "random"), ["you", "player 2"]),
    ],
)
def test_counters_name_players_who_have_no_names(
    players: Any, against: Any, said: list[str]
) -> None:
    """The one who looks is you, a single opponent the computer; names that a game gives stay."""
    game: Any = Turns()
    game.players = players
    names = player_names(game)[:2]
    found = Seating(game, {"against": against}).own_words([("turn", name) for name in names])

    assert [("turn", name) for name in said] == list(found)
