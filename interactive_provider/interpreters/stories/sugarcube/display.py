"""SugarCube's macros that show, hide and replace parts of the page. Delayed text appears at
once."""

from __future__ import annotations

import re

from ..expressions.values import by_name, text_of
from .markup import Macro
from .turn import MacroTable, SugarCubeTurn

T = SugarCubeTurn


def _show(turn: T, node: Macro) -> None:
    for clause in node.clauses:
        turn.render(clause.body)


def _later(turn: T, node: Macro) -> None:
    """Show what appears after a delay; a part that only runs code does not concern the reader."""
    before = len(turn.out)
    _show(turn, node)
    if any(not isinstance(piece, str) or piece.strip() for piece in turn.out[before:]):
        turn.told_early()


def _silently(turn: T, node: Macro) -> None:
    turn.collected(lambda: turn.render(node.body))


def _script(turn: T, node: Macro) -> None:
    """Report a script, which is not run."""
    code = text_of(node.body[0]) if node.body else ""
    way_on = re.search(r"\b(?:play|goto|restart|display|show|wiki|append|backward)\w*\s*\(", code)
    turn.not_supported("<<script>>", blocks=way_on is not None)


def _replace(turn: T, node: Macro) -> None:
    args = turn.values(node)
    selectors = text_of(args[0]).split(",") if args else []
    names = {part.strip().split()[-1] for part in selectors if part.strip()}
    names = {re.sub(r"^[a-zA-Z]+(?=[.#])", "", name) for name in names}
    turn.put(names, turn.collected(lambda: turn.render(node.body)), node.name)


MACROS: MacroTable = by_name({
    "nobr": lambda turn, node: turn.without_breaks(node.body), "silently silent": _silently,
    "timed repeat type": _later, "done": _show,
    "replace append prepend remove": _replace, "script": _script,
    "stop widget style": lambda turn, node: None,
})  # fmt: skip
