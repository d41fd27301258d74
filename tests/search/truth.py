"""Small games drawn at random, and what they are worth by trying every plan: slow, short, and apart
from the package.

A net is a game written out: for each place who moves, where each choice leads with which chances,
and what is paid at the ends, or by reaching a place. What play that never ends pays is said in
docs/writing-a-game.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from math import inf, isnan, nan, prod
from random import Random
from typing import Any, TypeAlias

from interactive_provider.game import Game, State

Way: TypeAlias = "tuple[tuple[float, int], ...]"
"""Where a choice leads: chances and places."""

Paid: TypeAlias = "tuple[float, ...]"

Plan: TypeAlias = "Mapping[int, Way]"
"""The choice that is made at each place."""

MOST_PLANS = 1_000
"""The most pairs of plans (or ways of breaking ties) that are tried."""

NEAR = 1e-9

KINDS = ("shares", "zero", "constant", "general", "zero on the way", "general on the way")


@dataclass(frozen=True)
class Net:
    """A game written out; places from ``len(ways)`` on are ends."""

    players: int
    kind: str
    movers: tuple[int, ...]
    ways: tuple[tuple[Way, ...], ...]
    ends: tuple[Paid, ...]
    rewards: tuple[Paid, ...]
    """What is paid by reaching each place that is no end, in a game that pays on the way."""
    total: float
    """What all players get together at any end, if that is one number."""

    def after(self, place: int) -> tuple[Way, ...]:
        """The choices at a place; none at an end."""
        return self.ways[place] if place < len(self.ways) else ()

    def end(self, place: int) -> Paid:
        """What an end pays."""
        return self.ends[place - len(self.ways)]

    def reward(self, place: int) -> Paid:
        """What is paid by reaching a place where somebody chooses."""
        return self.rewards[place] if self.rewards else (0.0,) * self.players

    def reached(self, root: int = 0) -> list[int]:
        """The places that can follow one, itself first."""
        found = [root]
        for place in found:
            found += [
                n
                for n in dict.fromkeys(n for way in self.after(place) for _, n in way)
                if n not in found
            ]
        return found

    @cached_property
    def places(self) -> list[int]:
        """The places where somebody chooses."""
        return [place for place in self.reached() if self.after(place)]

    @property
    def has_one_sum(self) -> bool:
        """True if what one player gains the other loses, or there is one player."""
        return self.players == 1 or (self.players == 2 and not self.kind.startswith("general"))

    @property
    def is_cyclic(self) -> bool:
        """True if a place can come again."""
        return any(
            place in self.reached(n)
            for place in self.places
            for way in self.after(place)
            for _, n in way
        )

    @cached_property
    def unending(self) -> Paid:
        """What play that never ends pays."""
        if self.rewards:
            return (0.0,) * self.players
        ends = [self.end(place) for place in self.reached() if not self.after(place)]
        if self.players == 1:
            return (min([0.0, *[paid[0] for paid in ends]]),)
        if self.kind == "shares":
            whole = 1.0
        elif self.players == 2 and self.kind != "zero" and self.range[0] < self.range[1]:
            whole = sum(self.range)
        else:
            sums = {round(sum(paid), 9) for paid in ends}
            whole = sums.pop() if len(sums) == 1 else 0.0
        return (whole / self.players,) * self.players

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest payoff."""
        every = [part for paid in self.ends for part in paid]
        return min(every), max(every)


def drawn(rng: Random, size: int = 5) -> Net:
    """A game of up to three players, with or without luck and cycles, its payoffs of any kind and
    scale."""
    players, kind = rng.choice((1, 2, 2, 2, 3)), rng.choice(KINDS)
    scale = rng.choice((1, 1, 0.25, 0.1, 20))
    luck = rng.choice((0, 0.4))
    is_cyclic = rng.random() < 0.7
    ending = rng.choice((0.3, 0.3, 0.1, 0.02))  # in cycles, ends are rare or out of reach

    def place(number: int) -> int:
        low = 0 if is_cyclic else number + 1
        return (
            size + rng.randrange(4)
            if low >= size or rng.random() < ending
            else rng.randrange(low, size)
        )

    def way(number: int) -> Way:
        chances = defaultdict[int, float](float)
        weights = [
            rng.randint(1, 9) for _ in range(rng.randint(2, 3) if rng.random() < luck else 1)
        ]
        for weight in weights:
            chances[place(number)] += weight / sum(weights)
        return tuple((chance, after) for after, chance in chances.items())

    ways = tuple(tuple(way(number) for _ in range(rng.randint(1, 3))) for number in range(size))
    movers = tuple(rng.randrange(players) for _ in range(size))
    total = {"shares": 1.0, "constant": 10 * scale}.get(kind, 0.0)
    ends = tuple(_paid(rng, players, kind, scale, total) for _ in range(4))
    rewards: tuple[Paid, ...] = ()
    if kind.endswith("on the way"):
        rewards = tuple(
            _paid(rng, players, kind, scale * rng.choice((0, 0, 1)), 0.0) for _ in range(size)
        )
    return Net(players, kind, movers, ways, ends, rewards, total)


