"""The functions that differ in plain and compiled code; `compiled.primitives` has the same names
for numba.

Here numbers are Python's own: counts of any size are exact, and nothing is too wide. Compiled code
has arrays of fixed types, and floats for counts.
"""

from __future__ import annotations

from typing import Any

from .endgame import optimal as optimal

BITS = 1 << 60
"""How many bits a state of a sweep may have."""

MOST_STATES = 1 << 60
"""How many states a sweep may have."""


def integers(size: int) -> list[int]:
    """An array of integers with arbitrary contents."""
    return [0] * size


def squares(size: int, value: int) -> list[int]:
    """An array of squares, boxes or other small numbers, filled with one value; -1 stands for
    none."""
    return [value] * size


def counts(size: int) -> list[Any]:
    """An array of zeros for numbers of minefields, which are exact here and floats in compiled
    code."""
    return [0] * size


def chances(size: int) -> list[float]:
    """An array of probabilities, initially -1 (open)."""
    return [-1.0] * size


def table(rows: int, width: int) -> list[list[int]]:
    """Rows of small numbers."""
    return [[0] * width for _ in range(rows)]


def identity(width: int) -> list[range]:
    """The symmetries of a view without any: each square stays in place."""
    return [range(width)]


def quotient(number: Any, divisor: int) -> Any:
    """A division that leaves no remainder."""
    return number // divisor


class Index(dict[int, int]):
    """The place of each state; -1 for those not met yet."""

    def __missing__(self, key: int) -> int:
        return -1


def new_index(_capacity: int) -> Index:
    """An empty index with room for a given number of states."""
    return Index()


def spot_of(key: int, _index: Index, _states: list[int], _first: int) -> int:
    """The place of a state in an index, if it is among the `states` from the `first` on."""
    return key
