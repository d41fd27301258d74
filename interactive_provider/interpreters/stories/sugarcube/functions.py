"""SugarCube's functions that read or change the story itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import GoTo, Turn
from ..expressions.values import text_of
from .inputs import receiver
from .links import previous_passage
from .turn import StoryVariables, SugarCubeTurn

T = SugarCubeTurn


def _names(args: list[Any], turn: Turn) -> list[str]:
    return [text_of(inner) for value in args for inner in (value if isinstance(value, list) else [value])] or [
        turn.passage
    ]


def _tags(turn: T, args: list[Any]) -> list[str]:
    passages = [turn.story.passages.get(name) for name in _names(args, turn)]
    return [tag for passage in passages if passage for tag in passage.tags]


def _play(turn: T, args: list[Any]) -> None:
    raise GoTo(text_of(args[0]) if args else turn.story.start)


def _back(turn: T, args: list[Any]) -> None:
    """Take the last passage back; raises `GoTo`."""
    before = turn.trail.before if turn.trail else None
    if before is not None and (not args or args[0] == -1):
        raise GoTo(before.name, 2)


def _alert(turn: T, args: list[Any]) -> None:
    turn.say(lambda: turn.emit(text_of(args[0]) if args else ""))


def _restart(turn: T, args: list[Any]) -> None:
    turn.restart()


def _memory(turn: T) -> dict[str, Any]:
    """What the story memorized: a variable of its own, so that it belongs to the path like all others."""
    memory = turn.read("$", "memorized")
    if not isinstance(memory, dict):
        memory = turn.variables["memorized"] = {}
    return memory


def _memorize(turn: T, args: list[Any]) -> None:
    if len(args) > 1:
        _memory(turn)[text_of(args[0])] = args[1]


def _story_get(turn: T, args: list[Any]) -> Any:
    name = text_of(args[0]) if args else ""
    passage = turn.story.passages.get(name)
    if passage is None:
        return {"name": "", "title": "", "tags": [], "text": ""}
    return {"name": name, "title": name, "tags": list(passage.tags), "text": passage.text}


def _last_visited(turn: T, args: list[Any]) -> int:
    names = _names(args, turn)
    return next((at for at, name in enumerate(turn.trail or ()) if name in names), -1)


FUNCTIONS: dict[str, Callable[[T, list[Any]], Any]] = {
    "visited": lambda turn, args: min(turn.visits(name) for name in _names(args, turn)),
    "hasVisited": lambda turn, args: all(turn.visits(name) for name in _names(args, turn)),
    "State.hasPlayed": lambda turn, args: all(turn.visits(name) for name in _names(args, turn)),
    "lastVisited": _last_visited,
    "visitedTags": lambda turn, args: sum(
        set(map(text_of, args)) <= set(p.tags) for name in turn.trail or () if (p := turn.story.passages.get(name))),
    "passage": lambda turn, args: turn.passage,
    "previous": lambda turn, args: previous_passage(turn),
    "tags": _tags,
    "turns": lambda turn, args: len(turn.trail or ()),
    "variables": lambda turn, args: StoryVariables(turn, "$"),
    "temporary": lambda turn, args: StoryVariables(turn, "_"),
    "State.getVar": lambda turn, args: turn.value(text_of(args[0])) if args else None,
    "State.setVar": lambda turn, args: turn.assign(receiver(args), args[1]) if len(args) > 1 else None,
    "memorize": _memorize,
    "recall": lambda turn, args: _memory(turn).get(text_of(args[0]), args[1] if len(args) > 1 else None),
    "State.length": lambda turn, args: len(turn.trail or ()),
    "Story.get": _story_get,
    "Story.has": lambda turn, args: bool(args) and text_of(args[0]) in turn.story.passages,
    "Engine.play": _play,
    "Engine.goto": _play,
    "Engine.restart": _restart,
    "UI.restart": _restart,
    "location.reload": _restart,
    "window.location.reload": _restart,
    "prompt": lambda turn, args: turn.ask(text_of((*args, "")[0]), text_of((*args, "", "")[1])),
    "confirm": lambda turn, args: turn.ask(text_of(args[0]) if args else "", yes_no=True),
    "alert": _alert,
    "UI.alert": _alert,
    "Engine.backward": _back,
    "Engine.go": _back,
}  # fmt: skip
