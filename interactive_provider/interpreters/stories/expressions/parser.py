"""One grammar of expressions for all formats: a table of operators each, one parser, one kind of tree.

Expressions are written by people on the internet: they are parsed here to a tree and never handed to Python or
JavaScript. A parser by operator precedence (V. R. Pratt, *Top down operator precedence*, 1973).
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from ..errors import NotUnderstood
from . import nodes as g
from .lexer import END, SCRIPT, Dialect, Token, template_end, tokens_of
from .values import NULL, Pattern, text_of, tidy

DEEPEST = 80
"""The most nested brackets and operators, limited by Python's own stack."""
LONGEST_ROW = 250
"""Signs in one row of an expression, for the same reason."""
_COMPARING = (6, 7)
"""How comparisons of Harlowe bind."""


@functools.lru_cache(maxsize=16_384)
def parse_expression(source: str, dialect: Dialect) -> g.Node:
    """The tree of one expression, or of several with commas or semicolons between them (then `Items`).

    Raises `NotUnderstood`.

    >>> from interactive_provider.interpreters.stories.expressions.lexer import JAVASCRIPT
    >>> parse_expression("$gold gte 5", JAVASCRIPT)
    Binary(sign='>=', left=Variable(kind='$', name='gold'), right=Literal(value=5))
    """
    items = tuple(_Parser(tokens_of(source, dialect), dialect).whole())
    if not items:
        raise NotUnderstood("an expression is missing")
    return items[0] if len(items) == 1 else g.Items(items)


@functools.lru_cache(maxsize=256)
def parse_script(source: str) -> tuple[g.Node, ...]:
    """The statements of a script; one that cannot be read is `Statement` ``unreadable``."""
    breaks: set[int] = set()
    parser = _Parser(tokens_of(source, SCRIPT, breaks), SCRIPT)
    parser.breaks = breaks
    statements: list[g.Node] = []
    while parser.peek() != END:
        start = parser.at
        try:
            statements.append(parser.statement())
        except NotUnderstood as fault:
            parser.depth = 0
            parser.at = parser.statement_end(start)
            statements.append(g.Statement("unreadable", (str(fault),)))
    names = (g.Statement("var", ("var", g.Variable("", name), g.Literal(None))) for name in parser.variables)
    return (*names, *statements)


