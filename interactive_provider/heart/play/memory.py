"""The most recently used positions, over all games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from ...game import REMEMBERED
from ...support.locks import new_lock

P = TypeVar("P")


class Memory(Generic[P]):
    """The most recently used positions, kept for the next walk along the same path.

    Their number is limited. A position of a game with large states takes up several places: see
    `Game.remembered_positions`. Sizes are not measured, since Python cannot tell the size of an
    object including its parts, and the states of one game differ.
    """

    def __init__(self, room: int = REMEMBERED) -> None:
        self.room = room
        self._taken = 0
        self._kept: OrderedDict[Hashable, tuple[P, int]] = OrderedDict()
        self._lock = new_lock()

    def get(self, key: Hashable) -> P | None:
        """Return the position stored under ``key``, now the most recent one, or None."""
        found = self._kept.get(key)  # a single lookup needs no lock
        if found is None:
            return None
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, position: P, room: int) -> None:
        """Store a position that takes up that many places, and drop those unused for longest."""
        dropped = []
        with self._lock:
            if key in self._kept:
                dropped.append(self._drop(key))
            self._kept[key] = position, room
            self._taken += room
            while self._taken > self.room and len(self._kept) > 1:
                dropped.append(self._drop(next(iter(self._kept))))
        # outside the lock: objects held by a position may run their own code when they are freed
        del dropped

    def _drop(self, key: Hashable) -> P:
        position, room = self._kept.pop(key)
        self._taken -= room
        return position

    def clear(self) -> None:
        """Forget everything; paths are replayed after that."""
        with self._lock:
            kept = self._kept
            self._kept = OrderedDict()
            self._taken = 0
        kept.clear()
