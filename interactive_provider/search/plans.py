"""Positions that may repeat: what they are worth is found by comparing plans.

If no position repeats, worths are handed back from the ends, and every position is settled once. In
a cycle there is no such order. Handing worths round until they no longer change looks sound and is
not, if luck decides anything: any number is a fixed point of "stay here", an approach may be too
slow to be distinguished from a stop, and even the limit of ever longer games is not the worth of
the game. (Say that you may stay, or lose 1/2 at once and win 1/2 one choice later, each with luck
in between: every game of limited length is then worth -1/2 to you, the endless one 0.)

So plans are compared here, if there is one player, or if there are two and one gains what the other
loses. A *plan* names one choice for each node of a cycle. What a plan is worth is certain: it is
the solution of linear equations. A player can improve a plan in two ways:

- by a choice that is worth more than the planned one;
- by *staying*. Going round forever pays what `Model.unending` says. Where a player gets less than
  that, and can stay among nodes of one worth that the other cannot leave for nothing, the player
  stays.

If nobody can improve a plan, it is worth what the game is worth, provided that staying was tried
against every equally good reply. That the two ways are enough is shown as follows: with no better
choice the worth cannot rise on average, whatever a player does; so it pays to go on only to someone
who then never ends, and among nodes whose worth does not fall that is staying.

Worths are those of the first player; the second one makes them small.

A. Hoffman and R. Karp, "On nonterminating stochastic games", Management Science 12, 1966; H.
Everett, "Recursive games", 1957. In a game that pays on the way, each node adds what was paid by
reaching it, and play that pays forever has no worth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from .model import Payoffs, Unsearchable

Transition: TypeAlias = "int | tuple[tuple[float, int], ...]"
"""The result of a choice: the number of a node, or pairs of probability and number if luck
decides."""

NEAR = 1e-9
"""Choices whose worths differ by no more are equally good; no worth is off by more."""

MOST_ROUNDS = 1_000
"""The number of improvements of a plan after which players are assumed never to agree."""

MOST_TERMS = 20_000_000
"""The terms of equations after which the worth of a plan is given up: it would take more than some
ten seconds."""


def results(way: Transition) -> Sequence[tuple[float, int]]:
    """Return the nodes that a choice may lead to, each with its probability."""
    return ((1.0, way),) if isinstance(way, int) else way


class _Choice(NamedTuple):
    """Where a choice leads: what it pays outside the cycle and by being there, and the nodes
    inside."""

    fixed: float
    inside: tuple[tuple[float, int], ...]
    leaving: float
    """The probability of leaving the cycle."""

    def worth(self, worths: Mapping[int, float]) -> float:
        """Return what the choice is worth if the nodes inside are worth this."""
        return self.fixed + sum([chance * worths[node] for chance, node in self.inside])


class Plans:
    """The plans for the nodes of one cycle. ``settled`` has the payoffs of those that it leads to,
    ``rewards`` what is paid by reaching a node, ``unending`` what endless play pays."""

    def __init__(
        self,
        nodes: Sequence[int],
        movers: Sequence[int],
        ways: Sequence[Sequence[Transition]],
        rewards: Sequence[Payoffs] | None,
        unending: float,
        settled: Sequence[Payoffs],
    ) -> None:
        self.movers = movers
        self.rewards = rewards
        self.unending = unending
        inside = set(nodes)
        self.choices = {
            node: [self._choice(node, way, inside, settled) for way in ways[node]] for node in nodes
        }
        every = [choice.fixed for choices in self.choices.values() for choice in choices]
        self.near = NEAR / 10 * max(1e-6, *map(abs, [unending, *every]))
        """Worths that differ by no more are treated as equal, so that rounding improves nothing."""
        self.plan = {**dict.fromkeys(nodes, 0), **_outwards(self.choices)}
        """The place of a choice for each node: at first one that leads to an exit as soon as
        possible."""
        self.still: set[int] = set()
        """The nodes where the plan goes round forever and nothing is paid."""

    def _choice(
        self, node: int, way: Transition, inside: Set[int], settled: Sequence[Payoffs]
    ) -> _Choice:
        """Return what is known of a choice at a node from what it leads to."""
        fixed = self.rewards[node][0] if self.rewards else 0.0
        leaving = 0.0
        within: list[tuple[float, int]] = []
        for chance, after in results(way):
            if after in inside:
                within.append((chance, after))
            else:
                fixed += chance * settled[after][0]
                leaving += chance
        return _Choice(fixed, tuple(within), leaving)

    def balanced(self) -> Mapping[int, float]:
        """Return what the plan that no player can improve further is worth.

        Raises `Unsearchable` if none is found.
        """
        for _ in range(MOST_ROUNDS):
            worths = self.worths()
            if not any(self._improves(player, worths) for player in (1, 0)):
                return worths
        raise Unsearchable("the choices of both players do not converge")

    # What a plan is worth ------------------------------------------------------------------

    def worths(self) -> Mapping[int, float]:
        """Return what the plan is worth from each node on.

        Each node's equation is expressed in nodes that come later, and then the last one's worth
        gives those before. Nothing is subtracted (W. Grassmann, M. Taksar and D. Heyman,
        "Regenerative analysis and steady state distributions for Markov chains", Operations
        Research 33, 1985), so that rounding does no harm, however long the play.
        """
        chosen = {node: choices[self.plan[node]] for node, choices in self.choices.items()}
        leaving = self._leaving(chosen)
        equations = self._equations(chosen, leaving)
        worths = dict.fromkeys(chosen, self.unending)
        for node in reversed(leaving):
            worths[node] = equations[node].worth(worths)
        return worths

    def _equations(
        self, chosen: Mapping[int, _Choice], leaving: Sequence[int]
    ) -> Mapping[int, _Choice]:
        """Return the choices of the nodes in that order, as if each led only to later nodes."""
        places = {node: place for place, node in enumerate(leaving)}
        # From where play does not leave, it goes round forever.
        endless = _Choice(self.unending, (), 1.0)
        equations = {node: endless for node in chosen if node not in places}
        terms = 0
        for node in leaving:
            fixed = gone = 0.0
            ahead = {node: 1.0}
            earlier = [(0, node)]
            while earlier:
                _, other = heappop(earlier)
                chance = ahead.pop(other)
                equation = equations.get(other) or chosen[node]
                gone += chance * equation.leaving
                fixed += chance * equation.fixed
                for share, after in equation.inside:
                    if after in equations and after not in ahead:
                        heappush(earlier, (places.get(after, -1), after))
                    ahead[after] = ahead.get(after, 0.0) + chance * share
                terms += len(equation.inside)
            if terms > MOST_TERMS:
                raise Unsearchable("too many positions repeat")
            ahead.pop(node, None)  # being there again is as good as being there
            scale = gone + sum(ahead.values())
            equations[node] = _Choice(
                fixed / scale,
                tuple([(share / scale, after) for after, share in ahead.items()]),
                gone / scale,
            )
        return equations

    def _leaving(self, chosen: Mapping[int, _Choice]) -> Sequence[int]:
        """Return the nodes from which the plan may come to an end, the nearest to it first.

        In a game that pays along the way, a place where nothing more is paid is also an end, and
        any other play without an end is refused.
        """
        choices = {node: (choice,) for node, choice in chosen.items()}
        if self.rewards is None:
            return list(_outwards(choices))
        paying = [node for node in chosen if any(self.rewards[node])]
        self.still = chosen.keys() - _outwards(choices, paying)
        ending = _outwards(choices, self.still)
        if len(ending) < len(chosen):
            raise Unsearchable("going round pays forever")
        return [node for node in ending if node not in self.still]

    # Better plans --------------------------------------------------------------------------

    def _improves(self, player: int, worths: Mapping[int, float]) -> bool:
        """True if a player's choices were improved, while the other keeps to the plan."""
        better = {}
        sign = 1 - 2 * player
        for node, choices in self.choices.items():
            if self.movers[node] == player:
                offered = [sign * choice.worth(worths) for choice in choices]
                most = max(offered)
                if most > sign * worths[node] + self.near:
                    better[node] = offered.index(most)
        self.plan.update(better)
        return bool(better) or self._stays(player, worths)

    def _stays(self, player: int, worths: Mapping[int, float]) -> bool:
        """True if a player now stays among nodes that were worth less than endless play."""
        sign = 1 - 2 * player
        limit = sign * self.unending - self.near
        staying = {node for node, worth in worths.items() if sign * worth < limit}
        kept = dict[int, Sequence[int]]()
        while kept.keys() != staying:
            kept = {node: self._kept(node, player, worths, staying) for node in staying}
            staying = {node for node, places in kept.items() if places}
        mine = {node: places[0] for node, places in kept.items() if self.movers[node] == player}
        self.plan.update(mine)
        return bool(mine)

    def _kept(
        self, node: int, player: int, worths: Mapping[int, float], staying: Set[int]
    ) -> Sequence[int]:
        """Return the places of the choices that keep to the given nodes and the same worth; none if
        play may leave them."""
        choices = self.choices[node]
        here = worths[node]
        is_own = self.movers[node] == player
        equal = [
            place
            for place in (range(len(choices)) if is_own or player == 0 else (self.plan[node],))
            if abs(choices[place].worth(worths) - here) <= self.near
        ]
        inner = [
            place
            for place in equal
            if not choices[place].leaving
            and all(
                after in staying and abs(worths[after] - here) <= self.near
                for _, after in choices[place].inside
            )
        ]
        return inner if is_own or len(inner) == len(equal) else ()


_OUTSIDE = -1
"""Stands for all nodes outside the cycle."""


def _outwards(choices: Mapping[int, Sequence[_Choice]], ends: Iterable[int] = ()) -> dict[int, int]:
    """Return the nodes from which play can leave the cycle or reach one of the ``ends``, the
    nearest first, each with the place of a choice."""
    before = defaultdict[int, list[tuple[int, int]]](list)
    for node, offered in choices.items():
        for place, choice in enumerate(offered):
            if choice.leaving:
                before[_OUTSIDE].append((node, place))
            for _, after in choice.inside:
                before[after].append((node, place))
    found = dict.fromkeys(ends, 0)
    waiting = [_OUTSIDE, *found]
    for node in waiting:
        for earlier, place in before[node]:
            if earlier not in found:
                found[earlier] = place
                waiting.append(earlier)
    return found
