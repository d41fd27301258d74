"""The references in one passage: the passages that it leads to or shows, its variables and its
macros."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from .expressions import nodes as g
from .markup import UnsupportedMarkup, is_web

_TEXTS = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")


NamedLines: TypeAlias = list[tuple[str, int]]


class References:
    """The names in a passage, each with the line of its first occurrence, from 0; -1 if it is not
    in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.targets: NamedLines = []
        """Passages that it leads to."""
        self.shown: NamedLines = []
        """Passages that are shown inside."""
        self.mentioned: set[str] = set()
        """Quoted texts, any of which may be the name of a passage."""
        self.read: NamedLines = []
        """Variables that are read."""
        self.set: set[str] = set()
        """Variables that are set."""
        self.unsupported: NamedLines = []
        self.passed_over: NamedLines = []

    def line(self, written: str) -> int:
        """Return the line of the passage that contains some words, from 0; -1 if none does."""
        at = self.text.find(written)
        return self.text.count("\n", 0, at) if at >= 0 else -1

    def target(self, name: str, shown: bool = False) -> None:
        """Add a passage that is linked to or shown."""
        if name and not is_web(name):
            (self.shown if shown else self.targets).append((name, self.line(name)))

    def mention(self, source: str) -> None:
        """Add the quoted texts in some source."""
        self.mentioned |= {double or single for double, single in _TEXTS.findall(source)}

    def missing(self, node: UnsupportedMarkup) -> None:
        """Add an element that is not shown."""
        named = self.line(node.what.split(" ")[0].rstrip(">"))
        self.unsupported.append((node.what, named if node.line < 0 else node.line))

    def tree(self, node: Any) -> None:
        """Add the names in the tree of an expression."""
        assigned = set()
        for part in g.walk(node):
            match part:
                case g.Assign(_, target) | g.Update(_, target):
                    assigned.add(id(target))
                    while isinstance(target, g.Member):
                        target = target.of
                    if isinstance(target, g.Variable) and target.kind == "$":
                        self.set.add(target.name)
                case g.Variable("$", name) if id(part) not in assigned:
                    self.read.append((name, self.line(f"${name}")))
                case g.Literal(str(text)):
                    self.mentioned.add(text)
