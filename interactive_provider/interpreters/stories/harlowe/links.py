"""Harlowe's links: the macros that show them, and what happens when one is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..content import ContentPiece, NamedPlace, StoryLink, label_of, places
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.values import by_name, text_of
from .hooks import hidden_places, reveal
from .markup import Called, HookMark
from .turn import PENDING, HarloweTurn, target_name

T = HarloweTurn


def link(turn: T, hook: HookMark, how: str, label: str, goes: str) -> None:
    """The changer ``(link:)``: the hook is shown when the link is chosen."""
    turn.emit(
        StoryLink(_label(turn, label) or label or "…", ("link", how, hook, goes), seen=turn.seen())
    )


def click(turn: T, hook: HookMark, how: str, targets: tuple[Any, ...]) -> None:
    """The hook waits for a click; it is shown in place of the macro, or of the words."""
    if not targets:
        raise NotUnderstood("it names no place")
    anchor = f"!{turn.count}"
    turn.emit(NamedPlace((anchor,), []))
    waiting = turn.temporary.get(PENDING, ())
    wishes = tuple((target_name(value), (how, hook, anchor, turn.seen())) for value in targets)
    turn.temporary[PENDING] = (*waiting, *wishes)


def _undo(turn: T, *_: Any) -> None:
    if turn.before is None:
        raise NotUnderstood("there is nothing to undo")
    turn.go(turn.before.name, back=2)


def _label(turn: T, text: str) -> str:
    """The words of a link with their styles."""
    return label_of(turn.collected(lambda: turn.print(text))) if text else ""


def _link_goto(turn: T, label: Any = "", target: Any = None, *_: Any) -> None:
    text = text_of(label)
    turn.link_to(_label(turn, text) or text, text_of(target) if target is not None else text)


def _link_undo(turn: T, label: Any = "undo", *_: Any) -> None:
    if turn.before:
        turn.emit(StoryLink(text_of(label), ("undo",)))


def _link_show(turn: T, label: Any = "", *targets: Any) -> None:
    turn.emit(StoryLink(text_of(label), ("reveal", tuple(map(target_name, targets)))))


def _click_goto(turn: T, words: Any = "", target: Any = "", *_: Any) -> None:
    goto = HookMark((), (Called(g.MacroCall("goto", (g.Literal(text_of(target)),)), "(goto:)"),))
    click(turn, goto, "show", (words,))


def _follow_link(
    turn: T,
    holder: list[ContentPiece],
    index: int,
    link: StoryLink,
    how: str,
    hook: HookMark,
    goes: str,
) -> None:
    own: list[ContentPiece] = [link if how in ("repeat", "rerun") else link.marked]
    if how == "replace":
        own = []
    place = NamedPlace(("!shown",), [])
    twin = holder[index + 1] if index + 1 < len(holder) else None
    again = how == "rerun" and isinstance(twin, NamedPlace) and twin.names == ("!shown",)
    holder[index : index + 1 + again] = [*own, place]
    turn.out = place.children
    turn.hook(hook)
    if goes:
        turn.go(goes)


def _follow_click(
    turn: T,
    holder: list[ContentPiece],
    index: int,
    link: StoryLink,
    action: Any,
    old: tuple[ContentPiece, ...],
) -> None:
    how, hook, anchor, seen = action
    before = turn.recall(seen)
    holder[index : index + 1] = list(old)
    home = next((p for p in places(turn.page) if p.children is holder), NamedPlace((), turn.page))
    spot = next((p for p in places(turn.page) if anchor in p.names), home)
    place = spot if how in ("show", "rerun") else home
    shown = turn.collected(lambda: turn.hook(hook))
    place.put(shown, how)
    waiting = turn.temporary.get(PENDING)
    turn.temporary = before
    if waiting is not None:
        turn.temporary[PENDING] = waiting


def _follow_reveal(
    turn: T, holder: list[ContentPiece], index: int, link: StoryLink, names: tuple[str, ...]
) -> None:
    holder[index] = link.marked
    for place in hidden_places(turn, names):
        reveal(turn, place)


COMMANDS: dict[str, Callable[..., None]] = by_name({
    "goto redirect": lambda turn, name="", *_: turn.go(text_of(name)), "undo": _undo,
    "restart reload": lambda turn, *_: turn.restart(),
    "linkgoto": _link_goto, "linkundo": _link_undo, "linkshow": _link_show,
    "clickgoto mouseovergoto mouseoutgoto": _click_goto,
})  # fmt: skip

FOLLOWED: dict[str, Callable[..., None]] = {
    "undo": _undo, "link": _follow_link,
    "click": _follow_click, "reveal": _follow_reveal,
}  # fmt: skip
