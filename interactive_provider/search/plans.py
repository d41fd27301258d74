"""Positions that may come again: what they are worth is found by comparing plans.

Where no position comes again, a worth is handed back from the ends, and every position is settled
once. In a cycle there is no such order. Handing worths round until they no longer change looks
sound and is not, if luck decides
anything: any number is a fixed point of "stay here", an approach may be too slow to be told from a
stop, and even the limit of ever longer games is not the worth of the game. (Say that you may stay,
or lose 1/2 at once and win 1/2 one choice later, each with luck in between: every game of limited
length is then worth -1/2 to you, the endless one 0.)

So plans are compared here. A *plan* names one choice for each node of a cycle. What a plan is worth
is certain: it is the solution of linear equations. A player can improve a plan in two ways:

- by a choice that is worth more than the planned one;
- by *staying*. Going round forever pays what `Model.unending` says. Where a player gets less than
  that, and can stay among nodes of one worth that the others cannot leave for nothing, the player
  stays.

If nobody can improve a plan, it is an equilibrium. If one player's gain is the other's loss, it is
worth what the game is worth, provided that staying was tried against every equally good reply
(`opposed`). That the two ways are enough is shown as follows: with no better choice the worth
cannot rise on average, whatever a player does; so it pays to go on only to someone who then never
ends, and among nodes whose worth does not fall that is staying.

A. Hoffman and R. Karp, "On nonterminating stochastic games", Management Science 12, 1966; H.
Everett, "Recursive games", 1957. In a game that pays on the way, each node adds what was paid by
reaching it, and play that pays forever has no worth.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from .model import Payoffs, Unsearchable

Way: TypeAlias = "int | tuple[tuple[float, int], ...]"
"""The result of a choice: the number of a node, or pairs of probability and number if luck
decides."""

NEAR = 1e-9
"""Choices whose worths differ by no more are equally good; no worth is off by more."""

MOST_ROUNDS = 1_000
"""The number of improvements of a plan after which several players are assumed never to agree."""

MOST_TERMS = 20_000_000
"""The terms of equations after which the worth of a plan is given up: it would take more than some
ten seconds."""


class _Choice(NamedTuple):
    """Where a choice leads: what it pays outside the cycle and by being there, and the nodes
    inside."""

    fixed: Payoffs
    inside: tuple[tuple[float, int], ...]
    leaving: float
    """The probability of leaving the cycle."""

    def worth(self, row: int, worths: Sequence[float]) -> float:
        """What the choice is worth, if the nodes inside have these worths."""
        return self.fixed[row] + sum([chance * worths[number] for chance, number in self.inside])

    def leads_into(self, numbers: Set[int]) -> bool:
        """True if the choice may lead to one of these nodes."""
        return any(number in numbers for _, number in self.inside)


class Cycle(NamedTuple):
    """The nodes of a cycle, who chooses at each, and what everybody has got by reaching it."""

    nodes: Sequence[int]
    movers: Sequence[int]
    ways: Sequence[Sequence[Way]]
    rewards: Sequence[Payoffs] | None


class Plans:
    """The plans for one cycle. ``settled`` gives the payoffs of the nodes that it leads to.

    If the players are ``opposed``, payoffs are those of the first player only.
    """

    def __init__(
        self, cycle: Cycle, settled: Callable[[int], Payoffs], unending: Payoffs, opposed: bool
    ) -> None:
        self.nodes = cycle.nodes
        self.movers = cycle.movers
        self.rewards = cycle.rewards
        self.unending = unending
        self.opposed = opposed
        places = {node: number for number, node in enumerate(cycle.nodes)}
        self.choices = [
            [self._choice(way, number, places, settled) for way in ways]
            for number, ways in enumerate(cycle.ways)
        ]
        largest = max(
            (abs(part) for choices in self.choices for choice in choices for part in choice.fixed),
            default=0,
        )
        self.near = NEAR / 10 * max(1e-6, largest, *map(abs, unending))
        """Worths that differ by no more are treated as equal, so that rounding improves nothing."""
        nearest = _outwards(self.choices)
        self.plan = [nearest.get(number, 0) for number in range(len(self.choices))]
        """The place of a choice for each node: at first one that leads to an exit as soon as
        possible."""
        self.still: list[int] = []
        """The nodes where the plan goes round forever and nothing is paid."""

    def _choice(
        self, way: Way, number: int, places: dict[int, int], settled: Callable[[int], Payoffs]
    ) -> _Choice:
        """What is known of a choice at a place of the cycle from what it leads to: the ``settled``
        nodes outside, and ``places`` inside."""
        ways = ((1.0, way),) if isinstance(way, int) else way
        outside = [(chance, settled(node)) for chance, node in ways if node not in places]
        reward = (0.0,) * len(self.unending) if self.rewards is None else self.rewards[number]
        fixed = [
            got + sum([chance * paid[row] for chance, paid in outside])
            for row, got in enumerate(reward)
        ]
        inside = [(chance, places[node]) for chance, node in ways if node in places]
        return _Choice(tuple(fixed), tuple(inside), sum([chance for chance, _ in outside]))

    def balanced(self) -> list[list[float]]:
        """What the plan is worth that no player can improve further: a list of worths for each row
        of payoffs.

        Raises `Unsearchable` if none is found.
        """
        order = (1, 0) if self.opposed else range(len(self.unending))
        for _ in range(MOST_ROUNDS):
            worths = self.worths()
            if not any(self._improves(player, worths) for player in order):
                return worths
        raise Unsearchable("the choices of several players do not converge")

    # What a plan is worth ------------------------------------------------------------------

    def worths(self) -> list[list[float]]:
        """What the plan brings: a list of worths for each row of payoffs.

        Each node's equation is expressed in nodes that come later, and then the last one's worth
        gives those before. Nothing is subtracted (W. Grassmann, M. Taksar and D. Heyman,
        "Regenerative analysis and steady state distributions for Markov chains", Operations
        Research 33, 1985), so that rounding does no harm, however long the play.
        """
        chosen = [choices[place] for choices, place in zip(self.choices, self.plan, strict=True)]
        leaving = self._leaving(chosen)
        equations = self._equations(chosen, leaving)
        worths = [[paid] * len(chosen) for paid in self.unending]
        for number in reversed(leaving):
            for row, worth in enumerate(worths):
                worth[number] = equations[number].worth(row, worth)
        return worths

    def _equations(
        self, chosen: Sequence[_Choice], leaving: Sequence[int]
    ) -> Mapping[int, _Choice]:
        """The choices of the nodes in that order, as if each led to later nodes alone."""
        places = dict.fromkeys(range(len(chosen)), -1)
        places.update((number, place) for place, number in enumerate(leaving))
        # From where play does not leave, it goes round forever.
        endless = _Choice(self.unending, (), 1.0)
        equations = {number: endless for number, place in places.items() if place < 0}
        terms = 0
        for number in leaving:
            fixed = [0.0] * len(self.unending)
            gone = 0.0
            ahead = dict[int, float]()
            earlier: list[tuple[int, int]] = []
            chance = 1.0
            equation: _Choice | None = chosen[number]
            while equation is not None:
                gone += chance * equation.leaving
                fixed = [
                    part + chance * paid for part, paid in zip(fixed, equation.fixed, strict=True)
                ]
                for share, after in equation.inside:
                    if after in equations and after not in ahead:
                        heappush(earlier, (places[after], after))
                    ahead[after] = ahead.get(after, 0.0) + chance * share
                terms += len(equation.inside)
                equation = None
                if earlier:
                    _, other = heappop(earlier)
                    chance = ahead.pop(other)
                    equation = equations[other]
            if terms > MOST_TERMS:
                raise Unsearchable("too many positions repeat")
            ahead.pop(number, None)  # being there again is as good as being there
            scale = gone + sum(ahead.values())
            equations[number] = _Choice(
                tuple([part / scale for part in fixed]),
                tuple([(share / scale, after) for after, share in ahead.items()]),
                gone / scale,
            )
        return equations

    def _leaving(self, chosen: Sequence[_Choice]) -> Sequence[int]:
        """The nodes from which the plan may come to an end, the nearest to it first.

        In a game that pays along the way, a place where nothing more is paid is also an end, and
        any other play without an end is refused.
        """
        leaving = _outwards([[choice] for choice in chosen])
        if self.rewards is None:
            return list(leaving)
        paying = _outwards(
            [
                [choice._replace(leaving=float(any(paid)))]
                for choice, paid in zip(chosen, self.rewards, strict=True)
            ]
        )
        still = {
            number
            for number in range(len(chosen))
            if number not in leaving and number not in paying
        }
        ending = _outwards(
            [
                [choice._replace(leaving=choice.leaving + choice.leads_into(still))]
                for choice in chosen
            ]
        )
        self.still = [self.nodes[number] for number in still]
        if len(ending) < len(chosen):
            raise Unsearchable("going round pays forever")
        return [number for number in ending if number not in still]

    # Better plans --------------------------------------------------------------------------

    def _improves(self, player: int, worths: Sequence[Sequence[float]]) -> bool:
        """True if a player's choices were improved, while the others keep to the plan."""
        row, sign = (0, 1 - 2 * player) if self.opposed else (player, 1)
        worth = worths[row]
        improved = False
        for number, choices in enumerate(self.choices):
            if self.movers[number] == player:
                offered = [sign * choice.worth(row, worth) for choice in choices]
                most = max(offered)
                if most > sign * worth[number] + self.near:
                    self.plan[number], improved = offered.index(most), True
        return improved or self._stays(player, row, sign, worth)

    def _stays(self, player: int, row: int, sign: int, worth: Sequence[float]) -> bool:
        """True if a player now stays among nodes that were worth less than endless play."""
        limit = sign * self.unending[row] - self.near
        staying = {number for number, one in enumerate(worth) if sign * one < limit}
        leaving: set[int] | None = None
        while leaving or leaving is None:
            kept = {number: self._kept(number, player, row, worth, staying) for number in staying}
            leaving = {number for number, place in kept.items() if place is None}
            staying -= leaving
        mine = {number: place for number, place in kept.items() if self.movers[number] == player}
        for number, place in mine.items():
            assert place is not None
            self.plan[number] = place
        return bool(mine)

    def _kept(
        self, number: int, player: int, row: int, worth: Sequence[float], staying: set[int]
    ) -> int | None:
        """The place of a choice that keeps to the given nodes and the same worth; None if play may
        leave them."""
        choices = self.choices[number]
        here = worth[number]
        is_own = self.movers[number] == player
        is_free = is_own or (self.opposed and player == 0)
        places = range(len(choices)) if is_free else (self.plan[number],)
        equal = [
            place for place in places if abs(choices[place].worth(row, worth) - here) <= self.near
        ]
        inner = [
            place
            for place in equal
            if not choices[place].leaving
            and all(
                after in staying and abs(worth[after] - here) <= self.near
                for _, after in choices[place].inside
            )
        ]
        return inner[0] if inner and (is_own or len(inner) == len(equal)) else None


def _outwards(choices: Sequence[Sequence[_Choice]]) -> dict[int, int]:
    """The nodes from which play can leave the cycle, the nearest to an exit first, each with the
    place of a choice."""
    before: list[list[tuple[int, int]]] = [[] for _ in choices]
    found: dict[int, int] = {}
    for number, offered in enumerate(choices):
        for place, choice in enumerate(offered):
            if choice.leaving:
                found.setdefault(number, place)
            for _, after in choice.inside:
                before[after].append((number, place))
    waiting = deque(found)
    while waiting:
        for earlier, place in before[waiting.popleft()]:
            if earlier not in found:
                found[earlier] = place
                waiting.append(earlier)
    return found
