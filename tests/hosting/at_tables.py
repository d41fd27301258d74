"""Tables that tests lay, with people who choose at random."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import options
from interactive_provider.hosting.frames import frame
from interactive_provider.hosting.match import Match
from interactive_provider.hosting.seat import session
from interactive_provider.hosting.store import Store
from interactive_provider.hosting.tables import Sight, Tables, seats_of

FOUR = "games.k_in_a_row.connect_four"
PEOPLE = ("Ann", "Ben", "Cleo", "Dan")


class Looker:
    """A page that is open, at which nobody looks."""

    sight = Sight("watch")

    def notice(self) -> None:
        """Take no notice."""


def tables_in(folder: Path) -> Tables:
    """The tables that a folder keeps."""
    return Tables(Store(folder / "tables.db"))


def laid(tables: Tables, begun: str = FOUR, people: Sequence[str] = PEOPLE) -> Match:
    """A table at which everybody sits."""
    seats = seats_of(begun)
    match = tables.lay(begun, [None for _ in seats])
    match.pages.append(Looker())
    for seat, name in zip(range(len(seats)), people, strict=False):
        tables.take(match, seat, name)
    return match


def shown(tables: Tables, match: Match, seat: int | None, kind: str = "seat") -> dict[str, Any]:
    """What a seat is sent."""
    return frame(tables, (), Sight(kind, match, seat, round=match.record.round))


def chosen(tables: Tables, match: Match, words: str = "", rng: Random | None = None) -> int:
    """Let the seat to move choose an option, at random or by its label; gives the seat."""
    seat = match.mover
    assert seat is not None
    own = session(match, seat)
    label = words or (rng or Random(0)).choice(options(own.position)).label
    number = shown(tables, match, seat)["view"]["number"]
    own.act({"do": "type", "text": label, "seen": number})
    return seat
