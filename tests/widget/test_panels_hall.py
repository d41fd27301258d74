"""The hall: the games as people know them, with pictures and filters."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import games
from interactive_provider.heart.catalogue.hall import BUILTIN, KINDS
from interactive_provider.heart.play.nodes import options_of
from interactive_provider.widget import panels
from interactive_provider.widget.session import Session


def _names(view: dict[str, Any]) -> list[str]:
    return [words for group, words, *_ in view["options"] if group != "show"]


def _press(session: Session, words: str, group: str = "") -> dict[str, Any]:
    view = session.view()
    index = [option[:2] for option in view["options"]].index((group, words))
    session.act({"do": "option", "index": index, "seen": view["number"]})
    return session.view()


def test_games_have_the_names_that_people_know() -> None:
    """Nim and OpenSpiel are called that; the template for authors is not among the games."""
    pages = (str(games), games._repr_html_())
    names = _names(Session(games).view())
    assert {"Nim", "Connect four and others", "Fifteen puzzle", "OpenSpiel"} <= set(names)
    assert not {"Null", "null", "K in a row", "Openspiel"} & set(names)
    assert all("Nim" in page and "lamp" not in page for page in pages)
    assert games.null(seed=1).three_lamps == games(seed=1).null.three_lamps


def test_every_card_of_the_hall_has_a_picture() -> None:
    """A board, or how the text of a story or a program begins."""
    view = Session(games).view()
    shown = zip(view["options"], view["thumbnails"], view["excerpts"], strict=True)
    bare = [
        words
        for (group, words, *_), boards, text in shown
        if group == "" and not boards + [text] * bool(text)
    ]
    assert [] == bare


def test_each_filter_shows_the_games_of_its_kind() -> None:
    """The pressed filter is marked; "all games" leads back."""
    session = Session(games)
    every = _names(session.view())
    for kind in KINDS:
        view = _press(session, kind, "show")
        assert [card.title for card in BUILTIN.values() if kind in card.kinds] == _names(view)
        assert [kind] == [words for _, words, _, _, advised, _ in view["options"] if advised]
    assert every == _names(_press(session, "all games", "show"))


def test_a_card_that_is_called_like_a_filter_opens_its_games() -> None:
    """The card Stories leads to the stories, the filter of that name to the cards of two games."""
    session = Session(games)
    assert ["Stories", "Adventures"] == _names(_press(session, "stories", "show"))
    assert repr(session.position) == "games"
    _press(session, "Stories")
    assert repr(session.position) == "games.stories"


def test_a_menu_that_does_not_say_who_plays_has_no_filters() -> None:
    """A menu of stories is shown as it is."""
    groups = {group for group, *_ in Session(games.stories).view()["options"]}
    assert groups == {""}


@pytest.mark.parametrize("name", ["othello", "backgammon", "gin_rummy"])
def test_no_two_cards_of_a_lobby_show_the_same_board(name: str) -> None:
    """Games that begin alike, against whom it may be, are shown as one game goes on."""
    lobby = getattr(games(seed=7).openspiel, name)
    shown = panels.pictures(lobby, options_of(lobby))
    assert 3 < len(shown)
    assert len(shown) == len({repr(boards) for boards in shown})
