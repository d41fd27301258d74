"""SugarCube's macros that ask the reader for a value: boxes, buttons and lists."""

from __future__ import annotations

import re
from typing import Any

from ..content import Box
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.lexer import JAVASCRIPT
from ..expressions.parser import parse_expression
from ..expressions.values import by_name, text_of
from .links import label_text
from .markup import Macro
from .turn import MacroTable, SugarCubeTurn

T = SugarCubeTurn


def _box(turn: T, node: Macro) -> None:
    """Show a ``textbox``, ``textarea`` or ``numberbox``: its default is used until something is
    typed."""
    args = turn.values(node)
    target = receiver(args)
    default = args[1] if len(args) > 1 else ""
    turn.assign(target, default)
    if args[2:] not in ([], ["autofocus"]):
        raise NotUnderstood("it leads nowhere here")
    turn.emit(Box(target, number=node.name == "numberbox"))


def receiver(args: list[Any]) -> Any:
    """Return the tree of the variable named by a macro's first argument."""
    if not args or not isinstance(args[0], str) or not re.match(r"[$_]", args[0]):
        raise NotUnderstood("it does not name a variable in quotes")
    return parse_expression(args[0], JAVASCRIPT)


def _radio(turn: T, node: Macro) -> None:
    args = turn.values(node)
    target = receiver(args)
    if len(args) < 2:
        raise NotUnderstood("it needs a value")
    if "checked" in args[2:]:
        turn.assign(target, args[1])
    _offer(turn, target, [(text_of(args[1]), args[1])])


def _cycle(turn: T, node: Macro) -> None:
    """Show ``cycle`` and ``listbox``: a choice for each value, one of which may be selected."""
    args = turn.values(node)
    target = receiver(args)
    values: list[tuple[str, Any]] = []
    chosen = [turn.evaluate(target)] if "autoselect" in args else []
    for clause in node.clauses[1:]:
        if clause.name != "option":
            raise NotUnderstood("only single options are supported")
        label, *more = turn.values(clause) or [""]
        worth = more[0] if more and more[0] != "selected" else label
        values.append((label_text(turn, label), worth))
        chosen += [worth] if "selected" in more else []
    if not values:
        raise NotUnderstood("it has no options")
    turn.assign(target, [*chosen, values[0][1]][0])
    _offer(turn, target, values)


def _offer(turn: T, target: Any, values: list[tuple[str, Any]]) -> None:
    shown = None
    if len(values) > 1:
        now = turn.evaluate(target)
        shown = next((label for label, value in values if value == now), text_of(now))
    turn.offer(g.spoken_name(target) or "choose", target, shown, values)


MACROS: MacroTable = by_name(
    {
        "textbox textarea numberbox": _box,
        "radiobutton": _radio,
        "cycle listbox": _cycle,
    }
)
