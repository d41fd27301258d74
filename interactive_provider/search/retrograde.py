"""Retrograde analysis: every position that can still occur, once each, and its worth, computed
backwards.

A graph is built breadth first, so that a state reached in many ways is expanded once and a game
with cycles still comes to an end. It is solved component by component, the last ones first. Cycles
are settled in one of two ways. Without luck, and if one player's gain is the other's loss, what can
be forced grows from the exits inwards: the nodes known to be worth at least a certain amount only
become more, as do those known to be worth at most that. Otherwise plans are compared (`plans.py`).
What endless play pays is said in one place, `Model.unending`.

Worths do not say how to get there: going round and round can be worth as much as winning now, as
long as the player can still win. So each node has a *distance* too, and a player who gains by the
end, or is even, takes the one with the least among equally good choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from operator import add
from typing import Any

from ..game import Value
from ..support.collector import without_collector
from .known import QUICK, Finding, Known
from .model import Key, Model, OutOfMemory, Payoffs, State, TooLarge, Unsearchable
from .plans import NEAR, Plans, Transition, results


@dataclass
class Graph:
    """Nodes by number, the root first, in the order in which they were found."""

    model: Model
    states: list[State] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    values: list[Sequence[Value]] = field(default_factory=list)
    payoffs: list[Payoffs | None] = field(default_factory=list)
    ways: list[Sequence[Transition]] = field(default_factory=list)
    """For each node that was expanded, where each of its values leads."""
    depths: list[int] = field(default_factory=list)
    """The fewest choices from the root."""
    parents: list[int] = field(default_factory=list)
    """The node that each was found from."""
    numbers: dict[Key, int] = field(default_factory=dict)
    complete: bool = False
    """True if nothing is left to expand."""
    lucky: bool = False
    """True if luck decides anything."""
    goes_round: bool = False
    """True if a choice leads to a node that was found no later: only then can a position repeat."""

    def reached(self, node: int) -> Iterator[int]:
        """Yield the nodes that follow one, through whichever choice and luck."""
        for way in self.ways[node]:
            for _, after in results(way):
                yield after


def completed(graph: Graph, limit: int, *, luck: bool = True) -> Graph:
    """Return the whole graph that begins like this; raises `Unsearchable` if it has more states."""
    if not expand(graph, limit, luck=luck).complete:
        raise TooLarge(limit)
    return graph


def rooted(model: Model, state: State, turn: int) -> Graph:
    """Return a graph of one state so far."""
    graph = Graph(model)
    _number(graph, state, model.place(state, turn)[1], 0)
    return graph


@without_collector()
def expand(
    graph: Graph, limit: int, *, depth: int | None = None, luck: bool = True, goal: bool = False
) -> Graph:
    """Continue a graph breadth first to at most ``limit`` states (then it is not complete) and
    ``depth`` choices.

    With ``goal`` it stops at the first state that pays a puzzle's solver in full. Raises
    `Unsearchable` if luck cannot be enumerated or is not allowed, `OutOfMemory` if memory runs out.
    """
    model = graph.model
    watch = model.watch
    respond = model.respond
    place = model.place
    numbers = graph.numbers
    try:
        while len(graph.ways) < len(graph.states):
            at = len(graph.ways)
            if graph.depths[at] == depth:
                return graph
            here = graph.states[at]
            turn = model.next_turn(graph.movers[at])
            known = len(graph.states)
            led: list[Transition] = []
            for value in graph.values[at]:
                watch.drawn = False
                after = respond(here, value, watch)
                if not watch.drawn:
                    key = place(after, turn)[1]
                    node = numbers.get(key, 0)
                    led.append(node if node > at else _number(graph, after, key, at))
                elif luck:
                    led.append(_chance(graph, model.chances(here, value), turn, at))
                else:
                    raise Unsearchable("luck decides")
            graph.ways.append(tuple(led))
            if len(graph.states) > limit or (goal and any(map(is_goal, graph.payoffs[known:]))):
                return graph
    except MemoryError:
        raise OutOfMemory(len(graph.states)) from None
    graph.complete = True
    return graph


def is_goal(paid: Payoffs | None) -> bool:
    """True if these are the payoffs of an end that pays the first player in full."""
    return paid is not None and paid[0] >= 1


def _number(graph: Graph, state: State, key: Key, parent: int) -> int:
    """Return the number of a state's node, which is made if there is none."""
    node = graph.numbers.get(key)
    if node is not None:
        if node <= len(graph.ways):
            graph.goes_round = True
        return node
    values = graph.model.values(state)
    node = graph.numbers[key] = len(graph.states)
    graph.states.append(state)
    graph.movers.append(key[1])
    graph.values.append(tuple(values))
    graph.payoffs.append(None if values else graph.model.gains(state))
    graph.depths.append(graph.depths[parent] + 1 if node else 0)
    graph.parents.append(parent)
    return node


