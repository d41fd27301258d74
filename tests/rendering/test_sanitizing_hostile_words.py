"""Hostile words in every medium: each is cleaned by the medium's own function, and none comes
through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.boards import Board, Cell, Terminal
from interactive_provider.game import Text, Verdict
from interactive_provider.rendering import html, svg, terminal, text
from interactive_provider.rendering.node_page import Page
from interactive_provider.showing import View
from interactive_provider.support.sanitizing import fenced
from interactive_provider.widget.payload import board_payload, options_payload, terminal_payload
from tests.heart.toys import Ask

from . import made_page

HOSTILE = (
    '" onmouseover="steal()',
    "' onmouseover='steal()",
    "<script>steal()</script>",
    "</style><script>steal()</script>",
    "<img src=//evil.invalid/x onerror=steal()>",
    "]]><svg onload=steal()>",
    "```\n<b>bold</b> ![x](//evil.invalid/x.png)\n```",
    "````\n[x](javascript:steal())",
    "\x1b]0;owned\x07\x1b[2J\x9b31m",
    "\u202eoverridden\u2066",
    "\ud800",
    "&lt;b&gt;&#60;script&#62;",
    "url(//evil.invalid/x)",
)

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066\u2067\ud800-\udfff]")

_ANSI = re.compile("\x1b\\[[0-9;]*m")


class _Tags(HTMLParser):
    """The tags of a page, each with the names of its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attributes)))


def _board(words: str) -> Board:
    cell = Cell(words, words, words, words, overlay=words, mark="last")
    return Board(
        ((cell,),), words, (words,), (words,), counters=((words, words),), legend=((words, words),)
    )


def _page(words: str) -> Page:
    return made_page(words, words, words, _board(words), words, [words])


@pytest.mark.parametrize("words", HOSTILE)
def test_a_tooltip_ends_at_its_own_quote(words: str) -> None:
    """No quote in a game's words ends an attribute: each tag has the attributes that it has for
    plain words."""
    kept = {(tag, names) for tag, names in _Tags(_page(words).as_html()).found}
    plain = {(tag, names) for tag, names in _Tags(_page("plain words").as_html()).found}
    assert kept <= plain | {("b", ())}


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_are_text_in_every_medium(words: str) -> None:
    """No control character is left in any medium, the picture is well formed, the fence outlasts
    the text."""
    page = _page(words)
    told = [
        page.as_text(),
        page.as_html(),
        fenced(page.as_text()),
        text.render(_board(words)),
        svg.render(_board(words)),
    ]
    told += [str(board_payload(_board(words))["kinds"]), html.render(_board(words))]
    assert [] == [one for one in told if _CONTROLS.search(one)]
    assert {"svg", "g", "text", "rect", "path", "title"} >= {
        element.tag.rpartition("}")[2]
        for element in ElementTree.fromstring(svg.render(_board(words))).iter()
    }
    first, *inside, last = fenced(words).split("\n")
    assert first == f"{last}text"
    assert last not in "\n".join(inside)


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_names_of_games_are_text_in_the_index(words: str) -> None:
    """Each name and sentence of a catalogue, and its line, is escaped."""
    told = html.index(words, [html.Entry(words, words, words, View(f"a{words}"))], words)
    plain = html.Entry("plain", "plain", "plain", View("plain"))
    assert _Tags(html.index("plain", [plain], "plain")).found == _Tags(told).found
    assert not _CONTROLS.search(told)


@pytest.mark.parametrize("words", HOSTILE)
def test_a_hostile_legend_is_text_whether_pictures_need_it_or_not(words: str) -> None:
    """The key and the meaning are escaped on a board that shows the sign, and on one that does
    not."""

    def tags(told: str, shown: str) -> list[tuple[str, tuple[str, ...]]]:
        board = Board(((Cell(shown, "plain", "cell"),),), legend=((told, told),))
        return [tag for tag in _Tags(html.render(board)).found if tag != ("b", ())]

    assert tags("told", "x") == tags(words, "x")
    assert tags("told", "told") == tags(words, words)


@pytest.mark.parametrize("ticks", [0, 1, 2, 3, 4, 9])
def test_a_fence_is_as_long_as_it_has_to_be(ticks: int) -> None:
    """Three backticks, or one more than the longest run in the text."""
    fence = "`" * max(3, ticks + 1)
    assert f"{fence}text\na{'`' * ticks}b\n{fence}" == fenced(f"a{'`' * ticks}b")


def test_what_may_be_typed_is_text_where_there_is_no_board() -> None:
    """A sentence that asks for an input is no markup."""
    p = InteractiveProvider(Ask(Text("<img src=//evil.invalid/x>")), seed=1).ask
    assert "<img" not in p._repr_html_() and "&lt;img" in p._repr_html_()


def test_a_screen_of_characters_writes_no_escape_and_no_tag() -> None:
    """In its usual colours, in others, and below the cursor; to a terminal and to a page."""
    rows = ("ab\x1b[2Jcd<i>z".ljust(20),)
    for colour in ("\x07", "\x1e"):
        for column in range(20):
            screen = Terminal(rows, (colour * 20,), (0, column))
            assert "\x1b[2J" not in terminal.as_text(screen, "dark")
            assert "<i>" not in terminal.render(screen)


def _pages(words: str) -> list[Page]:
    """Pages that name their options, that read like a book, and that are a screen of characters."""
    line = words.replace("\n", " ")
    screen = Terminal(
        (line, line), (chr(7) * len(line), chr(30) * len(line)), (0, 0), above=words, below=words
    )
    return [
        made_page(words, words, words, options=[words], footnote=words),
        made_page(words, words, words, options=[words] * 30, setting="book"),
        made_page(words, words, words, options=[words], screen=screen),
    ]


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_without_a_board_are_text(words: str) -> None:
    """Options named in brief, a footnote, prose, and a screen of characters with its cursor, in
    every medium."""
    for page, plain in zip(_pages(words), _pages("plain words"), strict=True):
        told = [
            page.as_text(),
            page.as_html(),
            fenced(page.as_text()),
            _ANSI.sub("", page.as_text("dark")),
        ]
        assert [] == [one for one in told if _CONTROLS.search(one)]
        assert set(_Tags(plain.as_html()).found) >= set(_Tags(page.as_html()).found)


@pytest.mark.parametrize("words", HOSTILE)
def test_the_hidden_part_of_a_sign_is_text(words: str) -> None:
    """Of a long sign or label pictures write a part; the rest, which only bare pages show, is
    escaped too."""
    line = words.replace("\n", " ")
    cells = tuple(Cell(f"{line} {number} {line}", face=str(number)) for number in (1, 2))
    told = html.render(Board((cells,), column_labels=(f"{line} 1", f"{line} 2")))
    assert not _CONTROLS.search(told)
    assert {name for name, _ in _Tags(told).found} <= {
        "div",
        "style",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "b",
    }


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_on_a_button_are_clean(words: str) -> None:
    """The words of an option, its group and its verdict, and what stands around a screen, on the
    live board."""
    options = [(words, 1, (words,)), (f"{words} {words}", 2, (words, words))]
    screen = _pages(words)[-1].view.screen
    assert screen is not None
    told = [options_payload(options, {1: Verdict(words)}), terminal_payload(screen)]
    assert [] == [text for text in texts(told) if _CONTROLS.search(text)]


def texts(data: object) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list | tuple):
        for part in data.values() if isinstance(data, dict) else data:
            yield from texts(part)
