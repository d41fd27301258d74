r"""Translates listings of the early 1970s, for DEC's and Hewlett-Packard's machines, into the words
of later ones.

``\`` separates statements, ``!`` begins a remark, ``&`` and ``PRI`` are PRINT, ``#`` means unequal,
several variables can be assigned one value, FOR and IF may follow the statement they control,
CHANGE takes texts apart, MAT fills arrays, GOTO has an OF. Such listings were printed and read by
eye, so a missing or extra bracket at the end of a statement is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from .lexer import SourceLine, SourceLines, without_texts

_HINTS = re.compile(
    r"\\|\bINPUT\s*\$|(?m:^\s*[&!])|:\s*&|\b(?:CHANGE|MAT|LINPUT)\b|\bPRI\b|\bOF\s*\d|#\d|\w\s*,\s*\w+\s*=|\)\s*\)|(?m:\([^()\n]*$)"
    r"|\bFOR\s*\w+\s*=|=<>|T0\d",
    re.IGNORECASE,
)
_OTHER_DRAWS = re.compile(r"RND(?!\s*\(\s*0\s*\))", re.IGNORECASE)
"""A random number drawn by anything but ``RND(0)``."""
_DRAWS = re.compile(r'(RND\s*\(\s*)0(?=\s*\)[^"]*(?:"[^"]*"[^"]*)*$)', re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"?')
_HIDDEN = 0xE000
_QUOTE = "[\ue000-\uf8ff]"
"""The first of the signs that stand for quoted texts while a line is rewritten, and the pattern
that finds one."""
_NAME = r"[A-Z]\d?\$?"
_VARIABLE = rf"{_NAME}(?:\([^()]*\))?"
_I = "Z8"
_J = "Z9"
"""Loop variables that are inserted."""
_Found: TypeAlias = re.Match[str]
_Later = str | Callable[[_Found], str]


def may_be_early(sources: SourceLines) -> bool:
    """True if anything in a listing looks like the early 1970s."""
    return any(_HINTS.search(without_texts(source.body)) for source in sources)


def draws_by_zero(sources: SourceLines) -> bool:
    """True if ``RND(0)`` is the only call of RND in a listing: then it must draw the next number,
    although it repeats the last one on other machines."""
    bodies = [without_texts(source.body) for source in sources]
    return any(map(_DRAWS.search, bodies)) and not any(map(_OTHER_DRAWS.search, bodies))


def drawing(sources: SourceLines) -> list[SourceLine]:
    """Return the lines with ``RND(1)`` for ``RND(0)``."""
    return [replace(source, body=_DRAWS.sub(r"\g<1>1", source.body)) for source in sources]


def rewritten(sources: SourceLines) -> list[SourceLine]:
    """Return the lines in the words of Microsoft's machines."""
    sizes = _sizes("\n".join(source.body for source in sources))
    return [replace(source, body=_rewritten(source.body, sizes)) for source in sources]


def _sizes(text: str) -> dict[str, list[str]]:
    """Return the bounds of the arrays, as given by DIM."""
    lists = re.findall(r"\bDIM\b([^\\\n]*)", text, re.IGNORECASE)
    arrays = (
        found
        for listed in lists
        for found in re.findall(rf"({_NAME})\s*\(([\d, ]+)\)", listed.upper())
    )
    return {name: bounds.split(",") for name, bounds in arrays}


def _rewritten(body: str, sizes: dict[str, list[str]]) -> str:
    texts: list[str] = []

    def hidden(quoted: _Found) -> str:
        texts.append(quoted[0])
        return chr(_HIDDEN + len(texts) - 1)

    bare = _QUOTED.sub(hidden, body).split(" //")[0]
    if re.match(r"\s*REM", bare, re.IGNORECASE):
        return body
    bare, *remark = re.split(r"(?:^|(?<=[\s\\:]))[!']", bare, maxsplit=1)
    statements = [_statement(part, sizes) for part in re.split(r"[\\:]|;\s*(?=INPUT|RUN)", bare)]
    whole = ":".join(statements) + "".join(f"'{text}" for text in remark)
    return re.sub(_QUOTE, lambda sign: texts[ord(sign[0]) - _HIDDEN], whole)


def _statement(text: str, sizes: dict[str, list[str]]) -> str:
    """Return one statement in later words."""
    for pattern, later in _REWRITINGS:
        text = pattern.sub(later, text)
    if matrix := _MATRIX.fullmatch(text):
        return _filled(matrix, sizes)
    missing = text.count("(") - text.count(")")
    if missing > 0:
        return re.sub(r"(\s*;?\s*)$", lambda end: ")" * missing + end[0], text, count=1)
    return (
        re.sub(rf"\){{{-missing}}}(?=\s*(?:;?\s*$|THEN|GOTO))", "", text, count=1)
        if missing < 0
        else text
    )


def _several(found: _Found) -> str:
    """Return ``A,B=1`` as ``A=1:B=1``."""
    names = re.findall(_VARIABLE, found[2], re.IGNORECASE)
    return found[1] + ":".join(f"{name}={found[3]}" for name in names)


