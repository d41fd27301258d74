"""Harlowe's commands that ask the reader for a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..content import HARD, Box
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.values import by_name, text_of
from .turn import HarloweTurn
from .values import Bound

T = HarloweTurn


def _box(turn: T, *args: Any) -> None:
    target = args[0].target if args and isinstance(args[0], Bound) else g.Variable("_", "typed")
    first = (
        text_of(args[-1])
        if len(args) > 2 and isinstance(args[-1], str) and "=" not in args[-1]
        else ""
    )
    turn.assign(target, first)
    turn.emit(Box(target))


def _forced_box(turn: T, *args: Any) -> None:
    texts = [value for value in args if isinstance(value, str)]
    bound = next((value.target for value in args if isinstance(value, Bound)), None)
    if bound is not None and texts:
        turn.assign(bound, texts[-1])
    turn.emit(f"{HARD}{texts[-1] if texts else ''}{HARD}")


def _cycling(turn: T, *args: Any) -> None:
    """``(cycling-link:)``, ``(seq-link:)``, ``(dropdown:)``: a choice for each value."""
    bound = args[0].target if args and isinstance(args[0], Bound) else None
    labels = [text_of(value) for value in args[bound is not None :]]
    if not labels:
        raise NotUnderstood("it has no values")
    group = g.spoken_name(bound) if bound is not None else f"change {labels[0]}"
    if bound is not None:
        turn.assign(bound, labels[0])
    turn.offer(group, bound, labels[0], zip(labels, labels, strict=True))


def _checkbox(turn: T, bound: Any = None, label: Any = "", *_: Any) -> None:
    if not isinstance(bound, Bound):
        raise NotUnderstood("it is not bound to a variable")
    value = turn.evaluate(bound.target) is True
    turn.assign(bound.target, value)
    group = text_of(label) or g.spoken_name(bound.target)
    turn.offer(
        group, bound.target, "yes" if value else "no", (("yes", True), ("no", False)), f"{group}: "
    )


COMMANDS: dict[str, Callable[..., None]] = by_name({
    "inputbox input": _box, "forceinputbox forceinput": _forced_box,
    "cyclinglink seqlink sequencelink dropdown": _cycling, "checkbox": _checkbox,
})  # fmt: skip
