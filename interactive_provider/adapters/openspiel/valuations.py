"""What a position is probably worth by which piece stands where, learned from random games.

In breakthrough or checkers the pieces on the board tell more than several random games, in a
fraction of their time. So before its first search such a game is played at random many times, and
each sign in OpenSpiel's text of a position gets a weight for its place; the sums of weights come as
near as possible to the results. In hex or connect four, where lines count, such sums tell little.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import fsum
from operator import getitem, itemgetter
from random import Random
from typing import Any, NamedTuple

from .searching import random_payoffs

LEARNED = 10_000
"""The positions that the weights are learned from, by the result of one random game each."""

SHARE = 0.2
"""The share of the positions of a random game that are looked at, as neighbours tell the same."""

PASSES = 3
"""How often each position is learned from."""

RATE = 0.3
"""The share of an error that is corrected at first."""

SETTLED = 2_000
"""The positions after which it is half as much."""


class Seen(NamedTuple):
    """A position as OpenSpiel shows it, whose turn it is, and what the first player got."""

    text: str
    mover: int
    paid: float


class Valuation:
    """What the players will probably get of a position, in a game of two without luck."""

    def __init__(self, game: Any) -> None:
        self.low, self.high = game.min_utility(), game.max_utility()
        positions = list(islice(_random_positions(game, Random(0)), LEARNED))
        columns = zip(*(seen.text for seen in positions), strict=True)
        places = [place for place, signs in enumerate(columns) if len(set(signs)) > 1]
        self.signs: Callable[[str], Sequence[str]] = itemgetter(*places)
        self.weights = [defaultdict[str, float](float) for _ in places]
        """What each sign adds for the first player, for each place that is not always the same."""
        self.turns = [0.0, 0.0]
        """What it adds that it is somebody's turn."""
        for number in range(PASSES * LEARNED):
            self._learn(positions[number % LEARNED], RATE / (1 + number / SETTLED))

    def payoffs(self, inner: Any) -> tuple[float, float]:
        """What both players will probably get."""
        worth = self._sum(str(inner), inner.current_player())
        worth = min(max(worth, self.low), self.high)
        return worth, self.low + self.high - worth

    def _sum(self, text: str, mover: int) -> float:
        # the built-in sum rounds in another way since Python 3.12, and moves follow from this
        return self.turns[mover] + fsum(map(getitem, self.weights, self.signs(text)))

    def _learn(self, seen: Seen, rate: float) -> None:
        """Bring all weights of a position a little nearer to its result."""
        error = seen.paid - self._sum(seen.text, seen.mover)
        change = rate * error / (len(self.weights) + 1)
        self.turns[seen.mover] += change
        for weights, sign in zip(self.weights, self.signs(seen.text), strict=True):
            weights[sign] += change


def _random_positions(game: Any, rng: Random) -> Iterator[Seen]:
    """Positions of random games, without end, each with the result of another one from there."""
    while True:
        inner = game.new_initial_state()
        while not inner.is_terminal():
            if rng.random() < SHARE:
                paid = random_payoffs(inner, 1, rng.getrandbits(31))
                yield Seen(str(inner), inner.current_player(), paid[0])
            inner.apply_action(rng.choice(inner.legal_actions()))
