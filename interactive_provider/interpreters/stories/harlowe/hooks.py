"""Harlowe's commands that show text, passages and hooks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..content import HARD, NamedPlace, places
from ..expressions import nodes as g
from ..expressions.values import by_name, text_of, thaw
from .markup import HookMark
from .turn import HarloweTurn, target_name

T = HarloweTurn


def _show(turn: T, *targets: Any) -> None:
    for place in hidden_places(turn, targets):
        reveal(turn, place)


def hidden_places(turn: T, targets: Sequence[Any]) -> list[NamedPlace]:
    """The hidden places that some names mean."""
    names = {target_name(value) for value in targets}
    return [
        place
        for place in places(turn.page)
        if place.hidden is not None and names.intersection(place.names)
    ]


def reveal(turn: T, place: NamedPlace) -> None:
    """Show a hidden hook in its place."""
    body, seen = place.hidden
    place.hidden = None
    if body:
        before = turn.recall(seen)
        place.children += turn.collected(lambda: turn.block(body))
        turn.temporary = before


def _hide(turn: T, *targets: Any) -> None:
    for place in turn.targets(targets):
        place.hidden = ((), ())


def _rerun(turn: T, *targets: Any) -> None:
    for value in targets:
        name = target_name(value)
        mark = next(
            (
                node
                for node in g.walk(turn.engine.parsed(turn.passage))
                if isinstance(node, HookMark) and name in node.names
            ),
            None,
        )
        for place in turn.places_of(name):
            if mark is not None:
                place.children[:] = turn.collected(lambda body=mark.body: turn.block(body))  # type: ignore[misc]


def _dialog(turn: T, text: Any = "", *_: Any) -> None:
    """A window of its own, whose text has markup."""
    turn.emit(HARD)
    turn.print(thaw(text))
    turn.emit(HARD)


COMMANDS: dict[str, Callable[..., None]] = by_name(
    {
        "display": lambda turn, name="", *_: turn.include(text_of(name)),
        "print": lambda turn, value="", *_: turn.print(thaw(value)),
        "verbatimprint v6mprint": lambda turn, value="", *_: turn.emit(text_of(value, ",")),
        "show": _show,
        "hide": _hide,
        "rerun": _rerun,
        "alert": lambda turn, text="", *_: turn.emit(f"{HARD}{text_of(text)}{HARD}"),
        "dialog dialogue": _dialog,
        "nothing linkfullscreen stop verbatimsource loadgame savegame": lambda turn, *_: None,
    }
)
