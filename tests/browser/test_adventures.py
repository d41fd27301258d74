"""An adventure played in a real front end, by mouse and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_an_adventure_is_played(lab: Any) -> None:
    """Tab lists what was seen; on the live board buttons stand in rows by verb, and a command can be typed."""
    lab.open(["%load_ext interactive_provider", "", ""])
    lab.run(cell=0)

    assert ["green_gate", "garden_wall", "letterbox"] == lab.complete(
        "games.adventures.orchard_gate(seed=1).examine.", cell=1
    )
    lab.run("play(games.adventures.orchard_gate(seed=1))", cell=2)
    page = lab.page
    page.get_by_role("group", name="open", exact=True).get_by_role("button", name="letterbox").click()
    page.locator(".ip-pages", has_text="In it is a note.").wait_for()
    field = page.locator(".ip-widget input[type=text]")
    field.fill("take the note")
    field.press("Enter")
    page.locator(".ip-pages", has_text="Taken.").wait_for()
    page.get_by_role("group", name="put", exact=True).get_by_role("button", name="note").click()
    page.get_by_role("group", name="in", exact=True).get_by_role("button", name="letterbox").click()
    page.locator(".ip-pages", has_text="Done.").wait_for()

    chosen = page.locator(".ip-chosen").all_text_contents()
    assert ["open letterbox", "take the note", "put note", "in letterbox"] == chosen
