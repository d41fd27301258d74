"""What one move costs the page: nearly nothing, however many squares the board has."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import games
from interactive_provider.widget.session import Session

from . import cost, looks

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_one_flag_makes_the_browser_look_at_few_squares_again(page: Any) -> None:
    """On a field of 16 × 30 a flag costs no more time of style than 480 buttons that change their
    colour five times (before, it was more than a hundred times)."""
    session = Session(games(seed=7).minesweeper.expert.uncover.r09.c15)
    before = session.view()
    session.act({"do": "gesture", "gesture": "secondary", "at": [0, 0], "seen": before["number"]})
    views = [{**view, "done": {}, "kept": ""} for view in (before, session.view())]
    page.set_content(looks.page(views[:1], static=cost.BUTTONS, width=1084))
    looks.wait_for_boards(page, 1)
    page.evaluate("(views) => { window.views = views; }", views)
    flag, buttons = cost.cost(page, cost.SHOW, 10), cost.cost(page, cost.PRESS_ALL, 10)
    assert flag.style < 5 * buttons.style, (flag, buttons)
