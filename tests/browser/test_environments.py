"""An environment of Gymnasium's is played by hand on the live board."""

from __future__ import annotations

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
KEYS = "12212212"


def test_cart_pole_is_played_by_the_keys(lab: Any) -> None:
    """The keys 1 and 2 push the cart: each is a step, after which another picture is seen; a key
    that names no action does nothing."""
    pytest.importorskip("pygame")
    lab.open([CART_POLE])
    lab.run(cell=0, seconds=120)
    drawn = lab.output(0).get_by_role("img", name="the environment")
    drawn.wait_for(state="visible")
    pictures = [drawn.get_attribute("src")]
    drawn.click()
    lab.page.keyboard.press("3")
    for key in KEYS:
        before = pictures[-1]
        lab.page.keyboard.press(key)
        pictures.append(
            wait_for(
                lambda: drawn.get_attribute("src"),
                lambda now, before=before: now != before,
                30,
                "the next picture",
            )
        )
    assert len(KEYS) + 1 == len(set(pictures))
    pushes = "".join({"1": ".left", "2": ".right"}[key] for key in KEYS)
    assert lab.value("board.line").endswith(f".cart_pole(seed=7){pushes}")
    box = drawn.bounding_box()
    assert box["width"] > 200
