"""States, and what is said of them, never change: a position can be shared between threads and
remembered."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest

from interactive_provider import games
from interactive_provider.builtin.capture import rules as capture
from interactive_provider.builtin.minesweeper import rules as minesweeper
from interactive_provider.heart.catalogue.discovery import Item
from interactive_provider.rendering.node_page import Page
from interactive_provider.showing import View

_TRACE = capture.trace(capture.parse("rrb / bbr"), (0, 2, "down"))


@pytest.mark.parametrize(
    "thing",
    [
        games.match_game(rows=(1, 2))._state,
        minesweeper.uncover(minesweeper.new_field(4, 4, 1), 0, Random(1)),
        _TRACE,
        _TRACE.waves[0],
        Page(View(title="title"), "line"),
        Item("name", "origin", dict),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_no_part_of_it_can_be_set(thing: Any) -> None:
    """Whoever tries is told so, and nothing has changed."""
    for part in fields(thing):
        before = getattr(thing, part.name)
        with pytest.raises(AttributeError):
            setattr(thing, part.name, None)
        assert before is getattr(thing, part.name)
