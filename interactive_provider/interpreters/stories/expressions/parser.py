"""One grammar of expressions for all formats: a table of operators for each, one parser, one kind
of tree.

Expressions come from strangers on the internet: they are parsed here to a tree and never passed to
Python or JavaScript. An operator precedence parser (V. R. Pratt, *Top down operator precedence*,
1973).
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import NotUnderstood
from . import nodes as g
from .lexer import END, Operators, OperatorToken, tokens_of
from .nodes import Expression
from .values import NULL, slug, tidy

DEEPEST = 80
"""The maximum number of nested brackets and operators, limited by Python's own stack."""
LONGEST_ROW = 250
"""The maximum number of operands in one row of an expression, for the same reason."""
_COMPARING = (6, 7, 8, 9)
"""The operators that bind as tightly as Harlowe's comparisons."""


@functools.lru_cache(maxsize=16_384)
def parse_expression(source: str, dialect: Operators) -> Expression:
    """Return the tree of one expression, or of several separated by commas or semicolons (then
    `Items`).

    Raises `NotUnderstood`.

    >>> from interactive_provider.interpreters.stories.expressions.lexer import JAVASCRIPT
    >>> parse_expression("$gold gte 5", JAVASCRIPT)
    BinaryOperation(sign='>=', left=Variable(kind='$', name='gold'), right=Literal(value=5))
    """
    items = tuple(_Parser(tokens_of(source, dialect), dialect).whole())
    if not items:
        raise NotUnderstood("an expression is missing")
    return items[0] if len(items) == 1 else g.Items(items)