def _chance(
    graph: Graph, ways: Sequence[tuple[float, State]], turn: int, parent: int
) -> Transition:
    graph.lucky = True
    chances: dict[int, float] = {}
    for chance, after in ways:
        node = _number(graph, after, graph.model.place(after, turn)[1], parent)
        chances[node] = chances.get(node, 0.0) + chance
    return tuple((chance, node) for node, chance in chances.items())


# Working backwards -------------------------------------------------------------------------


@without_collector()
def solved(graph: Graph) -> Worth:
    """Return what every node of a complete graph is worth. Raises `Unsearchable` if that is not
    found."""
    return Worth(graph)


class Worth(Known):
    """A complete graph, and what its nodes are worth: the ``payoffs`` are the least that each
    player gets, however indifferent players choose, and ``most`` is the most that each gets.

    The ``distances`` are the choices to the end, if those who gain by it hurry, the others delay,
    and luck helps; None if there is no end. So a player who takes the best choice with the least
    distance comes to an end, if one can be forced.

    Components of the graph are settled each after all that it leads to; every player takes the best
    choice for itself (max^n). If the players are opposed, which is so if there is one or if there
    are two and one gains what the other loses, any of several equally good choices will do;
    otherwise there are bounds for the others, and no position may repeat. What endless play pays is
    given as ``unending`` if the payoffs are not the game's own. C. Luckhardt and K. Irani, "An
    algorithmic solution of n-person games", AAAI 1986.
    """

    def __init__(self, graph: Graph, unending: Payoffs = ()) -> None:
        model = graph.model
        first = graph.states[0]
        ends = [paid for paid in graph.payoffs if paid is not None]
        self.unending = unending or model.unending(first, ends)
        rewards = None
        if model.pays_on_the_way(first):
            rewards = [model.rewards(state) for state in graph.states]
        has_one_sum = model.in_shares(first) or all(
            abs(sum(paid) - sum(self.unending)) < NEAR for paid in rewards or ends
        )
        self.opposed = model.players == 1 or (model.players == 2 and has_one_sum)
        self.rewards = rewards
        self.graph = graph
        self.setup = model.setup
        self.first = next(iter(graph.numbers))
        self.lucky = graph.lucky
        self.goes_round = graph.goes_round
        self.payoffs = [self.unending if one is None else self._paid(one) for one in graph.payoffs]
        self.most = self.payoffs if self.opposed else list(self.payoffs)
        self.near = NEAR if graph.lucky or rewards or not self.opposed else 0.0
        """How far equal worths may differ; those that are not sums do not differ."""
        self.distances: list[int | None] = [None if paid is None else 0 for paid in graph.payoffs]
        for component, is_cycle in components(graph):
            node = component[0]
            if is_cycle:
                self._settle(component)
            elif graph.payoffs[node] is None:
                worths = self._worths(node)
                self._put(node, worths)
                self.distances[node] = self._distance(node, worths)

    def __len__(self) -> int:
        return len(self.payoffs)

    def release(self) -> None:
        """Free what was only needed to solve: more than half of the memory."""
        self.graph = Graph(self.graph.model, numbers=self.graph.numbers)
        self.rewards = None

    def answers(self, model: Model, key: Key, states: int) -> bool:
        """True if looking at that many states would find the same about a position.

        (A position within a large graph may have a small one of its own, or a proof that tells no
        distances.)
        """
        return (
            (key == self.first or (len(self) <= QUICK and not self.lucky))
            and len(self) <= states
            and self.setup == model.setup
            and key in self.graph.numbers
        )

    def choices(self, model: Model, state: State, turn: int) -> dict[Value, Finding] | None:
        """Return what each choice is worth to the player to move; None if a position is not
        known."""
        mover, key = model.place(state, turn)
        numbers = self.graph.numbers
        after = model.next_turn(mover)
        if key not in numbers:
            return None
        found: dict[Value, Finding] = {}
        for value in model.values(state):
            ways = model.ways(state, value)
            nodes = [numbers.get(model.place(one, after)[1], -1) for _, one in ways]
            if -1 in nodes:
                return None
            way = tuple((chance, node) for (chance, _), node in zip(ways, nodes, strict=True))
            least, most = (_of_way(bounds, way)[mover] for bounds in (self.payoffs, self.most))
            if self.lucky:
                least = float(f"{least:.12g}")  # equal chances that were added up in another order
            distance = _nearest([self.distances[node] for node in nodes])
            found[value] = Finding(
                value,
                least,
                distance=None if distance is None else distance + 1,
                most=most if most > least + NEAR else None,
            )
        return found

    def _paid(self, paid: Payoffs) -> Payoffs:
        """Return payoffs as they are compared: those of two opposed players always have the same
        sum."""
        first, *others = map(float, paid)
        return (first, sum(self.unending) - first) if self.opposed and others else (first, *others)

    def _worths(self, node: int) -> list[float]:
        """Return the least that each choice gives the player who makes it."""
        payoffs = self.payoffs
        mover = self.graph.movers[node]
        ways = self.graph.ways[node]
        if not self.lucky:
            return [payoffs[way][mover] for way in ways]  # type: ignore[index] # without luck every way is a node
        return [_of_way(payoffs, way)[mover] for way in ways]

    def _put(self, node: int, worths: Sequence[float]) -> None:
        """Keep what a node is worth by the worths of its choices."""
        best = max(worths)
        ways = self.graph.ways[node]
        taken = [ways[worths.index(best)]]
        if self.opposed and self.rewards is None:
            self.payoffs[node] = _of_way(self.payoffs, taken[0])
            return
        mover = self.graph.movers[node]
        if not self.opposed:  # an indifferent player may take any
            taken = [way for way in ways if _of_way(self.most, way)[mover] >= best - NEAR]
        for bounds, bound in ((self.most, max), (self.payoffs, min)):
            every = zip(*(_of_way(bounds, way) for way in taken), strict=True)
            paid = [max(part) if who == mover else bound(part) for who, part in enumerate(every)]
            if self.rewards is not None:
                paid = list(map(add, paid, self.rewards[node]))
            bounds[node] = tuple(paid)

    def _distance(self, node: int, worths: Sequence[float]) -> int | None:
        """Return the choices to the end from a node, by those after its equally good choices.

        A player who gains by the end or is even hurries; one who loses by it delays.
        """
        best = max(worths)
        least = best - self.near
        distances = self.distances
        after = [
            distances[way] if isinstance(way, int) else _nearest([distances[to] for _, to in way])
            for way, worth in zip(self.graph.ways[node], worths, strict=True)
            if worth >= least
        ]
        hurries = best >= self.unending[self.graph.movers[node]] - self.near
        if None in after:
            after = [far for far in after if far is not None] if hurries else []
        if not after:
            return None
        return 1 + (min(after) if hurries else max(after))  # type: ignore[type-var,operator] # no None is left

    # Where positions repeat ----------------------------------------------------------------

    def _settle(self, component: Sequence[int]) -> None:
        """Find the worths of positions that lead to one another; the worths of those that they lead
        to are known."""
        graph = self.graph
        before: dict[int, list[int]] = {node: [] for node in component}
        for node in component:
            for after in graph.reached(node):
                if after in before:
                    before[after].append(node)

        def until_still(found: list[Any], settled: Callable[[int], Any]) -> None:
            """Settle all nodes, and again those that lead to what has changed."""
            waiting: Iterable[int] = component
            while waiting:
                changed = []
                for node in waiting:
                    value = settled(node)
                    if value != found[node]:
                        found[node] = value
                        changed.append(node)
                waiting = dict.fromkeys(earlier for node in changed for earlier in before[node])

        def best(node: int) -> Payoffs:
            worths = self._worths(node)
            return _of_way(self.payoffs, graph.ways[node][worths.index(max(worths))])

        def distance(node: int) -> int | None:
            return last.get(node) or self._distance(node, self._worths(node))

        still: Set[int] = set()
        is_sure = all(isinstance(way, int) for node in component for way in graph.ways[node])
        if self.opposed and self.rewards is None and is_sure:
            until_still(self.payoffs, best)
        else:
            still = self._compare_plans(sorted(component, reverse=True))
        last: dict[int, int] = {}
        until_still(self.distances, distance)
        if still:
            # Where nothing more is paid, play stays: that is farther than any end.
            last.update((node, len(graph.states)) for node in still if self.distances[node] is None)
            until_still(self.distances, distance)

    def _compare_plans(self, nodes: Sequence[int]) -> Set[int]:
        """Settle the worths of nodes that lead to one another by a plan that nobody can improve
        alone, and return those from which play need not end."""
        if not self.opposed:
            raise Unsearchable("positions can repeat, and one player may win what no other loses")
        graph = self.graph
        plans = Plans(nodes, graph.movers, graph.ways, self.rewards, self.unending[0], self.payoffs)
        for node, worth in plans.balanced().items():
            self.payoffs[node] = self._paid((worth, *self.unending[1:]))
        return plans.still


