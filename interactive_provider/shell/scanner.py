"""The text before the cursor: where a chain begins, and what a statement binds."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

from ..heart.records.tokens import OPENING, Token, Tokens, last_bracket


def chain_start(tokens: Tokens, last: int) -> int | None:
    """Return the index at which the chain of names, calls and keys that ends with token ``last``
    begins; None if there is none."""
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
    """Return the tokens of each simple statement or line, the last one possibly unfinished or
    empty."""
    lines: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "newline" or (token.is_op(";") and token.depth == 0):
            lines.append([])
        else:
            lines[-1].append(token)
    return lines


def assigns(statement: Tokens, name: str) -> bool:
    """True if it contains ``name = …``, ``name: type = …``, ``(name, other) = …`` or ``name +=
    …``."""
    texts = _texts(token for token in statement if not token.depth or token.text[-1] not in "=:")
    ends = [index for index, text in enumerate(texts) if _ASSIGNMENT.fullmatch(text)]
    before = " ".join(["", *texts[: ends[-1]], ""]) if ends else ""
    if not before.startswith(f" {name} "):  # after a colon, as in "if a: p = …"
        before = f" {before.rpartition(' : ')[2]}"
    # the name itself, neither an attribute nor an object with one
    return re.search(rf"(?<! \.) {re.escape(name)} (?![.(\[] )", before) is not None


_ASSIGNMENT = re.compile(r"(?![=!<>]=).*=")
"""The operators after the target of an assignment: ``=``, ``+=``, ``:=``, not ``==``."""


def binds_otherwise(statement: Tokens, name: str) -> bool:
    """True if a loop, comprehension, import, definition, parameter, ``as``, ``:=`` or ``del``
    rebinds ``name``."""
    words = f" {' '.join(_texts(statement))} "
    return re.search(_BINDING.replace("NAME", re.escape(name)), words) is not None


def _texts(tokens: Iterable[Token]) -> list[str]:
    """Return the texts of tokens, with strings emptied."""
    return ["''" if token.kind == "string" else token.text for token in tokens]


_BINDING = (
    r"^ (?:import|from|del|case)(?: .*)? NAME "  # import p, from a import b as p, del p, case p
    r"| for(?:(?! in ).)* NAME "  # for p in …, also in a comprehension
    r"| (?:lambda|def|as)(?:(?! : ).)* NAME "  # lambda p: …, def f(p): …, with … as p:
    r"| class NAME | NAME := "
)
"""The patterns that give the name NAME another meaning, in tokens separated by one blank."""
