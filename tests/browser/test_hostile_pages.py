"""Hostile pages in a real browser: a selection of them; `tests.browser.hostile_pages` opens a thousand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from .hostile_pages import MEDIA, opened, tried


@pytest.mark.parametrize("medium", MEDIA)
def test_hostile_pages_do_nothing(medium: str, page: Any) -> None:
    """No script of a game runs, nothing is asked for, and there is no markup but the view's own."""
    rng = Random(medium)
    assert [] == [wrong for _ in range(12) for wrong in tried(page, rng, medium)]


def test_a_page_that_does_something_is_noticed(page: Any) -> None:
    """A script, a picture and a handler that are not cleaned away are each told."""
    wrong = opened(page, "<script>window.ran = 1</script><img src=http://evil.invalid/x.png><p onclick=x()>")
    assert {"ran a script", "asked for http://evil.invalid/x.png", "has img", "has onclick"} <= set(wrong)
