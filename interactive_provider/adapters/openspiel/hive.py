"""Hive's board, which grows where insects are placed, read from the list of all moves so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...boards import Place
from .grids import OFF, TextGrid, nameless
from .labels import words_of
from .signs import SIGNS

_SHELF = 7
"""The number of insects in one row of a hand."""
_INSECTS = [name for name in SIGNS["insects"] if name != "."]

_STEPS = {
    "on": (0, 0),
    "east of": (0, 2),
    "west of": (0, -2),
    "north east of": (-1, 1),
    "north west of": (-1, -1),
    "south east of": (1, 1),
    "south west of": (1, -1),
}
"""The steps from a place to its neighbours, in rows and halves of a cell."""


def hive(text: str) -> TextGrid:
    """Return the insects and the empty places around them and, below, those in the mover's hand."""
    _, _, turn, *moves = text.split(";")
    placed = dict[str, Place]()
    for move in filter(None, moves):
        name, *where = words_of(move)
        if name in _INSECTS:
            words, _, other = "".join(where).rpartition(" ")
            row, half = placed.get(other, (0, 0))
            down, right = _STEPS[words or "on"]
            placed.pop(name, None)
            placed[name] = row + down, half + right  # the last piece placed there is on top
    signs = {place: "." for at in placed.values() for place in _around(at)} or {(0, 0): "."}
    top = min(row for row, _ in signs)
    left = min(half for _, half in signs)
    below = max(row for row, _ in signs) + 2
    held = [name for name in _INSECTS if name not in placed and name[0] == turn[0].lower()]
    shown = dict(placed)
    for number, name in enumerate(held):
        row = below + number // _SHELF
        column = number % _SHELF
        shown[name] = row, left + 2 * column + (row + left) % 2
    signs |= {place: name for name, place in shown.items()}
    heights = range(top, max(row for row, _ in signs) + 1)
    breadth = max(half for _, half in signs) - left
    indents = tuple((row + left) % 2 for row in heights)
    rows = [[signs.get((row, left + indent + 2 * c), OFF) for c in range(breadth // 2 + 1)]
            for row, indent in zip(heights, indents, strict=True)]  # fmt: skip
    at = {place: (place[0] - top, (place[1] - left) // 2) for place in signs}
    points = {name: at[place] for name, place in shown.items()} | {
        f"{words} {name}": at[row + down, half + right]
        for name, (row, half) in placed.items()
        for words, (down, right) in _STEPS.items()
    }
    return replace(nameless(rows, points), indents=indents)


def _around(place: Place) -> Iterator[Place]:
    row, half = place
    return ((row + down, half + right) for down, right in _STEPS.values())
