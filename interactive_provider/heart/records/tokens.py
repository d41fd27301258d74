"""The tokens of a line, or of an unfinished cell: one reader for both, the same on every Python.

Python's own tokenizer gives up on unfinished code, does not look into f-strings until 3.12, and
until then treats names in Hindi or Thai as errors. This one reads any text, in one pass.
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

_DEEPEST = 100
"""The maximum number of nested brackets and fields; an f-string field nested more deeply is treated
as text."""


class Token(NamedTuple):
    """A piece of code; ``depth`` is the number of brackets open around it, not counting itself.

    ``kind`` is ``name``, ``number``, ``string``, ``op`` or ``newline``. A closed string is one
    token; an open or formatted one gives only its opening quotes, and the contents of its fields
    follow.
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
    """The string literal in which the text ends: its prefix and quotes, and where its content
    begins."""

    prefix: str
    quote: str
    start: int


@dataclass
class Scan:
    """The tokens of a text. Newlines within brackets do not count; a field of an f-string counts as
    a bracket."""

    text: str
    tokens: list[Token] = field(default_factory=list)
    string: OpenString | None = None
    in_comment: bool = False
    _at: int = 0
    _depth: int = 0

    def __post_init__(self) -> None:
        self._code(in_field=False)

    def _code(self, in_field: bool) -> None:
        """Read code up to the end of the text or of the f-string field."""
        bottom = self._depth
        while self._at < len(self.text):
            found = _TOKEN.match(self.text, self._at)
            assert found is not None, "the last alternative takes any character"
            kind = str(found.lastgroup)
            text = found.group()
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
        is_formatted = bool(set("fFtT") & set(prefix))
        content = self._at
        depth = self._depth
        while self._at < len(self.text):
            sign = self.text[self._at]
            if self.text.startswith(quote, self._at) or (sign == "\n" and len(quote) == 1):
                # An unclosed literal is a mistake that ends with its line.
                self._at += 0 if sign == "\n" else len(quote)
                self._depth = depth
                if sign != "\n" and not is_formatted:
                    self.tokens[-1] = Token(
                        "string", self.text[start : self._at], start, self._at, depth
                    )
                return
            if is_formatted and self._field_begins() and not self.text.startswith("{{", self._at):
                self._field()
            else:
                self._at += 2 if sign == "\\" or self.text.startswith(("{{", "}}"), self._at) else 1
        if self._depth == depth:  # otherwise the text ends within a field
            self.string = OpenString(prefix, quote, content)

    def _field_begins(self) -> bool:
        return self.text[self._at] == "{" and self._depth < _DEEPEST

    def _field(self) -> None:
        """Read ``{expression!r:format}`` in an f-string."""
        self._at += 1
        self._op("{", self._at - 1)
        self._code(in_field=True)
        while self._at < len(self.text) and self.text[self._at] not in "}\n":
            if self._field_begins():
                self._field()
            else:
                self._at += 1
        if self._at < len(self.text):
            self._at += 1
            self._op("}", self._at - 1)

    def opening_bracket(self) -> int | None:
        """Return the index of the innermost bracket that is open at the end."""
        depth = self._depth - 1
        if depth >= 0:
            return last_bracket(self.tokens, depth, OPENING)
        return None


def last_bracket(tokens: Tokens, depth: int, texts: str, before: int | None = None) -> int | None:
    """Return the index of the last bracket at a given depth."""
    for index in reversed(range(len(tokens) if before is None else before)):
        if (
            tokens[index].depth == depth
            and tokens[index].kind == "op"
            and tokens[index].text in texts
        ):
            return index
    return None
