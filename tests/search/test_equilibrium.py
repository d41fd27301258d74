"""Games in which players know different things: equilibria, players that draw from them, and best
responses."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, Limit, evaluate, games, hint, solve
from interactive_provider.adapters.openspiel.game import game_class
from interactive_provider.analysis import exploitability, survey, tree
from interactive_provider.errors import BadParameter, NoAbility
from interactive_provider.game import Game, State
from interactive_provider.heart.play.actions import position_of
from interactive_provider.heart.play.memory import Memory
from interactive_provider.search.equilibrium import SequenceForm
from interactive_provider.search.explanations import frequency
from interactive_provider.search.model import Model, Unsearchable
from tests.sure import sure
from tests.theory.toys import battle

KUHN = InteractiveProvider(
    Path(__file__).parents[2] / "examples" / "kuhn_poker.py", seed=3
).kuhn_poker


@dataclass(frozen=True)
class Card(State):
    """One of two cards; who holds it may raise, the other may call without having seen it."""

    card: str
    said: str = ""

    @property
    def mover(self) -> int:
        """The holder begins."""
        return 0 if not self.said else 1

    @property
    def display_options(self) -> Any:
        """Raise or pass, call or fold."""
        words = {"": ("raise", "pass"), "raise": ("call", "fold")}.get(self.said, ())
        return tuple((word, word) for word in words)

    @property
    def outcome(self) -> str | None:
        """Over after a pass and after any reply."""
        return None if self.display_options else "over"

    @property
    def payoffs(self) -> tuple[float, float]:
        """One for each in the pot, and one more for a raise that is called."""
        sign = 1 if self.card == "high" or self.said == "raise fold" else -1
        stake = 2 if self.said.endswith("call") else 1
        return (sign * stake, -sign * stake)


class HighOrLow(Game[Card]):
    """The smallest game of bluff: with the low card one raises one time in three, and is called two
    times in three."""

    players = 2

    def new_state(self, rng: Random) -> Card:
        """Either card."""
        return Card(rng.choice(["high", "low"]))

    def process_response(self, state: Card, value: str, rng: Random) -> Card:
        """A word more."""
        return Card(state.card, f"{state.said} {value}".strip())

    def seen_by(self, state: Card, player: int) -> Card:
        """The second player does not see the card."""
        return state if player == 0 or state.outcome else Card("?", state.said)


LOW = InteractiveProvider(HighOrLow)


def low(seed: int = 0) -> Any:
    """A game in which the low card was dealt."""
    while True:
        p = LOW.high_or_low(seed=seed).both_sides
        if position_of(p)._state.card == "low":
            return p
        seed += 1


@pytest.mark.slow
def test_a_hint_says_how_often_to_bluff() -> None:
    """One time in three, and a game without ``resample`` is solved too."""
    assert "pass two times in three, else raise" == sure(hint(low())).action
    verdicts = evaluate(low())
    assert ["one time in three", "two times in three"] == [
        str(verdict).split(",")[0] for verdict in verdicts.values()
    ]
    assert [pytest.approx(-1, abs=0.01)] * 2 == [verdict.worth for verdict in verdicts.values()]
    assert "call two times in three, else fold" == sure(hint(low().raise_)).action


def test_frequencies_are_said_in_words() -> None:
    """Simple shares by numbers."""
    words = [frequency(chance) for chance in (0.0, 1.0, 0.5, 1 / 3, 0.75, 0.615)]

    assert [
        "never",
        "always",
        "one time in two",
        "one time in three",
        "three times in four",
        "62 % of the time",
    ] == words


@pytest.mark.slow
def test_kuhn_poker_has_its_published_value() -> None:
    """-1/18 for the first player, who cannot be exploited by more than a ten-thousandth."""
    found = solve(KUHN.both_sides)

    assert "equilibrium" == found.status
    assert pytest.approx(-1 / 18, abs=1e-4) == found.value
    assert found.exploitability is not None
    assert found.exploitability < 2e-4
    assert {"check", "bet"} == set(found.strategy or ())
    assert pytest.approx(1.0, abs=1e-4) == sum((found.strategy or {}).values())


@pytest.mark.slow
def test_leduc_poker_has_its_published_value() -> None:
    """-0.0856, with less than a thousandth to gain."""
    found = solve(games.openspiel.cards.leduc_poker(seed=1).both_sides)

    assert "-0.0856" == f"{found.value:.4f}"
    assert found.exploitability is not None
    assert found.exploitability < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parameters", "value"),
    [
        ("liars_dice", {"dice_sides": 2}, 1 / 2),
        ("liars_dice", {"dice_sides": 3}, 1 / 9),
        ("liars_dice", {"dice_sides": 2, "numdice": 2}, 7 / 8),
        ("goofspiel", {"num_cards": 3, "imp_info": True}, 0.0),
        ("goofspiel", {"num_cards": 3, "imp_info": True, "points_order": "descending"}, 0.0),
        ("blotto", {"coins": 4, "fields": 3}, 0.0),
        ("dark_hex", {"board_size": 2}, 1.0),
        ("battleship", {"board_height": 1, "board_width": 2, "ship_sizes": "[1]", "ship_values": "[1]",
                        "num_shots": 1, "allow_repeated_shots": False}, 1 / 4),
    ],
)  # fmt: skip
def test_small_games_have_the_values_that_openspiel_finds(
    name: str, parameters: dict[str, Any], value: float
) -> None:
    """To four digits; its CFR+ finds the same values."""
    found = solve(getattr(games.openspiel, name)(seed=1, **parameters))

    assert round(value, 4) == pytest.approx(round(sure(found.value), 4), abs=1e-9)
    assert sure(found.exploitability) < 1e-4


def test_an_equilibrium_does_not_depend_on_what_is_not_seen() -> None:
    """Deals that look the same to the player to move have one hint, verdict, solution and tree."""
    told: dict[Any, set[str]] = {}
    for seed in range(40):
        p = KUHN(seed=seed).both_sides.check
        state = position_of(p)._state
        answers = (str(hint(p)), str(solve(p).strategy), str(evaluate(p)), str(tree(p, 1)))
        told.setdefault(state.cards[1], set()).add(str(answers))

    assert [1, 1, 1] == [len(answers) for answers in told.values()]


def test_an_equilibrium_is_played_with_the_luck_of_the_step() -> None:
    """The same line has the same reply, and over many games they are as frequent as they should
    be."""
    replies = Counter[str]()
    for seed in range(300):
        p = LOW.high_or_low(against="equilibrium", seed=seed)
        after = position_of(p.raise_)
        assert after == p.raise_
        replies[after._state.said] += 1

    assert 0.58 < replies["raise call"] / 300 < 0.75


@pytest.mark.slow
def test_what_is_too_large_for_an_equilibrium_is_refused_with_its_size() -> None:
    """Before anything is laid out."""
    large = games.openspiel.cards.gin_rummy(seed=1).both_sides

    with pytest.raises(NoAbility, match=r"about 10\^9 positions or more, and 20,000 are allowed"):
        hint(games.openspiel.phantom_ttt(seed=1).both_sides)
    with pytest.raises(
        NoAbility,
        match=(
            r"best response in Gin rummy is not known, because its tree has about 10\^\d+ positions"
        ),
    ):
        evaluate(large, against="random")


@pytest.mark.slow
def test_a_tree_is_laid_out_no_further_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level of many options is given up within it."""
    game, steps = game_class("trade_comm")(), list[int]()
    play = game.process_response

    def counted(state: Any, value: int, rng: Random) -> Any:
        steps.append(value)
        return play(state, value, rng)

    monkeypatch.setattr(game, "process_response", counted)
    with pytest.raises(Unsearchable, match="more than 20,000 positions"):
        SequenceForm(Model(game, hidden=True), game.new_state, 20_000)
    assert len(steps) < 40_000


