"""Search that is stronger per second: rollouts by the game itself, proofs in the tree."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from interactive_provider import games
from interactive_provider.adapters.chess.game import Chess
from interactive_provider.adapters.openspiel.game import game_class
from interactive_provider.builtin.k_in_a_row import CONNECT_FOUR, KInARow
from interactive_provider.builtin.match_game import MatchGame
from interactive_provider.errors import BrokenGame
from interactive_provider.game import Game, State
from interactive_provider.search.alphabeta import AlphaBeta
from interactive_provider.search.analysis import Question, studied
from interactive_provider.search.budgets import ROLLOUT_LIMIT, Limit
from interactive_provider.search.mcts import TreeSearch, estimated
from interactive_provider.search.model import Model, TooLarge
from interactive_provider.testing import ContractError, check_game

from .rules import Pig, Points


class Blinkered(KInARow):
    """It names the first free square alone, whatever that is worth."""

    process_response = KInARow.process_response
    rollout = KInARow.rollout

    def candidates(self, state: Any) -> Any:
        """The first free square."""
        return state.option_values[:1]


def test_no_proof_leaves_out_what_is_looked_at_later() -> None:
    """A game that names bad choices alone is solved as before, and a tree does not take their loss
    for a loss."""
    for cells, mover in ((" X  XO O ", 0), ("  O X    ", 0), ("XO OX    ", 1)):
        game = Blinkered()
        state = game.new_state(Random(0))._replace(squares=cells, mover=mover)
        known: dict[str, float] = {}
        worth = worth_of(game, state, known)
        best = TreeSearch(Model(game), state, mover, Random(1))
        best.simulate(400)
        chosen = max(best.findings(), key=lambda one: (one.games, one.worth))
        after = game.process_response(state, chosen.value, Random(0))
        assert worth == worth_of(game, after, known)
        for one in best.findings():
            first = worth_of(game, game.process_response(state, one.value, Random(0)), known)
            assert not one.exact or abs(mover - first) == one.worth


@pytest.mark.parametrize("named", [(), (0, 0), (9,), 3, range(30), ([],)], ids=str)
def test_wrong_candidates_are_named(named: Any) -> None:
    """What is no list of some of the options is told in one sentence, and so is what is raised."""
    kind = type("Wrong", (Blinkered,), {"candidates": lambda self, state: named})
    with pytest.raises(BrokenGame, match=r"has candidates .*; give some of its options, each once"):
        studied(Question(kind(), kind().new_state(Random(0)), budget=Limit(2, 5)))
    fails = type("Failing", (Blinkered,), {"candidates": lambda self, state: [][1]})
    with pytest.raises(BrokenGame, match="when search asked it, raised IndexError"):
        studied(Question(fails(), fails().new_state(Random(0)), budget=Limit(2, 5)))


ROW_OF_2 = {"rows": 4, "columns": 3, "k": 2}


def worth_of(game: KInARow, state: Any, known: dict[str, float]) -> float:
    """What the first player gets, by looking at everything."""
    if state.squares not in known:
        after = [
            worth_of(game, game.process_response(state, value, Random(0)), known)
            for value in state.option_values
        ]
        paid = (
            Model(game).payoffs(state)[0]
            if not after
            else min(after)
            if state.mover
            else max(after)
        )
        known[state.squares] = paid
    return known[state.squares]


def test_what_is_left_of_a_game_is_proved_where_it_is_little() -> None:
    """After two moves at noughts and crosses, two hundred games are enough for the worth of the best
    choice, as by looking at everything."""
    game, known = KInARow(), dict[str, float]()
    for seed in range(20):
        rng, state = Random(seed), game.new_state(Random(0))
        for _ in range(2):
            state = game.process_response(state, rng.choice(state.option_values), rng)
        search = TreeSearch(Model(game), state, state.mover, rng)
        search.run(200)

        assert worth_of(game, state, known) == search.best().worth


def test_proofs_end_at_a_choice_that_wins() -> None:
    """The third one of noughts does; what the rest are worth is nobody's question."""
    game = KInARow()
    state = game.new_state(Random(0))._replace(squares="XXO      ", mover=1)
    search = TreeSearch(Model(game), state, 1, Random(1))
    search.run(60)
    assert [True] * 3 + [False] * 3 == [found.exact for found in search.findings()]


