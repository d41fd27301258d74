"""Translates the logic of the Apple and the Atari, where AND, OR and NOT only test for 0, into that
of the other machines, where they work on bits; that true is 1 there is handled when code is
written."""

from __future__ import annotations

from . import nodes as n
from .nodes import ZERO, Expr


def tested(e: Expr) -> Expr:
    """Return a logical operation on tests; any other expression is unchanged."""
    match e:
        case n.Binary("AND" | "OR" as op, left, right):
            return n.Binary(op, _test(left), _test(right))
        case n.Unary("NOT", arg):
            return n.Unary("NOT", _test(arg))
    return e


def _test(e: Expr) -> Expr:
    return e if n.is_test(e) else n.Binary("<>", e, ZERO)
