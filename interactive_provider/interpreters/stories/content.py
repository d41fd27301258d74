"""What a passage shows: text, links and boxes, some of it in named places that can be replaced.

A page is a tree. While a turn runs its places hold lists; a finished page is made of tuples and never changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

_OPEN, _CLOSE = "\x01", "\x02"
_ALONE = re.compile(r"[ \t]*(?:[-*•>|→·]+|\d+[.)])?[ \t]*(?:\x01[^\x01\x02]*\x02[ \t|/,;·•—-]*)+[.!?:]?[ \t]*")
_BLANKS = re.compile(r"[ \t\f\v\u200b]+")
HARD = "\r"
"""A line break that stays where blanks are eaten: that of `<br>`, of a block, of a remark."""
SIDE_BAR = "side bar"
"""The group of links that stand on every page, beside the story; they alone do not keep it going."""
_BLANK_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Link:
    """Something to choose: a label to read, and what the format's engine shall do.

    ``group`` is the name that several choices of one question share (a drop-down, a set of buttons).
    """

    label: str
    action: Any
    group: str = ""
    seen: tuple[tuple[str, Any], ...] = ()
    """Temporary names that the action still sees."""


@dataclass(frozen=True, slots=True)
class Box:
    """Something to type: the variable that it sets (its kind and name, or a tree that names it)."""

    target: Any
    number: bool = False
    label: str = ""
    filled: bool = False


@dataclass(slots=True)
class Place:
    """A part of a page, with the names by which it can be found: ``#id``, ``.class``, ``?hook``."""

    names: tuple[str, ...]
    children: Any
    hidden: Any = None
    """What a hidden hook would show, None for a place that is shown."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and (self.names, self.children, self.hidden) == (
            other.names, other.children, other.hidden)  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.names, len(self.children)))


Piece: TypeAlias = "str | Link | Box | Place"


def frozen(children: list[Piece]) -> tuple[Piece, ...]:
    """A finished page."""
    return tuple([Place(c.names, frozen(c.children), c.hidden) if type(c) is Place else c for c in children])


def open_again(children: tuple[Piece, ...]) -> list[Piece]:
    """A finished page as a turn may change it."""
    return [Place(c.names, open_again(c.children), c.hidden) if type(c) is Place else c for c in children]


def pieces(children: Any) -> Iterator[tuple[Any, int]]:
    """Every piece that is no place, in reading order, with the list that holds it and its index there."""
    for index, child in enumerate(children):
        if type(child) is Place:
            if child.hidden is None:
                yield from pieces(child.children)
        else:
            yield children, index


def places(children: list[Piece]) -> Iterator[Place]:
    """Every place of a page in reading order, the outer ones first."""
    for child in list(children):
        if type(child) is Place:
            yield child
            yield from places(child.children)


def links(children: Any) -> list[Link]:
    """The links of a page in reading order; of two that read and do the same only the first."""
    shown: list[Link] = []
    _gather(children, shown)
    return shown if len(shown) < 2 else _distinct(shown)


def without_links(children: Any) -> list[Piece]:
    """A page's pieces, the links left out."""
    return [Place(c.names, without_links(c.children), c.hidden) if type(c) is Place else c
            for c in children if type(c) is not Link]  # fmt: skip


def _gather(children: Any, shown: list[Link]) -> None:
    for child in children:
        kind = type(child)
        if kind is Link:
            shown.append(child)
        elif kind is Place and child.hidden is None:
            _gather(child.children, shown)


def _distinct(shown: list[Link]) -> list[Link]:
    kept: dict[str, list[Link]] = {}
    for link in shown:
        alike = kept.setdefault(link.label, [])
        if link not in alike:
            alike.append(link)
    if len(kept) == len(shown):
        return shown
    kept_ids = {id(link) for alike in kept.values() for link in alike}
    return [link for link in shown if id(link) in kept_ids]


def boxes(children: Any) -> list[Box]:
    """The boxes of a page in reading order."""
    return [holder[index] for holder, index in pieces(children) if type(holder[index]) is Box]


def text_of_page(children: Any) -> str:
    """The words of a page: lines that hold nothing but links are left out, for the choices say them."""
    parts: list[str] = []
    _write(children, parts)
    text = _BLANKS.sub(" ", "".join(parts).replace(HARD, "\n"))
    lines = [line.strip() for line in text.split("\n")]
    if _OPEN in text:
        lines = ["" if _OPEN in line and _ALONE.fullmatch(line) else line for line in lines]
    text = "\n".join(lines).replace(_OPEN, "").replace(_CLOSE, "")
    return _BLANK_LINES.sub("\n\n", text).strip()


def _write(children: Any, parts: list[str]) -> None:
    for child in children:
        kind = type(child)
        if kind is str:
            parts.append(child)
        elif kind is Link:
            if not child.group:
                parts.append(f"{_OPEN}{child.label}{_CLOSE}")
        elif kind is Place:
            if child.hidden is None:
                _write(child.children, parts)
        elif child.label:
            parts.append(f"{child.label} ____")
        else:
            parts.append("____")
