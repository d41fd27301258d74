"""Harlowe's links: the macros that show them, and what happens when one is chosen."""

from __future__ import annotations

from typing import Any

from ..content import NamedPlace, Pieces, StoryLink, label_of
from ..engine import LinkTable
from ..errors import NotUnderstood
from ..expressions.values import by_name, text_of
from .markup import HookMark
from .turn import HarloweTurn

T = HarloweTurn


def link(turn: T, hook: HookMark, how: str, label: str, goes: str) -> None:
    """Return the changer ``(link:)``: the hook is shown when the link is chosen."""
    turn.emit(
        StoryLink(_label(turn, label) or label or "…", ("link", how, hook, goes), seen=turn.seen())
    )


def _undo(turn: T, *_: Any) -> None:
    if turn.before is None:
        raise NotUnderstood("there is nothing to undo")
    turn.go(turn.before.name, back=2)


def _label(turn: T, text: str) -> str:
    """Return the words of a link with their styles."""
    return label_of(turn.collected(lambda: turn.print(text))) if text else ""


def _link_goto(turn: T, label: Any = "", target: Any = None, *_: Any) -> None:
    text = text_of(label)
    turn.link_to(_label(turn, text) or text, text_of(target) if target is not None else text)


def _link_undo(turn: T, label: Any = "undo", *_: Any) -> None:
    if turn.before:
        turn.emit(StoryLink(text_of(label), ("undo",)))


def _follow_link(
    turn: T,
    holder: Pieces,
    index: int,
    link: StoryLink,
    how: str,
    hook: HookMark,
    goes: str,
) -> None:
    own: Pieces = [link if how == "repeat" else link.marked]
    if how == "replace":
        own = []
    place = NamedPlace(("!shown",), [])
    holder[index : index + 1] = [*own, place]
    turn.out = place.children
    turn.hook(hook)
    if goes:
        turn.go(goes)


COMMANDS: LinkTable = by_name({
    "goto redirect": lambda turn, name="", *_: turn.go(text_of(name)), "undo": _undo,
    "restart reload": lambda turn, *_: turn.restart(),
    "linkgoto": _link_goto, "linkundo": _link_undo,
})  # fmt: skip

FOLLOWED: LinkTable = {
    "undo": _undo, "link": _follow_link,
}  # fmt: skip
