"""SugarCube's links: the macros that show them, and what happens when one is chosen."""

from __future__ import annotations

import re
from typing import Any

from ..content import Pieces, SeenNames, StoryLink
from ..engine import LinkTable, StoryTurn
from ..errors import NotUnderstood
from ..expressions.nodes import TreeNodes
from ..expressions.values import by_name, freeze, text_of
from ..markup import LinkMark
from .markup import Macro
from .turn import CAPTURED, MacroTable, SugarCubeTurn

T = SugarCubeTurn


def _link(turn: T, node: Macro) -> None:
    """Show ``link`` and ``button``: their contents are run, not shown."""
    label, target, setter = _aimed(turn, turn.values(node))
    turn.emit(StoryLink(label, ("do", node.body, target, setter), seen=_seen(turn, node.body)))


def _aimed(turn: T, args: list[Any]) -> tuple[str, str, str]:
    """Return the label, target and setter given by a macro's arguments."""
    second = text_of(args[1]) if len(args) > 1 else ""
    if args and isinstance(args[0], LinkMark):
        mark = args[0]
        target = turn.target(mark.target) if mark.target else second
        return turn.link_text(mark) or target, target, mark.setter
    if not args:
        raise NotUnderstood("it has no label")
    return label_text(turn, args[0]), second, ""


def label_text(turn: T, value: Any) -> str:
    """Return a text as the label of a link, with its markup shown."""
    text = text_of(value)
    return (turn.label(turn.engine.parse(text)) if re.search(r"[<$@'&/]|\[", text) else text) or "…"


def _seen(turn: T, body: TreeNodes) -> SeenNames:
    """Return the temporary names that are captured at this place."""
    names = turn.temporary.get(CAPTURED)
    return tuple((name, freeze(turn.temporary.get(name))) for name in names or () if body)


def _link_in_place(turn: T, node: Macro) -> None:
    """Show ``linkreplace`` and ``linkappend``: when chosen, their contents appear there, and with
    the second the words of the link stay."""
    label, _, _ = _aimed(turn, turn.values(node)[:1])
    turn.emit(  # the action is "replace" or "append"
        StoryLink(label, (node.name.removeprefix("link"), node.body), seen=_seen(turn, node.body))
    )


def _named(turn: T, node: Macro) -> str:
    args = turn.values(node)
    if not args:
        raise NotUnderstood("it names no passage")
    return turn.target(args[0].target) if isinstance(args[0], LinkMark) else text_of(args[0])


def _return(turn: T, node: Macro) -> None:
    args = turn.values(node)
    if len(args) > 1 or (args and isinstance(args[0], LinkMark)):
        raise NotUnderstood("it leads only to the passage before")
    if turn.before:
        action = ("go", previous_passage(turn), "")
        turn.emit(StoryLink(label_text(turn, [*args, "Return"][0]), action))


def _left_to_pages(turn: T, node: Macro) -> None:
    raise NotUnderstood("its published page plays it")


def previous_passage(turn: StoryTurn) -> str:
    """Return the last different passage before this one; empty if there is none."""
    return next((name for name in turn.trail or () if name != turn.passage), "")


def _go(turn: T, holder: Pieces, index: int, link: StoryLink, target: str, setter: str) -> None:
    try:
        if setter:
            turn.value(setter)
    except NotUnderstood as fault:
        turn.not_supported(f"[{setter}]", str(fault))
    turn.go(target)


def _do(
    turn: T,
    holder: Pieces,
    index: int,
    link: StoryLink,
    body: Any,
    target: str,
    setter: str,
) -> None:
    if setter:
        turn.value(setter)
    turn.quietly(body, holder, index)
    if target:
        turn.go(target)


def _shown(turn: T, holder: Pieces, index: int, link: StoryLink, body: Any) -> None:
    turn.out = holder
    shown = turn.collected(lambda: turn.render(body))
    spot = next(i for i, piece in enumerate(holder) if piece is holder[index])
    holder[spot : spot + 1] = [*([link.marked] if link.action[0] == "append" else []), *shown]


MACROS: MacroTable = by_name({
    "link button click": _link,
    "linkreplace linkappend": _link_in_place,
    "goto": lambda turn, node: turn.go(_named(turn, node)),
    "include display": lambda turn, node: turn.include(_named(turn, node)),
    "return": _return, "back": _left_to_pages,
})  # fmt: skip

FOLLOWED: LinkTable = {
    "go": _go,
    "do": _do,
    "replace": _shown,
    "append": _shown,
}
