"""Harlowe's storylets: passages that say themselves when they can be read.

Source: twine2.neocities.org, `(storylet:)`, `(open-storylets:)`, `(link-storylet:)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..content import Link
from ..engine import Turn
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.values import Function, is_number, slug
from ..model import Passage
from .markup import Called
from .values import Command


@dataclass(frozen=True, slots=True)
class Storylet:
    """A passage with the condition on which it is open, as trees; those of higher urgency come first."""

    passage: Passage
    when: Any
    urgency: Any = None
    exclusivity: Any = None


def storylets(turn: Turn) -> list[Storylet]:
    """The passages of a story that are storylets, in its order."""
    found = []
    for passage in turn.story.readable:
        if "storylet" in passage.text.lower():
            said = {slug(node.name): node.arguments for node in _calls(turn.engine.parsed(passage.name))}
            if said.get("storylet"):
                more = [(said.get(name) or (None,))[0] for name in ("urgency", "exclusivity")]
                found.append(Storylet(passage, said["storylet"][0], *more))
    return found


def _calls(nodes: Any) -> list[g.Macro]:
    return [node.tree for node in g.walk(nodes) if isinstance(node, Called) and isinstance(node.tree, g.Macro)]


def open_storylets(turn: Turn, nodes: Sequence[Any]) -> list[dict[str, Any]]:
    """The storylets that are open now, the most urgent first, as datamaps."""
    wanted = turn.arguments(nodes)
    ranked = []
    for storylet in storylets(turn):
        if _is_open(turn, storylet):
            ranks = [_number(turn, tree) for tree in (storylet.exclusivity, storylet.urgency)]
            ranked.append((ranks, _datamap(storylet.passage)))
    highest = max((ranks[0] for ranks, _ in ranked), default=0)
    ranked = sorted((pair for pair in ranked if pair[0][0] == highest), key=lambda pair: -pair[0][1])
    found = [passage for _, passage in ranked]
    return [passage for passage in found if not wanted or turn.apply(wanted[0], [passage]) is True]


def _is_open(turn: Turn, storylet: Storylet) -> bool:
    """Whether a storylet's condition holds, seen from its own passage; one that cannot be followed does not."""
    turn.spend()
    before, turn.passage = turn.passage, storylet.passage.name
    try:
        condition = turn.evaluate(storylet.when)
        holds = turn.apply(condition, [_datamap(storylet.passage)]) if isinstance(condition, Function) else condition
        return holds is True
    except NotUnderstood:
        return False
    finally:
        turn.passage = before


def _number(turn: Turn, tree: Any) -> Any:
    value = turn.evaluate(tree) if tree is not None else 0
    return value if is_number(value) else 0


def _datamap(passage: Passage) -> dict[str, Any]:
    return {"name": passage.name, "source": passage.text, "tags": list(passage.tags)}


def link_storylet(turn: Turn, nodes: Sequence[Any]) -> Command:
    """``(link-storylet: [text,] number or lambda [, text where none is open])``."""
    given = turn.arguments(nodes)
    label = given.pop(0) if given and isinstance(given[0], str) else ""
    which = given[0] if given else 1
    found = open_storylets(turn, ())
    if isinstance(which, Function):
        found = [passage for passage in found if turn.apply(which, [passage]) is True][:1]
    elif is_number(which) and 0 < abs(int(which)) <= len(found):
        found = [found[int(which) - (which > 0)]]
    else:
        found = []
    if found:
        return Command("linkto", (label or found[0]["name"], found[0]["name"]))
    return Command("print", (given[1] if len(given) > 1 else "",))


def link_to(turn: Turn, label: str, name: str) -> None:
    """A link to a passage."""
    turn.emit(Link(label, ("go", name)))
