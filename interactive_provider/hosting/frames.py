"""Everything that a server sends to a page: `frame` makes all of it.

What a seat sees of the game comes from `Seat.view`; the rest is who sits where, what they ask each
other, and what may be asked. The words around the board are the page's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..heart.play.actions import line
from ..widget import payload
from ..widget.shapes import Json as Json
from .match import Match
from .seat import session
from .tables import Tables

FACTS = (
    *("title", "roles", "players", "names", "levels", "here", "mover", "request"),
    *("is_over", "is_changed", "changed_at", "end", "paid", "score"),
)
"""What everybody at a match knows: who sits where, whose turn it is, what is asked, who has won."""


class Sight(NamedTuple):
    """What a page looks at: the ``start``, an ``invitation``, a ``seat``, the ``watch`` of a match,
    a ``class``, where to ``go``, or a ``fault``."""

    kind: str
    match: Match | None = None
    seat: int | None = None
    words: str = ""
    """The name of a class, the secret of the seat to go to, or why there is nothing to see."""


def frame(tables: Tables, offers: Sequence[Json], sight: Sight) -> Json:
    """What a page is sent now."""
    kind, match, seat, words = sight
    sent: Json = {"kind": kind, "seat": seat, "words": words}
    if kind == "start":
        return {**sent, "games": offers}
    if kind == "class":
        every = [tables.store.secrets(one.name) for one in tables.of_class(words)]
        return {**sent, "codes": [*tables.store.secrets(words)], "tables": [*map(list, every)]}
    if match is None:
        return sent
    with match.lock:
        sent |= {name: getattr(match, name) for name in FACTS}
        if kind == "seat" or not match.hides:
            view = session(match, None if kind == "invitation" else seat).view()
            sent |= {"view": view, "drawn": payload.drawings(view)}
        if kind == "seat" and seat is not None:
            sent |= _for_seat(tables, match, seat)
    return sent


def _for_seat(tables: Tables, match: Match, seat: int) -> Json:
    """What only those know who sit there: the codes of empty seats, and after the end the line."""
    known = tables.store.secrets(match.name).items()
    return {
        "mayAsk": match.may_ask(seat),
        "secrets": [(its.kind, its.seat, secret) for secret, its in known],
        "line": line(match.position) if match.is_over else "",
    }
