"""Harlowe's macros for variables and conditions, and those that ask about the story or the
reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.nodes import TreeNodes
from ..expressions.values import by_name, text_of
from .turn import HarloweTurn
from .values import Changer, DeferredCommand

T = HarloweTurn


def _set(turn: T, nodes: TreeNodes) -> DeferredCommand:
    for node in nodes:
        if not isinstance(node, g.Assign):
            raise NotUnderstood("it needs “$name to value”")
        turn.evaluate(node)
    return DeferredCommand("nothing")


def _texts(turn: T, nodes: TreeNodes, *defaults: str) -> list[str]:
    """Return the arguments as texts, with defaults for missing ones."""
    texts = [text_of(value) for value in turn.arguments(nodes)]
    return [*texts, *defaults[len(texts) :]]


def _prompt(turn: T, nodes: TreeNodes) -> Any:
    text, default, *_ = _texts(turn, nodes, "", "")
    return turn.ask(text, default)


TREES: dict[str, Callable[[T, TreeNodes], Any]] = by_name({
    "set put": _set,
    "if": lambda turn, nodes: Changer((("if", (turn.condition(nodes),)),)),
    "unless": lambda turn, nodes: Changer((("if", (not turn.condition(nodes),)),)),
    "history": lambda turn, nodes: list(turn.before or ())[::-1],
    "prompt": _prompt,
    "confirm": lambda turn, nodes: turn.ask(_texts(turn, nodes, "")[0], yes_no=True),
})  # fmt: skip
