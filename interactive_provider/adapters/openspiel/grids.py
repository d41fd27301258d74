"""Signs in the places where a text of OpenSpiel's shows them, before they are pieces on a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...boards import SIDES, Pair, Place, Way, Zone
from ...game import Words
from .labels import LabelWords, column_name

OFF = ""
"""The sign of a place that is not part of the board."""


@dataclass(frozen=True, slots=True)
class TextGrid:
    """Signs in rows of one length, what rows and columns are called, and the lines of text that are
    not picture."""

    rows: tuple[Words, ...]
    row_names: Words
    column_names: Words
    rest: str = ""
    points: Mapping[str, Place] = field(default_factory=dict)
    """The places that have names of their own."""
    indents: tuple[int, ...] = ()
    lines: tuple[Way, ...] = ()
    """As on a `Board`."""
    spans: Mapping[Place, tuple[Place, ...]] = field(default_factory=dict)
    """What a press on a place changes if that is more than the place."""
    joined: tuple[tuple[Place, ...], ...] = ()
    """As on a `Board`."""
    zones: tuple[Zone, ...] = ()
    """What each row of a table is."""
    counters: tuple[Pair, ...] = ()
    """As on a `Board`."""
    choices: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    """The places that an option is about, by its name or what follows "of" in it; a press there may
    mean several."""

    def signs(self) -> Iterator[tuple[Place, str]]:
        """Every sign with its place, row by row."""
        for r, row in enumerate(self.rows):
            for c, sign in enumerate(row):
                yield (r, c), sign

    def places(self, label: LabelWords) -> list[Place]:
        """The places that an option's label names, in order: ``b4``, ``7g``, a name of their
        own."""
        for words in (label, label[-1:], re.split(r"(?<=\d)(?=[a-z]$)", label[-1])):
            found = [place for place in map(self.place, words) if place]
            if len(found) == len(words):
                return found
        named = [
            name
            for word in label
            for name in re.findall(r"[a-z]+\d+(?!\w)|(?<!\w)\d+[a-i]?(?!\w)", word)
        ]
        found = [place for place in map(self.place, named) if place]
        if len(label) > 1 and label[0] in named:
            return found[-2:]
        return found[-1:]

    def place(self, name: str) -> Place | None:
        """(row, column) of a place named like ``b4`` or ``7g``, or by a name of its own, or
        None."""
        if name in self.points:
            return self.points[name]
        written = re.fullmatch(r"(\d+|[a-z]+)(.+)", name)
        if written and written[1] in self.column_names and written[2] in self.row_names:
            return self.row_names.index(written[2]), self.column_names.index(written[1])
        return None


def grid_of(
    rows: Iterable[Iterable[str]], rest: Iterable[str] = (), names: str = "", up: bool = False
) -> TextGrid:
    """A grid whose rows are filled up to one length; ``up`` where the lowest row is the first."""
    lines = [tuple(row) for row in rows]
    width = max(map(len, lines))
    filled = tuple(row + (OFF,) * (width - len(row)) for row in lines)
    numbers = [str(number) for number in range(1, len(lines) + 1)]
    columns = tuple(names[:width]) if len(names) >= width else tuple(map(column_name, range(width)))
    return TextGrid(
        filled, tuple(reversed(numbers) if up else numbers), columns, "\n".join(rest).strip("\n")
    )


def nameless(
    rows: Iterable[Iterable[str]], points: Mapping[str, Place], rest: str = ""
) -> TextGrid:
    """A grid whose rows and columns have no names; ``points`` are the places that have names of
    their own."""
    grid = grid_of(rows, rest.split("\n"))
    names = ("",) * len(grid.rows), ("",) * len(grid.rows[0])
    return replace(grid, row_names=names[0], column_names=names[1], points=points)


def zoned(
    zones: Sequence[tuple[Zone, Sequence[str]]],
    points: Mapping[str, Place] | None = None,
    choices: Mapping[str, tuple[Place, ...]] | None = None,
    width: int = 1,
) -> TextGrid:
    """A table of zones with their signs, which are in the order of their sides."""
    assert [SIDES.index(zone.side) for zone, _ in zones] == sorted(
        SIDES.index(zone.side) for zone, _ in zones
    )
    width = max(width, *(len(signs) for _, signs in zones))
    grid = nameless([[*signs, *[OFF] * (width - len(signs))] for _, signs in zones], points or {})
    return replace(grid, zones=tuple(zone for zone, _ in zones), choices=choices or {})
