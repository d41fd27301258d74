"""The types of names by their first letter, as set by DEFINT and similar statements.

A machine changes the types when it reaches the statement. Here the statements apply to the whole
listing, and of two for one letter the last applies: few programs notice, since most have only one,
at the beginning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from typing import TypeAlias

from .lexer import SourceLines, without_texts

Types: TypeAlias = Mapping[str, str]
"""The type sign of names by their first letter."""

_DEFINED = re.compile(r"(?:^|[:\s])DEF(INT|LNG|SNG|DBL|STR)\s*([A-Z](?:\s*[-,]\s*[A-Z])*)(?![A-Z])")
LONG = ".#"
"""The sign of 32-bit integers, which names of other types cannot have: ``&`` in a listing."""
_SIGNS = {"INT": "%", "LNG": LONG, "SNG": "", "DBL": "#", "STR": "$"}
UNTYPED: Types = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")


def types_of(lines: SourceLines) -> Types:
    """Return the types in a program with line numbers."""
    return reduce(types_after, (without_texts(line.body).upper() for line in lines), UNTYPED)


def types_after(types: Types, text: str) -> Types:
    """Return the types after a line in capitals without its quoted texts."""
    found = dict(types)
    for kind, letters in _DEFINED.findall(text):
        for part in letters.replace(" ", "").split(","):
            given = map(chr, range(ord(part[0]), ord(part[-1]) + 1))
            found.update(dict.fromkeys(given, _SIGNS[kind]))
    return found
