"""The task of a search for a way to clear a board, and its limits."""

from __future__ import annotations

import time

from ..rules import CaptureBoard
from .appraisal import Appraiser


class OutOfLimitError(Exception):
    """The search has used up its time, its nodes or its memory."""


class Task:
    """A board to be cleared, with the limits and the effort so far.

    If the board is its own mirror image (`symmetric`), one board of each mirrored pair is enough.
    """

    def __init__(
        self,
        board: CaptureBoard,
        limit_seconds: float | None = None,
        limit_nodes: int | None = None,
    ) -> None:
        self.where = board.planes
        self.root = board.code
        self.appraiser = Appraiser(self.where)
        self.symmetric = self.where.mirror(self.root) == self.root
        self.nodes, self.started = 0, time.perf_counter()
        self._limit_seconds = limit_seconds
        self._limit_nodes = limit_nodes

    @property
    def seconds(self) -> float:
        """Return the time since the search began."""
        return time.perf_counter() - self.started

    def spend(self, nodes: int) -> int:
        """Add to the effort and return 0; raise `OutOfLimitError` when the limit is exceeded."""
        self.nodes += nodes
        if self._limit_nodes is not None and self.nodes >= self._limit_nodes:
            raise OutOfLimitError
        if self._limit_seconds is not None and self.seconds >= self._limit_seconds:
            raise OutOfLimitError
        return 0
