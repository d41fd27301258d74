"""What the statements of a program give its variables, judged only from its text.

`intervals`, `text_values` and `luck` ask three things of the same list: between which numbers a
variable lies, which texts it can be, and whether luck decides it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..compiling.symbols import local
from ..reading import nodes as n
from ..reading.nodes import Expr, Stmt, Target

READ = n.call("READ")
ASKED = n.call("INPUT")
"""What READ and INPUT give."""


class Sources:
    """The expressions that a program gives each of its variables."""

    def __init__(self, statements: Sequence[Stmt]) -> None:
        self.statements = statements
        self.given: dict[str, list[Expr]] = {}
        self.counted: dict[str, list[Expr]] = {}
        """The ends of the loops of each variable that counts."""
        self.places: dict[str, list[Expr]] = {}
        """What chooses the place in an array to which something is given."""
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
        """All that is given to a variable but by its loops."""
        return self.given.get(key_of(target), [])

    def counts(self, name: str) -> bool:
        """True if a variable is that of a loop."""
        return key_of(n.Var(name)) in self.counted


def key_of(target: Target) -> str:
    """What distinguishes the variables of a program."""
    return local(target.name) + ("(" if isinstance(target, n.Elem) else "")
