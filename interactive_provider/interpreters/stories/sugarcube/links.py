"""SugarCube's links: the macros that show them, and what happens when one is chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ..content import ContentPiece, StoryLink
from ..engine import StoryTurn
from ..errors import NotUnderstood
from ..expressions.values import by_name, freeze, text_of
from ..markup import LinkMark
from .markup import Macro
from .turn import CAPTURED, SugarCubeTurn

T = SugarCubeTurn


def _link(turn: T, node: Macro) -> None:
    """``link`` and ``button``: their contents are run, not shown."""
    label, target, setter = _aimed(turn, turn.values(node))
    turn.emit(StoryLink(label, ("do", node.body, target, setter), seen=_seen(turn, node.body)))


def _aimed(turn: T, args: list[Any]) -> tuple[str, str, str]:
    """The label, target and setter that a macro's arguments give."""
    second = text_of(args[1]) if len(args) > 1 else ""
    if args and isinstance(args[0], LinkMark):
        mark = args[0]
        target = turn.target(mark.target) if mark.target else second
        return turn.link_text(mark) or target, target, mark.setter
    if not args:
        raise NotUnderstood("it has no label")
    return label_text(turn, args[0]), second, ""


def label_text(turn: T, value: Any) -> str:
    """A text as the label of a link, with its markup shown."""
    text = text_of(value)
    return (turn.label(turn.engine.parse(text)) if re.search(r"[<$@'&/]|\[", text) else text) or "…"


def _seen(turn: T, body: Sequence[Any]) -> tuple[tuple[str, Any], ...]:
    """The temporary names that are captured around here."""
    names = turn.temporary.get(CAPTURED)
    return tuple((name, freeze(turn.temporary.get(name))) for name in names or () if body)


def _link_in_place(turn: T, node: Macro) -> None:
    """``linkreplace``, ``linkappend`` and ``linkprepend``: their contents are shown there."""
    label, _, _ = _aimed(turn, turn.values(node)[:1])
    turn.emit(
        StoryLink(label, (node.name.removeprefix("link"), node.body), seen=_seen(turn, node.body))
    )


def _named(turn: T, node: Macro) -> str:
    args = turn.values(node)
    if not args:
        raise NotUnderstood("it names no passage")
    return turn.target(args[0].target) if isinstance(args[0], LinkMark) else text_of(args[0])


def _back(turn: T, node: Macro) -> None:
    """``back`` takes the last passage back, ``return`` goes there again."""
    args = turn.values(node)
    label = target = ""
    if args and isinstance(args[0], LinkMark):
        label, target = turn.link_text(args[0]), args[0].target
    elif args:
        label, target = label_text(turn, args[0]), text_of((*args, "")[1])
    if not target and not turn.before:
        return
    action: tuple[str, ...] = ("back", target)
    if node.name == "return":
        action = ("go", target or previous_passage(turn), "")
    turn.emit(StoryLink(label or node.name.capitalize(), action))


def previous_passage(turn: StoryTurn) -> str:
    """The last different passage before this one; nothing if there is none."""
    return next((name for name in turn.trail or () if name != turn.passage), "")


def _actions(turn: T, node: Macro) -> None:
    """Links to passages, except for those that were read."""
    for value in turn.values(node):
        mark = value if isinstance(value, LinkMark) else LinkMark((text_of(value),), text_of(value))
        if not turn.visits(mark.target):
            _line(turn, mark)


def _choice(turn: T, node: Macro) -> None:
    """A link: a passage's name, then its words."""
    args = turn.values(node)
    if args:
        _line(
            turn,
            (
                args[0]
                if isinstance(args[0], LinkMark)
                else LinkMark((text_of(args[-1]),), text_of(args[0]))
            ),
        )


def _line(turn: T, mark: LinkMark) -> None:
    turn.emit("\n")
    turn.link_mark(mark)


def _go(
    turn: T, holder: list[ContentPiece], index: int, link: StoryLink, target: str, setter: str
) -> None:
    try:
        if setter:
            turn.value(setter)
    except NotUnderstood as fault:
        turn.not_supported(f"[{setter}]", str(fault))
    turn.go(target)


def _do(
    turn: T,
    holder: list[ContentPiece],
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


def _take_back(
    turn: T, holder: list[ContentPiece], index: int, link: StoryLink, target: str
) -> None:
    trail, count = turn.trail, 1
    destination = target or previous_passage(turn)
    while trail is not None and trail.before is not None:
        trail, count = trail.before, count + 1
        if trail.name == destination:
            turn.go(destination, count)
    turn.go(destination or turn.story.start, 1)


def _replaced(turn: T, holder: list[ContentPiece], index: int, link: StoryLink, body: Any) -> None:
    turn.out = holder
    shown = turn.collected(lambda: turn.render(body))
    spot = next(i for i, piece in enumerate(holder) if piece is holder[index])
    holder[spot : spot + 1] = shown


def _added(turn: T, holder: list[ContentPiece], index: int, link: StoryLink, body: Any) -> None:
    """``linkappend`` and ``linkprepend``: the words of the link stay."""
    holder[index] = link.marked
    at = index + 1 if link.action[0] == "append" else index
    holder[at:at] = turn.collected(lambda: turn.render(body))


def _shown(turn: T, holder: list[ContentPiece], index: int, link: StoryLink, body: Any) -> None:
    """A conditional link: both of its links work, and its target exists."""
    first = index if index + 1 < len(holder) and _twin(holder[index + 1], link) else index - 1
    count = (
        2 if first >= 0 and all(_twin(piece, link) for piece in holder[first : first + 2]) else 1
    )
    first = first if count == 2 else index
    holder[first : first + count] = turn.collected(lambda: turn.render(body))


def _twin(piece: ContentPiece, link: StoryLink) -> bool:
    return isinstance(piece, StoryLink) and piece.group == link.group and piece.action[0] == "show"


MACROS: dict[str, Callable[[T, Macro], None]] = by_name({
    "link button click": _link,
    "linkreplace linkappend linkprepend": _link_in_place,
    "goto": lambda turn, node: turn.go(_named(turn, node)),
    "include display": lambda turn, node: turn.include(_named(turn, node)),
    "back": _back, "return": _back, "actions": _actions, "choice": _choice,
})  # fmt: skip

FOLLOWED: dict[str, Callable[..., None]] = {
    "go": _go,
    "do": _do,
    "back": _take_back,
    "replace": _replaced,
    "append": _added,
    "prepend": _added,
    "show": _shown,
}
