"""The try-it-now page: everything runs in the browser, and nothing is asked of another host."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import games, share
from tests.thorough import some
from tools.isolation import REPOSITORY

from .conftest import patient

SITE = REPOSITORY / "build" / "playground"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[Any]:
    """The built site behind a plain file server."""
    from .server import Server

    if not (SITE / "index.html").exists():
        pytest.skip("the site is not built: run `make lite`")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Server(f"http://127.0.0.1:{server.server_address[1]}/", "", Path(SITE))
        server.shutdown()


@pytest.fixture(scope="module")
def foreign() -> list[str]:
    """The addresses of other hosts that the tour has asked for."""
    return []


@pytest.fixture(scope="module")
def lite(browser: Any, site: Any, foreign: list[str]) -> Iterator[Any]:
    """A person who has opened the tour."""
    from .conftest import profile
    from .frontend import FrontEnd

    context = profile(browser)
    page = context.new_page()
    page.on(
        "request",
        lambda request: foreign.append(request.url) if "127.0.0.1" not in request.url else None,
    )
    yield FrontEnd(page, site, "lite").open_file("tour.ipynb")
    context.close()


def test_the_site_plays_without_any_other_host(lite: Any, foreign: list[str]) -> None:
    """The tour opens with the package at hand, Tab completes and a game is played and saved."""
    sources = lite.ask("return panel.content.widgets.map((cell) => cell.model.sharedModel.source);")
    assert [] == [source for source in sources if "%pip" in source]
    code = (
        "%load_ext interactive_provider\nfrom interactive_provider import line\n"
        "line(games.match_game(seed=7))"
    )
    last = int(lite.ask("return panel.content.widgets.length;"))
    lite.run(code, last)
    assert lite.text(last) == "games.match_game(seed=7)"
    assert "minesweeper" in lite.complete("games.", last + 1)
    lite.page.keyboard.press("Escape")
    lite.run(
        "import interactive_provider as ip\np = games.match_game(seed=7).you_begin\n"
        "ip.save(p, 'game.json')\nip.load('game.json') == p",
        last + 2,
    )
    assert lite.text(last + 2) == "True"
    assert [] == [url for url in foreign if not url.startswith(("data:", "blob:"))]


GAMES = (
    "match_game.you_begin",
    "match_game.computer_begins",
    "match_game.random_computer",
    "minesweeper.beginner",
    "k_in_a_row.noughts_and_crosses_against_the_computer",
    "k_in_a_row.connect_four_against_the_computer",
    "sliding.eight",
    "capture.gentle_1",
    "rock_paper_scissors",
    "guess",
    "chemistry",
    "null.three_lamps",
)
"""The games of the site, begun against a computer where there is one."""

PLAYED = """\
from interactive_provider import games, history, options, choose
from interactive_provider.widget.session import Session

def played(name):
    session = Session(eval("games(seed=7)." + name))
    p, view = session.position, session.view()
    for order in ("hint", "evaluate"):
        if order in view["able"]:
            session.act({"do": order})
            session.view()
    if session.stuck:
        return session.status
    found = options(p)
    after = choose(p, found[0]) if found else p(5)
    return len(history(after)) - len(history(p))

