"""What the names of a game mean: one object, several at once, or any of several.

Each object has a number, in the order of the collision layers, and belongs to one layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .faults import TextFault


class Meaning(NamedTuple):
    """What a name means: all of some objects (``and``), one of them (``or``), or the only one."""

    kind: str
    parts: tuple[str, ...]
    line: int
    numbers: tuple[int, ...] = ()
    """The numbers of the parts."""
    layer: int | None = None
    """The layer of all parts, None if there are several or none."""


class ObjectNames:
    """What each name means, the layer of each object, and the faults that were found so far."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.faults: dict[TextFault, None] = {}
        self.meanings: dict[str, Meaning] = {}
        self.rows: list[list[str]] = []
        """The objects of each layer."""
        self.placed: list[str] = []
        """The objects in the order of their numbers."""
        self.layers: list[int] = []
        """The layer of each object by its number."""
        self.movers: list[tuple[Sequence[int], range]] = []
        """The objects of each layer, and the boards of what moves there: up, down, left, right,
        and what acts. They are behind the boards of all objects."""

    def fault(self, line: int, message: str, *, is_serious: bool = True) -> None:
        """Note what is wrong with a line."""
        written = self.lines[line - 1].strip() if line else ""
        self.faults[TextFault(line, written, message, is_serious)] = None

    def remark(self, line: int, message: str) -> None:
        """Note what is odd about a line, but does no harm."""
        self.fault(line, message, is_serious=False)

    def explain(self, name: str, word: str, parts: Sequence[str], line: int) -> None:
        """Let a name mean other names, which a word joins."""
        for part in parts:
            if part not in self.meanings:
                self.fault(line, f"nothing is called {part!r}.")
        known = [self.meanings[part] for part in parts if part in self.meanings]
        kinds = {thing.kind for thing in known} - {"", word}
        if name in self.meanings:
            self.fault(line, f"{name} means something already.")
        elif kinds and word:
            self.fault(line, "what is joined with 'and' cannot be joined with 'or'.")
        elif known:
            objects = dict.fromkeys(part for thing in known for part in thing.parts)
            self.meanings[name] = Meaning(word or known[0].kind, tuple(objects), line)

    def add_layer(self, names: Sequence[str], line: int) -> None:
        """Put objects into the next collision layer."""
        self.rows.append([])
        for name in names:
            if name not in self.meanings:
                self.fault(line, f"nothing is called {name!r}.")
            elif self.meanings[name].kind == "and":
                self.fault(line, f"{name} is several things at once.")
            else:
                for part in self.meanings[name].parts:
                    for row in self.rows:
                        if part in row:
                            row.remove(part)
                            self.remark(line, f"{part} is in a layer already.")
                    self.rows[-1].append(part)
        if "background" in names and set(names) != {"background"}:
            self.fault(line, "the background must have a layer for itself.")

    def finish(self) -> None:
        """Number the objects by their layers, and find those of each name."""
        for at, row in enumerate(self.rows):
            first = len(self.placed)
            self.placed += row
            self.layers += [at] * len(row)
            start = sum(map(len, self.rows)) + 5 * at
            self.movers.append((range(first, len(self.placed)), range(start, start + 5)))
        number = {name: at for at, name in enumerate(self.placed)}
        for name, thing in self.meanings.items():
            numbers = tuple(number[part] for part in thing.parts if part in number)
            layers = {self.layers[at] for at in numbers}
            layer = min(layers) if len(layers) == 1 else None
            self.meanings[name] = thing._replace(numbers=numbers, layer=layer)
            if thing.kind == "and" and len(layers) < len(thing.parts):
                self.fault(
                    thing.line, "two of these are in one layer, so they are never in one cell."
                )
            if not numbers:
                self.fault(thing.line, f"{name} is in no collision layer.")
