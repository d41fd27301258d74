"""The values that a program's statements assign to its variables, judging only by its text.

`intervals`, `text_values` and `luck` each use the same list: for the range of a variable, for its
possible texts, and for whether luck decides it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..compiling.symbols import local
from ..reading import nodes as n
from ..reading.nodes import Expr, Stmt, Target

READ = n.call("READ")
ASKED = n.call("INPUT")
"""Values from READ and INPUT."""


class Sources:
    """The expressions that a program assigns to each of its variables."""

    def __init__(self, statements: Sequence[Stmt]) -> None:
        self.statements = statements
        self.given: dict[str, list[Expr]] = {}
        self.counted: dict[str, list[Expr]] = {}
        """The ends of the loops of each loop variable."""
        self.places: dict[str, list[Expr]] = {}
        """The expressions that select the element of an array that is assigned."""
        for stmt in statements:
            match stmt:
                case n.Let(target, value):
                    self._add(target, value)
                    self.places.setdefault(key_of(target), []).extend(n.children(target))
                case n.Swap(left, right):
                    self._add(left, right)
                    self._add(right, left)
                case n.Read() | n.InputStatement():
                    for target in n.targets(stmt):
                        self._add(target, READ if isinstance(stmt, n.Read) else ASKED)
                case n.For(var, first, last):
                    self.counted.setdefault(key_of(n.Var(var)), []).extend((first, last))

    def _add(self, target: Target, value: Expr) -> None:
        self.given.setdefault(key_of(target), []).append(value)

    def of(self, target: Target) -> list[Expr]:
        """Return everything assigned to a variable except by its loops."""
        return self.given.get(key_of(target), [])

    def counts(self, name: str) -> bool:
        """True if a variable is a loop variable."""
        return key_of(n.Var(name)) in self.counted


def key_of(target: Target) -> str:
    """Return the key that identifies a variable of the program."""
    return local(target.name) + ("(" if isinstance(target, n.Elem) else "")
