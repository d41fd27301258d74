"""Retrograde analysis: every position that can still occur, once each, and its worth, computed
backwards.

A graph is built breadth first, so that a state reached in many ways is expanded once and a game
with cycles still comes to an end. It is solved component by component (R. Tarjan, "Depth-first
search and linear graph algorithms", SIAM J. Computing 1, 1972), the last ones first. What repeats
is settled in one of two ways. Without luck, and if one player's gain is the other's loss, what can
be forced grows from the exits inwards: the nodes that are worth at least so much only become more,
and those that are worth at most so much too, wherever one begins. Else plans are compared
(`plans.py`). What endless play pays is said in one place, `Model.unending`.

Worths do not say how to get there: going round and round can be worth as much as winning now, as
long as one can still win. So each node has a *distance* too, and among equally good choices the one
with the least is taken by whoever gains by the end or is even.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import add

from ..game import Value
from ..support.collector import without_collector
from .model import Key, Model, OutOfMemory, Payoffs, State, Unsearchable
from .plans import NEAR, Cycle, Plans, Way


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
    """True if nothing is left to expand."""
    lucky: bool = False
    """True if luck decides anything."""
    goes_round: bool = False
    """True if a choice leads to a node that was found no later: only then can a position come
    again."""

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
def expand(
    graph: Graph, limit: int, *, depth: int | None = None, luck: bool = True, goal: bool = False
) -> Graph:
    """Continue a graph to at most ``limit`` states (then it is not complete) and ``depth`` choices.

    With ``goal`` it stops at the first state that pays a puzzle's solver in full. Raises
    `Unsearchable` if luck cannot be enumerated or is not allowed, `OutOfMemory` if memory runs out.
    """
    try:
        return _expand(graph, limit, depth, luck, goal)
    except MemoryError:
        raise OutOfMemory(len(graph.states)) from None


def _expand(graph: Graph, limit: int, depth: int | None, luck: bool, goal: bool) -> Graph:
    """Add the ways of one position after another, breadth first, until all are there or the first
    of the limits is met: of positions, of depth, or the goal."""
    model = graph.model
    at = len(graph.ways)
    ways = graph.ways
    depths = graph.depths
    watch = model.watch
    respond = model.respond
    next_turn = model.next_turn
    place, numbers = model.place, graph.numbers
    while at < len(graph.states):
        if depth is not None and depths[at] == depth:
            return graph
        here, deep = graph.states[at], depths[at] + 1
        turn = next_turn(graph.movers[at])
        known = len(graph.states)
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
        if goal and any(is_goal(paid) for paid in graph.payoffs[known:]):
            return graph
        at += 1
    graph.complete = True
    return graph


def is_goal(paid: Payoffs | None) -> bool:
    """True if these are the payoffs of an end that pays the first player in full."""
    return paid is not None and paid[0] >= 1


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
    """The least that each player gets, however indifferent players choose."""
    most: list[Payoffs]
    """The most that each gets; the same list if it makes no difference."""
    distances: list[int | None]
    """The choices to the end, if those who gain by it hurry, the others delay, and luck helps; None
    if there is no end.

    So whoever takes the best choice with the least distance comes to an end, if one can be forced.
    """
    unending: Payoffs
    """What play that never ends pays."""
    plan: dict[int, int] = field(default_factory=dict)
    """The places of the choices on which the worths of nodes in cycles depend, unless the players
    are opposed."""

    def of_way(self, way: Way) -> Payoffs:
        """The least that a choice is worth."""
        return _mean(self.payoffs, way)

    def most_of_way(self, way: Way) -> Payoffs:
        """The most that a choice is worth."""
        return _mean(self.most, way)

    def distance(self, way: Way) -> int | None:
        """The choices to the end after a choice."""
        return _nearest(self.distances, way)


def _mean(payoffs: Sequence[Payoffs], way: Way) -> Payoffs:
    """What a choice pays, on average over the results of luck."""
    if isinstance(way, int):
        return payoffs[way]
    return tuple(
        sum(chance * payoffs[node][who] for chance, node in way)
        for who in range(len(payoffs[way[0][1]]))
    )


def _nearest(distances: Sequence[int | None], way: Way) -> int | None:
    """The choices to the end after a choice, with good luck."""
    if isinstance(way, int):
        return distances[way]
    found = [distances[node] for _, node in way]
    return min((far for far in found if far is not None), default=None)


@without_collector()
def solved(graph: Graph) -> Worth:
    """What every node of a complete graph is worth. Raises `Unsearchable` if that is not found."""
    model, first = graph.model, graph.states[0]
    ends = [paid for paid in graph.payoffs if paid is not None]
    unending = model.unending(first, ends)
    rewards = (
        [model.rewards(state) for state in graph.states] if model.pays_on_the_way(first) else None
    )
    whole = sum(unending)
    has_one_sum = model.in_shares(first) or all(
        abs(sum(paid) - whole) < NEAR for paid in rewards or ends
    )
    if model.players == 1 or (model.players == 2 and has_one_sum):
        return _Opposed(graph, unending, rewards).solved(whole)
    return _Several(graph, unending, rewards).solved()


class _Solver:
    """Settles the components of a graph, each after all that it leads to."""

    opposed = False

    def __init__(self, graph: Graph, unending: Payoffs, rewards: Sequence[Payoffs] | None) -> None:
        self.graph = graph
        self.unending = unending
        self.rewards = rewards
        self.distances: list[int | None] = [None if paid is None else 0 for paid in graph.payoffs]
        self.still: set[int] = set()
        """Nodes at which a game that pays along the way is as good as over: play stays where
        nothing more is paid."""

    def settle_all(self) -> None:
        """The worth and the distance of every node."""
        graph = self.graph
        if graph.goes_round:
            for component in components(graph):
                self._settle(component)
            return
        for node in reversed(range(len(graph.states))):
            if graph.payoffs[node] is None:
                self.back_up(node)

    def _settle(self, component: Sequence[int]) -> None:
        """Find the worths of positions that lead to one another; those that they lead to have
        theirs."""
        graph = self.graph
        first = component[0]
        if len(component) == 1 and first not in graph.reached(first):
            if graph.payoffs[first] is None:
                self.back_up(first)
            return
        before: dict[int, list[int]] = {node: [] for node in component}
        for node in component:
            for after in graph.reached(node):
                if after in before:
                    before[after].append(node)
        still = self.go_round(component, before)
        _until_still(component, before, self._nearer)
        if self.rewards is not None:
            self.still = {node for node in still if self.distances[node] is None}
            for node in self.still:  # farther than any end
                self.distances[node] = len(graph.states)
            _until_still(component, before, self._nearer)

    def back_up(self, node: int) -> None:
        """The worth and the distance of a node, all that it leads to being settled."""
        raise NotImplementedError

    def go_round(
        self, component: Sequence[int], before: Mapping[int, Sequence[int]]
    ) -> Iterable[int]:
        """Settle the worths of nodes that lead to one another, and return those from which play
        need not end.

        ``before`` has for each node those that lead to it.
        """
        raise NotImplementedError

    def after_best(self, node: int) -> tuple[list[int | None], bool]:
        """The distances after the best choices, and whether the player hurries to the end."""
        raise NotImplementedError

    def plans(self, component: Sequence[int], settled: Callable[[int], Payoffs]) -> Plans:
        """The plans for a component."""
        graph, kinds = self.graph, 1 if self.opposed else len(self.unending)
        nodes = sorted(component, reverse=True)
        rewards = None if self.rewards is None else [self.rewards[node][:kinds] for node in nodes]
        cycle = Cycle(
            nodes,
            [graph.movers[node] for node in nodes],
            [graph.ways[node] for node in nodes],
            rewards,
        )
        return Plans(cycle, settled, self.unending[:kinds], self.opposed)

    def _nearer(self, node: int) -> bool:
        if node in self.still:
            return False
        distance = _before_end(*self.after_best(node))
        changed = distance != self.distances[node]
        self.distances[node] = distance
        return changed


def _until_still(
    nodes: Sequence[int], before: Mapping[int, Sequence[int]], change: Callable[[int], bool]
) -> None:
    """Change nodes, and again those that lead to what has changed, until nothing changes any
    more."""
    waiting, queued = deque(nodes), set(nodes)
    while waiting:
        node = waiting.popleft()
        queued.discard(node)
        if change(node):
            for earlier in before[node]:
                if earlier not in queued:
                    queued.add(earlier)
                    waiting.append(earlier)


def _before_end(after: Sequence[int | None], hurries: bool) -> int | None:
    """One choice more than after the nearest of equally good choices, or after the farthest."""
    if None in after:
        after = [distance for distance in after if distance is not None] if hurries else ()
    if not after:
        return None
    return 1 + (min(after) if hurries else max(after))  # type: ignore[type-var,operator] # no None is left


class _Opposed(_Solver):
    """Two players whose payoffs have a constant sum, or a single player: one number for each node
    is enough."""

    opposed = True

    def __init__(self, graph: Graph, unending: Payoffs, rewards: Sequence[Payoffs] | None) -> None:
        super().__init__(graph, unending, rewards)
        self.even = unending[0]
        self.worth = [self.even if paid is None else float(paid[0]) for paid in graph.payoffs]
        """What the first player gets."""
        self.near = NEAR if graph.lucky or rewards else 0.0
        """How far equal worths may differ; worths that are not sums do not."""

    def solved(self, whole: float) -> Worth:
        """The worth of all nodes; ``whole`` is what both players get together."""
        self.settle_all()
        paid_of = (
            (lambda one: (one,)) if len(self.unending) == 1 else (lambda one: (one, whole - one))
        )
        payoffs: list[Payoffs] = [paid_of(one) for one in self.worth]
        return Worth(self.graph, payoffs, payoffs, self.distances, self.unending)

    def back_up(self, node: int) -> None:
        """The worth and the distance of a node, all that it leads to being settled."""
        worths = self._worths(node)
        best = min(worths) if self.graph.movers[node] else max(worths)
        self.worth[node] = best if self.rewards is None else best + self.rewards[node][0]
        self.distances[node] = _before_end(*self._after(node, worths, best))

    def after_best(self, node: int) -> tuple[list[int | None], bool]:
        """The distances after the best choices, and whether the player hurries to the end."""
        worths = self._worths(node)
        return self._after(node, worths, min(worths) if self.graph.movers[node] else max(worths))

    def _worths(self, node: int) -> list[float]:
        """What the first player gets from each choice."""
        worth, ways = self.worth, self.graph.ways[node]
        if not self.graph.lucky:
            return [worth[way] for way in ways]  # type: ignore[index] # every way is a node then
        return [
            (
                worth[way]
                if isinstance(way, int)
                else sum([chance * worth[after] for chance, after in way])
            )
            for way in ways
        ]

    def _after(
        self, node: int, worths: Sequence[float], best: float
    ) -> tuple[list[int | None], bool]:
        distances, near = self.distances, self.near
        hurries = best <= self.even + near if self.graph.movers[node] else best >= self.even - near
        ways = self.graph.ways[node]
        if not near:  # every way is a node then
            worth = self.worth
            return [distances[way] for way in ways if worth[way] == best], hurries  # type: ignore[index]
        pairs = zip(ways, worths, strict=True)
        return [
            _nearest(distances, way) for way, worth in pairs if abs(worth - best) <= near
        ], hurries

    def _better(self, node: int) -> bool:
        """Set a node's worth to that of its best choice; True if it changed."""
        worths, before = self._worths(node), self.worth[node]
        self.worth[node] = min(worths) if self.graph.movers[node] else max(worths)
        return before != self.worth[node]

    def go_round(
        self, component: Sequence[int], before: Mapping[int, Sequence[int]]
    ) -> Iterable[int]:
        """What can be forced, from the exits inwards; by plans if luck decides or there are
        sums."""
        if self.rewards is None and all(
            isinstance(way, int) for node in component for way in self.graph.ways[node]
        ):
            _until_still(component, before, self._better)
            return ()
        plans = self.plans(component, lambda node: (self.worth[node],))
        for node, worth in zip(plans.nodes, plans.balanced()[0], strict=True):
            self.worth[node] = worth
        return plans.still


