"""Who else plays."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from random import Random, SystemRandom
from time import sleep
from typing import Any, ClassVar

import pytest

import interactive_provider
from interactive_provider import InteractiveProvider, board, choose, line, options, replay, undo
from interactive_provider.adapters.environments import as_environment
from interactive_provider.boards import Board, Cell
from interactive_provider.errors import BrokenGame
from interactive_provider.game import Game, Opponent, State, player_names
from interactive_provider.heart.play import seating
from interactive_provider.heart.play.insiders import state_of
from interactive_provider.heart.play.nodes import memory
from interactive_provider.heart.play.position_data import _in_turn, replies_in_words, states_to
from interactive_provider.heart.play.presets import presets_of
from interactive_provider.heart.play.seating import Seating
from interactive_provider.search import opponents
from interactive_provider.search.budgets import SIMULATIONS

from ..sure import sure
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


class Shown(Turns):
    """Two players without names, and a board that says whose turn it is."""

    players: ClassVar[Any] = 2

    def board(self, state: Counted) -> Board:
        """One cell, and the turn of the second player."""
        return Board(((Cell("x"),),), counters=(("turn", "player 2"),))


def test_a_board_names_the_players_as_the_sentences_do() -> None:
    """Against a computer `player 2` is the computer; at one keyboard it is not."""
    turns = InteractiveProvider(Shown, seed=1).shown
    assert ["the computer", "player 2"] == [
        sure(board(p)).counters[0][1] for p in (turns(against="random"), turns.both_sides)
    ]


def test_the_states_of_a_game_include_those_in_which_others_chose() -> None:
    """In the order in which they came; a line of the page for each player's turn says what it
    was."""
    game: Any = type("Three", (Turns,), {"players": 3})
    p: Any = InteractiveProvider(game, seed=1).three(against=("random", "random")).yes
    assert [0, 1, 2, 3] == [len(state.said) for state in states_to(p)]
    second, third = state_of(p).said[1:]
    told = f"Player 2 played {second}.\nPlayer 3 played {third}."
    assert told == replies_in_words(p)


@dataclass(frozen=True)
class Twice(Counted):
    """The second player has two turns at a time."""

    @property
    def mover(self) -> int:
        """The first only at the beginning of each three turns."""
        return min(1, len(self.said) % 3)


class Pairs(Turns):
    """Two players, of whom the second says two words at a time."""

    def new_state(self, rng: Random) -> Twice:
        """Nothing is said."""
        return Twice()

    def process_response(self, state: Counted, value: str, rng: Random) -> Twice:
        """One word more."""
        return Twice((*state.said, value))


def test_moves_of_one_player_in_a_row_are_one_line() -> None:
    """Also if each of them was a choice of its own."""
    p: Any = InteractiveProvider(Pairs(), seed=1).pairs(against="random").yes
    first, second = state_of(p).said[1:]
    assert f"The computer (two) played {first}, then {second}." == replies_in_words(p)


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["13 10", "bar 23"], "13/10 bar/23"),
        (["roll", "13 10", "24 off"], "roll, then 13 10, then 24 off"),
    ],
)
def test_a_turn_from_points_to_points_is_written_as_in_backgammon(
    labels: list[str], said: str
) -> None:
    """Only if all of its moves are such."""
    assert said == _in_turn(labels)


games: Any = InteractiveProvider(seed=3)


class Asked:
    """A function of the user's that chooses at random, and counts how often it is asked."""

    def __init__(self) -> None:
        self.times = 0

    def first(self, game: Any, state: Any, rng: Random) -> Any:
        """Anything, by luck of its own."""
        self.times += 1
        return SystemRandom().choice(state.display_options)[1]


def test_a_function_of_your_own_is_asked_once_for_a_path() -> None:
    """Taken back and made again, or written twice, the move has the same answer."""
    asked = Asked()
    p = games.k_in_a_row(seed=1).connect_four(against=asked.first).column4
    again = games.k_in_a_row(seed=1).connect_four(against=asked.first)

    assert [p] * 2 == [undo(p).column4, again.column4]
    memory.clear()
    assert line(p) == line(again.column4)
    assert 1 == asked.times


