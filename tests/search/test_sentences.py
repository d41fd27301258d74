"""Advice is written for players: what to do, one reason, and never a figure of a log file."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from interactive_provider import Limit, evaluate, games, hint
from interactive_provider.analysis import report, tree
from interactive_provider.game import Game, Hint, State
from interactive_provider.search.analysis import Question, Study, studied
from interactive_provider.search.explanations import advice
from interactive_provider.search.known import Finding
from interactive_provider.search.model import Model
from interactive_provider.search.sentences import tried
from tests.search.rules import DotsAndBoxes, Pig
from tests.sure import sure


class Choices(Game[State]):
    """A game of which only the names of the choices matter."""

    def __init__(self, players: int = 2) -> None:
        self.players = ("X", "O") if players == 2 else 1  # type: ignore[misc]


@dataclass(frozen=True)
class Named(State):
    """A state with choices."""

    names: tuple[str, ...]
    is_paid: bool = False

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        """The choices, each its own value."""
        return tuple((name, name) for name in self.names)


@dataclass(frozen=True)
class NamedPaid(Named):
    """The same, played for points."""

    payoffs = (0, 0)


class Told(Study):
    """A study that says how a choice ends."""

    def wins(self, value: Any) -> bool:
        """A choice that is worth a win wins at once if it is the last one on the way."""
        one = self.findings[value]
        return one.worth == 1 and one.distance == 1

    def following(self, value: Any) -> Study | None:
        """Nothing is known of what follows."""
        return None


def told(unit: str, *findings: Finding, **more: Any) -> Study:
    """A study of choices in a game of that kind."""
    kind = NamedPaid if unit == "points" else Named
    state = kind(tuple(one.value for one in findings))
    model = Model(Choices(1 if unit == "goal" else 2), hidden=True)
    study = Told(model, state, 0)
    vars(study).update(findings={one.value: one for one in findings}, **more)
    return study


def sure_of(value: str, worth: float, far: int | None = 7, most: float | None = None) -> Finding:
    """A proved choice."""
    return Finding(value, worth, distance=far, most=most)


def tried_out(value: str, worth: float, games: int = 400) -> Finding:
    """A choice that games were played with."""
    return Finding(value, worth, False, games=games)


D4 = tried_out("d4", 0.62)
LEFT = tried_out("left", 1107.4, 344)

SENTENCES = [
    (told("win", sure_of("c3", 1.0, 1)), "You win at once."),
    (told("win", sure_of("c3", 1.0)), "You win in 7 moves, whatever O replies."),
    (
        told("win", sure_of("c3", 1.0, None), sure_of("b1", 0.0), sure_of("b2", 0.0)),
        "You win, whatever O replies. Every other move loses.",
    ),
    (told("win", sure_of("c3", 0.0)), "Every move loses against best play."),
    (told("win", sure_of("c3", 0.5)), "Every move here draws with best play."),
    (told("win", D4, games=1_000), "It scored 62 % in 400 trial games."),
    (
        told("win", D4, tried_out("e3", 0.5, 300), games=1_000),
        "; the next best, e3, scores 50 %.",
    ),
    (told("win", D4, tried_out("e3", 0.61, 300), games=1_000), "; e3 is nearly as good, 61 %."),
    (told("win", D4, tried_out("e3", 0.7, 300), games=1_000), "; e3 is as good."),
    (told("goal", D4, games=1_000), "It reached the goal in 62 % of 400 trial games."),
    (
        told("points", LEFT, games=1_000),
        "It averaged 1,110 points in 344 trial games.",
    ),
    (
        told("points", LEFT, tried_out("right", 1_100.0, 300), games=1_000),
        "; right is nearly as good, 1,100 points.",
    ),
    (
        told("win", replace(D4, games=19), tried_out("e3", 0.5, 1), games=20),
        "2 choices. Take it as a guess.",
    ),
    (told("goal", sure_of("up", 1.0, 57)), "57 moves to go, this one included"),
    (told("goal", sure_of("up", 1.0, 1)), "You reach the goal with it."),
    (
        told("goal", sure_of("roll", 0.5), lucky=True),
        "You win with a chance of 50 %, computed",
    ),
    (told("win", sure_of("roll", 0.6156), lucky=True), "You score 61.6 % on average, computed"),
    (told("points", sure_of("keep", 24.6), lucky=True), "It brings 24.6 points on average,"),
    (told("win", sure_of("a", 0.2, most=1.0), lucky=True), "You score 20 to 100 % on average"),
]


@pytest.mark.parametrize(("known", "words"), SENTENCES)
def test_every_kind_of_finding_is_a_sentence(known: Study, words: str) -> None:
    """What is known decides the words; none has a sign of plus or minus, or an exponent."""
    if known.lucky:  # nothing ends at once
        known.model.step = lambda state, value: None  # type: ignore[method-assign]
    reason = sure(advice(known)).reason

    assert words in reason
    assert not re.search(r"±|\+\d|\de[+-]?\d|were its|came out", reason)


def test_below_twenty_games_nothing_is_advised() -> None:
    """The act is a guess that calls itself one, and a verdict says how few games it rests on."""
    other = tried_out("e3", 0.0, 1)

    assert "Perhaps d4" == sure(advice(told("win", replace(D4, games=19), other, games=20))).action
    assert "" == sure(advice(told("win", replace(D4, games=20), other, games=21))).action
    assert "not judged: only 1 trial game" == tried(1.0, "win", 1)
    assert "scores 27 % (24 to 30) in 967 trial games" == tried(0.27, "win", 967)


def test_a_forced_reply_says_what_it_prevents() -> None:
    """Where every other move is proved to lose at once, that is the reason."""
    p = games.k_in_a_row(seed=1).connect_four.column1.column7.column1.column7.column1
    found = str(hint(p, Limit(states=1_000)))

    assert found.startswith("Play column 1. ")
    assert re.search(
        r"Every other move loses: after column [2-7], Red plays column 1 and wins at once\.", found
    )


def test_an_opponent_is_called_by_name_and_the_player_you() -> None:
    """At the computer's table it is the computer, whatever the game calls its seat."""
    p = games.k_in_a_row.noughts_and_crosses(seed=1).row2.column2.row1.column2
    state = p._state
    study = studied(Question(p._table.game, state, 0))

    assert "whatever O replies" in sure(advice(study)).reason
    assert "whatever the computer replies" in sure(advice(study, "the computer")).reason


