"""Chess moves as they are written down."""

from __future__ import annotations


def as_written(names: tuple[str, ...]) -> str:
    """Return a move from its names: ``O-O``, ``e8=Q``, ``Nf5+``, ``P@e4``."""
    move = "".join(names[-2:]) if names[-1].startswith("at_") else names[-1]
    for word, mark in (("_plus", "+"), ("_sharp", "#"), ("_equals_", "="), ("at_", "@")):
        move = move.replace(word, mark)
    return move.replace("_", "-" if move.startswith("O") else "=")
