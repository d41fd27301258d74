"""Worlds that a player cannot distinguish from the real one, for games that OpenSpiel cannot
redeal.

The game is replayed from its beginning. The player's own actions stay; those of chance and of the
others are redrawn from all that fit, so that the player knows the same at each of their choices. So
two histories that a player cannot distinguish lead to the same worlds. (In most card games they
would not: which card fits depends on where the others are.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from ...errors import NoAbility

NEVER = 1e-12
"""The weight of impossible chance outcomes: it leaves something to choose, which does not fit."""

TRIES = 1_000
"""The number of worlds that are tried until one fits."""


class Worlds:
    """The worlds that fit what a player has seen of a game."""

    def __init__(self, state: Any, player: int) -> None:
        self.rules = rules = state.rules
        self.player = player
        self.moves = state.inner.full_history()
        self.known = list[str]()
        self.past = list[Any]()
        """The states before each action, and the last one."""
        now = rules.begin()
        for move in self.moves:
            self.known.append(rules.known(now, player) if move.player == player else "")
            self.past.append(now.clone())
            now.apply_action(move.action)
        self.known.append(rules.known(now, player))
        self.past.append(now)
        self.options = range(
            max(rules.game.max_chance_outcomes(), rules.game.num_distinct_actions())
        )
        others = [n for n, move in enumerate(self.moves) if move.player != player]
        alone = {n: {new for new in self.options if self._fits({n: new})} for n in others}
        self.fitting: dict[int, list[int]] = {
            n: sorted(alone[n].union(self._freed(n, alone))) for n in others
        }
        """The actions that fit in place of each action of chance or of the others."""

    def _freed(self, number: int, alone: Mapping[int, set[int]]) -> Iterator[int]:
        """Return what fits in place of an action if another one of that kind changes."""
        for new in self.options:
            holders = [n for n in alone if self.moves[n].action == new]
            # If the other action stays as it is, nothing is freed.
            if any(
                self._fits({number: new, n: other}) for n in holders for other in alone[n] - {new}
            ):
                yield new

    def _fits(self, changed: Mapping[int, int]) -> bool:
        """True if the player could not distinguish them."""

        def choose(inner: Any, number: int) -> int:
            return changed.get(number, self.moves[number].action)

        return self._played(choose, min(changed)) is not None

    def _played(self, choose: Callable[[Any, int], int], first: int = 0) -> Any:
        """Return the state after replacing actions from the first that may differ; None if the
        player could distinguish it from the real one."""
        inner = self.past[first].clone()
        for number, move in enumerate(self.moves[first:], first):
            known = self.known[number]
            if known and self.rules.known(inner, self.player) != known:
                return None
            action = choose(inner, number)
            if inner.current_player() != move.player or action not in inner.legal_actions():
                return None
            inner.apply_action(action)
        return inner if self.rules.known(inner, self.player) == self.known[-1] else None

    def draw(self, rng: Random) -> Any:
        """Return one of the worlds; raise `NoAbility` if none is found."""

        # One of the actions that the player cannot distinguish from the real one; chance uses its
        # weights.
        def choose(inner: Any, number: int) -> int:
            fitting: list[int] = self.fitting.get(number, [self.moves[number].action])
            if not inner.is_chance_node():
                return rng.choice(fitting)
            chances = dict(inner.chance_outcomes())
            weights = [chances.get(action, NEVER) for action in fitting]
            return rng.choices(fitting, weights)[0]

        for _ in range(TRIES):
            world = self._played(choose)
            if world is not None:
                return world
        raise NoAbility("No hidden world was found that fits what you see.")


worlds_of = lru_cache(maxsize=16)(Worlds)
"""The worlds that a player cannot distinguish from a state."""