class _Several(_Solver):
    """Players whose payoffs have no constant sum, or three and more: each takes the best choice for
    itself (max^n).

    Whoever is indifferent may take any of the equal choices: there are bounds for the others then.
    Where positions repeat, the plan that nobody can improve alone is an equilibrium: worth what it
    says as long as nobody leaves it. C. Luckhardt and K. Irani, "An algorithmic solution of
    n-person games", AAAI 1986.
    """

    def __init__(self, graph: Graph, unending: Payoffs, rewards: Sequence[Payoffs] | None) -> None:
        super().__init__(graph, unending, rewards)
        self.least = [
            unending if paid is None else tuple(map(float, paid)) for paid in graph.payoffs
        ]
        self.most = list(self.least)
        self.plan: dict[int, int] = {}

    def solved(self) -> Worth:
        """The worth of all nodes."""
        self.settle_all()
        most = self.least if self.least == self.most else self.most
        return Worth(self.graph, self.least, most, self.distances, self.unending, self.plan)

    def _sure(self, node: int) -> list[float]:
        """The least that each choice gives its player."""
        mover = self.graph.movers[node]
        return [_mean(self.least, way)[mover] for way in self.graph.ways[node]]

    def back_up(self, node: int) -> None:
        """The bounds of a node by those of its choices, and its distance."""
        mover = self.graph.movers[node]
        pairs = [(_mean(self.least, way), _mean(self.most, way)) for way in self.graph.ways[node]]
        sure = max(least[mover] for least, _ in pairs)
        open_to_mover = [pair for pair in pairs if pair[1][mover] >= sure - NEAR]
        least = [min(parts) for parts in zip(*(pair[0] for pair in open_to_mover), strict=True)]
        most = [max(parts) for parts in zip(*(pair[1] for pair in open_to_mover), strict=True)]
        least[mover] = sure
        if self.rewards is not None:
            least = list(map(add, least, self.rewards[node]))
            most = list(map(add, most, self.rewards[node]))
        self.least[node], self.most[node] = tuple(least), tuple(most)
        self.distances[node] = _before_end(*self.after_best(node))

    def after_best(self, node: int) -> tuple[list[int | None], bool]:
        """The distances after the best choices, and whether the player hurries to the end."""
        sure, even = self._sure(node), self.unending[self.graph.movers[node]]
        best = max(sure)
        ways = zip(self.graph.ways[node], sure, strict=True)
        after = [_nearest(self.distances, way) for way, one in ways if one >= best - NEAR]
        return after, best >= even - NEAR

    def go_round(
        self, component: Sequence[int], before: Mapping[int, Sequence[int]]
    ) -> Iterable[int]:
        """An equilibrium of plans, and the bounds that follow from those of the exits."""
        plans = self.plans(component, self.least.__getitem__)
        least = plans.balanced()
        best = self.plans(component, self.most.__getitem__)
        best.plan = plans.plan
        most = best.worths()
        for number, node in enumerate(plans.nodes):
            self.least[node] = tuple(row[number] for row in least)
            self.most[node] = tuple(row[number] for row in most)
            self.plan[node] = plans.plan[number]
        return plans.still


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
