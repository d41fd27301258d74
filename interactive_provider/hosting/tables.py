"""All tables of one server: sets them up, finds them by a secret, and follows other processes'
changes."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from ..errors import ChoiceError
from ..game import player_names
from ..heart.play.insiders import game_of
from ..support.locks import new_lock
from ..support.sanitizing import clean
from ..widget.shapes import Json
from .match import Match, SeatRecord, beginning, laid, regroup
from .store import Store, Taken, Ticket

LETTERS = "BCDFGHJKLMNPQRSTVWXYZ"
"""The letters used in codes: none looks like a digit, and they spell no words."""

SHORTEST_SECRET = 20
"""The minimum length of a secret; a code is shorter, even with the separators that a reader
adds."""

DAY = 86_400.0
DAYS = 30
"""The number of days after the last move when a table is deleted."""
DAYS_UNUSED = 7
"""The number of days after its creation when a table without moves is deleted."""

MOST_TABLES = 500
"""The maximum number of tables that can be watched at once."""

MOST_IN_CLASS = 40

UNKNOWN = "There is no table for this code or link. Look at it again, or ask for a new one."
USED = "Somebody already sits in this seat. Ask for another code or link."


class Sight(NamedTuple):
    """What a page shows: the ``start``, an ``invitation``, a ``seat``, a match for a spectator
    (``watch``), a ``class``, a place to ``join`` one, where to ``go``, or a ``fault``."""

    kind: str
    match: Match | None = None
    seat: int | None = None
    words: str = ""
    """The name of a class, the secret of the seat to go to, or the reason why there is nothing to
    see."""
    round: int = 0
    """The number of the game at the table to which the seat belongs: in the next one somebody else
    has the seat."""


def fresh_secret() -> str:
    """Return a secret of 144 bits."""
    return secrets.token_urlsafe(18)


def fresh_code() -> str:
    """Return a code of six letters that can be read aloud."""
    return "".join(map(secrets.choice, [LETTERS] * 6))


class Tables:
    """The tables of one process, each open as long as somebody watches it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = new_lock()
        self._joining = new_lock()
        # A match without pages may be needed by a page that is just being opened.
        self._open: WeakValueDictionary[str, Match] = WeakValueDictionary()
        self._clear()

    def _clear(self) -> None:
        now = time.time()
        self.store.clear(now - DAYS * DAY, now - DAYS_UNUSED * DAY)

    def open(self, name: str) -> Match:
        """Return a match by its name."""
        with self._lock:
            found = self._open.get(name)
            if sum(bool(one.pages) for one in self._open.values()) >= MOST_TABLES:
                raise ChoiceError("Too many tables are open here. Try again later.")
        made = found or Match(name, self.store)  # replays the game, which may take long
        with self._lock:
            return self._open.setdefault(name, made)

    def lay(self, begun: str, levels: Sequence[Any] = (), is_for_class: bool = False) -> Match:
        """Set up a table for the game that ``begun`` starts, for people, who are invited unless
        they come from a class; ``levels`` has a level for each computer and None for a person."""
        name = fresh_secret()
        watch = fresh_secret()
        given = {watch: Ticket("watch", name)}
        seats = []
        for seat, level in enumerate(levels or [None for _ in seats_of(begun)]):
            if level is not None:
                seats.append(SeatRecord(f"computer {seat + 1}", level))
                continue
            ways = () if is_for_class else (fresh_code(), fresh_secret())
            given |= {way: Ticket("invitation", name, seat) for way in ways}
            seats.append(SeatRecord(ways=ways))
        self._clear()
        self.store.write({name: (0, laid(begun, watch, seats)._asdict())}, given)
        return self.open(name)

    # Classes ------------------------------------------------------------------------------

    def lay_class(self, begun: str, title: str) -> str:
        """Start a class for a game, with one code that leads to the next empty seat; return the
        teacher's secret."""
        place = fresh_secret()
        own = fresh_secret()
        code = fresh_code()
        known = {"line": begun, "title": title, "code": code, "tables": []}
        given = {own: Ticket("class", place), code: Ticket("join", place)}
        self.store.write({place: (0, known)}, given)
        return own

    def of_class(self, place: str) -> tuple[Json, list[Match]]:
        """Return the stored data of a class, and its tables."""
        _, _, known = self.store.read(place)
        return known, [*map(self.open, known["tables"])]

    def join(self, place: str, name: str) -> str:
        """Let a person sit in the next empty seat of a class, otherwise in a computer's or at a new
        table; return the secret of the seat."""
        with self._joining:
            _, every = self.of_class(place)
            for is_free in (lambda seat: not seat.name, lambda seat: seat.level):
                for match in every:
                    for at, seat in enumerate(match.record.seats):
                        if is_free(seat):
                            return self.take(match, at, name)
            return self.take(self._another_of(place), 0, name)

    def _another_of(self, place: str) -> Match:
        """Return a new table of a class."""
        version, _, known = self.store.read(place)
        if len(known["tables"]) >= MOST_IN_CLASS:
            raise ChoiceError("All seats of this class are taken.")
        match = self.lay(known["line"], is_for_class=True)
        known["tables"].append(match.name)
        self.store.write({place: (version, known)}, {})
        return match

    def new_round(self, place: str, groups: list[list[list[int]]]) -> None:
        """Start a new game at each table of a class, with a group of seats for each table; the
        groups contain all seat numbers."""
        _, every = self.of_class(place)
        seats = [[at, seat] for at, match in enumerate(every) for seat in range(len(match.names))]
        if sorted(at for group in groups for at in group) != seats:
            raise Taken("Somebody has come or gone since then.")
        at_tables = [[(every[at], seat) for at, seat in group] for group in groups]
        regroup(dict(zip(every, at_tables, strict=True)))

    # Seats --------------------------------------------------------------------------------

    def enter(self, secret: str) -> Sight:
        """Return what a secret or a code leads to; raise `ChoiceError` if it is unknown."""
        if len(secret) < SHORTEST_SECRET:
            secret = "".join(secret.upper().split())
        ticket = self.store.ticket(secret)
        if ticket is None:
            raise ChoiceError(UNKNOWN)
        kind, place, seat = ticket
        if kind in ("class", "join"):
            return Sight(kind, words=place)
        match = self.open(place)
        if kind != "seat":
            return Sight(kind, match, seat)
        with match.lock:
            match.catch_up()
            if self.store.ticket(secret) != ticket:  # the next game has just begun
                return self.enter(secret)
            return Sight(kind, match, seat, round=match.record.round)

    def take(self, match: Match, seat: int, name: str) -> str:
        """Let a person sit in an empty seat or in a computer's; return the secret of the seat."""
        own = fresh_secret()
        words = " ".join(clean(name).split())[:20] or "somebody"
        with match.lock:
            if match.names[seat] and not match.levels[seat]:
                raise ChoiceError(USED)
            if words.casefold() in map(str.casefold, ("you", *match.names)):
                words = f"{words} {seat + 1}"
            match.sit(seat, words, given={own: Ticket("seat", match.name, seat)})
        match.tell()
        return own


def seats_of(begun: str) -> tuple[str, ...]:
    """Return a game's names for its players; raise `ChoiceError` if several people cannot play
    it."""
    return player_names(game_of(beginning(begun)))
