"""The door to the compiled search: nothing here imports numpy or numba before it is needed."""

from __future__ import annotations

import time
from functools import cache

from interactive_provider.support import extras

from ..rules import Flat
from ..solving import beam as plain_beam
from ..solving.beam import Engine, Width
from ..solving.deepening import Found, Searcher, Ticker, searcher

_TRIAL = (1, 2, 3, 4, 0, 6, 7, 8, 9, 5)
"""A position of the smallest shape with tables, one move from solved."""


def installed() -> bool:
    """True if the `fast` extra is there. (Looks for it without importing it.)"""
    return extras.installed("numba", "numpy")


@cache
def usable() -> bool:
    """True if the compiled code can be loaded; loads it."""
    return installed() and extras.loads(
        lambda: search(searcher(2, 5), _TRIAL, lambda nodes: None, Found())
    )


def search(
    searcher: Searcher, tiles: Flat, tick: Ticker, found: Found, at_most: int | None = None
) -> None:
    """Do what `Searcher.search` does, thirty times as fast."""
    from . import deepening

    searcher.search(tiles, tick, found, at_most, deepening.ENGINE)


def _beam_search(
    searcher: Searcher, tiles: Flat, width: Width, shorter_than: int
) -> list[int] | None:
    from . import beam

    return beam.search(searcher, tiles, width, shorter_than)


BEAM = Engine(_beam_search, narrowest=1_000, widest=100_000)
"""The compiled twin of the beam search."""


@cache
def beam_is_usable() -> bool:
    """True if the compiled beam search can be loaded; loads it."""
    soon = time.perf_counter() + 60
    return installed() and extras.loads(
        lambda: plain_beam.solution(searcher(2, 5), _TRIAL, soon, BEAM)
    )
