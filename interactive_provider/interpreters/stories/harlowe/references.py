"""What a passage in Harlowe names."""

from __future__ import annotations

import re
from typing import Any

from ..engine import Engine
from ..expressions import nodes as g
from ..expressions.values import slug
from ..markup import LinkMark, Missing
from ..references import References
from .markup import Called, Unclosed

AIMS = {"goto": 0, "display": 0, "redirect": 0, "linkgoto": -1, "linkrevealgoto": -1, "clickgoto": -1,
        "mouseovergoto": -1, "mouseoutgoto": -1}  # fmt: skip
"""The place among a macro's arguments of the passage that it leads to or shows, by name without ``-`` and ``_``."""

UNCLOSED = " without its closing bracket"
"""How the name of a macro ends that stands in the text because it is never closed."""


def gather(engine: Engine, nodes: Any, references: References) -> None:
    """Add what some nodes name."""
    for node in g.walk(nodes):
        visit = _VISITS.get(type(node))
        if visit is not None:
            visit(engine, node, references)


def _link(engine: Engine, node: LinkMark, references: References) -> None:
    if not re.match(r"[$_(]", node.target):
        references.target(node.target)


def _missing(engine: Engine, node: Missing, references: References) -> None:
    references.missing(node.what)


def _unclosed(engine: Engine, node: Unclosed, references: References) -> None:
    references.unsupported.append((f"({node.name}:{UNCLOSED}", references.line(f"({node.name}:")))


def _called(engine: Engine, node: Called, references: References) -> None:
    if node.tree is not None:
        references.tree(node.tree)
        return
    line = references.line(node.written)
    names = re.findall(r"\(([A-Za-z][\w-]*):", node.written)
    references.macros += [(slug(name), line) for name in names]
    references.unsupported += [(f"({name}:)", line) for name in names]
    references.mention(node.written)
    references.set |= set(re.findall(r"\$(\w+)\s+to\b", node.written))


def _macro(engine: Engine, node: g.Macro, references: References) -> None:
    name, line = slug(node.name), references.line(f"({node.name}:")
    references.macros.append((name, line))
    if engine.passes_over(name):
        references.passed_over.append((f"({node.name}:)", line))
    elif not engine.knows(node.name):
        references.unsupported.append((f"({node.name}:)", line))
    aimed = engine.aims(name)
    if aimed is not None and node.arguments:
        target = node.arguments[aimed]
        if isinstance(target, g.Literal) and isinstance(target.value, str):
            references.target(target.value, shown=name == "display")


def _code(engine: Engine, node: g.Code, references: References) -> None:
    gather(engine, engine.parse(node.source), references)


_VISITS: dict[type, Any] = {LinkMark: _link, Missing: _missing, Unclosed: _unclosed, Called: _called, g.Macro: _macro,
                            g.Code: _code}  # fmt: skip
