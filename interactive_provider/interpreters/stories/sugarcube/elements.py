"""Elements of a page as scripts see them: what shows words or can be clicked; all else is passed over."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..content import Link, Piece, Place, page_text, places
from ..expressions.values import Closure, text_of

_HOW = {"wiki": "append", "append": "append", "prepend": "prepend", "text": "replace", "html": "replace",
        "empty": "replace", "remove": "replace", "replaceWith": "replace", "wikiWithOptions": "append",
        "appendChild": "append", "textContent": "replace", "innerText": "replace", "innerHTML": "replace",
        "insertAdjacentHTML": "append"}  # fmt: skip
"""What shows something in an element, and how."""
_CLICKS = frozenset({"click", "ariaClick", "onclick", "on", "one", "addEventListener"})


@dataclass(frozen=True, eq=False)
class Elements:
    """The elements with some names, or one that a script made; its place is its contents."""

    names: tuple[str, ...] = ()
    place: Place | None = None

    def lasting(self) -> Elements | None:
        """What is left of it after the turn: its names."""
        return Elements(self.names)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Elements) and self.place is None is other.place
                                 and self.names == other.names)  # fmt: skip

    def __hash__(self) -> int:
        return hash(self.names)

    def __str__(self) -> str:
        return page_text(self.place.children) if self.place else ""


def select(turn: Any, args: list[Any]) -> Any:
    """``$(…)``: elements by their names, a new one from HTML, or one again; a function is called at once."""
    what = args[0] if args else None
    if isinstance(what, Closure):
        turn.later = [*turn.later, what]
    if isinstance(what, Elements):
        return what
    text = what if isinstance(what, str) else ""
    if text.lstrip().startswith("<"):
        return Elements((), Place((), shown(turn, [text])))
    return Elements(names_of(text))


def names_of(selector: str) -> tuple[str, ...]:
    """The names that a selector has for its last parts."""
    parts = (part.split()[-1] for part in selector.split(",") if part.strip())
    return tuple(re.sub(r"^[a-zA-Z]+(?=[.#])", "", part) for part in parts)


def shown(turn: Any, values: list[Any], is_plain: bool = False) -> list[Piece]:
    """The pieces of some values: elements, texts with markup or without."""
    pieces: list[Piece] = []
    for value in values:
        if isinstance(value, Elements):
            pieces += [value.place] if value.place else []
        elif isinstance(value, list):
            pieces += shown(turn, value, is_plain)
        elif is_plain:
            pieces.append(text_of(value))
        else:
            text = text_of(value)
            pieces += turn.collected(lambda text=text: turn.print(text))
    return pieces


def call(turn: Any, of: Elements, name: str, args: list[Any]) -> Any:
    """The result of a method of elements; one that shows nothing gives the elements again."""
    if name in _CLICKS and args and isinstance(args[-1], Closure):
        event = text_of(args[0]) if isinstance(args[0], str) else "click"
        if event.startswith(":"):
            turn.listen(event, args[-1], name == "one")
        elif event.split(".")[0] == "click":
            turn.clickable = [*turn.clickable, (of, args[-1])]
    elif name == "ready":
        select(turn, args)
    elif name in ("appendTo", "prependTo") and args:
        call(turn, select(turn, args), name[:-2], [of])
    elif name in ("text", "html", "textContent", "innerText", "innerHTML") and not args:
        return str(of)
    elif name in _HOW:
        plain = name in ("text", "textContent", "innerText")
        values = args[-1:] if name == "insertAdjacentHTML" else args
        pieces = [] if name in ("empty", "remove") else shown(turn, values, plain)
        if of.place is not None:
            of.place.put(pieces, _HOW[name])
        elif of.names:
            turn.put(set(of.names), pieces, _HOW[name])
    elif name in ("addClass", "id", "className") and args and of.place is not None:
        sign = "#" if name == "id" else "."
        of.place.names += tuple(sign + word for word in text_of(args[0]).split())
    elif name == "attr" and len(args) > 1 and args[0] == "id" and of.place is not None:
        of.place.names += (f"#{text_of(args[1])}",)
    elif name in ("length", "size"):
        return 1 if of.place is not None or any(set(of.names).intersection(p.names) for p in places(turn.page)) else 0
    elif name == "find" and args:
        return Elements(names_of(text_of(args[0])))
    return of


def make_clickable(turn: Any) -> None:
    """Turn the elements that call a function when they are clicked into links."""
    clicks = turn.world.setdefault("clicks", [])
    for of, function in turn.clickable:
        found = [of.place] if of.place else [p for p in places(turn.page) if set(of.names).intersection(p.names)]
        for place in found:
            label = " ".join(page_text(place.children).split())
            if label and not any(isinstance(child, Link) for child in place.children):
                place.children[:] = [Link(label, ("call", len(clicks)))]
                clicks.append(function)
    turn.clickable = ()
