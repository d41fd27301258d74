"""Signs at their places in OpenSpiel's text, before they become pieces on a board."""

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
    """Signs in rows of equal length, the names of rows and columns, and the lines of text outside
    the picture."""

    rows: tuple[Words, ...]
    row_names: Words
    column_names: Words
    rest: str = ""
    points: Mapping[str, Place] = field(default_factory=dict)
    """The places that have their own names."""
    indents: tuple[int, ...] = ()
    lines: tuple[Way, ...] = ()
    """Like `Board.lines`."""
    spans: Mapping[Place, tuple[Place, ...]] = field(default_factory=dict)
    """The places that a press changes, if these are more than the pressed one."""
    joined: tuple[tuple[Place, ...], ...] = ()
    """Like `Board.joined`."""
    zones: tuple[Zone, ...] = ()
    """The zone that each row of a table is."""
    counters: tuple[Pair, ...] = ()
    """Like `Board.counters`."""
    choices: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    """The places that an option is about, by its name or the part of it after "of"; a press there
    may mean several options."""

    def signs(self) -> Iterator[tuple[Place, str]]:
        """Return every sign with its place, row by row."""
        for r, row in enumerate(self.rows):
            for c, sign in enumerate(row):
                yield (r, c), sign

    def places(self, label: LabelWords) -> list[Place]:
        """Return the places that an option's label names, in order: ``b4``, ``7g``, or their own
        names."""
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
        """Return the (row, column) of a place named like ``b4`` or ``7g``, or by its own name, or
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
    """Return a grid whose rows are padded to equal length; with ``up`` the lowest row is the
    first."""
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
    """Return a grid whose rows and columns have no names; ``points`` are the places with their own
    names."""
    grid = grid_of(rows, rest.split("\n"))
    names = ("",) * len(grid.rows), ("",) * len(grid.rows[0])
    return replace(grid, row_names=names[0], column_names=names[1], points=points)


def zoned(
    zones: Sequence[tuple[Zone, Sequence[str]]],
    points: Mapping[str, Place] | None = None,
    choices: Mapping[str, tuple[Place, ...]] | None = None,
    width: int = 1,
) -> TextGrid:
    """Return a table of zones with their signs, in the order of their sides."""
    assert [SIDES.index(zone.side) for zone, _ in zones] == sorted(
        SIDES.index(zone.side) for zone, _ in zones
    )
    width = max(width, *(len(signs) for _, signs in zones))
    grid = nameless([[*signs, *[OFF] * (width - len(signs))] for _, signs in zones], points or {})
    return replace(grid, zones=tuple(zone for zone, _ in zones), choices=choices or {})
