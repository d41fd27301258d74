"""The references in a SugarCube passage."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..engine import StoryEngine
from ..errors import NotUnderstood
from ..expressions.lexer import JAVASCRIPT
from ..expressions.parser import parse_expression
from ..expressions.values import by_name
from ..markup import LinkMark
from ..references import References
from .markup import Clause, Macro, Naked, arguments

_AIMS = by_name(
    {"goto include display choice": 0, "link button click return back": 1}
    | {"textbox textarea numberbox": 2}
)
"""The position, among a macro's arguments, of the passage that it leads to or shows."""

_PLAYED = re.compile(r"Engine\.(?:play|goto)\(\s*[\"'`]([^\"'`]+)[\"'`]")
_DYNAMIC = re.compile(r"^[$_\"'`]|[(+\[]|\bsetup\.|\.\w+\(")
_EXPRESSIONS = frozenset(["set", "run", "print", "=", "-", "if", "switch", "while", "remember"])
_SETTING = frozenset(
    "for textbox textarea numberbox checkbox radiobutton cycle listbox remember capture".split()
)
_FLAG = re.compile(r"autofocus|checked|[\w-]+=.*", re.DOTALL)


def _link(engine: StoryEngine, node: LinkMark, references: References) -> None:
    _target(node.target, references)
    _source(node.setter, references)


def _target(target: str, references: References) -> None:
    if not target:
        return
    if _DYNAMIC.search(target) and target not in references.mentioned:
        _source(target, references)
        if not re.match(r"[$_\"'`]|setup\.|[a-zA-Z.]+\(", target):
            references.target(target)
    else:
        references.target(target)


def _source(source: str, references: References) -> None:
    if not source:
        return
    try:
        references.tree(parse_expression(source, JAVASCRIPT))
    except NotUnderstood:
        references.mention(source)


def _macro(engine: StoryEngine, node: Macro, references: References) -> None:
    """Record what a macro and its clauses set, mention and lead to."""
    name = node.name
    line = references.line(f"<<{node.name}")
    engine.gather_macro(name, f"<<{name}>>", line, references)
    if name == "script":
        references.mention(" ".join(part for part in node.body if isinstance(part, str)))
        return
    if name in _SETTING:
        references.set |= set(re.findall(r"\$([A-Za-z_$][\w$]*)", node.source))
    for clause in node.clauses:
        source = clause.source
        references.mention(source)
        for target in _PLAYED.findall(source):
            references.target(target)
        if name in _EXPRESSIONS:
            _source(source, references)
        else:
            _arguments(name, clause, references)


def _arguments(name: str, clause: Clause, references: References) -> None:
    """Record what a macro's arguments mention, and the passage that one of them names."""
    try:
        values = arguments(clause.source)
    except NotUnderstood:
        return
    for index, (kind, value) in enumerate(values):
        if kind == "tree":
            references.tree(value)
        elif kind == "link":
            _target(value.target, references)
        elif isinstance(value, str):
            references.mentioned.add(value)
            if (
                index == _AIMS.get(name)
                and clause.name == name
                and value
                and not _FLAG.fullmatch(value)
            ):
                references.target(value, shown=name in ("include", "display"))
            elif name == "actions":
                references.target(value)


VISITS: dict[type, Callable[[Any, Any, References], None]] = {
    LinkMark: _link,
    Macro: _macro,
    Naked: lambda engine, node, references: references.tree(node.node),
}
