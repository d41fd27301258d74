"""Which variables hold what luck or a store of the program's has put there: what a player may not be told."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property, lru_cache

from ..compiling.flow import Flow
from ..compiling.symbols import expressions, local
from ..reading import nodes as n


def has_luck(e: n.Expr) -> bool:
    """Whether a random number is drawn in an expression."""
    return (isinstance(e, n.Call) and e.name == "RND") or any(map(has_luck, n.children(e)))


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
        while more := {key for key, value in sets if key not in self.drawn and self.decides(value)}:
            self.drawn |= more

    def decides(self, e: n.Expr) -> bool:
        """Whether luck or a store has a part in an expression."""
        if isinstance(e, n.Var | n.Elem) and _key(e) in self.drawn:
            return True
        if isinstance(e, n.FnCall) and e.name in self.drawn:
            return True
        return has_luck(e) or any(map(self.decides, n.children(e)))


class Told:
    """Which variables a player is told of before a question, on whatever way control comes there.

    A variable is told if it is printed or typed somewhere and each value that luck gives it is printed on every way to
    the question. What it holds must stand on the screen besides; that is not looked at here.
    """

    def __init__(self, flow: Flow, luck: Luck) -> None:
        self.flow, self.luck = flow, luck
        self.counted = {n.Var(op.what.var) for op in flow.ops if isinstance(op.what, n.For)}
        self.prints: dict[str, set[int]] = {}
        self.draws: dict[str, list[tuple[int, n.Expr | None]]] = {}
        self.elements: set[n.Elem] = set()
        """The elements of arrays that are printed."""
        for i, op in enumerate(flow.ops):
            for stmt in n.inner_statements((op.what,)) if isinstance(op.what, n.If) else (op.what,):
                self._note(i, stmt)
        self.is_told = lru_cache(maxsize=None)(self._is_told)
        self.is_followed = lru_cache(maxsize=None)(self._is_followed)

    def _note(self, i: int, stmt: object) -> None:
        match stmt:
            case n.Print():
                self.elements.update(e for e in expressions(stmt) if isinstance(e, n.Elem))
                for name in {name for e in expressions(stmt) for name in _names(e)}:
                    self.prints.setdefault(name, set()).add(i)
            case n.Input(targets):
                for target in targets:
                    self.prints.setdefault(_named(target), set()).add(i)
            case n.Let(target, value) if self.luck.decides(target):
                plain = isinstance(target, n.Var) and self.luck.decides(value)
                if plain or isinstance(target, n.Elem):
                    self.draws.setdefault(_named(target), []).append((i, value if plain else None))
            case n.Read(targets):
                for target in targets:
                    self.draws.setdefault(_named(target), []).append((i, None))

    def is_open(self, e: n.Expr, at: int) -> bool:
        """Whether a player can know the value of an expression at an operation: what luck made of it, he was told."""
        if not self.luck.decides(e):
            return True
        if isinstance(e, n.Var | n.Elem):
            name = _named(e)
            parts = (part for part in n.children(e) if part not in self.counted)
            return self.is_told(name, at) and self.is_followed(name, at) and all(self.is_open(p, at) for p in parts)
        return isinstance(e, n.Unary | n.Binary) and all(self.is_open(part, at) for part in n.children(e))

    def _is_followed(self, name: str, at: int) -> bool:
        """Whether a player who is told of a variable can reckon on from there: it was printed on every way so far."""
        return not self._slips_by(-1, self.prints.get(name, set()), at)

    def _is_told(self, name: str, at: int, reckons: bool = True, asking: frozenset[str] = frozenset()) -> bool:
        """Whether a player knows a variable at operation ``at``, what he can reckon among it if he ``reckons``."""
        printed = self.prints.get(name)
        if not printed:
            return False
        for i, value in self.draws.get(name, ()):
            others = () if value is None or has_luck(value) or not reckons else _names(value)
            known = bool(others) and all(
                other == name or other in asking or other not in self.draws
                or self._is_told(other, at, reckons, asking | {name})
                for other in others
            )  # fmt: skip
            if not known and self._slips_by(i, printed, at):
                return False
        return True

    def _slips_by(self, start: int, printed: set[int], at: int) -> bool:
        """Whether control can come from one operation to another past all of the printing ones."""
        seen: set[int] = set()
        queue = deque([start])
        while queue:
            i = queue.popleft()
            for to in self._ways[i] if i >= 0 else (0,):
                if to == at:
                    return True
                if to not in seen and to not in printed and to < len(self.flow.ops):
                    seen.add(to)
                    queue.append(to)
        return False

    @cached_property
    def _ways(self) -> list[Sequence[int]]:
        return [[edge.to for edge in edges] for edges in self.flow.successors]


def _names(e: n.Expr) -> set[str]:
    """The scalars and the arrays in an expression."""
    return ({_named(e)} if isinstance(e, n.Var | n.Elem) else set()).union(*map(_names, n.children(e)))


def _named(e: n.Target) -> str:
    return e.name + "(" * isinstance(e, n.Elem)


def _key(target: n.Target) -> str:
    return local(target.name) + ("(" if isinstance(target, n.Elem) else "")
