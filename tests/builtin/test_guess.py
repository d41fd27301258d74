"""Guess the number."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from interactive_provider import board, choose, games
from interactive_provider.builtin.guess import Guess, Guessing
from tests.sure import sure


def thinking_of(secret: int, most: int | None = None) -> Guessing:
    """The state of a new game in which the computer thinks of a number from 1 to 100."""
    return Guessing(secret, 1, 100, most, (1, 100), (1, 100))


def after(state: Guessing, *guesses: int) -> Guessing:
    """The state after some guesses."""
    for guess in guesses:
        state = Guess().process_response(state, guess, Random(1))
    return state


@pytest.mark.parametrize(("low", "high"), [(1, 100), (-5, 5), (7, 7), (0, 10**100)])
def test_halving_finds_the_number(low: int, high: int) -> None:
    """Who follows the hints needs at most one guess for each binary digit of the range."""
    game = Guess()
    state = game.new_state(Random(3), low=low, high=high)
    while state.outcome is None:
        state = game.process_response(state, sure(game.hint(state)).value, Random(1))

    assert "won" == state.outcome
    assert state.count <= (high - low + 1).bit_length()


def test_every_number_of_the_range_is_thought_of() -> None:
    """Both bounds are among the secrets."""
    assert set(range(1, 7)) == {
        Guess().new_state(Random(seed), low=1, high=6).secret for seed in range(100)
    }


def test_feedback_and_count() -> None:
    """Too low, too high, right, each with the number of guesses."""
    game, told = Guess(), []
    state: Any = thinking_of(42)
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
    game, state = Guess(), thinking_of(42, most=2)
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
    one, other = (after(thinking_of(secret), 30, 60) for secret in (31, 59))

    assert game.hint(one) == game.hint(other)
    assert [game.describe(one, n) for n in range(1, 101)] == [
        game.describe(other, n) for n in range(1, 101)
    ]
    assert (31, 59) == one.possible


def test_a_wasted_guess_is_noticed() -> None:
    """The check says whether the last guess was ruled out before."""
    game = Guess()

    assert game.check(after(thinking_of(42), 50, 40)).right
    assert not game.check(after(thinking_of(42), 50, 51)).right


def test_a_number_on_the_board_is_the_same_as_typed() -> None:
    """A click on a number is the answer with it; what is ruled out or guessed takes no click."""
    p = games.guess(seed=3)(50)
    low, high = p._state.possible
    pressed = {cell.press for row in sure(board(p)).rows for cell in row} - {None}
    assert set(range(low, high + 1)) == pressed
    assert p(low) == choose(p, low)
    assert "✗50" in {cell.text for row in sure(board(p)).rows for cell in row}


def test_a_long_range_is_drawn_by_its_ends() -> None:
    """A thousand numbers are not drawn one by one."""
    assert (1, 3) == sure(board(games.guess(high=1_000, seed=1))).shape
    assert (1, 1) == sure(board(games.guess(high=1, seed=1))).shape


@pytest.mark.parametrize("high", [100, 10**9])
def test_a_state_does_not_grow_with_the_guesses(high: int) -> None:
    """After a thousand guesses a state is as large as after the first: each position keeps one."""
    state = Guess().new_state(Random(1), 1, high)
    wrong = state.low if state.secret != state.low else state.high
    sizes = [len(pickle.dumps(after(state, *[wrong] * count))) for count in (1, 1_000)]
    assert sizes[1] < sizes[0] + 10
