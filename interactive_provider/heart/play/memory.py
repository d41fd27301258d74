"""The positions used most recently, over all games, and about how many bytes each takes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from ...game import Game
from ...support.footprint import parts, size
from ...support.locks import new_lock

REMEMBERED = 8_192
"""The number of positions that are kept for the next walk along the same path, over all games together."""

REMEMBERED_BYTES = 128_000_000
"""About how many bytes they may take; a state whose size Python cannot see can report it by ``__sizeof__``."""

P = TypeVar("P")

Remembered: TypeAlias = "tuple[tuple[bytes, int, int, str], bytes]"
"""The mark of a table and the digest of a path. A position keeps its table, so no mark is taken by another game."""


class Memory(Generic[P]):
    """The positions used most recently: bounded by number and by about how many bytes they take."""

    def __init__(self, size: int = REMEMBERED, weight: int = REMEMBERED_BYTES) -> None:
        self.size = size
        self.weight = weight
        self._weighs = 0
        self._kept: OrderedDict[Remembered, tuple[P, int]] = OrderedDict()
        self._lock = new_lock()

    def get(self, key: Remembered) -> P | None:
        """The position kept under ``key``, now the most recent, or None."""
        found = self._kept.get(key)  # one look, which needs no lock
        if found is None:
            return None
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
        return found[0]

    def put(self, key: Remembered, position: P, weight: int = 0) -> None:
        """Keep a position of about ``size`` bytes, and drop those not used for longest."""
        dropped = []
        with self._lock:
            known = self._kept.pop(key, None)
            self._kept[key] = position, weight
            self._weighs += weight - (known[1] if known else 0)
            while len(self._kept) > self.size or (self._weighs > self.weight and len(self._kept) > 1):
                dropped.append(self._kept.popitem(last=False)[1])
                self._weighs -= dropped[-1][1]
        del dropped, known  # outside the lock: objects that a position held may run their own code when they are freed

    def clear(self) -> None:
        """Forget everything; paths are then played again."""
        with self._lock:
            kept, self._kept, self._weighs = self._kept, OrderedDict(), 0
        kept.clear()


_MOST_SCALES = 1_000


class Scale:
    """The approximate size of the states of one game with certain parameters.

    It is measured at the first state and then ever more seldom, so that all measuring takes a hundredth of the time.
    """

    __slots__ = ("count", "due", "weight")

    def __init__(self) -> None:
        self.count, self.due, self.weight = 0, 1, 0

    def measure(self, state: Any, *holders: Any) -> None:
        """Measure the parts of a state that are not also parts of the holders; a large state is released slowly."""
        shared, own = parts(*holders), parts(state)
        weight = sum(size(part) for name, part in own.items() if name not in shared)
        self.weight = max(weight, self.weight // 2)
        self.due = min(2 * self.count, self.count + _SELDOM * (len(shared) + len(own)), self.count + 512)


_SELDOM = 4
_scales: dict[object, tuple[Scale, Scale]] = {}


def scales_of(game: Game[Any], parameters: Mapping[str, Any]) -> tuple[Scale, Scale]:
    """The scales for later and for first states of a game with such parameters, whatever the seed."""
    if len(_scales) > _MOST_SCALES:
        _scales.clear()
    return _scales.setdefault((id(type(game)), tuple(parameters.items())), (Scale(), Scale()))
