"""Which variables hold what luck or a store of the program's has put there: what a player may not be told."""

from __future__ import annotations

from collections.abc import Sequence

from ..compiling.symbols import local
from ..reading import nodes as n


def has_luck(e: n.Expr) -> bool:
    """Whether a random number is drawn in an expression."""
    return any(isinstance(part, n.Call) and part.name == "RND" for part in n.parts(e))


class Luck:
    """The variables of a program that RND or READ gives values to, directly or through others."""

    def __init__(self, lines: Sequence[n.Line]) -> None:
        statements = [s for line in lines for s in n.inner_statements(line.body)]
        functions = {s.name for s in statements if isinstance(s, n.Def) and has_luck(s.body)}
        self.drawn: set[str] = set(functions)
        for stmt in statements:
            if isinstance(stmt, n.Read):
                self.drawn |= {_key(target) for target in stmt.targets}
        sets = [
            (_key(s.target), e) for s in statements if isinstance(s, n.Let) for e in (s.value, *n.children(s.target))
        ]
        pairs = [(s.left, s.right) for s in statements if isinstance(s, n.Swap)]
        sets += [(_key(a), b) for left, right in pairs for a, b in ((left, right), (right, left))]
        while more := {key for key, value in sets if key not in self.drawn and self.decides(value)}:
            self.drawn |= more

    def decides(self, e: n.Expr) -> bool:
        """Whether luck or a store has a part in an expression."""
        return any(map(self._is_drawn, n.parts(e)))

    def _is_drawn(self, e: n.Expr) -> bool:
        match e:
            case n.Var() | n.Elem():
                return _key(e) in self.drawn
            case n.Call(name) | n.FnCall(name):
                return name == "RND" or name in self.drawn
        return False


def _key(target: n.Target) -> str:
    return local(target.name) + ("(" if isinstance(target, n.Elem) else "")
