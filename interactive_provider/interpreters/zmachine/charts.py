"""A map of a story: the visited rooms, placed by direction, and the known ways between them.

The story's own tables are not read, so it shows only what the player has seen.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from .reading import SHORT_FORMS

GridPlace = tuple[int, int]
"""Row and column, counted from the first room."""

STEPS: dict[str, GridPlace] = {
    "north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1),
    "northeast": (-1, 1), "southeast": (1, 1), "southwest": (1, -1), "northwest": (-1, -1),
}  # fmt: skip
"""The step on the map for each compass direction."""

_WAYS = {at: way for way, at in STEPS.items()}
_OPPOSITE = {way: _WAYS[-down, -right] for way, (down, right) in STEPS.items()}
_BESIDE = (*[*STEPS.values()][4:], (0, 2), (0, -2), (2, 0), (-2, 0))
"""Where to draw a room reached in another way, such as by a ladder."""

_ROOMS = 60
"""The maximum number of rooms shown, the nearest to the player."""


class RoomVisit(NamedTuple):
    """One turn: the command that led to it, the room, and the printed text."""

    command: str
    room: str
    text: str


class RoomGrid(NamedTuple):
    """Rooms on a grid and ways between them, by number; ``exits`` are the ways out of the room
    ``here``."""

    rooms: tuple[tuple[str, GridPlace], ...] = ()
    ways: tuple[tuple[int, str, int], ...] = ()
    exits: tuple[str, ...] = ()
    here: int = 0


_GOING = re.compile(r"^(?:go|walk|run|head)\s+(?:to\s+)?(?:the\s+)?")


def direction(command: str) -> str:
    """Return the direction of a command, spelled out, or nothing."""
    return _SPELLED.get(_GOING.sub("", command.strip().lower()), "")


_SPELLED = {
    **{short: way for way, short in SHORT_FORMS.items() if way not in ("in", "out")},
    **{way: way for way in SHORT_FORMS},
}


def charted(visits: Sequence[RoomVisit]) -> RoomGrid:
    """Return the map after some turns, in order."""
    places: dict[str, GridPlace] = {visits[0].room: (0, 0)}
    ways: dict[tuple[str, str], str] = {}
    for before, after in itertools.pairwise(visits):
        way = direction(after.command)
        if after.room != before.room:
            places.setdefault(after.room, _free(places, before.room, way))
            ways[before.room, way or after.command] = after.room
        elif way:
            ways[before.room, way] = ""  # leads nowhere now
    named = _named(visits)
    ways = {**_ways_back(ways, named), **ways}
    here = visits[-1].room
    shown = sorted(places, key=lambda room: math.dist(places[room], places[here]))[:_ROOMS]
    numbers = {room: number for number, room in enumerate(shown)}
    untried = {way for way in named[here] if (here, way) not in ways}
    taken = {way for (room, way), to in ways.items() if room == here and to}
    return RoomGrid(
        tuple((room, places[room]) for room in shown),
        tuple(
            (numbers[room], way, numbers[to])
            for (room, way), to in ways.items()
            if room in numbers and to in numbers
        ),
        tuple(sorted(untried | taken)),
        numbers[here],
    )


def _named(visits: Sequence[RoomVisit]) -> dict[str, set[str]]:
    """Return the compass directions that were printed in each room."""
    named: dict[str, set[str]] = {visit.room: set() for visit in visits}
    for visit in visits:
        named[visit.room] |= STEPS.keys() & set(re.findall(r"[a-z]+", visit.text.lower()))
    return named


def _ways_back(
    ways: dict[tuple[str, str], str], named: dict[str, set[str]]
) -> dict[tuple[str, str], str]:
    """Return the opposites of ways that were taken, if these were printed: a player who came from
    the south may go south."""
    compass = [
        (room, _OPPOSITE[way], to) for (room, way), to in ways.items() if way in STEPS and to
    ]
    return {(to, opposite): room for room, opposite, to in compass if opposite in named[to]}


def _free(places: dict[str, GridPlace], room: str, way: str) -> GridPlace:
    """Return the nearest free place in a direction from a room; for other ways, any place beside
    it."""
    row, column = places[room]
    taken = set(places.values())
    steps = (STEPS[way],) if way in STEPS else _BESIDE
    nearest = (
        (row + far * down, column + far * right)
        for far in itertools.count(1)
        for down, right in steps
    )
    return next(place for place in nearest if place not in taken)
