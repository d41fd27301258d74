"""Retrograde analysis: every position that can still occur, once each, and its worth, computed backwards.

A graph is built breadth first, so that a state reached in many ways is expanded once and a game with cycles still comes
to an end. It is solved component by component (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J.
Computing 1, 1972), the last ones first: a cyclic one without luck by growing what can be forced, one with luck by
sweeps until nothing changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import TypeAlias

from ..game import Value
from ..support.collector import without_collector
from .model import Key, Model, OutOfMemory, Payoffs, State, Unsearchable

Way: TypeAlias = "int | tuple[tuple[float, int], ...]"
"""The result of a choice: the number of a node, or pairs of probability and number if luck decides."""

CLOSE = 1e-12
"""The sweeps end with one that changes no value by more than this."""

MOST_SWEEPS = 10_000

PAID_SWEEPS = 100
"""Sweeps, and more of a small component, of a game that pays on the way: going round in it may pay forever."""


@dataclass(slots=True)
class Graph:
    """Nodes by number, the root first, in the order in which they were found."""

    model: Model
    states: list[State] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    values: list[Sequence[Value]] = field(default_factory=list)
    payoffs: list[Payoffs | None] = field(default_factory=list)
    ways: list[Sequence[Way]] = field(default_factory=list)
    """For each node that was expanded, where each of its values leads."""
    depths: list[int] = field(default_factory=list)
    """The fewest choices from the root."""
    numbers: dict[Key, int] = field(default_factory=dict)
    complete: bool = False
    """Whether nothing is left to expand."""
    lucky: bool = False
    """Whether luck decides anything."""
    goes_round: bool = False
    """Whether a choice leads to a node that was found no later: only then can a position come again."""

    def reached(self, node: int) -> Iterator[int]:
        """The nodes that follow one, through whichever choice and luck."""
        for way in self.ways[node]:
            if isinstance(way, int):
                yield way
            else:
                for _, after in way:
                    yield after


def expanded(model: Model, state: State, turn: int, limit: int) -> Graph:
    """The graph below a state, as far as `expand` takes it."""
    return expand(rooted(model, state, turn), limit)


def rooted(model: Model, state: State, turn: int) -> Graph:
    """A graph of one state so far."""
    graph = Graph(model)
    _found(graph, state, turn, 0)
    return graph


@without_collector()
def expand(graph: Graph, limit: int, *, depth: int | None = None, luck: bool = True, goal: bool = False) -> Graph:
    """Continue a graph to at most ``limit`` states (then it is not complete) and ``depth`` choices.

    With ``goal`` it stops at the first state that pays a puzzle's solver in full. Raises `Unsearchable` if luck cannot
    be enumerated or is not allowed, `OutOfMemory` if memory runs out.
    """
    try:
        return _expand(graph, limit, depth, luck, goal)
    except MemoryError:
        raise OutOfMemory(len(graph.states)) from None


def _expand(graph: Graph, limit: int, depth: int | None, luck: bool, goal: bool) -> Graph:
    model = graph.model
    at, ways, depths = len(graph.ways), graph.ways, graph.depths
    watch, respond, next_turn = model.watch, model.respond, model.next_turn
    place, numbers = model.place, graph.numbers
    while at < len(graph.states):
        if depth is not None and depths[at] == depth:
            return graph
        here, deep = graph.states[at], depths[at] + 1
        turn = next_turn(graph.movers[at])
        led: list[Way] = []
        for value in graph.values[at]:
            watch.drawn = False
            after = respond(here, value, watch)
            if not watch.drawn:
                mover, key = place(after, turn)
                node = numbers.get(key)
                if node is None:
                    node = _added(graph, after, mover, key, deep)
                elif node <= at:
                    graph.goes_round = True
                led.append(node)
            elif not luck:
                raise Unsearchable("luck decides")
            else:
                led.append(_chance(graph, model.ways(here, value), turn, deep))
        ways.append(tuple(led))
        if len(graph.states) > limit:
            return graph
        if goal and any(paid is not None and paid[0] >= 1 for paid in graph.payoffs[-len(led) or None :]):
            return graph
        at += 1
    graph.complete = True
    return graph


def _found(graph: Graph, state: State, turn: int, depth: int) -> int:
    """The number of a state's node, which is made if there is none."""
    mover, key = graph.model.place(state, turn)
    node = graph.numbers.get(key)
    if node is None:
        return _added(graph, state, mover, key, depth)
    graph.goes_round |= node <= len(graph.ways)
    return node


