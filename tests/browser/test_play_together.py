"""Two people at one table, one of them with a phone: by click and tap, to the end."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Error

from interactive_provider.hosting.lobby import offers_for
from interactive_provider.hosting.server import Server
from tests.browser.conftest import WINDOW, patient
from tests.hosting.at_tables import FOUR, tables_in
from tests.thorough import some
from tools.isolation import REPOSITORY

PRESSED = "#board td:visible, #board .ip-options button:visible, #board .ip-together:visible"


@pytest.fixture
def people(browser: Any) -> Iterator[list[Any]]:
    """The pages of Ann at a laptop and of Ben at a phone."""
    laptop = patient(browser.new_context(viewport=WINDOW))
    phone = patient(
        browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    )
    pages = [laptop.new_page(), phone.new_page()]
    for page in pages:
        page.frames_seen, page.faults = [], []
        page.on("pageerror", lambda fault, page=page: page.faults.append(str(fault)))
        page.on(
            "websocket",
            lambda ws, page=page: ws.on(
                "framereceived", lambda sent: page.frames_seen.append(sent)
            ),
        )
    yield pages
    laptop.close()
    phone.close()


def sit(server: Server, people: list[Any]) -> None:
    """Ann opens a table, and Ben comes by its code."""
    ann, ben = people
    ann.goto(server.url)
    ann.click(".t-card")
    ann.fill("input[name=name]", "Ann")
    ann.click("text=Open the table")
    code = ann.inner_text(".t-row .t-code")
    ben.goto(server.url)
    ben.fill("input[name=code]", code.lower())
    ben.tap("text=Join")
    ben.fill("input[name=name]", "Ben")
    ben.tap("text=Sit down")
    for page in people:
        page.wait_for_selector(".t-on")


def last(page: Any) -> dict[str, Any]:
    """The last frame that a page was sent."""
    frame: dict[str, Any] = json.loads(page.frames_seen[-1])
    return frame


def play(people: list[Any], rng: Random, most: int = 90) -> int:
    """Let whoever is to move press what they find, until the game is over; gives the moves."""
    moves = 0
    for _ in range(most):
        if last(people[0])["is_over"]:
            break
        mover = people[last(people[0])["mover"]]
        places = mover.query_selector_all(PRESSED)
        rng.shuffle(places)
        count = len(people[0].frames_seen)
        for place in places:
            with contextlib.suppress(Error):  # what was drawn anew meanwhile
                (place.tap if mover is people[1] else place.click)(timeout=1000, force=True)
            mover.wait_for_timeout(40)
            if len(people[0].frames_seen) > count:
                moves += 1
                break
    return moves


def test_connect_four_is_played_to_the_end_by_click_and_tap(
    people: list[Any], tmp_path: Path
) -> None:
    """Both see the end from their own seat, and a rematch has the seats changed."""
    server = Server(tables_in(tmp_path), offers_for(FOUR), "127.0.0.1", 0)
    server.start()
    sit(server, people)
    assert play(people, Random(3)) >= 7
    said = {page.inner_text(".ip-status b").strip() for page in people}
    assert {"You win.", "You lose."} == said
    people[0].click("text=Rematch")
    people[1].tap("text=Accept")
    for page in people:
        page.wait_for_function("document.querySelector('.t-score')")
    assert [] == [fault for page in people for fault in page.faults]


@pytest.mark.parametrize(
    "target",
    ["chess", "examples/kuhn_poker.py", "openspiel.cards.gin_rummy", "openspiel.cards.hanabi"][
        : some(2, of=4)
    ],
)
def test_a_game_is_played_in_two_browsers(target: str, people: list[Any], tmp_path: Path) -> None:
    """By click and tap; it ends by itself or by somebody who resigns, and a rematch begins."""
    if target.endswith(".py"):
        target = str(REPOSITORY / target)
    server = Server(tables_in(tmp_path), offers_for(target), "127.0.0.1", 0)
    server.start()
    sit(server, people)
    ann, ben = people
    assert play(people, Random(1), some(4, of=300)) >= 2
    if not last(ann)["is_over"]:
        ann.click("button:has-text('resign')")
        ann.click("text=Yes")
    ann.click("button:has-text('Rematch')")
    ben.tap("button:has-text('Accept')")
    for page in people:
        page.wait_for_selector(".t-on")
    assert [1, 0] == [last(page)["seat"] for page in people]
    assert [] == [fault for page in people for fault in page.faults]


def test_a_class_of_an_odd_number_plays(people: list[Any], tmp_path: Path) -> None:
    """The last pupil plays a computer; the teacher sees who is here, and nobody is lost in the next
    round, not even a pupil who has closed the page."""
    server = Server(tables_in(tmp_path), offers_for(FOUR), "127.0.0.1", 0)
    server.start()
    teacher, pupil = people
    teacher.goto(server.url)
    teacher.click(".t-card")
    teacher.click("text=Open tables for a class")
    code = teacher.inner_text(".t-classcode .t-code")
    place = server.tables.enter(code).words
    for name in ("Ada", "Ben"):
        server.tables.join(place, name)
    pupil.goto(server.url)
    pupil.fill("input[name=code]", code.lower())
    pupil.tap("text=Join")
    pupil.fill("input[name=name]", "Cleo")
    pupil.tap("button:has-text('Sit down')")
    pupil.tap("text=A computer in the empty seat")
    pupil.wait_for_selector(".t-on")
    teacher.wait_for_selector("text=1 of 3 pupils are here")
    teacher.on("dialog", lambda dialog: dialog.accept())
    pupil.goto("about:blank")
    teacher.wait_for_selector("text=0 of 3 pupils are here")
    teacher.click("text=New round")
    pupil.goto(server.url)
    pupil.tap(".t-mine a")
    pupil.wait_for_selector(".t-people")
    names = {name for match in server.tables.of_class(place)[1] for name in match.names}
    assert {"Ada", "Ben", "Cleo", "computer 2"} == names
    assert last(pupil)["round"] == 1


def test_twelve_tables_are_seen_at_once(people: list[Any], tmp_path: Path) -> None:
    """On a laptop nothing has to be scrolled."""
    server = Server(tables_in(tmp_path), offers_for(FOUR), "127.0.0.1", 0)
    server.start()
    teacher, _ = people
    teacher.set_viewport_size({"width": 1366, "height": 768})
    own = server.tables.lay_class(FOUR, "Connect four")
    place = server.tables.enter(own).words
    for number in range(24):
        server.tables.join(place, f"pupil {number}")
    teacher.goto(f"{server.url}#{own}")
    teacher.locator(".t-tile .t-small").nth(11).wait_for()
    assert teacher.evaluate("document.documentElement.scrollHeight") <= 768
    assert teacher.evaluate("document.documentElement.scrollWidth") <= 1366


def test_a_lost_connection_is_said_and_mended(people: list[Any], tmp_path: Path) -> None:
    """The board takes nothing meanwhile, and what was missed is there afterwards."""
    server = Server(tables_in(tmp_path), offers_for(FOUR), "127.0.0.1", 0)
    server.start()
    sit(server, people)
    ann, ben = people
    ben.context.set_offline(True)
    for connection in list(server.connections):
        if connection.sight.seat == 1:
            connection._loop.call_soon_threadsafe(connection.close)
    ben.wait_for_selector("text=No connection")
    assert ben.evaluate("document.getElementById('board').inert")
    ann.locator("#board td:visible").first.click()
    ben.context.set_offline(False)
    ben.tap("text=Try now", force=True)
    ben.wait_for_selector("text=Connected again")
    assert 1 == last(ben)["view"]["moves"]


def test_the_pages_do_not_colour_the_board(people: list[Any], tmp_path: Path) -> None:
    """The small words on a table of cards have the colour of the larger ones beside them."""
    server = Server(tables_in(tmp_path), offers_for("openspiel.cards.gin_rummy"), "127.0.0.1", 0)
    server.start()
    sit(server, people)
    for page in people:
        colours = page.eval_on_selector_all(
            "#board .ip-zones th em",
            "all => all.map(one => [one, one.parentElement].map(it => getComputedStyle(it).color))",
        )
        assert 3 == len(colours)
        assert [] == [pair for pair in colours if pair[0] != pair[1]]
