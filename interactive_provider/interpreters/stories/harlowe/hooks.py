"""Harlowe's commands that show text, passages and hooks."""

from __future__ import annotations

from typing import Any

from ..engine import LinkTable
from ..expressions.values import by_name, text_of, thaw
from .turn import HarloweTurn

T = HarloweTurn


def _show(turn: T, *targets: Any) -> None:
    """Show the hidden hooks with some names, each in its place."""
    for place in turn.targets(targets):
        if place.hidden is not None:
            body, seen = place.hidden
            place.hidden = None
            before = turn.recall(seen)
            place.children += turn.collected(lambda body=body: turn.block(body))  # type: ignore[misc]
            turn.temporary = before


COMMANDS: LinkTable = by_name(
    {
        "display": lambda turn, name="", *_: turn.include(text_of(name)),
        "print": lambda turn, value="", *_: turn.print(thaw(value)),
        "show": _show,
        "nothing linkfullscreen stop verbatimsource loadgame savegame": lambda turn, *_: None,
    }
)
