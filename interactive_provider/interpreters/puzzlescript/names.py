"""What the names of a game mean: one object, several at once, or any of several.

Each object has a number, in the order of the collision layers, and belongs to one layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import NamedTuple

from .faults import TextFault

_KEYWORDS = frozenset(
    "objects collisionlayers legend sounds rules ... winconditions levels | [ ] up down left right"
    " late rigid ^ v > < no randomdir random horizontal vertical any all some moving stationary"
    " parallel perpendicular action message move create destroy cantmove cancel restart win again"
    " undo titlescreen startgame endgame startlevel endlevel showmessage closemessage sfx0 sfx1"
    " sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10".split()
)

_ASKED = 30
"""The number of faults, and of letters in a word, for which the nearest word is looked for."""
_NEAR = 500
"""The number of words among which it is looked for."""


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
        self.layer_of: dict[str, int] = {}
        self.layer = -1
        """The last layer so far."""
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

    def known(self, names: Iterable[str], line: int) -> dict[str, Meaning]:
        """Return what some names mean, and note those that mean nothing."""
        found = {name: self.meanings[name] for name in names if name in self.meanings}
        for name in names:
            if name not in found:
                self.fault(line, f"nothing is called {name!r}.{self.near(name, self.meanings)}")
        return found

    def near(self, word: str, known: Iterable[str]) -> str:
        """Ask whether the nearest known word was meant, in the first faults: looking for it takes
        time."""
        if len(self.faults) >= _ASKED or len(word) > _ASKED:
            return ""
        close = get_close_matches(word, islice(known, _NEAR), 1)
        return f" Did you mean {close[0]!r}?" if close else ""

    def define(self, name: str, kind: str, parts: Sequence[str], line: int) -> None:
        """Let a name mean objects."""
        if name in _KEYWORDS:
            self.remark(line, f"{name!r} is a word of the language, not a good name.")
        if name in self.meanings:
            self.fault(line, f"{name} means something already.")
        else:
            self.meanings[name] = Meaning(kind, tuple(dict.fromkeys(parts)), line)

    def explain(self, name: str, word: str, parts: Sequence[str], line: int) -> None:
        """Let a name mean other names, which a word joins."""
        known = self.known(parts, line).values()
        kinds = {thing.kind for thing in known}
        if word and kinds - {"", word}:
            self.fault(line, "what is joined with 'and' cannot be joined with 'or'.")
        elif known:
            objects = [part for thing in known for part in thing.parts]
            self.define(name, word or max(kinds), objects, line)

    def add_layer(self, names: Sequence[str], line: int) -> None:
        """Put objects into the next collision layer."""
        self.layer += 1
        known = self.known(names, line)
        for name in filter(known.__contains__, names):
            if known[name].kind == "and":
                self.fault(line, f"{name} is several things at once.")
                continue
            for part in known[name].parts:
                if self.layer_of.pop(part, None) is not None:
                    self.remark(line, f"{part} is in a layer already.")
                self.layer_of[part] = self.layer
        if "background" in names and set(names) != {"background"}:
            self.fault(line, "the background must have a layer to itself.")

    def finish(self) -> None:
        """Number the objects by their layers, and find those of each name."""
        self.known(("player", "background"), 0)
        if not self.layer_of:
            self.fault(0, "there are no collision layers: all objects need to be in one.")
        for name, thing in self.meanings.items():
            if thing.parts == (name,) and name not in self.layer_of:
                self.fault(thing.line, f"{name} is in no collision layer.")
                self.layer_of[name] = self.layer + 1
        self.placed = sorted(self.layer_of, key=self.layer_of.__getitem__)
        self.layers = [self.layer_of[name] for name in self.placed]
        for layer in range(self.layer + 2):
            objects = [number for number, one in enumerate(self.layers) if one == layer]
            start = len(self.placed) + 5 * layer
            self.movers.append((objects, range(start, start + 5)))
        for name, thing in self.meanings.items():
            numbers = tuple(self.placed.index(part) for part in thing.parts)
            layers = {self.layers[number] for number in numbers}
            only = min(layers) if len(layers) == 1 else None
            self.meanings[name] = thing._replace(numbers=numbers, layer=only)
            if thing.kind == "and" and len(layers) < len(numbers):
                words = "two of these are in one layer, so they are never in one cell."
                self.fault(thing.line, words)
