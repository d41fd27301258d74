"""Games and states as an author imports them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest

from interactive_provider import games
from interactive_provider.game import title_of

from .toys import NoGenerator


def test_a_title_is_the_words_of_a_class() -> None:
    """A game without a title is called by the words of its class's name."""
    assert "No generator" == title_of(NoGenerator())


@pytest.mark.parametrize(
    ("name", "begun"),
    [
        ("guess", ()),
        ("chemistry", ()),
        ("capture", ("wight",)),
        ("sliding", ("eight",)),
        ("minesweeper", ("beginner",)),
        ("match_game", ("two_people",)),
    ],
)
def test_no_state_can_be_changed(name: str, begun: tuple[str, ...]) -> None:
    """Positions are shared by all who hold them, so a state and what it holds refuse to be written
    to."""
    p: Any = getattr(games, name)(seed=1)
    for preset in begun:
        p = getattr(p, preset)
    parts = [p._state, *(getattr(p._state, field.name) for field in fields(p._state))]
    for part in parts:
        if is_dataclass(part):
            with pytest.raises(FrozenInstanceError):
                setattr(part, fields(part)[0].name, None)
