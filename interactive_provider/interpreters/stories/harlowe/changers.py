"""Harlowe's changers: their effects on a hook. Delayed text appears at once."""

from __future__ import annotations

import functools
from typing import Any

from ..content import closed, opened
from ..engine import LinkTable
from ..errors import NotUnderstood
from ..expressions.values import ArrowFunction, by_name, thaw
from .links import link
from .markup import HookMark
from .turn import HarloweTurn, target_name

T = HarloweTurn


def _replace(how: str, turn: T, hook: HookMark, *targets: Any) -> None:
    if not targets:
        raise NotUnderstood("it names no place")
    places = turn.targets(targets)
    shown = turn.collected(lambda: turn.hook(hook))
    if not places and shown:
        names = ", ".join(map(target_name, targets))
        turn.remark(f"({how}:) finds no {names[:60] or 'place'} in “{turn.passage}”")
    for place in places:
        place.put(shown, how)
        place.hidden = None


def _style(turn: T, hook: HookMark, *styles: str) -> None:
    turn.out += map(opened, styles)
    turn.hook(hook)
    turn.out += map(closed, styles)


def _for(turn: T, hook: HookMark, function: Any = None, *values: Any) -> None:
    if not isinstance(function, ArrowFunction):
        raise NotUnderstood("it must be given “each _name, …values”")
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


def _later(turn: T, hook: HookMark, *_: Any) -> None:
    turn.told_early()
    turn.hook(hook)


CHANGES: LinkTable = by_name(
    {
        "link": link,
        "for loop": _for,
        "style": _style,
        **{how: functools.partial(_replace, how) for how in ("replace", "append", "prepend")},
        "live after event transitiondelay t8ndelay": _later,
    }
)
"""The effect of a changer on its hook. Delayed text appears at once."""
