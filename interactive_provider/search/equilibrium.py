"""Games in which two players know different things: how often to choose each option, so that an
opponent gains nothing by knowing it.

The whole tree is walked once, from every way in which the game may begin, and solved by
counterfactual regret minimisation (CFR+: O. Tammelin, "Solving large imperfect information games
using CFR+", arXiv 1407.5042, 2014). A *situation* (information set) is all that a player cannot
distinguish: the player to move, the options, and what ``seen_by`` gives.

Only the tree's *sequence form* is kept (B. von Stengel, "Efficient computation of behavior
strategies", Games and Economic Behavior 14, 1996): players who recall their own choices reach an
end as often as the last of these choices, so an end is two options, a chance and a payoff.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import pairwise, starmap
from operator import add
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..game import Value
from .known import Finding, Known, recalled, remember
from .model import Model, State, Unsearchable
from .sizes import beginnings

if TYPE_CHECKING:  # an extra, imported when a tree is solved
    from numpy import ndarray

TREE_POSITIONS = 400_000
"""The maximum number of positions of a tree that is solved: liar's dice with a die each has
294,876."""

ROUNDS = 4_000
"""The maximum number of rounds that both players learn from."""

LOOKED_AT = 50
"""The rounds between two checks of what a best response still gains."""

ENOUGH = 1e-4
"""The gain of a best response at which an equilibrium is near enough, in standard deviations of the
payoffs."""

PRECISE = 3_000_000
"""Up to this product of positions and rounds, the aim is a tenth of that: four digits of the value,
if they cost little."""

Chances: TypeAlias = "Callable[[State, int], Mapping[Value, float]]"
"""The probability with which a player chooses each option of a state."""

Array: TypeAlias = "ndarray[Any, Any]"


class Situation(NamedTuple):
    """All that a player cannot distinguish: the number of its first option in a strategy, the
    options, and a state."""

    first: int
    values: Sequence[Value]
    state: State
    mover: int
    recalled: int
    """The option that the player chose last, 0 if none: a player with perfect recall knows it."""


class Contingent(Unsearchable):
    """Which choice is best depends on what the players expect of each other."""


class SequenceForm:
    """A game from all its first states: the situations in it, in the order of their depths, and
    its ends.

    Option 0 is the beginning, which nobody chooses.
    """

    def __init__(self, model: Model, begin: Callable[[Random], State], limit: int) -> None:
        if model.players != 2:
            raise Unsearchable(
                f"an equilibrium is only computed for two players, not for {model.players}"
            )
        self.model = model
        self.limit = limit
        ways = beginnings(model, begin, 0, limit)
        self.situations: dict[Hashable, Situation] = {None: Situation(0, (None,), None, -1, 0)}
        self.options = 1
        """The options of all situations together."""
        self.levels = [self.options]
        """How many options there are before each depth."""
        self.ends: list[tuple[int, int, float, float]] = []
        """For each way in which the game may end the option that each player chose last, the
        chance that luck leads there, and what the first player is paid."""
        self.positions = 0
        self.total: float | None = None
        level = [(state, 0, chance, (0.0, 0.0), (0, 0)) for chance, state in ways]
        while level:
            level = self._lay(level)
            self.levels.append(self.options)

    def _lay(self, level: list[Any]) -> list[Any]:
        """Add the positions of one depth; return those that follow.

        Each comes with whose turn it is, the chance that luck leads there, what was paid on the
        way, and the option that each player chose last.
        """
        model = self.model
        following = list[Any]()
        for state, turn, chance, got, lasts in level:
            self.positions += 1
            if self.positions + len(following) > self.limit:
                raise Unsearchable(f"its tree has more than {self.limit:,} positions")
            values, mover, paid = model.look(state, turn)
            if model.pays_on_the_way(state) and len(self.levels) > 1:
                got = paid = tuple(map(add, got, model.rewards(state)))
            if not values:
                self.ends.append((*lasts, chance, self._paid(paid)))
                continue
            first = self._first_option(state, mover, values, lasts[mover])
            for option, value in enumerate(values, first):
                last = (lasts[0], option) if mover else (option, lasts[1])
                following += [
                    (one, model.next_turn(mover), chance * part, got, last)
                    for part, one in model.ways(state, value)
                ]
        return following

    def _first_option(
        self, state: State, mover: int, values: Sequence[Value], recalled: int
    ) -> int:
        """Return the number of the first option of a state's situation, which is made if there is
        none."""
        key = self.model.situation(state, mover, values)
        found = self.situations.get(key)
        if found is None:
            found = Situation(self.options, values, state, mover, recalled)
            self.situations[key] = found
            self.options += len(values)
        if found.first < self.levels[-1]:
            raise Unsearchable("a player does not know how many choices were made")
        if found.recalled != recalled:
            raise Unsearchable("a player forgets a choice of their own")
        return found.first

    def _paid(self, paid: Any) -> float:
        total = paid[0] + paid[1]
        if self.total is not None and abs(total - self.total) > 1e-9:
            raise Contingent("one player may win what the other does not lose")
        self.total = total
        return float(paid[0])


class Equilibrium(Known):
    """How often each option is chosen in each situation, what that is worth, and how much a best
    response gains."""

    def __init__(self, tree: SequenceForm, setup: Any) -> None:
        try:
            import numpy
        except ImportError:
            raise Unsearchable(
                "an equilibrium needs numpy, which is not installed (pip install numpy)"
            ) from None
        self.setup = setup
        self.tree = tree
        self.numpy = numpy
        self.positions = tree.positions
        self.total = tree.total or 0.0
        columns = numpy.array(tree.ends).T.copy()
        tree.ends.clear()
        self.lasts = columns[:2].astype(int)
        self.chances = columns[2]
        self.gains = columns[3], self.total - columns[3]
        self.levels = list(starmap(slice, pairwise(tree.levels)))
        situations = tree.situations.values()
        self.starts = numpy.array([one.first for one in situations])
        widths = numpy.array([len(one.values) for one in situations])
        self.belongs = numpy.repeat(numpy.arange(len(widths)), widths)
        """For each option the number of its situation."""
        self.even = 1 / widths[self.belongs]
        self.recalled = numpy.array([one.recalled for one in situations])[self.belongs]
        movers = numpy.array([one.mover for one in situations])[self.belongs]
        self.own = [movers == who for who in (0, 1)]
        self.strategy = self._learn()
        self.value, self.worths = self.values_of(self.strategy)
        self.exploitability = self.gain(self.strategy)

    def _learn(self) -> Array:
        """Return the average strategy of both players, who in turn regret what would have been
        better."""
        numpy = self.numpy
        regrets, sums = numpy.zeros((2, len(self.belongs)))
        enough = max(1e-9, ENOUGH * float(numpy.std(self.gains[0])))
        current = self.even
        for number in range(1, ROUNDS + 1):
            for who, own in enumerate(self.own):
                reach = self._reaches(current)
                brought = self._brought(who, reach, self.gains[who], current)
                means = numpy.add.reduceat(brought * current, self.starts)
                regrets = numpy.maximum(0.0, regrets + brought - means[self.belongs])
                sums += number * reach * own
                current = self._shares(regrets)
            aim = enough / 10 if number * self.positions < PRECISE else enough
            if number % LOOKED_AT == 0 and self.gain(self._shares(sums)) < aim:
                break
        return self._shares(sums)

    def _shares(self, weights: Array) -> Array:
        """Return weights as shares within their situation; equal shares if all are zero."""
        numpy = self.numpy
        totals = numpy.add.reduceat(weights, self.starts)[self.belongs]
        shares: Array = numpy.where(
            totals > 0, weights / numpy.where(totals > 0, totals, 1), self.even
        )
        return shares

    def _reaches(self, strategy: Array) -> Array:
        """Return for each option the probability that its player makes this choice and all own
        choices before it."""
        reach = strategy.copy()
        for level in self.levels:
            reach[level] *= reach[self.recalled[level]]
        return reach

    def _brought(
        self, who: int, reach: Array, gains: Any, strategy: Array, *, is_best: bool = False
    ) -> Array:
        """Return what each option pays a player who continues with a strategy, weighted by how
        often luck and the other player lead there; for option 0, what the whole game pays.

        With ``is_best``, the best options are written into the strategy on the way back.
        """
        weights = self.chances * reach[self.lasts[1 - who]] * gains
        brought: Array = self.numpy.bincount(self.lasts[who], weights, len(strategy))
        for level in reversed(self.levels):
            if is_best:
                best = self.numpy.where(self.own[who], self._best(brought), strategy)
                strategy[level] = best[level]
            came = brought[level] * strategy[level]
            brought += self.numpy.bincount(self.recalled[level], came, len(strategy))
        return brought

    def _best(self, brought: Array) -> Array:
        """True for the first of the best options of each situation."""
        numpy = self.numpy
        numbers = self.numpy.arange(len(brought))
        most = numpy.maximum.reduceat(brought, self.starts)[self.belongs]
        places = numpy.where(brought >= most, numbers, len(brought))
        best: Array = numpy.minimum.reduceat(places, self.starts)[self.belongs] == numbers
        return best

    def values_of(self, strategy: Array) -> tuple[float, Array]:
        """Return the first player's mean payoff, and what each option is worth to its player when
        it is reached."""
        reach = self._reaches(strategy)
        worths = self.numpy.zeros(len(strategy))
        for who in (1, 0):
            met = self._brought(who, reach, 1.0, strategy)
            brought = self._brought(who, reach, self.gains[who], strategy)
            worths += self.own[who] * brought / self.numpy.where(met > 0, met, 1)
        return float(brought[0]), worths

    def best_response(self, strategy: Array, who: int) -> tuple[float, Array]:
        """Return the payoff of a player who knows the other's strategy, and the strategy that
        achieves it."""
        best = strategy.copy()
        reach = self._reaches(strategy)
        brought = self._brought(who, reach, self.gains[who], best, is_best=True)
        return float(brought[0]), best

    def gain(self, strategy: Array) -> float:
        """Return what best responses gain, averaged over both players: the exploitability of a
        strategy."""
        responses = [self.best_response(strategy, who)[0] for who in (0, 1)]
        return max(0.0, (sum(responses) - self.total) / 2)

    def situation(self, state: State, mover: int, values: Sequence[Value]) -> Situation:
        """Return what the player to move knows."""
        found = self.tree.situations.get(self.tree.model.situation(state, mover, values))
        if found is None:
            raise Unsearchable("this position cannot be reached from the start")
        return found

    def at(self, state: State, mover: int, values: Sequence[Value]) -> dict[Value, Finding]:
        """Return how often each option is chosen in a state, as its player sees it, and what it is
        worth."""
        found = self.situation(state, mover, values)
        return {
            value: Finding(
                value,
                float(self.worths[slot]),
                chance=round(float(self.strategy[slot]), 6),
            )
            for slot, value in enumerate(found.values, found.first)
        }

    def of_players(self, players: Mapping[int, Chances]) -> Array:
        """Return the strategy of players who give the probability of each choice in a state; that
        of the others is kept."""
        strategy = self.strategy.copy()
        for one in self.tree.situations.values():
            if one.mover in players:
                chances = players[one.mover](one.state, one.mover)
                for slot, value in enumerate(one.values, one.first):
                    strategy[slot] = chances.get(value, 0.0)
        return strategy


def equilibrium(model: Model, limit: int) -> Equilibrium:
    """Return the equilibrium of a game from its beginning; raises `Unsearchable` if there is none,
    or a large one."""
    setup: Any = model.setup
    begin = getattr(setup, "begin", None)
    if begin is None:
        raise Unsearchable("it is not known how the game begins")
    for kept in recalled(Equilibrium):
        if kept.setup.is_same_game(setup) and kept.positions <= limit:
            return kept
    found = Equilibrium(SequenceForm(model, begin, limit), setup)
    remember(found)
    return found
