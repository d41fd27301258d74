"""Chemistry: water and acid, nine lives."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from interactive_provider import board, games
from interactive_provider.builtin.chemistry import Chemistry, Laboratory, is_safe, water_for
from interactive_provider.game import Number
from tests.sure import sure


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


def test_lives_and_flasks_are_drawn_up_to_a_dozen() -> None:
    """As many signs as lives; more than a dozen are counted only."""
    p = games.chemistry(seed=1, lives=3, flasks=2)
    assert (2, 3) == sure(board(p)).shape
    assert 3 == sum(cell.text == "♥" for cell in sure(board(p)).rows[0])
    assert (2, 12) == sure(board(games.chemistry(seed=1, lives=10**9))).shape
