"""Harlowe's macros of an author's own, and storylets: passages that say themselves when they can be read.

Source: twine2.neocities.org, `(macro:)`, `(output:)`, `(storylet:)`, `(open-storylets:)`, `(link-storylet:)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import grammar as g
from .engine import Turn
from .errors import NotUnderstood
from .harlowe_source import Called, HookMark
from .harlowe_values import Command
from .model import Passage
from .page import HARD, Link
from .values import Function, freeze, is_number, slug, text_of, thaw

# Macros of one's own -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Custom:
    """``(macro: num-type _a, ...str-type _more, [hook])``: its parameters and the source of its hook."""

    parameters: tuple[str, ...]
    rest: bool
    source: str


class Output(Exception):
    """Raised by ``(output:)`` to leave a macro with its value."""

    def __init__(self, value: Any) -> None:
        super().__init__("(output:) stands in no macro of the story's own")
        self.value = value


def custom(turn: Turn, nodes: Sequence[Any]) -> Custom:
    """The value of ``(macro:)``; raises `NotUnderstood` for one without a hook."""
    *given, body = nodes or (None,)
    if not isinstance(body, g.Code):
        raise NotUnderstood("it wants a hook at its end")
    names = [node.items if isinstance(node, g.Spread) else node for node in given]
    if not all(isinstance(node, g.Variable) and node.kind == "_" for node in names):
        raise NotUnderstood("it wants parameters like “num-type _size”")
    rest = bool(given) and isinstance(given[-1], g.Spread)
    return Custom(tuple(node.name for node in names if isinstance(node, g.Variable)), rest, body.source)


def output(turn: Turn, nodes: Sequence[Any]) -> Any:
    """``(output: value)``; raises `Output`."""
    raise Output(freeze(turn.arguments(nodes)[0]))


def output_hook(turn: Any, hook: HookMark) -> None:
    """``(output:)[hook]``: the hook is shown where the macro is called."""
    raise Output(Command("hookof", (hook, turn.seen())))


def show_hook(turn: Any, hook: HookMark, seen: tuple[tuple[str, Any], ...]) -> None:
    """Show the hook that a macro gave, with the names that it saw."""
    before = turn.temporary
    turn.temporary = {**before, **{name: thaw(value) for name, value in seen}}
    turn.hook(hook)
    turn.temporary = before


def call(turn: Turn, called: Any, name: str, given: list[Any]) -> Any:
    """The value of ``($name: …)``; raises `NotUnderstood` where it has none."""
    if not isinstance(called, Custom):
        raise NotUnderstood(f"{name} is no macro")
    few = len(called.parameters) - called.rest
    if len(given) < few or (len(given) > few and not called.rest):
        raise NotUnderstood(f"it wants {few} values{' or more' if called.rest else ''} and is given {len(given)}")
    own = dict(zip(called.parameters, given, strict=False))
    if called.rest:
        own[called.parameters[-1]] = given[few:]
    before, turn.temporary = turn.temporary, own
    shown: list[Any] = []
    try:
        turn.inside(turn.shown_in[-1], lambda: shown.extend(turn.collected(lambda: turn.render(_body(turn, called)))))
    except Output as result:
        return thaw(result.value)
    finally:
        turn.temporary = before
    turn.out += [piece for piece in shown if isinstance(piece, str) and piece.startswith(f"{HARD}[")]
    raise NotUnderstood("it ends without an (output:)")


def _body(turn: Turn, called: Custom) -> Any:
    return turn.engine.parse(called.source)


def fail(turn: Turn, given: list[Any]) -> None:
    """``(error: text)``; raises `NotUnderstood` with it."""
    raise NotUnderstood(text_of(given[0])[:200] if given else "an error of the story's own")


# Storylets ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Storylet:
    """A passage with the condition on which it is open, as trees; those of higher urgency come first."""

    passage: Passage
    when: Any
    urgency: Any = None
    exclusivity: Any = None


def storylets(turn: Turn) -> list[Storylet]:
    """The passages of a story that are storylets, in its order."""
    found = []
    for passage in turn.story.told:
        if "storylet" in passage.text.lower():
            said = {slug(node.name): node.arguments for node in _calls(turn.engine.parsed(passage.name))}
            if said.get("storylet"):
                more = [(said.get(name) or (None,))[0] for name in ("urgency", "exclusivity")]
                found.append(Storylet(passage, said["storylet"][0], *more))
    return found


def _calls(nodes: Any) -> list[g.Macro]:
    return [node.tree for node in g.walk(nodes) if isinstance(node, Called) and isinstance(node.tree, g.Macro)]


def open_storylets(turn: Turn, nodes: Sequence[Any]) -> list[dict[str, Any]]:
    """The storylets that are open now, the most urgent first, as datamaps."""
    wanted = turn.arguments(nodes)
    ranked = []
    for storylet in storylets(turn):
        if _is_open(turn, storylet):
            ranks = [_number(turn, tree) for tree in (storylet.exclusivity, storylet.urgency)]
            ranked.append((ranks, _datamap(storylet.passage)))
    highest = max((ranks[0] for ranks, _ in ranked), default=0)
    ranked = sorted((pair for pair in ranked if pair[0][0] == highest), key=lambda pair: -pair[0][1])
    found = [passage for _, passage in ranked]
    return [passage for passage in found if not wanted or turn.apply(wanted[0], [passage]) is True]


def _is_open(turn: Turn, storylet: Storylet) -> bool:
    """Whether a storylet's condition holds, seen from its own passage; one that cannot be followed does not."""
    turn.spend()
    before, turn.passage = turn.passage, storylet.passage.name
    try:
        condition = turn.evaluate(storylet.when)
        holds = turn.apply(condition, [_datamap(storylet.passage)]) if isinstance(condition, Function) else condition
        return holds is True
    except NotUnderstood:
        return False
    finally:
        turn.passage = before


def _number(turn: Turn, tree: Any) -> Any:
    value = turn.evaluate(tree) if tree is not None else 0
    return value if is_number(value) else 0


def _datamap(passage: Passage) -> dict[str, Any]:
    return {"name": passage.name, "source": passage.text, "tags": list(passage.tags)}


def link_storylet(turn: Turn, nodes: Sequence[Any]) -> Command:
    """``(link-storylet: [text,] number or lambda [, text where none is open])``."""
    given = turn.arguments(nodes)
    label = given.pop(0) if given and isinstance(given[0], str) else ""
    which = given[0] if given else 1
    found = open_storylets(turn, ())
    if isinstance(which, Function):
        found = [passage for passage in found if turn.apply(which, [passage]) is True][:1]
    elif is_number(which) and 0 < abs(int(which)) <= len(found):
        found = [found[int(which) - (which > 0)]]
    else:
        found = []
    if found:
        return Command("linkto", (label or found[0]["name"], found[0]["name"]))
    return Command("print", (given[1] if len(given) > 1 else "",))


def link_to(turn: Turn, label: str, name: str) -> None:
    """A link to a passage."""
    turn.emit(Link(label, ("go", name)))


__all__ = ["Custom", "Output", "Storylet", "call", "custom", "fail", "link_storylet", "link_to", "open_storylets",
           "output", "output_hook", "show_hook", "storylets"]  # fmt: skip
