"""Rock, paper, scissors."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider import board, games, outcome
from interactive_provider.builtin.rock_paper_scissors import HANDS, RockPaperScissors, ThrowMatch
from interactive_provider.heart.choices.synthesis import Node
from tests.sure import sure


class Loaded(Random):
    """A generator whose next choice is known."""

    def __init__(self, hand: str) -> None:
        super().__init__(0)
        self.hand = hand

    def choice(self, seq: Any) -> Any:
        """The hand that was put in."""
        return self.hand


@pytest.mark.parametrize(
    ("yours", "computers", "score"),
    [
        ("rock", "rock", (0, 0, 1)),
        ("rock", "paper", (0, 1, 0)),
        ("rock", "scissors", (1, 0, 0)),
        ("paper", "rock", (1, 0, 0)),
        ("paper", "paper", (0, 0, 1)),
        ("paper", "scissors", (0, 1, 0)),
        ("scissors", "rock", (0, 1, 0)),
        ("scissors", "paper", (1, 0, 0)),
        ("scissors", "scissors", (0, 0, 1)),
    ],
)
def test_who_beats_whom(yours: str, computers: str, score: tuple[int, int, int]) -> None:
    """All nine pairs of hands."""
    game = RockPaperScissors()
    state = game.process_response(game.new_state(Random(1)), yours, Loaded(computers))

    assert score == (state.yours, state.mine, state.draws)


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3), (9999, 5000)])
def test_best_of(best_of: int, needed: int) -> None:
    """More than half of the rounds win, draws not counted, for either side."""
    game = RockPaperScissors()
    start = game.new_state(Random(1), best_of=best_of)
    assert needed == start.needed
    ahead = ThrowMatch(best_of, yours=needed - 1, mine=needed - 1)

    assert None is game.process_response(ahead, "rock", Loaded("rock")).outcome
    assert "won" == game.process_response(ahead, "rock", Loaded("scissors")).outcome
    assert "lost" == game.process_response(ahead, "rock", Loaded("paper")).outcome


def test_the_hand_is_drawn_after_the_choice() -> None:
    """One state and one choice lead to all three hands, so the state cannot know which it will
    be."""
    game = RockPaperScissors()
    state = game.new_state(Random(1))
    hands = {sure(game.process_response(state, "rock", Random(seed)).last)[1] for seed in range(30)}

    assert set(HANDS) == hands


def test_a_round_in_words() -> None:
    """The text tells both hands, why one wins, and the score."""
    game = RockPaperScissors()
    state = game.process_response(game.new_state(Random(1)), "scissors", Loaded("paper"))

    assert (
        "You show scissors, the computer paper: scissors cut paper, you win the round.\n"
        "You 1, computer 0.\nFirst to 2 wins. Rock, paper or scissors?" == state.display_text
    )
    assert "Scissors cut paper; rock blunts scissors." == game.describe(state, "scissors")


def test_hands_can_be_clicked_until_the_end() -> None:
    """The player's row chooses, the computer's only shows; nothing is to be clicked when it is
    over."""
    p: Node = games.rock_paper_scissors(seed=1)
    assert {"rock", "paper", "scissors"} == sure(board(p)).values()
    while outcome(p) is None:
        p = p.rock
        assert 2 == sum(cell.mark == "last" for row in sure(board(p)).rows for cell in row)
    assert frozenset() == sure(board(p)).values()
