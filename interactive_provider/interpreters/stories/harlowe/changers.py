"""Harlowe's changers: what they make of their hook. Delays show it at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..content import Place, closed, opened
from ..errors import NotUnderstood
from ..expressions.values import Function, text_of, thaw
from .custom_macros import output_hook
from .links import click, link
from .markup import Collapsed, HookMark
from .turn import HarloweTurn, target_name

T = HarloweTurn


def _replace(how: str) -> Callable[..., None]:
    def change(turn: T, hook: HookMark, *targets: Any) -> None:
        found_places = turn.targets(targets)
        shown = turn.collected(lambda: turn.hook(hook))
        if not found_places and shown and not FURNITURE.issuperset(map(target_name, targets)):
            names = ", ".join(map(target_name, targets))
            turn.remark(f"({how}:) finds no {names[:60] or 'place'} in “{turn.passage}”")
        for place in found_places:
            old = [] if how == "replace" else place.children
            place.children[:] = [*shown, *old] if how == "prepend" else [*old, *shown]
            place.hidden = None

    return change


def _style(turn: T, hook: HookMark, *styles: str) -> None:
    for mark in (*map(opened, styles), None, *map(closed, styles)):
        if mark is None:
            turn.hook(hook)
        else:
            turn.emit(mark)


def _plainly(turn: T, hook: HookMark, *args: Any) -> None:
    turn.hook(hook)


def _for(turn: T, hook: HookMark, function: Any = None, *values: Any) -> None:
    if not isinstance(function, Function):
        raise NotUnderstood("it wants “each _name, …values”")
    name = function.parameters[0].lstrip("_$") or "it"
    before = {name: turn.temporary[name]} if name in turn.temporary else {}
    for value in values:
        turn.spend()
        turn.it = value
        turn.temporary[name] = thaw(value)
        if turn.apply(function, [thaw(value)]) is True:
            turn.hook(hook)
    turn.temporary.pop(name, None)
    turn.temporary.update(before)


def _hidden(turn: T, hook: HookMark) -> None:
    turn.emit(Place(hook.names, [], (hook.body, turn.seen())))


def _named(turn: T, hook: HookMark, name: Any = "") -> None:
    turn.hook(HookMark((*hook.names, f"?{text_of(name).lower()}"), hook.body, hook.hidden))


def _collapse(turn: T, hook: HookMark) -> None:
    turn.collapsed(Collapsed((hook,)))


FURNITURE = frozenset(["?sidebar", "?link", "?visited", "?title", "↶", "↷"])
"""What belongs to the format's own page, which is not here."""

CHANGES: dict[str, Callable[..., None]] = {
    "link": link, "click": click, "replace": _replace("replace"), "append": _replace("append"),
    "prepend": _replace("prepend"), "live": _plainly, "after": _plainly, "event": _plainly, "more": _plainly,
    "for": _for, "loop": _for, "hidden": _hidden, "hook": _named, "collapse": _collapse, "nobr": _collapse,
    "output": output_hook, "style": _style,
}  # fmt: skip
"""What a changer makes of its hook. Delays show it at once."""
