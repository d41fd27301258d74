"""Games in which two players know different things: how often to choose each option, so that
knowing it gains nothing.

The whole tree is laid out in arrays, from every way in which the game may begin, and solved by
counterfactual regret minimisation (CFR+: O. Tammelin, "Solving large imperfect information games
using CFR+", arXiv 1407.5042, 2014). A
*situation* (information set) is all that a player cannot distinguish: the player to move, the
options, and what ``seen_by`` gives.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import log
from operator import add
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..game import Value
from .chance import enumerated
from .model import Model, State, Unsearchable
from .sizes import Survey

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
"""Positions times rounds until which a tenth of that is aimed at: four digits of the value, where
they cost little."""

FAR_TOO_LARGE = 100
"""A tree that looks this many times larger than allowed is refused without being laid out."""

KEPT = 4
"""The solved trees that are kept for later questions."""

Chances: TypeAlias = "Callable[[State, int], Mapping[Value, float]]"
"""The probability with which a player chooses each option of a state."""

Array: TypeAlias = "ndarray[Any, Any]"

_kept: deque[Equilibrium] = deque(maxlen=KEPT)
_lock = Lock()


class Situation(NamedTuple):
    """All that a player cannot distinguish: the number of its first option in a strategy, the
    options, and a state."""

    first: int
    values: Sequence[Value]
    state: State
    mover: int
    depth: int
    """The number of choices made before."""
    recalled: int
    """The option that the player chose last, -1 if none: whoever has perfect recall knows it."""


class Tree:
    """A game from all its first states: its positions in the order of their depths, and its
    situations."""

    def __init__(self, model: Model, begin: Callable[[Random], State], limit: int) -> None:
        if model.players != 2:
            raise Unsearchable(
                f"an equilibrium is only computed for two players, not for {model.players}"
            )
        self.model, self.limit = model, limit
        size = Survey(model, begin, 0).tree_size
        if size > log(limit * FAR_TOO_LARGE):
            raise Unsearchable(
                f"its tree has about 10^{size / log(10):.0f} positions or more, and {limit:,} are"
                " allowed"
            )
        beginnings = enumerated(begin)
        if beginnings is None:
            raise Unsearchable("it can begin in too many ways")
        self.situations: dict[Hashable, Situation] = {}
        self.options = 0
        """The options of all situations together."""
        self.positions: list[tuple[int, int, int, float, float]] = [(0, -1, 0, 1.0, 0.0)]
        """For each position the one before it, the option chosen there, the mover, the chance, and
        what the first player is paid."""
        self.levels = [1]
        """How many positions there are up to each depth."""
        self.total: float | None = None
        level = [(state, 0, 0, -1, chance, (0.0, 0.0), (-1, -1)) for chance, state in beginnings]
        while level:
            level = self._lay(level)
            self.levels.append(len(self.positions))

    def key(self, state: State, mover: int, values: Sequence[Value]) -> Hashable:
        """The knowledge of the player to move."""
        return mover, tuple(values), self.model.known(state, mover)

    def _lay(self, level: list[Any]) -> list[Any]:
        """Add the positions of one depth; gives those that follow.

        Each comes with its parent, the option chosen there, the chance, what was paid, and both
        players' last options.
        """
        model, following = self.model, list[Any]()
        for state, turn, parent, slot, chance, got, recalled in level:
            number = len(self.positions)
            if number + len(following) > self.limit:
                raise Unsearchable(f"its tree has more than {self.limit:,} positions")
            values, mover, paid = model.look(state, turn)
            if model.pays_on_the_way(state) and parent:
                got = paid = tuple(map(add, got, model.rewards(state)))
            worth = 0.0 if values or paid is None else self._paid(paid)
            self.positions.append((parent, slot, mover, chance, worth))
            if not values:
                continue
            first = self._first_option(state, mover, values, recalled[mover])
            for option, value in enumerate(values, first):
                last = (option, recalled[1]) if mover == 0 else (recalled[0], option)
                following += [
                    (one, model.next_turn(mover), number, option, part, got, last)
                    for part, one in model.ways(state, value)
                ]
        return following

    def _first_option(
        self, state: State, mover: int, values: Sequence[Value], recalled: int
    ) -> int:
        """The number of the first option of a state's situation, which is made if there is none."""
        depth, key = len(self.levels), self.key(state, mover, values)
        found = self.situations.get(key)
        if found is None:
            found = Situation(self.options, values, state, mover, depth, recalled)
            self.situations[key] = found
            self.options += len(values)
        if found.depth != depth:
            raise Unsearchable("a player does not know how many choices were made")
        if found.recalled != recalled:
            raise Unsearchable("a player forgets a choice of their own")
        return found.first

    def _paid(self, paid: Sequence[float]) -> float:
        total = paid[0] + paid[1]
        if self.total is not None and abs(total - self.total) > 1e-9:
            raise Unsearchable("one player may win what the other does not lose")
        self.total = total
        return paid[0]


