"""SugarCube's macros that show, hide and replace parts of the page. Delays show everything at once."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..content import HARD, Link, closed, opened, places
from ..errors import NotUnderstood
from ..expressions.values import text_of
from .markup import Macro
from .turn import SugarCubeTurn

T = SugarCubeTurn


def _show(turn: T, node: Macro) -> None:
    for clause in node.clauses:
        turn.render(clause.body)


def _nobr(turn: T, node: Macro) -> None:
    turn.without_breaks(node.body)


def _silently(turn: T, node: Macro) -> None:
    shown = turn.collected(lambda: turn.render(node.body))
    turn.out += [piece for piece in shown if type(piece) is Link and piece.action[0] == "show"]


def _script(turn: T, node: Macro) -> None:
    code = text_of(node.body[0]) if node.body else ""
    way_on = re.search(r"\b(?:play|goto|restart|display|show|wiki|append|backward)\w*\s*\(", code)
    turn.not_supported("<<script>>", "JavaScript is not run", blocks=way_on is not None)


def _replace(turn: T, node: Macro) -> None:
    args = turn.values(node)
    selectors = text_of(args[0]).split(",") if args else []
    names = {part.strip().split()[-1] for part in selectors if part.strip()}
    names = {re.sub(r"^[a-zA-Z]+(?=[.#])", "", name) for name in names}
    targets = [place for place in places(turn.page) if names.intersection(place.names)]
    shown = turn.collected(lambda: turn.render(node.body))
    if not targets and shown:
        turn.remark(f"<<{node.name}>> finds nothing that is called {', '.join(sorted(names)) or 'so'}")
    for place in targets:
        old = [] if node.name in ("replace", "remove") else place.children
        place.children[:] = [*shown, *old] if node.name == "prepend" else [*old, *shown]


def _nothing(turn: T, node: Macro) -> None:
    pass


def _dialog(turn: T, node: Macro) -> None:
    """``dialog`` and ``notify`` say what they hold, ``popup`` what a passage holds."""
    args = turn.values(node) if node.name == "popup" else []
    turn.say(lambda: turn.include(text_of(args[0])) if args else turn.render(node.body))


def _say(turn: T, node: Macro) -> None:
    """Who speaks, and below it what."""
    if not node.body:
        raise NotUnderstood("it holds nothing")
    turn.emit(f"{HARD}{opened('strong')}{text_of((*turn.values(node), '')[0]).capitalize()}{closed('strong')}{HARD}")
    turn.render(node.body)


MACROS: dict[str, Callable[[T, Macro], None]] = {
    "nobr": _nobr, "silently": _silently, "silent": _silently, "timed": _show, "repeat": _show, "done": _show,
    "type": _show, "stop": _nothing, "widget": _nothing, "script": _script, "style": _nothing, "replace": _replace,
    "append": _replace, "prepend": _replace, "remove": _replace, "copy": _replace,
    "dialog": _dialog, "notify": _dialog, "popup": _dialog, "say": _say, "liveblock": _show, "live": _show,
    "update": _nothing,
}  # fmt: skip
