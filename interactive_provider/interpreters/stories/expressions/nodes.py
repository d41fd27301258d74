"""The trees of expressions: one kind of node for all formats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, dataclass_transform

from .values import text_of


@dataclass_transform(frozen_default=True)
class StoryNode:
    """A part of the tree of an expression, or of a passage. Each kind is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


PassageNodes: TypeAlias = tuple[Any, ...]
TreeNodes: TypeAlias = Sequence[Any]


class Literal(StoryNode):
    """A literal value."""

    value: Any


class Variable(StoryNode):
    """A variable: ``kind`` is ``$`` for one of the story, ``_`` for a temporary one, empty for a
    bare word."""

    kind: str
    name: str


class Member(StoryNode):
    """``of.key`` or ``of[key]``."""

    of: Expression
    key: Expression


class FunctionCall(StoryNode):
    """``function(arguments)``; a function that is a `Member` is a method."""

    function: Expression
    arguments: tuple[Expression, ...]


class MacroCall(StoryNode):
    """Harlowe's ``(name: arguments)``."""

    name: str
    arguments: tuple[Expression, ...]


class UnaryOperation(StoryNode):
    """A prefix operator with its operand."""

    sign: str
    operand: Expression


class BinaryOperation(StoryNode):
    """A binary operator that evaluates both operands."""

    sign: str
    left: Expression
    right: Expression


class Logical(StoryNode):
    """``and``, ``or``: the right operand is evaluated only if the left one does not
    decide."""

    sign: str
    left: Expression
    right: Expression


class ConditionalExpression(StoryNode):
    """``test ? yes : no``."""

    test: Expression
    yes: Expression
    no: Expression


class Assign(StoryNode):
    """``target = value``, ``target += value``."""

    sign: str
    target: Expression
    value: Expression


class Update(StoryNode):
    """``++target`` and ``target++``; ``before`` says which."""

    sign: str
    target: Expression
    before: bool


class Items(StoryNode):
    """``[a, b]``, or several expressions separated by commas."""

    items: tuple[Expression, ...]


class DatamapLiteral(StoryNode):
    """``{name: value}``."""

    pairs: tuple[tuple[Expression, Expression], ...]


class Spread(StoryNode):
    """``...list``."""

    items: Expression


class Arrow(StoryNode):
    """``(a, b) => body``; Harlowe's ``each _a where …`` too."""

    parameters: tuple[str, ...]
    body: Expression


class Hook(StoryNode):
    """Harlowe's ``?name``."""

    name: str


Expression: TypeAlias = (
    "Literal | Variable | Member | FunctionCall | MacroCall | UnaryOperation | BinaryOperation"
    " | Logical | ConditionalExpression | Assign | Update | Items | DatamapLiteral | Spread"
    " | Arrow | Hook"
)


def spoken_name(target: Expression) -> str:
    """Return a variable's name in readable form: ``$player.name`` is “player name”."""
    names = [
        node.name if isinstance(node, Variable) else text_of(node.value)
        for node in walk(target)
        if isinstance(node, Variable | Literal)
    ]
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", " ".join(names)).strip().lower()


def walk(node: Any) -> Iterator[Any]:
    """Yield every node of a tree in reading order, the outer ones first."""
    todo = [node]
    while todo:
        at = todo.pop()
        if isinstance(at, tuple):
            todo += at[::-1]
        elif isinstance(at, StoryNode):
            yield at
            todo += reversed(vars(at).values())
