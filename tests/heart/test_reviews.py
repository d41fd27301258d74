"""A review finds every loss that the exact table knows and invents none; estimates blame only for
more than their error; luck is nobody's mistake; and it follows from the game that was played."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    check,
    choose,
    history,
    line,
    options,
    outcome,
    play,
    replay,
    review,
)
from interactive_provider.game import Game, Options, State, Verdict
from interactive_provider.heart.play.insiders import game_of, state_of
from interactive_provider.search import analysis
from interactive_provider.search.model import Model
from tests.thorough import some

games: Any = InteractiveProvider(seed=3)

SOLVED: dict[str, dict[str, Any]] = {
    "noughts and crosses": {"rows": 3, "columns": 3, "k": 3},
    "connect three": {"rows": 3, "columns": 4, "k": 3, "gravity": True},
    "Nim": {"rows": (3, 2, 1), "misere": False},
    "misère Nim": {"rows": (3, 2, 1)},
}
"""Games whose table is made here by looking at everything."""


def finished(p: Any, seed: int) -> Any:
    """A random game to its end."""
    rng = Random(seed)
    while outcome(p) is None:
        p = choose(p, rng.choice(options(p)))
    return p


def losses(p: Any) -> dict[int, float]:
    """What each move of a game lost, by the values of all positions, without any search of ours."""
    game, table = game_of(p), dict[Any, float]()
    model = Model(game, hidden=True)

    def worth(state: Any, turn: int) -> float:
        """What the first player gets with best play."""
        values, mover, paid = model.look(state, turn)
        if paid is not None:
            return paid[0]
        key = model.key(state, mover)
        if key not in table:
            after = [game.process_response(state, value, Random(0)) for value in values]
            every = [worth(one, 1 - mover) for one in after]
            table[key] = min(every) if mover else max(every)
        return table[key]

    line = [worth(state_of(at), number % 2) for number, at in enumerate(history(p))]
    lost = [before - after for before, after in pairwise(line)]
    signed = [-one if number % 2 else one for number, one in enumerate(lost)]
    return {number: one for number, one in enumerate(signed, 1) if one > 0}


@pytest.mark.parametrize("seed", range(some(2, of=50)))
@pytest.mark.parametrize("name", SOLVED)
def test_every_loss_of_value_is_found_and_none_is_invented(name: str, seed: int) -> None:
    """Of random games of solved kinds; each is said to be proved."""
    game = games.match_game if "Nim" in name else games.k_in_a_row
    p = finished(game(seed=seed, **SOLVED[name]), seed)
    found = [move for move in review(p).moves if move.loss]

    assert losses(p) == {move.number: move.loss for move in found}
    assert all(move.is_proved for move in found)


def test_a_mistake_says_what_was_better_and_how_it_is_answered() -> None:
    """The words are those of the verdicts, the replies those of best play."""
    noughts = games.k_in_a_row(seed=1).noughts_and_crosses
    p = noughts.row2.column2.row1.column2.row3.column1.row1.column3
    (turn,) = [move for move in review(p).turning_points() if move.number == 2]

    assert ("blunder", 0.5, True) == (turn.grade, turn.loss, turn.is_proved)
    assert turn.better.endswith("(draws)")
    assert 4 == turn.answer.count(",") + 1
    assert "Move 2, O: row 1 column 2 (loses in 6), blunder, proved. Better: row 1" in str(turn)


def test_a_check_follows_from_it_without_the_better_move() -> None:
    """For a game that only search can judge; a right move is right."""
    noughts = games.k_in_a_row(seed=1).noughts_and_crosses
    wrong = check(noughts.row2.column2.row1.column2)

    assert (False, "Move 2, row 1 column 2, was certainly a blunder.") == (bool(wrong), wrong.text)
    assert check(noughts.row2.column2.row1.column1)


def test_against_an_opponent_only_your_own_moves_are_checked() -> None:
    """What the computer did wrong is in the review, and not in the check."""
    p = games.k_in_a_row(seed=2, against="random")
    while outcome(p) is None:
        best = max(analysis.studied(_question(p)).findings.values(), key=lambda one: one.worth)
        p = choose(p, best.value)

    assert any(move.loss for move in review(p).moves if move.player == "the computer")
    assert check(p)


def _question(p: Any) -> Any:
    return analysis.Question(game_of(p), state_of(p))


@dataclass(frozen=True)
class Flip(State):
    """A bet on a coin, or none."""

    end: float | None = None
    rounds: int = 0

    @property
    def display_options(self) -> Options:
        """A fair coin, or a coin that hardly ever wins."""
        return () if self.end is not None else (("fair", 0.5), ("bad", 0.1))

    @property
    def outcome(self) -> str | None:
        """Over after one flip."""
        return None if self.end is None else "over"

    @property
    def winner(self) -> int:
        """The first player wins if the coin says so."""
        return 0 if self.end else 1


class Coins(Game[Flip]):
    """Bet on a coin."""

    players: ClassVar[tuple[str, ...]] = ("you", "bank")

    def new_state(self, rng: Random) -> Flip:
        """Before the bet."""
        return Flip()

    def process_response(self, state: Flip, value: float, rng: Random) -> Flip:
        """The coin is tossed."""
        return Flip(float(rng.randrange(10) < 10 * value))


def test_luck_is_told_apart_from_skill() -> None:
    """The best bet that is lost is bad luck and no mistake; the worst one that is won was one."""
    coins = InteractiveProvider(Coins()).coins
    fair = [review(coins(seed=seed).fair).moves[0] for seed in range(8)]
    bad = [review(coins(seed=seed).bad).moves[0] for seed in range(8)]

    assert {0.0} == {move.loss for move in fair}
    assert {-0.5, 0.5} == {round(move.luck, 6) for move in fair}
    assert {0.4} == {round(move.loss, 6) for move in bad}
    assert "Luck, not skill: -50 % of a win." in "".join(map(str, fair))


class Noise(Coins):
    """Every choice is worth the same, and its verdicts are estimates."""

    def evaluate(self, state: Flip) -> dict[float, Verdict]:
        """Two figures that differ by less than their error."""
        return {0.5: Verdict("62 %", 0.62, error=0.1), 0.1: Verdict("50 %", 0.5, error=0.1)}


def test_nobody_is_blamed_for_noise() -> None:
    """A difference within the error of both figures is no mistake."""
    move = review(InteractiveProvider(Noise()).noise(seed=1).bad).moves[0]

    assert (0.0, "", False) == (move.loss, move.grade, move.is_proved)


def test_trial_games_may_be_played_with_some_choices_alone() -> None:
    """So that a comparison of two rests on as many games as there are for all."""
    p = games.k_in_a_row(seed=1).connect_four
    limit = Limit(states=1, simulations=400)
    study = analysis.studied(replace(_question(p), budget=limit, only=(1, 4)))
    played = {value: one.games for value, one in study.findings.items() if one.games}

    assert {1, 4} == set(played)
    assert 350 < sum(played.values()) <= 400


def test_a_hidden_hand_is_judged_by_what_its_player_knew() -> None:
    """Two deals that look alike to a player are reviewed alike, and the opponent's moves are left
    out against a computer."""
    start = games.openspiel.cards.kuhn_poker(against="random")
    reviews = [review(start(seed=seed).Pass) for seed in range(12)]

    assert {"you"} == {move.player for found in reviews for move in found.moves}
    first = {(found.moves[0].verdict, found.moves[0].loss) for found in reviews}
    assert len(first) <= 3


def test_a_review_is_data() -> None:
    """Rows for a data frame, JSON, a page with a strip, and a summary in words."""
    found = review(finished(games.k_in_a_row(seed=1).noughts_and_crosses, 1))

    assert (
        len(found.moves)
        == len(found.rows())
        == len(json.loads(json.dumps(found.to_dict()))["moves"])
    )
    assert "<svg" in found._repr_html_()
    assert str(found).splitlines()[2].startswith("X: ")


def test_a_game_that_has_not_begun_has_nothing_to_review() -> None:
    """No move, no fault."""
    p = games.k_in_a_row(seed=1).noughts_and_crosses

    assert () == tuple(review(p).moves)
    assert check(p)


def test_a_board_shows_the_review_and_what_it_says_of_each_move() -> None:
    """The button works at the end, the strip stays while one walks through the game."""
    p = finished(games.k_in_a_row(seed=1).noughts_and_crosses, 1)
    board = play(p)
    board.do("review")
    summary = board._view["status"]
    board.do("goto", index=1)

    assert summary.startswith("X: ")
    assert board._view["review"].startswith("data:image/svg+xml,")
    assert board._view["status"].startswith("Move 1, X: ")
    board.do("new")
    assert "" == board._view["review"]


def test_a_reviewed_line_can_be_replayed_and_is_reviewed_alike() -> None:
    """The review depends on the game alone."""
    p = finished(games.k_in_a_row(seed=1).noughts_and_crosses, 2)

    assert review(p).rows() == review(replay(line(p))).rows()


@pytest.mark.slow
def test_chess_is_reviewed_by_its_engine() -> None:
    """A queen that is left to be taken is a blunder, and a book move is none."""
    p = games.chess(seed=1).both_sides.e4.e5.Qh5.Nc6.Qxf7
    moves = review(p).moves

    assert ["blunder"] == [move.grade for move in moves if move.loss]
    assert (3, False) == (moves[-1].number, moves[-1].is_proved)
    assert moves[-1].answer.startswith("Kxf7")


def test_a_review_without_moves_says_so() -> None:
    """A position that was set up is a beginning: its review was a title and nothing else."""
    p = games.k_in_a_row(seed=1).connect_four(position="4453")

    assert "No move that you may judge has been made" in str(review(p))
    assert "No move" not in str(review(p.column4, Limit(simulations=10)))
