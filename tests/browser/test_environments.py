"""An environment of Gymnasium's is played by hand on the live board."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from .frontend import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CART_POLE = """\
import gymnasium
from interactive_provider import InteractiveProvider, play
from interactive_provider.adapters.environments import from_environment

pole = gymnasium.make("CartPole-v1", render_mode="rgb_array")
games = InteractiveProvider(from_environment(pole, actions=["left", "right"]), seed=7)
board = play(games.cart_pole)
board
"""
KEYS = "22212221"


def _ends_with(end: str, line: str) -> bool:
    return line.endswith(end)


def test_cart_pole_is_played_by_the_keys(lab: Any) -> None:
    """The keys 1 and 2 push the cart: each is a step, and the picture moves; a key that names no
    action does nothing."""
    pytest.importorskip("pygame")
    lab.open([CART_POLE])
    lab.run(cell=0, seconds=120)
    drawn = lab.output(0).get_by_role("img", name="the environment")
    drawn.wait_for(state="visible")
    wait_for(drawn.bounding_box, lambda box: box and box["width"] > 200, 30, "the picture")
    pictures = [drawn.get_attribute("src")]
    drawn.click()
    lab.page.keyboard.press("3")
    pushes = ""
    for key in KEYS:
        lab.page.keyboard.press(key)
        pushes += {"1": ".left", "2": ".right"}[key]
        line = f".cart_pole(seed=7){pushes}"
        wait_for(partial(lab.value, "board.line"), partial(_ends_with, line), 30, pushes)
        pictures.append(drawn.get_attribute("src"))
    assert len(set(pictures)) > 3  # a small push moves no point of the picture at once
