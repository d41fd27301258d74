"""The operators of each format, and expressions in tokens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..errors import NotUnderstood

LONGEST = 50_000
"""The maximum number of characters of one expression."""


@dataclass(frozen=True, eq=False)
class Operators:
    """The operators of a format: ``infix`` operators by precedence, ``prefix`` operators, and words
    that stand for operators."""

    infix: Mapping[str, int]
    prefix: Mapping[str, int]
    words: Mapping[str, str]
    logical: frozenset[str] = frozenset()
    assigning: frozenset[str] = frozenset()
    macros: bool = False


def _powers(signs: Mapping[int, str]) -> dict[str, int]:
    """Return the precedence of operators, given those of each level; ``_`` stands for a blank
    within one."""
    return {sign.replace("_", " "): power for power, row in signs.items() for sign in row.split()}


_ASSIGNING = frozenset({"=", "+=", "-=", "*=", "/=", "%="})
_C_POWERS = _powers(
    {
        2: "= += -= *= /= %=",
        3: "?",
        4: "||",
        5: "&&",
        9: "== != === !==",
        10: "< > <= >=",
        12: "+ -",
        13: "* / %",
    }
)
_C_PREFIX = _powers({15: "! - + def ndef"})

PLAIN = Operators(_C_POWERS, _C_PREFIX, {}, frozenset({"&&", "||"}), _ASSIGNING)
"""Chapbook: JavaScript unchanged."""

JAVASCRIPT = replace(
    PLAIN,
    words={
        "to": "=",
        "eq": "==",
        "neq": "!=",
        "is": "===",
        "isnot": "!==",
        "gt": ">",
        "gte": ">=",
        "lt": "<",
        "lte": "<=",
        "and": "&&",
        "or": "||",
        "not": "!",
    },
)
"""SugarCube: JavaScript with words for operators."""

_LAMBDAS = "each where"
HARLOWE = Operators(
    _powers(
        {
            2: "to into = += -=",
            3: _LAMBDAS,
            4: "and or",
            6: "is is_not isnot == === !=",
            7: "contains does_not_contain is_in is_not_in",
            8: "is_a is_an is_not_a is_not_an matches does_not_match",
            9: "< > <= >= is_< is_> is_<= is_>= is_not_< is_not_> is_not_<= is_not_>=",
            12: "+ -",
            13: "* / %",
            16: "of",
        }
    ),
    _powers({1: "...", 3: _LAMBDAS, 5: "not", 15: "- +"}),
    {
        "eq": "is",
        "neq": "is not",
        "gt": ">",
        "gte": ">=",
        "lt": "<",
        "lte": "<=",
        "&&": "and",
        "||": "or",
        "!": "not",
    },
    frozenset({"and", "or"}),
    frozenset({"to", "into", "=", "+=", "-="}),
    macros=True,
)
"""Harlowe: words, possessives, macros within expressions."""


_WORD = r"[^\W\d][\w]*"
_COMMON = r"""
    (?P<space>(?:\s+|/\*.*?(?:\*/|\Z)|(?<!:)//[^\n]*|<!--[^\n]*)+)
  | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`$\\]*`)
"""
_C_TOKENS = re.compile(
    _COMMON
    + r"""
  | (?P<number>0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<variable>\$\w+)
  | (?P<word>[^\W\d][\w$]*|\$+[\w$]*)
  | (?P<sign>=>|\.\.\.|===|!==|\*\*=|\|\|=|&&=|\?\?=|==|!=|<=|>=|<<|>>>|>>|&&|\|\||\?\?
     |\?\.|\+\+|--|\+=|-=|\*=|/=|%=
      |\*\*
      |[-+*/%<>=!?:.,(){{}}\[\]|&^~;])
""",
    re.VERBOSE | re.DOTALL,
)
_HARLOWE_TOKENS = re.compile(
    rf"""
    (?P<space>\s+|<!--.*?-->)
  | (?P<possessive>(?<=[\w)\]"'])'s(?=\s|\())
  | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
  | (?P<template>`+)
  | (?P<colour>\#(?:[0-9a-fA-F]{{6}}|[0-9a-fA-F]{{3}})\b)
  | (?P<ordinal>\d+(?:st|nd|rd|th)(?:last)?\b)
  | (?P<time>\d+(?:\.\d+)?m?s\b)
  | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)
  | (?P<macro>\((?P<called>\$\w+|_\w+|[\w-]+):)
  | (?P<variable>\$\w+|_[^\W\d_]\w*)
  | (?P<hook>\?[\w-]+)
  | (?P<words>(?:is\s+not\s+in|is\s+not\s+an?|is(?:\s+not)?\s*[<>]=?|is\s+not|is\s+in|is\s+an?
      |does\s+not\s+contain|does\s+not\s+match)(?![\w]))
  | (?P<word>{_WORD}(?:-{_WORD})*)
  | (?P<sign>\.\.\.|===|==|!=|<=|>=|&&|\|\||\+=|-=|[-+*/%<>=!.,()\[\];:{{}}])
""",
    re.VERBOSE | re.DOTALL,
)

OperatorToken: TypeAlias = tuple[str, str]
END: OperatorToken = ("end", "")


def tokens_of(source: str, dialect: Operators) -> list[OperatorToken]:
    """Return the tokens of an expression; raise `NotUnderstood` for an unknown sign."""
    if len(source) > LONGEST:
        raise NotUnderstood(f"an expression of {len(source):,} characters is too long")
    tokens: list[OperatorToken] = []
    lexer = _HARLOWE_TOKENS if dialect.macros else _C_TOKENS
    at = 0
    while at < len(source):
        match = lexer.match(source, at)
        if match is None:
            raise NotUnderstood(f"{source[at : at + 12]!r} cannot be read")
        at = match.end()
        kind = match.lastgroup or ""
        if kind != "space":
            tokens.append(_token("macro" if kind == "called" else kind, match, dialect))
    return tokens


def _token(kind: str, match: re.Match[str], dialect: Operators) -> OperatorToken:
    text = match[0]
    if kind == "macro":
        return "macro", match["called"]
    if kind not in ("words", "word", "sign"):
        return kind, text
    if kind == "words":
        text = " ".join(re.sub(r"([<>])", r" \1", text).split())
    word = text.lower() if dialect.macros else text
    sign = dialect.words.get(word, word)
    if sign in dialect.infix or sign in dialect.prefix:
        return "sign", sign
    return "word" if kind == "word" else "sign", text
