"""What one passage names: the passages that it leads to or shows, its variables and its macros."""

from __future__ import annotations

import re
from typing import Any

from .expressions import nodes as g
from .markup import is_web

_TEXTS = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")


class References:
    """What a passage names, each with the line of its first occurrence, from 0; -1 if it is not in
    the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.targets: list[tuple[str, int]] = []
        """Passages that it leads to."""
        self.shown: list[tuple[str, int]] = []
        """Passages that are shown inside."""
        self.mentioned: set[str] = set()
        """Texts in quotes, any of which may be the name of a passage."""
        self.read: list[tuple[str, int]] = []
        """Variables that are read."""
        self.set: set[str] = set()
        """Variables that are set."""
        self.unsupported: list[tuple[str, int]] = []
        self.passed_over: list[tuple[str, int]] = []

    def line(self, written: str) -> int:
        """The line of the passage in which some words stand, from 0; -1 if they do not."""
        at = self.text.find(written)
        return self.text.count("\n", 0, at) if at >= 0 else -1

    def target(self, name: str, shown: bool = False) -> None:
        """Add a passage that is led to, or shown."""
        if name and not is_web(name):
            (self.shown if shown else self.targets).append((name, self.line(name)))

    def mention(self, source: str) -> None:
        """Add the texts in quotes of some source."""
        self.mentioned |= {double or single for double, single in _TEXTS.findall(source)}

    def missing(self, what: str) -> None:
        """Add an element that is not shown."""
        self.unsupported.append((what, self.line(what.split(" ")[0].rstrip(">"))))

    def tree(self, node: Any) -> None:
        """Add what the tree of an expression names."""
        assigned = set()
        for part in g.walk(node):
            if isinstance(part, g.Assign | g.Update):
                target = part.target
                while isinstance(target, g.Member):
                    target = target.of
                if isinstance(target, g.Variable) and target.kind == "$":
                    self.set.add(target.name)
                    assigned.add(id(part.target))
            elif isinstance(part, g.Variable) and part.kind == "$" and id(part) not in assigned:
                self.read.append((part.name, self.line(f"${part.name}")))
            elif isinstance(part, g.Literal) and isinstance(part.value, str):
                self.mentioned.add(part.value)
