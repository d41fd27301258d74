"""Which type the names of a letter have, by DEFINT and its kin.

A machine changes the types when it comes to the statement. Here all that a listing says holds in
the whole of it, of two for a letter the last: few programs notice, since most say it once and at
their beginning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from typing import TypeAlias

from .lexer import SourceLines, without_texts

Types: TypeAlias = Mapping[str, str]
"""The sign of names by their first letter."""

_DEFINED = re.compile(r"(?:^|[:\s])DEF(INT|LNG|SNG|DBL|STR)\s*([A-Z](?:\s*[-,]\s*[A-Z])*)(?![A-Z])")
LONG = ".#"
"""The sign of integers of 32 bits, which names of other types cannot have: ``&`` in a listing."""
_SIGNS = {"INT": "%", "LNG": LONG, "SNG": "", "DBL": "#", "STR": "$"}
UNTYPED: Types = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")


def types_of(lines: SourceLines) -> Types:
    """The types that hold in a program with line numbers."""
    return reduce(types_after, (without_texts(line.body).upper() for line in lines), UNTYPED)


def types_after(types: Types, text: str) -> Types:
    """The types after a line in capitals and without what it quotes."""
    found = dict(types)
    for kind, letters in _DEFINED.findall(text):
        for part in letters.replace(" ", "").split(","):
            given = map(chr, range(ord(part[0]), ord(part[-1]) + 1))
            found.update(dict.fromkeys(given, _SIGNS[kind]))
    return found
