"""What the names of a game mean: one object, several at once, or any of several.

Each object has a number, in the order of the collision layers, and belongs to one layer.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .reading import Legend, Line, PuzzleSource


class Meaning(NamedTuple):
    """The objects of a name: all of them (``and``), one of them (``or``), or the only one."""

    kind: str
    parts: tuple[str, ...]


class ObjectNames:
    """The meaning of each name, and the layer and the number of each object."""

    def __init__(self, source: PuzzleSource) -> None:
        self.source = source
        self.meanings = {name: Meaning("", (name,)) for name in source.sprites}
        for entry in source.legend:
            self._add(entry)
        self.order: list[str] = []
        self.layer: dict[str, int] = {}
        self.number: dict[str, int] = {}
        for layer, line in enumerate(source.sections["collisionlayers"]):
            self._fill(layer, line)
        self.layers = [self.layer[name] for name in self.order]
        """The layer of each object by its number."""
        self.numbers: dict[str, tuple[int, ...]] = {}
        """The numbers of the objects of each name."""
        self.layer_of: dict[str, int | None] = {}
        """The layer of all objects of each name, None if there are several or none."""
        for name, meaning in self.meanings.items():
            layers = {self.layer.get(part) for part in meaning.parts}
            self.layer_of[name] = layers.pop() if len(layers) == 1 else None
            self.numbers[name] = tuple(
                self.number[part] for part in meaning.parts if part in self.layer
            )
        self.movers: list[tuple[tuple[int, ...], range]] = []
        """The objects of each layer, and the boards of what moves there: up, down, left, right,
        and what acts."""
        for layer in range(len(source.sections["collisionlayers"])):
            first = len(self.order) + 5 * layer
            members = tuple(self.number[one] for one in self.layer if self.layer[one] == layer)
            self.movers.append((members, range(first, first + 5)))
        for name, sprite in source.sprites.items():
            if name not in self.layer:
                source.fault(sprite.line, f"{name} is in no collision layer.")
        self._check_legend()

    def __contains__(self, name: str) -> bool:
        return name in self.meanings

    def kind(self, name: str) -> str:
        """Return ``and``, ``or``, or nothing for a single object."""
        return self.meanings[name].kind

    def _add(self, entry: Legend) -> None:
        source = self.source
        if entry.name in self.meanings:
            source.fault(entry.line, f"{entry.name} means something already.")
            return
        words = []
        for word in entry.parts:
            if word == entry.name:
                source.fault(entry.line, f"{word} cannot be explained by itself.")
            elif word not in self.meanings:
                source.fault(entry.line, f"nothing is called {word!r}.")
            else:
                words.append(word)
        kinds = {self.kind(word) for word in words} - {"", entry.word}
        if entry.word and kinds:
            source.fault(entry.line, "what is joined with 'and' cannot be joined with 'or'.")
            words = [word for word in words if self.kind(word) in ("", entry.word)]
        parts = dict.fromkeys(part for word in words for part in self.meanings[word].parts)
        if parts:
            kind = entry.word or self.kind(words[0])
            self.meanings[entry.name] = Meaning(kind, tuple(parts))

    def _fill(self, layer: int, line: Line) -> None:
        source = self.source
        names = [name for name in re.split(r"[,\s]+", line.text) if name]
        here: set[str] = set()
        for name in names:
            if name not in self:
                source.fault(line.number, f"nothing is called {name!r}.")
            elif self.kind(name) == "and":
                source.fault(line.number, f"{name} is several things at once.")
            else:
                for one in self.meanings[name].parts:
                    self._place(one, layer, line, here)
        if "background" in names and set(names) != {"background"}:
            source.fault(line.number, "the background must have a layer for itself.")

    def _place(self, one: str, layer: int, line: Line, here: set[str]) -> None:
        if one in here:
            self.source.remark(line.number, f"{one} is there twice.")
        elif one in self.layer:
            self.source.fault(line.number, f"{one} is in another layer, too.")
        here.add(one)
        self.layer[one] = layer
        self.number[one] = len(self.order)
        self.order.append(one)

    def _check_legend(self) -> None:
        for entry in self.source.legend:
            if entry.word == "and" and entry.name in self:
                layers = [self.layer.get(part) for part in self.meanings[entry.name].parts]
                if len(set(layers)) < len(layers):
                    message = "two of these are in one layer, so they are never in one cell."
                    self.source.fault(entry.line, message)
