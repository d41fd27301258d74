"""The strings of moves that need never be tried: duplicates that a depth-first search would visit
again.

Two strings of blank moves are duplicates if they end in the same arrangement. Of each such pair the
later one (by length, then alphabetically) is *forbidden*, provided the earlier one stays inside the
smallest rectangle around it: then it is possible wherever the later one is, and the alphabetically
first of all shortest solutions contains no forbidden string (Taylor and Korf, Pruning duplicate
nodes in depth-first search, AAAI 1993).

The words are in a small data file, made by `python -m benchmarks.sliding_tables`; here they become
a graph whose nodes are pairs of the blank's cell and the last moves.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from ....game import Words

STEPS = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}
"""The row and column steps of the *blank*."""

LETTERS = "ULRD"
WORDS_FILE = "duplicates.txt"
WORD_LENGTH = 10

TreeNode = tuple[tuple[int, int, Any], ...]
"""For each move left: the cell that the blank goes to, the number of its direction, and the node
after it."""


@cache
def shipped_words() -> Words:
    """Return the forbidden words of the data file."""
    text = resources.files(__package__).joinpath("data", WORDS_FILE).read_text("ascii")
    return tuple(text.split())


def _states(words: Words) -> dict[str, tuple[str | None, ...]]:
    """Return, for each string that may still become a word, the string after each letter; None is
    forbidden."""
    forbidden = set(words)
    prefixes = {word[:end] for word in words for end in range(len(word))} | {""}

    def after(string: str) -> str | None:
        # Only the longest suffix that is the beginning of a word matters for what follows.
        if any(string[first:] in forbidden for first in range(len(string))):
            return None
        return next(
            string[first:] for first in range(len(string) + 1) if string[first:] in prefixes
        )

    return {prefix: tuple(after(prefix + letter) for letter in LETTERS) for prefix in prefixes}


@cache
def roots(rows: int, columns: int, length: int = WORD_LENGTH) -> tuple[TreeNode, ...]:
    """Return, for each cell of the blank, the node of a search that begins there, with words of up
    to ``length`` forbidden."""
    states = _states(tuple(word for word in shipped_words() if len(word) <= length))
    nodes: dict[tuple[int, str], list[Any]] = {}
    waiting: list[tuple[int, str]] = []

    def node(cell: int, state: str) -> list[Any]:
        key = cell, state
        if key not in nodes:
            nodes[key] = []
            waiting.append(key)
        return nodes[key]

    starts = [node(cell, "") for cell in range(rows * columns)]
    while waiting:
        cell, state = waiting.pop()
        for number, letter in enumerate(LETTERS):
            row = cell // columns + STEPS[letter][0]
            column = cell % columns + STEPS[letter][1]
            following = states[state][number]
            if following is not None and 0 <= row < rows and 0 <= column < columns:
                beside = row * columns + column
                nodes[cell, state].append((beside, number, node(beside, following)))
    return tuple(starts)  # type: ignore[arg-type]
