"""SugarCube's macros for variables, conditions and loops."""

from __future__ import annotations

import re
from typing import Any

from ..errors import EndlessPassage, NotUnderstood
from ..expressions.values import by_name
from .markup import Macro
from .turn import CAPTURED, MacroTable, SugarCubeTurn, written

T = SugarCubeTurn

MOST_ROUNDS = 10_000
"""The maximum number of iterations of one loop."""


def _run(turn: T, node: Macro) -> None:
    turn.value(node.source)


def _unset(turn: T, node: Macro) -> None:
    for kind, name in re.findall(r"([$_])([A-Za-z_$][\w$]*)", node.source):
        (turn.temporary if kind == "_" else turn.variables).pop(name, None)


def _print(turn: T, node: Macro) -> None:
    turn.print(written(turn.value(node.source)))


def _if(turn: T, node: Macro) -> None:
    for clause in node.clauses:
        if clause.name == "else" and clause.source:
            raise NotUnderstood("a condition belongs to <<elseif>>")
        if clause.name == "else" or turn.condition(clause.source):
            turn.render(clause.body)
            return


def _switch(turn: T, node: Macro) -> None:
    value = turn.value(node.source)
    turn.collected(lambda: turn.render(node.body))
    for clause in node.clauses[1:]:
        if clause.name == "default" or any(
            turn.binary("===", value, case) for case in turn.values(clause)
        ):
            turn.render(clause.body)
            return


_RANGE = re.compile(r"(?:([$_][\w$]+)\s*,\s*)?([$_][\w$]+)\s+range\s+(.+)", re.DOTALL)


def _for(turn: T, node: Macro) -> None:
    """Run ``for``: over a range, while a condition holds, or with a start, a condition and a
    step."""
    if match := _RANGE.fullmatch(node.source):
        _for_range(turn, node, match)
        return
    parts = _split(node.source)
    if len(parts) == 1:
        parts = ["", parts[0], ""]
    if len(parts) != 3:
        raise NotUnderstood("a loop is “start; condition; step” or “$name range $list”")
    if parts[0]:
        turn.value(parts[0])
    for _ in range(MOST_ROUNDS):
        if parts[1] and not turn.condition(parts[1]):
            return
        turn.spend()
        turn.render(node.body)
        if parts[2]:
            turn.value(parts[2])
    raise EndlessPassage(f"a loop goes on for more than {MOST_ROUNDS:,} rounds")


def _for_range(turn: T, node: Macro, match: re.Match[str]) -> None:
    value = turn.value(match[3])
    for key, inner in _rounds(value)[:MOST_ROUNDS]:
        if match[1]:
            turn.write(match[1][0], match[1][1:], key)
        turn.write(match[2][0], match[2][1:], inner)
        turn.spend()
        turn.render(node.body)


def _rounds(value: Any) -> list[tuple[Any, Any]]:
    """Return what a loop iterates over: keys and values, or indices and members."""
    if isinstance(value, dict):
        return list(value.items())
    if not isinstance(value, str | list):
        raise NotUnderstood("there is nothing to go through")
    return list(enumerate(value))


def _split(source: str) -> list[str]:
    """Return the parts of a loop's head, split at semicolons outside texts."""
    parts = [""]
    depth = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|;)""")
    for piece in depth.split(source):
        if piece == ";":
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]


def _capture(turn: T, node: Macro) -> None:
    names = re.findall(r"_([A-Za-z_$][\w$]*)", node.source)
    before = turn.temporary.get(CAPTURED)
    turn.temporary[CAPTURED] = (*(before or ()), *names)
    try:
        turn.render(node.body)
    finally:
        turn.temporary[CAPTURED] = before


MACROS: MacroTable = by_name(
    {
        "set run": _run,
        "unset": _unset,
        "print = -": _print,
        "if": _if,
        "switch": _switch,
        "for": _for,
        "capture": _capture,
    }
)
