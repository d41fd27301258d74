"""Truth on an Apple and an Atari, where AND, OR and NOT only ask what is 0, in terms of all others,
where they work on bits; that it is 1 there is known to whoever writes it."""

from __future__ import annotations

from . import nodes as n
from .nodes import ZERO, Expr


def tested(e: Expr) -> Expr:
    """An operation of logic on tests; any other expression as it is."""
    match e:
        case n.Binary("AND" | "OR" as op, left, right):
            return n.Binary(op, _test(left), _test(right))
        case n.Unary("NOT", arg):
            return n.Unary("NOT", _test(arg))
    return e


def _test(e: Expr) -> Expr:
    return e if n.is_test(e) else n.Binary("<>", e, ZERO)
