"""The rules: geometry, the start, uncovering, flags, chords, the end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interactive_provider.builtin.minesweeper.grid import grid, members
from interactive_provider.builtin.minesweeper.rules import (
    Field,
    chord,
    flood,
    new_field,
    toggle_flag,
    uncover,
)
from interactive_provider.builtin.minesweeper.view import BadView, read_view
from interactive_provider.errors import BadParameter


def laid(*rows: str, start: str = "unsafe") -> Field:
    """A field whose mines are the stars."""
    signs = "".join(rows)
    layout = sum(1 << square for square, sign in enumerate(signs) if sign == "*")
    return Field(len(rows), len(rows[0]), signs.count("*"), start, layout)  # type: ignore[arg-type] # any start


@given(st.integers(1, 7), st.integers(1, 7))
def test_neighbours_are_the_squares_one_step_away(rows: int, columns: int) -> None:
    """Every square touches exactly those that differ by at most one in row and column, on any
    shape."""
    board = grid(rows, columns)
    for square in range(board.size):
        row, column = divmod(square, columns)
        expected = [
            other
            for other in range(board.size)
            if other != square
            and abs(other // columns - row) <= 1
            and abs(other % columns - column) <= 1
        ]
        assert expected == list(members(board.neighbours[square]))


@pytest.mark.parametrize(("start", "kept"), [("safe", 1), ("zero", 4), ("unsafe", 0)])
def test_first_click_draws_uniformly_among_the_layouts_it_allows(start: str, kept: int) -> None:
    """All layouts that a corner click allows on 3x3 with 2 mines turn up, and about equally
    often."""
    rng, drawn = Random(3), Counter[int]()
    for _ in range(6000):
        layout = uncover(new_field(3, 3, 2, "safe" if start == "safe" else "unsafe"), 0, rng).layout
        if start == "zero":
            layout = uncover(Field(3, 3, 2, "zero"), 0, rng).layout
        assert layout is not None
        drawn[layout] += 1
    free = 9 - kept
    expected = free * (free - 1) // 2
    assert expected == len(drawn)
    assert all(
        abs(count - 6000 / expected) < 5 * (6000 / expected) ** 0.5 for count in drawn.values()
    )


def test_a_field_without_mines_is_a_field() -> None:
    """The first click opens all of it; and before the first click of any field no mine touches a
    square."""
    assert "won" == uncover(new_field(2, 3, 0), 0, Random(0)).outcome
    assert [0] * 16 == [new_field(4, 4, 1).number(square) for square in range(16)]
    assert 0b1111 == flood(grid(2, 2), 0, 3)


def test_flood_opens_the_whole_opening_and_its_rim() -> None:
    """A zero opens its connected zeros and the numbers round them, over eight neighbours."""
    diagonal = laid("..*.", "....", "*...")
    assert ("01..", "12..", "....") == uncover(diagonal, 0, Random(0)).view().text()
    assert ("....", ".211", ".100") == uncover(diagonal, 11, Random(0)).view().text()


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_flood_equals_the_naive_one(rows: int, columns: int, rng: Random) -> None:
    """The bit board's flood opens what a stack of squares opens, flags included."""
    board = grid(rows, columns)
    layout = sum(1 << square for square in range(board.size) if rng.random() < 0.15)
    flags = sum(1 << square for square in range(board.size) if rng.random() < 0.1)
    free = list(members(board.all & ~layout & ~flags))
    if not free:
        return
    first = rng.choice(free)
    expected, stack = {first}, [first]
    while stack:
        square = stack.pop()
        if not layout & board.neighbours[square]:
            fresh = [s for s in members(board.neighbours[square] & ~flags) if s not in expected]
            expected.update(fresh)
            stack.extend(fresh)
    assert sorted(expected) == list(members(flood(board, layout, first, flags)))


def test_flagged_square_ignores_uncovering_and_the_flood() -> None:
    """A flag protects its square, from a click and from an opening that runs into it."""
    flagged = toggle_flag(laid("...*"), 1)
    assert flagged == uncover(flagged, 1, Random(0))
    assert ("0...",) == uncover(flagged, 0, Random(0)).view().text()
    assert flagged.flags == uncover(flagged, 0, Random(0)).flags


def test_winning_needs_all_free_squares_and_no_flags() -> None:
    """The game is won with the last safe square, whatever is flagged."""
    now = uncover(laid("..*", "..."), 0, Random(0))
    assert now.outcome is None
    assert (
        "won"
        == uncover(toggle_flag(now, 2), 5, Random(0)).outcome
        == uncover(now, 5, Random(0)).outcome
    )


