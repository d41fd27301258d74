"""Harlowe's storylets: passages with a condition that says when they can be read.

Source: twine2.neocities.org, `(storylet:)`, `(open-storylets:)`, `(link-storylet:)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..content import Link
from ..engine import Turn
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.values import Function, is_number, slug, text_of
from ..model import Passage
from .markup import Called
from .values import Command


def _calls(turn: Turn, passage: Passage) -> dict[str, Sequence[Any]]:
    """The arguments of the macros of a passage, by name; nothing if it is not a storylet."""
    nodes = g.walk(turn.engine.parsed(passage.name)) if "storylet" in passage.text.lower() else ()
    trees = [node.tree for node in nodes if isinstance(node, Called) and isinstance(node.tree, g.Macro)]
    calls: dict[str, Sequence[Any]] = {slug(tree.name): tree.arguments for tree in trees}
    return calls if calls.get("storylet") else {}


def open_storylets(turn: Turn, nodes: Sequence[Any]) -> list[dict[str, Any]]:
    """The storylets that are open now, the most urgent first, as datamaps."""
    conditions = turn.arguments(nodes)
    ranked = []
    for passage in turn.story.readable:
        calls = _calls(turn, passage)
        if calls and _is_open(turn, passage, calls["storylet"][0]):
            ranks = [_number(turn, calls.get(name)) for name in ("exclusivity", "urgency")]
            ranked.append((ranks, datamap(passage)))
    highest = max((ranks[0] for ranks, _ in ranked), default=0)
    ranked = sorted((pair for pair in ranked if pair[0][0] == highest), key=lambda pair: -pair[0][1])
    passages = [passage for _, passage in ranked]
    return [passage for passage in passages if not conditions or turn.apply(conditions[0], [passage]) is True]


def _is_open(turn: Turn, passage: Passage, when: Any) -> bool:
    """True if a storylet's condition holds, seen from its own passage; one that cannot be followed does not."""
    turn.spend()
    before, turn.passage = turn.passage, passage.name
    try:
        condition = turn.evaluate(when)
        holds = turn.apply(condition, [datamap(passage)]) if isinstance(condition, Function) else condition
        return holds is True
    except NotUnderstood:
        return False
    finally:
        turn.passage = before


def _number(turn: Turn, arguments: Sequence[Any] | None) -> Any:
    value = turn.evaluate(arguments[0]) if arguments else 0
    return value if is_number(value) else 0


def datamap(passage: Passage) -> dict[str, Any]:
    """The datamap of a passage."""
    return {"name": passage.name, "source": passage.text, "tags": list(passage.tags)}


def link_storylet(turn: Turn, nodes: Sequence[Any]) -> Command:
    """``(link-storylet: [text,] number or lambda [, text if none is open])``."""
    args = turn.arguments(nodes)
    label = args.pop(0) if args and isinstance(args[0], str) else ""
    which = args[0] if args else 1
    passages = open_storylets(turn, ())
    if isinstance(which, Function):
        passages = [passage for passage in passages if turn.apply(which, [passage]) is True][:1]
    elif is_number(which) and 0 < abs(int(which)) <= len(passages):
        passages = [passages[int(which) - (which > 0)]]
    else:
        passages = []
    if passages:
        return Command("linkto", (label or passages[0]["name"], passages[0]["name"]))
    return Command("print", (args[1] if len(args) > 1 else "",))


def link_to(turn: Turn, label: Any, name: Any) -> None:
    """A link to a passage."""
    turn.emit(Link(text_of(label), ("go", text_of(name))))
