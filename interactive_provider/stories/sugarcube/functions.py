"""SugarCube's functions that read or change the story itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..content import HARD
from ..engine import GoTo, Turn, begun
from ..expressions.values import text_of
from .inputs import receiver
from .links import previous_passage
from .turn import StoryVariables, SugarCubeTurn

T = SugarCubeTurn


def _names(given: list[Any], turn: Turn) -> list[str]:
    return [text_of(inner) for value in given for inner in (value if isinstance(value, list) else [value])] or [
        turn.passage
    ]


def _tags(turn: T, given: list[Any]) -> list[str]:
    found = [turn.story.passages.get(name) for name in _names(given, turn)]
    return [tag for passage in found if passage for tag in passage.tags]


def _play(turn: T, given: list[Any]) -> None:
    raise GoTo(text_of(given[0]) if given else turn.story.start)


def _restart(turn: T, given: list[Any]) -> None:
    turn.variables, turn.trail = {}, None
    raise GoTo(begun(turn))


def _memory(turn: T) -> dict[str, Any]:
    """What the story memorized: a variable of its own, so that it belongs to the path like all others."""
    found = turn.read("$", "memorized")
    if not isinstance(found, dict):
        found = turn.variables["memorized"] = {}
    return found


def _memorize(turn: T, given: list[Any]) -> None:
    if len(given) > 1:
        _memory(turn)[text_of(given[0])] = given[1]


def _story_get(turn: T, given: list[Any]) -> Any:
    name = text_of(given[0]) if given else ""
    passage = turn.story.passages.get(name)
    if passage is None:
        return {"name": "", "title": "", "tags": [], "text": ""}
    return {"name": name, "title": name, "tags": list(passage.tags), "text": passage.text}


def _last_visited(turn: T, given: list[Any]) -> int:
    wanted = _names(given, turn)
    return next((at for at, name in enumerate(turn.trail or ()) if name in wanted), -1)


FUNCTIONS: dict[str, Callable[[T, list[Any]], Any]] = {
    "visited": lambda turn, given: min(turn.visits(name) for name in _names(given, turn)),
    "hasVisited": lambda turn, given: all(turn.visits(name) for name in _names(given, turn)),
    "State.hasPlayed": lambda turn, given: all(turn.visits(name) for name in _names(given, turn)),
    "lastVisited": _last_visited,
    "visitedTags": lambda turn, given: sum(
        set(map(text_of, given)) <= set(p.tags) for name in turn.trail or () if (p := turn.story.passages.get(name))),
    "passage": lambda turn, given: turn.passage,
    "previous": lambda turn, given: previous_passage(turn),
    "tags": _tags,
    "turns": lambda turn, given: len(turn.trail or ()),
    "variables": lambda turn, given: StoryVariables(turn, "$"),
    "temporary": lambda turn, given: StoryVariables(turn, "_"),
    "State.getVar": lambda turn, given: turn.value(text_of(given[0])) if given else None,
    "State.setVar": lambda turn, given: turn.assign(receiver(given), given[1]) if len(given) > 1 else None,
    "memorize": _memorize,
    "recall": lambda turn, given: _memory(turn).get(text_of(given[0]), given[1] if len(given) > 1 else None),
    "State.length": lambda turn, given: len(turn.trail or ()),
    "Story.get": _story_get,
    "Story.has": lambda turn, given: bool(given) and text_of(given[0]) in turn.story.passages,
    "Engine.play": _play,
    "Engine.goto": _play,
    "Engine.restart": _restart,
    "UI.restart": _restart,
    "location.reload": _restart,
    "window.location.reload": _restart,
    "prompt": lambda turn, given: turn.ask(text_of((*given, "")[0]), text_of((*given, "", "")[1])),
    "confirm": lambda turn, given: turn.ask(text_of(given[0]) if given else "", yes_no=True),
    "alert": lambda turn, given: turn.emit(f"{HARD}{text_of(given[0]) if given else ''}{HARD}"),
    "UI.alert": lambda turn, given: turn.emit(f"{HARD}{text_of(given[0]) if given else ''}{HARD}"),
}  # fmt: skip
