"""An adventure played in a real front end, by mouse and by keyboard, and as it is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import games
from tests.interpreters.zmachine.test_offers import COMMANDS

from .looks import Played

pytestmark = [pytest.mark.browser, pytest.mark.slow]

pytest.importorskip("fernz")

WALK = (
    "look",
    "open letterbox",
    "take note",
    "read note",
    "east",
    "north",
    "examine trees",
    "west",
    "south",
    "south",
    "look",
    "take duck",
    "examine duck",
    "north",
    "wait",
    "inventory",
    "north",
    "south",
    "xyzzy",
    "look",
)
"""Twenty commands, some of them understood."""

MEASURED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const leaf = document.querySelector(".ip-page .ip-book"), field = leaf.querySelector(".ip-prompt input");
  const last = [...leaf.querySelectorAll(".ip-turn p")].at(-1), asked = [...leaf.querySelectorAll(".ip-asked")].at(-1);
  return {
    apart: box(field).bottom - box(last).bottom,
    seen: box(asked).top >= box(leaf).top - 1 && box(asked).bottom <= box(leaf).bottom + 1,
    whole: box(last).bottom <= box(leaf).bottom + 1 || !document.querySelector(".ip-below").hidden,
    page: scrollY, focused: document.activeElement === field,
  };
}"""


def typed(played: Played, command: str) -> None:
    """Type a command at the prompt and wait for what it does."""
    field = played.tab.locator(".ip-prompt input")
    field.fill(command)
    field.press("Enter")
    played.settle()


@pytest.mark.parametrize(("width", "height", "most"), [(1190, 657, 500), (390, 844, 660)])
def test_the_prompt_stands_below_the_last_line(
    page: Any, width: int, height: int, most: int
) -> None:
    """After each of twenty turns the answer is in sight, the field follows it, and all fits on one
    screen."""
    page.set_viewport_size({"width": width, "height": height})
    played = Played(page, games.adventures.orchard_gate(seed=1))
    heights = set()
    for command in WALK:
        typed(played, command)
        found = page.evaluate(MEASURED)
        assert 0 < found.pop("apart") < 120, command
        assert {"seen": True, "whole": True, "page": 0, "focused": True} == found, command
        heights.add(round(page.locator(".ip-widget").bounding_box()["height"]))
    assert max(heights) <= most
    assert 1 == len(heights)


def test_verbs_show_their_nouns_one_level_deep(page: Any) -> None:
    """A press on a verb shows what it is used with, in a row that is always kept; a press there
    sends the command."""
    page.set_viewport_size({"width": 1190, "height": 657})
    played = Played(page, games.adventures.orchard_gate(seed=1))
    before = page.locator(".ip-widget").bounding_box()
    assert 40 > page.locator(".ip-widget button:visible").count()
    page.get_by_role("button", name="open…", exact=True).click()
    assert ["green gate", "garden wall", "letterbox"] == page.locator(
        ".ip-nouns button"
    ).all_text_contents()
    assert "open " == page.locator(".ip-prompt input").input_value()
    page.locator(".ip-nouns button").last.hover()
    assert "open letterbox" == page.locator(".ip-prompt input").input_value()
    assert before == page.locator(".ip-widget").bounding_box()
    page.locator(".ip-nouns button").last.click()
    played.settle()
    assert "In it is a note." in page.locator(".ip-turn").last.inner_text()
    assert ["> open letterbox"] == page.locator(".ip-asked").all_text_contents()
    assert 0 == page.locator(".ip-nouns button").count()
    page.locator(".ip-turn u", has_text="note").click()
    page.get_by_role("button", name="take note").click()
    played.settle()
    assert "Taken." in page.locator(".ip-turn").last.inner_text()


def test_the_compass_and_the_map_lead_to_rooms(page: Any) -> None:
    """Ways that are known are lit; a room of the map is a way there, in several steps if need be;
    Escape and arrows."""
    page.set_viewport_size({"width": 1190, "height": 657})
    played = Played(page, games.adventures.orchard_gate(seed=1))
    place = page.locator(".ip-place b")
    assert ["N", "E", "S"] == page.locator(".ip-leads").all_text_contents()
    page.get_by_role("button", name="south", exact=True).click()
    played.settle()
    assert ("Pond", "") == (place.inner_text(), page.locator(".ip-prompt input").input_value())
    for command in ("north", "north"):
        typed(played, command)
    assert "Orchard" == place.inner_text()
    assert {"Lane", "Pond", "Orchard"} == set(page.locator(".ip-chart text").all_text_contents())
    page.locator(".ip-chart g", has_text="Lane").click()
    played.settle()
    assert "Lane" == place.inner_text()
    field = page.locator(".ip-prompt input")
    field.press("ArrowUp")
    assert played.sessions[0].view()["transcript"][-1][0] == field.input_value()
    field.press("Escape")
    assert "" == field.input_value()


def test_an_adventure_is_played(lab: Any) -> None:
    """Tab lists what was seen; on the live board a verb shows its nouns, and a command can be
    typed."""
    lab.open(["%load_ext interactive_provider", "", ""])
    lab.run(cell=0)

    assert ["green_gate", "garden_wall", "letterbox"] == lab.complete(
        "games.adventures.orchard_gate(seed=1).examine.", cell=1
    )
    lab.run("play(games.adventures.orchard_gate(seed=1))", cell=2)
    page = lab.page
    page.get_by_role("button", name="open…", exact=True).click()
    page.get_by_role("button", name="open letterbox").click()
    page.locator(".ip-turn", has_text="In it is a note.").wait_for()
    field = page.locator(".ip-prompt input")
    field.fill("take the note")
    field.press("Enter")
    page.locator(".ip-turn", has_text="Taken.").wait_for()
    page.get_by_role("button", name="put…", exact=True).click()
    page.get_by_role("button", name="put note").click()
    page.get_by_role("button", name="in…", exact=True).click()
    page.get_by_role("button", name="in letterbox").click()
    page.locator(".ip-turn", has_text="Done.").wait_for()

    chosen = page.locator(".ip-asked").all_text_contents()
    assert ["> open letterbox", "> take the note", "> put note", "> in letterbox"] == chosen


def test_an_adventure_is_played_to_its_end(lab: Any) -> None:
    """All commands of the way through by keys, in JupyterLab; the field follows each answer, and
    the end has all points."""
    lab.open(["%load_ext interactive_provider", ""])
    lab.run(cell=0)
    lab.run("board = play(games.adventures.orchard_gate(seed=1))", cell=1)
    lab.run("board", cell=1)
    page = lab.page
    field = page.locator(".ip-prompt input")
    for number, command in enumerate(COMMANDS, 1):
        field.fill(command)
        field.press("Enter")
        page.locator(".ip-asked").nth(number - 1).wait_for()
        page.wait_for_function("() => !document.querySelector('.ip-widget[aria-busy=true]')")
        if number < len(COMMANDS):
            assert 0 < page.evaluate(MEASURED)["apart"] < 120, command
    assert "You have 3 of 3 points" in page.locator(".ip-turn").last.inner_text()
    assert not field.is_visible()
