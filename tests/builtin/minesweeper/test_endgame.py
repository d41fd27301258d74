"""Exact optimal play: published values, the bare definition, and both tiers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interactive_provider.builtin.minesweeper import (
    BadView,
    optimal_value,
    solver,
)
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
    ][: some(9, of=11)],
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


def test_safe_squares_that_are_still_covered_tell_something() -> None:
    """A 0 whose neighbours are not open yet is worth as much as with them open."""
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
