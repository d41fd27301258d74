"""Prose: described once, shown as text, as HTML and as data for the page."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, transcript
from interactive_provider.errors import BadParameter
from interactive_provider.game import Game
from interactive_provider.game.asking import menu, say
from interactive_provider.prose import Block, Image, Prose, Run
from interactive_provider.rendering import prose as views
from interactive_provider.rendering import themes
from interactive_provider.widget.session import Session

DATA = "data:image/png;base64,iVBORw0KGgo="
PAGE = Prose(
    Block("The cellar", kind="heading"),
    Block("You see ", Run("a door", option="open"), " and ", Run("red", "strong red"), " <b>."),
    Block("one", kind="item"),
    Block("two", kind="item"),
    Block(Run("Go up", option="up"), kind="choices"),
    Block(Image("a map", DATA), Image("the web", "https://example.org/x.png")),
    side=[Block("Coins: 9")],
)


class Cellar(Game[Any]):
    """A game of two rooms."""

    def new_state(self, rng: Random) -> Any:
        """A menu whose text is prose."""
        return menu(PAGE, {"open": say("Open."), "up": say("Up.")})


def test_as_a_text_it_is_the_words_alone() -> None:
    """Whatever reads a text reads prose: its words without marks, brackets, or lines of links
    alone."""
    words = (
        "The cellar\n\nYou see a door and red <b>.\n\n• one\n• two\n\n"
        "[picture: a map][picture: the web]"
    )
    copy = pickle.loads(pickle.dumps(PAGE))

    assert (words, words) == (PAGE, copy)
    assert ("Coins: 9", "heading") == (copy.side[0].text, copy.blocks[0].kind)


def test_a_terminal_shows_links_in_their_place() -> None:
    """A link within a sentence stands in brackets; with a theme what is strong is bold; the side
    bar comes last."""
    assert "You see [a door] and red <b>." in views.as_text(PAGE)
    assert views.as_text(PAGE).endswith("Coins: 9")
    assert "\x1b[1mred\x1b" in views.as_text(PAGE, "dark")


def test_html_is_escaped_and_fetches_nothing() -> None:
    """Words are escaped, links underlined where they stand, data embedded, an address on the web
    told by its name."""
    html = views.as_html(PAGE)

    assert '<u class="ip-link">a door</u>' in html
    assert "<strong>red</strong></span> &lt;b&gt;." in html
    assert f'<img alt="a map" src="{DATA}">[picture: the web]' in html
    assert "example.org" not in html


BAD = [
    "https://a.b/x.png",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:text/html;base64,PGI+",
    f'{DATA}" x="',
    "j:x",
]


@pytest.mark.parametrize("data", BAD)
def test_only_pictures_that_can_do_nothing_are_embedded(data: str) -> None:
    """What is on the web, may hold a script or is no picture is named and nothing else."""
    assert "[picture: x]" in views.as_html(Prose(Block(Image("x", data))))
    assert "" == views.payload(Prose(Block(Image("x", data))), {})["blocks"][0][2][0][4]


def test_a_game_may_give_prose_instead_of_text() -> None:
    """A state's prose is its page everywhere, and its transcript and options are those of a
    text."""
    p = InteractiveProvider(Cellar(), seed=1).cellar
    book = Session(p).view()["book"]

    assert "[a door]" in str(p)
    assert "ip-book" in p._repr_html_()
    assert (0, 1) == (book["blocks"][1][2][1][2], book["blocks"][4][2][0][2])
    assert "You see a door" in transcript(p.open)


def test_unknown_looks_are_refused() -> None:
    """A style or a kind that no view knows is named with the nearest that there is."""
    with pytest.raises(BadParameter, match="Did you mean 'strong'"):
        Run("x", "stron")
    with pytest.raises(BadParameter, match="is not a kind of block"):
        Block("x", kind="chapter")


@pytest.mark.parametrize("name", views.INKS)
def test_every_ink_can_be_read(name: str) -> None:
    """Each colour has at least the contrast of 4.5 to 1 on light and on dark paper."""
    assert all(
        themes.contrast(ink, paper) >= 4.5
        for ink, paper in zip(views.INKS[name], views.PAPER, strict=True)
    )