def _changed(found: _Found) -> str:
    """Translate CHANGE: a text becomes the codes of its characters, with their number as element 0,
    or is made from them."""
    source = found[1]
    target = found[2]
    if "$" in target:
        return (
            f'{target}="":FOR {_J}=1 TO {source}(0):{target}={target}+CHR$({source}({_J})):NEXT'
            f" {_J}"
        )
    sign = f"ASC(MID$({source},{_J},1))"
    return f"{target}(0)=LEN({source}):FOR {_J}=1 TO LEN({source}):{target}({_J})={sign}:NEXT {_J}"


_MATRIX = re.compile(
    rf"\s*MAT\s*(?:(READ)\s*({_NAME})(?:\(([^()]*)\))?|({_NAME})\s*=\s*(ZER|CON|\(([^()]*)\)\s*\*\s*({_NAME}))"
    r"(?:\([^()]*\))?)\s*",
    re.IGNORECASE,
)


def _filled(found: _Found, sizes: dict[str, list[str]]) -> str:
    """Translate MAT READ, MAT A=ZER, MAT A=CON and MAT A=(K)*B into loops over the array."""
    name = (found[2] or found[4]).upper()
    bounds = found[3].split(",") if found[3] else sizes.get(name, ["10"])
    counters = (_I, _J)[: len(bounds)]
    place = f"({','.join(counters)})"
    values = {"ZER": "0", "CON": "1"}
    value = values.get((found[5] or "").upper()) or f"({found[6]})*{found[7]}{place}"
    inner = f"READ {name}{place}" if found[1] else f"{name}{place}={value}"
    heads = "".join(
        f"FOR {counter}=1 TO {bound}:" for counter, bound in zip(counters, bounds, strict=False)
    )
    return heads + inner + "".join(f":NEXT {counter}" for counter in reversed(counters))


def _unequal(found: _Found) -> str:
    return found[0].replace("#", "<>")


_REWORDED: tuple[tuple[str, _Later], ...] = (
    (r"^(\s*|.*\bTHEN\s*)&", r"\1PRINT "),
    (rf"\bPRI(?=[\s,;]|$|{_QUOTE})", "PRINT"),
    (rf"\bINPL?(?=[\s,]|$|{_QUOTE})", "INPUT"),
    (r"^\.\s*", ""),
    (r"(\bGO(?:SUB|TO)\s*\d+)\s*;\s*$", r"\1"),
    (r"\bGOS(?=\s*\d)", "GOSUB"),
    (r"/\s*$", ""),
    (r"CHRS\(", "CHR$("),
    (rf"^\s*(?={_QUOTE})", "PRINT "),
    (r"\bNEX(?=\s)", "NEXT"),
    (r"^(\s*[A-Z]\d?\s*=\s*\d+),(\d+)\s*$", r"\1.\2"),
    (r"(?<=[=<>])\s*#([A-Z])\b", r'ASC("\1")'),
    (rf"(\bPRINT USING\s*{_QUOTE})\s*,", r"\1;"),
    (r"\bL ET\b", "LET"),
    (r"\bG OTO\b", "GOTO"),
    (r"\bCHAIN\$", "CHAIN "),
    (r"\bCOT\(", "1/TAN("),
    (r"\b(LEFT|CHR)\(", r"\1$("),
    (r"\bRIGHT\(", "MID$("),
    (r"\*\*", "^"),
    (rf"(\bINPUT\s*{_QUOTE})\s*$", rf"\1;{_J}$"),
    (r"\bINPUT\s*$", f"INPUT {_J}$"),
    # A letter is stored as its code.
    (rf"\bINPUT\s*\$({_NAME})", rf"INPUT {_J}$:\1=ASC({_J}$)"),
    (rf"(?<=[=<>])\s*#\s*({_QUOTE})", r"ASC(\1)"),
    (r"\bGOT(?=\s*\d)", "GOTO"),
    (r"\bLINPUT", "INPUT "),
    (r"\bIF\b.*?(?=THEN|GOTO|$)", _unequal),
    ("=<>", "<>"),
    (r"(\bFOR.*)T0(?=-?\d)", r"\1TO"),
    (r"\bGO\s*(TO|SUB)\s*([^,]+?)\s*OF\s*(?=\d)", r"ON \2 GO\1 "),
    (rf"^(\s*(?:LET)?\s*)({_VARIABLE}(?:\s*,\s*{_VARIABLE})+)\s*=(.*)", _several),
    (
        rf"^\s*((?!\s*(?:IF|FOR|REM|DATA)\b).+?)\s*\bFOR\s+({_NAME})\s*=(.+)",
        r"FOR \2=\3:\1:NEXT \2",
    ),
    (r"^\s*((?!\s*(?:IF|FOR|REM|DATA)\b).+?)\s+IF\s+(.+)", r"IF \2 THEN \1"),
    (rf"\bCHANGE\s*({_NAME}(?:\([^()]*\))?)\s*TO\s*({_VARIABLE})", _changed),
)
_REWRITINGS = [(re.compile(old, re.IGNORECASE), later) for old, later in _REWORDED]
