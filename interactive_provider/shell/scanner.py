"""What stands before the cursor: a cell that is still being written, cut into tokens.

Python's own tokenizer gives up on unfinished code and, until 3.12, does not look into f-strings, which is just where
people press Tab. This one reads anything, in one pass; what it finds is parsed by `interactive_provider.lines`.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<blank> [ \t\f\r]+ | \\\r?\n )
    | (?P<newline> \n )
    | (?P<comment> \#[^\n]* )
    | (?P<string> [rRbBfFuUtT]{0,2} (?: \"{3} | '{3} | \" | ' ) )
    | (?P<name> [^\W\d]\w* )
    | (?P<number> \.?\d[\w.]* )
    | (?P<op> [:=!<>+\-*/%&|^@]= | \*\*=? | //=? | <<=? | >>=? | -> | . )
    """,
    re.VERBOSE,
)
_OPENING, _CLOSING = "([{", ")]}"


class Token(NamedTuple):
    """A piece of code; ``depth`` is the number of brackets open around it, itself not counted."""

    kind: str
    text: str
    start: int
    end: int
    depth: int

    def is_op(self, *texts: str) -> bool:
        """Whether it is one of these operators or brackets."""
        return self.kind == "op" and self.text in texts


class OpenString(NamedTuple):
    """The string literal that the text ends in: its prefix and quotes, and where its content begins."""

    prefix: str
    quote: str
    start: int


@dataclass
class Scan:
    """The tokens of a text. Newlines within brackets are none; a field of an f-string counts as a bracket."""

    text: str
    tokens: list[Token] = field(default_factory=list)
    string: OpenString | None = None
    in_comment: bool = False
    _at: int = 0
    _depth: int = 0

    def __post_init__(self) -> None:
        self._code(in_field=False)

    def _code(self, in_field: bool) -> None:
        """Read code to the end of the text or of the field of an f-string."""
        bottom = self._depth
        while self._at < len(self.text):
            found = _TOKEN.match(self.text, self._at)
            assert found is not None, "the last alternative takes any character"
            kind, text = str(found.lastgroup), found.group()
            if in_field and self._depth == bottom and text[0] in "}!:" and text != "!=":
                return
            self._at = found.end()
            if kind == "string":
                self._string(text, found.start())
            elif kind == "comment":
                self.in_comment = self._at == len(self.text)
            elif kind == "op":
                self._op(text, found.start())
            elif kind != "blank" and not (kind == "newline" and self._depth):
                self._add(kind, text, found.start())

    def _add(self, kind: str, text: str, start: int) -> None:
        self.tokens.append(Token(kind, text, start, self._at, self._depth))

    def _op(self, text: str, start: int) -> None:
        if text in _CLOSING:
            self._depth = max(0, self._depth - 1)
        self._add("op", text, start)
        if text in _OPENING:
            self._depth += 1

    def _string(self, opening: str, start: int) -> None:
        """Read a string literal whose opening quotes are read."""
        prefix = opening.rstrip("'\"")
        quote = opening[len(prefix) :]
        self._add("string", opening, start)
        is_formatted = bool(set("fFtT") & set(prefix))
        content, depth = self._at, self._depth
        while self._at < len(self.text):
            sign = self.text[self._at]
            if self.text.startswith(quote, self._at) or (sign == "\n" and len(quote) == 1):
                # A literal that is never closed is a mistake that ends with its line.
                self._at += 0 if sign == "\n" else len(quote)
                self._depth = depth
                return
            if is_formatted and sign == "{" and not self.text.startswith("{{", self._at):
                self._field()
            else:
                self._at += 2 if sign == "\\" or self.text.startswith(("{{", "}}"), self._at) else 1
        if self._depth == depth:  # else the text ends within a field
            self.string = OpenString(prefix, quote, content)

    def _field(self) -> None:
        """Read ``{expression!r:format}`` in an f-string."""
        self._at += 1
        self._op("{", self._at - 1)
        self._code(in_field=True)
        while self._at < len(self.text) and self.text[self._at] not in "}\n":
            if self.text[self._at] == "{":
                self._field()
            else:
                self._at += 1
        if self._at < len(self.text):
            self._at += 1
            self._op("}", self._at - 1)

    def opening_bracket(self) -> int | None:
        """The index of the innermost bracket that is open at the end."""
        depth = self._depth - 1
        return _last(self.tokens, depth, _OPENING) if depth >= 0 else None


