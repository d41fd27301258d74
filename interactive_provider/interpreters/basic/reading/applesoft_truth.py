"""Truth on an Apple, if it is 1 and AND, OR and NOT ask only what is 0, in terms of all others,
where it is -1."""

from __future__ import annotations

from . import nodes as n

_ZERO = n.Num("0")


def counted(e: n.Expr) -> n.Expr:
    """A comparison or an operation of logic as the number 1 or 0; any other expression as it is."""
    match e:
        case n.Binary(op) if op in n.COMPARISONS:
            return n.Unary("-", e)
        case n.Binary("AND" | "OR" as op, left, right):
            return n.Unary("-", n.Binary(op, _tested(left), _tested(right)))
        case n.Unary("NOT", arg):
            return n.Unary("-", n.Unary("NOT", _tested(arg)))
    return e


def asked(e: n.Expr) -> n.Expr:
    """What was `counted` as a condition again."""
    match e:
        case n.Unary("-", n.Binary(op) as test) if op in n.COMPARISONS or op in ("AND", "OR"):
            return test
        case n.Unary("-", n.Unary("NOT") as test):
            return test
    return e


def _tested(e: n.Expr) -> n.Expr:
    test = asked(e)
    return n.Binary("<>", e, _ZERO) if test is e and not n.is_text(e) else test
