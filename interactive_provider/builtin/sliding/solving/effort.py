"""The inputs of every search for a shortest solution, and its results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

BATCH = 2_000
"""The number of nodes between two readings of the clock."""

Ticker = Callable[[int], None]
"""Called with the number of nodes since the last call; raises `Stopped` to end the search."""


class Stopped(Exception):
    """Raised by a ticker to end a search early."""


@dataclass
class Found:
    """The result of a search: the tiles to move or None, a proved lower bound and the nodes
    expanded."""

    tiles: tuple[int, ...] | None = None
    lower_bound: int = 0
    nodes: int = 0
