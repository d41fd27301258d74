"""What a story's JavaScript declares. None of it is ever run: only plain shapes are read, all else is passed over.

Read are tables (``setup.prices = {rope: 3};``, ``State.variables.gold = 5;``), functions that are one expression
(``setup.half = function (n) { return n / 2; };``), and which macros it defines.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.lexer import JAVASCRIPT, PLAIN
from ..expressions.parser import parse_expression

LONGEST_SCRIPT = 400_000
"""Characters of script that are looked at."""

_OPAQUE = re.compile(
    r"""//[^\n]*|/\*(?:(?!\*/).)*+(?:\*/)?|"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?|`(?:[^`\\]|\\.)*+`?""",
    re.DOTALL,
)
_BRACKETS = re.compile(r"[()\[\]{}]|;|\n")
_ASSIGNED = re.compile(
    r"(?:^|(?<=[;}\n]))[ \t]*(?:(?:window|SugarCube)\.)*(setup|State\.variables|State\.temporary)"
    r"\.([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)"
    r"\s*([-+*/%]?)=(?![=>])\s*"
)
_FUNCTION = re.compile(
    r"function\s*[\w$]*\s*\(([\w$\s,]*)\)\s*\{\s*return\b\s*([^;{}]*(?:\{[^{}]*\}[^;{}]*)*);?\s*\}", re.DOTALL
)
_MACRO = re.compile(r"\bMacro\.add\(\s*(\[[^\]]*\]|[\"'`][\w-]+[\"'`])")
_TEMPLATE = re.compile(r"\bTemplate\.add\(\s*(\[[^\]]*\]|[\"'`][\w-]+[\"'`])\s*,")
_NAME = re.compile(r"[\"'`]([\w-]+)[\"'`]")
_CASE = re.compile(r"\bcase\s*[\"']([\w-]+)[\"']\s*:\s*return\b([^;}]*)")
_CONTENTS = re.compile(r"\bthis\.payload\[0\]\.contents\b")
_MORE = re.compile(r"\bthis\.args|\bState\b|\bEngine\b|\bvariables\(|\bsetup\b|\bpayload\[[^0]|\bfor\b|\bwhile\b")


@dataclass(frozen=True, slots=True)
class Declared:
    """One table or function: the path of names it is assigned to, and its tree."""

    path: tuple[str, ...]
    tree: Any


def declared(script: str) -> tuple[Declared, ...]:
    """The tables and functions that a script declares outside of all brackets, in their order.

    What it assigns more than once is left out, since the valid one is unknown.
    """
    code = _bare(script[:LONGEST_SCRIPT])
    assigned = list(_ASSIGNED.finditer(code))
    often = Counter((match[1], match[2]) for match in assigned)
    at = depth = 0
    declarations = []
    for match in assigned:
        depth += _opened(code, at, match.start())
        at = match.start()
        if depth == 0 and often[match[1], match[2]] == 1:
            tree = _tree(script[match.end() : _end(code, match.end())].strip())
            if tree is not None:
                declarations.append(Declared((match[1], *match[2].split(".")), tree))
    return tuple(declarations)


def macros(script: str) -> dict[str, str]:
    """The macros that a script defines, with the source of each."""
    code = script[:LONGEST_SCRIPT]
    defined = list(_MACRO.finditer(code))
    ends = [match.start() for match in defined[1:]] + [len(code)]
    return {name: code[match.start() : end] for match, end in zip(defined, ends, strict=False)
            for name in _NAME.findall(match[1])}  # fmt: skip


def runs(code: str) -> bool:
    """True if a script has only statements that ``run`` could have."""
    try:
        return bool(parse_expression(commentless(code), JAVASCRIPT))
    except NotUnderstood:
        return False


def templates(script: str) -> dict[str, Any]:
    """What ``?name`` shows, by name: a tree, which may be a function; None where only JavaScript could say."""
    code = _bare(script[:LONGEST_SCRIPT])
    trees: dict[str, Any] = {}
    for match in _TEMPLATE.finditer(script[:LONGEST_SCRIPT]):
        source = script[match.end() : _end(code, match.end())].strip()
        cases = {name: _tree(shown.strip()) or _tree(f"() => {shown}") for name, shown in _CASE.findall(source)}
        trees |= {name: cases.get(name) or _tree(source) for name in _NAME.findall(match[1])}
    return trees


def only_wraps(source: str) -> bool:
    """True if a macro's source can only show the macro's contents, decorated in some way."""
    return bool(_CONTENTS.search(source)) and not _MORE.search(source)


def _bare(script: str) -> str:
    """A script of the same length, with blanks for comments and quoted text."""
    return _OPAQUE.sub(_blanked, script)


def _blanked(match: re.Match[str]) -> str:
    text = match[0]
    return re.sub(r"[^\n]", " ", text) if text[0] == "/" else "0" * len(text)


def _opened(code: str, start: int, end: int) -> int:
    """How many brackets more are opened than closed between two places."""
    return sum(code.count(sign, start, end) for sign in "([{") - sum(code.count(sign, start, end) for sign in ")]}")


def _end(code: str, start: int) -> int:
    """Where the expression that begins at ``start`` ends: at a semicolon or a line's end outside of brackets."""
    depth = 0
    for match in _BRACKETS.finditer(code, start):
        sign = match[0]
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0 or (depth == 0 and (sign == ";" or (sign == "\n" and code[start : match.start()].strip()))):
            return match.start()
    return len(code)


def _tree(source: str) -> Any:
    """The tree of a table or of a function that is one expression; None for all else."""
    source = commentless(source)
    function = _FUNCTION.fullmatch(source)
    try:
        if function:
            names = tuple(name.strip() for name in function[1].split(",") if name.strip())
            return g.Arrow(names, parse_expression(function[2].strip(), PLAIN))
        tree = parse_expression(source, PLAIN)
    except NotUnderstood:
        return None
    return tree if isinstance(tree, g.Arrow) or _is_plain(tree) else None


def commentless(source: str) -> str:
    """A script without its comments."""
    return _OPAQUE.sub(lambda m: " " if m[0][0] == "/" else m[0], source)


_PLAIN = (g.Literal, g.Items, g.Pairs, g.Arrow, g.Template)


def _is_plain(tree: Any) -> bool:
    """True if a tree is a table of values, with nothing in it to be looked up or called outside of functions."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, g.Unary) and node.sign == "-":
            todo.append(node.operand)
        elif not isinstance(node, _PLAIN):
            return False
        elif isinstance(node, g.Items):
            todo += node.items
        elif isinstance(node, g.Pairs):
            todo += [part for pair in node.pairs for part in pair]
        elif isinstance(node, g.Template):
            todo += node.parts
    return True
