"""The rules by which a line is broken: a comparison turned, a lock gone, an escape off, a look-up
made dynamic."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Mutant(NamedTuple):
    """One place that is broken: its line, the line's text, what was done, which of equals, the
    broken source."""

    line: int
    text: str
    told: str
    place: int
    source: str


_TURNED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}

_CLEANERS = ("clean", "sign", "markup", "escape", "fenced", "quote")
"""Functions that a mutant leaves out: what they were given comes through as it is."""


def mutants(source: str) -> Iterator[Mutant]:
    """Every way to break one place of a module by one rule; no line moves by it."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    told = source.encode()
    met: Counter[tuple[str, str]] = Counter()

    def place(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            starts[node.lineno - 1] + node.col_offset,
            starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(node: ast.expr) -> str:
        first, last = place(node)
        found = told[first:last].decode()
        return (
            f"({found})"
            if isinstance(node, ast.NamedExpr | ast.IfExp | ast.Lambda | ast.BoolOp)
            else found
        )

    for node, new, what in sorted(_broken(source, text), key=lambda found: place(found[0])):
        first, last = place(node)
        if not _is(node, told[first:last].decode()):
            continue  # inside an f-string Python 3.11 does not know where an expression stands
        missing = told[first:last].count(b"\n") - new.count("\n")
        kept = new if missing <= 0 else f"({new}{chr(10) * missing})"
        line, what = lines[node.lineno - 1].strip(), " ".join(what.split())
        met[line, what] += 1
        broken = (told[:first] + kept.encode() + told[last:]).decode()
        yield Mutant(node.lineno, line, what, met[line, what], broken)


def _is(node: ast.expr, text: str) -> bool:
    """Whether a text is what an expression was read from."""
    try:
        return ast.dump(ast.parse(f"({text})", mode="eval").body) == ast.dump(node)
    except SyntaxError:
        return False


def _broken(source: str, text: Callable[[ast.expr], str]) -> Iterator[tuple[ast.expr, str, str]]:
    """Expressions, what each is replaced by, and how that is told."""
    tree = ast.parse(source)
    unread = {
        id(part) for note in (*_annotations(tree), *_assertions(tree)) for part in ast.walk(note)
    }
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            new = f"({text(node.left)} {_TURNED[type(node.ops[0])]} {text(node.comparators[0])})"
            yield node, new, f"{text(node)}  ->  {new}"
        elif isinstance(node, ast.BoolOp):
            other = " and " if isinstance(node.op, ast.Or) else " or "
            new = f"({other.join(map(text, node.values))})"
            yield node, new, f"{text(node)}  ->  {new}"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"({text(node.operand)})", f"{text(node)}  ->  without not"
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, str(not node.value), f"{node.value}  ->  {not node.value}"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, f"({text(node)} + 1)", f"{node.value}  ->  {node.value + 1}"
        elif isinstance(node, ast.Call) and text(node.func).endswith("getattr_static"):
            yield node.func, "getattr", "a static look-up made dynamic"
        elif isinstance(node, ast.Call) and text(node.func) in _CLEANERS and node.args:
            yield node, f"({text(node.args[0])})", f"without {text(node.func)}"
        elif isinstance(node, ast.With) and "lock" in text(node.items[0].context_expr):
            yield (
                node.items[0].context_expr,
                "__import__('contextlib').nullcontext()",
                "a lock gone",
            )


def _annotations(tree: ast.AST) -> Iterator[ast.expr]:
    """What only declares: Python never reads it."""
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            note = getattr(node, field, None)
            if note is not None:
                yield note


def _assertions(tree: ast.AST) -> Iterator[ast.expr]:
    """What changes nothing in a program without other faults.

    ``strict`` of zip checks, ``slots`` saves memory, and the ``maxsize`` of a cache makes nothing
    but speed.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in ("strict", "slots", "maxsize"):
            yield node.value


def named_at(source: str, line: int) -> tuple[range, set[str]]:
    """The lines of the statement of a module or class that a line stands in, and the names that it
    binds."""
    body: list[ast.stmt] = ast.parse(source).body
    while True:
        around = next(one for one in body if _first(one) <= line <= (one.end_lineno or 0))
        if not isinstance(around, ast.ClassDef) or not around.body or line < _first(around.body[0]):
            break
        body = around.body
    if isinstance(around, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        names = {around.name}
    else:
        names = {
            one.id
            for one in ast.walk(around)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
    return range(_first(around), (around.end_lineno or 0) + 1), names


def _first(node: ast.stmt) -> int:
    """The first line of a statement, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def statement_at(source: str, line: int) -> range:
    """The lines of the innermost statement that a line stands in; of one that holds others, only
    its head."""
    within: list[ast.stmt] = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and _first(node) <= line <= (node.end_lineno or 0)
    ]
    inner = max(within, key=lambda node: (_first(node), -(node.end_lineno or 0)))
    body = getattr(inner, "body", None)
    end = body[0].lineno - 1 if body and body[0].lineno > line else inner.end_lineno or line
    return range(_first(inner), max(line, end) + 1)
