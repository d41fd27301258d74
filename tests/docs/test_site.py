"""The site of the documents: built as `make site` builds it, complete, and asking no other host for
anything."""

from __future__ import annotations

import html
import importlib.util
import json
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from interactive_provider import games, replay
from tools.isolation import REPOSITORY
from tools.pictures.board_pictures import played

PLAYED = ("gallery.html", "games.html")
"""The pages with links to play on."""


class _Needed(HTMLParser):
    """What a browser fetches for a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        fetched = named.get("src") or (
            named.get("href") if tag == "link" and named.get("rel") == "stylesheet" else None
        )
        if fetched:
            self.found.append(fetched)


@pytest.mark.slow
def test_the_site_is_built_and_stands_alone() -> None:
    """No link leads nowhere, each game has its section, and no page fetches anything from
    elsewhere."""
    built = subprocess.run(
        [sys.executable, "site/documents.py"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, "") == (built.returncode, "" if built.returncode == 0 else built.stderr)
    site = REPOSITORY / "build" / "site"
    told = (site / "games.html").read_text("utf-8")
    assert len(list(games)) == len(re.findall("<h2 ", told))
    pages = [
        site / name
        for name in ("index.html", "games.html", "docs/thinking.html", "docs/questions.html")
    ]
    needed = [one for page in pages for one in _Needed(page.read_text("utf-8")).found]
    assert needed
    assert [] == [one for one in needed if "//" in one]
    tried = [
        re.findall(r'href="play/index.html(#p=[^"]+)"', (site / page).read_text("utf-8"))
        for page in PLAYED
    ]
    assert sorted(tried[0]) == sorted(tried[1])
    start = (REPOSITORY / "site" / "start.js").read_text("utf-8")
    (taken,) = re.findall(r"= /\^(#p=.*)\$/\.exec", start)
    assert [] == [link for link in tried[0] if not re.fullmatch(taken, link)]
    assert {name: p for name, p in played().items() if name not in ("chess", "chess_variants")} == {
        replay(link)._table.name: replay(link) for link in tried[0]
    }


@pytest.mark.slow
def test_every_card_of_the_start_page_begins_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page's Python answers for each of the ten cards, and for an order after it: a view,
    or a sentence for a line that leads nowhere."""
    monkeypatch.syspath_prepend(str(REPOSITORY / "site"))
    player = importlib.import_module("player")
    cards = importlib.import_module("start_page").CARDS
    assert 10 == len({card.address for card in cards})
    for card in cards:
        if card.title == "Chess" and importlib.util.find_spec("chess") is None:
            continue
        told = json.loads(player.open_board(card.begun))
        assert (0, "") == (told["view"]["moves"], told["view"]["status"]), card.title
        order = {"page": "a page", "number": 1, "seen": 1, "do": "step"}
        again = json.loads(player.obey(json.dumps([order, order])))
        assert {"a page": 1} == again["view"]["done"]
        for kind in ("_pieces", "_surfaces"):
            assert told["drawn"][kind].keys().isdisjoint(again["drawn"][kind])
    assert "cut short or altered" in json.loads(player.open_board("#p=abcd"))["fault"]
    assert "Games" == json.loads(player.open_board("games"))["view"]["title"]


@pytest.mark.slow
def test_pictures_of_boards_are_as_dark_as_the_page() -> None:
    """Each picture of a board is there for the light and for the dark page, and hidden on the
    other."""
    site = REPOSITORY / "build" / "site"
    if not (site / "games.html").exists():
        subprocess.run(
            [sys.executable, "site/documents.py"], cwd=REPOSITORY, capture_output=True, check=True
        )
    for page in ("games.html", "gallery.html", "docs/boards.html"):
        shown = _Needed((site / page).read_text("utf-8")).found
        boards = [one for one in shown if "pictures/boards/" in one]
        light = [one for one in boards if one.endswith("#only-light")]
        assert light, page
        twins = [
            one.replace("-light", "-dark").replace("#only-light", "#only-dark") for one in light
        ]
        assert sorted(light + twins) == sorted(boards), page
    moving = {f"docs/pictures/first-minute-{theme}.gif#only-{theme}" for theme in ("light", "dark")}
    assert moving <= set(_Needed((site / "index.html").read_text("utf-8")).found)


@pytest.mark.slow
def test_a_notebook_as_a_page_does_not_ask_to_run_a_cell() -> None:
    """The note above a picture of a board is for a notebook without its kernel."""
    site = REPOSITORY / "build" / "site"
    if not (site / "notebooks" / "tour.html").exists():
        subprocess.run(
            [sys.executable, "site/documents.py"], cwd=REPOSITORY, capture_output=True, check=True
        )
    told = (site / "notebooks" / "tour.html").read_text("utf-8")
    assert "ip-kept-" in told
    assert "run the cell to play" not in told


