"""The trees of expressions: one kind of node for all formats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeAlias

from .values import text_of


@dataclass(frozen=True, slots=True)
class Literal:
    """A value written down."""

    value: Any


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable: ``kind`` is ``$`` for one of the story, ``_`` for a temporary one, nothing for a
    bare word."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """``of.key`` or ``of[key]``."""

    of: Expression
    key: Expression


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """``function(arguments)``; a function that is a `Member` is a method."""

    function: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class MacroCall:
    """Harlowe's ``(name: arguments)``."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class UnaryOperation:
    """A sign before one operand."""

    sign: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class BinaryOperation:
    """A binary operator that evaluates both operands."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logical:
    """``and``, ``or``: the right operand is evaluated only if the left one does not
    decide."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class ConditionalExpression:
    """``test ? yes : no``."""

    test: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True, slots=True)
class Assign:
    """``target = value``, ``target += value``."""

    sign: str
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Update:
    """``++target`` and ``target++``; ``before`` says which."""

    sign: str
    target: Expression
    before: bool


@dataclass(frozen=True, slots=True)
class Items:
    """``[a, b]``, or several expressions with commas between them."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class DatamapLiteral:
    """``{name: value}``."""

    pairs: tuple[tuple[Expression, Expression], ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """``...list``."""

    items: Expression


@dataclass(frozen=True, slots=True)
class Arrow:
    """``(a, b) => body``; Harlowe's ``each _a where …`` too."""

    parameters: tuple[str, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Hook:
    """Harlowe's ``?name``."""

    name: str


Expression: TypeAlias = (
    "Literal | Variable | Member | FunctionCall | MacroCall | UnaryOperation | BinaryOperation"
    " | Logical | ConditionalExpression | Assign | Update | Items | DatamapLiteral | Spread"
    " | Arrow | Hook"
)


def spoken_name(target: Expression) -> str:
    """Return a variable's name for people: ``$player.name`` is “player name”."""
    names = [
        node.name if isinstance(node, Variable) else text_of(node.value)
        for node in walk(target)
        if isinstance(node, Variable | Literal)
    ]
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", " ".join(names)).strip().lower()


def walk(node: Any) -> Iterator[Any]:
    """Every node of a tree in reading order, the outer ones first."""
    todo = [node]
    while todo:
        at = todo.pop()
        if isinstance(at, tuple):
            todo += at[::-1]
        elif is_dataclass(at) and not isinstance(at, type):
            yield at
            todo += [getattr(at, f.name) for f in reversed(fields(at))]