@pytest.mark.slow
def test_a_mixture_says_the_last_choice_without_a_frequency() -> None:
    """A choice now and then, else the other one; the gain of a player who knows it is a number."""
    begun = (games.openspiel.kuhn_poker(seed=seed).both_sides for seed in range(12))
    hints = [str(hint(p)) for p in begun]

    assert any(re.match(r"\w+ [^,]*, else \w+\. You do not see everything", one) for one in hints)


@pytest.mark.parametrize("game", [DotsAndBoxes(1, 2), Pig(8)])
def test_points_and_shares_have_no_sign(game: DotsAndBoxes | Pig) -> None:
    """Whether payoffs are points or chances, exact figures are written as people write them."""
    study = studied(Question(game, game.new_state(Random(0))))

    assert not re.search(r"[+±]|\de\d", str(advice(study)))


@pytest.mark.parametrize(
    ("choice", "act"),
    [
        (("row02", "column10"), "Play row 2 column 10."),
        (("uncover", "r04", "c17"), "Uncover r4 c17."),
        (("d",), "Play d."),
        (("Nxd6",), "Play Nxd6."),
        (("Ad",), "Play Ad."),
        (("Up",), "Up."),
        (("LEFT",), "Left."),
        (("take2",), "Take 2."),
        (("row3", "middle"), "Play row 3 middle."),
        (("row1", "take2"), "Row 1 take 2."),
    ],
)
def test_a_place_has_one_name_and_the_act_is_a_command(choice: tuple[str, ...], act: str) -> None:
    """Rows and columns are read in one way, and a place or a move in notation is played."""
    assert str(Hint(1, "Why not?", names=choice)) == f"{act} Why not?"


def test_verdicts_of_a_tab_say_how_many_games(seed: int = 1) -> None:
    """What the pop-up shows is written by the same function as the hint."""
    p = games.k_in_a_row(seed=seed).connect_four
    found = evaluate(p, Limit(states=10, simulations=100))

    assert all("trial game" in str(verdict) for verdict in found.values())


