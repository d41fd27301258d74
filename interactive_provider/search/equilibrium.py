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
from itertools import islice
from math import log10
from operator import add
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

from ..game import Value
from .budgets import ROLLOUT_LIMIT
from .chance import enumerated
from .model import Model, State, Unsearchable

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

SURVEY = 20
"""The random games by which the size of a tree is estimated."""

FAR_TOO_LARGE = 100
"""A tree that looks this many times larger than allowed is refused without being laid out."""

KEPT = 4
"""The solved trees that are kept for later questions."""

Chances: TypeAlias = "Callable[[State, int], Mapping[Value, float]]"
"""The probability with which a player chooses each option of a state."""

_kept: deque[Equilibrium] = deque(maxlen=KEPT)
_lock = Lock()


class Tree:
    """A game from all its first states, in arrays: for each position the one before it and the
    choice made there."""

    def __init__(self, model: Model, begin: Callable[[Random], State], limit: int) -> None:
        if model.players != 2:
            raise Unsearchable(
                f"an equilibrium is only computed for two players, not for {model.players}"
            )
        self.model, self.limit = model, limit
        _survey(model, begin, limit)
        beginnings = enumerated(begin)
        if beginnings is None:
            raise Unsearchable("it can begin in too many ways")
        self.parents = [-1]
        self.slots = [-1]
        self.chances = [1.0]
        self.movers = [0]
        self.situations: dict[Hashable, tuple[int, Sequence[Value]]] = {}
        """For each situation the number of its first option in the arrays of strategies, and its
        options."""
        self.depths: list[int] = []
        """The number of choices made before each situation."""
        self.recalled: list[int] = []
        """For each situation the option that its player chose last, -1 if none: whoever has perfect
        recall knows it."""
        self.examples: list[State] = []
        """A state of each situation."""
        self.owners: list[int] = []
        """The player of each option, and the situation that it belongs to."""
        self.belongs: list[int] = []
        self.payoffs: list[float] = [0.0]
        self.levels = [1]
        """How many positions there are up to each depth."""
        self.total: float | None = None
        level = [(state, 0, 0, -1, chance, (0.0, 0.0), (-1, -1)) for chance, state in beginnings]
        while level:
            level = self._lay(level)

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
            number = len(self.parents)
            if number + len(following) > self.limit:
                raise Unsearchable(f"its tree has more than {self.limit:,} positions")
            values, mover, paid = model.look(state, turn)
            self.parents.append(parent)
            self.slots.append(slot)
            self.chances.append(chance)
            self.movers.append(mover)
            if model.pays_on_the_way(state) and parent:
                got = paid = tuple(map(add, got, model.rewards(state)))
            self.payoffs.append(0.0 if values or paid is None else self._paid(paid))
            if not values:
                continue
            first = self._first_option(state, mover, values, recalled[mover])
            for option, value in enumerate(values, first):
                after = model.step(state, value)
                last = (option, recalled[1]) if mover == 0 else (recalled[0], option)
                ways = [(1.0, after)] if after is not None else model.ways(state, value)
                following += [
                    (one, model.next_turn(mover), number, option, part, got, last)
                    for part, one in ways
                ]
        self.levels.append(len(self.parents))
        return following

    def _first_option(
        self, state: State, mover: int, values: Sequence[Value], recalled: int
    ) -> int:
        key, depth = self.key(state, mover, values), len(self.levels)
        if key not in self.situations:
            self.situations[key] = (len(self.owners), values)
            self.belongs += [len(self.depths)] * len(values)
            self.owners += [mover] * len(values)
            self.depths.append(depth)
            self.recalled.append(recalled)
            self.examples.append(state)
        first = self.situations[key][0]
        if self.depths[self.belongs[first]] != depth:
            raise Unsearchable("a player does not know how many choices were made")
        if self.recalled[self.belongs[first]] != recalled:
            raise Unsearchable("a player forgets a choice of their own")
        return first

    def _paid(self, paid: Sequence[float]) -> float:
        total = paid[0] + paid[1]
        if self.total is not None and abs(total - self.total) > 1e-9:
            raise Unsearchable("one player may win what the other does not lose")
        self.total = total
        return paid[0]


