"""Positions that people type or paste: the signs of a board within any text.

>>> signs_of("moves: 3\\n  1 2 3\\na X>O ·\\nb · · X")
[['X', 'O', '·'], ['·', '·', 'X']]
>>> signs_of([[0, 10], [11, 1]]) == signs_of("0 10/11 1") == [["0", "10"], ["11", "1"]]
True
>>> rows_in("XO/o.", {"X": "X", "O": "O", "o": "O", ".": " "})
['XO', 'O ']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from ..errors import BadParameter, quote
from ..support.plurals import counted

Signs = list[list[str]]
"""The signs of a board, row by row."""

_UNSEEN = re.compile("[\ufe0e\ufe0f\u20e3\u2068\u2069'\"]")
_MARK = re.compile(r"(?<=\S)[>»](?=\S)|(?<=\s)[>?»!+](?=\S)|^[>»](?=\S)")
"""The sign before that of a cell, for the last move, a hint …"""

_SENTENCE = re.compile(r":( |$)|[A-Za-z]{4}\S{,99} |[A-Za-z].{,99}, |[A-Za-z]\(")
"""A pattern found in counters, legends, words, options and code, but not in a row. Its lookahead is
bounded, since a row may be long."""

_LABEL = re.compile(r"[A-Za-z]*0*1$|[ah8]$|[A-Za-z]{2,}$")
"""The first label of rows or columns: 1, c01, a, left."""

_RULE = re.compile(r"(?=.*[+┼|])(?=.*[=─-])[\s+┼|=─-]*")
"""A line between the rows of a table drawn with text characters."""

_NUMBERS = re.compile(r"-?\d+( -?\d+)+")


def signs_of(
    position: object,
    words: bool = False,
) -> Signs:
    """Return the signs of a board in a text or in nested lists, row by row, without labels,
    counters, marks and legend.

    Rows end with a newline or a ``/``. Signs are characters; with ``words``, and in rows of
    numbers, they are separated by blanks or commas. Nested lists are used unchanged.
    """
    text = str(position)
    if isinstance(position, tuple | list):
        if position and all(isinstance(row, tuple | list) for row in position):
            return [[str(sign) for sign in row] for row in position]
        text = "\n".join(map(str, position))
    text = _UNSEEN.sub("", text).replace("/", "\n")
    signs = []
    for row in _without_labels(_longest_block(text)):
        if words or _NUMBERS.fullmatch(" ".join(row)):
            signs.append(row)
        else:
            signs.append(list("".join(row)))
    return signs


def rows_in(
    position: object,
    known: Mapping[str, str],
    usual: str = "",
) -> list[str]:
    """Return the rows of a position with the meaning of each sign; raise `BadParameter`, naming the
    ``usual`` signs, for unknown signs or rows of different lengths."""
    rows = signs_of(position)
    for number, row in enumerate(rows, 1):
        for column, sign in enumerate(row, 1):
            if sign not in known:
                raise BadParameter(
                    f"{quote(sign)} at r{number} c{column} is not a sign of this board. Use"
                    f" {usual or ' '.join([*known][:12])}."
                )
        if len(row) != len(rows[0]):
            raise BadParameter(
                f"Row {number} has {counted(len(row), 'square')}, but row 1 has {len(rows[0])}."
            )
    if not rows:
        raise BadParameter(f"{quote(position)} has no squares; a board needs at least one.")
    return ["".join(known[sign] for sign in row) for row in rows]


def _longest_block(text: str) -> Signs:
    """Return the longest run of rows between two sentences."""
    longest: Signs = []
    for is_sentence, lines in groupby(map(str.rstrip, text.splitlines()), _SENTENCE.search):
        without_lists = re.sub(r"[\[(,;]", " ", "\n".join(lines))
        ended = re.sub(r"[\])]", "\n", without_lists).splitlines()
        block = _in_a_table(ended) or [parts for parts in map(_parts, ended) if parts]
        if not is_sentence and len(block) > len(longest):
            longest = block
    return longest


def _in_a_table(lines: list[str]) -> Signs:
    """Return the text between the bars of a table drawn with text characters, with a dot for a
    blank; empty if it is not one."""
    rules = [line for line in lines if _RULE.fullmatch(line)]
    barred = [line for line in lines if "|" in line and line not in rules]
    rows = [line.split("|") for line in barred]
    if all(line.lstrip()[0] in "+|" for line in rules or barred):
        rows = [row[1:-1] for row in rows]
    return [[cell.strip() or "·" for cell in row] for row in rows if row]


def _parts(line: str) -> list[str]:
    """Return the parts of a line that blanks separate, each without its cell's mark and verdict."""
    return [part.partition(":")[0] or part for part in _MARK.sub(" ", line).split()]


def _without_labels(block: Signs) -> Signs:
    """Return the rows without their names and without the row of column names, if columns are
    named."""
    heads, *rows = block or [[]]
    widths = {len(row) for row in rows}
    if widths != {len(heads) + 1}:
        return block
    firsts = heads[0], rows[0][0]
    if all(map(_LABEL.match, firsts)):
        return [row[1:] for row in rows]
    return block
