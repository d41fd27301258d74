"""Boards as pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from interactive_provider.boards import Board, Cell
from interactive_provider.errors import BadParameter
from interactive_provider.rendering import svg, themes

from .boards import HOSTILE, MINES

_NAME = "{http://www.w3.org/2000/svg}"


def _words(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{_NAME}text")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_of_a_board_is_in_its_picture(theme: themes.Theme) -> None:
    """Every word and sign stands in it, and every cell's background is painted."""
    picture = svg.render(MINES, theme)
    expected = ["A small field", "mines left: 1", "c1", "c2", "c3", "r1", "r2"]
    assert expected == _words(picture)[:7]
    assert {"■", "1", "·", "⚑", "3", "✱", "12%", "!"} <= set(_words(picture))
    fills = {
        element.get("fill") for element in ElementTree.fromstring(picture).iter(f"{_NAME}path")
    }
    assert {themes.colours(cell.role, theme)[0] for row in MINES.rows for cell in row} == fills - {
        "none"
    }


@pytest.mark.parametrize("words", HOSTILE)
def test_any_words_make_well_formed_xml(words: str) -> None:
    """Markup in a label is text, and characters that XML forbids are replaced."""
    board = Board(((Cell(words, tooltip=words, mark="last"),),), words, (words,), (words,))
    assert len(_words(svg.render(board))) >= 4


def test_an_unknown_theme_is_refused_by_name() -> None:
    """The message quotes it and names the nearest."""
    with pytest.raises(BadParameter, match=r"'drak' is not a theme\. Did you mean 'dark'\?"):
        svg.render(MINES, "drak")


def test_cells_are_painted_where_they_stand() -> None:
    """A board of 2 × 3 is wider than high; equal cells share one path."""
    root = ElementTree.fromstring(svg.render(Board.of(["aaa", "aaa"])))
    (path,) = root.iter(f"{_NAME}path")
    assert (path.get("d") or "").count("M") == 6
    assert float(root.get("width", "0")) > float(root.get("height", "0"))


def test_a_large_board_makes_a_small_picture() -> None:
    """480 squares take less than 60 kB."""
    cell = Cell("■", "covered", label="covered")
    assert len(svg.render(Board(((cell,) * 30,) * 16))) < 60_000


def test_numbered_columns_do_not_run_into_each_other() -> None:
    """Over narrow columns the picture writes their numbers alone, as the table and the live board
    do."""
    board = Board.of(["xx"], column_labels=("column1", "column2"))
    assert ["1", "2"] == _words(svg.render(board))[:2]


def test_a_legend_is_broken_where_its_line_is_full() -> None:
    """As wide as the board, and at least as wide as 24 letters; three blanks stand between two
    entries."""

    def lines(board: Board) -> list[str]:
        return _words(svg.render(board))[: -board.shape[1]]

    narrow = Board.of(["ab"], legend=(("a", "four letters"), ("b", "eight.")))
    assert ["a four letters", "b eight."] == lines(narrow)
    assert ["a four letters\u00a0  b seven"] == lines(
        Board.of(["ab"], legend=(("a", "four letters"), ("b", "seven")))
    )
    legend = (("a", "one"), ("b", "two"), ("a", "three"), ("b", "four"))
    assert ["a one\u00a0  b two\u00a0  a three", "b four"] == lines(Board.of(["ab"], legend=legend))
    wide = Board.of(["ab" * 6], legend=(("a", "x" * 32), ("b", "y" * 32)))
    assert [1, 2] == [
        len(lines(board)) for board in (wide, Board.of(["ab" * 5], legend=wide.legend))
    ]


@pytest.mark.parametrize(
    ("room", "expected"), [(6, "abcdef"), (5, "abcd…"), (3, "ab…"), (2, "a…"), (1, "a"), (0, "a")]
)
def test_words_are_cut_to_a_number_of_characters(room: int, expected: str) -> None:
    """With dots where there is room for more than one."""
    assert expected == svg._short("abcdef", room)


def test_a_row_of_hexagons_is_named_beside_its_first_cell() -> None:
    """However many empty places stand before it."""
    rows = ((Cell("a"), Cell("b"), Cell("c")), (Cell("", "void"), Cell("", "void"), Cell("f")))
    root = ElementTree.fromstring(
        svg.render(Board(rows, row_labels=("r1", "r2"), surface="hex", indents=(0, 0)))
    )
    found = {element.text: float(element.get("x", "0")) for element in root.iter(f"{_NAME}text")}
    assert found["r2"] - found["r1"] == pytest.approx(found["c"] - found["a"])


def test_a_row_without_a_cell_is_named_where_its_first_would_be() -> None:
    """As every other row that begins in the first column."""
    rows = ((Cell("", "void"),) * 2, (Cell("a"), Cell("b")))
    root = ElementTree.fromstring(
        svg.render(Board(rows, row_labels=("r1", "r2"), surface="hex", indents=(0, 0)))
    )
    found = {element.text: element.get("x") for element in root.iter(f"{_NAME}text")}
    assert found["r1"] == found["r2"]


def test_words_around_a_board_stand_on_one_line() -> None:
    """Whatever breaks or steers a line is replaced, wherever it stands."""
    words = "a\n\x1bb"
    board = Board(
        ((Cell(words),),),
        caption=words,
        row_labels=(words,),
        column_labels=(words,),
        counters=((words, "1"),),
    )
    assert {"a �b", "a �b: 1"} == set(_words(svg.render(board)))


def test_the_label_of_a_narrow_column_is_small_and_cut() -> None:
    """No letter is smaller than seven pixels."""
    root = ElementTree.fromstring(
        svg.render(Board.of(["xx"], column_labels=("a very long label", "b")))
    )
    long, short = (element for element in root.iter(f"{_NAME}text") if element.get("y") == "13")
    assert ("7", None) == (long.get("font-size"), short.get("font-size"))
    assert (long.text or "").endswith("…")
