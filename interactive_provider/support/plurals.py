"""English for messages: a number with its noun, and a choice in words.

>>> counted(1, "mine"), counted(3, "mine"), counted(2, "match", "matches")
('1 mine', '3 mines', '2 matches')
>>> in_words(("row02", "column_3")), in_words(("h", "h14")), in_words(("red", "red", "blue"))
('row 2 column 3', 'h14', 'red red blue')
>>> as_act("r2 c3"), as_act("take 2"), as_act("exd5"), as_act("(50)"), as_act("spades K")
('Play r2 c3', 'Take 2', 'Play exd5', 'Enter 50', 'Play spades K')
"""

from __future__ import annotations

import re
from collections.abc import Sequence


def counted(number: int, one: str, many: str = "") -> str:
    """Return ``number`` and its noun: ``one`` in the singular, ``many`` (by default ``one`` with an
    s) in the plural."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


_CAPTURE = r"[KQRBN]?[a-h]?[1-8]?x[a-h][1-8]"
_PLACES = "row|column|square|cell|point|field|place|top|bottom|middle|centre|corner|left|right"


def in_words(names: Sequence[str]) -> str:
    """Return the words of a choice, omitting letters with which the next word begins, and
    separating a word from its number."""
    pairs = zip(names, (*names[1:], ""), strict=False)
    words = " ".join(
        name
        for name, after in pairs
        if not after.startswith(name) or not name.isalpha() or name == after
    )
    words = re.sub(r"(?<=[a-z]{3})(?<![a-h]x[a-h])_?0*(?=\d)", " ", words)  # exd5 is one word
    words = re.sub(r"\b([rc])0+(?=\d)", r"\1", words)
    return words.replace("_", " ")


def as_act(choice: str) -> str:
    """Return a choice as an instruction: play a place or a move in notation, enter a number; any
    other choice must already say what to do."""
    if choice.startswith("("):
        return f"Enter {choice[1:-1]}"
    is_word = re.match(r"[A-Za-z][a-z]{2,}", choice) and not re.match(_CAPTURE, choice)
    is_card = re.fullmatch(r"[AJKQT][cdhs]|(clubs|diamonds|hearts|spades) \w+", choice)
    is_notation = len(choice) == 1 or is_card or (not is_word and re.search(r"\d", choice))
    is_place = re.fullmatch(rf"(?i)({_PLACES})([ ,]+({_PLACES}|\d+|[a-z]))+", choice)
    if is_notation or is_place:
        return f"Play {choice[:1].lower() if is_word else choice[:1]}{choice[1:]}"
    is_shouted = choice.isupper() and choice.isalpha() and len(choice) > 2
    if is_shouted or re.match(r"[a-z]{3,}\b", choice):
        return choice.capitalize()
    return choice