def _paid(rng: Random, players: int, kind: str, scale: float, total: float) -> Paid:
    if kind == "shares":
        won, draw = rng.randrange(players + 1), 1 / max(2, players)
        return tuple([float(who == won) if won < players else draw for who in range(players)])
    paid = [scale * rng.choice((-3, -1, -0.5, 0, 0.3, 0.5, 1, 2)) for _ in range(players)]
    if kind.startswith("general") or players == 1:
        return tuple(paid)
    return (*paid[1:], total - sum(paid[1:]))


# Played by the package ----------------------------------------------------------------------


@dataclass(frozen=True)
class At(State):
    """A place of a net where winners are told."""

    place: int
    net: Net = field(compare=False)

    @property
    def display_options(self) -> Any:
        """The choices by number."""
        return tuple((f"way {number}", number) for number in range(len(self.net.after(self.place))))

    @property
    def mover(self) -> int:
        """Who chooses here."""
        return self.net.movers[self.place]

    @property
    def outcome(self) -> str | None:
        """Over where no way leads on."""
        if self.net.after(self.place):
            return None
        paid = self.net.end(self.place)
        return {1.0: "won", 0.5: "drawn"}.get(paid[0], "lost") if self.net.players == 1 else "over"

    @property
    def winner(self) -> int | None:
        """Who gets all, if somebody does."""
        paid = self.net.end(self.place)
        return paid.index(1.0) if 1.0 in paid else None


@dataclass(frozen=True)
class Paying(At):
    """A place of a net whose ends pay."""

    @property
    def payoffs(self) -> Paid:
        """What everybody gets."""
        return self.net.end(self.place)

    @property
    def payoff_range(self) -> tuple[float, float]:
        """Said for two players: then play that never ends pays the same wherever it begins."""
        return self.net.range if self.net.players == 2 and self.net.kind != "zero" else (0.0, 0.0)


@dataclass(frozen=True)
class Rewarding(At):
    """A place of a net that pays by being reached."""

    @property
    def rewards(self) -> Paid:
        """What everybody gets."""
        return (
            self.net.reward(self.place) if self.net.after(self.place) else self.net.end(self.place)
        )


class Netted(Game[At]):
    """The game of a net."""

    def __init__(self, net: Net) -> None:
        self.net, self.players = net, net.players  # type: ignore[misc]

    def at(self, place: int) -> At:
        """A place of the net as a state."""
        kind = Rewarding if self.net.rewards else At if self.net.kind == "shares" else Paying
        return kind(place, self.net)

    def new_state(self, rng: Random) -> At:
        """The first place."""
        return self.at(0)

    def process_response(self, state: At, value: int, rng: Random) -> At:
        """Where the choice leads, by luck if there are several."""
        way = self.net.after(state.place)[value]
        if len(way) == 1:
            return self.at(way[0][1])
        return self.at(rng.choices([place for _, place in way], [chance for chance, _ in way])[0])


# What a plan is worth -----------------------------------------------------------------------


def followed(net: Net, plan: Plan) -> dict[int, Paid]:
    """What every place pays if all keep to a plan: infinite if it pays forever, nan if it pays and
    takes forever."""
    worth = {place: net.end(place) for place in net.reached() if not net.after(place)}
    ending = _leading(plan, worth)
    for place in plan:
        following = ahead(plan, place)
        if place not in ending and all(place in ahead(plan, other) for other in following):
            worth[place] = _for_ever(net, plan, sorted(following))
    result = {place: list[float]() for place in plan}
    for who in range(net.players):
        known = {place: paid[who] for place, paid in worth.items()}
        rewards = {place: net.reward(place)[who] for place in plan}
        for place, paid in _expected(plan, rewards, known).items():
            result[place].append(paid)
    return {place: tuple(paid) for place, paid in result.items()}


def _leading(plan: Plan, goals: Collection[int]) -> set[int]:
    """The places from which a plan may lead to one of the goals."""
    found = set(goals)
    while more := {
        p for p, way in plan.items() if p not in found and any(n in found for _, n in way)
    }:
        found |= more
    return found


def ahead(plan: Plan, place: int) -> set[int]:
    """The places that a plan may lead to from one."""
    found = [place]
    for one in found:
        found += [n for _, n in plan.get(one, ()) if n not in found]
    return set(found)