class _Parser:
    """A walk through the tokens of an expression or a script."""

    breaks: Collection[int] = ()
    """The tokens before which a line ends, where that counts."""

    def __init__(self, tokens: list[Token], dialect: Dialect) -> None:
        self.tokens, self.dialect, self.at, self.depth, self.length = tokens, dialect, 0, 0, 0
        self.variables: list[str] = []
        """What ``var`` declares in the function around here."""

    def closing(self, start: int) -> int:
        """The place behind the bracket that closes one opened before ``start``."""
        depth, at = 1, start
        while depth and at < len(self.tokens):
            kind, text = self.tokens[at]
            depth += kind == "sign" and (text in "([{") - (text in ")]}")
            at += 1
        return at

    def peek(self, ahead: int = 0) -> Token:
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else END

    def next(self) -> Token:
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
            raise NotUnderstood(f"{sign!r} is missing before {self.peek()[1]!r}" if self.peek() != END
                                else f"{sign!r} is missing at the end")  # fmt: skip

    def grown(self, more: bool) -> None:
        """Count the operands of one row, which nest as deep as the row is long."""
        self.length += more
        if self.length > LONGEST_ROW:
            raise NotUnderstood(f"an expression of more than {LONGEST_ROW} signs is too long")

    def whole(self) -> Iterator[g.Node]:
        while self.peek() != END:
            self.length = 0
            yield self.expression()
            if self.peek() != END and not self.skip(",", ";"):
                raise NotUnderstood(f"{self.peek()[1]!r} is not expected")

    def expression(self, power: int = 0) -> g.Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotUnderstood(f"an expression is nested more than {DEEPEST} deep")
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

    def infix(self, sign: str, binds: int, left: g.Node) -> g.Node:
        if sign == "?":
            yes = self.expression(1)
            self.expect(":")
            return g.Choose(left, yes, self.expression(1))
        if sign == "of":
            return g.Member(self.expression(15), _property_key(left))
        if sign in self.dialect.assigning:
            if sign == "into":
                return g.Assign("to", self.expression(binds - 1), left)
            return g.Assign(sign, left, self.expression(binds - 1))
        if sign in ("where", "when", "via", "making", "each"):
            return self.lambda_(sign, left)
        if sign == "=>":
            raise NotUnderstood("'=>' is not expected")
        right = self.expression(binds - (sign == "**"))
        if sign == "instanceof":
            return g.Statement(sign, (left, right))
        return (g.Logical if sign in self.dialect.logical else g.Binary)(sign, left, right)

    def lambda_(self, word: str, left: g.Node | None) -> g.Node:
        if word in ("each", "making"):
            _, name = self.next()
            return _joined(left, g.Arrow((name,), g.Literal(True), word))
        body = self.expression(3)
        parameter = left.name if isinstance(left, g.Variable) else "it"
        if isinstance(left, g.Arrow):
            return g.Arrow(left.parameters, body, word)
        return g.Arrow((f"_{parameter}" if isinstance(left, g.Variable) else "it",), body, word)

    def prefix(self) -> g.Node:
        kind, text = self.next()
        if kind == "sign":
            return self.sign(text)
        if kind == "macro":
            return self.chain(g.Macro(text, self.until(")")))
        if kind == "word":
            return self.word(text)
        read = self.name if kind == "variable" else _LITERALS.get(kind)
        if read is None:
            raise NotUnderstood("an expression ends too early" if kind == "end" else f"{text!r} cannot be read")
        node = self.template(text) if kind == "template" else read(text)
        return self.chain(node)

    def sign(self, sign: str) -> g.Node:
        if sign in ("each", "where", "when", "via", "making"):
            return self.lambda_(sign, None)
        if sign in ("++", "--"):
            return g.Update(sign, self.expression(15), before=True)
        if sign == "...":
            return g.Spread(self.expression(1))
        if sign in self.dialect.prefix:
            return g.Unary(sign, self.expression(self.dialect.prefix[sign]))
        if sign == "(":
            is_arrow = self.tokens[(end := self.closing(self.at)) : end + 1] == [("sign", "=>")]
            return self.arrow(self.until(")")) if is_arrow else self.chain(self.bracketed())
        if sign == "[" and not self.dialect.macros:
            return self.chain(g.Items(self.until("]")))
        if sign == "{" and not self.dialect.macros:
            return self.chain(g.Pairs(tuple(self.pairs())))
        if self.dialect.macros and self.dialect.infix.get(sign) in _COMPARING:  # $a > 2 and < 5
            return self.infix(sign, self.dialect.infix[sign], g.Variable("", "it"))
        raise NotUnderstood(f"{sign!r} is not expected")

    def bracketed(self) -> g.Node:
        items = self.until(")")
        if not items:
            raise NotUnderstood("empty brackets are not a value")
        return items[-1] if len(items) == 1 else g.Statement("sequence", items)

    def arrow(self, parameters: tuple[g.Node, ...]) -> g.Node:
        """An arrow function after its parameters; in a macro, one without statements sees the macro's names."""
        self.expect("=>")
        if self.is_sign("{") or self.dialect.script or not all(isinstance(p, g.Variable) for p in parameters):
            return self.function_body("", parameters, is_arrow=True)
        names = tuple(f"{p.kind}{p.name}" for p in parameters if isinstance(p, g.Variable))
        return g.Arrow(names, self.expression(1))

    def word(self, text: str) -> g.Node:
        if text == "new" and not self.dialect.macros:
            made = self.expression(16)
            return self.chain(
                g.Call(made.function, made.arguments, new=True) if isinstance(made, g.Call) else g.Call(made, (), True)
            )
        if (
            not self.dialect.macros
            and (text in ("function", "class", "async", "await"))
            and not self.is_sign(",", ")", ".")
        ):
            return self.chain(self.definition(text))
        if self.is_sign("=>"):
            return self.arrow((self.name(text),))
        if self.dialect.macros and text.lower() == "its":
            return self.chain(g.Member(g.Variable("", "it"), self.property()))
        if self.dialect.macros and text.endswith("-type") and self.peek()[0] == "variable":
            return g.Variable("_", self.next()[1][1:])  # a parameter; what type it has is not checked
        if text in _CONSTANTS:
            return g.Literal(_CONSTANTS[text])
        return self.chain(self.name(text))

    def name(self, text: str) -> g.Variable:
        kind = text[0] if text[:1] in ("$", "_") and len(text) > 1 and not self.dialect.script else ""
        return g.Variable(kind, text[len(kind) :])

    def chain(self, node: g.Node) -> g.Node:
        """What follows a value at once: members, calls, ``++``."""
        while True:
            self.grown(self.is_sign(".", "?.", "[", "("))
            if self.skip(".", "?."):
                kind, name = self.next()
                if kind == "sign" and name in ("(", "["):  # behind ?.
                    self.at -= 1
                    continue
                if kind not in ("word", "sign", "variable"):
                    raise NotUnderstood(f"{name!r} is not a name")
                node = g.Member(node, g.Literal(name))
            elif (not self.dialect.macros or isinstance(node, g.Variable)) and self.skip("["):
                node = g.Member(node, self.expression(1))
                self.expect("]")
            elif (not self.dialect.macros or isinstance(node, g.Member)) and self.skip("("):
                node = g.Call(node, self.until(")"))
            elif self.is_sign("++", "--") and self.at not in self.breaks:
                node = g.Update(self.next()[1], node, before=False)
            else:
                return node

    def property(self) -> g.Node:
        """What stands after ``'s`` and ``its``: a name, an ordinal, or a value in brackets."""
        kind, text = self.next()
        if kind == "sign" and text == "(":
            return self.bracketed()
        if kind == "macro":
            return g.Macro(text, self.until(")"))
        if kind == "string":
            return g.Literal(_unquoted(text))
        if kind in ("word", "ordinal", "sign"):
            return g.Literal(text)
        if kind in ("variable", "number"):
            return self.name(text) if kind == "variable" else _number(text)
        raise NotUnderstood(f"{text!r} is not a name")

    def until(self, end: str) -> tuple[g.Node, ...]:
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

    def pairs(self) -> Iterator[tuple[g.Node, g.Node]]:
        length = self.length
        while not self.skip("}"):
            self.length = length
            kind, text = self.next()
            if kind == "end":
                raise NotUnderstood("'}' is missing at the end")
            if kind == "sign" and text == "...":
                yield g.Spread(g.Literal(None)), self.expression(1)
            else:
                yield self.pair(kind, text)
            if not self.is_sign("}"):
                self.expect(",")

    def pair(self, kind: str, text: str) -> tuple[g.Node, g.Node]:
        if text in ("get", "set", "async") and not self.is_sign(":", ",", "}", "(", "="):
            key, value = self.pair(*self.next())
            if text != "async" and isinstance(key, g.Literal):
                key = g.Literal(f"{text} {text_of(key.value)}")
            return key, value
        if kind == "sign" and text == "[":
            key = self.expression(1)
            self.expect("]")
        elif kind in ("string", "number"):
            key = _LITERALS[kind](text)
        else:
            key = g.Literal(text)
        if self.skip(":"):
            return key, self.expression(1)
        if self.skip("("):
            return key, self.function_body("", self.until(")"), is_arrow=False)
        name = self.name(text)
        return key, g.Assign("=", name, self.expression(1)) if self.skip("=") else name

    def template(self, text: str) -> g.Node:
        parts: list[g.Node] = []
        inner, at = text[1:-1], 0
        while (start := _PLACE.match(inner, at)) and start.end() < len(inner):
            end = template_end(inner, start.end() + 2, "}")
            parts.append(g.Literal(_unescaped(start[0])))
            source = inner[start.end() + 2 : end - 1]
            parts.append(_Parser(tokens_of(source, self.dialect), self.dialect).inner(self.depth))
            at = end
        return g.Template((*parts, g.Literal(_unescaped(inner[at:]))))

    def inner(self, depth: int) -> g.Node:
        self.depth = depth
        return self.expression(1)

    # Statements

    def statement_end(self, start: int) -> int:
        """Where reading can go on after a statement that cannot be read: at a new line or behind a semicolon."""
        at = start
        while at < len(self.tokens):
            kind, text = self.tokens[at]
            at += 1
            if kind == "sign" and text in "([{":
                at = self.closing(at)
            if (kind, text) == ("sign", ";") or at in self.breaks:
                break
        return at

    def skip_word(self, word: str) -> bool:
        is_there = self.peek() == ("word", word)
        self.at += is_there
        return is_there

    def sequence(self) -> g.Node:
        """Expressions with commas between them; the value is that of the last one."""
        items = [self.expression(1)]
        while self.skip(","):
            items.append(self.expression(1))
        return items[0] if len(items) == 1 else g.Statement("sequence", tuple(items))

    def in_brackets(self) -> g.Node:
        self.expect("(")
        node = self.sequence()
        self.expect(")")
        return node

    def statement(self) -> g.Node:
        """One statement, with the semicolon or the line's end behind it."""
        self.depth += 1
        self.length = 0
        if self.depth > DEEPEST:
            raise NotUnderstood(f"statements are nested more than {DEEPEST} deep")
        kind, text = self.peek()
        if self.skip("{"):
            node = self.block()
        elif self.skip(";"):
            node = g.Statement("block", ())
        elif kind == "word" and text in ("if", "for", "while", "do", "switch", "try"):
            self.at += 1
            node = getattr(self, f"{text}_statement")()
        elif kind == "word" and (
            text in ("function", "class") or (text, *self.peek(1)) == ("async", "word", "function")
        ):
            self.at += 1
            made = self.definition(text)
            name = made.name if isinstance(made, g.Lambda) else made.parts[0] if isinstance(made, g.Statement) else ""
            node = g.Statement("function", (g.Variable("", name), made))
        else:
            node = self.simple(kind, text)
            if not (self.skip(";") or self.is_sign("}") or self.peek() == END or self.at in self.breaks):
                raise NotUnderstood(f"{self.peek()[1]!r} is not expected")
        self.depth -= 1
        return node

    def simple(self, kind: str, text: str) -> g.Node:
        """A statement that ends with a semicolon."""
        if kind == "word" and text in ("var", "let", "const") and self.peek(1)[0] in ("word", "variable", "sign"):
            self.at += 1
            return self.declaration(text)
        if kind == "word" and text in ("return", "throw", "break", "continue"):
            self.at += 1
            is_bare = self.is_sign(";", "}") or self.peek() == END or self.at in self.breaks
            if text in ("break", "continue") and not is_bare:
                raise NotUnderstood("labels are not known")
            return g.Statement(text, () if is_bare else (self.sequence(),))
        return self.sequence()

    def declaration(self, word: str) -> g.Node:
        declared = []
        while True:
            target = self.prefix()
            declared.append(
                g.Statement(word, (word, target, self.expression(1) if self.skip("=") else g.Literal(None)))
            )
            if word == "var":
                self.variables += [n.name for n in g.walk(target) if isinstance(n, g.Variable) and not n.kind]
            if not self.skip(","):
                return declared[0] if len(declared) == 1 else g.Statement("several", tuple(declared))

    def block(self) -> g.Node:
        statements = []
        while not self.skip("}"):
            if self.peek() == END:
                raise NotUnderstood("'}' is missing at the end")
            statements.append(self.statement())
        return g.Statement("block", tuple(statements))

    def if_statement(self) -> g.Node:
        test, yes = self.in_brackets(), self.statement()
        return g.Statement("if", (test, yes, self.statement() if self.skip_word("else") else None))

    def while_statement(self) -> g.Node:
        return g.Statement("for", (None, self.in_brackets(), None, self.statement()))

    def do_statement(self) -> g.Node:
        body = self.statement()
        if not self.skip_word("while"):
            raise NotUnderstood("'while' is missing")
        test = self.in_brackets()
        self.skip(";")
        return g.Statement("do", (body, test))

    def for_statement(self) -> g.Node:
        self.expect("(")
        start = self.at
        word = self.next()[1] if self.peek() in (("word", "let"), ("word", "const"), ("word", "var")) else ""
        if not self.is_sign(";"):
            target = self.prefix()
            if (how := self.peek()) in (("word", "of"), ("sign", "in")):
                self.at += 1
                if word == "var":
                    self.variables += [n.name for n in g.walk(target) if isinstance(n, g.Variable)]
                items = self.sequence()
                self.expect(")")
                return g.Statement("each", (how[1], word, target, items, self.statement()))
        self.at = start
        parts: list[g.Node | None] = []
        for end in (";", ";", ")"):
            parts.append(None if self.is_sign(end) else self.simple(*self.peek()))
            self.expect(end)
        return g.Statement("for", (*parts, self.statement()))

    def switch_statement(self) -> g.Node:
        """``switch``: its value and its cases, None for ``default``."""
        value = self.in_brackets()
        self.expect("{")
        cases: list[tuple[g.Node | None, list[g.Node]]] = []
        while not self.skip("}"):
            if self.skip_word("case"):
                cases.append((self.sequence(), []))
                self.expect(":")
            elif self.skip_word("default"):
                cases.append((None, []))
                self.expect(":")
            elif not cases or self.peek() == END:
                raise NotUnderstood("'case' is missing")
            else:
                cases[-1][1].append(self.statement())
        return g.Statement("switch", (value, tuple((case, tuple(body)) for case, body in cases)))

    def try_statement(self) -> g.Node:
        body, name, handler, last = self.statement(), None, None, None
        if self.skip_word("catch"):
            if self.skip("("):
                name = self.prefix()
                self.expect(")")
            handler = self.statement()
        if self.skip_word("finally"):
            last = self.statement()
        return g.Statement("try", (body, name, handler, last))

    # Functions and classes

    def definition(self, word: str) -> g.Node:
        """A function or a class after its first word; what is asynchronous happens at once."""
        if word == "await":
            return self.expression(15)
        if word == "async":
            return self.prefix()
        if word == "class":
            return self.class_()
        self.skip("*")
        name = self.next()[1] if not self.is_sign("(") else ""
        self.expect("(")
        return self.function_body(name, self.until(")"), is_arrow=False)

    def function_body(self, name: str, parameters: tuple[g.Node, ...], is_arrow: bool) -> g.Node:
        """A function after its parameters."""
        around, self.variables = self.variables, []
        depth, length = self.depth, self.length
        try:
            if is_arrow and not self.is_sign("{"):
                body = self.expression(1)
            else:
                self.expect("{")
                start = self.at
                try:
                    body = self.block()
                except NotUnderstood as fault:
                    self.at = self.closing(start)
                    body = g.Statement("unreadable", (str(fault),))
            return g.Lambda(name, parameters, body, is_arrow, tuple(dict.fromkeys(self.variables)))
        finally:
            self.variables, self.depth, self.length = around, depth, length

    def class_(self) -> g.Node:
        """A class after its first word: its name, what it extends, and its members, each static or not."""
        name = self.next()[1] if self.peek()[0] == "word" and self.peek()[1] != "extends" else ""
        parent = self.expression(15) if self.skip_word("extends") else None
        self.expect("{")
        return g.Statement("class", (name, parent, tuple(self.members())))

    def members(self) -> Iterator[tuple[bool, g.Node, g.Node]]:
        while not self.skip("}"):
            if self.skip(";"):
                continue
            if self.peek() == END:
                raise NotUnderstood("'}' is missing at the end")
            is_static = self.peek()[1] == "static" and self.peek(1)[1] not in ("(", "=") and self.skip_word("static")
            key, value = self.pair(*self.next())
            if isinstance(value, g.Assign):  # a field
                value = g.Statement("field", (value.value,))
            elif isinstance(value, g.Variable):
                value = g.Statement("field", (g.Literal(None),))
            yield is_static, key, value