def _last(tokens: Sequence[Token], depth: int, texts: str, before: int | None = None) -> int | None:
    """The index of the last bracket of a depth."""
    for index in range((len(tokens) if before is None else before) - 1, -1, -1):
        if tokens[index].depth == depth and tokens[index].kind == "op" and tokens[index].text in texts:
            return index
    return None


def chain_start(tokens: Sequence[Token], last: int) -> int | None:
    """The index at which the chain of names, calls and keys begins that ends with token ``last``; None where none."""
    at = last
    while at >= 0:
        token = tokens[at]
        if token.is_op(")", "]"):
            opening = _last(tokens, token.depth, _OPENING, before=at)
            if not opening:
                return None
            at = opening - 1
        elif token.kind != "name" or keyword.iskeyword(token.text):
            return None
        elif at >= 2 and tokens[at - 1].is_op("."):
            at -= 2
        else:
            return at
    return None


# Statements --------------------------------------------------------------------------------


def statements(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each simple statement or line, the last one perhaps unfinished or empty."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "newline" or (token.is_op(";") and token.depth == 0):
            found.append([])
        else:
            found[-1].append(token)
    return found


def assigns(statement: Sequence[Token], name: str) -> bool:
    """Whether ``name = …``, ``name: type = …``, ``(name, other) = …`` or ``name += …`` stands in it."""
    ends = [
        i for i, t in enumerate(statement) if t.depth == 0 and t.kind == "op" and t.text.endswith("=") and _binds(t)
    ]
    if not ends:
        return False
    before = statement[: ends[-1]]
    colons = [i for i, t in enumerate(before) if t.depth == 0 and t.is_op(":")]
    if colons and not (colons[0] == 1 and before[0].text == name):
        before = before[colons[-1] + 1 :]
    return any(_is_bare(before, i, name) for i in range(len(before)))


def _binds(token: Token) -> bool:
    return token.text not in ("==", "!=", "<=", ">=")


def _is_bare(tokens: Sequence[Token], index: int, name: str) -> bool:
    """Whether the token is ``name`` itself, neither an attribute nor what has one."""
    if tokens[index].kind != "name" or tokens[index].text != name:
        return False
    attribute = index > 0 and tokens[index - 1].is_op(".")
    followed = index + 1 < len(tokens) and tokens[index + 1].is_op(".", "(", "[")
    return not attribute and not followed


def binds_otherwise(statement: Sequence[Token], name: str) -> bool:
    """Whether a loop, comprehension, import, definition, parameter, ``as``, ``:=`` or ``del`` takes ``name`` over."""
    if not any(t.text == name for t in statement):
        return False
    first = statement[0].text
    if first in ("import", "from", "del", "case"):
        return True
    return any(_taken_over(statement, i, name) for i in range(len(statement)))


def _taken_over(statement: Sequence[Token], index: int, name: str) -> bool:
    token = statement[index]
    after = statement[index + 1 :]
    if token.text == "for" and token.kind == "name":
        return any(t.text == name for t in _until(after, "in"))
    if token.text in ("lambda", "def"):
        return any(t.text == name for t in _until(after, ":"))
    if token.text in ("as", "class"):
        return bool(after) and any(t.text == name for t in _until(after, ":")[:1])
    return token.text == name and bool(after) and after[0].is_op(":=")


def _until(tokens: Sequence[Token], end: str) -> Sequence[Token]:
    stop = next((i for i, t in enumerate(tokens) if t.text == end), len(tokens))
    return tokens[:stop]
