"""The rules by which a line is broken: a comparison turned, a lock gone, an escape off, a look-up made dynamic."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple


class Mutant(NamedTuple):
    """One line that is broken: its number, what was done to it, and the whole broken source."""

    line: int
    told: str
    source: str


_TURNED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip

_CLEANERS = ("clean", "sign", "escape", "_escaped", "fenced", "quote")
"""Functions that a mutant leaves out: what they were given comes through as it is."""


def mutants(source: str) -> Iterator[Mutant]:
    """Every way to break one place of a module by one rule."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    told = source.encode()

    def at(row: int, column: int) -> int:
        return starts[row - 1] + column

    def text(node: ast.expr) -> str:
        assert node.end_lineno is not None and node.end_col_offset is not None
        found = told[at(node.lineno, node.col_offset) : at(node.end_lineno, node.end_col_offset)].decode()
        return f"({found})" if isinstance(node, ast.NamedExpr) else found

    def replaced(node: ast.expr, new: str, what: str) -> Mutant:
        assert node.end_lineno is not None and node.end_col_offset is not None
        first, last = at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)
        return Mutant(node.lineno, what, (told[:first] + new.encode() + told[last:]).decode())

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            sign = _TURNED[type(node.ops[0])]
            new = f"({text(node.left)} {sign} {text(node.comparators[0])})"
            yield replaced(node, new, f"{text(node)}  ->  {new}")
        elif isinstance(node, ast.BoolOp):
            other = " and " if isinstance(node.op, ast.Or) else " or "
            new = f"({other.join(map(text, node.values))})"
            yield replaced(node, new, f"{text(node)}  ->  {new}")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield replaced(node, f"({text(node.operand)})", f"{text(node)}  ->  without not")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield replaced(node, str(not node.value), f"{node.value}  ->  {not node.value}")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield replaced(node, f"({text(node)} + 1)", f"{node.value}  ->  {node.value + 1}")
        elif isinstance(node, ast.Call) and text(node.func).endswith("getattr_static"):
            yield replaced(node.func, "getattr", "a static look-up made dynamic")
        elif isinstance(node, ast.Call) and text(node.func) in _CLEANERS and node.args:
            yield replaced(node, f"({text(node.args[0])})", f"without {text(node.func)}")
        elif isinstance(node, ast.With) and "lock" in text(node.items[0].context_expr):
            yield replaced(node.items[0].context_expr, "__import__('contextlib').nullcontext()", "a lock gone")


def annotations_of(source: str) -> set[int]:
    """The lines that only declare: they cannot be broken in a way that a test could see."""
    return {
        row
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom) and node.end_lineno
        for row in range(node.lineno, node.end_lineno + 1)
    }
