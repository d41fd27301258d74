"""The values in a program that luck decides: random numbers, DATA and files are sources that nobody
sees."""

from __future__ import annotations

from collections.abc import Iterator

from ..compiling.control_flow import closure
from ..reading import nodes as n
from ..reading.nodes import Expr, Target
from ..reading.statements.files import FROM_FILES
from .sources import READ, Sources, key_of

_DRAWING = frozenset({"RND", *FROM_FILES})
"""Functions that take something from a hidden source."""


def has_luck(e: Expr) -> bool:
    """True if an expression draws a random number or reads something from a file."""
    return any(isinstance(part, n.BuiltInCall) and part.name in _DRAWING for part in n.parts(e))


class RandomVariables:
    """The variables of a program that get values from RND or READ, directly or through others."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.functions = {
            stmt.name
            for stmt in sources.statements
            if isinstance(stmt, n.Def) and has_luck(stmt.body)
        }

    def decides(self, e: Expr) -> bool:
        """True if an expression depends on luck or on a hidden source."""
        return any(map(self._is_drawn, closure((e,), self._given)))

    def _given(self, e: Expr) -> Iterator[Expr]:
        """Return what is assigned to the variables in an expression, and what selects their
        elements."""
        for part in n.parts(e):
            if isinstance(part, Target):
                yield from self.sources.of(part)
                yield from self.sources.places.get(key_of(part), ())

    def _is_drawn(self, e: Expr) -> bool:
        calls = (part for part in n.parts(e) if isinstance(part, n.FnCall))
        return e == READ or has_luck(e) or any(call.name in self.functions for call in calls)
