"""The size of a game, estimated by random games before anything is built that would not fit.

Among n positions met in games drawn at random from at most N positions, about n² / 2N pairs are the
same position, however large or small the choice is at each turn: too few such pairs show that there
are more than N. (The bound is that of the birthday problem: the chance of a coincidence is least if
all positions are met alike.)
"""

from __future__ import annotations

from collections import Counter
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
    """Random games of one state, always the same ones."""

    def __init__(self, model: Model, state: State, turn: int) -> None:
        self.model = model
        self.state = state
        self.turn = turn
        self.rng = Random(0)
        self.games: list[list[Key]] = []
        self.widths = 0.0
        """The logarithms of the numbers of options, all games together."""
        for _ in range(GAMES):
            self._play()

    def _play(self) -> None:
        model = self.model
        state = self.state
        turn = self.turn
        met = list[Key]()
        while (values := model.values(state)) and len(met) < ROLLOUT_LIMIT:
            mover, key = model.place(state, turn)
            met.append(key)
            if len(self.games) < GAMES:
                self.widths += log(len(values))
            state = model.respond(state, self.rng.choice(values), self.rng)
            turn = model.next_turn(mover)
        self.games.append(met)

    @property
    def least_effort(self) -> float:
        """The positions that a proof would still need with the best order of moves: the square root
        of all."""
        return exp(min(700.0, self.widths / GAMES / 2))

    def exceeds(self, limit: int) -> bool:
        """True if more positions than the limit can follow, as sure as ``DOUBT`` says; False if
        they may fit."""
        if self.widths / GAMES < log(limit) + TREE:
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
