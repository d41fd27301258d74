"""What a passage in SugarCube names."""

from __future__ import annotations

import re

from ..engine import Engine
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.lexer import JAVASCRIPT
from ..expressions.parser import parse_expression
from ..markup import LinkMark, Missing
from ..model import Passage
from ..references import References
from .markup import Clause, Macro, Naked, arguments

AIMS = {"link": 1, "button": 1, "click": 1, "goto": 0, "include": 0, "display": 0, "choice": 0, "textbox": 2,
        "textarea": 2, "numberbox": 2, "return": 1, "back": 1}  # fmt: skip
"""The place among a macro's arguments of the passage that it leads to or shows."""

_PLAYED = re.compile(r"Engine\.(?:play|goto)\(\s*[\"'`]([^\"'`]+)[\"'`]")
_DYNAMIC = re.compile(r"^[$_\"'`]|[(+\[]|\bsetup\.|\.\w+\(")
_EXPRESSIONS = frozenset(["set", "run", "print", "=", "-", "if", "switch", "while", "remember"])
_SETTING = frozenset("for textbox textarea numberbox checkbox radiobutton cycle listbox remember capture".split())
_FLAG = re.compile(r"autofocus|checked|[\w-]+=.*", re.DOTALL)


def gather(engine: Engine, passage: Passage, references: References) -> None:
    """Add what a passage names."""
    for node in g.walk(engine.parsed(passage.name)):
        if isinstance(node, LinkMark):
            _target(node.target, references)
            _source(node.setter, references)
        elif isinstance(node, Missing):
            references.missing(node.what)
        elif isinstance(node, Naked):
            references.tree(node.node)
        elif isinstance(node, Macro):
            _macro(engine, node, references)


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


def _macro(engine: Engine, node: Macro, references: References) -> None:
    name, line = node.name, references.line(f"<<{node.name}")
    references.macros += [(clause.name, line) for clause in node.clauses]
    if engine.passes_over(name):
        references.passed_over.append((f"<<{name}>>", line))
    elif not engine.knows(name):
        references.unsupported.append((f"<<{name}>>", line))
    if name == "script":
        references.mention(" ".join(part for part in node.body if isinstance(part, str)))
        return
    references.set |= set(re.findall(r"\$([A-Za-z_$][\w$]*)", node.source)) if name in _SETTING else set()
    for clause in node.clauses:
        references.mention(clause.source)
        for target in _PLAYED.findall(clause.source):
            references.target(target)
        if name in _EXPRESSIONS:
            _source(clause.source.removeprefix("if ") if clause.name == "else" else clause.source, references)
        else:
            _arguments(engine, name, clause, references)


def _arguments(engine: Engine, name: str, clause: Clause, references: References) -> None:
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
            if index == engine.aims(name) and clause.name == name and value and not _FLAG.fullmatch(value):
                references.target(value, shown=name in ("include", "display"))
            elif name == "actions":
                references.target(value)