class Equilibrium:
    """How often each option is chosen in each situation, what that is worth, and how much a best
    response gains."""

    def __init__(self, tree: Tree, setup: Any = None) -> None:
        try:
            import numpy
        except ImportError:
            raise Unsearchable("an equilibrium needs numpy, which is not installed") from None
        self.tree = tree
        self.setup = setup
        self.numpy = numpy
        self.total = tree.total or 0.0
        columns = numpy.array(tree.positions).T
        self.parents, self.slots, movers = columns[:3].astype(int)
        self.chances, self.payoffs = columns[3:].copy()
        self.positions = len(tree.positions) - 1
        tree.positions.clear()
        self.levels = [
            slice(low, high) for low, high in zip(tree.levels, tree.levels[1:], strict=False)
        ]
        self.ends = numpy.ones(len(self.parents), bool)
        self.ends[self.parents] = False
        situations = tree.situations.values()
        self.starts = numpy.array([one.first for one in situations])
        widths = numpy.array([len(one.values) for one in situations])
        self.belongs = numpy.repeat(numpy.arange(len(widths)), widths)
        """For each option the number of its situation."""
        self.even = 1 / widths[self.belongs]
        owners = numpy.array([one.mover for one in situations])[self.belongs]
        self.own = [owners == who for who in (0, 1)]
        choosers = numpy.where(self.slots < 0, -1, movers[self.parents])
        self.chosen = [numpy.flatnonzero(choosers == who) for who in (0, 1)]
        """The positions that follow a choice of each player."""
        self.choosers = choosers
        self.luck = numpy.ones(len(self.parents))
        for level in self.levels:
            self.luck[level] = self.luck[self.parents[level]] * self.chances[level]
        self._responses = [self.even, self.even]
        self.strategy, self.rounds = self._learn()
        self.value, self.worths = self.values_of(self.strategy)
        self.exploitability = self.gain(self.strategy)

    def _learn(self) -> tuple[Array, int]:
        """The average strategy of both players, who in turn regret what would have been better."""
        numpy = self.numpy
        regrets, sums = numpy.zeros((2, len(self.belongs)))
        enough = max(1e-9, ENOUGH * float(numpy.std(self.payoffs[self.ends])))
        current = self._shares(regrets)
        for number in range(1, ROUNDS + 1):
            for who, own in enumerate(self.own):
                reach = self._reaches(current)
                brought = self._brought(who, reach, self._backwards(current) * (1 - 2 * who))
                means = numpy.add.reduceat(brought * current, self.starts)
                regrets[own] = numpy.maximum(0.0, regrets + brought - means[self.belongs])[own]
                mine = self.chosen[who]
                arrived = numpy.zeros(len(self.belongs))
                arrived[self.slots[mine]] = reach[who][self.parents[mine]]
                sums[own] += (number * arrived * current)[own]
                current = self._shares(regrets)
            aim = enough / 10 if number * self.positions < PRECISE else enough
            if number % LOOKED_AT == 0 and self.gain(self._shares(sums)) < aim:
                break
        return self._shares(sums), number

    def _shares(self, weights: Array) -> Array:
        """Weights as shares within their situation; equal shares if all are zero."""
        numpy = self.numpy
        totals = numpy.add.reduceat(weights, self.starts)[self.belongs]
        shares: Array = numpy.where(
            totals > 0, weights / numpy.where(totals > 0, totals, 1), self.even
        )
        return shares

    def _reaches(self, strategy: Array) -> list[Array]:
        """For each player, the probability that their choices lead to each position."""
        reaches = [self.numpy.ones(len(self.parents)) for _ in (0, 1)]
        for level in self.levels[1:]:
            parents, chosen = self.parents[level], strategy[self.slots[level]]
            for who, reach in enumerate(reaches):
                own = self.choosers[level] == who
                reach[level] = reach[parents] * self.numpy.where(own, chosen, 1.0)
        return reaches

    def _backwards(self, strategy: Array) -> Array:
        """The first player's payoff from each position on."""
        values: Array = self.payoffs.copy()
        for level in reversed(self.levels):
            parents, slots = self.parents[level], self.slots[level]
            came = self.chances[level] * values[level]
            came *= self.numpy.where(slots >= 0, strategy[slots], 1.0)
            low, high = parents.min(), parents.max() + 1
            values[low:high] += self.numpy.bincount(parents - low, came, high - low)
        return values

    def _brought(self, who: int, reach: Sequence[Array], gains: Array | float) -> Array:
        """What each option of a player brings, weighted by how often luck and the other player let
        it come to that."""
        mine = self.chosen[who]
        weights = (self.luck * reach[1 - who])[self.parents[mine]]
        brought = weights * (self.chances * gains)[mine]
        sums: Array = self.numpy.bincount(self.slots[mine], brought, len(self.belongs))
        return sums

    def values_of(self, strategy: Array) -> tuple[float, Array]:
        """The first player's mean payoff, and what each option is worth to its player when it is
        reached."""
        values, reach = self._backwards(strategy), self._reaches(strategy)
        worths = self.numpy.zeros(len(self.belongs))
        for who, gains in enumerate((values, self.total - values)):
            met = self._brought(who, reach, 1.0)
            brought = self._brought(who, reach, gains)
            worths += brought / self.numpy.where(met > 0, met, 1)
        return float(values[0]), worths

    def best_response(self, strategy: Array, who: int) -> tuple[float, Array]:
        """The payoff of a player who knows the other's strategy, and the strategy that achieves
        it.

        The best option of each situation is taken, and again when what follows has changed: each
        time at least one depth more is settled. It begins with the response found last, which is
        often still the best.
        """
        numpy, own = self.numpy, self.own[who]
        reach = self._reaches(strategy)
        best = numpy.where(own, self._responses[who], strategy)
        while True:
            values = self._backwards(best)
            brought = self._brought(who, reach, values * (1 - 2 * who))
            most = numpy.maximum.reduceat(brought, self.starts)[self.belongs]
            places = numpy.where(brought >= most, numpy.arange(len(brought)), len(brought))
            chosen = numpy.minimum.reduceat(places, self.starts)[self.belongs]
            better = numpy.where(own, chosen == numpy.arange(len(brought)), strategy)
            if (better == best).all():
                break
            best = better
        self._responses[who] = best
        return float(self.total - values[0] if who else values[0]), best

    def gain(self, strategy: Array) -> float:
        """What best responses gain, averaged over both players: the exploitability of a
        strategy."""
        responses = [self.best_response(strategy, who)[0] for who in (0, 1)]
        return max(0.0, (sum(responses) - self.total) / 2)

    def situation(self, state: State, mover: int, values: Sequence[Value]) -> Situation:
        """What the player to move knows."""
        found = self.tree.situations.get(self.tree.key(state, mover, values))
        if found is None:
            raise Unsearchable("this position cannot be reached from the start")
        return found

    def at(
        self, state: State, mover: int, values: Sequence[Value]
    ) -> dict[Value, tuple[float, float]]:
        """How often each option is chosen in a state, as its player sees it, and what it is
        worth."""
        found = self.situation(state, mover, values)
        return {
            value: (round(float(self.strategy[slot]), 6), float(self.worths[slot]))
            for slot, value in enumerate(found.values, found.first)
        }

    def of_players(self, players: Mapping[int, Chances]) -> Array:
        """The strategy of players who give the probability of each choice in a state; that of the
        others is kept."""
        strategy = self.strategy.copy()
        for one in self.tree.situations.values():
            if one.mover in players:
                chances = players[one.mover](one.state, one.mover)
                for slot, value in enumerate(one.values, one.first):
                    strategy[slot] = chances.get(value, 0.0)
        return strategy


def equilibrium(model: Model, limit: int) -> Equilibrium:
    """The equilibrium of a game from its beginning; raises `Unsearchable` if there is none, or a
    large one."""
    setup: Any = model.setup
    begin = getattr(setup, "begin", None)
    if begin is None:
        raise Unsearchable("it is not known how the game begins")
    with _lock:
        for kept in _kept:
            if kept.setup.is_same_game(setup) and kept.positions <= limit:
                return kept
    solved = Equilibrium(Tree(model, begin, limit), setup)
    with _lock:
        _kept.append(solved)
    return solved
