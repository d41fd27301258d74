"""A small game as a table of payoffs (the strategic form): best replies, and equilibria in exact
fractions.

The mixtures to which the other of two players has certain best replies form a polytope, and each
extreme equilibrium is a vertex of both (D. Avis, G. Rosenberg, R. Savani, B. von Stengel,
"Enumeration of Nash equilibria for two-player games", Economic Theory 42, 2010). `extreme_rays`
finds the vertices, and the mixtures that bring at least as much as a strategy, whatever the others
choose: these form a cone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain, permutations, product
from math import prod
from operator import and_, mul
from typing import Any, TypeAlias

from ..errors import BadParameter, NoAbility, did_you_mean, quote
from ..game import Check
from ..support.results import Result, Table
from .extensive import OVER, ExtensiveForm, Fractions, Labels, amounts, exact, mean

CELLS = 2_000
"""The maximum number of cells of a table."""

SHOWN = 200
"""The maximum number of cells of a table that can be shown."""

NODES = 4_000
"""The maximum number of nodes of a tree that can be made into a table."""

RAYS = 200
"""The maximum number of a player's mixtures that are compared."""

Mixture: TypeAlias = "Mapping[str, Fraction | float | str]"
"""The probability with which a player chooses each strategy: ``{"opera": "2/3", "box": "1/3"}``."""


