"""A story read in a real front end."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_story_is_read_with_tab(lab: Any) -> None:
    """Tab lists the links of a passage in their order; the passage is set as prose, the map drawn."""
    lab.open(["%load_ext interactive_provider", "", "", ""])
    lab.run(cell=0)

    offered = lab.complete("games.stories.bell_under_the_ice(seed=7).", cell=1)

    assert ["Take_the_lantern", "Take_the_rope", "Ask_her_why_it_rings"] == offered
    lab.run("games.stories.bell_under_the_ice(seed=7).Take_the_rope", cell=2)
    assert 1 == lab.output(2).locator(".ip-book").count()
    lab.run("story_map(games.stories.bell_under_the_ice(seed=7).Take_the_rope)", cell=3)
    assert 1 == lab.output(3).locator("img").count()