def _property_key(node: g.Node) -> g.Node:
    return g.Literal(node.name) if isinstance(node, g.Variable) and not node.kind else node


def _joined(left: g.Node | None, inner: g.Arrow) -> g.Node:
    """The lambda of two names, or of the inner one alone."""
    if isinstance(left, g.Variable):
        return g.Arrow((f"_{left.name}", *inner.parameters), inner.body, inner.word)
    return g.Arrow((*left.parameters, *inner.parameters), left.body, left.word) if isinstance(left, g.Arrow) else inner


_PLACE = re.compile(r"(?:[^$\\]|\\.|\$(?!\{))*", re.DOTALL)
"""What stands before an expression in a template."""
_CONSTANTS: dict[str, Any] = {"true": True, "false": False, "null": NULL, "undefined": None,
                              "NaN": math.nan, "Infinity": float("inf")}  # fmt: skip
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


def _number(text: str) -> g.Node:
    return g.Literal(tidy(int(text, 16) if text[:2] in ("0x", "0X") else float(text)))


def _time(text: str) -> g.Node:
    return g.Literal(tidy(float(text[:-2]) if text.endswith("ms") else float(text[:-1]) * 1000))


_LITERALS: dict[str, Callable[[str], g.Node]] = {
    "number": _number, "string": lambda text: g.Literal(_unquoted(text)),
    "pattern": lambda text: g.Literal(Pattern(*text[1:].rsplit("/", 1))), "hook": lambda text: g.Hook(text[1:].lower()),
    "code": g.Code, "time": _time, "template": g.Literal, "colour": g.Literal, "ordinal": g.Literal,
}  # fmt: skip