def _added(graph: Graph, state: State, mover: int, key: Key, depth: int) -> int:
    """The number of a new node."""
    values = graph.model.values(state)
    node = graph.numbers[key] = len(graph.states)
    graph.states.append(state)
    graph.movers.append(mover)
    graph.values.append(tuple(values))
    graph.payoffs.append(None if values else graph.model.gains(state))
    graph.depths.append(depth)
    return node


def _chance(graph: Graph, ways: Sequence[tuple[float, State]], turn: int, depth: int) -> Way:
    graph.lucky = True
    chances: dict[int, float] = {}
    for chance, after in ways:
        node = _found(graph, after, turn, depth)
        chances[node] = chances.get(node, 0.0) + chance
    return tuple((chance, node) for node, chance in chances.items())


# Working backwards -------------------------------------------------------------------------


@dataclass(slots=True)
class Worth:
    """What the nodes of a complete graph are worth with best play."""

    graph: Graph
    payoffs: list[Payoffs]
    distances: list[int | None]
    """The choices to the end of a game without luck, with the better side hurrying; None if it need not end."""

    def of_way(self, way: Way) -> Payoffs:
        """What a choice is worth."""
        if isinstance(way, int):
            return self.payoffs[way]
        return expected(self.payoffs, way)

    def distance(self, way: Way) -> int | None:
        """The choices to the end after a choice that luck does not decide."""
        return self.distances[way] if isinstance(way, int) else None


def expected(payoffs: Sequence[Payoffs], way: Sequence[tuple[float, int]]) -> Payoffs:
    """The mean over the results of luck."""
    return tuple(sum(chance * payoffs[node][who] for chance, node in way) for who in range(len(payoffs[way[0][1]])))


@without_collector()
def solved(graph: Graph) -> Worth:
    """What every node of a complete graph is worth. Raises `Unsearchable` if the sweeps do not converge."""
    model = graph.model
    count = len(graph.states)
    sums = {round(sum(paid), 9) for paid in graph.payoffs if paid is not None}
    is_paid = model.pays_on_the_way(graph.states[0])
    if is_paid or model.players > 2 or (model.players == 2 and len(sums) > 1):
        return _solved_for_many(graph)
    whole = sums.pop() if model.players == 2 and sums else 0.0
    unending = whole / 2 if model.players == 2 else min([0.0, *(paid[0] for paid in graph.payoffs if paid)])
    work = _Zero(graph, [unending] * count, [None] * count, unending)
    for node, paid in enumerate(graph.payoffs):
        if paid is not None:
            work.worth[node], work.distances[node] = float(paid[0]), 0
    if not graph.goes_round:
        for node in reversed(range(count)):
            if graph.payoffs[node] is None:
                work.back_up(node)
    else:
        for component in components(graph):
            work.settle(component)
    if graph.lucky:  # the distance is not a number then
        work.distances = [None] * count
    paid_of = (lambda v: (v,)) if model.players == 1 else (lambda v: (v, whole - v))
    return Worth(graph, [paid_of(v) for v in work.worth], work.distances)


