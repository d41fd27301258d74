"""The values of a program that luck decides: a random number, DATA and files are stores that nobody
sees."""

from __future__ import annotations

from collections.abc import Iterator

from ..compiling.control_flow import closure
from ..reading import nodes as n
from ..reading.nodes import Expr, Target
from ..reading.statements.files import FROM_FILES
from .sources import READ, Sources, key_of

_DRAWING = frozenset({"RND", *FROM_FILES})
"""Functions that take something from a store which nobody sees."""


def has_luck(e: Expr) -> bool:
    """True if a random number is drawn in an expression, or something read from a file."""
    return any(isinstance(part, n.BuiltInCall) and part.name in _DRAWING for part in n.parts(e))


class RandomVariables:
    """The variables of a program that RND or READ gives values to, directly or through others."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.functions = {
            stmt.name
            for stmt in sources.statements
            if isinstance(stmt, n.Def) and has_luck(stmt.body)
        }

    def decides(self, e: Expr) -> bool:
        """True if luck or a store has a part in an expression."""
        return any(map(self._is_drawn, closure((e,), self._given)))

    def _given(self, e: Expr) -> Iterator[Expr]:
        """What is given to the variables in an expression, and what chooses their places."""
        for part in n.parts(e):
            if isinstance(part, Target):
                yield from self.sources.of(part)
                yield from self.sources.places.get(key_of(part), ())

    def _is_drawn(self, e: Expr) -> bool:
        calls = (part for part in n.parts(e) if isinstance(part, n.FnCall))
        return e == READ or has_luck(e) or any(call.name in self.functions for call in calls)
