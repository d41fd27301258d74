"""Who sits where at a table: the player who looks at it at the bottom, the others around it in the
order of play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...boards import Zone
from . import texts
from .grids import TextGrid

_AROUND = {2: ("top",), 3: ("left", "right"), 4: ("left", "top", "right")}
"""The sides of the others, the next player's first; of more players all sit at the top."""


_BACK = "??"

_SEAT = re.compile(r"(?m)^@seat (\d+) (\w+)( \(.*\))?: ?(.*)$")
"""A player's zone as `games.toml` writes it, wherever the player sits:
``@seat 1 fan (900 chips): ?? ??``."""


def placed(text: str, count: int, viewer: int) -> str:
    """The text with a zone for every player; the cards of the one who looks at it are written
    elsewhere."""
    others = [(viewer + step) % count for step in range(1, count)]
    sides = dict(zip(others, _AROUND.get(count, ("top",) * count), strict=False))

    def zone(seat: re.Match[str]) -> str:
        player, note = int(seat[1]), seat[3] or ""
        if player == viewer:
            return f"@bottom {seat[2]} you{note}:"
        return f"@{sides.get(player, 'top')} {seat[2]} player {player}{note}: {seat[4]}"

    text = _SEAT.sub(zone, text)
    missing = [
        player for player in others if not re.search(rf"(?m)^@\w+ \w+ player {player}\b", text)
    ]
    return "\n".join((text, *(f"@{sides[player]} fan player {player}: " for player in missing)))


def with_backs(grid: TextGrid, count: int, viewer: int, mover: int) -> TextGrid:
    """The grid with a back for every card that another player holds, where all hold equally many.

    A player who has a card in the trick has one less than those who are still to play.
    """
    sizes = [sum(map(bool, row)) for row in grid.rows]
    sides = [zone.side for zone in grid.zones]
    trick = sum(size for size, side in zip(sizes, sides, strict=True) if side == "middle") % count
    played = {(mover - step) % count for step in range(1, trick + 1)}
    before = sizes[sides.index("bottom")]
    if viewer in played:
        before += 1
    rows = []
    for zone, row in zip(grid.zones, grid.rows, strict=True):
        seat = re.fullmatch(r"player (\d+)", zone.name)
        backs = 0
        if seat and not any(row):
            backs = max(0, before - 1) if int(seat[1]) in played else before
        rows.append((*(_BACK,) * backs, *row[backs:]))
    return replace(grid, rows=tuple(rows))


def named(grid: TextGrid, names: Sequence[str], viewer: int, mover: int | None) -> TextGrid:
    """The grid with the names of those who sit there, and with whose turn it is: nobody's after the
    end."""
    zones = tuple(_named(zone, names, viewer, mover) for zone in grid.zones)
    rows = (tuple(texts.readable(sign, names) or sign for sign in row) for row in grid.rows)
    return replace(grid, zones=zones, rows=tuple(rows)) if zones else grid


def _named(zone: Zone, names: Sequence[str], viewer: int, mover: int | None) -> Zone:
    if other := re.fullmatch(r"other (\d+)", zone.name):
        player = (viewer + int(other[1])) % len(names)
        note = "" if mover is None else zone.note
        return replace(zone, name=names[player], note=note, is_turn=player == mover)
    if zone.name != "you":
        seat = re.fullmatch(r"player (\d+)", zone.name)
        return replace(
            zone,
            name=texts.readable(zone.name, names),
            note=texts.readable(zone.note, names),
            is_turn=seat is not None and int(seat[1]) == mover,
        )
    own = names[viewer] if len(names) > 1 and zone.layout != "race" else ""
    note = " · ".join(filter(None, (own, zone.note)))
    return replace(zone, note=note, is_turn=viewer == mover)
