"""The size of a game, estimated by random games before anything is built that would not fit.

Among n positions met in games drawn at random from at most N positions, about n² / 2N pairs are the
same position, however large or small the choice is at each turn: too few such pairs show that there
are more than N. (The bound is that of the birthday problem: the chance of a coincidence is least if
all positions are met alike.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from math import exp, log
from random import Random

from .budgets import ROLLOUT_LIMIT
from .model import Key, Model, State

GAMES = 10
"""The random games by which the size of the tree is estimated."""

DOUBT = 12
"""The number of coincidences that must be missing: by chance that happens once in exp(12), or
160,000, such games."""

TREE = 14.0
"""The logarithm of how many times larger than its graph a tree must be to be refused without a
check."""


LARGE = 1_000_000
"""From this limit on it pays to look harder: a million positions take some ten seconds."""


class Survey:
    """Random games from one beginning or from drawn ones, always the same ones."""

    def __init__(self, model: Model, begin: Callable[[Random], State], turn: int) -> None:
        self.model = model
        self.begin = begin
        self.turn = turn
        self.rng = Random(0)
        self.games: list[list[Key]] = []
        widths = [self._play() for _ in range(GAMES)]
        self.tree_size = sum(widths) / GAMES
        """The logarithm of the number of ways in which the game may go (D. Knuth, Math. of Comp.
        29, 1975)."""

    def _play(self) -> float:
        """Play one more game; gives the logarithms of its numbers of options, added up."""
        met: list[Key] = []
        width = 0.0
        states = self.model.random_game(self.begin(self.rng), self.turn, self.rng)
        for state, turn, values in islice(states, ROLLOUT_LIMIT):
            if values:
                met.append(self.model.place(state, turn)[1])
                width += log(len(values))
        self.games.append(met)
        return width

    @property
    def least_effort(self) -> float:
        """The positions that a proof would still need with the best order of moves: the square root
        of all."""
        return exp(min(700.0, self.tree_size / 2))

    def exceeds(self, limit: int) -> bool:
        """True if more positions than the limit can follow, as sure as ``DOUBT`` says; False if
        they may fit."""
        if self.tree_size < log(limit) + TREE:
            return False
        for enough in (1.5, 4.0) if limit < LARGE else (1.5, 4.0, 10.0):
            while sum(map(len, self.games)) < enough * (2 * DOUBT * limit) ** 0.5:
                self._play()
            if self._positions() > limit:
                return True
        return False

    def _positions(self) -> float:
        """The fewest positions that the coincidences allow, at the most informative depth."""
        met, lengths = Counter[Key](), [0] * len(self.games)
        pairs = coincidences = count = most = 0
        for ply in reversed(range(max(map(len, self.games)))):
            for number, game in enumerate(self.games):
                if ply < len(game):
                    coincidences += met[game[ply]]
                    met[game[ply]] += 1
                    pairs += count - lengths[number]
                    count, lengths[number] = count + 1, lengths[number] + 1
            most = max(most, pairs // (coincidences + DOUBT))
        return most
