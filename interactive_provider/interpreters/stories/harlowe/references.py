"""The references in a Harlowe passage."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..engine import StoryEngine
from ..expressions import nodes as g
from ..expressions.values import by_name, slug
from ..markup import LinkMark
from ..references import References
from .markup import Called

_AIMS = by_name(
    {
        "goto display redirect": 0,
        "linkgoto linkrevealgoto clickgoto": -1,
    }
)
"""The position, among a macro's arguments, of the passage that it leads to or shows, by name
without ``-`` and ``_``."""


def _link(engine: StoryEngine, node: LinkMark, references: References) -> None:
    if not re.match(r"[$_(]", node.target):
        references.target(node.target)


def _called(engine: StoryEngine, node: Called, references: References) -> None:
    if node.tree is not None:
        references.tree(node.tree)
        return
    line = references.line(node.written)
    names = re.findall(r"\(([A-Za-z][\w-]*):", node.written)
    references.unsupported += [(f"({name}:)", line) for name in names]
    references.mention(node.written)
    references.set |= set(re.findall(r"\$(\w+)\s+to\b", node.written))


def _macro(engine: StoryEngine, node: g.MacroCall, references: References) -> None:
    name = slug(node.name)
    line = references.line(f"({node.name}:")
    engine.gather_macro(node.name, f"({node.name}:)", line, references)
    aimed = _AIMS.get(name)
    if aimed is not None and node.arguments:
        target = node.arguments[aimed]
        if isinstance(target, g.Literal) and isinstance(target.value, str):
            references.target(target.value, shown=name == "display")


VISITS: dict[type, Callable[[Any, Any, References], None]] = {
    LinkMark: _link, Called: _called, g.MacroCall: _macro,
}  # fmt: skip
