"""The tokens of a line, or of an unfinished cell: one reader for both, the same on every Python.

Python's own tokenizer gives up on unfinished code, and until 3.12 takes names in Hindi or Thai for
mistakes. This one reads anything, in one pass; the fields of an f-string are text to it.
`heart.choices.naming` decides which characters a name may have: here it is any non-blank character
beyond ASCII, as well as ``a-z0-9_``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<blank> [^\S\n]+ | \\\r?\n )
    | (?P<newline> \n )
    | (?P<comment> \#[^\n]* )
    | (?P<string> [rRbBfFuUtT]{0,2} (?: \"{3} | '{3} | \" | ' ) )
    | (?P<name> (?: [A-Za-z_] | (?!\s)[^\x00-\x7f] ) (?: [A-Za-z0-9_] | (?!\s)[^\x00-\x7f] )* )
    | (?P<number> 0[xXoObB]\w* | \.?[0-9] (?: [eE][+-](?=[0-9]) | [\w.] )* )
    | (?P<op> [:=!<>+\-*/%&|^@]= | \*\*=? | //=? | <<=? | >>=? | -> | . )
    """,
    re.VERBOSE,
)
OPENING = "([{"
CLOSING = ")]}"


class Token(NamedTuple):
    """A piece of code; ``depth`` is the number of brackets open around it, itself not counted.

    ``kind`` is ``name``, ``number``, ``string``, ``op`` or ``newline``. A closed string is one
    token; of an open one it is only the opening quotes.
    """

    kind: str
    text: str
    start: int
    end: int
    depth: int

    def is_op(self, *texts: str) -> bool:
        """True if it is one of these operators or brackets."""
        return self.kind == "op" and self.text in texts


Tokens = Sequence[Token]


class OpenString(NamedTuple):
    """The string literal that the text ends in: its prefix and quotes, and where its content
    begins."""

    prefix: str
    quote: str
    start: int


@dataclass
class Scan:
    """The tokens of a text. Newlines within brackets do not count."""

    text: str
    tokens: list[Token] = field(default_factory=list)
    string: OpenString | None = None
    in_comment: bool = False
    _at: int = 0
    _depth: int = 0

    def __post_init__(self) -> None:
        while self._at < len(self.text):
            found = _TOKEN.match(self.text, self._at)
            assert found is not None, "the last alternative takes any character"
            kind = str(found.lastgroup)
            text = found.group()
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
        if text in CLOSING:
            self._depth = max(0, self._depth - 1)
        self._add("op", text, start)
        if text in OPENING:
            self._depth += 1

    def _string(self, opening: str, start: int) -> None:
        """Read the rest of a string literal after its opening quotes."""
        prefix = opening.rstrip("'\"")
        quote = opening[len(prefix) :]
        self._add("string", opening, start)
        content = self._at
        while self._at < len(self.text):
            sign = self.text[self._at]
            if self.text.startswith(quote, self._at):
                self._at += len(quote)
                self.tokens.pop()
                self._add("string", self.text[start : self._at], start)
                return
            if sign == "\n" and len(quote) == 1:
                return  # a literal that is never closed is a mistake that ends with its line
            self._at += 2 if sign == "\\" else 1
        self.string = OpenString(prefix, quote, content)

    def opening_bracket(self) -> int | None:
        """The index of the innermost bracket that is open at the end."""
        depth = self._depth - 1
        if depth >= 0:
            return last_bracket(self.tokens, depth, OPENING)
        return None


def last_bracket(tokens: Tokens, depth: int, texts: str, before: int | None = None) -> int | None:
    """The index of the last bracket of a depth."""
    for index in reversed(range(len(tokens) if before is None else before)):
        if (
            tokens[index].depth == depth
            and tokens[index].kind == "op"
            and tokens[index].text in texts
        ):
            return index
    return None
