"""One search for a shortest solution of any shape: plain, compiled, or plain until it proves
hard."""

from __future__ import annotations

from . import compiled
from .rules import Flat
from .solving import beam, tables
from .solving.deepening import Found, Searcher, Stopped, Ticker, mirrored, mirrored_moves, searcher

EASY = 2_000
"""The nodes after which reading all tables of a shape pays."""

HARD = 1_000_000
"""The nodes after which loading the compiled search pays."""


def shortest(
    tiles: Flat,
    shape: tuple[int, int],
    tick: Ticker,
    found: Found,
    at_most: int | None = None,
    fast: bool | None = False,
) -> None:
    """Look for a shortest solution of a solvable position of any shape, which is its rows and
    columns; see `Searcher.search`.

    With ``fast`` the compiled search is used: True from the start, None from `HARD` nodes on if
    numba is installed. If numba cannot be loaded, the plain search continues.
    """
    rows, columns = shape
    if rows > columns:
        turned = mirrored(tiles, rows, columns)
        shortest(turned, (columns, rows), tick, found, at_most, fast)
        if found.tiles is not None:
            found.tiles = tuple(mirrored_moves(found.tiles, rows, columns))
        return
    if not fast:
        if (rows, columns) in tables.MORE and not _gave_up(
            searcher(rows, columns), EASY, tiles, tick, found, at_most
        ):
            return
        patience = HARD if fast is None and compiled.installed() else None
        if not _gave_up(searcher(rows, columns, True), patience, tiles, tick, found, at_most):
            return
    search = compiled.search if compiled.usable() else Searcher.search
    search(searcher(rows, columns, True), tiles, tick, found, at_most)


def beam_engine(fast: bool | None) -> beam.Engine:
    """Return the compiled beam search if it is there and not declined, else the plain one."""
    return compiled.BEAM if fast is not False and compiled.beam_is_usable() else beam.PLAIN


def _gave_up(
    engine: Searcher,
    nodes: int | None,
    tiles: Flat,
    tick: Ticker,
    found: Found,
    at_most: int | None,
) -> bool:
    """Search within a given number of nodes, and say whether that was too few."""
    patience = _Patience(tick, nodes)
    engine.search(tiles, patience, found, at_most)
    return patience.lost


class _Patience:
    """A ticker that stops a search after a given number of nodes, so that another method can go
    on."""

    def __init__(self, tick: Ticker, nodes: int | None) -> None:
        self.tick, self.left = tick, nodes
        self.lost = False

    def __call__(self, nodes: int) -> None:
        """Count these nodes; raises Stopped when there are too many."""
        self.tick(nodes)
        if self.left is not None:
            self.left -= nodes
            if self.left <= 0:
                self.lost = True
                raise Stopped
