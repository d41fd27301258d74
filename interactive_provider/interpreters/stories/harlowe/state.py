"""Harlowe's macros of variables and conditions, and those that ask about the story or the reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.values import text_of
from .custom_macros import custom, output
from .storylets import datamap, link_storylet, open_storylets
from .turn import HarloweTurn
from .values import Changer, Command, place_of

T = HarloweTurn


def _set(turn: T, nodes: Sequence[Any]) -> Command:
    for node in nodes:
        if not isinstance(node, g.Assign):
            raise NotUnderstood("it needs “$name to value”")
        turn.evaluate(node)
    return Command("nothing")


def _move(turn: T, nodes: Sequence[Any]) -> Command:
    _set(turn, nodes)
    for node in nodes:
        source = node.value
        if isinstance(source, g.Variable):
            turn.variables.pop(source.name, None)
        elif isinstance(source, g.Member) and isinstance(of := turn.evaluate(source.of), list | dict):
            key = turn.evaluate(source.key)
            if isinstance(of, dict):
                del of[text_of(key)]
            else:
                del of[place_of(of, key)]
    return Command("nothing")


def _if(turn: T, nodes: Sequence[Any]) -> Changer:
    return Changer((("if", (turn.condition(nodes),)),))


def _unless(turn: T, nodes: Sequence[Any]) -> Changer:
    return Changer((("if", (not turn.condition(nodes),)),))


def _history(turn: T, nodes: Sequence[Any]) -> list[str]:
    past = list(turn.trail or ())[1:]
    return past[::-1]


def _passage(turn: T, nodes: Sequence[Any]) -> dict[str, Any]:
    args = turn.arguments(nodes)
    name = text_of(args[0]) if args else turn.passage
    passage = turn.story.passages.get(name)
    if passage is None:
        raise NotUnderstood(f"there is no passage “{name[:60]}”")
    return datamap(passage)


def _visits(turn: T, nodes: Sequence[Any]) -> int:
    args = turn.arguments(nodes)
    return turn.visits(text_of(args[0]) if args else turn.passage)


def _prompt(turn: T, nodes: Sequence[Any]) -> Any:
    args = turn.arguments(nodes)
    return turn.ask(text_of(args[0]) if args else "", text_of(args[1]) if len(args) > 1 else "")


def _confirm(turn: T, nodes: Sequence[Any]) -> Any:
    args = turn.arguments(nodes)
    return turn.ask(text_of(args[0]) if args else "", yes_no=True)


def _passages(turn: T, nodes: Sequence[Any]) -> list[dict[str, Any]]:
    function = turn.arguments(nodes)
    datamaps = [datamap(passage) for passage in turn.story.readable]
    return [p for p in datamaps if not function or turn.apply(function[0], [p]) is True]


_OUTPUTS = ("output", "out", "outputdata", "outdata")
TREES: dict[str, Callable[[T, Sequence[Any]], Any]] = {
    "set": _set,
    "put": _set,
    "move": _move,
    "if": _if,
    "unless": _unless,
    "history": _history,
    "passage": _passage,
    "passages": _passages,
    "visits": _visits,
    "visited": lambda turn, nodes: _visits(turn, nodes) > 0,
    "turns": lambda turn, nodes: len(turn.trail or ()),
    "prompt": _prompt,
    "confirm": _confirm,
    "macro": custom,
    "openstorylets": open_storylets,
    "linkstorylet": link_storylet,
    **dict.fromkeys(_OUTPUTS, lambda turn, nodes: output(turn, nodes) if nodes else Changer((("output", ()),))),
}