def _nearest(distances: Iterable[int | None]) -> int | None:
    """Return the choices to the end, if luck is good."""
    return min((far for far in distances if far is not None), default=None)


def _of_way(payoffs: Sequence[Payoffs], way: Transition) -> Payoffs:
    """Return what a choice pays, on average over the results of luck."""
    if isinstance(way, int):
        return payoffs[way]
    every = [[chance * part for part in payoffs[node]] for chance, node in way]
    return tuple(map(sum, zip(*every, strict=True)))


def components(graph: Graph) -> Iterator[tuple[list[int], bool]]:
    """Yield the strongly connected components, each after all that it leads to, and whether its
    positions can repeat.

    (Forwards in depth, then backwards from the nodes that were left last: S. R. Kosaraju 1978.)
    """
    if not graph.goes_round:
        yield from (([node], False) for node in reversed(range(len(graph.ways))))
        return
    seen = {0}
    left: list[int] = []
    before: list[list[int]] = [[] for _ in graph.ways]
    stack = [(0, graph.reached(0))]
    while stack:
        node, following = stack[-1]
        for after in following:
            before[after].append(node)
            if after not in seen:
                seen.add(after)
                stack.append((after, graph.reached(after)))
                break
        else:
            left.append(stack.pop()[0])
    found: list[tuple[list[int], bool]] = []
    for root in reversed(left):
        if root in seen:
            seen.remove(root)
            component = [root]
            for node in component:
                earlier = seen.intersection(before[node])
                seen -= earlier
                component += earlier
            found.append((component, len(component) > 1 or root in graph.reached(root)))
    yield from reversed(found)
