"""English for messages: a number with its noun.

>>> counted(1, "mine"), counted(3, "mine"), counted(2, "match", "matches")
('1 mine', '3 mines', '2 matches')
"""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """``number`` and its noun, ``one`` in the singular, ``many`` (``one`` with an s if left out) in the plural."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
