"""Exact probabilities, against counting by trying everything."""

from __future__ import annotations

import math
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interactive_provider.builtin.minesweeper import BadView, mine_probabilities
from interactive_provider.builtin.minesweeper.analysis import FieldStudy
from interactive_provider.builtin.minesweeper.constants import COVERED
from interactive_provider.builtin.minesweeper.solving.counting import clues_of, mine_numbers
from interactive_provider.builtin.minesweeper.view import PlayerView
from tests.thorough import some

from .positions import lattice, layouts_of, random_view


@st.composite
def views(draw: st.DrawFn) -> PlayerView:
    """Small views, some of them spoilt by a wrong number."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    mines = draw(st.integers(0, rows * columns))
    rng = draw(st.randoms(use_true_random=False))
    view = random_view(rows, columns, mines, draw(st.integers(0, rows * columns)), rng)
    opened = [square for square, code in enumerate(view.cells) if code != COVERED]
    if opened and draw(st.integers(0, 4)) == 0:
        cells = bytearray(view.cells)
        cells[draw(st.sampled_from(opened))] = draw(st.integers(0, 8))
        view = PlayerView(rows, columns, mines, bytes(cells))
    return view


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(views())
def test_counts_equal_trying_everything(view: PlayerView) -> None:
    """Layouts and mines are counted exactly, or it is said that there is no layout."""
    layouts = layouts_of(view)
    if not layouts:
        with pytest.raises(BadView):
            _ = FieldStudy(view).counts
        return
    expected = [
        sum(layout >> square & 1 for layout in layouts) if code == COVERED else None
        for square, code in enumerate(view.cells)
    ]
    assert (len(layouts), expected) == (
        FieldStudy(view).counts.layouts,
        list(FieldStudy(view).counts.mined),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "columns", "mines"), [(9, 9, 10), (16, 16, 40), (30, 9, 50), (16, 30, 99)]
)
@pytest.mark.parametrize("offset", range(some(1, of=2)))
def test_lattices_have_no_cliff(rows: int, columns: int, mines: int, offset: int) -> None:
    """Where all fronts are one wide front the mines still add up, exactly."""
    counts = FieldStudy(lattice(rows, columns, mines, offset, Random(f"{rows} {offset}"))).counts
    assert mines * counts.layouts == sum(mined for mined in counts.mined if mined is not None)


def test_flags_are_never_trusted() -> None:
    """A flag counts as a covered square."""
    assert mine_probabilities(["F1.", "..."], 1) == mine_probabilities([".1.", "..."], 1)


def test_known_positions() -> None:
    """Probabilities that one can work out by hand."""
    assert [[0.25, 0.25], [0.25, 0.25]] == mine_probabilities(["..", ".."], 1)
    assert [[None, 1.0, 0.0]] == mine_probabilities(["1.."], 1)
    assert [[0.5, None, 0.5, 0.5, 0.5]] == mine_probabilities([".1..."], 2)
    assert [[0.0, 0.0], [0.0, 0.0]] == mine_probabilities(["..", ".."], 0)
    assert [[1.0, None], [1.0, 1.0]] == mine_probabilities([".3", ".."], 3)
    assert [[None]] == mine_probabilities(["0"], 0)


@pytest.mark.parametrize(
    ("rows", "mines", "fault"),
    [
        (["1.2", "..."], 1, "at least 2"),
        (["0.", ".."], 1, "at most 0"),
        (["0.1", "..."], 2, "at most 1"),
        (["14.", "..."], 4, "The 4 at r1 c2"),
        ([".1.", "0.0", "..."], 1, "The 0 at r2 c3"),
        (["1....", "....1"], 0, "The 1 at r1 c1 contradicts the mine count.*at least 2"),
    ],
)
def test_contradictions_name_a_clue(rows: list[str], mines: int, fault: str) -> None:
    """A view without layouts is refused with the clue, or the number of mines, that breaks it."""
    with pytest.raises(BadView, match=fault):
        mine_probabilities(rows, mines)


def test_rows_that_are_none_are_refused() -> None:
    """None is quoted like any other value."""
    with pytest.raises(BadView, match="'N' at r1 c1"):
        mine_probabilities(None, 1)  # type: ignore[arg-type] # refused


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(views(), st.integers(0, 9))
def test_mine_numbers_are_those_of_the_layouts(view: PlayerView, total: int) -> None:
    """The totals that clues allow are exactly those with a layout, gaps and all."""
    total = min(total, view.cells.count(COVERED))
    found = mine_numbers(view, clues_of(view))
    assert (total in found) == bool(
        layouts_of(PlayerView(view.rows, view.columns, total, view.cells))
    )


def test_large_boards_are_counted() -> None:
    """A board whose layouts are too many for a float is answered, with the right sum."""
    view = random_view(40, 40, 200, 10, Random(2))
    assert math.isclose(
        200, sum(risk for risk in FieldStudy(view).chances if risk is not None), rel_tol=1e-12
    )


@pytest.mark.slow
def test_the_clue_that_is_named_is_the_first_that_contradicts() -> None:
    """All numbers before it can be met together, those up to it cannot; found by trying every set
    of mines."""
    rng, named = Random(7), 0
    while named < 40:
        view = random_view(3, 4, 4, 6, rng)
        opened = [square for square, code in enumerate(view.cells) if code != COVERED]
        spoilt = rng.choice(opened)
        view = view.opened(spoilt, rng.randrange(9))
        try:
            _ = FieldStudy(view).counts
        except BadView as refusal:
            found = re.match(
                r"The (\d) at r(\d) c(\d) contradicts the numbers before it", str(refusal)
            )
            if not found:
                continue
            square = 4 * int(found[2]) + int(found[3]) - 5
            assert str(view.cells[square]) == found[1]
            before = [other for other in opened if other < square]
            assert (True, False) == (explained(view, before), explained(view, [*before, square]))
            named += 1


def explained(view: PlayerView, numbers: list[int]) -> bool:
    """Whether some set of covered squares, of any size, meets all of these numbers."""
    near, covered = view.grid.neighbours, view.covered
    chosen = covered
    while True:  # all subsets, as a bit mask counts down through them
        if all((chosen & near[square]).bit_count() == view.cells[square] for square in numbers):
            return True
        if not chosen:
            return False
        chosen = (chosen - 1) & covered