def test_a_choice_is_checked_if_a_reply_looks_better_than_even() -> None:
    """After a corner only the centre holds the draw, though fifty random games prefer the opposite
    corner; that it loses is proved."""
    game = KInARow()
    state = game.new_state(Random(0))._replace(squares="      X  ", mover=1)
    search = TreeSearch(Model(game), state, 1, Random(0))
    search.run(50)
    assert 4 == search.best().value
    assert [(2, 0.0)] == [(one.value, one.worth) for one in search.findings() if one.exact]


def test_a_proof_looks_at_no_more_than_it_may() -> None:
    """Fifty positions do not prove who wins noughts and crosses."""
    game = KInARow()
    with pytest.raises(TooLarge):
        AlphaBeta(Model(game), 50).payoffs(game.new_state(Random(0)), 0)


def test_luck_leaves_nothing_to_be_proved() -> None:
    """Where a roll leads is not known, so a choice of piglet is only estimated."""
    state = Points((0, 0), 1, 0, 5)
    search = TreeSearch(Model(Pig(5, sides=2)), state, 0, Random(1))
    search.run(60)
    assert [False, False] == [found.exact for found in search.findings()]


def test_a_long_rest_is_played_at_random() -> None:
    """From its beginning too much of connect four is left to be proved by a hundred games."""
    game = KInARow()
    start = game.new_state(Random(0), rows=6, columns=7, k=4, gravity=True)
    search = TreeSearch(Model(game), start, 0, Random(1))
    search.run(100)

    assert 100 == sum(search.root.visits)


@pytest.mark.slow
def test_proofs_that_share_a_table_agree_with_looking_at_everything() -> None:
    """Bounds of a position that have met are its worth, whatever is asked of it next."""
    game, known = KInARow(), dict[str, float]()
    proof, start = AlphaBeta(Model(game), 10**6), game.new_state(Random(0))
    for seed in range(300):
        rng, state = Random(seed), start
        for _ in range(2 + seed % 4):
            if state.option_values:
                state = game.process_response(state, rng.choice(state.option_values), rng)

        assert worth_of(game, state, known) == proof.payoffs(state, state.mover)[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [game_class("tic_tac_toe")(), game_class("pig")(), Chess(), KInARow(), MatchGame()],
    ids=lambda g: g.title,
)
def test_a_rollout_of_the_game_is_a_random_game(game: Game[Any]) -> None:
    """It ends as games end, depends on the generator alone, counts its choices and leaves the state
    as it was."""
    state = game.new_state(Random(0))
    before = state.display_text
    for seed in range(5):
        paid, plies = game.rollout(state, Random(seed), ROLLOUT_LIMIT)  # type: ignore[attr-defined]

        assert (paid, plies) == game.rollout(state, Random(seed), ROLLOUT_LIMIT)  # type: ignore[attr-defined]
        assert paid is None or (2 == len(paid) and 1 <= plies <= ROLLOUT_LIMIT)
        assert (None, 3) == game.rollout(state, Random(seed), 3)  # type: ignore[attr-defined]
    assert before == state.display_text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        (game_class("tic_tac_toe")(), {}),
        (game_class("hex")(), {"board_size": 3}),
        (KInARow(), {"rows": 2, "columns": 4, "k": 3}),
        (KInARow(), {"rows": 4, "columns": 5, "k": 3, "gravity": True}),
        (KInARow(), {"rows": 1, "columns": 2, "k": 1}),
        (MatchGame(), {"rows": (2, 3)}),
        (MatchGame(), {"rows": (1, 2), "misere": False}),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else type(value).__name__,
)
def test_a_search_asks_the_game_for_its_rollouts(
    game: Game[Any], parameters: dict[str, Any]
) -> None:
    """Random games by the game itself bring what games by single steps bring."""
    search = TreeSearch(Model(game), game.new_state(Random(0), **parameters), 0, Random(1))
    own, search.own_rollout = search.own_rollout, None
    stepwise = [search.rollout(search.root.state)[0] for _ in range(1_500)]
    search.own_rollout = own
    at_once = [search.rollout(search.root.state)[0] for _ in range(1_500)]

    assert own is not None
    assert pytest.approx(sum(stepwise) / 1_500, abs=0.08) == sum(at_once) / 1_500


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters", [{}, {"rows": 5, "columns": 6, "k": 4}, CONNECT_FOUR, ROW_OF_2]
)
def test_rows_are_completed_and_stopped_at_once(parameters: dict[str, Any]) -> None:
    """Whoever can win by one choice gets a win, and who cannot stop two such choices gets
    nothing."""
    game, seen = KInARow(), set[float]()
    for seed in range(400):
        rng = Random(seed)
        state = game.new_state(rng, **parameters)
        for _ in range(rng.randrange(len(state.squares))):
            if state.option_values:
                state = game.process_response(state, rng.choice(state.option_values), rng)
        if not state.option_values:
            continue
        winning, threatening = (
            [
                v
                for v in state.option_values
                if game.process_response(one, v, rng).winner is not None
            ]
            for one in (state, state._replace(mover=1 - state.mover))
        )
        if winning or len(threatening) > 1:
            paid, _ = game.rollout(state, rng, ROLLOUT_LIMIT)
            assert paid is not None
            seen.add(paid[state.mover])

            assert float(bool(winning)) == paid[state.mover]
    assert 1.0 in seen


