"""The door to the compiled code: nothing here imports numpy or numba before it is needed."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from .view import COVERED, View

MOST_SQUARES = 1000
"""Above this the number of layouts no longer fits into a float."""


@lru_cache(maxsize=1)
def installed() -> bool:
    """Whether the `fast` extra is there. (Looks for it without importing it.)"""
    return find_spec("numba") is not None and find_spec("numpy") is not None


@lru_cache(maxsize=32)
def _neighbours(rows: int, columns: int) -> tuple[Any, Any]:
    from . import compiled

    found: tuple[Any, Any] = compiled.neighbours(rows, columns)
    return found


def probabilities(view: View) -> list[float | None] | None:
    """The probability of a mine for every square, None where it is open.

    None altogether when compiled code cannot answer: the board is too large, the front too wide even for it,
    or no layout explains the view (the exact code then says why).
    """
    if view.rows * view.columns > MOST_SQUARES:
        return None
    from . import compiled

    status, chance = compiled.probabilities(view.cells, view.columns, view.mines, *_neighbours(view.rows, view.columns))
    if status != compiled.FOUND:
        return None
    found = chance.tolist()
    return [None if code != COVERED else found[square] for square, code in enumerate(view.cells)]