@pytest.mark.slow
def test_an_equilibrium_of_chess_is_refused_with_its_size() -> None:
    """As perfect play is."""
    with pytest.raises(BadParameter, match="more than 400,000 positions"):
        _ = games.chess(against="equilibrium")


def test_an_equilibrium_needs_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the refusal says so."""
    monkeypatch.setattr("interactive_provider.search.known._known", [])
    monkeypatch.setattr("interactive_provider.heart.play.actions._answers", Memory(1))
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(NoAbility, match="numpy"):
        hint(low())


def first(game: Any, state: Any, rng: Random) -> Any:
    """Always the first option."""
    return state.display_options[0][1]


@pytest.mark.slow
def test_a_best_response_knows_whom_it_plays() -> None:
    """Against a random player of noughts and crosses 383 of 384 points can be had; perfect play
    leaves none."""
    p = games.k_in_a_row(seed=1).noughts_and_crosses
    q = p.row2.column2.row1.column1

    assert pytest.approx(383 / 384) == max(
        sure(one.worth) for one in evaluate(p, against="random").values()
    )
    assert 0.0 == exploitability(q, "perfect")
    assert 0.4 < exploitability(q, "random") < 0.5
    with pytest.raises(BadParameter, match="randm"):
        evaluate(q, against="randm")


def test_players_of_hidden_games_can_be_exploited() -> None:
    """Uniform Kuhn poker by 11/24, an equilibrium by nothing; a player who always raises loses his
    bluffs."""
    assert pytest.approx(11 / 24) == exploitability(KUHN.both_sides, "random")
    assert exploitability(KUHN.both_sides, "equilibrium") < 2e-4
    assert pytest.approx(0.25) == exploitability(low(), first)
    assert {
        "raise": "-1 point on average, exactly",
        "pass": "-1 point on average, exactly",
    }.keys() == evaluate(low(), against=first).keys()


def test_a_player_whose_luck_cannot_be_listed_is_sampled() -> None:
    """And the verdicts say so."""
    verdicts = evaluate(
        low(),
        against=lambda game, state, rng: (
            rng.choice(["call", "fold"]) if rng.gauss(0, 1) else "call"
        ),
    )

    assert all("in 100 trial games" in str(verdict) for verdict in verdicts.values())


class Secret(HighOrLow):
    """Nobody knows the card, and it cannot be drawn again; its own player would look at it."""

    hides = ("card",)
    seen_by = None  # type: ignore[assignment]
    opponents = {
        "peeking": lambda budget: lambda game, state, rng: "call" if state.card == "low" else "fold"
    }


class Told(Secret):
    """What a player knows is said, but no state shows it."""

    hides = ()  # type: ignore[assignment]

    def seen_by(self, state: Card, player: int) -> str:  # type: ignore[override]
        """What was said."""
        return state.said


@pytest.mark.parametrize("game", [Secret, Told])
def test_a_player_that_would_see_everything_is_refused(game: type[Game[Any]]) -> None:
    """With the game's name and what would help."""
    p = getattr(InteractiveProvider(game), game.__name__.lower())(against="peeking", seed=1)

    with pytest.raises(NoAbility, match="its player would see it"):
        _ = p.raise_