def _survey(model: Model, begin: Callable[[Random], State], limit: int) -> None:
    """Refuse a tree that is far too large, by the options met in random games (D. Knuth, Math. of
    Comp. 29, 1975)."""
    sizes = []
    for number in range(SURVEY):
        rng = Random(number)
        choices = islice(model.random_game(begin(rng), 0, rng), ROLLOUT_LIMIT)
        sizes.append(sum(log10(len(values)) for _, _, values in choices if values))
    middle = sorted(sizes)[SURVEY // 2]
    if middle > log10(limit * FAR_TOO_LARGE):
        raise Unsearchable(
            f"its tree has about 10^{middle:.0f} positions or more, and {limit:,} are allowed"
        )


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
        arrays = {
            name: numpy.array(getattr(tree, name))
            for name in ("parents", "slots", "chances", "movers")
        }
        self.parents, self.slots, self.chances, self.movers = arrays.values()
        self.payoffs, self.belongs = numpy.array(tree.payoffs), numpy.array(tree.belongs)
        self.owners = numpy.array(tree.owners)
        self.levels = [
            slice(low, high) for low, high in zip(tree.levels, tree.levels[1:], strict=False)
        ]
        self.positions = len(tree.parents) - 1
        for column in (tree.parents, tree.slots, tree.chances, tree.movers, tree.payoffs):
            column.clear()
        self.parents[self.parents < 0] = 0
        self.ends = numpy.ones(len(self.parents), bool)
        self.ends[self.parents] = False
        self.starts = numpy.array([first for first, _ in tree.situations.values()])
        self.widths = numpy.bincount(self.belongs, minlength=len(self.starts))[self.belongs]
        luck = numpy.ones(len(self.parents))
        for level in self.levels:
            luck[level] = luck[self.parents[level]] * self.chances[level]
        self.luck = luck
        self.chosen = [
            numpy.flatnonzero((self.movers[self.parents] == who) & (self.slots >= 0))
            for who in (0, 1)
        ]
        self.strategy, self.rounds = self._learn()
        self.value, self.worths = self.values_of(self.strategy)
        self.exploitability = self.gain(self.strategy)

    def _learn(self) -> tuple[ndarray[Any, Any], int]:
        """The average strategy of both players, who in turn regret what would have been better."""
        numpy = self.numpy
        regrets, sums = (numpy.zeros(len(self.owners)) for _ in range(2))
        enough = max(1e-9, ENOUGH * float(numpy.std(self.payoffs[self.ends])))
        current = self._shares(regrets)
        for number in range(1, ROUNDS + 1):
            for who in (0, 1):
                reach = self._reaches(current)
                values, sign = self._backwards(current), 1 - 2 * who
                weights = (self.luck * reach[1 - who])[self.parents] * self.chances * values * sign
                mine = self.chosen[who]
                brought = numpy.bincount(self.slots[mine], weights[mine], len(self.owners))
                means = numpy.bincount(self.belongs, brought * current, len(self.starts))
                own = self.owners == who
                regrets[own] = numpy.maximum(0.0, regrets + brought - means[self.belongs])[own]
                arrived = numpy.zeros(len(self.owners))
                arrived[self.slots[mine]] = reach[who][self.parents[mine]]
                sums[own] += (number * arrived * current)[own]
                current = self._shares(regrets)
            aim = enough / 10 if number * self.positions < PRECISE else enough
            if number % LOOKED_AT == 0 and self.gain(self._shares(sums)) < aim:
                break
        return self._shares(sums), number

    def _shares(self, weights: ndarray[Any, Any]) -> ndarray[Any, Any]:
        """Weights as shares within their situation; equal shares if all are zero."""
        numpy = self.numpy
        totals = numpy.bincount(self.belongs, weights, len(self.starts))[self.belongs]
        shares: ndarray[Any, Any] = numpy.where(
            totals > 0, weights / numpy.where(totals > 0, totals, 1), 1 / self.widths
        )
        return shares

    def _reaches(self, strategy: ndarray[Any, Any]) -> list[ndarray[Any, Any]]:
        """For each player, the probability that their choices lead to each position."""
        reaches = [self.numpy.ones(len(self.parents)) for _ in (0, 1)]
        for level in self.levels[1:]:
            parents = self.parents[level]
            chosen, movers = strategy[self.slots[level]], self.movers[parents]
            for who, reach in enumerate(reaches):
                reach[level] = reach[parents] * self.numpy.where(movers == who, chosen, 1.0)
        return reaches

    def _backwards(self, strategy: ndarray[Any, Any]) -> ndarray[Any, Any]:
        """The first player's payoff from each position on."""
        values = self.payoffs.copy()
        for level in reversed(self.levels):
            self._pass_back(values, level, self.chances[level] * values[level], strategy)
        return values

    def _pass_back(
        self,
        values: ndarray[Any, Any],
        level: slice,
        brought: ndarray[Any, Any],
        strategy: ndarray[Any, Any],
    ) -> None:
        """Add the payoffs of a level's positions to those before them, weighted by how often each
        is chosen."""
        parents, slots = self.parents[level], self.slots[level]
        chosen = self.numpy.where(slots >= 0, strategy[slots], 1.0)
        low, high = parents.min(), parents.max() + 1
        values[low:high] += self.numpy.bincount(parents - low, chosen * brought, high - low)

    def values_of(self, strategy: ndarray[Any, Any]) -> tuple[float, ndarray[Any, Any]]:
        """The first player's mean payoff, and what each option is worth to its player when it is
        reached."""
        numpy = self.numpy
        values = self._backwards(strategy)
        reach = self._reaches(strategy)
        worths = numpy.zeros(len(self.owners))
        for who, mine in enumerate(self.chosen):
            weights = (self.luck * reach[1 - who])[self.parents[mine]] * self.chances[mine]
            paid = values[mine] if who == 0 else self.total - values[mine]
            slots = self.slots[mine]
            brought = numpy.bincount(slots, weights * paid, len(worths))
            met = numpy.bincount(slots, weights, len(worths))
            worths += numpy.where(met > 0, brought / numpy.where(met > 0, met, 1), 0.0)
        return float(values[0]), worths

    def best_response(
        self, strategy: ndarray[Any, Any], who: int
    ) -> tuple[float, ndarray[Any, Any]]:
        """The payoff of a player who knows the other's strategy, and the strategy that achieves
        it."""
        numpy, best = self.numpy, strategy.copy()
        weights = self.luck * self._reaches(strategy)[1 - who]
        values = (
            self.payoffs.copy()
            if who == 0
            else numpy.where(self.ends, self.total - self.payoffs, 0.0)
        )
        for level in reversed(self.levels):
            parents, slots = self.parents[level], self.slots[level]
            came = self.chances[level] * values[level]
            mine = (self.movers[parents] == who) & (slots >= 0)
            if mine.any():
                brought = numpy.bincount(slots[mine], (weights[parents] * came)[mine], len(best))
                self._take_best(best, brought, numpy.unique(self.belongs[slots[mine]]))
            self._pass_back(values, level, came, best)
        return float(values[0]), best

    def _take_best(
        self, best: ndarray[Any, Any], brought: ndarray[Any, Any], situations: ndarray[Any, Any]
    ) -> None:
        """Choose the option with the highest payoff in each of several situations."""
        numpy = self.numpy
        here = numpy.isin(self.belongs, situations)
        most = numpy.full(len(self.starts), -numpy.inf)
        numpy.maximum.at(most, self.belongs[here], brought[here])
        top = here & (brought >= most[self.belongs])
        first = numpy.full(len(self.starts), len(best))
        numpy.minimum.at(first, self.belongs[top], numpy.flatnonzero(top))
        best[here] = 0.0
        best[first[situations]] = 1.0

    def gain(self, strategy: ndarray[Any, Any]) -> float:
        """What best responses gain, averaged over both players: the exploitability of a
        strategy."""
        responses = [self.best_response(strategy, who)[0] for who in (0, 1)]
        return max(0.0, (sum(responses) - self.total) / 2)

    def at(
        self, state: State, mover: int, values: Sequence[Value]
    ) -> dict[Value, tuple[float, float]]:
        """How often each option is chosen in a state, as its player sees it, and what it is
        worth."""
        found = self.tree.situations.get(self.tree.key(state, mover, values))
        if found is None:
            raise Unsearchable("this position cannot be reached from the start")
        first, options = found
        return {
            value: (round(float(self.strategy[slot]), 6), float(self.worths[slot]))
            for slot, value in enumerate(options, first)
        }

    def of_players(self, players: Mapping[int, Chances]) -> ndarray[Any, Any]:
        """The strategy of players who give the probability of each choice in a state; that of the
        others is kept."""
        strategy = self.strategy.copy()
        for (first, options), state in zip(
            self.tree.situations.values(), self.tree.examples, strict=True
        ):
            who = int(self.owners[first])
            if who in players:
                chances = players[who](state, who)
                strategy[first : first + len(options)] = [
                    chances.get(value, 0.0) for value in options
                ]
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
