"""The way to the goal of a puzzle: a shortest one if it is near, otherwise any.

Going breadth first, all positions at one distance are met before the first one farther away. So the
first way found is a shortest one, and a solitaire of thirty-one jumps is out of reach. Then the
search goes depth first and gives up early, again and again, each time with more patience, because
one wrong choice near the start may cost any amount of it (C. Gomes, B. Selman and N. Crato, "Heavy-
tailed distributions in combinatorial search", CP 1997). Every other time the choices are tried
first that leave the fewest options, as in a knight's tour (H. Warnsdorff 1823), otherwise those
that leave the most: in a solitaire those are not yet stuck. A position whose choices were all tried
is lost, and every later search leaves it out. (A way back to the present path does not count as
tried, and need not: what that position leads to is still being tried.)

The last search has all the patience that is left. If a search ends before its patience does,
everything was tried, and there is no way.

If every choice can be undone, nobody gets stuck, and the number of options says nothing: this is as
blind as going breadth first. It is left out if that still met more and more positions when it was
given up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from ..game import Value
from .known import Finding, Known, remember
from .model import Key, Model, State, Unsearchable
from .retrograde import Graph, expand, is_goal

PATIENCE = 3_000
"""The positions that the first dive may look at."""

FARTHER = 2
"""How many more positions may be looked at for any way than for a shortest one."""

GROWTH = 1.3
"""How much more patience each round has than the previous one."""

NOISE = 2.0
"""The number of options that luck may add to a position, so that no two rounds are alike."""


class Exhausted(Exception):
    """Everything was tried: the goal cannot be reached."""


def way_to_goal(graph: Graph, states: int) -> Route:
    """Return a shortest way from the root of a graph among that many positions, otherwise any among
    further ones. Raises `Unsearchable` if luck decides."""
    model = graph.model
    path = _nearest(graph)
    if not path:
        expand(graph, states, luck=False, goal=True)
        path = _nearest(graph)
    met = len(graph.states)
    is_proved = bool(path) or graph.complete
    if not is_proved and not _is_blind(graph):
        search = _FarSearch(model, graph.states[0], graph.movers[0], FARTHER * states)
        try:
            path = search.way()
        except Exhausted:
            is_proved = True
        met += search.met
    way = Route(graph, states, path, met, is_proved)
    if path and model.setup is not None:  # otherwise the same keys may belong to other parameters
        remember(way)
    return way


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
    """Return the values of a shortest way to a goal; none if the graph has no goal."""
    node = next((node for node, paid in enumerate(graph.payoffs) if is_goal(paid)), 0)
    path: list[Value] = []
    while node:
        parent = graph.parents[node]
        path.append(graph.values[parent][graph.ways[parent].index(node)])
        node = parent
    return tuple(reversed(path))


class Route(Known):
    """A way to the goal, empty if there is none or none was found, and what it says about the
    positions on it. (No shorter way is known.)

    ``states`` positions were looked at, or a few more than the ``limit``. It is proved if no way is
    shorter, or if there is no way.
    """

    def __init__(
        self, graph: Graph, limit: int, path: Sequence[Value], states: int, is_proved: bool
    ) -> None:
        self.setup = graph.model.setup
        self.unending = (0.0,)
        self.path = tuple(path)
        self.limit = limit
        self.states = states
        self.is_proved = is_proved
        model = graph.model
        values = iter(path)
        steps = model.played(
            graph.states[0], graph.movers[0], lambda *_: next(values, None), Random(0)
        )
        self.numbers = {
            model.key(step.state, step.mover): number
            for number, step in enumerate(islice(steps, max(1, len(path))))
        }
        """For each position on the way how many choices are made before it."""

    def answers(self, model: Model, key: Key, states: int) -> bool:
        """True if as many positions would lead to the way again."""
        would_do = self.states <= states if self.is_proved else self.limit == states
        return key in self.numbers and would_do and self.setup == model.setup

    def choices(self, model: Model, state: State, turn: int) -> dict[Value, Finding] | None:
        """Return what is known of each choice."""
        key = model.place(state, turn)[1]
        if key not in self.numbers:
            return None
        path = self.path[self.numbers[key] :]
        found = {value: Finding(value, 0.0, not path) for value in model.values(state)}
        for value in path[:1]:
            distance = len(path) if self.is_proved else None
            found[value] = Finding(value, 1.0, distance=distance)
        return found


# Far goals ---------------------------------------------------------------------------------


class _Arrival(NamedTuple):
    """A position, and the choice that led to it."""

    state: State
    mover: int
    key: Key
    options: int
    value: Value = None
    is_goal: bool = False


class _FarSearch:
    """A search for any way that looks at ``limit`` positions, perhaps some more than once."""

    def __init__(self, model: Model, state: State, turn: int, limit: int) -> None:
        self.model = model
        mover, key = model.place(state, turn)
        self.first = _Arrival(state, mover, key, len(model.values(state)))
        self.limit = limit
        self.met = 0
        self.rng = Random(0)
        self.lost: set[Key] = set()

    def way(self) -> tuple[Value, ...]:
        """Return the values of a way, empty if none was found. Raises `Exhausted` if there is none,
        and `Unsearchable` if luck decides."""
        patience = float(PATIENCE)
        path = list[_Arrival]()
        while not path and self.met < self.limit:
            if self.met > 0.75 * self.limit:
                patience = self.limit
            path = self._dive(patience, 1) or self._dive(patience, -1)
            patience *= GROWTH
        return self._shortened(path)

    def _dive(self, patience: float, weight: int) -> list[_Arrival]:
        """Return the positions on a way to a goal, found depth first; none if the patience runs out
        first.

        Steps to few options are tried first, or with a ``weight`` of -1 those to many.
        """
        limit = min(self.limit, self.met + int(patience))
        path = [self.first]
        begun = {self.first.key}
        waiting = [self._steps(self.first, weight)]
        while self.met < limit:
            step = next(waiting[-1], None)
            if step is None:
                waiting.pop()
                self.lost.add(path.pop().key)
                if not path:
                    raise Exhausted
            elif step.is_goal:
                return [*path, step]
            elif step.key not in begun and step.key not in self.lost:
                begun.add(step.key)
                path.append(step)
                waiting.append(self._steps(step, weight))
        return []

    def _steps(self, before: _Arrival, weight: int) -> Iterator[_Arrival]:
        """Return the steps from a position, a goal first."""
        steps = list(self._following(before))
        self.met += len(steps)
        luck = self.rng.random
        return iter(
            sorted(
                steps, key=lambda step: (not step.is_goal, weight * step.options + NOISE * luck())
            )
        )

    def _following(self, before: _Arrival) -> Iterator[_Arrival]:
        """Yield the steps from a position that are not known to be lost, in the order of the
        options."""
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
                yield _Arrival(after, mover, key, options, value, ends_well)

    def _shortened(self, path: list[_Arrival]) -> tuple[Value, ...]:
        """Return the values of a way, without detours that a single choice saves."""
        places = {step.key: place for place, step in enumerate(path)}
        values = list[Value]()
        at = 0
        while at < len(path) - 1:
            known = [step for step in self._following(path[at]) if step.key in places]
            farthest = max(known, key=lambda step: places[step.key])
            values.append(farthest.value)
            at = places[farthest.key]
        return tuple(values)
