"""Boards and positions as HTML."""

from __future__ import annotations

import re

import pytest

from interactive_provider import games
from interactive_provider.boards import ROLES, Board, Cell
from interactive_provider.rendering import html, text, themes
from interactive_provider.rendering.node_page import is_laid_out

from . import made_page
from .boards import HOSTILE, MINES
from .reader import Sound


def test_without_tags_and_styles_the_rows_are_aligned_lines() -> None:
    """A board reads as text where a host strips all that makes it a table."""
    lines = [line for line in Sound(html.render(MINES)).words.splitlines() if line.strip()]
    expected = [
        "mines left: 1",
        "A small field",
        "   c1 c2    c3",
        "r1  ■  1     ·",
        "r2 !⚑ >3 ✱:12%",
        "■ covered \xa0 > last move \xa0 ! wrong",
    ]
    assert expected == lines


def test_a_board_is_a_table_with_headers() -> None:
    """Rows and columns are named for those who hear the page."""
    page = html.render(MINES)
    assert page.count('<th scope="col">') == 3
    assert page.count('<th scope="row">') == 2
    assert page.count("<caption>") == 1
    assert 'aria-label="mine, 12%"' in page


@pytest.mark.parametrize("words", HOSTILE)
def test_nothing_a_game_says_becomes_markup(words: str) -> None:
    """Tags, quotes and control characters in any text arrive as text."""
    cell = Cell(words, words, words, words, overlay=words, mark=words)
    board = Board(
        ((cell,),), words, (words,), (words,), counters=((words, words),), legend=((words, words),)
    )
    page = made_page(words, words, words, board, words, [words]).as_html()
    inert = Cell("x", tooltip="x", overlay="x")
    inert_board = Board(
        ((inert,),), "x", ("x",), ("x",), counters=(("x", "x"),), legend=(("x", "x"),)
    )
    plain = made_page("x", "x", "x", inert_board, "x", ["x"]).as_html()
    assert Sound(plain).tags == Sound(page).tags
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e]", page)
    page.encode("utf-8")


def test_every_cell_brings_readable_colours_where_style_sheets_are_dropped() -> None:
    """Background and ink are written on the cell itself."""
    board = Board((tuple(Cell("x", role) for role in ROLES),))
    found = re.findall(r'<td [^>]*style="background:(#\w+);color:(#\w+)"', html.render(board))
    assert [themes.colours(role) for role in ROLES] == found


def test_the_style_sheet_has_what_is_on_the_board_and_nothing_else() -> None:
    """An output is stored with its notebook, so it stays small."""
    page = html.render(
        Board.of(["xf"], {"f": Cell("f", "flag", piece="flag")}).marked([(0, 0)], "wrong")
    )
    assert re.findall(r"\.ip-board \.ip-([\w-]+)\{background", page) == [
        "flag",
        "mark-wrong",
        "plain",
        "piece-flag",
    ]


def test_a_position_without_board_names_its_options_in_brief() -> None:
    """The text, then a few options and how many more there are, then the line."""
    words = Sound(
        made_page(
            "Guess", "g.x", "A number?\n  Yes.", options=[f"n{i}" for i in range(20)]
        ).as_html()
    ).words
    lines = [line for line in words.splitlines() if line.strip()]
    named = ", ".join(f"n{i}" for i in range(16)) + ", … 4 more"
    assert ["Guess", "A number?", "  Yes.", named, "g.x"] == lines


def test_a_position_that_is_over_tells_its_outcome_and_no_options() -> None:
    """With or without a board."""
    for board in (None, MINES):
        words = Sound(made_page("T", "", "t", board, "won", ["again"]).as_html()).words
        assert "You won." in words
        assert "again" not in words


def test_a_large_board_stays_small() -> None:
    """An expert's field of 480 squares takes less than 50 kB."""
    cell = Cell("■", "covered", label="covered", press=1)
    assert len(html.render(Board(((cell,) * 30,) * 16))) < 50_000


def test_columns_that_are_numbered_words_stand_as_their_numbers() -> None:
    """Also in text and without styles; other labels stay whole."""
    board = Board.of(["xx"], column_labels=("column1", "column2"))
    assert '<th scope="col">1</th>' in html.render(board)
    assert "1 2\nx x" == text.render(board)
    for labels in (("column1", "row2"), ("c01", "c02")):
        assert " ".join(labels) in Sound(html.render(Board.of(["xx"], column_labels=labels))).words


@pytest.mark.parametrize("preset", ["gomoku", "connect_four", "noughts_and_crosses"])
def test_a_board_of_many_columns_fits_a_terminal(preset: str) -> None:
    """Every line of the largest board that is shipped has at most 80 columns, and a free square is
    seen."""
    page = str(getattr(games.k_in_a_row(seed=7), preset))
    assert max(map(len, page.splitlines())) <= 80
    assert "·" in page


@pytest.mark.parametrize(
    ("text", "laid_out"),
    [
        ("", False),
        ("a b\nc d", False),
        ("a  b\nc d", False),
        ("a  b\nc  d", True),
        ("a  b  c\nd", False),
        (f"a  {'x' * 77}\nb  c", True),
        (f"a  {'x' * 78}\nb  c", False),
        ("x" * 90, False),
        ("     A TITLE\n  IN THE MIDDLE\nand prose below it", False),
    ],
)
def test_columns_of_a_screen_are_not_broken(text: str, laid_out: bool) -> None:
    """Two lines with a gap between words, none longer than a screen of 80, are set in columns;
    nothing else."""
    assert laid_out == is_laid_out(text)
    assert laid_out == (
        "ip-laid-out" in made_page("", "", text or " ").as_html().partition("</style>")[2]
    )


def test_a_page_has_its_style_once_and_names_options_where_there_is_no_board() -> None:
    """With a board its options lie on it; a page without options has no empty line for them."""
    for board in (None, MINES):
        assert 1 == made_page("T", "p", "t", board, options=["go"]).as_html().count("<style>")
    assert "<code>go</code>" in made_page("T", "", "t", options=["go"]).as_html()
    assert "<code>go</code>" not in made_page("T", "", "t", MINES, options=["go"]).as_html()
    assert made_page("T", "", "t").as_html().endswith("t</pre>\n</div>")
    sixteen = made_page("", "", "t", options=[f"n{i}" for i in range(16)]).as_html()
    assert sixteen.endswith(", n15</code></p>\n</div>")
    assert ", … 1 more</code></p>" in (
        made_page("", "", "t", options=[f"n{i}" for i in range(17)]).as_html()
    )


def test_the_colours_of_a_wrong_cell_are_there_where_one_is() -> None:
    """Other marks need none."""
    for mark, there in (("wrong", True), ("last", False), ("", False)):
        page = html.render(Board(((Cell("x", mark=mark),),)))
        assert there == ("mark-wrong" in re.findall(r"\.ip-board \.ip-([\w-]+)\{background", page))
