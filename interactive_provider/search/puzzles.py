"""The way to the goal of a puzzle: a shortest one if it is near, else any.

Going breadth first, all positions at one distance are met before the first one farther away. So the
first way found is a shortest one, and a solitaire of thirty-one jumps is out of reach. Then two
searches that give up early take turns, each time with more patience, because one wrong choice near
the start may cost any amount of it (C. Gomes, B. Selman and N. Crato, "Heavy-tailed distributions
in combinatorial search", CP 1997):

- A *dive* goes depth first. One tries the choices first that leave the fewest options, as in a
  knight's tour (H. Warnsdorff 1823), another one tries them in any order. A position whose choices
  were all tried is lost, and every later search leaves it out. (A way back to the present path does
  not count as tried, and need not: what that position leads to is still being tried.)
- A *beam* goes breadth first and keeps only the positions of a distance with the most options, more
  or less: in a solitaire those are not yet stuck.

The last dive has all the patience that is left. If one ends by itself, everything was tried, and
there is no way.

Where every choice can be undone nobody gets stuck, and the number of options says nothing: these
searches are as blind as going breadth first. They are left out if that still met more and more
positions when it was given up.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from ..game import Value
from .model import Key, Model, State, Unsearchable
from .retrograde import Graph, expand, is_goal

PATIENCE = 3_000
"""The positions that the first dive may look at."""

FARTHER = 2
"""How many more positions may be looked at for any way than for a shortest one."""

GROWTH = 1.3
"""How much more patience each round has than the previous one."""

BEAM = 12
"""How much more patience a beam has than a dive."""

WIDTH = 150
"""A beam keeps one position of each distance for every 150 positions of patience."""

NOISE = 4.0
"""The number of options that luck may add to a position, so that no two beams are alike."""

KEPT = 4
"""The number of ways that are kept for further questions."""


class Exhausted(Exception):
    """Everything was tried: the goal cannot be reached."""


class Found(NamedTuple):
    """A path to the goal; there is none if ``path`` is empty."""

    path: tuple[Value, ...]
    states: int
    """The positions that were looked at."""
    is_proved: bool
    """True if no way is shorter, or if there is no way."""


def way_to_goal(graph: Graph, states: int) -> Found:
    """A way from the root of a graph: a shortest one among that many positions, else any among
    further ones. Raises `Unsearchable` if luck decides."""
    model = graph.model
    first, mover = graph.states[0], graph.movers[0]
    kept = kept_way(model, model.key(first, mover), states)
    if kept is not None:
        return kept
    path = _nearest(graph)
    if not path:
        expand(graph, states, luck=False, goal=True)
        path = _nearest(graph)
    count = len(graph.states)
    if path or graph.complete:
        found = Found(path, count, True)
    elif _is_blind(graph):
        found = Found((), count, False)
    else:
        search = _FarSearch(model, first, mover, FARTHER * states)
        try:
            found = Found(search.way(), count + search.met, False)
        except Exhausted:
            found = Found((), count + search.met, True)
    if found.path:
        _keep(model, first, mover, states, found)
    return found


def _is_blind(graph: Graph) -> bool:
    """True if every choice can be undone, as far as the graph goes, and much was met that is not
    yet tried."""
    count = len(graph.ways)
    return count < 2 * len(graph.states) / 3 and all(
        after >= count or node in graph.ways[after]
        for node in range(count)
        for after in graph.reached(node)
    )


def _nearest(graph: Graph) -> tuple[Value, ...]:
    """The values of a shortest way to a goal; none if the graph has no goal."""
    goal = next((node for node, paid in enumerate(graph.payoffs) if is_goal(paid)), 0)
    path: list[Value] = []
    before = {
        after: node for node in reversed(range(len(graph.ways))) for after in graph.reached(node)
    }
    while goal:
        node = before[goal]
        path.append(graph.values[node][graph.ways[node].index(goal)])
        goal = node
    return tuple(reversed(path))


# Ways that are kept ------------------------------------------------------------------------


_ways: deque[tuple[Hashable, int, Found, Mapping[Key, int]]] = deque(maxlen=KEPT)
"""The ways found last: each with its setup, the positions that might be looked at to find it, and
how many of its choices are made at each position on it."""

_lock = threading.Lock()


def _keep(model: Model, state: State, mover: int, limit: int, found: Found) -> None:
    """Keep a way for later questions about the positions on it."""
    if model.setup is None:  # the same keys may belong to other parameters next time
        return
    made = dict[Key, int]()
    for number, value in enumerate(found.path):
        mover, key = model.place(state, mover)
        made[key] = number
        state, mover = model.step(state, value), model.next_turn(mover)
    with _lock:
        _ways.append((model.setup, limit, found, made))


def kept_way(model: Model, key: Key, limit: int) -> Found | None:
    """The rest of a kept way that leads through a position, if as many positions would lead to it
    again."""
    with _lock:
        kept = list(_ways)
    for setup, asked, found, made in reversed(kept):
        would_do = found.states <= limit if found.is_proved else asked == limit
        if key in made and would_do and setup == model.setup:
            return found._replace(path=found.path[made[key] :])
    return None


# Far goals ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Step:
    """A position, and the choice that led to it."""

    state: State
    mover: int
    key: Key
    options: int
    before: _Step | None = None
    value: Value = None
    is_goal: bool = False


Order: TypeAlias = "Callable[[_Step], float]"
"""What says how late a step is tried."""


class _FarSearch:
    """A search for any way that looks at ``limit`` positions, perhaps some more than once."""

    def __init__(self, model: Model, state: State, turn: int, limit: int) -> None:
        self.model = model
        mover, key = model.place(state, turn)
        self.first = _Step(state, mover, key, len(model.values(state)))
        self.limit = limit
        self.met = 0
        self.rng = Random(0)
        self.lost: set[Key] = set()

    def way(self) -> tuple[Value, ...]:
        """The values of a way, empty if none was found. Raises `Exhausted` if there is none, and
        `Unsearchable` if luck decides."""
        patience, luck = float(PATIENCE), self.rng.random
        end: _Step | None = None
        while end is None and self.met < 0.75 * self.limit:
            end = (
                self._dive(patience, lambda step: step.options + luck())
                or self._dive(patience, lambda step: luck())
                or self._beam(patience, lambda step: NOISE * luck() - step.options)
            )
            patience *= GROWTH
        end = end or self._dive(self.limit, lambda step: step.options + luck())
        return () if end is None else self._shortened(end)

    def _dive(self, patience: float, order: Order) -> _Step | None:
        """A goal found depth first; None if the patience runs out first."""
        limit = min(self.limit, self.met + int(patience))
        path, begun = [self.first], {self.first.key}
        waiting = [self._steps(self.first, order)]
        while self.met < limit:
            step = next(waiting[-1], None)
            if step is None:
                waiting.pop()
                self.lost.add(path.pop().key)
                if not path:
                    raise Exhausted
            elif step.is_goal:
                return step
            elif step.key not in begun and step.key not in self.lost:
                begun.add(step.key)
                path.append(step)
                waiting.append(self._steps(step, order))
        return None

    def _beam(self, patience: float, order: Order) -> _Step | None:
        """A goal found breadth first among the first few of each distance, in this order."""
        limit = min(self.limit, self.met + int(BEAM * patience))
        layer, seen = [self.first], {self.first.key}
        while layer and self.met < limit:
            following = dict[Key, _Step]()
            for before in layer:
                for step in self._steps(before, order):
                    if step.is_goal:
                        return step
                    if step.key not in seen and step.options:
                        following[step.key] = step
            seen |= following.keys()
            layer = sorted(following.values(), key=order)[: int(patience / WIDTH)]
        return None

    def _steps(self, before: _Step, order: Order) -> Iterator[_Step]:
        """The steps from a position, a goal first."""
        steps = list(self._following(before))
        self.met += len(steps)
        goal = next((step for step in steps if step.is_goal), None)
        return iter([goal] if goal else sorted(steps, key=order))

    def _following(self, before: _Step) -> Iterator[_Step]:
        """The steps from a position that are not known to be lost, in the order of the options."""
        model = self.model
        turn = model.next_turn(before.mover)
        for value in model.values(before.state):
            after = model.step(before.state, value)
            if after is None:
                raise Unsearchable("luck decides")
            mover, key = model.place(after, turn)
            if key not in self.lost:
                options = len(model.values(after))
                ends_well = not options and is_goal(model.payoffs(after))
                yield _Step(after, mover, key, options, before, value, ends_well)

    def _shortened(self, end: _Step) -> tuple[Value, ...]:
        """The values of a way, without detours that a single choice saves."""
        path, step = [end], end
        while step.before is not None:
            step = step.before
            path.append(step)
        path.reverse()
        places = {step.key: place for place, step in enumerate(path)}
        values, at = list[Value](), 0
        while at < len(path) - 1:
            known = [step for step in self._following(path[at]) if step.key in places]
            farthest = max(known, key=lambda step: places[step.key])
            values.append(farthest.value)
            at = places[farthest.key]
        return tuple(values)