class _Parser:
    """A pass through the tokens of an expression."""

    def __init__(self, tokens: list[OperatorToken], dialect: Operators) -> None:
        self.tokens = tokens
        self.dialect = dialect
        self.at = self.depth = self.length = 0

    def peek(self) -> OperatorToken:
        return self.tokens[self.at] if self.at < len(self.tokens) else END

    def next(self) -> OperatorToken:
        token = self.peek()
        self.at += 1
        return token

    def is_sign(self, *signs: str) -> bool:
        kind, text = self.peek()
        return kind == "sign" and text in signs

    def skip(self, *signs: str) -> bool:
        is_there = self.is_sign(*signs)
        self.at += is_there
        return is_there

    def expect(self, sign: str) -> None:
        if not self.skip(sign):
            raise NotUnderstood(
                f"{sign!r} is missing before {self.peek()[1]!r}"
                if self.peek() != END
                else f"{sign!r} is missing at the end"
            )

    def grown(self, more: bool) -> None:
        """Count the operands of one row, whose nesting is as deep as the row is long."""
        self.length += more
        if self.length > LONGEST_ROW:
            raise NotUnderstood(f"an expression of more than {LONGEST_ROW} operands is too long")

    def whole(self) -> Iterator[Expression]:
        while self.peek() != END:
            self.length = 0
            yield self.expression()
            if self.peek() != END and not self.skip(",", ";"):
                raise NotUnderstood(f"{self.peek()[1]!r} is not expected")

    def expression(self, power: int = 0) -> Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotUnderstood(f"an expression is nested more than {DEEPEST} levels deep")
        left = self.prefix()
        while True:
            kind, sign = self.peek()
            self.grown(kind == "sign")
            if kind == "possessive":
                self.at += 1
                left = g.Member(left, self.property())
                continue
            if kind != "sign" or (binds := self.dialect.infix.get(sign, -1)) <= power:
                break
            self.at += 1
            left = self.infix(sign, binds, left)
        self.depth -= 1
        return left

    def infix(self, sign: str, binds: int, left: Expression) -> Expression:
        match sign:
            case "?":
                yes = self.expression(1)
                self.expect(":")
                return g.ConditionalExpression(left, yes, self.expression(1))
            case "of":
                return g.Member(self.expression(15), _property_key(left))
            case "into":
                return g.Assign("to", self.expression(binds - 1), left)
            case "where" | "each":
                return self.lambda_(sign, left)
            case _ if sign in self.dialect.assigning:
                return g.Assign(sign, left, self.expression(binds - 1))
        right = self.expression(binds)
        return (g.Logical if sign in self.dialect.logical else g.BinaryOperation)(sign, left, right)

    def lambda_(self, word: str, left: Expression | None) -> Expression:
        if word == "each" and left is None:
            return g.Arrow((self.next()[1],), g.Literal(True))
        if word == "each" or not isinstance(left, g.Arrow):
            raise NotUnderstood("a condition needs “each _name” before it")
        return g.Arrow(left.parameters, self.expression(3))

    def prefix(self) -> Expression:
        kind, text = self.next()
        match kind:
            case "sign":
                return self.sign(text)
            case "macro":
                return self.chain(g.MacroCall(text, self.until(")")))
            case "word":
                return self.word(text)
            case "variable":
                return self.chain(self.name(text))
            case "end":
                raise NotUnderstood("an expression ends too early")
            case _ if kind in _LITERALS:
                return self.chain(_LITERALS[kind](text))
        raise NotUnderstood(f"{text!r} cannot be read")

    def sign(self, sign: str) -> Expression:
        is_harlowe = self.dialect.macros
        match sign:
            case "each" | "where":
                return self.lambda_(sign, None)
            case "++" | "--":
                return g.Update(sign, self.expression(15), before=True)
            case "...":
                return g.Spread(self.expression(1))
            case _ if sign in self.dialect.prefix:
                return g.UnaryOperation(sign, self.expression(self.dialect.prefix[sign]))
            case "(":
                return self.chain(self.bracketed())
            case "[" if not is_harlowe:
                return self.chain(g.Items(self.until("]")))
            case "{" if not is_harlowe:
                return self.chain(g.DatamapLiteral(tuple(self.pairs())))
            case _ if is_harlowe and self.dialect.infix.get(sign) in _COMPARING:  # $a > 2 and < 5
                return self.infix(sign, self.dialect.infix[sign], g.Variable("", "it"))
        raise NotUnderstood(f"{sign!r} is not expected")

    def bracketed(self) -> Expression:
        items = self.until(")")
        if not items:
            raise NotUnderstood("empty brackets are not a value")
        if len(items) > 1:
            raise NotUnderstood("',' is not expected")
        return items[0]

    def word(self, text: str) -> Expression:
        if self.dialect.macros and text.lower() == "its":
            return self.chain(g.Member(g.Variable("", "it"), self.property()))
        if text in _CONSTANTS:
            return g.Literal(_CONSTANTS[text])
        return self.chain(self.name(text))

    def name(self, text: str) -> g.Variable:
        kind = text[0] if text[:1] in ("$", "_") and len(text) > 1 else ""
        return g.Variable(kind, text[len(kind) :])

    def chain(self, node: Expression) -> Expression:
        """Parse what immediately follows a value: members, calls, ``++``."""
        while True:
            self.grown(self.is_sign(".", "[", "("))
            if self.skip("."):
                kind, name = self.next()
                if kind not in ("word", "sign", "variable"):
                    raise NotUnderstood(f"{name!r} is not a name")
                node = g.Member(node, g.Literal(name))
            elif (not self.dialect.macros or isinstance(node, g.Variable)) and self.skip("["):
                node = g.Member(node, self.expression(1))
                self.expect("]")
            elif (not self.dialect.macros or isinstance(node, g.Member)) and self.skip("("):
                node = g.FunctionCall(node, self.until(")"))
            elif self.is_sign("++", "--"):
                node = g.Update(self.next()[1], node, before=False)
            else:
                return node

    def property(self) -> Expression:
        """Parse what follows ``'s`` and ``its``: a name, an ordinal, or a value in brackets."""
        match self.next():
            case "sign", "(":
                return self.bracketed()
            case "macro", text:
                return g.MacroCall(text, self.until(")"))
            case "string", text:
                return g.Literal(_unquoted(text))
            case (("word" | "ordinal" | "sign"), text):
                return g.Literal(text)
            case "variable", text:
                return self.name(text)
            case "number", text:
                return _number(text)
            case _, text:
                raise NotUnderstood(f"{text!r} is not a name")

    def until(self, end: str) -> tuple[Expression, ...]:
        items = []
        length = self.length
        while not self.skip(end):
            self.length = length
            items.append(self.expression(1))
            if not self.is_sign(end):
                if self.is_sign(";"):
                    raise NotUnderstood("';' is not expected")
                self.expect(",")
        return tuple(items)

    def pairs(self) -> Iterator[tuple[Expression, Expression]]:
        length = self.length
        while not self.skip("}"):
            self.length = length
            kind, text = self.next()
            if kind == "end":
                raise NotUnderstood("'}' is missing at the end")
            yield self.pair(kind, text)
            if not self.is_sign("}"):
                self.expect(",")

    def pair(self, kind: str, text: str) -> tuple[Expression, Expression]:
        key = _LITERALS[kind](text) if kind in ("string", "number") else g.Literal(text)
        if self.skip(":"):
            return key, self.expression(1)
        return key, self.name(text)


def _property_key(node: Expression) -> Expression:
    return g.Literal(node.name) if isinstance(node, g.Variable) and not node.kind else node


_CONSTANTS: dict[str, Any] = {
    "true": True,
    "false": False,
    "null": NULL,
    "undefined": None,
    "NaN": math.nan,
    "Infinity": float("inf"),
}
_ESCAPES = {"n": "\n", "t": "\t", "r": "", "0": "\0", "b": "", "f": "", "v": ""}
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_escaped_sign, text) if "\\" in text else text


def _escaped_sign(match: re.Match[str]) -> str:
    sign = match[1]
    if len(sign) > 1:
        code = int(sign[1:].strip("{}"), 16)
        return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
    return "" if sign == "\n" else _ESCAPES.get(sign, sign)


def _unquoted(text: str) -> str:
    return _unescaped(text[1:-1])


def _number(text: str) -> Expression:
    return g.Literal(tidy(int(text, 16) if text[:2] in ("0x", "0X") else float(text)))


def _time(text: str) -> Expression:
    return g.Literal(tidy(float(text[:-2]) if text.endswith("ms") else float(text[:-1]) * 1000))


_LITERALS: dict[str, Callable[[str], Expression]] = {
    "number": _number, "string": lambda text: g.Literal(_unquoted(text)),
    "hook": lambda text: g.Hook(slug(text[1:])),
    "time": _time, "colour": g.Literal, "ordinal": g.Literal,
}  # fmt: skip
