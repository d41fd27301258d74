"""Alpha-beta search with a table, for games without luck in which no position repeats: it visits
fewer states than the whole graph has.

D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975. A worth
is always the first player's, who maximises it; the other player minimises it. (Changing its sign at
each ply would be wrong for games in which a player moves twice.)
"""

from __future__ import annotations

from math import inf
from typing import Any

from .model import Key, Model, State, TooLarge, Unsearchable

_UNKNOWN = (-inf, inf)


class AlphaBeta:
    """Searches of one game that share a table. ``limit`` bounds the positions expanded by all of
    them together.

    `payoffs` raises `Unsearchable` if the limit is reached, luck decides, a position repeats, or
    one player's gain is not the other's loss.
    """

    def __init__(self, model: Model, limit: int) -> None:
        self.model = model
        self.limit = limit
        self.expanded = 0
        self.table: dict[Key, tuple[float, float] | None] = {}
        """For each position the bounds of its worth, which are equal if it is known; None while the
        position is on the path to the one being searched."""
        self.killers: dict[int, Any] = {}
        """The choice that last settled a position at each ply: it often settles its neighbours
        too."""
        self.whole: float | None = None
        """The sum of what both players get."""

    def payoffs(
        self, state: State, turn: int, low: float = -inf, high: float = inf
    ) -> tuple[float, float]:
        """Return what both players get from a state on, exact if the first player's part is between
        ``low`` and ``high``."""
        if self.model.pays_on_the_way(state):
            raise Unsearchable("rewards are paid on the way")
        try:
            worth = self._worth(state, self.model.place(state, turn)[1], low, high, 0)
        except RecursionError:
            raise Unsearchable("it may take too many moves") from None
        return worth, (self.whole or 0.0) - worth

    def _worth(self, state: State, key: Key, low: float, high: float, ply: int) -> float:
        """Return the worth of a position if it is between ``low`` and ``high``, otherwise a bound
        outside them."""
        bounds = self.table.get(key, _UNKNOWN)
        if bounds is None:
            raise Unsearchable("positions repeat")
        least, most = bounds
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        values = self.model.values(state)
        if not values:
            worth = self._paid(state)
            self.table[key] = worth, worth
            return worth
        self.expanded += 1
        if self.expanded > self.limit:
            raise TooLarge(self.limit)
        self.table[key] = None
        worth = self._best(state, values, key[1], max(low, least), min(high, most), ply)
        if worth > low:
            least = worth
        if worth < high:
            most = worth
        self.table[key] = least, most
        return worth

    def _best(
        self, state: State, values: Any, mover: int, low: float, high: float, ply: int
    ) -> float:
        """Return what the first player gets from the mover's best choice, searched between ``low``
        and ``high``."""
        model = self.model
        turn = model.next_turn(mover)
        best = inf if mover else -inf
        killer = self.killers.get(ply)
        if killer is not None and killer in values:
            values = [killer, *[value for value in values if value != killer]]
        for value in values:
            after = model.step(state, value)
            if after is None:
                raise Unsearchable("luck decides")
            worth = self._worth(after, model.place(after, turn)[1], low, high, ply + 1)
            if mover:
                best = min(best, worth)
                high = min(high, worth)
            else:
                best = max(best, worth)
                low = max(low, worth)
            if low >= high:
                self.killers[ply] = value
                break
        return best

    def _paid(self, state: State) -> float:
        first, second = self.model.payoffs(state)
        whole = first + second
        if self.whole is None:
            self.whole = whole
        elif abs(whole - self.whole) > 1e-9:
            raise Unsearchable("it is not zero-sum")
        return float(first)
