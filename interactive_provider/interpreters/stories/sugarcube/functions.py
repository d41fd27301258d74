"""SugarCube's functions that read or change the story itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import StoryTurn
from ..expressions.methods import flattened
from ..expressions.values import by_name, text_of
from ..model import StoryPassage
from .links import previous_passage
from .turn import SugarCubeTurn

T = SugarCubeTurn


def _names(turn: StoryTurn, args: list[Any]) -> list[str]:
    return [text_of(name) for name in flattened(args)] or [turn.passage]


def passage_record(passage: StoryPassage | None) -> dict[str, Any]:
    """Return a passage as expressions see it."""
    if passage is None:
        return {"name": "", "title": "", "tags": [], "text": ""}
    return {
        "name": passage.name,
        "title": passage.name,
        "tags": list(passage.tags),
        "text": passage.text,
    }


def _story_get(turn: T, args: list[Any]) -> dict[str, Any]:
    return passage_record(turn.story.passages.get(_named(args)))


def _named(args: list[Any]) -> str:
    return text_of(args[0]) if args else ""


FUNCTIONS: dict[str, Callable[[T, list[Any]], Any]] = by_name(
    {
        "visited": lambda turn, args: min(turn.visits(name) for name in _names(turn, args)),
        "hasVisited": lambda turn, args: all(turn.visits(name) for name in _names(turn, args)),
        "passage": lambda turn, args: turn.passage,
        "previous": lambda turn, args: previous_passage(turn),
        "tags": lambda turn, args: [
            tag for name in _names(turn, args) for tag in _story_get(turn, [name])["tags"]
        ],
        "Story.get": _story_get,
        "Engine.restart": lambda turn, args: turn.restart(),
        "prompt": lambda turn, args: turn.ask(_named(args), _named(args[1:])),
        "confirm": lambda turn, args: turn.ask(_named(args), yes_no=True),
        "alert UI.alert": lambda turn, args: turn.say(lambda: turn.emit(_named(args))),
    }
)
