"""What READ assigns to each of its variables: DATA dealt out in the order of the listing, before anything runs."""

from __future__ import annotations

from collections.abc import Sequence

from ..compiling.constant_folding import folded, substituted
from ..reading import nodes as n
from ..running.number_format import number_prefix
from .intervals import Intervals

Turn = tuple[tuple[n.Expr, n.Expr], ...]
"""Pairs of a loop's variable and its value."""


def dealt(statements: Sequence[n.Stmt], intervals: Intervals) -> dict[n.Target, tuple[str, ...]] | None:
    """The texts that each target of READ gets, None if the listing does not tell.

    It says if the READs, each in the listing's order and in its loops of known length, take exactly all items of DATA,
    and no number takes a text.
    """
    items = [text for s in statements if isinstance(s, n.Data) for text, _ in s.items]
    dealer = _Dealer([s for s in statements if isinstance(s, n.For | n.Next | n.Read)], items, intervals)
    try:
        dealer.deal(0, ())
    except ValueError:
        return None
    return {target: tuple(found) for target, found in dealer.found.items()} if dealer.taken == len(items) else None


class _Dealer:
    """Goes through loops and READs and takes items; raises ValueError if it cannot go on."""

    def __init__(self, statements: Sequence[n.Stmt], items: Sequence[str], intervals: Intervals) -> None:
        self.statements, self.items, self.intervals = statements, items, intervals
        self.taken = self.turns = 0
        self.found: dict[n.Target, list[str]] = {}
        self.numbers: dict[n.Expr, n.Expr] = {}
        """What was read into single variables, by which loops may count."""

    def deal(self, i: int, turn: Turn) -> int:
        """Go on from a statement to the end of the loop around it; the number of the statement behind."""
        while i < len(self.statements):
            match self.statements[i]:
                case n.Read(targets):
                    for target in targets:
                        self._take(target)
                    i += 1
                case n.For() as loop:
                    i = self._loop(i, loop, turn)
                case _:
                    return i + 1
        return i

    def _take(self, target: n.Target) -> None:
        item = self.items[self.taken] if self.taken < len(self.items) else ""
        self.taken += 1
        if self.taken > len(self.items) or not (n.is_text(target) or is_number(item)):
            raise ValueError("DATA does not fit READ")
        self.found.setdefault(target, []).append(item)
        if isinstance(target, n.Var) and not n.is_text(target):
            self.numbers[target] = n.Num(item)

    def _loop(self, i: int, loop: n.For, turn: Turn) -> int:
        foot = self._foot(i)
        if not any(isinstance(s, n.Read) for s in self.statements[i:foot]):
            return foot + 1
        first, last = self._number(loop.first, turn), self._number(loop.last, turn)
        step = 1.0 if loop.step is None else self._number(loop.step, turn)
        for k in range(int((last - first) / (step or 1.0)) + 1 if (last - first) * step >= 0 else 0):
            self.turns += 1
            if self.turns > len(self.items):
                raise ValueError("more turns than items")
            self.deal(i + 1, (*turn, (n.Var(loop.var), n.number(first + k * step))))
        return foot + 1

    def _foot(self, i: int) -> int:
        """The NEXT of the loop that begins at a statement."""
        open_loops = 0
        for at in range(i, len(self.statements)):
            open_loops += isinstance(self.statements[at], n.For) - isinstance(self.statements[at], n.Next)
            if open_loops == 0:
                return at
        raise ValueError("FOR without NEXT")

    def _number(self, e: n.Expr, turn: Turn) -> float:
        span = self.intervals.of(folded(substituted(e, (*turn, *self.numbers.items()))))
        if span.low != span.high:
            raise ValueError("a loop of unknown length")
        return span.low


def is_number(text: str) -> bool:
    """Whether an item of DATA is a number."""
    _, length = number_prefix(text)
    return length > 0 and not text[length:].strip()