SEARCHES = {
    "mcts": "docs/thinking.html",
    "z5": "docs/adventures.html",
    "zork": "docs/adventures.html",
    "undo": "docs/questions.html",
    "against a friend": "docs/questions.html",
    "save a game": "docs/questions.html",
    "write a game": "docs/questions.html",
    "who wins": "docs/questions.html",
    "colours": "docs/questions.html",
    "offline": "docs/questions.html",
    "uninstall": "docs/questions.html",
    "computer begin": "docs/questions.html",
    "gymnasium": "docs/learning-agents.html",
    "hidden hands": "docs/hidden-hands.html",
    "nim": "notebooks/lesson_nim.html",
    "nash equilibrium": "docs/thinking.html",
    "sokoban": "docs/puzzles.html",
    "jupyterhub": "docs/play-together.html",
    "keyboard shortcuts": "docs/keys-and-magics.html",
    "dark theme": "docs/questions.html",
    "two players": "docs/questions.html",
    "exports chess": "docs/questions.html",
    "export pgn": "docs/questions.html",
    "daily puzzle": "docs/questions.html",
    "take back a move": "docs/questions.html",
    "random seed": "docs/questions.html",
    "best move": "docs/questions.html",
    "board size": "docs/questions.html",
    "resume a game": "docs/questions.html",
    "save a picture": "docs/questions.html",
    "screen reader": "docs/questions.html",
    "train an agent": "docs/learning-agents.html",
    "klondike": "docs/guests.html",
    "infocom": "docs/adventures.html",
    "inkey$": "docs/basic.html",
    "monte carlo": "docs/thinking.html",
    "elo ratings": "docs/thinking.html",
    "screenshot": "docs/questions.html",
    "bot": "docs/learning-agents.html",
    "colors": "docs/questions.html",
    "commodore 64": "docs/basic.html",
    "license": "docs/licences.html",
    "multiplayer": "docs/play-together.html",
    "privacy": "SECURITY.html",
    "reinforcement learning": "docs/learning-agents.html",
    "teacher": "docs/play-together.html",
    "tic tac toe": "index.html",
    "tournament": "docs/thinking.html",
}
"""What a reader types, and a page among the hits."""

HEADINGS = (
    "best move",
    "best times",
    "board size",
    "daily puzzle",
    "difficulty level",
    "export",
    "print a board",
    "random seed",
    "resume a game",
    "save a picture",
    "screen reader",
    "share a game",
    "undo a move",
)
"""What many pages speak of, and readers ask for."""


@pytest.mark.parametrize("words", HEADINGS)
def test_a_question_s_heading_has_the_words_that_readers_type(words: str) -> None:
    """A word in a heading outweighs any number of them in texts, so the answer is the first hit."""
    page = (REPOSITORY / "docs" / "questions.md").read_text("utf-8")
    headings = re.findall(r"^## (.*)\?$", page, flags=re.MULTILINE)
    asked = [re.split(r"[\s,]+", heading.lower()) for heading in headings]
    assert any(set(words.split()) <= set(heading) for heading in asked)


def _words(separator: re.Pattern[str], page: str) -> set[str]:
    """The words of a page as the search takes them apart, without tags and the signs of a
    sentence."""
    text = html.unescape(re.sub(r"<[^>]*>", " ", page)).lower()
    return {word.strip("?;,:…") for word in separator.split(text)}


@pytest.mark.slow
def test_a_search_finds_what_readers_type() -> None:
    """In the index as it was built: the page has all the words of a question; pages for
    contributors are not in it."""
    site = REPOSITORY / "build" / "site"
    if not (site / "search" / "search_index.json").exists():
        subprocess.run(
            [sys.executable, "site/documents.py"], cwd=REPOSITORY, capture_output=True, check=True
        )
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    separator = re.compile(index["config"]["separator"])
    sections = [
        (page["location"].partition("#")[0], _words(separator, f"{page['title']} {page['text']}"))
        for page in index["docs"]
    ]
    found = {
        words: {place for place, text in sections if text.issuperset(set(words.split()) - {"a"})}
        for words in SEARCHES
    }
    assert {} == {words: places for words, places in found.items() if SEARCHES[words] not in places}
    places = {place for place, _ in sections}
    assert set() == {
        place for place in places if place.startswith(("CHANGELOG", "benchmarks/", "CONTRIBUTING"))
    }


@pytest.mark.slow
def test_the_first_page_leads_to_the_site_to_play_in() -> None:
    """By a button; notebooks are pages; the menu has four tabs."""
    site = REPOSITORY / "build" / "site"
    if not (site / "index.html").exists():
        subprocess.run(
            [sys.executable, "site/documents.py"], cwd=REPOSITORY, capture_output=True, check=True
        )
    first = (site / "index.html").read_text("utf-8")
    assert 1 == len(
        re.findall(
            r'<a class="md-button[^"]*" href="play/index.html">Play it now in your browser</a>',
            first,
        )
    )
    tabs = re.findall(r'<li class="md-tabs__item.*?</li>', first, re.DOTALL)
    assert ["Play", "Analyse", "Make", "Reference"] == [
        re.sub(r"<[^>]*>", "", tab).strip() for tab in tabs
    ]
    assert "minesweeper" in (site / "notebooks" / "tour.html").read_text("utf-8")
    assert [] == re.findall(r'href="[^":]*\.ipynb"', first)
