"""Rock, paper, scissors; guess the number; chemistry; null."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from interactive_provider import board, choose, games, outcome
from interactive_provider.builtin.chemistry import Chemistry, Laboratory, is_safe, water_for
from interactive_provider.builtin.guess import Guess, Guessing
from interactive_provider.builtin.null import Null
from interactive_provider.builtin.rock_paper_scissors import HANDS, Match, RockPaperScissors
from interactive_provider.errors import BadParameter
from interactive_provider.game import Number
from interactive_provider.heart.choices.synthesis import Node
from tests.sure import sure

# Rock, paper, scissors ---------------------------------------------------------------------------


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
    ahead = Match(best_of, yours=needed - 1, mine=needed - 1)

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


# Guess the number --------------------------------------------------------------------------------


@pytest.mark.parametrize(("low", "high"), [(1, 100), (-5, 5), (7, 7), (0, 10**100)])
def test_halving_finds_the_number(low: int, high: int) -> None:
    """Who follows the hints needs at most one guess for each binary digit of the range."""
    game = Guess()
    state = game.new_state(Random(3), low=low, high=high)
    while state.outcome is None:
        state = game.process_response(state, sure(game.hint(state)).value, Random(1))

    assert "won" == state.outcome
    assert len(state.guesses) <= (high - low + 1).bit_length()


def test_every_number_of_the_range_is_thought_of() -> None:
    """Both bounds are among the secrets."""
    assert set(range(1, 7)) == {
        Guess().new_state(Random(seed), low=1, high=6).secret for seed in range(100)
    }


def test_feedback_and_count() -> None:
    """Too low, too high, right, each with the number of guesses."""
    game, told = Guess(), []
    state: Any = Guessing(secret=42, low=1, high=100)
    for guess in (41, 43, 42):
        state = game.process_response(state, guess, Random(1))
        told.append(state.display_text)

    assert [
        "41 is too low. 1 guess so far.",
        "43 is too high. 2 guesses so far.",
        "42 is right! You needed 3 guesses.",
    ] == told
    assert ("won", None, ()) == (state.outcome, state.free_input, state.display_options)


def test_a_limit_of_guesses() -> None:
    """With most=2 the second wrong guess loses and tells the number; a right one wins."""
    game, state = Guess(), Guessing(secret=42, low=1, high=100, most=2)
    state = game.process_response(state, 1, Random(1))
    assert "1 is too low. 1 guess so far. You have 1 guess left." == state.display_text

    assert "won" == game.process_response(state, 42, Random(1)).outcome
    lost = game.process_response(state, 99, Random(1))
    assert ("lost", "99 is too high. That was your last guess: it was 42.") == (
        lost.outcome,
        lost.display_text,
    )


def test_only_the_answers_are_used() -> None:
    """What is said of a guess follows from the answers: two secrets that answered alike look
    alike."""
    game = Guess()
    one, other = (Guessing(secret, 1, 100, guesses=(30, 60)) for secret in (31, 59))

    assert game.hint(one) == game.hint(other)
    assert [game.describe(one, n) for n in range(1, 101)] == [
        game.describe(other, n) for n in range(1, 101)
    ]
    assert (31, 59) == one.possible()


def test_a_wasted_guess_is_noticed() -> None:
    """The check says whether the last guess was ruled out before."""
    game = Guess()

    assert game.check(Guessing(42, 1, 100, guesses=(50, 40))).right
    assert not game.check(Guessing(42, 1, 100, guesses=(50, 51))).right


# Chemistry ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acid", "water", "safe"),
    [
        (3, "7", True),
        (12, "28", True),
        # A twentieth of 28 is 1.4: the bounds are safe, and nothing beyond them.
        (12, "26.6", True),
        (12, "29.4", True),
        (12, "26.599999999999998", False),
        (12, "29.400000000000002", False),
        # 7/3 of one litre is 2 1/3; its bounds are 133/60 and 49/20.
        (1, "2.45", True),
        (1, "2.46", False),
        (1, "2.22", True),
        (1, "2.21", False),
        (1, "0", False),
        (30, "66.5", True),
        (30, "73.5", True),
        (30, "66.4999", False),
        (30, "73.5001", False),
    ],
)
def test_grading(acid: int, water: str, safe: bool) -> None:
    """Within one twentieth, the bounds included, by exact arithmetic."""
    assert safe == is_safe(acid, Fraction(water))
    state = Laboratory(acid=acid, lives=9, flasks=10, largest=50)
    after = Chemistry().process_response(state, Number(0, integer=False).parse(water), Random(1))
    assert (9, 9) if safe else (8, 10) == (after.lives, after.flasks)


def test_bounds_of_every_amount_as_typed() -> None:
    """For each acid whose bounds are decimals, the bound as typed is safe and a hair beyond it is
    not."""
    checked = 0
    for acid in range(3, 301, 3):
        for sign in (-1, 1):
            bound = water_for(acid) * (1 + Fraction(sign, 20))
            typed = float(bound)
            beyond = float(bound + sign * Fraction(1, 1000))
            state = Laboratory(acid, 9, 10, 50)
            lives = [
                Chemistry().process_response(state, water, Random(1)).lives
                for water in (typed, beyond)
            ]
            assert [9, 8] == lives
            checked += 1

    assert 200 == checked


def test_what_is_shown_is_graded() -> None:
    """The amount in the text is whole and is the one that the water is measured against."""
    game, rng = Chemistry(), Random(4)
    state = game.new_state(rng)
    while state.outcome is None:
        shown = int(state.display_text.splitlines()[-1].split()[3])
        exact = Fraction(7 * shown, 3)
        water = int(exact) if exact.denominator == 1 else round(float(exact), 4)
        state = game.process_response(state, water, rng)

    assert ("won", 9) == (state.outcome, state.lives)


def test_nine_lives() -> None:
    """The ninth explosion loses, not the eighth."""
    game, rng = Chemistry(), Random(4)
    state, outcomes = game.new_state(rng), []
    for _ in range(9):
        state = game.process_response(state, 0, rng)
        outcomes.append(state.outcome)

    assert [None] * 8 + ["lost"] == outcomes
    assert None is state.free_input


def test_hints_are_safe() -> None:
    """The hint for every amount, small or huge, is graded safe."""
    game = Chemistry()
    for acid in (*range(1, 400), 10**9 + 1, 10**300 + 1, 10**1000 - 1):
        value = sure(game.hint(Laboratory(acid, 1, 1, acid))).value
        assert is_safe(acid, Fraction(value))


def test_water_is_a_number_from_zero() -> None:
    """Any number of litres may be typed, decimals and thousands of digits included, but none below
    zero."""
    wanted = Chemistry().new_state(Random(1)).free_input

    assert Number(low=0, integer=False, unit="litres") == wanted
    assert [12.5, 12, 10**4000] == [
        wanted.parse("12.5"),
        wanted.parse("12"),
        wanted.parse(10**4000),
    ]


def test_feedback_in_words() -> None:
    """Too little, too much, near enough, just right; thirds are told as such."""
    told = []
    for acid, water in ((1, 1), (1, 99), (1, 2.3), (3, 7), (4, 1)):
        state = Chemistry().process_response(Laboratory(acid, 9, 10, 50), water, Random(1))
        told.append(state.display_text.splitlines()[0])

    assert [
        (
            "Too little water: it blows up, and you with it. For 1 litre of acid 2 1/3 would have"
            " been right."
        ),
        (
            "Too much water: it blows up, and you with it. For 1 litre of acid 2 1/3 would have"
            " been right."
        ),
        "Near enough: 2 1/3 would have been right.",
        "Well diluted.",
        (
            "Too little water: it blows up, and you with it. For 4 litres of acid 9 1/3 would have"
            " been right."
        ),
    ] == told


# Null --------------------------------------------------------------------------------------------


def test_the_template_wins_and_loses() -> None:
    """A press for each lamp wins; leaving loses; both end the options."""
    game = Null()
    state = game.new_state(Random(1), lamps=2)
    for value in sure(game.solve(state).values):
        state = game.process_response(state, value, Random(1))
    left = game.process_response(game.new_state(Random(1)), "leave", Random(1))

    assert ("won", (), "lost", ()) == (
        state.outcome,
        state.display_options,
        left.outcome,
        left.display_options,
    )
    assert "unsolvable" == game.solve(left).status
    assert (True, False) == (game.check(state).right, game.check(left).right)


@pytest.mark.parametrize("lamps", [1, 3, 10])
def test_the_template_has_every_ability(lamps: int) -> None:
    """Each ability gives what the state calls for, in the finished game too."""
    game = Null()
    state = game.new_state(Random(1), lamps=lamps)
    end = game.process_response(state, "leave", Random(1))

    assert ((1, lamps), frozenset({"press"})) == (
        game.board(state).shape,
        game.board(state).values(),
    )
    assert ("press", ((0, 0),)) == (sure(game.hint(state)).value, sure(game.hint(state)).cells)
    assert [value for _, value in state.display_options] == list(game.evaluate(state))
    assert (None, {}, frozenset()) == (game.hint(end), game.evaluate(end), game.board(end).values())


# Bad parameters of all ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "parameters", "quoted"),
    [
        (RockPaperScissors(), {"best_of": 2}, "best_of is 2"),
        (RockPaperScissors(), {"best_of": 0}, "best_of is 0"),
        (RockPaperScissors(), {"best_of": "3"}, "best_of is '3'"),
        (Guess(), {"low": 5, "high": 1}, "low is 5 and high is 1"),
        (Guess(), {"high": 10.5}, "high is 10.5"),
        (Guess(), {"high": 10**5000}, "5,000 digits"),
        (Guess(), {"most": 0}, "most is 0"),
        (Chemistry(), {"lives": 0}, "lives is 0"),
        (Chemistry(), {"flasks": -1}, "flasks is -1"),
        (Chemistry(), {"largest": None}, "largest is None"),
        (Null(), {"lamps": 100}, "lamps is 100"),
        (Null(), {"lamps": True}, "lamps is True"),
    ],
)
def test_bad_parameters_are_quoted(game: Any, parameters: dict[str, object], quoted: str) -> None:
    """What makes no sense is refused by one sentence that shows it."""
    with pytest.raises(BadParameter) as caught:
        game.new_state(Random(1), **parameters)

    assert quoted in str(caught.value)


# Boards ----------------------------------------------------------------------------------------


def test_a_number_on_the_board_is_the_same_as_typed() -> None:
    """A click on a number is the answer with it; what is ruled out or guessed takes no click."""
    p = games.guess(seed=3)(50)
    low, high = p._state.possible()
    pressed = {cell.press for row in sure(board(p)).rows for cell in row} - {None}
    assert set(range(low, high + 1)) == pressed
    assert p(low) == choose(p, low)
    assert "✗50" in {cell.text for row in sure(board(p)).rows for cell in row}


def test_a_long_range_is_drawn_by_its_ends() -> None:
    """A thousand numbers are not drawn one by one."""
    assert (1, 3) == sure(board(games.guess(high=1_000, seed=1))).shape
    assert (1, 1) == sure(board(games.guess(high=1, seed=1))).shape


def test_hands_can_be_clicked_until_the_end() -> None:
    """The player's row chooses, the computer's only shows; nothing is to be clicked when it is
    over."""
    p: Node = games.rock_paper_scissors(seed=1)
    assert {"rock", "paper", "scissors"} == sure(board(p)).values()
    while outcome(p) is None:
        p = p.rock
        assert 2 == sum(cell.mark == "last" for row in sure(board(p)).rows for cell in row)
    assert frozenset() == sure(board(p)).values()


def test_lives_and_flasks_are_drawn_up_to_a_dozen() -> None:
    """As many signs as lives; more than a dozen are counted only."""
    p = games.chemistry(seed=1, lives=3, flasks=2)
    assert (2, 3) == sure(board(p)).shape
    assert 3 == sum(cell.text == "♥" for cell in sure(board(p)).rows[0])
    assert (2, 12) == sure(board(games.chemistry(seed=1, lives=10**9))).shape
