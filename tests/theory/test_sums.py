"""Two positions side by side are a game to play, worth the sum of both."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import (
    NoAbility,
    board,
    choose,
    games,
    hint,
    line,
    options,
    outcome,
    replay,
    winner,
)
from interactive_provider.analysis import combinatorial_value, nimber, side_by_side
from interactive_provider.widget.session import Session
from tests.theory.oracle import EXAMPLES


def _parts() -> tuple[Any, Any]:
    board: Any = EXAMPLES.domineering(rows=2, columns=3, seed=1)
    return board.r1_c1, EXAMPLES.hackenbush(stalks=("BR", "GR"), seed=1)


def test_a_sum_is_worth_the_sum() -> None:
    """Also a sum of a sum, with an impartial game."""
    board, stalks = _parts()
    heap: Any = games.match_game(rows=(2,), misere=False, seed=1)
    expected = combinatorial_value(board) + combinatorial_value(stalks)
    both = side_by_side(board, stalks)
    assert expected == combinatorial_value(both)
    assert expected + combinatorial_value(heap) == combinatorial_value(side_by_side(both, heap))


def test_a_sum_of_nim_has_a_grundy_value() -> None:
    """The exclusive or of the values of both, as a lesson on Nim shows."""
    p: Any = games.match_game(rows=(3, 4), misere=False, seed=1)
    q: Any = games.match_game(rows=(5,), misere=False, seed=1)
    assert 3 ^ 4 ^ 5 == nimber(side_by_side(p, q))


def test_an_example_says_who_moves_alone_and_in_a_sum() -> None:
    """Both parts name the same player, after each move in either."""
    board, stalks = _parts()
    both: Any = side_by_side(board, stalks)
    assert "Across to move." in str(board) and "Blue to move." in str(stalks)
    assert "first: Across to move.\n\nsecond: Red to move." in str(both)
    assert "first: Upright to move.\n\nsecond: Blue to move." in str(both.second.stalk1.cut2)


def test_a_sum_is_played_to_its_end_and_its_line_replays() -> None:
    """With hints, which win where the value says so; Right, who is next, wins."""
    both: Any = side_by_side(*_parts())
    assert ["first", "second"] == dir(both)
    assert "N" == combinatorial_value(both).outcome
    p = both
    while outcome(p) is None:
        advice = hint(p)
        assert advice is not None
        p = choose(p, advice.value)
    assert "Right" == winner(p)
    assert p == replay(line(p))


def test_only_games_with_values_are_put_side_by_side() -> None:
    """Others are refused with the reason."""
    with pytest.raises(NoAbility, match="has no values: they need a game for two"):
        side_by_side(EXAMPLES.kayles(seed=1), games.k_in_a_row(seed=1).noughts_and_crosses)
    with pytest.raises(NoAbility, match="here does not; begin it with misere=False"):
        side_by_side(EXAMPLES.kayles(seed=1), games.match_game(rows=(3,), seed=1))


def test_the_boards_of_a_sum_are_one_picture() -> None:
    """Whoever is next chooses on either board: by clicks, right clicks and dragging."""
    both: Any = side_by_side(EXAMPLES.clobber(seed=1), EXAMPLES.kayles(row="||", seed=1))
    shown = board(both)
    assert shown is not None
    assert "x o x o   | |\no x o x\nx o x o" in str(both)
    assert {option.value for option in options(both)} == set(shown.values())
    assert {"o"} == {shown.cell(*to).text for _, cell in shown.places() for to, _ in cell.drag}


def test_a_click_on_the_second_board_of_a_sum_moves_there() -> None:
    """The page's board is that of both."""
    both: Any = side_by_side(*_parts())
    session = Session(both)
    session.view()
    session.act({"do": "gesture", "gesture": "press", "at": [0, 4], "seen": 1})
    assert both.second.stalk1.cut2 == session.position
