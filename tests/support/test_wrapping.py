"""Pages in terminals of several widths: no word is cut, and what is laid out stays."""

from __future__ import annotations

import re
from typing import Any

import pytest

from interactive_provider import games
from interactive_provider.heart.choices.synthesis import Node, choices
from interactive_provider.support.wrapping import table, unwrapped, width, wrapped

WIDTHS = (60, 80, 110)


def pages() -> list[Node]:
    """The first pages of all games that we ship: menus, lobbies, and the start of every preset."""
    menus = [games, *(getattr(games, name) for name in ("basic", "stories", "adventures"))]
    shown: list[Any] = list(menus)
    for menu in menus:
        for name in choices(menu):
            node = getattr(menu, name)
            shown += [node, *(getattr(node, preset) for preset in _presets(node))]
    return shown


def _presets(node: Node) -> list[str]:
    return list(choices(node)) if type(node).__name__ == "Lobby" else []


def _is_cut(line: str, columns: int) -> bool:
    """Whether a terminal would cut a word of a line that has blanks to break it at, and no
    columns."""
    is_code = re.match(r"\S+\(.*\)", line) is not None
    return width(line) > columns and " " in line.strip() and "  " not in line and not is_code


@pytest.mark.slow
@pytest.mark.parametrize("columns", WIDTHS)
def test_no_page_has_a_word_cut(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in titles nor in rules, lists of names, parameters or texts."""
    monkeypatch.setenv("COLUMNS", str(columns))
    cut = {
        repr(page): line
        for page in pages()
        for line in str(page).split("\n")
        if _is_cut(line, columns)
    }
    assert {} == cut


@pytest.mark.parametrize("columns", WIDTHS)
def test_every_word_of_the_rules_is_still_there(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same order, and on as few lines as the terminal allows."""
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = str(games.minesweeper)
    monkeypatch.setenv("COLUMNS", "10000")
    assert str(games.minesweeper).split() == narrow.split()
    paragraph = narrow.split("\n\n")[2].split("\n")
    first_words = [line.split()[0] for line in paragraph[1:]]
    fits = [
        len(f"{line} {word}") < columns for line, word in zip(paragraph, first_words, strict=False)
    ]
    assert [False] * len(first_words) == fits


def test_what_is_laid_out_stays() -> None:
    """Columns, indented lines, rows of signs, and words without a blank are as wide as they are."""
    laid_out = ["NAME      PRICE     LEFT", "    + - - - - +", "X . O . X . O . X . O", "x" * 30]
    assert laid_out == wrapped("\n".join(laid_out), 12).split("\n")


def test_a_sentence_after_two_blanks_is_not_a_column() -> None:
    """As typists and programs of the 1970s wrote."""
    assert "IT IS LATE.\nGO HOME." == wrapped("IT IS LATE.  GO HOME.", 12)


def test_an_item_goes_on_below_its_words() -> None:
    """Its sign stands alone at the margin."""
    assert "• take the\n  lantern" == wrapped("• take the lantern", 12)


def test_colours_and_wide_signs_count_as_they_are_seen() -> None:
    """Escape sequences take no columns, wide signs two."""
    assert "\x1b[1mbold words\x1b[0m" == wrapped("\x1b[1mbold words\x1b[0m", 10)
    assert "你好 你好\n你好" == wrapped("你好 你好 你好", 10)


def test_an_authors_line_breaks_are_undone_within_paragraphs() -> None:
    """Items and indented lines stay lines of their own."""
    text = "One\ntwo\n\nthree:\n- four\nfive\n- six\n    seven\neight"
    assert "One two\n\nthree:\n- four five\n- six\n    seven\neight" == unwrapped(text)


def test_a_table_keeps_meanings_beside_their_names() -> None:
    """A long meaning goes on below its beginning, a name that is too wide stands above it."""
    assert "a    one two\n     three\nbcd  four" == table({"a": "one two three", "bcd": "four"}, 13)
    wide = "n" * 31
    assert f"{wide}\n{' ' * 32}one" == table({wide: "one"}, 60)
    assert "" == table({"a": "", "b": ""})
