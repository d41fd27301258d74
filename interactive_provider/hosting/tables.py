"""All tables of one server: they are laid, found by a secret, and followed by others."""

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
"""The letters of codes: none looks like a digit, and they spell nothing."""

SHORTEST_SECRET = 20
"""The characters that a secret has at least; a code has fewer, with what a reader puts between."""

DAY = 86_400.0
DAYS = 30
"""A table is forgotten this many days after the last move at it."""
DAYS_UNUSED = 7
"""A table is forgotten this many days after it was laid if nobody has moved."""

MOST_TABLES = 500
"""The number of tables that may be watched at once."""

MOST_IN_CLASS = 40

UNKNOWN = "There is no table for this code or link. Look at it again, or ask for a new one."
USED = "Somebody already sits in this seat. Ask for another code or link."


class Sight(NamedTuple):
    """What a page looks at: the ``start``, an ``invitation``, a ``seat``, the ``watch`` of a match,
    a ``class``, a place to ``join`` one, where to ``go``, or a ``fault``."""

    kind: str
    match: Match | None = None
    seat: int | None = None
    words: str = ""
    """The name of a class, the secret of the seat to go to, or why there is nothing to see."""
    round: int = 0
    """The game at the table to which the seat belongs: in the next one somebody else has it."""


def fresh_secret() -> str:
    """A secret of 144 bits."""
    return secrets.token_urlsafe(18)


def fresh_code() -> str:
    """A code of six letters, which can be read aloud."""
    return "".join(map(secrets.choice, [LETTERS] * 6))


class Tables:
    """The tables of one process, each open as long as somebody watches it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = new_lock()
        self._joining = new_lock()
        # A match without pages may be wanted by one that is just being opened.
        self._open: WeakValueDictionary[str, Match] = WeakValueDictionary()
        self._clear()

    def _clear(self) -> None:
        now = time.time()
        self.store.clear(now - DAYS * DAY, now - DAYS_UNUSED * DAY)

    def open(self, name: str) -> Match:
        """A match by its name."""
        with self._lock:
            found = self._open.get(name)
            if sum(bool(one.pages) for one in self._open.values()) >= MOST_TABLES:
                raise ChoiceError("Too many tables are open here. Try again later.")
        made = found or Match(name, self.store)  # plays the game so far, which may take a while
        with self._lock:
            return self._open.setdefault(name, made)

    def lay(self, begun: str, levels: Sequence[Any] = (), is_for_class: bool = False) -> Match:
        """Set up a table for the game that ``begun`` starts, for people, who are invited unless
        they come by a class; ``levels`` has an entry for each computer and None for a person."""
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
        """Begin a class for a game, whose one code leads to the next empty seat; returns the
        teacher's secret."""
        place = fresh_secret()
        own = fresh_secret()
        code = fresh_code()
        known = {"line": begun, "title": title, "code": code, "tables": []}
        given = {own: Ticket("class", place), code: Ticket("join", place)}
        self.store.write({place: (0, known)}, given)
        return own

    def of_class(self, place: str) -> tuple[Json, list[Match]]:
        """What is kept of a class, and its tables."""
        _, _, known = self.store.read(place)
        return known, [*map(self.open, known["tables"])]

    def join(self, place: str, name: str) -> str:
        """Let a person sit in the next empty seat of a class, otherwise in a computer's or at a new
        table; returns the secret of the seat."""
        with self._joining:
            _, every = self.of_class(place)
            for is_free in (lambda seat: not seat.name, lambda seat: seat.level):
                for match in every:
                    for at, seat in enumerate(match.record.seats):
                        if is_free(seat):
                            return self.take(match, at, name)
            return self.take(self._another_of(place), 0, name)

    def _another_of(self, place: str) -> Match:
        """A new table of a class."""
        version, _, known = self.store.read(place)
        if len(known["tables"]) >= MOST_IN_CLASS:
            raise ChoiceError("All seats of this class are taken.")
        match = self.lay(known["line"], is_for_class=True)
        known["tables"].append(match.name)
        self.store.write({place: (version, known)}, {})
        return match

    def new_round(self, place: str, groups: list[list[list[int]]]) -> None:
        """Let a new game begin at each table of a class, with a group of seats for each table, all
        of which are given by their numbers."""
        _, every = self.of_class(place)
        seats = [[at, seat] for at, match in enumerate(every) for seat in range(len(match.names))]
        if sorted(at for group in groups for at in group) != seats:
            raise Taken("Somebody has come or gone since then.")
        at_tables = [[(every[at], seat) for at, seat in group] for group in groups]
        regroup(dict(zip(every, at_tables, strict=True)))

    # Seats --------------------------------------------------------------------------------

    def enter(self, secret: str) -> Sight:
        """What a secret or a code leads to; raises `ChoiceError`."""
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
        """Let a person sit in an empty seat or in a computer's; returns the secret of the seat."""
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
    """What the game of a line calls its players; raises `ChoiceError` if several cannot play it."""
    return player_names(game_of(beginning(begun)))