[played(name) for name in GAMES]
"""
"""A move of each game with its reply, hint and verdicts: how many moves it has grown by, or what is
wrong."""


def test_every_game_of_the_site_is_answered(lite: Any) -> None:
    """A browser's Python has no threads, processes or clock of a thread; each game is played there
    all the same."""
    last = int(lite.ask("return panel.content.widgets.length;"))
    lite.run(f"GAMES = {GAMES!r}\n{PLAYED}", last)
    assert str([1] * len(GAMES)) == lite.text(last)


SIZES = {"wide": (1366, 657), "phone": (390, 844)}


def start_page(browser: Any, site: Any, size: str, theme: str = "light", to: str = "") -> Any:
    """The start page on a screen of a size and a theme; a phone has a finger in place of a
    mouse."""
    width, height = SIZES[size]
    page = patient(
        browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            color_scheme=theme,
        )
    ).new_page()
    page.goto(f"{site.url}{to}")
    return page


def board_of(page: Any) -> Any:
    """The board of the start page, once it is there."""
    board = page.locator("#board [role=gridcell]").first
    board.wait_for(state="visible")
    return page.locator("#board")


DRAWN = """() => [...document.querySelectorAll(".card")].map((card) => {
  const picture = card.querySelector("img"), {top, width} = card.getBoundingClientRect();
  const text = card.querySelector("pre");
  return [Math.round(top), width, picture ? picture.naturalWidth > 0 && picture.clientHeight > 90 :
    text.textContent.length > 40];
})"""
"""Of each card where it stands, how wide it is, and whether its picture is drawn."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("size", "columns"), [("wide", 5), ("phone", 2)])
def test_ten_cards_stand_there_before_python(
    browser: Any, site: Any, size: str, columns: int, theme: str
) -> None:
    """Without any Python yet there are ten cards with pictures and a bar; nothing sticks out, and
    no line of code is seen."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
    page.route("**/worker.js", lambda route: None)
    page.goto(site.url, wait_until="load")
    cards = page.evaluate(DRAWN)
    assert 10 == len(cards)
    assert [True] * 10 == [drawn for _, _, drawn in cards]
    assert columns == sum(top == cards[0][0] for top, _, _ in cards)
    assert page.get_by_role("progressbar").is_visible()
    assert "Python is loading" in page.get_by_role("status").inner_text()
    assert "%" not in page.locator("body").inner_text()
    assert width == page.evaluate("document.documentElement.scrollWidth")
    if size == "wide":
        assert height == page.evaluate("document.documentElement.scrollHeight")
    inks = page.evaluate(
        "[getComputedStyle(document.documentElement).backgroundColor,"
        " getComputedStyle(document.querySelector('.card b')).color]"
    )
    light, dark = "rgb(251, 250, 247)", "rgb(20, 20, 20)"
    assert (light if theme == "light" else dark) == inks[0]
    assert ("rgb(31, 31, 31)" if theme == "light" else "rgb(232, 232, 232)") == inks[1]
    page.close()


@pytest.mark.parametrize("size", ["phone", "wide"][: some(1, of=2)])
def test_a_card_that_is_pressed_early_begins_by_itself(browser: Any, site: Any, size: str) -> None:
    """A press while Python loads marks the card, also after a link that was cut short; the board
    takes the place of the cards, is played at once, and "back" leads to the cards again."""
    page = start_page(browser, site, size, to="#p=x'))%0Aimport os")
    page.get_by_role("status").get_by_text("cut short or altered").wait_for()
    card = page.get_by_role("link", name="Minesweeper")
    press = "tap" if size == "phone" else "click"
    getattr(card, press)()
    words = card.evaluate("card => getComputedStyle(card, '::after').content")
    if not page.evaluate("document.body.classList.contains('playing')"):
        assert '"starts as soon as Python is here"' == words
    board = board_of(page)
    assert not page.locator("#cards").is_visible()
    assert 0 == board.locator("[data-outcome=over], [data-outcome=lost]").count()
    getattr(board.locator("[role=gridcell]").nth(40), press)()
    board.locator("[role=gridcell].ip-open").first.wait_for()
    cells = board.locator("[role=gridcell]").last.bounding_box()
    width, height = SIZES[size]
    assert cells["y"] + cells["height"] <= height
    assert cells["x"] + cells["width"] <= width
    page.go_back()
    page.locator("#cards").wait_for(state="visible")
    assert "" == page.locator("#board").inner_text()
    page.context.close()


Opened = tuple[Any, list[str]]
"""The start page, and the addresses of other hosts that it has asked for."""

LINK = share(games.minesweeper(seed=7).beginner.uncover.r5.c5).partition("#")[2]


@pytest.fixture(scope="module")
def opened(browser: Any, site: Any) -> Iterator[Opened]:
    """The start page, opened once by a shared link."""
    from .conftest import profile

    foreign: list[str] = []
    context = profile(browser)
    page = context.new_page()
    page.on(
        "request",
        lambda request: foreign.append(request.url) if "127.0.0.1" not in request.url else None,
    )
    page.goto(f"{site.url}#{LINK}")
    board_of(page)
    yield page, foreign
    context.close()


def go_to(page: Any, address: str) -> None:
    """Follow a link of the page that is open."""
    page.evaluate("address => { location.hash = address; }", address)


def test_a_shared_link_opens_its_position_to_play_on(opened: Opened) -> None:
    """The site opens on a board within its first screen: that of the link, which a click plays
    on."""
    page, _ = opened
    go_to(page, LINK)
    board = board_of(page)
    line = board.get_by_text("games.minesweeper(seed=7).beginner.uncover.r5.c5").first
    line.wait_for(state="attached")
    square = board.locator("[role=gridcell][aria-label^='r1 c6']").first
    box = square.bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    square.click()
    board.get_by_text("uncover.r5.c5.uncover.r1.c6").first.wait_for(state="attached")


def test_every_card_opens_what_can_be_played(opened: Opened) -> None:
    """Each of the ten cards, and the list of all games, leads to something with a choice."""
    page, _ = opened
    go_to(page, "")
    choices = "#board :is([role=gridcell], .ip-options button, .ip-pages a, input, [role=link])"
    for address in [*page.evaluate("[...document.querySelectorAll('.card')].map(c => c.hash)")]:
        go_to(page, address)
        page.locator(choices).first.wait_for(state="visible")
        assert "" != page.locator("#board").inner_text(), address
        go_to(page, "")
        page.locator("#cards").wait_for(state="visible")
    page.get_by_role("link", name="All games").click()
    page.locator("#board").get_by_text("Minesweeper").first.wait_for()


@pytest.mark.parametrize("code", ["x'))%0Aimport os", "abcd"])
def test_a_hostile_link_gets_the_cards(opened: Opened, code: str) -> None:
    """What is no link of ours begins nothing: the page says so and shows its cards."""
    page, _ = opened
    go_to(page, f"#p={code}")
    page.get_by_role("status").get_by_text("cut short or altered").wait_for()
    assert page.locator("#cards").is_visible()
    assert "" == page.locator("#board").inner_text()


def test_the_first_page_asks_no_other_host(opened: Opened) -> None:
    """Cards, Python and a board come from the site itself; a hint is given."""
    from .frontend import wait_for

    page, foreign = opened
    go_to(page, "#connect-four")
    status = board_of(page).locator("[role=status]").first
    before = status.inner_text()
    page.locator("#board").get_by_role("button", name="hint", exact=True).first.click()
    wait_for(status.inner_text, lambda words: words != before, 60, "the hint")
    assert [] == [url for url in foreign if not url.startswith(("data:", "blob:"))]