def test_a_game_against_a_function_is_replayed_without_it() -> None:
    """Its line and its pickle are the game of both sides, from the start on."""
    start = games.k_in_a_row(seed=1).connect_four(against=Asked().first)
    p = start.column4

    assert "games.k_in_a_row(seed=1).connect_four" == line(start)
    alike: list[Any] = [replay(line(p)), pickle.loads(pickle.dumps(p))]
    assert [state_of(p)] * 2 == [state_of(one) for one in alike]
    assert "first (Yellow) played column" in str(p)


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (lambda *_: None, "chose None, which is not an option"),
        (lambda *_: "e4", "chose 'e4', which is not an option"),
        (lambda *_: 1 / 0, "raised ZeroDivisionError: division by zero"),
        (lambda *_: sleep(9), "it took more than 0.05 s"),
    ],
)
def test_a_function_that_fails_leaves_the_game_as_it_was(
    play: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence says why, and the move was not made."""
    monkeypatch.setattr(opponents, "OWN_SECONDS", 0.05)
    p = games.k_in_a_row(seed=1).connect_four(against=play)
    board = interactive_provider.play(p)

    with pytest.raises(BrokenGame, match=said):
        choose(p, "column4")
    board.do("gesture", gesture="press", at=[0, 3], seen=1)
    assert p == board.position


def test_a_function_cannot_spoil_the_position_it_is_shown() -> None:
    """It plays on the board of a chess program, and the game goes on from where it was."""

    def careless(game: Any, state: Any, rng: Random) -> Any:
        state.inner.push(next(iter(state.inner.legal_moves)))
        return state.option_values[0]

    start = games.chess(seed=1).both_sides(against=careless)
    again: Any = replay(line(start.e4))
    assert state_of(start.e4).inner.board_fen() == state_of(again).inner.board_fen()


def test_what_a_function_prints_is_one_remark() -> None:
    """Nothing gets between the game and its player."""

    def chatty(game: Any, state: Any, rng: Random) -> Any:
        print("thinking")  # noqa: T201 - as people do
        return state.display_options[0][1]

    with pytest.warns(UserWarning, match=r"chatty printed 'thinking\\n'"):
        assert games.k_in_a_row(seed=1, against=chatty).row2.column2


def test_a_fitted_model_plays_by_its_prediction() -> None:
    """What has ``predict`` as Stable-Baselines3 has it is a player, with the mask if it takes
    one."""

    class Model:
        def predict(self, seen: Any, action_masks: Any = None) -> Any:
            return action_masks.argmax(), None

    first = games.k_in_a_row(seed=1)
    env = as_environment(first, against="random")
    p = first.noughts_and_crosses(against=env.player(Model()))
    assert line(p.row2.column2).endswith("row2.column2.row1.column1")


THREE: Any = type("Three", (Turns,), {"players": 3})


@pytest.mark.parametrize(
    ("game", "given", "normal"),
    [
        (Turns, {"against": "random", "seat": "two"}, {"against": "random", "seat": 1}),
        (THREE, {"against": ("random", "random")}, {"against": "random"}),
        (
            THREE,
            {"against": ("random", ("mcts", 5))},
            {"against": ("random", ("mcts", 5))},
        ),
    ],
)
def test_one_seating_has_one_form(game: Any, given: dict[str, Any], normal: dict[str, Any]) -> None:
    """A seat by its name or number, equal opponents once or for each seat: the same line."""
    assert normal == seating.normal_seating(game(), given)


def test_a_draw_is_no_win() -> None:
    """Where nobody gets more than another."""
    assert "drawn" == Seating(Turns(), {"against": "random"}).outcome(Counted(("yes",) * 4))


def test_a_slow_reply_without_a_budget_names_one_too() -> None:
    """A part of the usual number of simulations."""
    table = Seating(Turns(), {"against": "mcts"})
    smaller = SIMULATIONS // 2
    with pytest.warns(seating.SlowReply, match=rf"against=\('mcts', {smaller}\) would take"):
        table._note_time(opponents.Seated("mcts"), 2.0)


def never(game: Any, state: Any, rng: Random) -> None:
    """A player who is not asked."""


def test_a_slow_reply_names_a_part_of_the_opponents_own_budget() -> None:
    """Not of the usual one, where the game brings an opponent of that name with another."""
    kind = type("Own", (Turns,), {"opponents": {"mcts": Opponent(lambda budget: never, 300)}})
    table = Seating(kind(), {"against": "random"})
    with pytest.warns(seating.SlowReply, match=r"against=\('mcts', 150\) would take"):
        table._note_time(opponents.Seated("mcts"), 2.0)
