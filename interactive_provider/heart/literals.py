"""Literals, as lines hold them: numbers, texts, True, False, None, tuples and lists of these. Nothing is computed.

>>> from .tokens import Scan
>>> arguments(Scan("9, mode='safe', at=(1, -2)").tokens)
([9], {'mode': 'safe', 'at': (1, -2)})
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from ..errors import BadLine, quote
from .tokens import Token

_DEEPEST = 40
"""Brackets within brackets."""

_MOST_DIGITS = 4_300
"""What Python reads and writes of a whole number."""

_WORDS = {"True": True, "False": False, "None": None}
_CLOSING = {"(": ")", "[": "]"}
_ESCAPE = re.compile(r"\\(\r?\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|.)", re.DOTALL)
_OPENING_QUOTES = ("'", '"', "'''", '"""')
_SIGNS = {"\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def arguments(tokens: Sequence[Token]) -> tuple[list[Any], dict[str, Any]]:
    """What stands between the brackets of a call: values, and values by name. Raises `BadLine` for all but literals."""
    reader = _Reader(tokens)
    given: list[Any] = []
    named: dict[str, Any] = {}
    while not reader.at_end():
        name = reader.taken_name()
        if name is None and named:
            raise BadLine(f"{reader.quoted()}: a value without a name cannot follow one with a name.")
        if name in named:
            raise BadLine(f"{reader.quoted()}: {name} is given twice.")
        value = reader.value()
        if name is None:
            given.append(value)
        else:
            named[name] = value
        reader.comma_or_end()
    return given, named


def written(tokens: Sequence[Token]) -> str:
    """Tokens as Python would write them: no blanks but after commas, texts as `repr` puts them."""
    return "".join(map(_written, tokens)).strip()


class _Reader:
    """A place in the tokens between two brackets."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def at_end(self) -> bool:
        return self._at == len(self._tokens)

    def quoted(self) -> str:
        return quote(written(self._tokens))

    def taken_name(self) -> str | None:
        """The name of ``name=``, read; None where a value stands alone."""
        at, tokens = self._at, self._tokens
        if at + 1 == len(tokens) or tokens[at].kind != "name" or not tokens[at + 1].is_op("="):
            return None
        self._at += 2
        return name_of(tokens[at])

    def comma_or_end(self) -> None:
        if not self.at_end() and not self._next().is_op(","):
            raise self._not_plain()

    def value(self) -> Any:
        token = self._next()
        if token.kind == "name" and token.text in _WORDS:
            return _WORDS[token.text]
        if token.kind == "number":
            return self._number(token)
        if token.is_op("-", "+") and not self.at_end():
            number = self._next()
            if number.kind == "number":
                return -self._number(number) if token.text == "-" else self._number(number)
        if _is_text(token):
            text = _text(token)
            while not self.at_end() and _is_text(self._tokens[self._at]):
                text += _text(self._next())
            return text
        if token.is_op("(", "["):
            return self._items(token)
        raise self._not_plain()

    def _items(self, opening: Token) -> Any:
        """What stands up to the closing bracket: a tuple, a list, or one value in brackets."""
        if opening.depth - self._tokens[0].depth > _DEEPEST:
            raise BadLine(f"{self.quoted()}: more than {_DEEPEST} brackets stand in one another.")
        closing, items, has_comma = _CLOSING[opening.text], list[Any](), False
        while not self._peek().is_op(closing):
            items.append(self.value())
            if not self._peek().is_op(closing):
                if not self._next().is_op(","):
                    raise self._not_plain()
                has_comma = True
        self._at += 1
        if opening.is_op("["):
            return items
        return items[0] if items and not has_comma else tuple(items)

    def _number(self, token: Token) -> int | float:
        if len(token.text) > _MOST_DIGITS:
            raise BadLine(f"A number of {len(token.text):,} digits is too long; Python reads at most {_MOST_DIGITS:,}.")
        try:
            return int(token.text, 0)
        except ValueError:
            pass
        try:
            return float(token.text)
        except ValueError:
            raise self._not_plain() from None

    def _peek(self) -> Token:
        if self.at_end():
            raise self._not_plain()
        return self._tokens[self._at]

    def _next(self) -> Token:
        token = self._peek()
        self._at += 1
        return token

    def _not_plain(self) -> BadLine:
        return BadLine(
            f"{self.quoted()}: only numbers, texts, True, False, None and tuples of them may be given, nothing to "
            "compute."
        )


def _written(token: Token) -> str:
    if _is_text(token):
        return repr(_text(token))
    return f"{token.text} " if token.is_op(",") else token.text


def name_of(token: Token) -> str:
    """The name that a token stands for: Python takes names in NFKC."""
    return unicodedata.normalize("NFKC", token.text)


def _is_text(token: Token) -> bool:
    """Whether it is a text that is closed, and neither bytes nor formatted."""
    if token.kind != "string":
        return False
    prefix = token.text.partition(token.text[-1])[0]
    return prefix.lower() in ("", "r", "u") and token.text[len(prefix) :] not in _OPENING_QUOTES


def _text(token: Token) -> str:
    """The text that a literal stands for, the same on every Python: an escape that is unknown stands for itself."""
    prefix, quotes, rest = token.text.partition(token.text[-1])
    size = 3 if rest[:2] == 2 * quotes else 1
    inner = token.text[len(prefix) + size : -size]
    return inner if prefix.lower() == "r" else _ESCAPE.sub(_unescaped, inner)


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    if code in _SIGNS:
        return _SIGNS[code]
    if code.endswith("\n"):
        return ""
    if code[0] in "01234567":
        return chr(int(code, 8))
    if code == code[0]:
        return found[0]
    try:
        return unicodedata.lookup(code[2:-1]) if code[0] == "N" else chr(int(code[1:], 16))
    except (KeyError, ValueError, OverflowError):
        raise BadLine(f"{quote(found[0])} is not a sign.") from None