def test_uncovering_a_mine_loses_and_ends_the_game() -> None:
    """The exploded square is kept and nothing moves any more."""
    lost = uncover(laid("..*"), 2, Random(0))
    assert ("lost", 0b100) == (lost.outcome, lost.exploded)
    assert lost == uncover(lost, 0, Random(0)) == toggle_flag(lost, 0) == chord(lost, 0)


def test_chord_opens_the_rest_when_the_flags_match() -> None:
    """A 1 with one flag opens its other neighbours; without flags a chord does nothing."""
    now = uncover(laid("*..", "...", "..*"), 1, Random(0))
    assert now == chord(now, 1)
    assert 0 == now.can_chord()
    opened = chord(toggle_flag(now, 0), 1)
    assert (".10", "121", "...") == opened.view().text()


def test_chord_with_a_wrong_flag_explodes_the_mines_it_opens() -> None:
    """The chord trusts the flags: the unflagged mine blows up."""
    now = uncover(laid("*..", "...", "..."), 1, Random(0))
    lost = chord(toggle_flag(now, 3), 1)
    assert ("lost", 0b1) == (lost.outcome, lost.exploded)


def test_counter_goes_below_zero() -> None:
    """Mines less flags, as the old programs count."""
    now = toggle_flag(toggle_flag(new_field(2, 3, 1, "safe"), 0), 5)
    assert -1 == now.mines_left
    assert 0 == toggle_flag(now, 0).mines_left


def test_no_mine_is_left_once_the_field_is_won() -> None:
    """All mines are found at the end, whether or not they were flagged."""
    won = uncover(laid("*.", ".."), 1, Random(0))
    for square in (2, 3):
        won = uncover(won, square, Random(0))
    assert ("won", 0) == (won.outcome, won.mines_left)


def test_hidden_mines_show_in_no_text_of_a_field() -> None:
    """Two fields that differ only in covered mines look alike."""
    one, two = laid(".*.", "..."), laid("..*", "...")
    assert repr(one) == repr(two)
    assert one.view() == two.view()


@pytest.mark.parametrize(
    ("rows", "columns", "mines", "start", "fault"),
    [
        (0, 5, 1, "zero", "rows=0"),
        (5, 2.5, 1, "zero", "columns=2.5"),
        (200, 200, 1, "zero", "more than 10000 squares"),
        (3, 3, -1, "safe", "mines=-1"),
        (3, 3, 9, "safe", "at most 8"),
        (3, 3, True, "safe", "mines=True"),
        (4, 4, 8, "zero", "at most 7"),
        (3, 3, 1, "lucky", "'safe', 'zero', 'unsafe'"),
    ],
)
def test_impossible_fields_are_refused(
    rows: int, columns: int, mines: int, start: str, fault: str
) -> None:
    """One sentence that quotes the fault."""
    with pytest.raises(BadParameter, match=fault):
        new_field(rows, columns, mines, start)


def test_edge_boards_play() -> None:
    """One row, no mines, and all mines but one are boards like others."""
    assert "won" == uncover(new_field(1, 1, 0), 0, Random(0)).outcome
    assert "won" == uncover(new_field(3, 4, 0), 5, Random(0)).outcome
    assert "won" == uncover(new_field(4, 4, 15, "safe"), 6, Random(0)).outcome
    assert 0 == uncover(new_field(1, 9, 3), 4, Random(1)).number(4)


@pytest.mark.parametrize(
    ("rows", "mines", "fault"),
    [
        ([], 0, "no squares"),
        (["..", "."], 0, "Row 2 has 1 square, but row 1 has 2"),
        ([".z"], 0, "'z' at r1 c2"),
        (["9."], 0, "'9' at r1 c1"),
        ([".2"], 1, "The 2 at r1 c2"),
        (["..."], 4, "4 mines cannot be on 3 covered squares"),
        (["..."], -1, "number of mines is -1"),
    ],
)
def test_impossible_views_are_refused(rows: list[str], mines: int, fault: str) -> None:
    """One sentence that names the row, the square or the sign."""
    with pytest.raises(BadView, match=fault):
        read_view(rows, mines)


def test_no_chord_is_offered_where_nothing_is_left_to_open() -> None:
    """A number with its flag and no other covered neighbour is done with."""
    now = toggle_flag(uncover(laid("*1.1*1."), 1, Random(0)), 0)
    assert 1 << 1 == now.can_chord()
    done = chord(now, 1)
    assert (0, None) == (done.can_chord(), done.outcome)
