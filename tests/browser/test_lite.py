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
from tools.isolation import REPOSITORY

SITE = REPOSITORY / "build" / "playground"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def page(new_page: Any) -> Any:
    """A page of its own, since what is opened keeps things in the browser."""
    return new_page


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
    """A person who has opened the tour and run its first cell, which installs the package."""
    from .conftest import profile
    from .frontend import FrontEnd

    context = profile(browser)
    page = context.new_page()
    page.on(
        "request",
        lambda request: foreign.append(request.url) if "127.0.0.1" not in request.url else None,
    )
    person = FrontEnd(page, site, "lite").open_file("tour.ipynb")
    person.run(cell=0, seconds=240)
    yield person
    context.close()


def test_the_site_plays_without_any_other_host(lite: Any, foreign: list[str]) -> None:
    """The tour opens, the package installs from the site itself, Tab completes and a game is played
    and saved."""
    code = (
        "%load_ext interactive_provider\nfrom interactive_provider import line\n"
        "line(games.match_game(seed=7))"
    )
    last = int(lite.ask("return panel.content.widgets.length;"))
    lite.run(code, last)
    assert lite.text(last) == "'games.match_game(seed=7)'"
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
    lite.run(f"GAMES = {GAMES!r}\n{PLAYED}", last, seconds=240)
    assert str([1] * len(GAMES)) == lite.text(last)


def board_of(page: Any) -> Any:
    """The frame of the start page's notebook, once its first cell has shown a board."""
    notebook = page.frame_locator("#notebook")
    notebook.locator(".jp-OutputArea-output [role=gridcell]").first.wait_for(
        state="visible", timeout=240_000
    )
    return notebook


def test_a_shared_link_opens_its_position_to_play_on(page: Any, site: Any) -> None:
    """The site opens on a board within its first screen: that of the link, which a click plays
    on."""
    link = share(games.minesweeper(seed=7).beginner.uncover.r5.c5)
    page.goto(f"{site.url}#{link.partition('#')[2]}")
    notebook = board_of(page)
    line = notebook.get_by_text("games.minesweeper(seed=7).beginner.uncover.r5.c5").first
    line.wait_for(state="attached", timeout=60_000)
    square = notebook.locator(".jp-OutputArea-output [role=gridcell][aria-label^='r1 c6']").first
    box = square.bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    square.click()
    notebook.get_by_text("uncover.r5.c5.uncover.r1.c6").first.wait_for(
        state="attached", timeout=60_000
    )


def test_a_hostile_link_gets_a_new_game(page: Any, site: Any) -> None:
    """What is not letters and digits never gets into the notebook: a new game is shown, and that is
    said."""
    from .frontend import wait_for

    page.goto(f"{site.url}#p=x'))%0Aimport os")
    page.get_by_text("cut short or altered").wait_for(timeout=60_000)
    cell = page.frame_locator("#notebook").locator(".jp-Notebook .cm-content").first
    source = wait_for(
        lambda: cell.inner_text(timeout=120_000), lambda text: "%play" in text, 60, "the first cell"
    )
    assert (
        source.endswith("%play minesweeper.beginner")
        and "import os" not in source
        and "replay" not in source
    )


def test_the_first_page_of_the_site_plays(page: Any, site: Any) -> None:
    """The board is unfinished until it is: no result stands above it, a hint is given, a click
    opens squares."""
    from .frontend import wait_for

    page.goto(site.url)
    notebook = board_of(page)
    over = notebook.locator("[data-outcome=over], [data-outcome=won], [data-outcome=lost]")
    assert 0 == over.count()
    status = notebook.locator(".jp-OutputArea-output [role=status]").first
    notebook.locator(".jp-OutputArea-output [role=gridcell]").nth(40).click()
    notebook.locator(".jp-OutputArea-output [role=gridcell].ip-open").first.wait_for(timeout=60_000)
    before = status.inner_text()
    notebook.get_by_role("button", name="hint", exact=True).first.click()
    wait_for(status.inner_text, lambda words: words != before, 60, "the hint")
    assert 0 == over.count()
