"""Hostile pages in a real browser, over all media that a page can show."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.thorough import some
from tools.hostile_pages import MEDIA, opened, tried

PAGES = some(168, of=1_008)


@pytest.mark.parametrize("medium", MEDIA)
def test_hostile_pages_do_nothing(medium: str, page: Any) -> None:
    """No script of a game runs, nothing is asked for, and there is no markup but the view's own."""
    assert [] == tried(page, Random(medium), medium, PAGES // len(MEDIA))


def test_a_page_that_does_something_is_noticed(page: Any) -> None:
    """A script, a picture and a handler that are not cleaned away are each told."""
    wrong = opened(
        page, ["<script>window.ran = 1</script><img src=http://evil.invalid/x.png><p onclick=x()>"]
    )
    assert {"ran a script", "asked for http://evil.invalid/x.png", "has src", "has onclick"} <= set(
        wrong
    )


@pytest.mark.parametrize(
    "body", ["<!--", "</section>x", "<section>", "<textarea>", "<svg><![CDATA["]
)
def test_a_page_that_swallows_others_is_noticed(page: Any, body: str) -> None:
    """Markup that hides or tears the pages around it is told, though no tag of it may be left to
    see."""
    assert [] == opened(page, ["<p>before</p>", "<p>after</p>"])
    assert [] != opened(page, ["<p>before</p>", body, "<p>after</p>"])
