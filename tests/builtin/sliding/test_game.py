"""The sliding puzzle as a game: options, texts, board, advice, and parameters that make no
sense."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider.builtin.sliding import advice, rules
from interactive_provider.builtin.sliding.game import Sliding, Tiles
from interactive_provider.errors import BadParameter
from tests.thorough import some

GAME = Sliding()
NEAR = "1 2 3/4 5 6/0 7 8"


def _state(**parameters: Any) -> Tiles:
    return GAME.new_state(Random(1), **parameters)


def test_options_are_directions_and_tiles() -> None:
    """The tiles beside the blank have a direction, all in its row and column a name with its
    number."""
    assert (
        ("down", "down"),
        ("left", "left"),
        ("t1", 1),
        ("t4", 4),
        ("t7", 7),
        ("t8", 8),
    ) == tuple(_state(position=NEAR).display_options)
    assert ("t01", 1) in tuple(
        _state(position="0 1 2 3/4 5 6 7/8 9 10 11", allow_unsolvable=True).display_options
    )


def test_a_line_of_tiles_counts_each_tile() -> None:
    """Clicking tile 8 from two cells away slides two tiles and solves the board."""
    state = GAME.process_response(_state(position=NEAR), 8, Random(1))
    assert ("won", 2, (7, 8)) == (state.outcome, state.moves, state.last)
    assert () == state.display_options
    assert "Solved in 2 moves; the optimum is 2." == state.display_text


def test_every_board_that_is_dealt_is_solvable_and_not_solved() -> None:
    """A hundred small boards of each shape."""
    for seed in range(100):
        for rows, columns in ((2, 2), (2, 3), (3, 2)):
            state = GAME.new_state(Random(seed), rows=rows, columns=columns)
            assert rules.is_solvable(state.position) and state.outcome is None


def test_evaluate_counts_the_moves_to_go() -> None:
    """Next to the goal the way home is one move on, and every other way leads off."""
    verdicts = GAME.evaluate(_state(position=NEAR))
    assert "1 move to go, on a shortest way" == verdicts[7].text == verdicts["left"].text
    assert "solved, on a shortest way" == verdicts[8].text
    assert "3 moves to go" == verdicts["down"].text
    assert (1.0, 0.0) == (verdicts["left"].score, verdicts["down"].score)


@pytest.mark.slow
def test_evaluate_agrees_with_the_solver_on_4x4() -> None:
    """The moves to go after each slide are the length of a shortest solution from there."""
    state = _state(position="5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12")
    for value, verdict in GAME.evaluate(state).items():
        solution = GAME.solve(GAME.process_response(state, value, Random(1)))
        assert solution.values is not None
        count = len(solution.values)
        assert verdict.text.startswith(f"{count} move" if count else "solved")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(3, 3), (4, 4), (4, 5)])
def test_who_follows_the_hints_arrives(size: tuple[int, int]) -> None:
    """Hints lead home without going in a circle, in as many moves as the first one said."""
    state = GAME.new_state(Random(3), rows=size[0], columns=size[1])
    length = advice.plan(state.position).length
    assert length is not None
    for _ in range(length):
        hint = GAME.hint(state)
        assert hint is not None and "to go" in hint.reason
        state = GAME.process_response(state, hint.value, Random(1))
    assert "won" == state.outcome
    assert GAME.hint(state) is None


@pytest.mark.slow
def test_words_of_a_random_4x4_are_exact_before_anything_is_asked() -> None:
    """All random boards but one have an exact number beside every tile that can step, and one leads
    home."""
    exact, boards = 0, some(2, of=10)
    for seed in range(boards):
        state = GAME.new_state(Random(seed), rows=4, columns=4)
        verdicts = GAME.evaluate(state)
        words = [verdicts[way].text for way in rules.directions(state.position)]
        if not any("at least" in line for line in words):
            exact += 1
            assert any("on a shortest way" in line for line in words)
    assert exact >= boards - 1


def test_describe_says_what_slides_where() -> None:
    """One line, from the state alone."""
    assert "tile 7 slides left" == GAME.describe(_state(position=NEAR), "left")
    assert "tiles 7 and 8 slide left" == GAME.describe(_state(position=NEAR), 8)


def test_solve_gives_option_values() -> None:
    """The values of a solution can be chosen one after the other."""
    state = _state(rows=3, columns=3)
    solution = GAME.solve(state)
    assert "shortest" == solution.status and solution.values is not None
    for value in solution.values:
        assert value in {option for _, option in state.display_options}
        state = GAME.process_response(state, value, Random(1))
    assert "won" == state.outcome


def test_check_finds_wasted_moves() -> None:
    """Going away from home is told, without the way home."""
    state = _state(position=NEAR)
    assert GAME.check(state)
    assert GAME.check(GAME.process_response(state, "left", Random(1)))
    wasted = GAME.check(GAME.process_response(state, "down", Random(1)))
    assert not wasted and "2 moves" in wasted.text


def test_an_unsolvable_position_says_why_everywhere() -> None:
    """Where it is asked for it can be looked at; every ability tells the parity or has nothing to
    advise."""
    state = _state(position="1 2 3/4 5 6/8 7 0", allow_unsolvable=True)
    assert "1 pair of tiles" in state.display_text
    assert not GAME.check(state) and "1 pair" in GAME.check(state).text
    assert GAME.hint(state) is None and {} == GAME.evaluate(state)
    assert "unsolvable" == GAME.solve(state).status


def test_the_board_tells_tiles_at_home_without_colour() -> None:
    """A dot for tiles at home, roles and labels too; the last move marked; gestures only where they
    lead somewhere."""
    state = GAME.process_response(_state(position="1 2 3/4 5 6/0 7 8"), "left", Random(1))
    board = GAME.board(state)
    assert ("7•", "home", "tile 7, at home", "last") == (
        board.cell(2, 0).text,
        board.cell(2, 0).role,
        board.cell(2, 0).label,
        board.cell(2, 0).mark,
    )
    assert "blank" == board.cell(2, 1).role
    assert (8, (("left", 8),)) == (board.cell(2, 2).press, board.cell(2, 2).drag)
    assert None is board.cell(0, 0).press
    assert board.values() <= {value for _, value in state.display_options}


def test_picture_tiles_show_signs() -> None:
    """Each tile shows the sign of its home."""
    state = _state(position=NEAR, picture="ABC/DEF/GHI")
    assert ["A•", "G", "H"] == [
        GAME.board(state).cell(*place).text for place in ((0, 0), (2, 1), (2, 2))
    ]
    assert "tile G slides left" in GAME.describe(state, 7)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"rows": 1, "columns": 5}, "1×5"),
        ({"rows": 101, "columns": 4}, "101×4"),
        ({"rows": "x", "columns": 4}, "x"),
        ({"position": "1 2/3 4"}, "Tile 4"),
        ({"position": "1 2 3/4 5 6/8 7 0"}, "1 pair of tiles"),
        ({"rows": 3, "columns": 3, "picture": "AB/CD"}, "3 lines of 3 signs"),
        ({"rows": 3, "columns": 3, "picture": 5}, "5"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], said: str) -> None:
    """One clear sentence that quotes the input."""
    with pytest.raises(BadParameter) as fault:
        _state(**parameters)
    assert said in str(fault.value)