@dataclass(repr=False)
class Matrix(Result):
    """The payoffs of a small game, with a star for each player's best replies.

    A strategy says what to choose in each of the player's information sets, in tree order, that has
    a choice and is not excluded by the strategy itself. ``paid`` has everybody's payoff, by the
    strategies of all.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import matrix
    >>> matrix(games.match_game(rows=(2,), misere=False, seed=1))
    player 1 / player 2  –
    row1 take1           0, 1*
    row1 take2           1*, 0*
    player 1: row1 take1 is strictly dominated by row1 take2.
    Equilibrium: row1 take2 | –: 1, 0
    """

    title: str
    players: Labels
    strategies: tuple[Labels, ...]
    paid: Mapping[Any, Fractions]

    def equilibria(self, *, pure: bool = False) -> list[tuple[Mixture, ...]]:
        """Return all equilibria of two players, a continuum by its extreme points; for other
        numbers of players, or with ``pure``, only those without mixing.

        Raises `NoAbility` for a table that is too large.
        """
        if len(self.players) != 2 or pure:
            every = [[{own: 1} for own in names] for names in self.strategies]
            return [profile for profile in product(*every) if self.check(*profile)]
        others = self._vertices(1)
        return [
            (one, other)
            for one, replies in self._vertices(0)
            for other, other_replies in others
            if replies.issuperset(other) and other_replies.issuperset(one)
        ]

    def check(self, *profile: Mixture) -> Check:
        """Check whether it is an equilibrium if each player chooses this way.

        Raises `BadParameter` for anything but a mixture of strategies for each player.
        """
        paid = self.gains(*profile)
        for who, names in enumerate(self.strategies):
            for own in names:
                gain = self.gains(*_with(profile, who, {own: 1}))[who] - paid[who]
                if gain > 0:
                    return Check(False, f"{self.players[who]} gains {gain} by changing to {own}.")
        return Check(True, "This is an equilibrium: no player gains by choosing otherwise.")

    def gains(self, *profile: Mixture) -> Fractions:
        """Return everybody's average payoff if each player chooses this way; raise as `check`
        does."""
        cells = list[Any]()
        try:
            cells += product(*profile)
            shares = [[exact(share) for share in mixture.values()] for mixture in profile]
        except (AttributeError, TypeError, ValueError):  # not part of a mixture
            shares = [[]]
        chances = [prod(each) for each in product(*shares)]
        if sum(chances) != 1 or min(chances) < 0 or not self.paid.keys() >= set(cells):
            names = sorted(set(chain(*self.strategies)))
            strange = next((own for own in chain(*cells) if own not in names), None)
            raise BadParameter(
                f"{quote(profile)} is not a profile: for each player, give strategies with shares"
                " that add up to 1."
                if strange is None
                else f"{quote(strange)} is not a strategy.{did_you_mean(str(strange), names)}"
            )
        return mean(chances, [self.paid[cell] for cell in cells])

    def dominance(self, *, weak: bool = False) -> list[str]:
        """Return dominated strategies in the order of their removal, each with the strategy, or the
        mixture of strategies, that dominates it.

        Weak dominance may lose equilibria, and the result depends on the order: here that of the
        table. Raises `NoAbility` for a table that is too large.
        """
        every = [(who, own) for who, names in enumerate(self.strategies) for own in names]
        left = list(map(list, self.strategies))
        steps = list[str]()
        waiting = every[:]
        for who, own in waiting:
            cause = self._dominator(left, who, own, weak=weak)
            if cause and own in left[who]:
                left[who].remove(own)
                steps.append(f"{self.players[who]}: {own} is {cause}.")
                waiting += every
        return steps

    def _dominator(self, left: list[list[str]], who: int, own: str, *, weak: bool) -> str:
        """Return what dominates a strategy, considering only the remaining ones; empty if nothing
        does."""
        rivals = [rival for rival in left[who] if rival != own]
        gaps = [
            [self.paid[_with(cell, who, rival)][who] - self.paid[cell][who] for rival in rivals]
            for cell in product(*_with(left, who, [own]))
        ]
        rays = extreme_rays(gaps)
        middle = [sum(parts) / len(rays) for parts in zip(*rays, strict=True)]
        for ray in (*rays, middle):
            gains = [sum(map(mul, ray, gap)) for gap in gaps]
            if min(gains) > 0 or (weak and any(gains)):
                how = "strictly" if min(gains) > 0 else "weakly"
                return f"{how} dominated by {mixed(dict(zip(rivals, ray, strict=True)))}"
        return ""

    def _vertices(self, who: int) -> list[tuple[Mixture, set[str]]]:
        """Return the mixtures of which all equilibria of one of two players are combinations, each
        with the other's best replies."""
        names = self.strategies[who]
        low = min(map(min, self.paid.values())) - 1
        rows = {
            reply: [
                1,
                *(low - self.paid[_with((reply, reply), who, own)][1 - who] for own in names),
            ]
            for reply in self.strategies[1 - who]
        }
        found = list[tuple[Mixture, set[str]]]()
        for ray in extreme_rays(list(rows.values())):
            best = {reply for reply, row in rows.items() if not sum(map(mul, row, ray))}
            if best:
                parts = zip(names, ray[1:], strict=True)
                found.append(({own: part / (1 - ray[0]) for own, part in parts if part}, best))
        return found

    def _rows(self) -> Iterator[list[str]]:
        """Return the table as texts: the first player's strategies are the rows."""
        rows, *others = self.strategies
        columns = list(product(*others))
        yield [" / ".join(self.players), *map(", ".join, columns)]
        for row in rows:
            yield [row, *(self._text((row, *column)) for column in columns)]

    def _text(self, cell: Labels) -> str:
        """Return everybody's payoff, with a star if their strategy is a best reply."""
        best = (
            max(self.paid[_with(cell, who, own)][who] for own in names)
            for who, names in enumerate(self.strategies)
        )
        gains = zip(self.paid[cell], best, strict=True)
        return ", ".join(f"{gain}{'*' * (gain == most)}" for gain, most in gains)

    def _notes(self) -> list[str]:
        """Return what follows from the table: dominance and equilibria, or why that takes too much
        work."""
        try:
            return [
                *self.dominance(),
                *(
                    f"Equilibrium: {' | '.join(map(mixed, one))}: {amounts(self.gains(*one))}"
                    for one in self.equilibria()
                ),
            ]
        except NoAbility as reason:
            return [str(reason)]

    def _table(self) -> Table:
        if len(self.paid) > SHOWN:
            return Table([], notes=[f"{self.title}: a table of {len(self.paid):,} cells"])
        head, *lines = self._rows()
        return Table(lines, head, len(head), notes=self._notes())


