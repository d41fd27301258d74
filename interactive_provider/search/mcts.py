"""Monte Carlo tree search: the likely result of each choice in games that are too large to search
completely.

L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning" (UCT), ECML 2006, with proved nodes
(M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver", CG 2008). The tree
costs almost nothing, the game costs
everything: each state is read once and each choice in the tree is played once, unless luck decides
it; then it is drawn again at each visit, with a branch for each resulting position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import fsum, inf, log, sqrt
from operator import add, itemgetter
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

from ..game import Value, shortcut
from .alphabeta import AlphaBeta
from .budgets import ROLLOUT_LIMIT
from .chance import Watch
from .known import Finding
from .model import Model, Payoffs, State, Unsearchable

EXPLORATION = 1.0
"""How strongly rarely tried choices are preferred, in standard deviations of the games' results.
(If a random game is the mean of several, or if nearly all are won, results vary little, and a few
of them tell the choices apart.)"""

ASSUMED = 4
"""The games, half of them won and half lost, that the deviation counts before the first."""

CHECKED = 300
"""The positions that the check of the best-looking choice may look at, if they are fewer than half
the choices in the random games; after many games it may look at more."""

WIDENING = 1 / 40
"""The share of the games through a position that try one more choice, if the game names choices to
look at first."""

SAMPLED = 6
"""The games after which their length is known, and so how much there is to prove."""

PROVED = 8
WAYS = 128
"""The positions that a proof of all choices may look at, and the ways in which the game may go on,
for each random game. (Most ways lead to positions that are known from others.)"""

WORLD = 50
"""The steps that a world costs in which something hidden is drawn again."""

PROOF = 100
AMONG_EQUALS = 8
"""If several choices are proved to be equally good, the proof counts as a hundred games, and one in
eight of the others is still played."""


class _Node:
    """A position in the tree with the results of its choices."""

    __slots__ = (
        "after",
        "count",
        "doubts",
        "later",
        "means",
        "mover",
        "proved",
        "state",
        "totals",
        "untried",
        "values",
        "visits",
    )

    def __init__(self, model: Model, state: State, turn: int) -> None:
        self.state = state
        self.values, self.mover, self.proved = model.look(state, turn)
        self.untried: list[int] | None = None
        """The places of the values that were not tried; None before the first visit, which most
        nodes never have."""
        self.count = 0

    def open(self, first: Sequence[int] = ()) -> list[int]:
        """Make room for the results of the choices; those in the places ``first`` are tried before
        the others, if any are named."""
        width = len(self.values)
        self.after: list[Any] = [None] * width
        """For each value the node that it leads to or, if luck decides, the nodes by their keys."""
        self.visits = [0] * width
        self.totals = [0.0] * width
        self.means = [0.0] * width
        self.doubts = [0.0] * width
        """The sum of their payoffs, their means, and one divided by the square root of the
        visits."""
        self.untried = list(first or range(width))
        self.later = list(set(range(width)).difference(self.untried))
        for place in self.later:
            self.means[place] = -inf
        return self.untried


class Deviation:
    """The standard deviation of numbers that come one after the other (B. Welford, 1962)."""

    def __init__(self, low: float, high: float) -> None:
        self.count = ASSUMED if low < high else 0
        self.mean = (low + high) / 2
        self.squares = self.count * ((high - low) / 2) ** 2
        """The sum of the squared differences from the mean."""

    def add(self, number: float) -> None:
        """Count one more number."""
        self.count += 1
        change = number - self.mean
        self.mean += change / self.count
        self.squares += change * (number - self.mean)

    @property
    def standard(self) -> float:
        """The deviation of the numbers so far."""
        return sqrt(self.squares / self.count)


class TreeSearch:
    """A search from one state. Its generator is the only luck, so the same generator gives the same
    answer.

    If players know different things, a node stands for all that its mover cannot distinguish. Each
    game is played in a world drawn again from what the player at the root knows, and all choices
    are remembered by what their player knows in it: so nobody uses what they have not seen, and a
    bluff that works is found (P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo
    tree search", IEEE Trans. CI and AI in Games 4, 2012).
    """

    exploration = EXPLORATION

    def __init__(self, model: Model, state: State, turn: int, rng: Random) -> None:
        self.model = model
        self.root = _Node(model, state, turn)
        self.root.open(model.first(state, self.root.values))
        self.rng = rng
        self.watch = Watch(rng.getrandbits(64))
        self.state = state
        self.situations: dict[Any, _Node] = {}
        """If something is hidden, the node of all that its mover cannot distinguish."""
        self.range = model.payoff_range(state)
        self.is_paid = model.pays_on_the_way(state)
        self.low, self.high = self.range or (-inf, inf)
        self.results = Deviation(*(self.range or (0.0, 0.0)))
        self.even = model.unending(state)
        """The payoffs of a game that is given up."""
        self.own_rollout = shortcut(model.game, "rollout")
        self.games = self.plies = self.followed = 0
        """Random games, the choices in them, and the choices played in the tree."""
        self.beginning: float = getattr(state, "beginning_cost", WORLD if model.hides else 0)
        self.most = self.until = inf
        """What all random games together may cost, in steps of a usual game, and when they end."""
        self.results_met = set[Payoffs]()
        """What the games paid."""
        self.proved: list[_Node] = []
        """The nodes whose worth follows from the proofs of their choices."""

    def run(self, simulations: int) -> None:
        """Play a given number of games, and check that the choice that then looks best does not
        lose by force.

        If it takes few positions to prove what all choices are worth, fewer games are played, and
        only with the best: they show after which of them an opponent errs most often. If something
        is hidden, nothing is tried in the real world.
        """
        if self.model.hides:
            self.simulate(simulations)
            return
        self._find_win()
        sampled = min(simulations, SAMPLED)
        self.simulate(sampled)
        rest = self._affordable(simulations - sampled)
        worths = self._worths(rest)
        if not worths:
            self.simulate(rest)
            self._check(sampled + rest)
        elif not self._is_settled(worths):
            self.simulate((rest - PROOF) // AMONG_EQUALS)
        for node, paid in zip(self.root.after, worths, strict=False):
            node.proved = paid

    @property
    def cost(self) -> float:
        """What all games so far cost, in steps of a usual game."""
        steps = self.plies + self.followed + self.beginning * self.root.count
        return self.model.game.step_cost * steps

    def _is_spent(self) -> bool:
        """True if no further game may begin: the first one always may."""
        return self.root.count > 0 and (self.cost > self.most or perf_counter() > self.until)

    def _affordable(self, simulations: int) -> int:
        """Return how many of that many further games stay within the budget, if they cost as much
        as those so far."""
        each = max(1.0, self.cost / max(1, self.root.count))
        return int(min(simulations, max(SAMPLED, self.most / each)))

    def simulate(self, simulations: int) -> None:
        """Play a given number of games, each a little further into the tree and then at random to
        the end.

        Fewer are played if everything is proved, or if the budget is spent.
        """
        root = self.root
        below = self.rng.random
        for _ in range(simulations):
            if root.proved is not None or self._is_spent():
                return
            node = root
            if self.model.hides:
                luck = Random(self.rng.getrandbits(64))
                root.state = self.model.world(self.state, root.mover, luck)
            path = list[tuple[_Node, int]]()
            while node.proved is None:
                untried = node.untried
                if untried is None:
                    untried = node.open(self.model.first(node.state, node.values))
                later = node.later
                if later and not untried and (max(node.means) == -inf or below() < WIDENING):
                    untried.append(later.pop(int(below() * len(later))))
                is_new = bool(untried)
                if untried:
                    chosen = int(below() * len(untried))
                    untried[chosen], untried[-1] = untried[-1], untried[chosen]
                    way = untried.pop()
                else:
                    spread = self.exploration * self.results.standard * sqrt(2 * log(node.count))
                    scores = list(map(add, node.means, map(spread.__mul__, node.doubts)))
                    way = scores.index(max(scores))
                path.append((node, way))
                after = node.after[way]
                node = after if type(after) is _Node else self._followed(node, way)
                if is_new:
                    break
            self._count(path, node)

    def _check(self, simulations: int) -> None:
        """Try to prove that the best-looking choice loses, then the next one.

        (Random games seldom find the one line that refutes a choice; alpha-beta finds a short one
        at once.) A choice after which every reply looks worse than even to the other player is not
        checked, nor is any if a proof takes more positions than it may look at: at least the square
        root of the number of ways in which the game can go on.
        """
        root = self.root
        length = self.plies / max(1, self.games)
        width = len(root.values)
        limit = min(
            simulations * length / 2, max(CHECKED, simulations * length / max(1, width - 1))
        )
        proof = self._proof(limit, 2 * log(limit + 1))
        if proof is None:
            return
        even = (self.low + self.high) / 2
        with suppress(Unsearchable):
            while not (best := self.best()).exact:
                node = root.after[root.values.index(best.value)]
                if (
                    not getattr(node, "count", 0)
                    or (node.mover != root.mover and max(node.means) < even)
                    or not self._is_proven(proof, node, even)
                ):
                    return

    def _worths(self, simulations: int) -> list[Payoffs]:
        """Return what the choices pay, up to one that wins, or nothing if that is not proved.

        A proof is attempted only if few continuations remain for ``simulations``.
        """
        root = self.root
        proof = self._proof(PROVED * simulations, log(max(1, WAYS * simulations)))
        if proof is None or any(type(node) is dict for node in root.after):
            return []
        worths = list[Payoffs]()
        with suppress(Unsearchable):
            for node in root.after:
                worths.append(proof.payoffs(node.state, node.mover, self.low, self.high))
                if worths[-1][root.mover] >= self.high:
                    break
            return worths
        return []

    def _is_settled(self, worths: Sequence[Payoffs]) -> bool:
        """True if it is proved that one choice is better than all others, or wins; those that are
        worse are not tried any more."""
        root = self.root
        own = [paid[root.mover] for paid in worths]
        best = max(own)
        for way, worth in enumerate(own):
            if worth < best:
                root.after[way].proved = worths[way]
                root.means[way] = -inf
        return own.count(best) == 1 or best >= self.high

    def _proof(self, limit: float, log_of_ways: float) -> AlphaBeta | None:
        """Return a proof that may look at ``limit`` positions and knows what the tree has proved;
        None if there cannot be one, or if the game can go on in more ways."""
        model = self.model
        can_be = model.players == 2 and self.range and self.games
        if not can_be or self._log_of_ways() > log_of_ways:
            return None
        proof = AlphaBeta(model, max(1, int(limit)))
        proof.whole = self.low + self.high  # other results end the proof
        proof.table = {
            model.key(node.state, node.mover): (node.proved[0], node.proved[0])
            for node in self.proved
            if node.proved and sum(node.proved) == proof.whole
        }
        return proof

    def _log_of_ways(self) -> float:
        """Return the logarithm of the number of ways in which a game of the usual length can go on,
        if the choices keep growing fewer as they do now."""
        root = self.root
        width = len(root.values)
        after = [len(node.values) for node in root.after if type(node) is _Node and node.values]
        change = fmean(after) - width if after else 0
        return fsum(
            log(max(1.0, width + change * ply)) for ply in range(round(self.plies / self.games))
        )

    def _is_proven(self, proof: AlphaBeta, node: _Node, even: float) -> bool:
        """True if a choice is proved to lose or to win; the proof is kept."""
        proof.killers = dict(enumerate(_expected_line(node)))
        low = self.low
        high = self.high
        window = (even, high) if self.root.mover else (low, even)
        paid = proof.payoffs(node.state, node.mover, *window)
        if paid[0] in (low, high):
            node.proved = paid
        return node.proved is not None

    def _find_win(self) -> None:
        """Try each choice at the root once, so that a win in one is never missed, however few the
        games."""
        for way in range(len(self.root.values)):
            self._followed(self.root, way)
            if self._proves(self.root, way):
                return

    def _count(self, path: list[tuple[_Node, int]], last: _Node) -> None:
        """Update all nodes on a path with its result."""
        proved = last.proved
        paid = self.rollout(last.state) if proved is None else proved
        if self.is_paid and proved is None:
            paid = tuple(map(add, paid, self.model.rewards(last.state)))
        for node, way in reversed(path):
            node.count += 1
            visits = node.visits[way] = node.visits[way] + 1
            total = node.totals[way] = node.totals[way] + paid[node.mover]
            node.means[way] = total / visits
            node.doubts[way] = 1 / sqrt(visits)
            if self.is_paid and node is not self.root:
                paid = tuple(map(add, paid, self.model.rewards(node.state)))
        self.results.add(paid[self.root.mover])
        self.results_met.add(tuple(paid))
        if proved is not None:
            for node, way in reversed(path):
                if not self._proves(node, way):
                    return

    def _proves(self, node: _Node, way: int) -> bool:
        """True if the proof of one choice proves its position; the proof is kept."""
        paid = getattr(node.after[way], "proved", None)
        if paid is None or self.is_paid:
            return False
        mover = node.mover
        if paid[mover] < self.high:
            if paid[mover] <= self.low:
                node.means[way] = -inf  # never again, unless all are lost
            every: list[Any] = [getattr(after, "proved", None) for after in node.after]
            if node.untried or node.later or None in every:
                return False
            paid = max(every, key=itemgetter(mover))
        node.proved = paid
        self.proved.append(node)
        return True

    def _followed(self, node: _Node, way: int) -> _Node:
        """Return the node after a choice, played now; one of several if luck decides, or if the
        next player's knowledge depends on what is hidden."""
        model = self.model
        watch = self.watch
        self.followed += 1
        watch.drawn = False
        state = model.respond(node.state, node.values[way], watch)
        turn = model.next_turn(node.mover)
        after = node.after[way]
        if after is None and not watch.drawn and not model.hides:
            made = node.after[way] = _Node(model, state, turn)
            return made
        if model.hides:
            after = self.situations
            values, mover, _ = model.look(state, turn)
            key = model.situation(state, mover, values) if values else None
        else:
            key = model.place(state, turn)[1]
            if type(after) is not dict:
                after = {} if after is None else {model.key(after.state, after.mover): after}
        node.after[way] = after
        branch: _Node = after.get(key) or _Node(model, state, turn)
        if branch.values:
            after[key] = branch
        if not model.is_folded:
            branch.state = state  # an equal state, for which the game may have cached more
        return branch

    def rollout(self, state: State) -> Payoffs:
        """Return what everybody gets from here on when all choose at random."""
        model = self.model
        rng = self.rng
        respond = model.respond
        values_of = model.values
        below = rng.random
        self.games += 1
        if self.own_rollout is not None:
            own, plies = self.own_rollout(state, rng, ROLLOUT_LIMIT)
            self.plies += plies
            return self.even if own is None else own
        paid = self.even
        for _ in range(ROLLOUT_LIMIT):
            values = values_of(state)
            if not values:
                return paid if self.is_paid else model.payoffs(state)
            self.plies += 1
            state = respond(state, values[int(below() * len(values))], rng)
            if self.is_paid:
                paid = tuple(map(add, paid, model.rewards(state)))
        return paid

    def findings(self) -> list[Finding]:
        """Return the present estimate of each choice at the root, in the order of the options."""
        root = self.root
        found = []
        for value, after, games, mean in zip(
            root.values, root.after, root.visits, root.means, strict=True
        ):
            proved = getattr(after, "proved", None)
            worth = mean if games else self.even[root.mover]
            if proved is not None:
                worth = proved[root.mover]
            found.append(Finding(value, worth, proved is not None, games=games))
        return found

    def best(self) -> Finding:
        """Return the choice tried most, but a proved win first and a proved loss last; if all are
        proved, the best."""
        found = self.findings()
        is_open = not all(one.exact for one in found)

        def merit(one: Finding) -> tuple[float, ...]:
            return one.sign(self.range), is_open * one.games, one.worth, one.games

        return max(found, key=merit)

    @property
    def is_opposed(self) -> bool:
        """True if all games paid the same in total, or the same to everybody."""
        sums = {round(sum(paid), 6) for paid in self.results_met}
        return len(sums) < 2 or all(min(paid) == max(paid) for paid in self.results_met)


def _expected_line(node: Any) -> Iterator[Value]:
    """Yield the choices that were tried most, one after the other."""
    while getattr(node, "count", 0):
        way = node.visits.index(max(node.visits))
        yield node.values[way]
        node = node.after[way]


def estimated(model: Model, state: State, turn: int, simulations: int, rng: Random) -> TreeSearch:
    """Return what a number of games say about each choice."""
    search = TreeSearch(model, state, turn, rng)
    search.run(simulations)
    return search