def _for_ever(net: Net, plan: Plan, places: Sequence[int]) -> Paid:
    """What going round in some places pays."""
    rewards = [net.reward(place) for place in places]
    if not any(map(any, rewards)):
        return net.unending
    home = places[0]
    inside = {place: plan[place] for place in places if place != home}
    paid = []
    for who in range(net.players):
        until = _expected(inside, {place: net.reward(place)[who] for place in inside}, {home: 0.0})
        once = net.reward(home)[who] + sum(chance * until.get(n, 0.0) for chance, n in plan[home])
        is_idle = not any(reward[who] for reward in rewards)
        paid.append(0.0 if is_idle else nan if abs(once) < NEAR else inf if once > 0 else -inf)
    return tuple(paid)


def _expected(
    plan: Plan, rewards: Mapping[int, float], known: Mapping[int, float]
) -> dict[int, float]:
    """What is paid from each place on until a known one is reached, and by that one."""
    lead = {
        sign: _leading(plan, [place for place, paid in known.items() if paid == sign])
        for sign in (inf, -inf)
    }
    doubt = _leading(plan, [place for place, paid in known.items() if isnan(paid)])
    result = dict(known)
    for place in plan:
        if place in doubt or (place in lead[inf] and place in lead[-inf]):
            result[place] = nan
        elif place in lead[inf] or place in lead[-inf]:
            result[place] = inf if place in lead[inf] else -inf
    result.update(
        _eliminated(
            {place: way for place, way in plan.items() if place not in result}, rewards, result
        )
    )
    return {place: result[place] for place in plan}


def _eliminated(
    plan: Plan, rewards: Mapping[int, float], known: Mapping[int, float]
) -> dict[int, float]:
    """The solution of the equations that a plan is, by elimination."""
    places = list(plan)
    rows = []
    for place in places:
        row = [float(place == other) for other in places]
        right = rewards[place]
        for chance, after in plan[place]:
            if after in plan:
                row[places.index(after)] -= chance
            else:
                right += chance * known[after]
        rows.append([*row, right])
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda other: abs(rows[other][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [part / rows[at][at] for part in rows[at]]
        for other, row in enumerate(rows):
            if other != at and row[at]:
                rows[other] = [a - row[at] * b for a, b in zip(row, rows[at], strict=True)]
    return {place: row[-1] for place, row in zip(places, rows, strict=True)}


# What a game is worth -----------------------------------------------------------------------


def plans(net: Net, places: Sequence[int]) -> Iterator[dict[int, Way]]:
    """All that may be done at some places."""
    for chosen in product(*(net.after(place) for place in places)):
        yield dict(zip(places, chosen, strict=True))


def plan_count(net: Net, places: Sequence[int]) -> int:
    """How many plans there are for some places."""
    return prod(len(net.after(place)) for place in places)


def mean(net: Net, way: Way, worth: Mapping[int, Paid]) -> Paid:
    """What a choice pays."""
    paid = [(chance, worth[n] if net.after(n) else net.end(n)) for chance, n in way]
    return tuple(sum(chance * one[who] for chance, one in paid) for who in range(net.players))


def value(net: Net) -> dict[int, Paid] | None:
    """What every place is worth to one player, or to two whose payoffs have one sum.

    None if that is too much work, or a plan pays and takes forever.
    """
    if plan_count(net, net.places) > MOST_PLANS:
        return None
    sides = [[place for place in net.places if net.movers[place] == who] for who in (0, 1)]
    table = [
        [followed(net, mine | theirs) for theirs in plans(net, sides[1])]
        for mine in plans(net, sides[0])
    ]
    if any(isnan(paid[0]) for row in table for one in row for paid in one.values()):
        return None
    worth = {}
    for place in net.places:
        low = max(min(one[place][0] for one in row) for row in table)
        high = min(max(row[number][place][0] for row in table) for number in range(len(table[0])))
        assert low == high or abs(low - high) < NEAR, "one of the two could gain by mixing plans"
        worth[place] = (low, *[net.total - low] * (net.players - 1))
    return worth


def possible(net: Net) -> dict[int, set[Paid]] | None:
    """All that a place of a net without cycles may be worth, however those who are indifferent
    choose."""

    @cache
    def worths(place: int) -> frozenset[Paid]:
        if not net.after(place):
            return frozenset((net.end(place),))
        who, found = net.movers[place], set[Paid]()
        choices = [
            [
                tuple(
                    sum(c * p[k] for (c, _), p in zip(way, one, strict=True))
                    for k in range(net.players)
                )
                for one in product(*(worths(n) for _, n in way))
            ]
            for way in net.after(place)
        ]
        if prod(map(len, choices)) > MOST_PLANS:
            raise OverflowError
        for one in product(*choices):
            best = max(paid[who] for paid in one)
            found.update(paid for paid in one if paid[who] > best - NEAR)
        reward = net.reward(place)
        return frozenset(
            tuple(round(a + b, 10) for a, b in zip(paid, reward, strict=True)) for paid in found
        )

    try:
        return {place: set(worths(place)) for place in net.places}
    except OverflowError:
        return None
