"""SugarCube's macros that ask the reader for a value: boxes, buttons and lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..content import Box, StoryLink
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.lexer import JAVASCRIPT
from ..expressions.parser import parse_expression
from ..expressions.values import by_name, text_of
from .links import label_text
from .markup import Macro
from .turn import SugarCubeTurn

T = SugarCubeTurn


def _box(turn: T, node: Macro) -> None:
    """``textbox``, ``textarea``, ``numberbox``: their default counts until something is typed."""
    args = turn.values(node)
    target = receiver(args)
    default = args[1] if len(args) > 1 else ""
    turn.assign(target, default)
    passage = (
        args[2]
        if len(args) > 2 and isinstance(args[2], str) and args[2] in turn.story.passages
        else ""
    )
    turn.emit(Box(target, number=node.name == "numberbox", target_passage=passage))
    if passage:
        turn.emit(StoryLink("as it stands", ("go", passage, ""), "the box"))


def receiver(args: list[Any]) -> Any:
    """The tree of the variable whose name is a macro's first argument."""
    if not args or not isinstance(args[0], str) or not re.match(r"[$_]", args[0]):
        raise NotUnderstood("it does not name a variable in quotes")
    return parse_expression(args[0], JAVASCRIPT)


def _checkbox(turn: T, node: Macro) -> None:
    args = turn.values(node)
    target = receiver(args)
    if len(args) < 3:
        raise NotUnderstood("it needs the values for off and on")
    on = "checked" in args or ("autocheck" in args and turn.evaluate(target) == args[2])
    turn.assign(target, args[2] if on else args[1])
    _offer(turn, target, [("off", args[1]), ("on", args[2])])


def _radio(turn: T, node: Macro) -> None:
    args = turn.values(node)
    target = receiver(args)
    if len(args) < 2:
        raise NotUnderstood("it wants a value")
    if "checked" in args[2:]:
        turn.assign(target, args[1])
    _offer(turn, target, [(text_of(args[1]), args[1])])


def _cycle(turn: T, node: Macro) -> None:
    """``cycle`` and ``listbox``: a choice for each value."""
    args = turn.values(node)
    target = receiver(args)
    values: list[tuple[str, Any]] = []
    chosen = None
    for clause in node.clauses[1:]:
        if clause.name == "optionsfrom":
            options = turn.value(clause.source)
            if isinstance(options, dict):
                values += [(text_of(label), worth) for label, worth in options.items()]
            elif isinstance(options, list):
                values += [(text_of(worth), worth) for worth in options]
        else:
            label, *more = turn.values(clause) or [""]
            worth = more[0] if more and more[0] != "selected" else label
            values.append((label_text(turn, label) if label != "" else "", worth))
            chosen = worth if "selected" in more else chosen
    old = turn.evaluate(target)
    if "autoselect" in args and old in [worth for _, worth in values]:
        chosen = old
    if not values:
        raise NotUnderstood("it has no options")
    turn.assign(target, values[0][1] if chosen is None else chosen)
    _offer(turn, target, values)


def _offer(turn: T, target: Any, values: list[tuple[str, Any]]) -> None:
    shown = None
    if len(values) > 1:
        now = turn.evaluate(target)
        shown = next((label for label, value in values if value == now), text_of(now))
    turn.offer(g.spoken_name(target) or "choose", target, shown, values)


MACROS: dict[str, Callable[[T, Macro], None]] = by_name(
    {
        "textbox textarea numberbox": _box,
        "checkbox": _checkbox,
        "radiobutton": _radio,
        "cycle listbox": _cycle,
    }
)
