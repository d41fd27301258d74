"""SugarCube's macros that ask the reader for a value: boxes, buttons and lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..content import Box, Link, Piece
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.lexer import JAVASCRIPT
from ..expressions.parser import parse_expression
from ..expressions.values import text_of
from .links import label_text
from .markup import Macro
from .turn import SugarCubeTurn

T = SugarCubeTurn


def _box(turn: T, node: Macro) -> None:
    """``textbox``, ``textarea``, ``numberbox``: their default counts until something is typed."""
    given = turn.given(node)
    target = receiver(given)
    default = given[1] if len(given) > 1 else ""
    turn.assign(target, default)
    turn.emit(Box(target, number=node.name == "numberbox"))
    if len(given) > 2 and isinstance(given[2], str) and given[2] != "autofocus" and "=" not in given[2]:
        turn.emit(Link("continue", ("go", given[2], "")))


def receiver(given: list[Any]) -> Any:
    """The tree of the variable whose name is a macro's first argument."""
    if not given or not isinstance(given[0], str) or not re.match(r"[$_]", given[0]):
        raise NotUnderstood("it names no variable in quotes")
    return parse_expression(given[0], JAVASCRIPT)


def _checkbox(turn: T, node: Macro) -> None:
    given = turn.given(node)
    target = receiver(given)
    if len(given) < 3:
        raise NotUnderstood("it wants the values for off and on")
    on = "checked" in given or ("autocheck" in given and turn.evaluate(target) == given[2])
    turn.assign(target, given[2] if on else given[1])
    _offer(turn, target, [("off", given[1]), ("on", given[2])])


def _radio(turn: T, node: Macro) -> None:
    given = turn.given(node)
    target = receiver(given)
    if len(given) < 2:
        raise NotUnderstood("it wants a value")
    if "checked" in given[2:]:
        turn.assign(target, given[1])
    _offer(turn, target, [(text_of(given[1]), given[1])])


def _cycle(turn: T, node: Macro) -> None:
    """``cycle`` and ``listbox``: a choice for each value."""
    given = turn.given(node)
    target = receiver(given)
    values: list[tuple[str, Any]] = []
    chosen = None
    for clause in node.clauses[1:]:
        if clause.name == "optionsfrom":
            found = turn.value(clause.source)
            values += [(text_of(k), v) for k, v in found.items()] if isinstance(found, dict) else [
                (text_of(v), v) for v in (found if isinstance(found, list) else [])]  # fmt: skip
        else:
            inner = turn.given(clause)
            worth = inner[1] if len(inner) > 1 and inner[1] != "selected" else inner[0] if inner else ""
            values.append((label_text(turn, inner[0]) if inner else "", worth))
            chosen = worth if "selected" in inner[1:] else chosen
    old = turn.evaluate(target)
    if "autoselect" in given and old in [worth for _, worth in values]:
        chosen = old
    if not values:
        raise NotUnderstood("it has no options")
    turn.assign(target, values[0][1] if chosen is None else chosen)
    _offer(turn, target, values)


def _offer(turn: T, target: Any, values: list[tuple[str, Any]]) -> None:
    shown = text_of(turn.evaluate(target)) if len(values) > 1 else None
    turn.offer(g.spoken_name(target), target, shown, values)


def _set(turn: T, holder: list[Piece], index: int, link: Link, target: Any, value: Any) -> None:
    turn.choose_value(link.group, target, value, link.label)


MACROS: dict[str, Callable[[T, Macro], None]] = {
    "textbox": _box, "textarea": _box, "numberbox": _box, "checkbox": _checkbox, "radiobutton": _radio,
    "cycle": _cycle, "listbox": _cycle,
}  # fmt: skip

FOLLOWED: dict[str, Callable[..., None]] = {"set": _set}
