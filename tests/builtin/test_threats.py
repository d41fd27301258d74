"""What k in a row looks at first, beside a slow look at every square."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider import Limit, evaluate, games, hint
from interactive_provider.builtin.k_in_a_row import KInARow
from tests.sure import sure
from tests.thorough import some

GAME = KInARow()
SIZES = [(8, 9, 4), (9, 8, 5), (10, 10, 5), (8, 8, 3)]


def scattered(seed: int) -> Any:
    """A board with stones near one another, and nobody's row."""
    rng = Random(seed)
    rows, columns, k = SIZES[seed % len(SIZES)]
    state = GAME.new_state(rng, rows, columns, k)
    middle = [
        value
        for value in state.option_values
        if 1 < value // columns < rows - 2 and 1 < value % columns < columns - 2
    ]
    for value in rng.sample(middle, rng.randint(2, len(middle) * 2 // 3)):
        after = GAME.process_response(state, value, rng)
        if after.outcome is None:
            state = after
    return state


def winning(state: Any, mover: int) -> set[int]:
    """The squares that complete a row of a player's, whoever is to move."""
    turned = state._replace(mover=mover)
    return {
        value
        for value in state.option_values
        if GAME.process_response(turned, value, Random(0)).winner == mover
    }


def double(state: Any, mover: int) -> set[int]:
    """The squares after which a player could complete a row in two ways."""
    turned = state._replace(mover=mover)
    return {
        value
        for value in state.option_values
        if len(winning(GAME.process_response(turned, value, Random(0)), mover)) > 1
    }


def answers(state: Any, value: int) -> bool:
    """True if a square threatens to win, or leaves the other player none that threatens doubly."""
    after = GAME.process_response(state, value, Random(0))
    return bool(winning(after, state.mover)) or not double(after, after.mover)


def wins_by_threats(state: Any) -> bool:
    """True if the player to move wins by threats that must be answered one after another."""
    mover = state.mover
    must = winning(state, 1 - mover)
    for value in must or state.option_values:
        after = GAME.process_response(state, value, Random(0))
        stops = winning(after, mover)
        if len(must) < 2 and len(stops) > 1:
            return True
        if len(must) < 2 and stops:
            (stop,) = stops
            if wins_by_threats(GAME.process_response(after, stop, Random(0))):
                return True
    return False


@pytest.mark.slow
def test_threats_go_before_everything() -> None:
    """One's own row is completed, else the other's is stopped; of one that would be open next all
    answers are named, unless threats win."""
    met = set()
    for seed in range(some(8, of=12)):
        state = scattered(seed)
        mover = state.mover
        named = set(GAME.candidates(state) or ())
        wins, stops = winning(state, mover), winning(state, 1 - mover)
        if wins or stops:
            met.add("row")
            assert (wins or stops) == named
        elif double(state, mover):
            met.add("attack")
            assert len(named) == 1
        elif double(state, 1 - mover):
            met.add("defence")
            assert not any(answers(state, one) for one in state.option_values if one not in named)

    assert {"row", "attack", "defence"} == met


@pytest.mark.slow
def test_a_forced_win_is_one() -> None:
    """Where threats win, the square that is named first begins such a win."""
    forced = 0
    for seed in range(40):
        state = scattered(seed)
        if winning(state, 0) | winning(state, 1) or not wins_by_threats(state):
            continue
        forced += 1
        named = GAME.candidates(state) or ()
        after = GAME.process_response(state, named[0], Random(0))
        stops = winning(after, state.mover)
        assert 1 == len(named)
        assert len(stops) > 1 or wins_by_threats(
            GAME.process_response(after, stops.pop(), Random(0))
        )

    assert forced > 5


def test_small_boards_and_racks_are_looked_at_whole() -> None:
    """Nothing is named there, so that their computer players answer as before."""
    boards: list[Any] = [{}, {"rows": 6, "columns": 7, "k": 4, "gravity": True}]
    for sizes in boards:
        assert GAME.candidates(GAME.new_state(Random(0), **sizes)) is None


def test_an_open_three_is_answered_by_few_games() -> None:
    """In gomoku the computer stops three stones with free ends; verdicts say what was judged."""
    start = games.k_in_a_row(seed=1).gomoku
    p = start.row08.column08.row01.column01.row08.column09.row01.column15.row08.column10
    few = Limit(states=100, simulations=60)

    assert sure(hint(p, limit=few)).value in (7 * 15 + 6, 7 * 15 + 10)
    assert "not among the 4 of 220 choices that were judged" == str(evaluate(p, limit=few)[100])


def test_squares_beside_a_stone_come_first() -> None:
    """Where nothing is threatened, those with which it shares most lines."""
    state = GAME.new_state(Random(0), 15, 15, 5)
    beside = GAME.candidates(GAME.process_response(state, 112, Random(0))) or []
    assert {96, 97, 98, 111, 113, 126, 127, 128} == set(beside[:8])
