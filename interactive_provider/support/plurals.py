"""English for messages: a number with its noun, and a choice in words.

>>> counted(1, "mine"), counted(3, "mine"), counted(2, "match", "matches")
('1 mine', '3 mines', '2 matches')
>>> in_words(("row02", "column_3")), in_words(("h", "h14")), in_words(("red", "red", "blue"))
('row 2 column 3', 'h14', 'red red blue')
"""

from __future__ import annotations

import re
from collections.abc import Sequence


def counted(number: int, one: str, many: str = "") -> str:
    """``number`` and its noun, ``one`` in the singular, ``many`` (``one`` with an s if left out) in
    the plural."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def in_words(names: Sequence[str]) -> str:
    """Return the words of a choice without letters that begin the next one; a word and its number
    are separated."""
    pairs = zip(names, (*names[1:], ""), strict=False)
    words = " ".join(
        name
        for name, after in pairs
        if not after.startswith(name) or not name.isalpha() or name == after
    )
    return re.sub(r"(?<=[a-z]{3})(?<![a-h]x[a-h])_?0*(?=\d)", " ", words).replace(
        "_", " "
    )  # exd5 is one word