def mixed(mixture: Mixture) -> str:
    """Return a mixture in words: ``2/3 opera + 1/3 box``."""
    return " + ".join(
        f"{share} {name}".removeprefix("1 ") for name, share in mixture.items() if share
    )


def _with(parts: Sequence[Any], who: int, own: Any) -> Any:
    """Return a cell, or another sequence with a part for each player, with one player's part
    replaced."""
    return (*parts[:who], own, *parts[who + 1 :])


def extreme_rays(rows: Sequence[Sequence[Any]]) -> list[list[Fraction]]:
    """Return the extreme rays of all vectors without negative parts whose product with no row is
    negative (T. Motzkin and others, "The double description method", 1953); their parts add up to
    1.

    Rows are added one by one: each keeps the rays on its side, and adds one between each pair of
    neighbours on different sides. Two rays are neighbours if no other ray is tight wherever both
    are. Raises `NoAbility` if there are too many.
    """
    places = range(len(rows[0]))
    found = [[Fraction(one == place) for one in places] for place in places]
    every = [*found, *rows]
    for number in range(len(places), len(every)):
        sides = [[sum(map(mul, row, ray)) for row in every[: number + 1]] for ray in found]
        tight = [{at for at, side in enumerate(one[:-1]) if not side} for one in sides]
        rays = list(zip(found, tight, (one[-1] for one in sides), strict=True))
        found = [ray for ray, _, side in rays if side >= 0]
        for (ray, here, above), (other, there, below) in permutations(rays, 2):
            if below < 0 < above and sum(here & there <= one for one in tight) == 2:
                between = [above * b - below * a for a, b in zip(ray, other, strict=True)]
                found.append([part / sum(between) for part in between])
        if len(found) > RAYS:
            raise NoAbility(f"More than {RAYS:,} mixtures of a player would have to be compared.")
    return found


# From a tree to a table --------------------------------------------------------------------


def matrix_of(tree: ExtensiveForm) -> Matrix:
    """Return the table of a tree; raise `NoAbility` if it is too large.

    Ends are represented by the bits of a number: a cell leads to those that no strategy in it
    excludes.
    """
    nodes = tree.nodes
    if len(nodes) > NODES:
        raise NoAbility(f"A table needs a tree of at most {NODES:,} nodes; this is {tree}.")
    excluded = {node.where: dict.fromkeys(node.labels, 0) for node in nodes if node.mover >= 0}
    ends = list[tuple[Fraction, Fractions]]()
    for end in (node for node in nodes if node.mover == OVER):
        chance = Fraction(1)
        at = end
        while at.parent >= 0:
            above = nodes[at.parent]
            chance *= above.chances[at.way] if above.chances else 1
            ways = excluded.get(above.where, {})
            for label in ways.keys() - {above.labels[at.way]}:
                ways[label] |= 1 << len(ends)
            at = above
        ends.append((chance, end.paid))
    every = (1 << len(ends)) - 1
    strategies = [_strategies(excluded, who, every) for who in range(len(tree.players))]
    if prod(map(len, strategies)) > CELLS:
        raise NoAbility(f"{tree.title} has a table of more than {CELLS:,} cells.")
    paid = {}
    for cell in product(*strategies):
        allowed = reduce(and_, map(dict.__getitem__, strategies, cell))
        led = [end for bit, end in enumerate(ends) if allowed >> bit & 1]
        paid[cell] = mean(*zip(*led, strict=True))
    return Matrix(tree.title, tree.players, tuple(map(tuple, strategies)), paid)


def _strategies(
    excluded: Mapping[tuple[int, int], Mapping[str, int]], who: int, every: int
) -> dict[str, int]:
    """Return a player's strategies, each with the ends that it allows.

    No choice is made in an information set that the player's own earlier choices rule out.
    """
    found = {every: ""}
    for (mover, _), ways in excluded.items():
        if mover == who and len(found) <= CELLS:
            found = {
                allowed & ~others: f"{names}, {label}" if allowed & others else names
                for allowed, names in found.items()
                for label, others in ways.items()
            }
    return {names.removeprefix(", ") or "–": allowed for allowed, names in found.items()}
