"""The text before the cursor: where a chain begins, what a statement binds."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

from ..heart.records.tokens import OPENING, Token, last_bracket


def chain_start(tokens: Sequence[Token], last: int) -> int | None:
    """The index at which the chain of names, calls and keys begins that ends with token ``last``;
    None if none."""
    at = last
    while at >= 0:
        token = tokens[at]
        if token.is_op(")", "]"):
            opening = last_bracket(tokens, token.depth, OPENING, before=at)
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
    lines: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "newline" or (token.is_op(";") and token.depth == 0):
            lines.append([])
        else:
            lines[-1].append(token)
    return lines


def assigns(statement: Sequence[Token], name: str) -> bool:
    """True if ``name = …``, ``name: type = …``, ``(name, other) = …`` or ``name += …`` is in it."""
    ends = [
        i
        for i, t in enumerate(statement)
        if t.depth == 0
        and t.kind == "op"
        and t.text.endswith("=")
        and not t.is_op("==", "!=", "<=", ">=")
    ]
    if not ends:
        return False
    before = statement[: ends[-1]]
    colons = [i for i, t in enumerate(before) if t.depth == 0 and t.is_op(":")]
    if colons and before[0].text != name:
        before = before[colons[-1] + 1 :]
    return any(_is_bare(before, i, name) for i in range(len(before)))


def _is_bare(tokens: Sequence[Token], index: int, name: str) -> bool:
    """True if the token is ``name`` itself, neither an attribute nor an object with one."""
    if tokens[index].kind != "name" or tokens[index].text != name:
        return False
    attribute = index > 0 and tokens[index - 1].is_op(".")
    followed = index + 1 < len(tokens) and tokens[index + 1].is_op(".", "(", "[")
    return not attribute and not followed


def binds_otherwise(statement: Sequence[Token], name: str) -> bool:
    """True if a loop, comprehension, import, definition, parameter, ``as``, ``:=`` or ``del`` takes
    ``name`` over."""
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
    if token.text in ("lambda", "def", "as"):
        return any(t.text == name for t in _until(after, ":"))
    if token.text == "class":
        return bool(after) and after[0].text == name
    return token.text == name and bool(after) and after[0].is_op(":=")


def _until(tokens: Sequence[Token], end: str) -> Sequence[Token]:
    stop = next((i for i, t in enumerate(tokens) if t.text == end), len(tokens))
    return tokens[:stop]
