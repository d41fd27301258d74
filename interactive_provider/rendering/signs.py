"""The texts of a cell in every view: its sign, its label, and their width in a monospaced font."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Sequence

from ..boards import Board, Cell, Pair, Row
from ..support.sanitizing import clean
from ..support.wrapping import width

MARK_SIGNS: dict[str, str] = {
    "last": ">",
    "hint": "?",
    "advised": "»",
    "wrong": "!",
    "check": "+",
}
"""The sign of each mark, shown beside the cell's own: a mark is never only a colour."""

MARK_WORDS: dict[str, str] = {
    "last": "last move",
    "hint": "hint",
    "advised": "advised",
    "wrong": "wrong",
    "check": "in check",
}

LONGEST_SIGN = 4
"""The number of characters that fit into a square cell; a board with a longer sign has cells as
wide as their text."""

_BLANKS = re.compile(r"[\t\n]+")
_NUMBERED = re.compile(r"([^\W\d]+)(\d+)")


ENDINGS = {
    "won": "You won.",
    "lost": "You lost.",
    "drawn": "A draw.",
    "ended": "The end.",
    "over": "The game is over.",
}


def ending(outcome: str) -> str:
    """Say in a sentence how a game ended."""
    return ENDINGS.get(outcome, f"The end: {outcome}.")


@functools.lru_cache(maxsize=4096)  # a board repeats a few words hundreds of times
def sign(text: str) -> str:
    """Return ``text`` cleaned and on one line, for a cell."""
    return _BLANKS.sub(" ", clean(text))


SUITS = "♠♥♦♣●★▲◆■"
"""The signs that are a card's suit if they come last in its text."""


def rank_and_suit(text: str) -> Pair:
    """Return the two parts of a card's text; the suit is empty if there is none, or nothing
    else."""
    if len(text) > 1 and text[-1] in SUITS:
        return (text[:-1], text[-1])
    return (text, "")


def zoned(row: Row) -> Row:
    """Return the cards of a zone without the padding that makes all rows equally long."""
    filled = [number for number, cell in enumerate(row) if cell.role != "void"]
    if filled:
        return row[: filled[-1] + 1]
    return ()


def padded(text: str, columns: int) -> str:
    """Return ``text`` right-aligned in a column of a given width."""
    return " " * (columns - width(text)) + text


def right_to_left(text: str) -> bool:
    """True if ``text`` contains letters written from right to left."""
    return not text.isascii() and any(
        unicodedata.bidirectional(character) in ("R", "AL") for character in text
    )


def shown(cell: Cell) -> str:
    """Return the cell on one line without its mark: the sign and, after a colon, the badge."""
    if not cell.overlay:
        return sign(cell.text)
    return ":".join(sign(part) for part in (cell.text, cell.overlay) if part)


def spoken(cell: Cell) -> str:
    """Return what a screen reader says for the cell: its label or sign, its mark and its badge."""
    if not cell.mark and not cell.overlay:
        return sign(cell.label or cell.text or "empty")
    words = [
        cell.label or cell.text or "empty",
        MARK_WORDS.get(cell.mark, ""),
        cell.overlay,
    ]
    return ", ".join(sign(word) for word in words if word)


def legend(board: Board) -> list[Pair]:
    """Return the board's pairs of sign and meaning, and those of the marks on it."""
    used = {cell.mark for row in board.rows for cell in row}
    marks = [(MARK_SIGNS[mark], MARK_WORDS[mark]) for mark in MARK_SIGNS if mark in used]
    return [*((sign(key), sign(meaning)) for key, meaning in board.legend), *marks]


def margin(board: Board) -> int:
    """Return the width of the widest row label."""
    return max((width(sign(label)) for label in board.row_labels), default=0)


def heads(labels: Sequence[str]) -> list[str]:
    """Return the column labels for narrow columns: only the numbers, if all have the same word
    before them."""
    signs = [sign(label) for label in labels]
    matches = [_NUMBERED.fullmatch(label) for label in signs]
    if (
        all(matches)
        and len({match[1] for match in matches if match}) == 1
        and max(map(len, signs)) > LONGEST_SIGN
    ):
        return [match[2] for match in matches if match]
    return signs


def column_widths(board: Board, text_of: Callable[[Cell], str]) -> list[int]:
    """Return the width of each column, including its label."""
    widths = [
        max(width(text_of(cell)) for cell in column) for column in zip(*board.rows, strict=True)
    ]
    labels = heads(board.column_labels) or [""] * len(widths)
    return [max(columns, width(label)) for columns, label in zip(widths, labels, strict=True)]