@dataclass(slots=True)
class _Zero:
    """Two players whose payoffs have a constant sum, or a single player: one number for each node is enough."""

    graph: Graph
    worth: list[float]
    """What the first player gets."""
    distances: list[int | None]
    unending: float

    def settle(self, component: Sequence[int]) -> None:
        """The worth of one component, when all that it leads to is settled."""
        if len(component) == 1 and component[0] not in self.graph.reached(component[0]):
            if self.graph.payoffs[component[0]] is None:
                self.back_up(component[0])
        elif any(not isinstance(way, int) for node in component for way in self.graph.ways[node]):
            self._sweep(component)
        else:
            self._grow(component)

    def of_way(self, way: Way) -> float:
        """What the first player gets after a choice."""
        worth = self.worth
        if isinstance(way, int):
            return worth[way]
        return sum([chance * worth[node] for chance, node in way])

    def best(self, node: int) -> float:
        """What the mover's best choice brings the first player."""
        worth = self.worth
        worths = [worth[way] if isinstance(way, int) else self.of_way(way) for way in self.graph.ways[node]]
        return min(worths) if self.graph.movers[node] else max(worths)

    def back_up(self, node: int) -> None:
        """The worth and the distance of a node, all that it leads to being settled."""
        self.worth[node] = self.best(node)
        self.distances[node] = self._distance(node)

    def _distance(self, node: int) -> int | None:
        """One choice more than after the best one: the winning side hurries, the losing side delays."""
        best, worth = self.worth[node], self.worth
        after = [
            self.distances[way] if isinstance(way, int) else None
            for way in self.graph.ways[node]
            if (worth[way] if isinstance(way, int) else self.of_way(way)) == best
        ]
        if self._hurries(node):
            distances = [distance for distance in after if distance is not None]
            return 1 + min(distances) if distances else None
        distances = [distance for distance in after if distance is not None]
        return 1 + max(distances) if len(distances) == len(after) else None

    def _hurries(self, node: int) -> bool:
        """True if the mover does better than by going on forever."""
        return (self.worth[node] < self.unending) if self.graph.movers[node] else (self.worth[node] > self.unending)

    def _sweep(self, component: Sequence[int]) -> None:
        """Gauss-Seidel sweeps, the nodes found last first, until none changes any more."""
        order = sorted(component, reverse=True)
        for _ in range(MOST_SWEEPS):
            change = 0.0
            for node in order:
                before, after = self.worth[node], self.best(node)
                self.worth[node] = after
                change = max(change, abs(after - before))
            if change < CLOSE:
                return
        raise Unsearchable("the probabilities of repeating positions do not converge")

    def _grow(self, component: Sequence[int]) -> None:
        """What can be forced, from the exits of the component inwards; the rest repeats forever."""
        inside = set(component)
        before: dict[int, list[int]] = {node: [] for node in component}
        for node in component:
            for after in self.graph.reached(node):
                if after in inside:
                    before[after].append(node)
        self._until_still(component, before, self._better)
        self._until_still([n for n in component if self.worth[n] != self.unending], before, self._nearer)

    @staticmethod
    def _until_still(nodes: Sequence[int], before: dict[int, list[int]], change: object) -> None:
        waiting, queued = deque(nodes), set(nodes)
        while waiting:
            node = waiting.popleft()
            queued.discard(node)
            if change(node):  # type: ignore[operator]
                for earlier in before[node]:
                    if earlier not in queued:
                        queued.add(earlier)
                        waiting.append(earlier)

    def _better(self, node: int) -> bool:
        worth = self.best(node)
        changed, self.worth[node] = worth != self.worth[node], worth
        return changed

    def _nearer(self, node: int) -> bool:
        if self.worth[node] == self.unending:
            return False
        distance = self._distance(node)
        changed, self.distances[node] = distance != self.distances[node], distance
        return changed


def _solved_for_many(graph: Graph) -> Worth:
    """Each player takes the best choice for that player, the first of several equal ones (max^n).

    In a game that pays on the way, a node is worth what it pays and what follows.
    C. Luckhardt and K. Irani, "An algorithmic solution of n-person games", AAAI 1986.
    """
    model = graph.model
    is_paid = model.pays_on_the_way(graph.states[0])
    start = (0.0 if is_paid else model.draw,) * model.players
    worth = [start if paid is None else paid for paid in graph.payoffs]
    result = Worth(graph, worth, [None] * len(worth))
    for component in components(graph):
        going = [node for node in sorted(component, reverse=True) if graph.payoffs[node] is None]
        rewards = [model.rewards(graph.states[node]) for node in going] if is_paid else [()] * len(going)
        for _ in range(max(PAID_SWEEPS, 1_000 * PAID_SWEEPS // (len(going) + 1)) if is_paid else MOST_SWEEPS):
            change = 0.0
            for node, reward in zip(going, rewards, strict=True):
                mover = graph.movers[node]
                best = max((result.of_way(way) for way in graph.ways[node]), key=lambda paid: paid[mover])
                best = tuple(map(add, best, reward)) if is_paid else best
                change = max(change, *(abs(a - b) for a, b in zip(best, worth[node], strict=True)))
                worth[node] = best
            if change < CLOSE:
                break
        else:
            raise Unsearchable("the choices of several players do not converge")
    return result


def components(graph: Graph) -> Iterator[list[int]]:
    """The strongly connected components, each after all that it leads to."""
    count = len(graph.ways)
    index = [-1] * count
    low = [0] * count
    waiting: list[int] = []
    is_waiting = bytearray(count)
    stack: list[tuple[int, Iterator[int]]] = []
    visited = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        stack.append((root, graph.reached(root)))
        while stack:
            node, following = stack[-1]
            if index[node] < 0:
                index[node] = low[node] = visited
                visited += 1
                waiting.append(node)
                is_waiting[node] = 1
            for after in following:
                if index[after] < 0:
                    stack.append((after, graph.reached(after)))
                    break
                if is_waiting[after]:
                    low[node] = min(low[node], index[after])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = waiting.pop()
                        is_waiting[member] = 0
                        component.append(member)
                        if member == node:
                            break
                    yield component
