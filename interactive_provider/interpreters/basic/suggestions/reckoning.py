"""What a player can work out between two questions, as "you had 100 and bet 30" makes 70.

The numbers that are known at one question are led along every way to the next one. A number is
known there if all ways agree on it: what luck, DATA or an array has a part in is dropped on the
way.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..reading import nodes as n
from ..reading.nodes import Expr, Target
from .dataflow import Env, FlowPlace, FlowWalk, ProgramFacts, TestOutcomes, without

_FARTHEST = 400
"""The number of places visited; what is not reached by then is not known."""
_NOTHING: Env = ((n.Var("="), n.Num("0")),)
"""Keeps a path alive on which no number stays known."""


class Reckoning(FlowWalk):
    """The walk of known numbers from one question to the next."""

    def __init__(self, context: ProgramFacts, origin: int, known: Env, end: int) -> None:
        self.end = end
        self.arrived: list[frozenset[tuple[Target, Expr]]] = []
        """The numbers that are known at the end, for each way that leads there."""
        super().__init__(context, origin, (*_NOTHING, *known), _FARTHEST)
        if len(self.seen) >= self.most:
            self.arrived.append(frozenset())

    kept = 40

    def step(self, place: FlowPlace) -> Iterator[FlowPlace]:
        """As in `FlowWalk`, up to the next question."""
        i, env, calls = place
        match self.flow.ops[i].what:
            case n.InputStatement():
                if i == self.end:
                    self.arrived.append(frozenset(env) - {*_NOTHING})
            case n.For(var):
                yield i + 1, without(env, (n.Var(var),)), calls
            case _:
                yield from super().step(place)

    def outcomes(self, test: Expr) -> TestOutcomes:
        """The one that follows from what is known, else both."""
        return (test.value != 0,) if isinstance(test, n.Num) else (True, False)

    def carries(self, value: Expr) -> bool:
        """Only numbers are known."""
        return isinstance(value, n.Num)
