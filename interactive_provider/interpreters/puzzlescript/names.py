"""What the names of a game mean: one object, several at once, or any of several.

Each object has a number, in the order of the collision layers, and belongs to one layer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .faults import TextFault


class Meaning(NamedTuple):
    """The objects of a name: all of them (``and``), one of them (``or``), or the only one."""

    kind: str
    parts: tuple[str, ...]


class ObjectNames:
    """The meaning of each name, the number and the layer of each object, and the faults that were
    found so far."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.faults: dict[TextFault, None] = {}
        self.meanings: dict[str, Meaning] = {}
        self.order: list[str] = []
        self.number: dict[str, int] = {}
        self.layers: list[int] = []
        """The layer of each object by its number."""
        self.numbers: dict[str, tuple[int, ...]] = {}
        """The numbers of the objects of each name."""
        self.layer_of: dict[str, int | None] = {}
        """The layer of all objects of each name, None if there are several or none."""
        self.movers: list[tuple[tuple[int, ...], range]] = []
        """The objects of each layer, and the boards of what moves there: up, down, left, right,
        and what acts."""
        self._joined: list[tuple[str, int]] = []
        """The names with ``and``, and their lines."""

    def __contains__(self, name: str) -> bool:
        return name in self.meanings

    def kind(self, name: str) -> str:
        """Return ``and``, ``or``, or nothing for a single object."""
        return self.meanings[name].kind

    def fault(self, line: int, message: str, *, is_serious: bool = True) -> None:
        """Note what is wrong with a line."""
        written = self.lines[line - 1].strip() if line else ""
        self.faults[TextFault(line, written, message, is_serious)] = None

    def remark(self, line: int, message: str) -> None:
        """Note what is odd about a line, but does no harm."""
        self.fault(line, message, is_serious=False)

    def explain(self, name: str, word: str, parts: Sequence[str], line: int) -> None:
        """Let a name mean other names, which a word joins."""
        if name in self:
            self.fault(line, f"{name} means something already.")
            return
        for part in parts:
            if part == name:
                self.fault(line, f"{part} cannot be explained by itself.")
            elif part not in self:
                self.fault(line, f"nothing is called {part!r}.")
        known = [part for part in parts if part in self]
        kinds = ("", word) if word else ("", "and", "or")
        fitting = [part for part in known if self.kind(part) in kinds]
        if fitting != known:
            self.fault(line, "what is joined with 'and' cannot be joined with 'or'.")
        if fitting:
            every = (one for part in fitting for one in self.meanings[part].parts)
            kind = word or self.kind(fitting[0])
            self.meanings[name] = Meaning(kind, tuple(dict.fromkeys(every)))
            if word == "and":
                self._joined.append((name, line))

    def add_layer(self, text: str, line: int) -> None:
        """Number the objects of a collision layer."""
        names = re.findall(r"[^,\s]+", text)
        first = len(self.order)
        for name in names:
            if name not in self:
                self.fault(line, f"nothing is called {name!r}.")
            elif self.kind(name) == "and":
                self.fault(line, f"{name} is several things at once.")
            else:
                for one in self.meanings[name].parts:
                    self._number(one, line)
        if "background" in names and set(names) != {"background"}:
            self.fault(line, "the background must have a layer for itself.")
        self.movers.append((tuple(range(first, len(self.order))), range(0)))

    def _number(self, one: str, line: int) -> None:
        layer = len(self.movers)
        number = self.number.get(one)
        if number is not None and self.layers[number] == layer:
            self.remark(line, f"{one} is there twice.")
            return
        if number is not None:
            self.fault(line, f"{one} is in another layer, too.")
        self.number[one] = len(self.order)
        self.layers.append(layer)
        self.order.append(one)

    def finish(self) -> None:
        """Number what moves in each layer behind all objects, and find the objects of each name."""
        for layer, (members, _) in enumerate(self.movers):
            start = len(self.order) + 5 * layer
            self.movers[layer] = members, range(start, start + 5)
        for name, meaning in self.meanings.items():
            placed = [self.number[part] for part in meaning.parts if part in self.number]
            layers = {self.layers[number] for number in placed}
            self.layer_of[name] = layers.pop() if len(layers) == 1 else None
            self.numbers[name] = tuple(placed)
        for name, line in self._joined:
            layers = {self.layers[number] for number in self.numbers[name]}
            if len(layers) < len(self.meanings[name].parts):
                self.fault(line, "two of these are in one layer, so they are never in one cell.")
