"""The values of a program that luck decides: a random number, DATA and files are stores that nobody
sees."""

from __future__ import annotations

from collections.abc import Sequence

from ..reading import nodes as n
from ..reading.nodes import Expr, Stmt
from ..reading.statements.files import FROM_FILES
from .intervals import key_of

_DRAWING = frozenset({"RND", *FROM_FILES})
"""Functions that take something from a store which nobody sees."""


def has_luck(e: Expr) -> bool:
    """True if a random number is drawn in an expression, or something read from a file."""
    return any(isinstance(part, n.BuiltInCall) and part.name in _DRAWING for part in n.parts(e))


class RandomVariables:
    """The variables of a program that RND or READ gives values to, directly or through others."""

    def __init__(self, statements: Sequence[Stmt]) -> None:
        self.drawn = {s.name for s in statements if isinstance(s, n.Def) and has_luck(s.body)}
        self.drawn |= {
            key_of(target) for s in statements if isinstance(s, n.Read) for target in s.targets
        }
        given = [pair for s in statements for pair in _given(s)]
        while more := {
            key for key, value in given if key not in self.drawn and self.decides(value)
        }:
            self.drawn |= more

    def decides(self, e: Expr) -> bool:
        """True if luck or a store has a part in an expression."""
        return any(map(self._is_drawn, n.parts(e)))

    def _is_drawn(self, e: Expr) -> bool:
        match e:
            case n.Var() | n.Elem():
                return key_of(e) in self.drawn
            case n.BuiltInCall(name) | n.FnCall(name):
                return name in _DRAWING or name in self.drawn
        return False


def _given(stmt: Stmt) -> list[tuple[str, Expr]]:
    """Pairs of a variable and what a statement gives it, or chooses its place by."""
    match stmt:
        case n.Let(target, value):
            return [(key_of(target), e) for e in (value, *n.children(target))]
        case n.Swap(left, right):
            return [(key_of(left), right), (key_of(right), left)]
    return []
