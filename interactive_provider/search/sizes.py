"""The size of a game, estimated before anything is built or proved that would not fit.

Among n positions met in games drawn at random from at most N positions, about n² / 2N pairs are the
same position, however large or small the choice is at each turn: too few such pairs show that there
are more than N. (The bound is that of the birthday problem: the chance of a coincidence is least if
all positions are met alike.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from math import exp, log, sqrt
from random import Random
from statistics import fmean

from .budgets import ROLLOUT_LIMIT
from .chance import enumerated
from .model import Key, Model, State, Unsearchable
from .retrograde import Graph

GAMES = 10
"""The random games by which the size of the tree is estimated."""

DOUBT = 12
"""The number of coincidences that must be missing: by chance that happens once in exp(12), or
160,000, such games."""

TREE = 14.0
"""The logarithm of how many times larger than its graph a tree must be to be refused without a
check."""


WAYS_GAMES = 60
WAYS_STEPS = 10_000
"""The random games by which the effort of a proof and the longest game are estimated, and the steps
after which fewer are enough."""

ENDLESS = 300.0
"""The logarithm of the number of ways in which a game may go that is too many for any proof."""

FAR_TOO_LARGE = 100
"""A tree that looks this many times larger than allowed is refused without being laid out."""


class SizeSurvey:
    """Random games from one beginning or from drawn ones, always the same ones."""

    def __init__(self, model: Model, begin: Callable[[Random], State], turn: int) -> None:
        self.model = model
        self.begin = begin
        self.turn = turn
        self.rng = Random(0)
        self.games: list[list[Key]] = []
        self.widths: list[float] = []
        """For each game the logarithms of its numbers of options, added up."""
        for _ in range(GAMES):
            self._play()
        self.tree_size = fmean(self.widths)
        """The logarithm of the number of ways in which the game may go (D. Knuth, Math. of Comp.
        29, 1975)."""

    def _play(self) -> None:
        met: list[Key] = []
        width = 0.0
        states = self.model.random_game(self.begin(self.rng), self.turn, self.rng)
        for state, mover, _, values in islice(states, ROLLOUT_LIMIT):
            if values:
                met.append(self.model.key(state, mover))
                width += log(len(values))
        self.games.append(met)
        self.widths.append(width)

    def proof_effort(self) -> float:
        """Return the positions of a proof with the best order of moves and without any memory: the
        square root of the number of ways in which the game may go.

        That number is the mean over the games of the product of their numbers of options, which the
        longest games decide: so more of them are played.
        """
        self._play_enough()
        return sqrt(fmean([exp(min(width, ENDLESS)) for width in self.widths]))

    def _play_enough(self) -> None:
        while len(self.games) < WAYS_GAMES and sum(map(len, self.games)) < WAYS_STEPS:
            self._play()

    def exceeds(self, limit: int) -> bool:
        """True if more positions than the limit can follow, as sure as ``DOUBT`` says; False if
        they may fit."""
        if self.tree_size < log(limit) + TREE:
            return False
        for enough in (1.5, 4.0):
            while sum(map(len, self.games)) < enough * (2 * DOUBT * limit) ** 0.5:
                self._play()
            if self._positions() > limit:
                return True
        return False

    def _positions(self) -> float:
        """Return the fewest positions that the coincidences allow, at the most informative
        depth."""
        met = Counter[Key]()
        lengths = [0] * len(self.games)
        pairs = coincidences = count = most = 0
        for ply in reversed(range(max(map(len, self.games)))):
            for number, game in enumerate(self.games):
                if ply < len(game):
                    coincidences += met[game[ply]]
                    met[game[ply]] += 1
                    pairs += count - lengths[number]
                    count += 1
                    lengths[number] += 1
            most = max(most, pairs // (coincidences + DOUBT))
        return most

    def forecast(self, graph: Graph) -> float:
        """Return how many positions a graph will have that is expanded breadth first, by how its
        layers grow.

        No game is longer than the random ones. Growth is taken over two layers, since players
        differ, and is assumed to keep slowing down as at the end, and not to speed up again.
        """
        self._play_enough()
        layers = Counter(graph.depths)
        sizes = [layers[depth] for depth in range(graph.depths[len(graph.ways)] + 1)]
        growth = [log(after / before) / 2 for before, after in zip(sizes, sizes[2:], strict=False)]
        total = float(sum(sizes))
        if len(growth) < 2:
            return total
        slower = min(0.0, growth[-1] - growth[-2])
        rate = growth[-1] + slower / 2
        size = log(sizes[-1])
        for _ in range(len(sizes), max(map(len, self.games))):
            rate += slower
            size += rate
            total += exp(size)
            if size < 0 or size > 50:
                break
        return total


def beginnings(
    model: Model, begin: Callable[[Random], State], turn: int, limit: int
) -> list[tuple[float, State]]:
    """Return the ways in which a game may begin, each with its probability, if its tree can be laid
    out; raises `Unsearchable` if it is too large, or if there are too many of them."""
    size = SizeSurvey(model, begin, turn).tree_size
    if size > log(limit * FAR_TOO_LARGE):
        raise Unsearchable(
            f"its tree has about 10^{size / log(10):.0f} positions or more, and {limit:,} are"
            " allowed"
        )
    ways = enumerated(begin)
    if ways is None:
        raise Unsearchable("it can begin in too many ways")
    return ways
