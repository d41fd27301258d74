"""Evaluates the trees of the grammar: what all formats have in common.

A turn works on its own copy of the variables; `Evaluator.spend` counts its steps, so a story that
never stops is cut off after the same number of steps on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from ..errors import EndlessPassage, NotUnderstood
from . import nodes as g
from .lexer import Operators
from .nodes import TreeNodes
from .parser import parse_expression
from .values import (
    ArrowFunction,
    PartsBudget,
    checked_size,
    member,
    operate,
    text_of,
    thaw,
    truth,
)

STEPS = 100_000
"""The maximum number of steps of one turn: nodes evaluated and pieces of text shown."""

DEEPEST = 40
"""The maximum number of nested passages, widgets and functions."""


class Evaluator:
    """Variables while a turn runs, and the values of expressions over them."""

    dialect: ClassVar[Operators]

    def __init__(self, variables: Mapping[str, Any], luck: Random) -> None:
        self.variables = dict(variables)
        self.temporary: dict[str, Any] = {}
        self.luck = luck
        self.left = STEPS
        self.room = PartsBudget()
        self.depth = 0
        self.it: Any = None

    # The limits of a turn

    def spend(self, steps: int = 1) -> None:
        """Count some work; raise `EndlessPassage` when the turn exceeds its limit."""
        self.left -= steps
        if self.left < 0:
            raise EndlessPassage(f"it takes more than {STEPS:,} steps")

    # Variables

    def read(self, kind: str, name: str) -> Any:
        """Return the value of a variable, None if it has none."""
        if kind == "_":
            return self.temporary.get(name)
        value = self.variables.get(name, self)
        if value is self:
            return None
        if isinstance(value, tuple | dict) and not isinstance(value, list):
            warm = thaw(value)
            if warm is not value:
                self.variables[name] = warm
            return warm
        return value

    def write(self, kind: str, name: str, value: Any) -> None:
        """Set a variable."""
        (self.temporary if kind == "_" else self.variables)[name] = checked_size(value)

    def bare(self, name: str) -> Any:
        """Return the value of a bare word; raise `NotUnderstood` for an unknown one."""
        if name in self.temporary:
            return self.temporary[name]
        raise NotUnderstood(f"{name} is unknown here")

    # Expressions

    def value(self, source: str) -> Any:
        """Return the value of an expression in source form; raise `NotUnderstood` if it cannot be
        evaluated."""
        return self.evaluate(parse_expression(source, self.dialect))

    def evaluate(self, node: Any) -> Any:
        """Return the value of a tree; raise `NotUnderstood` or `EndlessPassage`."""
        self.left -= 1
        if self.left < 0:
            self.spend()
        return self._WORKERS[type(node)](self, node)

    def _member(self, node: g.Member) -> Any:
        of = self.evaluate(node.of)
        key = node.key.value if isinstance(node.key, g.Literal) else self.evaluate(node.key)
        return self.member(of, key)

    def member(self, of: Any, key: Any) -> Any:
        """``of[key]``."""
        return member(of, key)

    def _call(self, node: g.FunctionCall) -> Any:
        arguments = self.arguments(node.arguments)
        if isinstance(node.function, g.Member):
            of = self.evaluate(node.function.of)
            key = node.function.key
            name = key.value if isinstance(key, g.Literal) else self.evaluate(key)
            return self.method(of, text_of(name), arguments)
        if isinstance(node.function, g.Variable) and not node.function.kind:
            return self.function(node.function.name, arguments)
        raise NotUnderstood("only a name can be called")

    def arguments(self, nodes: TreeNodes) -> list[Any]:
        """Return the values of some expressions, expanding spread lists."""
        values: list[Any] = []
        for node in nodes:
            if isinstance(node, g.Spread):
                spread = self.evaluate(node.items)
                if spread is not None and not isinstance(spread, list | tuple | str | dict):
                    raise NotUnderstood(f"{text_of(spread)[:20]!r} has nothing to spread")
                values += list(spread or ())
            else:
                values.append(self.evaluate(node))
        return values

    def function(self, name: str, arguments: list[Any]) -> Any:
        """Return the result of a function of the format; raise `NotUnderstood` for an unknown
        one."""
        raise NotUnderstood(f"{name}() is JavaScript that is not supported")

    def method(self, of: Any, name: str, arguments: list[Any]) -> Any:
        """Return the result of a method; raise `NotUnderstood` for an unknown one."""
        raise NotUnderstood(f".{name}() is not known")

    def apply(self, function: Any, arguments: TreeNodes) -> Any:
        """Return the result of an arrow function; its own names exist only while it runs."""
        if not isinstance(function, ArrowFunction):
            raise NotUnderstood(f"{text_of(function)!r} is not a function")
        self.depth += 1
        if self.depth > DEEPEST:
            raise EndlessPassage(f"functions call one another more than {DEEPEST} levels deep")
        before = self.temporary
        self.temporary = {**before, **dict(function.seen)}
        for name, value in zip(function.parameters, arguments, strict=False):
            self.temporary[name.lstrip("_$") or name] = value
        try:
            return self.evaluate(function.body)
        finally:
            self.temporary = before
            self.depth -= 1

    def _unary(self, node: g.UnaryOperation) -> Any:
        if node.sign in ("def", "ndef"):
            return self._known(node)
        value = self.evaluate(node.operand)
        if node.sign in ("!", "not"):
            return not truth(value)
        return operate("*", value, -1 if node.sign == "-" else 1)

    def _known(self, node: g.UnaryOperation) -> Any:
        try:
            value = self.evaluate(node.operand)
        except NotUnderstood:
            value = None
        return (value is None) == (node.sign == "ndef")

    def _binary(self, node: g.BinaryOperation) -> Any:
        return self.binary(node.sign, self.evaluate(node.left), self.evaluate(node.right))

    def binary(self, sign: str, left: Any, right: Any) -> Any:
        """Return the result of an operator between two values, as in JavaScript."""
        return operate(sign, left, right)

    def _logical(self, node: g.Logical) -> Any:
        left = self.evaluate(node.left)
        return left if truth(left) == (node.sign == "||") else self.evaluate(node.right)

    def _assign(self, node: g.Assign) -> Any:
        sign = node.sign
        if sign in ("=", "to", "into"):
            value = self.evaluate(node.value)
        else:
            old = self.evaluate(node.target)
            value = self.binary(sign[:-1], old, self.evaluate(node.value))
        return self.assign(node.target, value)

    def assign(self, target: Any, value: Any) -> Any:
        """Set what a tree names; raise `NotUnderstood` if it cannot be set."""
        match target:
            case g.Member(of, key):
                self.set_member(self.evaluate(of), self.evaluate(key), value)
            case g.Variable(kind, name) if kind or name in self.temporary:
                self.write(kind or "_", name, value)
            case _:
                raise NotUnderstood("only a variable can be set")
        return value

    def set_member(self, of: Any, key: Any, value: Any) -> None:
        """``of[key] = value``, also at the end of a list."""
        match of, key:
            case dict(), _:
                of[text_of(key, ",")] = value
            case list(), int() if 0 <= key <= len(of):
                of[key : key + 1] = [value]
            case _:
                raise NotUnderstood(f"{text_of(key)!r} of {text_of(of)[:20]!r} cannot be set")
        checked_size(of)

    def _update(self, node: g.Update) -> Any:
        old = self.evaluate(node.target)
        new = operate("-", old, 1 if node.sign[0] == "-" else -1)
        self.assign(node.target, new)
        return new if node.before else operate("*", old, 1)

    def _pairs(self, node: g.DatamapLiteral) -> Any:
        record: dict[str, Any] = {}
        for key, value in node.pairs:
            record[text_of(self.evaluate(key), ",")] = self.evaluate(value)
        return record

    def _arrow(self, node: g.Arrow) -> Any:
        seen = tuple(
            (name, value)
            for name, value in self.temporary.items()
            if not isinstance(value, list | dict)
        )
        return ArrowFunction(node.parameters, node.body, seen)

    def macro(self, name: str, arguments: TreeNodes) -> Any:
        """Return the value of a macro within an expression; only Harlowe has them."""
        raise NotUnderstood(f"({name}:) is not a macro here")

    _WORKERS: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {
        g.Literal: lambda turn, node: node.value,
        g.Variable: lambda turn, node: (
            turn.read(node.kind, node.name) if node.kind else turn.bare(node.name)
        ),
        g.Member: _member,
        g.FunctionCall: _call,
        g.UnaryOperation: _unary,
        g.BinaryOperation: _binary,
        g.Logical: _logical,
        g.ConditionalExpression: lambda turn, node: turn.evaluate(
            node.yes if truth(turn.evaluate(node.test)) else node.no
        ),
        g.Assign: _assign,
        g.Update: _update,
        g.Items: lambda turn, node: turn.arguments(node.items),
        g.DatamapLiteral: _pairs,
        g.Spread: lambda turn, node: turn.evaluate(node.items),
        g.Arrow: _arrow,
        g.MacroCall: lambda turn, node: turn.macro(node.name, node.arguments),
        g.Hook: lambda turn, node: node,
    }
