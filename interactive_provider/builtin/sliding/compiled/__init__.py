"""The door to the compiled search: nothing here imports numpy or numba before it is needed."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from ..rules import Flat
from ..solving.deepening import Found, Searcher, Ticker


@cache
def installed() -> bool:
    """Whether the `fast` extra is there. (Looks for it without importing it.)"""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def search(searcher: Searcher, tiles: Flat, tick: Ticker, found: Found, at_most: int | None = None) -> None:
    """Do what `Searcher.search` does, beginning with the length `found.lower_bound` where that is higher."""
    from . import deepening

    deepening.search(searcher, tiles, tick, found, at_most)
