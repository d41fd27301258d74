"""The text before the cursor: where a chain begins, what a statement binds."""

from __future__ import annotations

import keyword
import re

from ..heart.records.tokens import OPENING, Token, Tokens, last_bracket


def chain_start(tokens: Tokens, last: int) -> int | None:
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


def statements(tokens: Tokens) -> list[list[Token]]:
    """The tokens of each simple statement or line, the last one perhaps unfinished or empty."""
    lines: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "newline" or (token.is_op(";") and token.depth == 0):
            lines.append([])
        else:
            lines[-1].append(token)
    return lines


def assigns(statement: Tokens, name: str) -> bool:
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


def _is_bare(tokens: Tokens, index: int, name: str) -> bool:
    """True if the token is ``name`` itself, neither an attribute nor an object with one."""
    if tokens[index].kind != "name" or tokens[index].text != name:
        return False
    attribute = index > 0 and tokens[index - 1].is_op(".")
    followed = index + 1 < len(tokens) and tokens[index + 1].is_op(".", "(", "[")
    return not attribute and not followed


def binds_otherwise(statement: Tokens, name: str) -> bool:
    """True if a loop, comprehension, import, definition, parameter, ``as``, ``:=`` or ``del`` takes
    ``name`` over."""
    words = " ".join("''" if token.kind == "string" else token.text for token in statement)
    return re.search(_BINDING.replace("NAME", re.escape(name)), f" {words} ") is not None


_BINDING = (
    r"^ (?:import|from|del|case)(?: .*)? NAME "  # import p, from a import b as p, del p, case p
    r"| for(?:(?! in ).)* NAME "  # for p in …, also in a comprehension
    r"| (?:lambda|def|as)(?:(?! : ).)* NAME "  # lambda p: …, def f(p): …, with … as p:
    r"| class NAME | NAME := "
)
"""What gives the name NAME another meaning, in tokens with one blank between them."""
