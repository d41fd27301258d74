"""Everything that a server sends to a page: `frame` makes all of it.

What a seat sees of the game comes from `Seat.view`; the rest is who sits where, what they ask each
other, and what may be asked. The text around the board belongs to the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..heart.play.actions import line
from ..widget import payload
from ..widget.shapes import Json as Json
from .match import Match
from .seat import session
from .tables import Sight, Tables

FACTS = (
    *("title", "roles", "players", "names", "levels", "here", "mover"),
    *("is_over", "is_changed", "changed_at", "paid", "score"),
)
"""What everybody at a match knows: who sits where, whose turn it is, who has won."""


def frame(tables: Tables, offers: Sequence[Json], sight: Sight) -> Json:
    """Return what a page is sent now; empty if its seat belongs to an earlier game."""
    kind, match, seat, words, at = sight
    sent: Json = {"kind": kind, "seat": seat, "words": words}
    if kind == "start":
        return {**sent, "games": offers}
    if kind in ("class", "join"):
        known, every = tables.of_class(words)
        shown = {"title": known["title"], "words": ""}
        if kind == "class":
            shown |= {"code": known["code"], "tables": [one.record.watch for one in every]}
        return sent | shown
    if match is None:
        return sent
    with match.lock:
        record = match.record
        if kind == "seat" and record.round != at:
            return {}
        sent |= {name: getattr(match, name) for name in FACTS}
        sent |= {"round": record.round, "request": record.request, "end": record.end}
        if kind == "seat" or (match.is_watched and kind == "watch"):
            view = session(match, seat).view()
            sent |= {"view": view, "drawn": payload.drawings(view)}
        if kind == "seat":
            sent |= _for_seat(match, seat or 0)
    return sent


def _for_seat(match: Match, seat: int) -> Json:
    """Return what only the people in these seats know: the codes of empty seats and, after the end,
    the line."""
    record = match.record
    return {
        "mayAsk": match.may_ask(seat),
        "ways": [place.ways for place in record.seats],
        "watch": record.watch if match.is_watched else "",
        "line": line(match.position) if match.is_over else "",
    }