@dataclass(frozen=True)
class Twice(State):
    """One player names a bit twice, the other then guesses whether they were equal."""

    named: str = ""

    @property
    def mover(self) -> int:
        """The first player twice."""
        return int(len(self.named) == 2)

    @property
    def display_options(self) -> Any:
        """A bit, or whether they were equal."""
        return () if len(self.named) == 3 else (("zero", "0"), ("one", "1"))

    @property
    def outcome(self) -> str | None:
        """Over after the guess."""
        return "over" if len(self.named) == 3 else None

    @property
    def payoffs(self) -> tuple[float, float]:
        """One for a right guess."""
        right = (self.named[0] == self.named[1]) == (self.named[2] == "1")
        return (-1, 1) if right else (1, -1)


class Forgetful(Game[Twice]):
    """The first player does not remember the first bit."""

    players = 2

    def new_state(self, rng: Random) -> Twice:
        """Nothing named."""
        return Twice()

    def process_response(self, state: Twice, value: str, rng: Random) -> Twice:
        """One more."""
        return Twice(state.named + value)

    def seen_by(self, state: Twice, player: int) -> Any:
        """How many were named."""
        return state if state.outcome else len(state.named)


def test_a_player_who_forgets_an_own_choice_has_no_equilibrium() -> None:
    """What is learned from regrets is no equilibrium then, so none is promised."""
    with pytest.raises(NoAbility, match="a player forgets a choice of their own"):
        solve(InteractiveProvider(Forgetful, seed=1).forgetful.both_sides)


def test_no_choice_is_called_the_best_if_one_may_win_what_the_other_does_not_lose() -> None:
    """In the battle of the sexes, a hint named a place and said that it brings 1.99 points."""
    start = battle()
    found = hint(start)
    assert found is not None
    assert None is found.value
    assert "depends on what you and the others expect of each other" in found.reason
    assert [None, None] == [verdict.worth for verdict in evaluate(start).values()]
    assert ("unknown", None) == (solve(start).status, solve(start).values)


def test_a_large_game_in_which_both_may_win_names_no_best_choice_either() -> None:
    """Bargaining is too large for its tree; trial games notice that both may gain."""
    found = hint(games.openspiel.bargaining(seed=1).both_sides, Limit(simulations=40))
    assert found is not None
    assert None is found.value


def test_a_survey_gives_no_value_where_no_choice_is_best() -> None:
    """It said that the battle of the sexes is likely worth 1.99 to the first player."""
    [row] = survey(battle(), seed=[1], progress=False).rows()
    assert None is row["value"]
    assert "depends on what you and the others expect" in row["note"]