class Forgetful(KInARow):
    """It plays itself out by a generator of its own."""

    presets = {}
    luck = Random(1)

    def rollout(self, state: Any, rng: Random, most: int) -> tuple[tuple[float, ...], int]:
        """Never the same twice."""
        return (self.luck.random(), 0.0), 5


def test_a_rollout_with_luck_of_its_own_is_a_fault() -> None:
    """``check_game`` asks twice."""
    with pytest.raises(ContractError, match="rollout gives"):
        check_game(Forgetful, games=1)


@dataclass(frozen=True)
class Race(State):
    """Steps to the goal at 6; two players take one or two at a time, and the payoffs say who was
    there first."""

    at: int = 0
    mover: int = 0
    payoff_range = (-1.0, 1.0)

    @property
    def display_options(self) -> Any:
        """One or two steps."""
        return () if self.at >= 6 else (("one", 1), ("two", 2))

    @property
    def outcome(self) -> str | None:
        """Over at the goal."""
        return "over" if self.at >= 6 else None

    @property
    def payoffs(self) -> tuple[float, float]:
        """Whoever moved last has won."""
        return (1.0, -1.0) if self.mover else (-1.0, 1.0)


class Racing(Game[Race]):
    """A race."""

    players = 2

    def new_state(self, rng: Random, at: int = 0) -> Race:
        """At the start."""
        return Race(at)

    def process_response(self, state: Race, value: int, rng: Random) -> Race:
        """Steps."""
        return Race(state.at + value, 1 - state.mover)


def test_payoffs_with_a_range_are_proved_in_the_tree() -> None:
    """The most that there is to win ends a search, as a win does."""
    found = estimated(Model(Racing()), Race(2), 0, 200, Random(1))

    assert (1, 1.0) == (found.best().value, found.best().worth)
    assert sum(found.root.visits) < 200


@dataclass(frozen=True)
class Fair(State):
    """Two stalls with prizes of about a half; the second one gives a twentieth more."""

    prize: float | None = None
    payoff_range = (0.0, 1.0)

    @property
    def display_options(self) -> Any:
        """The stalls."""
        return () if self.outcome else (("left", 0.50), ("right", 0.55))

    @property
    def outcome(self) -> str | None:
        """Over with a prize."""
        return None if self.prize is None else "over"

    @property
    def payoffs(self) -> tuple[float]:
        """The prize."""
        return (self.prize or 0.0,)


