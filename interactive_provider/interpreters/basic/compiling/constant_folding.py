"""Constant folding: evaluates expressions before the program runs.

Only the writer of expressions defines operators and functions: their Python is generated once for
arguments of the same kinds, and cached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from operator import is_
from typing import Any

from ..dialects import LENIENT
from ..reading import nodes as n
from ..reading.nodes import BasicValue, Expr, Exprs
from ..running.functions import SHORT
from ..running.number_format import nine_digits
from .compiler import library
from .expressions import ExpressionCoder, MismatchError
from .symbols import Symbols

_LIBRARY = {**library(), "written": nine_digits, "peek": SHORT["nothing"]}
_PLAIN = frozenset(
    {"abs", "float", "len", "lower", "lstrip", "rstrip", "upper", "__trunc__", "__floor__"}
)
"""The names in generated expressions that Python itself defines."""


def substituted(e: Expr, values: Sequence[tuple[Expr, Expr]]) -> Expr:
    """Return ``e`` with variables and elements replaced by expressions."""
    for carrier, value in values:
        if type(e) is type(carrier) and (e == carrier or _may_be(e, carrier)):
            return value
    parts = n.children(e)
    return _rebuilt(e, tuple([substituted(part, values) for part in parts])) if parts else e


def _may_be(e: Expr, carrier: Expr) -> bool:
    """True if an element with variable subscripts may be the one that holds the answer."""
    match e, carrier:
        case n.Elem(name, index), n.Elem(its, places) if name == its:
            return all(
                a == b or not (isinstance(a, n.Num) and isinstance(b, n.Num))
                for a, b in zip(index, places, strict=False)
            )
    return False


def folded(e: Expr) -> Expr:
    """Return ``e`` with every constant part evaluated."""
    parts = n.children(e)
    if not parts:
        return e
    e = _rebuilt(e, tuple([folded(part) for part in parts]))
    try:
        value = _value(e)
    except (ArithmeticError, ValueError, TypeError, IndexError):
        return e
    if value is None:
        return e
    return n.Str(value) if isinstance(value, str) else n.number(value)


def fails(e: Expr) -> bool:
    """True if a constant part of an expression stops the program: ASC of nothing, 1/0."""
    if any(map(fails, n.children(e))):
        return True
    with suppress(TypeError):
        try:
            _value(e)
        except (ArithmeticError, ValueError, IndexError):
            return True
    return False


def _rebuilt(e: Expr, parts: Exprs) -> Expr:
    """Return an expression with other parts; the same object if they are unchanged."""
    if all(map(is_, parts, n.children(e))):
        return e
    match e:
        case n.Elem(name) | n.BuiltInCall(name) | n.FnCall(name):
            return type(e)(name, parts)
        case n.Unary(op) | n.Binary(op):
            return type(e)(op, *parts)
    return e


def _value(e: Expr) -> BasicValue | None:
    """Return the value of an operation or function of constants; None if it also depends on other
    things (RND, TIMER)."""
    parts = n.children(e)
    values = [part.value for part in parts if isinstance(part, n.Num | n.Str)]
    if (
        not isinstance(e, n.Unary | n.Binary | n.BuiltInCall)
        or not parts
        or len(values) < len(parts)
    ):
        return None
    name = e.name if isinstance(e, n.BuiltInCall) else e.op
    kind: type = type(e)
    work = _work(kind, name, tuple(isinstance(value, str) for value in values))
    return None if work is None else work(*values)


@cache
def _work(kind: type, name: str, texts: tuple[bool, ...]) -> Callable[..., BasicValue] | None:
    """Return an operation or function for arguments of these kinds as a Python function, None if
    there is none."""
    names = [f"x{i}" for i in range(len(texts))]
    coder = ExpressionCoder(LENIENT, Symbols([]))
    parts = tuple(n.Var(x.upper() + "$" * text) for x, text in zip(names, texts, strict=True))
    coder.scope = {part.name: x for part, x in zip(parts, names, strict=True)}
    try:
        written = coder.value(
            n.BuiltInCall(name, parts) if kind is n.BuiltInCall else kind(name, *parts)
        )
    except MismatchError:
        return None
    code = compile(f"lambda {', '.join(names)}: {written}", "<constant>", "eval")
    found: Any = eval(code, dict(_LIBRARY))
    return found if set(found.__code__.co_names) <= {*_LIBRARY, *_PLAIN} else None
