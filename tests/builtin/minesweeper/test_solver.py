"""The policies: what they choose, and that they cannot peek."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from interactive_provider.builtin.minesweeper import BadView, best_move
from interactive_provider.builtin.minesweeper.analysis import FieldStudy
from interactive_provider.builtin.minesweeper.constants import COVERED, OPEN, TIE
from interactive_provider.builtin.minesweeper.generate import generate
from interactive_provider.builtin.minesweeper.grid import grid, members
from interactive_provider.builtin.minesweeper.rules import flood
from interactive_provider.builtin.minesweeper.solver import (
    POLICIES,
    choose,
)
from interactive_provider.builtin.minesweeper.solving import ordering
from interactive_provider.builtin.minesweeper.solving.evaluation import (
    box_danger,
    framed,
    pair_danger,
    traits_of,
    weights_for,
    worth,
)
from interactive_provider.builtin.minesweeper.solving.policies import best_prospect
from interactive_provider.builtin.minesweeper.view import PlayerView, read_view
from interactive_provider.errors import BadParameter
from tests.thorough import some

from .positions import layouts_of, seen


def ranked(study: FieldStudy) -> list[int]:
    """The squares worth a closer look, in their order."""
    order = ordering.ranks(study.view.cells, study.risks, study.view.grid.near)
    return ordering.candidates(order)


@pytest.mark.parametrize("name", POLICIES)
def test_contradictory_views_are_refused(name: str) -> None:
    """By every policy, the one that looks at single numbers too."""
    with pytest.raises(BadView, match="2"):
        best_move(["2.", ".."], 1, name)  # type: ignore[arg-type] # a name of the table


@pytest.mark.parametrize("name", POLICIES)
def test_certain_squares_come_first(name: str) -> None:
    """A square that one number proves safe is opened, with that number as the reason."""
    found = best_move([".0..", "...."], 1, name)  # type: ignore[arg-type] # a name of the table
    assert (0, 0, "the 0 at r1 c2 touches no mines") == found


def test_safest_prefers_corners_where_chances_are_equal() -> None:
    """On a covered board the first corner is chosen."""
    assert 0 == ranked(FieldStudy(PlayerView(5, 6, 7, bytes([9] * 30))))[0]
    assert (0, 0) == best_move(["......"] * 5, 7, "fast")[:2]


def test_candidates_touch_few_covered_squares_then_many_beside_numbers() -> None:
    """All equally safe: the corners, those beside the number on the edge, then those two steps from
    it."""
    study = FieldStudy(read_view(["....1....", *["........."] * 4], 9))
    study.risks = [0.2 if code == COVERED else OPEN for code in study.view.cells]
    assert [0, 8, 36, 44, 3, 5, 2, 6] == ranked(study)[:8]


def test_classic_uncovers_the_first_covered_square() -> None:
    """Where no single number decides, the first square that is not known for a mine."""
    row, column, reason = best_move([".1...", "....."], 3, "classic")
    assert (0, 0, "no single number decides; this is the first covered square") == (
        row,
        column,
        reason,
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(some(7, of=40)))
def test_a_move_depends_on_nothing_hidden(seed: int) -> None:
    """The hidden mines are swapped for another layout that looks the same: every policy moves as
    before."""
    rng = Random(seed)
    board = generate((4, 4, 5), seed, (0, 0), start="safe")
    opened = flood(board.grid, board.mined, 0)
    view = seen(board.rows, board.columns, board.mined, opened)
    moves = {name: choose(FieldStudy(view), name) for name in POLICIES}
    for other in rng.sample(layouts_of(view), min(some(3, of=5), len(layouts_of(view)))):
        twin = seen(4, 4, other, opened)
        assert moves == {name: choose(FieldStudy(twin), name) for name in POLICIES}


@pytest.mark.slow
def test_no_safer_square_is_safe_whenever_the_guess_is() -> None:
    """Such a square is opened first, as the guess can still follow it; counted over all layouts,
    without the search."""
    study = FieldStudy(read_view(["1.2.33.", ".......", "......."], 6))
    view, risk, guess = study.view, study.risks, best_prospect(study.outlook)
    safe = [layout for layout in layouts_of(view) if not layout >> guess & 1]
    follow = [
        square
        for square in members(view.covered)
        if not any(layout >> square & 1 for layout in safe)
    ]
    assert [] == [square for square in follow if risk[square] < risk[guess] - TIE]


@pytest.mark.slow
def test_safe_hints_are_never_mines() -> None:
    """What is said to be certain is certain: at every step of expert games the hidden board
    agrees."""
    hints = 0
    for seed in range(12):
        board = generate((16, 30, 99), seed, (3, 3))
        opened = flood(board.grid, board.mined, 3 * 30 + 3)
        while True:
            study = FieldStudy(seen(board.rows, board.columns, board.mined, opened))
            for square, chance in enumerate(study.chances):
                if chance in (0.0, 1.0):
                    assert int(chance) == board.mined >> square & 1
            if not study.safe:
                break
            hints += len(study.safe)
            for square in study.safe:
                opened |= flood(board.grid, board.mined, square)
    assert hints > 1000


def test_nothing_left_to_open_and_unknown_policies_are_refused() -> None:
    """One sentence each."""
    with pytest.raises(BadView, match="the game is won"):
        best_move(["1."], 1)
    with pytest.raises(BadParameter, match="Did you mean 'record'"):
        best_move([".."], 1, "records")  # type: ignore[arg-type] # refused


def test_a_5050_behind_mines_is_a_danger_and_an_open_neighbour_ends_it() -> None:
    """Two squares in a corner that only mines touch halve the chance; a number that touches one of
    them tells."""
    across = framed([0.5, 0.5, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], 4)
    down = framed([0.5, 1.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0], 4)
    assert [log(2), log(2)] == pytest.approx(
        [pair_danger(7, 1, 6, across), pair_danger(7, 6, 1, down)]
    )
    told = framed([0.5, 0.5, 1.0, 0.0, 0.0, 0.0, OPEN, 0.0], 4)
    assert 0.0 == pair_danger(7, 1, 6, told)


def test_a_5050_of_four_squares_needs_mines_at_the_corners_around_it() -> None:
    """In a corner one square touches just one of the four; it must hold a mine, and an open one
    ends the doubt."""
    behind = [0.5, 0.5, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0]
    assert log(2) == pytest.approx(box_danger(6, 5, framed(behind, 3)))
    assert 0.0 == box_danger(6, 5, framed([*behind[:8], OPEN], 3))


def test_a_position_is_worth_a_chance() -> None:
    """All decided is won; else the worth lies between 0 and 1, and a 50/50 more makes it less."""
    weights, near = weights_for(480, 99), grid(16, 30).near
    decided = traits_of(bytes([9] * 480), [0.0] * 381 + [1.0] * 99, 1, near, 30)
    assert 1.0 == worth(decided, weights)
    traits = traits_of(bytes([9] * 480), [99 / 480] * 480, 10**104, near, 30)
    more = [trait + (0.7 if index == 10 else 0.0) for index, trait in enumerate(traits)]
    assert 0.0 < worth(more, weights) < worth(traits, weights) < 1.0
