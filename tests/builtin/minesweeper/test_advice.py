"""Hints with reasons, verdicts, solving: what the game says to a player who asks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider.builtin.minesweeper import analysis
from interactive_provider.builtin.minesweeper.advice import evaluate, hint, solve
from interactive_provider.builtin.minesweeper.analysis import FieldStudy
from interactive_provider.builtin.minesweeper.explanations import safe_reason
from interactive_provider.builtin.minesweeper.game import Minesweeper
from interactive_provider.builtin.minesweeper.generate import solvable_without_guess
from interactive_provider.builtin.minesweeper.minefields import Layout
from interactive_provider.builtin.minesweeper.rules import Field, toggle_flag, uncover
from interactive_provider.builtin.minesweeper.solving.probability import weigh
from interactive_provider.builtin.minesweeper.view import read_view
from interactive_provider.errors import BadParameter
from interactive_provider.support.clocks import own_time
from tests.sure import sure


@pytest.mark.parametrize(
    ("rows", "mines", "square", "text"),
    [
        (["0.", ".."], 0, 1, "the 0 at r1 c1 touches no mines"),
        (
            ["1.", "11", ".."],
            1,
            4,
            (
                "the mine of the 1 at r2 c1 is at r1 c2, the only covered square that the 1 at r1"
                " c1 touches"
            ),
        ),
        (
            ["2.", "2.", "1."],
            2,
            5,
            (
                "the mines of the 2 at r2 c1 are at r1 c2, r2 c2, the only 2 covered squares that"
                " the 2 at r1 c1 touches"
            ),
        ),
        (
            ["1111", "...."],
            2,
            6,
            (
                "the 1 at r1 c1 puts at least 1 mine on squares that the 1 at r1 c2 touches too,"
                " and that is all it needs"
            ),
        ),
    ],
)
def test_reasons_name_the_clues(rows: list[str], mines: int, square: int, text: str) -> None:
    """A single number, one whose mine another one gives away, and two numbers that share
    squares."""
    assert text == safe_reason(FieldStudy(read_view(rows, mines)), square).text


def test_mine_count_is_a_reason() -> None:
    """When the numbers need all the mines, the rest is safe, and the hint says where the mines must
    lie."""
    reason = safe_reason(FieldStudy(read_view([".1....", "......"], 1)), 5)
    assert reason.text.startswith("the last mine must lie beside numbers")
    assert (1,) == reason.squares


def test_hint_on_the_first_click_and_at_the_end() -> None:
    """The first click is promised; after the end there is nothing to advise."""
    game = Minesweeper()
    first = game.hint(game.new_state(Random(0)))
    assert first is not None
    assert ("uncover", 4, 4) == first.value
    lost = uncover(Field(1, 2, 1, "unsafe", 1), 0, Random(0))
    assert hint(lost) is None
    assert {} == evaluate(lost)


def test_hint_finds_a_wrong_flag() -> None:
    """A flag on a square that is safe for certain is worth taking away."""
    now = toggle_flag(uncover(Field(1, 3, 1, "unsafe", 0b001), 1, Random(0)), 2)
    assert hint(now) is not None
    won = Field(1, 4, 1, "unsafe", 0b1000, opened=0b0001, flags=0b0010)
    found = hint(won)
    assert found is not None
    assert ("flag", 1, 2) == found.value
    assert "this flag is wrong" in found.reason


def test_guess_says_that_nothing_is_safe() -> None:
    """Where no square is certain the hint says so and gives the chance."""
    now = uncover(Field(1, 3, 1, "unsafe", 0b001), 1, Random(0))
    found = hint(now)
    assert found is not None
    assert found.reason.startswith("no square is safe for certain")
    assert "50.0% a mine" in found.reason


def test_verdicts_are_the_probabilities() -> None:
    """Words for people and a score for the shade; the flag's score is the other way round."""
    now = uncover(Field(1, 4, 1, "unsafe", 0b0001), 1, Random(0))
    verdicts = evaluate(now)
    assert ("50% mine", 0.5) == (verdicts["uncover", 1, 1].text, verdicts["uncover", 1, 1].score)
    assert ("safe", 1.0, 0.0) == (
        verdicts["uncover", 1, 4].text,
        verdicts["uncover", 1, 4].score,
        verdicts["flag", 1, 4].score,
    )


@pytest.mark.slow
def test_auto_play_wins_boards_without_guesses() -> None:
    """On a preset that needs no guess, solving again and again wins, and every hint on the way is
    safe."""
    game = Minesweeper()
    for seed in range(6):
        rng = Random(seed)
        state = game.new_state(rng, **game.presets["beginner_no_guess"])
        while state.outcome is None:
            advice = game.hint(state)
            assert advice is not None
            assert not advice.reason.startswith("no square")
            solution = solve(state.field)
            assert solution.values
            for value in solution.values:
                if any(value == option for _, option in state.display_options):
                    state = game.process_response(state, value, rng)
        assert "won" == state.outcome
        layout = state.field.layout
        assert layout is not None
        assert "efficiency" in state.display_text
        assert solvable_without_guess(Layout(9, 9, layout), (3, 3))


@pytest.mark.slow
def test_hints_on_random_games_are_safe_and_their_cells_are_numbers() -> None:
    """A reason rests on open numbers, and the square it names is free."""
    game, asked = Minesweeper(), 0
    for seed in range(8):
        rng = Random(seed)
        state = game.new_state(rng, rows=8, columns=11, mines=14)
        while state.outcome is None:
            advice = game.hint(state)
            assert advice is not None
            _, row, column = advice.value
            if not advice.reason.startswith("no square"):
                asked += 1
                assert not (state.field.layout or 0) >> ((row - 1) * 11 + column - 1) & 1
            state = game.process_response(state, advice.value, rng)
    assert asked > 50


def test_no_guess_needs_a_safe_start() -> None:
    """An unsafe start cannot be free of guesses."""
    with pytest.raises(BadParameter, match="no_guess=True"):
        Minesweeper().new_state(Random(0), start="unsafe", no_guess=True)


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The views that are weighed from now on."""
    views: list[bytes] = []

    def counted(position: Any, limit: int) -> Any:
        views.append(bytes(position.cells))
        return weigh(position, limit)

    monkeypatch.setattr(analysis, "weigh", counted)
    return views


def test_a_hint_looks_at_its_view_once(weighed: list[bytes]) -> None:
    """Where no square is safe the view was weighed three times; now once."""
    now = uncover(Field(4, 4, 5, "unsafe", 0b0001_0000_1000_1110), 0, Random(0))
    found = hint(now)
    assert found is not None
    assert found.reason.startswith("no square is safe")
    assert 1 == weighed.count(now.view().cells)


def test_a_verdict_and_a_solution_look_at_their_view_once(weighed: list[bytes]) -> None:
    """One count of the layouts each."""
    now = uncover(Field(1, 4, 1, "unsafe", 0b0001), 1, Random(0))
    evaluate(now)
    solve(now)
    assert [now.view().cells] * 2 == weighed


def test_a_guess_on_a_huge_field_is_quick() -> None:
    """Where thousands of squares are covered, the safest one is advised without looking ahead."""
    state = Minesweeper().new_state(Random(1), rows=100, columns=100, mines=1_500, start="unsafe")
    begin = own_time()

    assert "a guess is needed; this is the safest" in sure(hint(state.field)).reason
    assert own_time() - begin < 1
