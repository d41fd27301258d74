"""One search for a shortest solution of any shape: plain, compiled, or plain until it proves hard."""

from __future__ import annotations

from . import fast as fast_search
from .optimal import Found, Stopped, Ticker, mirrored, mirrored_moves, searcher
from .rules import Flat

HARD = 1_000_000
"""Nodes after which it pays to load the compiled search."""


def shortest(
    tiles: Flat,
    rows: int,
    columns: int,
    tick: Ticker,
    found: Found,
    at_most: int | None = None,
    fast: bool | None = False,
) -> None:
    """Look for a shortest solution of a solvable position of any shape; see :meth:`Searcher.search`.

    With ``fast`` the compiled search is used: True from the start, None from :data:`HARD` nodes on if numba is there.
    """
    if rows > columns:
        shortest(mirrored(tiles, rows, columns), columns, rows, tick, found, at_most, fast)
        if found.tiles is not None:
            found.tiles = tuple(mirrored_moves(found.tiles, rows, columns))
        return
    engine = searcher(rows, columns)
    if fast:
        fast_search.search(engine, tiles, tick, found, at_most)
        return
    patience = _Patience(tick, HARD if fast is None and fast_search.is_there() else None)
    engine.search(tiles, patience, found, at_most)
    if patience.lost:
        fast_search.search(engine, tiles, tick, found, at_most)


class _Patience:
    """A ticker that stops a search after so many nodes, to go on by other means."""

    def __init__(self, tick: Ticker, nodes: int | None) -> None:
        self.tick, self.left = tick, nodes
        self.lost = False

    def __call__(self, nodes: int) -> None:
        self.tick(nodes)
        if self.left is not None:
            self.left -= nodes
            if self.left < 0:
                self.lost = True
                raise Stopped
