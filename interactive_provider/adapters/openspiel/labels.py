"""OpenSpiel's action names as words that read as a move: ``x(0,1)`` as b1, ``a7a6`` as a7 and then
a6.

OpenSpiel's texts name the player, number the action or distinguish two by signs that cannot occur
in an attribute. This module removes the noise, spells places in one way, makes two words of a move
from one place to another, and divides wide menus into stages.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import TypeAlias

from .facts import TEXTS

LabelWords: TypeAlias = "tuple[str, ...]"

WIDE = 60
"""The number of options above which a menu has two stages."""

_RULES = tuple((re.compile(pattern), spelled) for pattern, spelled in TEXTS["actions"])
_PAIR = re.compile(r"\(?(?<![\d.])(\d+), ?(\d+)\)?(?![\d,])")
_COLUMN = re.compile(r"^[xo](\d+)$")
_SMALL_BOARD = re.compile(r"^Local board (\d): .\((\d),(\d)\)$")
_MOVES = (
    re.compile(r"^[A-Za-z]?([a-z]\d{1,2})[-x]?([a-z]\d{1,2})(.*)$"),
    re.compile(r"^([1-9][a-i])([1-9][a-i])(\+?)$"),
    re.compile(r"^(?:Move )?(\d+|bar) ?[-=]> ?(\d+|off(?: with \d)?)()$"),
)
_HIVE = re.compile(r"^([wb]\w+) (?:([-/\\]?)([wb]\w+)([-/\\]?))$")
SIDES = {
    ("", ""): "on",
    ("-", ""): "west of",
    ("", "-"): "east of",
    ("/", ""): "south west of",
    ("", "/"): "north east of",
    ("\\", ""): "north west of",
    ("", "\\"): "south east of",
}
"""The meaning of the signs before and after the name of an insect in Hive."""


def column_name(number: int) -> str:
    """Return the letters of a column counted from 0: a … z, aa, ab …"""
    return (column_name(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def spelled(text: str, numbers: str = "") -> str:
    """Return one action's text without its noise, and with places as a letter and a number.

    ``numbers`` says which numbers are places: ``"pairs"`` of row and column from 0, ``"pairs from
    1"``, ``"columns"`` after the player's sign, or none of them.
    """
    if found := _SMALL_BOARD.match(text):
        small, row, column = map(int, found.groups())
        return f"{column_name(small % 3 * 3 + column)}{small // 3 * 3 + row + 1}"
    if numbers == "columns" and (found := _COLUMN.match(text)):
        return column_name(int(found[1]))
    for pattern, words in _RULES:
        text = pattern.sub(words, text)
    if numbers.startswith("pairs"):
        base = int(numbers == "pairs from 1")
        text = _PAIR.sub(
            lambda pair: f"{column_name(int(pair[2]) - base)}{int(pair[1]) - base + 1}", text
        )
    return " ".join(text.split()) or "pass"


def words_of(text: str) -> LabelWords:
    """Return the words of one move: from a place and to a place, a piece and its target, or the
    text unchanged."""
    for pattern in _MOVES:
        if move := pattern.match(text):
            start, end, rest = move.groups()
            return start, f"{end} {rest.replace('+', 'promotes').strip()}".strip()
    if stone := _HIVE.match(text):
        return stone[1], f"{SIDES[stone[2], stone[4]]} {stone[3]}"
    return (text,)


def squares(san: str, origin: int, is_white: bool) -> LabelWords:
    """Return the squares that a chess move leads from and to: ``Nf3`` from the square numbered 48
    as g1 and f3.

    A promotion adds the piece as FEN writes it: ``e8=Q`` as e7, e8 and Q. OpenSpiel counts squares
    file by file from the mover's left; castling counts as the king's move.
    """
    file, rank = divmod(origin, 8)
    rank = rank + 1 if is_white else 8 - rank
    ends = re.findall(r"[a-h][1-8]", san) or [f"{'c' if 'O-O-O' in san else 'g'}{rank}"]
    promoted = [piece if is_white else piece.lower() for piece in re.findall(r"=(\w)", san)]
    if "@" in san:
        return (ends[-1],)
    return (f"{column_name(file)}{rank}", ends[-1], *promoted)


@functools.lru_cache(maxsize=16_384)
def _label(text: str, numbers: str) -> LabelWords:
    """Return the words of one action; they are cached, since the same actions recur at every step
    of a game."""
    return words_of(spelled(text, numbers))


def labels_of(texts: Sequence[str], numbers: str = "") -> list[LabelWords]:
    """Return a label for each action of a state, all different; never raise, whatever the texts
    are."""
    labels = [_label(text, numbers) for text in texts]
    if len(set(labels)) < len(labels):
        labels = _told_apart(labels, texts)
    labels = _staged(labels) if len(labels) > WIDE else labels
    stages = {label[:-1] for label in labels}
    return [(*label, "there") if label in stages else label for label in labels]


def _told_apart(labels: Sequence[LabelWords], texts: Sequence[str]) -> list[LabelWords]:
    """Return labels without duplicates: the full text if the short one occurs twice, and a number
    if even that does."""
    counted: dict[LabelWords, int] = {}
    found = []
    for label, text in zip(labels, texts, strict=True):
        wanted = label if labels.count(label) == 1 else (" ".join(text.split()),)
        counted[wanted] = count = counted.get(wanted, 0) + 1
        found.append(wanted if count == 1 else (*wanted[:-1], f"{wanted[-1]} {count}"))
    return found


def _staged(labels: Sequence[LabelWords]) -> list[LabelWords]:
    """Return the same labels, with single words grouped by their beginnings if that makes readable
    menus."""
    stages = iter(_stages([label[0] for label in labels if len(label) == 1]))
    return [next(stages) if len(label) == 1 else label for label in labels]


def _stages(texts: Sequence[str]) -> list[LabelWords]:
    """Return each text in as many words as keep the menus short: ``d4`` after ``d``, ``Bid 1 of 8``
    after ``Bid``."""
    if len(texts) <= WIDE:
        return [(text,) for text in texts]
    same = _same_length(texts)
    for begin in (r"\w+", r"[A-Za-z]+", r"\w"):
        found = [re.match(rf"\W*{begin}", text[same:]) for text in texts]
        keys = [
            text[:same] + part[0] if part else text for text, part in zip(texts, found, strict=True)
        ]
        if 1 < len(set(keys)) <= max(WIDE, len(texts) // 4) and len(set(keys)) < len(texts) // 2:
            return _grouped(texts, keys)
    return [(text,) for text in texts]


def _same_length(texts: Sequence[str]) -> int:
    """Return the length of the texts' common beginning, counting only whole words."""
    first = min(texts)
    last = max(texts)
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    while same and (first[same - 1].isalnum() and first[same].isalnum()):
        same -= 1
    return same


def _grouped(texts: Sequence[str], keys: Sequence[str]) -> list[LabelWords]:
    groups: dict[str, list[str]] = {}
    for text, key in zip(texts, keys, strict=True):
        whole_word = not text[len(key) : len(key) + 1].isalnum()
        groups.setdefault(key, []).append(
            (text[len(key) :].strip(" ,:;[]()") if whole_word else text) or text
        )
    inner = {key: iter(_stages(members)) for key, members in groups.items()}
    return [
        (texts[at],) if len(groups[key]) == 1 else (key.strip(" ,:;[]()"), *next(inner[key]))
        for at, key in enumerate(keys)
    ]