def test_a_tree_names_places_and_players_as_a_hint_does() -> None:
    """You and the computer at its table, you alone in a puzzle, and places by row and column."""
    p = games.k_in_a_row.noughts_and_crosses(seed=1, against="random").row2.column2
    found = str(tree(p, 2))
    alone = str(tree(games.sliding.eight(seed=1), 1))

    assert {"you", "the computer"} == set(re.findall(r"─ ([^:\n]+):", found))
    assert re.search(r"─ you: row \d column \d  ", found)
    assert {"you"} == set(re.findall(r"─ ([^:\n]+):", alone))


def test_a_report_counts_in_percent_as_a_hint_does() -> None:
    """Shares with their intervals, first choices by the names of their places."""
    p = games.k_in_a_row(seed=1).noughts_and_crosses
    text = {row["measure"]: row["text"] for row in report(p, games=300, matches=2).rows()}

    assert re.match(
        r"row \d column \d: scores \d+ % \(\d+ to \d+\) at random", text["best first choice"]
    )
    assert re.match(r"\d+ % \(\d+ to \d+\) of 300 games", text["the first mover wins"])
    assert not re.search(r"\b0\.\d\d of", " ".join(text.values()))


def test_a_report_names_no_best_choice_below_twenty_games() -> None:
    """Three games through each first choice say nothing about which is best."""
    p = games.k_in_a_row(seed=1).noughts_and_crosses
    measures = {row["measure"] for row in report(p, games=27, matches=2).rows()}

    assert not {"best first choice", "worst first choice"} & measures


def test_the_tree_of_a_finished_game_says_so() -> None:
    """Where nothing can be chosen any more there is a sentence in place of branches."""
    over = games.match_game(rows=(1,), seed=1).row1.take1

    assert "The game is over." == str(tree(over))


@dataclass(frozen=True)
class Again(State):
    """Hurry, and the other player can only give up; wait, and it is your own turn to do so."""

    said: str = ""

    @property
    def mover(self) -> int:
        """The other player's turn after "hurry"."""
        return int(self.said == "hurry")

    @property
    def display_options(self) -> Any:
        """Two words at first, then one."""
        words = {"": ("hurry", "wait"), "over": ()}.get(self.said[:4], ("give up",))
        return tuple((word, word) for word in words)

    @property
    def outcome(self) -> str | None:
        """Over when somebody gave up."""
        return None if self.display_options else "over"

    @property
    def winner(self) -> int | None:
        """Who did not give up."""
        return int(self.said == "over: wait")


class Waiting(Game[Again]):
    """A player may move twice."""

    players = 2

    def new_state(self, rng: Random) -> Again:
        """Nothing said."""
        return Again()

    def process_response(self, state: Again, value: str, rng: Random) -> Again:
        """A word more."""
        return Again(f"over: {state.said}" if state.said else value)


def test_a_refutation_is_the_opponent_s() -> None:
    """What the player to move would have to do next is not told as the other one's reply."""
    game = Waiting()
    found = sure(advice(studied(Question(game, game.new_state(Random(0))))))

    assert "You win in 2 moves, whatever your opponent replies. The other move loses." == (
        found.reason
    )


@dataclass(frozen=True)
class Truce(Again):
    """Hurry, and the other player can only give up; wait, and it is a draw."""

    @property
    def mover(self) -> int:
        """The other player's turn after each word."""
        return int(self.said in ("hurry", "wait"))

    @property
    def winner(self) -> int | None:
        """Whoever hurried."""
        return None if self.said == "over: wait" else 0


class Resting(Waiting):
    """A game that waiting draws."""

    def new_state(self, rng: Random) -> Truce:
        """Nothing said."""
        return Truce()

    def process_response(self, state: Again, value: str, rng: Random) -> Truce:
        """A word more."""
        return Truce(f"over: {state.said}" if state.said else value)


def test_a_reply_that_ends_the_game_in_a_draw_does_not_win() -> None:
    """The reply that a worse choice meets ends the game at once, and nobody wins."""
    game = Resting()
    found = sure(advice(studied(Question(game, game.new_state(Random(0))))))

    assert (
        "The other move is worse: after wait, your opponent plays give up and draws."
        == (found.reason.partition(". ")[2])
    )
