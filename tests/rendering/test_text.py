"""Boards as text."""

from __future__ import annotations

import re

import pytest

from interactive_provider.boards import Board, Cell
from interactive_provider.rendering import text, themes
from interactive_provider.rendering.signs import right_to_left
from interactive_provider.support.wrapping import width

from .boards import HOSTILE, MINES

_SEQUENCE = re.compile(r"\x1b\[[0-9;]*m")


def test_everything_of_a_board_stands_in_its_text() -> None:
    """Caption, counters, labels, signs, marks, overlays and legend, in aligned columns."""
    expected = "\n".join(
        [
            "A small field",
            "mines left: 1",
            "   c1 c2    c3",
            "r1  ■  1     ·",
            "r2 !⚑ >3 ✱:12%",
            "■ covered   > last move   ! wrong",
        ]
    )
    assert expected == text.render(MINES)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cells_are_coloured_from_edge_to_edge(theme: themes.Theme) -> None:
    """A row is fields of colour without a stripe between them; the signs are those of plain
    text."""
    coloured = text.render(MINES, theme)
    assert text.render(MINES).split() == _SEQUENCE.sub("", coloured).split()
    rows = [line.split("\x1b[48;5;") for line in coloured.splitlines()[3:5]]
    assert [] == [
        row
        for row in rows
        if "\x1b" in row[0] or not all(field.endswith(" \x1b[0m") for field in row[1:])
    ]
    widths = [[width(_SEQUENCE.sub("", f"\x1b[48;5;{field}")) for field in row[1:]] for row in rows]
    assert [[4, 4, 7]] * 2 == widths


def test_light_and_dark_grounds_have_colours_of_their_own() -> None:
    """The same board in a dark terminal has the dark theme's grounds."""
    board = Board(((Cell("3", "number-3"),),))
    expected = [themes.ansi(themes.colours("number-3", theme)) for theme in ("light", "dark")]
    assert expected[0] != expected[1]
    assert expected == [text.render(board, theme).partition(" ")[0] for theme in ("light", "dark")]


def test_columns_stand_under_their_labels_in_colour_too() -> None:
    """Each sign stands in the column in which its label ends."""
    cells = {sign: Cell(sign, "good") for sign in "abcd"}
    board = Board.of(["ab", "cd"], cells, column_labels=("c1", "c2"), row_labels=("x", "y"))
    head, row, _ = _SEQUENCE.sub("", text.render(board, "dark")).splitlines()
    assert [head.index("c1") + 1, head.index("c2") + 1] == [row.index("a"), row.index("b")]


def test_a_board_without_labels_begins_at_the_margin() -> None:
    """No gap stands before the first column unless a mark needs it."""
    board = Board.of(["ab", "cd"])
    assert text.render(board) == "a b\nc d"
    assert text.render(board.marked([(1, 0)], "last")) == " a b\n>c d\n> last move"


def test_a_board_of_one_empty_cell_is_text() -> None:
    """The smallest board makes no trouble."""
    assert text.render(Board(((Cell(),),))) == ""
    assert text.render(Board(((Cell("x"),),))) == "x"


@pytest.mark.parametrize("theme", [None, "dark"])
@pytest.mark.parametrize("words", HOSTILE)
def test_no_sign_breaks_its_row_or_reaches_the_terminal(
    words: str, theme: themes.Theme | None
) -> None:
    """Whatever a cell holds, its row is one line, encodable, and without foreign control
    characters."""
    board = Board(((Cell(words, "bad"), Cell("X")),), caption=words, row_labels=(words,))
    shown = _SEQUENCE.sub("", text.render(board, theme))
    assert len(shown.encode("utf-8").decode().splitlines()) == 2
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", shown)


def test_wide_and_combining_signs_keep_the_columns_straight() -> None:
    """Columns are measured as a terminal draws them."""
    rows = Board.of(["漢x", "ey"], {"e": Cell("e\u0301")})
    assert [width(line) for line in text.render(rows).splitlines()] == [4, 4]


def test_letters_from_right_to_left_do_not_turn_their_neighbours_round() -> None:
    """Such a cell is isolated, as Unicode asks (Annex 9)."""
    shown = text.render(Board.of(["אx"]))
    assert right_to_left(shown)
    assert shown == "\u2068א\u2069 x"


@pytest.mark.parametrize(
    ("sign", "columns"),
    [
        *(
            ("", 0),
            ("a", 1),
            ("漢", 2),
            ("ｗ", 2),
            ("e\u0301", 1),
            ("\u2068", 0),
            ("a\u20dd", 1),
            ("1️⃣", 2),
        ),
        *(
            ("❤️", 2),
            ("x❤️", 3),
            ("❤️x", 3),
            ("漢\ufe0f", 2),
            ("\ufe0fx", 1),
            ("❤️❤️", 4),
            ("❤️\ufe0f", 2),
        ),
        *(
            ("👍🏽", 2),
            ("👩\u200d🚀", 2),
            ("👩\u200d🚀x", 3),
            ("👩\u200d👩\u200d👧", 2),
            ("x👩\u200d🚀", 3),
        ),
    ],
)
def test_a_sign_is_as_wide_as_a_terminal_draws_it(sign: str, columns: int) -> None:
    """Two columns for wide letters and emoji, also joined ones and those that are made so; none for
    what combines."""
    assert columns == width(sign)
