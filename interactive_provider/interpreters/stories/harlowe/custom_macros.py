"""Harlowe's macros that a story defines itself.

Source: twine2.neocities.org, `(macro:)`, `(output:)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..content import HARD
from ..engine import Turn
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.values import freeze, text_of, thaw
from .markup import HookMark
from .values import Changer, Command


@dataclass(frozen=True, slots=True)
class Custom:
    """``(macro: num-type _a, ...str-type _more, [hook])``: its parameters and the source of its hook."""

    parameters: tuple[str, ...]
    rest: bool
    source: str


class Output(Exception):
    """Raised by ``(output:)`` to leave a macro with its value."""

    def __init__(self, value: Any) -> None:
        super().__init__("(output:) is not inside one of the story's own macros")
        self.value = value


def custom(turn: Turn, nodes: Sequence[Any]) -> Custom:
    """The value of ``(macro:)``; raises `NotUnderstood` for one without a hook."""
    *args, body = nodes or (None,)
    if not isinstance(body, g.Code):
        raise NotUnderstood("it needs a hook at its end")
    names = [node.items if isinstance(node, g.Spread) else node for node in args]
    if not all(isinstance(node, g.Variable) and node.kind == "_" for node in names):
        raise NotUnderstood("it needs parameters like “num-type _size”")
    rest = bool(args) and isinstance(args[-1], g.Spread)
    return Custom(tuple(node.name for node in names if isinstance(node, g.Variable)), rest, body.source)


def output(turn: Turn, nodes: Sequence[Any]) -> Changer:
    """``(output: value)``, which raises `Output`, or the changer ``(output:)``."""
    if nodes:
        raise Output(freeze(turn.arguments(nodes)[0]))
    return Changer((("output", ()),))


def output_hook(turn: Any, hook: HookMark) -> None:
    """``(output:)[hook]``: the hook is shown where the macro is called."""
    raise Output(Command("hookof", (hook, turn.seen())))


def show_hook(turn: Any, hook: HookMark, seen: tuple[tuple[str, Any], ...]) -> None:
    """Show the hook that a macro gave, with the names that it saw."""
    before = turn.recall(seen)
    turn.hook(hook)
    turn.temporary = before


def call(turn: Turn, called: Any, name: str, args: list[Any]) -> Any:
    """The value of ``($name: …)``; raises `NotUnderstood` if it has none."""
    if not isinstance(called, Custom):
        raise NotUnderstood(f"{name} is not a macro")
    few = len(called.parameters) - called.rest
    if len(args) < few or (len(args) > few and not called.rest):
        raise NotUnderstood(f"it needs {few} values{' or more' if called.rest else ''} but gets {len(args)}")
    own = dict(zip(called.parameters, args, strict=False))
    if called.rest:
        own[called.parameters[-1]] = args[few:]
    before, turn.temporary = turn.temporary, own
    shown: list[Any] = []
    try:
        body = turn.engine.parse(called.source)
        turn.inside(turn.shown_in[-1], lambda: shown.extend(turn.collected(lambda: turn.render(body))))
    except Output as result:
        return thaw(result.value)
    finally:
        turn.temporary = before
    turn.out += [piece for piece in shown if isinstance(piece, str) and piece.startswith(f"{HARD}[")]
    raise NotUnderstood("it ends without an (output:)")


def fail(turn: Turn, nodes: Sequence[Any]) -> None:
    """``(error: text)``; raises `NotUnderstood` with it."""
    texts = [text_of(value)[:200] for value in turn.arguments(nodes)]
    raise NotUnderstood(texts[0] if texts else "an error raised by the story")
