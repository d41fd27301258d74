"""The positions used most recently, over all games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from ...game import REMEMBERED
from ...support.locks import new_lock

P = TypeVar("P")


class Memory(Generic[P]):
    """The positions used most recently, for the next walk along the same path.

    They are bounded by number. A position of a game with large states takes the room of several:
    see `Game.remembered_positions`. Nothing is weighed, since Python cannot tell the size of an
    object including its parts, and the states of one game differ.
    """

    def __init__(self, room: int = REMEMBERED) -> None:
        self.room = room
        self._taken = 0
        self._kept: OrderedDict[Hashable, tuple[P, int]] = OrderedDict()
        self._lock = new_lock()

    def get(self, key: Hashable) -> P | None:
        """The position kept under ``key``, now the most recent, or None."""
        found = self._kept.get(key)  # one look, which needs no lock
        if found is None:
            return None
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, position: P, room: int) -> None:
        """Keep a position that takes that much room, and drop those not used for longest."""
        dropped = []
        with self._lock:
            if key in self._kept:
                dropped.append(self._drop(key))
            self._kept[key] = position, room
            self._taken += room
            while self._taken > self.room and len(self._kept) > 1:
                dropped.append(self._drop(next(iter(self._kept))))
        # outside the lock: objects that a position held may run their own code when they are freed
        del dropped

    def _drop(self, key: Hashable) -> P:
        position, room = self._kept.pop(key)
        self._taken -= room
        return position

    def clear(self) -> None:
        """Forget everything; paths are then played again."""
        with self._lock:
            kept = self._kept
            self._kept = OrderedDict()
            self._taken = 0
        kept.clear()
