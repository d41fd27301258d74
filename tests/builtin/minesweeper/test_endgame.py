"""Exact optimal play: published values, the bare definition, and both tiers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from interactive_provider.builtin.minesweeper import (
    BadView,
    compiled,
    optimal_value,
    read_view,
    solver,
)
from interactive_provider.builtin.minesweeper.analysis import Study
from interactive_provider.builtin.minesweeper.constants import UNLIMITED
from interactive_provider.builtin.minesweeper.solving import endgame
from interactive_provider.builtin.minesweeper.solving.counting import position_of
from interactive_provider.builtin.minesweeper.solving.enumeration import list_layouts
from tests.thorough import some

from .positions import layouts_of, optimal_by_trying, random_view


def value(rows: int, columns: int, mines: int) -> Fraction:
    """Optimal play from a covered board."""
    return optimal_value(["." * columns] * rows, mines)


@pytest.mark.parametrize(
    ("rows", "columns", "mines", "won", "layouts"),
    [
        (2, 3, 2, 5, 15),
        (2, 4, 3, 12, 56),
        (3, 3, 4, 27, 126),
        (3, 4, 7, 55, 792),
        (4, 4, 4, 961, 1820),
        (4, 4, 10, 204, 8008),
        (4, 4, 15, 1, 16),
        (4, 6, 2, 250, 276),
        (8, 8, 2, 1950, 2016),
        (3, 6, 5, 3319, 8568),
        (5, 5, 4, 8236, 12650),
        (6, 6, 4, 50088, 58905),
        (8, 8, 3, 39496, 41664),
        (5, 5, 5, 27271, 53130),
    ][: some(13, of=14)],
)
@pytest.mark.slow
def test_published_values(rows: int, columns: int, mines: int, won: int, layouts: int) -> None:
    """Layouts won under optimal play, without any promise for the first click."""
    assert Fraction(won, layouts) == value(rows, columns, mines)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 3),
    st.integers(2, 3),
    st.integers(1, 4),
    st.integers(0, 2),
    st.randoms(use_true_random=False),
)
def test_equals_trying_every_order_of_clicks(
    rows: int, columns: int, mines: int, opened: int, rng: Random
) -> None:
    """The search with its shortcuts gives what the bare definition gives, on boards of any
    shape."""
    view = random_view(rows, columns, min(mines, rows * columns - 1), opened, rng)
    layouts = layouts_of(view)
    assert Fraction(optimal_by_trying(view, layouts), len(layouts)) == optimal_value(
        list(view.text()), view.mines
    )


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 4),
    st.integers(2, 5),
    st.integers(2, 5),
    st.integers(1, 5),
    st.randoms(use_true_random=False),
)
def test_both_tiers_find_the_same(
    rows: int, columns: int, mines: int, opened: int, rng: Random
) -> None:
    """Compiled and plain search agree on the value and on the square, and give up together."""
    view = random_view(rows, columns, min(mines, rows * columns - 1), opened, rng)
    layouts = Study(view).counts.layouts
    assume(1 < layouts <= 500)
    squares, table, _ = list_layouts(position_of(view), layouts, UNLIMITED)
    for effort in (UNLIMITED, 200, 2000):
        won, choice, left = endgame.optimal(table, [], effort)
        expected = None if left < 0 else (won, squares[choice])
        assert expected == compiled.optimal(view, layouts, [range(len(view.cells))], effort)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 5),
    st.integers(2, 5),
    st.integers(2, 6),
    st.integers(0, 4),
    st.randoms(use_true_random=False),
)
def test_the_search_for_whole_boards_agrees(
    rows: int, columns: int, mines: int, opened: int, rng: Random
) -> None:
    """Rivals, mirror images and squares opened together change no value: the plain search finds the
    same."""
    view = random_view(rows, columns, min(mines, rows * columns - 1), opened, rng)
    assume(Study(view).counts.layouts <= 500)
    found = optimal_value(list(view.text()), view.mines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "installed", lambda: False)
        assert optimal_value(list(view.text()), view.mines) == found


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["...", "..."], 4),
        (["...", "...", "..."], 8),
        (["0..", "...", "..."], 2),
        (["0..", "..1", "..."], 1),
    ],
)
def test_symmetries_are_those_of_what_is_seen(rows: list[str], expected: int) -> None:
    """A covered board has four or eight, an open square leaves those that keep it in place."""
    images = endgame.symmetries(read_view(rows, 1))
    assert expected == len(images)
    assert all(sorted(image) == list(range(len(image))) for image in images)


@pytest.mark.slow
def test_safe_squares_that_are_still_covered_tell_something() -> None:
    """A 0 whose neighbours are not open yet is worth as much as with them open, in both tiers."""
    for there in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiled, "installed", lambda there=there: there)
            # Published: of the 15 layouts with a zero in the corner 6 are won.
            assert Fraction(6, 15) == optimal_value(["0....", "....."], 2)


def test_finished_and_decided_boards() -> None:
    """A won board is worth 1, a mere choice of two a half."""
    assert Fraction(1) == optimal_value(["0"], 0)
    assert Fraction(1) == optimal_value(["1."], 1)
    assert Fraction(1, 2) == optimal_value([".."], 1)


def test_too_many_layouts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is said, with the number of layouts."""
    monkeypatch.setattr(solver, "MOST_LAYOUTS", 100)
    with pytest.raises(BadView, match="126 layouts"):
        value(3, 3, 4)
