"""The museum engine keeps the quirks of the code of 2014, each of them."""

from __future__ import annotations

from random import Random

import pytest

from interactive_provider.builtin.capture.literal import EndlessRecursion
from interactive_provider.builtin.capture.rules import Board, apply, moves, parse
from interactive_provider.errors import ChoiceError

from .boards import PUBLISHED, WIGHT, random_board


def _literal(text: str, *played: tuple[int, int, str]) -> Board:
    board = parse(text)
    for move in played:
        board = apply(board, move, literal=True)
    return board


def test_the_published_solution_clears_wight_under_the_old_code_too() -> None:
    """The quirks do not touch Wight's seven moves."""
    assert _literal(WIGHT, *PUBLISHED).tiles == 0


def _at_rest_or_not(text: str) -> Board:
    return parse(text, strict=False)


def test_explosions_skip_the_edge() -> None:
    """Of the neighbours of a flaming skull in the corner only the one off the edge is cleared."""
    board, move = parse("g___ / ygsb / Ssrb"), (1, 2, "down")
    assert apply(board, move) == parse("____ / ___b / g_rb")
    assert apply(board, move, literal=True) == parse("____ / g__b / y_rb")


def test_a_neighbouring_flaming_skull_survives() -> None:
    """An explosion takes the plain neighbours; the flaming one among them stays and does not explode."""
    board, move = parse("sybS_ / gsSry"), (0, 0, "down")
    taller = parse("_____ / _____ / sybS_ / gsSry")
    assert apply(board, move) == parse("_____ / g____")
    assert apply(taller, (2, 0, "down"), literal=True) == parse("_____ / _____ / ___S_ / g__ry")


def test_two_flaming_skulls_off_the_edge_never_end() -> None:
    """The old code called itself forever; the museum says so, and the true rules go on."""
    board, move = parse("s____ / gsS__ / bybS_ / ybgry"), (0, 0, "down")
    with pytest.raises(EndlessRecursion, match=r"row 1, column 2.*forever"):
        apply(board, move, literal=True)
    assert apply(board, move) == parse("_____ / g____ / b____ / yb___")


def test_a_cell_that_holds_another_tile_now_is_not_looked_at() -> None:
    """The red tile that falls into the place of a blue one completes a run that the old code does not see."""
    board, move = parse("__r__ / rrb_g / byggy"), (1, 4, "down")
    assert apply(board, move) == parse("_____ / _____ / byb_y")
    assert apply(board, move, literal=True) == _at_rest_or_not("_____ / rrr__ / byb_y")


def test_a_column_that_lost_no_tile_does_not_fall() -> None:
    """After an exchange with a blank the tile above the cell that was left floats."""
    board, move = parse("g___ / r_rr / bgbg"), (1, 0, "right")
    assert apply(board, move) == parse("____ / g___ / bgbg")
    assert apply(board, move, literal=True) == _at_rest_or_not("g___ / ____ / bgbg")


def test_an_exchange_that_matches_nothing_is_kept() -> None:
    """The true rules refuse it."""
    board = parse("rg / gr")
    assert apply(board, (0, 0, "right"), literal=True) == parse("gr / gr")
    with pytest.raises(ChoiceError):
        apply(board, (0, 0, "right"))


def test_moves_off_the_board_are_refused() -> None:
    """Even the museum has walls."""
    with pytest.raises(ChoiceError, match="off the board"):
        apply(parse("rg"), (0, 1, "right"), literal=True)


@pytest.mark.slow
def test_the_old_code_differs_on_some_moves_and_agrees_on_most() -> None:
    """On random boards most moves, but not all, give the same board."""
    rng, same, different, endless = Random(8), 0, 0, 0
    for seed in range(60):
        board = random_board(seed, signs="ybgrpcsybgrpcsS", blanks=0.3)
        while legal := moves(board):
            move = rng.choice(legal)
            try:
                if apply(board, move, literal=True) == apply(board, move):
                    same += 1
                else:
                    different += 1
            except EndlessRecursion:
                endless += 1
            board = apply(board, move)
    total = same + different + endless
    assert 0.05 < different / total < 0.25
    assert 0 < endless / total < 0.05
