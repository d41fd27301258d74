"""Who sits where at a table: the viewing player at the bottom, and the others around in the order
of play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...boards import Zone
from . import texts
from .grids import TextGrid

_AROUND = {2: ("top",), 3: ("left", "right"), 4: ("left", "top", "right")}
"""The sides of the other players, starting with the next one; if there are more, all sit at the
top."""

_SEAT = re.compile(r"(?m)^@seat (\+?)(\d+) (\w+)( \(.*\))?: ?(.*)$")
"""A player's zone as written in `games.toml`, wherever the player sits: ``@seat 1 fan (900 chips):
?? ??``; ``+1`` is the player after the viewer."""


def placed(text: str, count: int, viewer: int) -> str:
    """Return the text with a zone for every player; the viewer's own cards are written
    elsewhere."""
    others = [(viewer + step) % count for step in range(1, count)]
    sides = dict(zip(others, _AROUND.get(count, ("top",) * count), strict=False))

    def zone(seat: re.Match[str]) -> str:
        sign, number, layout, note, cards = seat.groups("")
        player = (int(number) + (viewer if sign else 0)) % count
        if player == viewer:
            return f"@bottom {layout} you{note}:"
        return f"@{sides[player]} {layout} player {player}{note}: {cards}"

    text = _SEAT.sub(zone, text)
    missing = [
        player for player in others if not re.search(rf"(?m)^@\w+ \w+ player {player}\b", text)
    ]
    return "\n".join((text, *(f"@{sides[player]} fan player {player}: " for player in missing)))


def named(grid: TextGrid, names: Sequence[str], viewer: int, mover: int | None) -> TextGrid:
    """Return the grid with the names of the players, and whose turn it is: nobody's after the
    end."""
    if not grid.zones:
        return grid
    return replace(
        grid,
        zones=tuple(_named(zone, names, viewer, mover) for zone in grid.zones),
        rows=tuple(tuple(texts.readable(sign, names) or sign for sign in row) for row in grid.rows),
    )


def _named(zone: Zone, names: Sequence[str], viewer: int, mover: int | None) -> Zone:
    if zone.name == "you":
        own = names[viewer] if len(names) > 1 else ""
        note = " · ".join(filter(None, (own, zone.note)))
        return replace(zone, note=note, is_turn=viewer == mover)
    name = texts.readable(zone.name, names)
    note = texts.readable(zone.note, names)
    is_turn = mover is not None and zone.name == f"player {mover}"
    return replace(zone, name=name, note=note, is_turn=is_turn)