class Stalls(Game[Fair]):
    """Which stall is better?"""

    players = 1

    def new_state(self, rng: Random) -> Fair:
        """Before both."""
        return Fair()

    def process_response(self, state: Fair, value: float, rng: Random) -> Fair:
        """A prize a little above or below the usual one."""
        return Fair(value + rng.uniform(-0.01, 0.01))


def test_results_that_vary_little_tell_choices_apart_at_once() -> None:
    """How often the worse choice is tried depends on how much results vary, not on what could be
    won."""
    search = TreeSearch(Model(Stalls()), Fair(), 0, Random(1))
    search.simulate(400)
    left, right = search.findings()

    assert 0.55 == pytest.approx(right.worth, abs=0.005)
    assert left.games < 50 < right.games


@pytest.mark.slow
def test_a_reply_that_loses_by_force_is_checked_where_choices_grow_fewer() -> None:
    """After the centre of noughts and crosses only a corner holds the draw; fifty random games
    often prefer a side."""
    game = KInARow()
    centre = game.process_response(game.new_state(Random(0)), 4, Random(0))
    replies = {
        estimated(Model(game), centre, 1, 50, Random(seed)).best().value for seed in range(12)
    }

    assert set() == replies - {0, 2, 6, 8}


BIG = games.k_in_a_row(seed=1).connect_four


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_what_a_seat_has_not_seen_is_no_part_of_its_search(name: str) -> None:
    """Games in worlds that look the same have the same answer, whatever the other one holds."""
    game = game_class(name)()
    states = [game.new_state(Random(seed)) for seed in range(40)]
    alike: dict[Any, list[Any]] = {}
    for state in states:
        alike.setdefault(game.seen_by(state, state.mover), []).append(state)  # type: ignore[attr-defined]
    groups = [group for group in alike.values() if len({str(one.inner) for one in group}) > 1]

    assert groups
    for group in groups:
        model = Model(game)
        assert 1 == len(
            {
                tuple(estimated(model, state, state.mover, 60, Random(7)).findings())
                for state in group
            }
        )


@dataclass(frozen=True)
class Coin(State):
    """A coin lies under a hand: stop for six tenths, or go on and guess it."""

    side: str = ""
    said: str = ""

    @property
    def display_options(self) -> Any:
        """Stop or go, heads or tails."""
        words = {"": ("stop", "go"), "go": ("heads", "tails")}.get(self.said, ())
        return tuple((word, word) for word in words)

    @property
    def outcome(self) -> str | None:
        """Over when it is stopped or guessed."""
        return None if self.display_options else "over"

    @property
    def payoffs(self) -> tuple[float]:
        """Six tenths, or all for the right side."""
        return (0.6 if self.said == "stop" else float(self.said == self.side),)


class Guessing(Game[Coin]):
    """Nobody knows the side."""

    players = 1

    def new_state(self, rng: Random) -> Coin:
        """It lies there."""
        return Coin(rng.choice(["heads", "tails"]))

    def process_response(self, state: Coin, value: str, rng: Random) -> Coin:
        """A word more."""
        return Coin(state.side, value)

    def seen_by(self, state: Coin, player: int) -> Coin:
        """All but the side."""
        return state if state.outcome else Coin("", state.said)

    def resample(self, state: Coin, player: int, rng: Random) -> Coin:
        """Either side."""
        return Coin(rng.choice(["heads", "tails"]), state.said)


@pytest.mark.slow
def test_what_is_not_known_now_is_not_known_later() -> None:
    """In each world by itself to go on looks sure; who guesses without seeing is right half of the
    time."""
    best = estimated(Model(Guessing()), Coin("heads"), 0, 4_000, Random(1)).best()

    assert "stop" == best.value
