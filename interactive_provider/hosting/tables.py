"""All tables of one server: they are laid, found by a secret, and followed by others."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any
from weakref import WeakValueDictionary

from ..errors import ChoiceError
from ..game import player_names
from ..heart.play.insiders import game_of, is_start, table_of
from ..heart.play.nodes import start
from ..heart.play.position_data import line_of, shown_of
from ..heart.play.table import Table
from ..support.locks import new_lock
from ..support.sanitizing import clean
from .match import Match, beginning
from .store import Event, Store, Ticket

LETTERS = "BCDFGHJKLMNPQRSTVWXYZ"
"""The letters of codes: none looks like a digit, and they spell nothing."""

SHORTEST_SECRET = 20
"""The characters that a secret has at least; a code has fewer, with what a reader puts between."""

DAYS = 30
"""A table is forgotten this many days after the last event at it."""

MOST_TABLES = 500
"""The tables at which somebody may look on at once."""

UNKNOWN = "There is no table for this code or link. Look at it again, or ask for a new one."
USED = "Somebody already sits in this seat. Ask for another code or link."


def fresh_secret() -> str:
    """A secret of 144 bits."""
    return secrets.token_urlsafe(18)


def fresh_code() -> str:
    """A code of six letters, which can be read aloud."""
    return "".join(map(secrets.choice, [LETTERS] * 6))


class Tables:
    """The tables of one process, each open as long as somebody looks on."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = new_lock()
        # A match without pages may be wanted by one that is just being opened.
        self._open: WeakValueDictionary[str, Match] = WeakValueDictionary()
        store.clear(time.time() - DAYS * 86_400)

    def open(self, name: str) -> Match:
        """A match by its name."""
        with self._lock:
            found = self._open.get(name)
            if sum(bool(one.listeners) for one in self._open.values()) >= MOST_TABLES:
                raise ChoiceError("Too many tables are open here. Try again later.")
        made = found or Match(name, self.store)  # which plays the game so far, and may take long
        with self._lock:
            return self._open.setdefault(name, made)

    def lay(self, begun: str, levels: Sequence[Any], **place: Any) -> Match:
        """Set up a table for the game that ``begun`` starts; ``levels`` has an entry for each
        computer and None for each person, ``place`` is the class it belongs to."""
        name = fresh_secret()
        names = [
            "" if level is None else f"computer {seat}" for seat, level in enumerate(levels, 1)
        ]
        given = {fresh_secret(): Ticket("watch", name)}
        for seat, taken in enumerate(names):
            if not taken and not place:
                given[fresh_secret()] = Ticket("invitation", name, seat)
                given[fresh_code()] = Ticket("code", name, seat)
        score = [0.0 for _ in names]
        event = {**laid(begun), "names": names, "levels": levels, "score": score, **place}
        self.store.write([(name, 0, event)], given)
        return self.open(name)

    def lay_class(self, begun: str, count: int) -> str:
        """Lay tables for a class, whose one code leads to the next empty seat; returns the
        teacher's secret."""
        place = fresh_secret()
        own = fresh_secret()
        nobody = [None for _ in seats_of(begun)]
        for table in range(count):
            self.lay(begun, nobody, **{"class": place, "table": table})
        given = {own: Ticket("teacher", place), fresh_code(): Ticket("class", place)}
        self.store.write([], given)
        return own

    def of_class(self, place: str) -> list[Match]:
        """The matches of a class that no other one follows."""
        every = map(self.open, self.store.matches(place))
        return [match for match in every if not match.following]

    def enter(self, secret: str) -> tuple[str, str, Match | None, int]:
        """What a secret or a code opens: its kind and place, the match of today, and the seat;
        raises `ChoiceError`."""
        is_code = len(secret) < SHORTEST_SECRET
        ticket = self.store.ticket("".join(secret.upper().split()) if is_code else secret)
        if ticket is None:
            raise ChoiceError(UNKNOWN)
        kind, place, seat = ticket
        if kind == "teacher":
            return kind, place, None, seat
        if kind == "class":
            free = [match for match in self.of_class(place) if not all(match.names)]
            if not free:
                raise ChoiceError("All seats of this class are taken. Ask for another table.")
            return kind, place, free[0], free[0].names.index("")
        match = self.open(place)
        while match.following:
            name, seat = match.following[seat]
            match = self.open(name)
        return kind, place, match, seat

    def take(self, match: Match, seat: int, name: str) -> str:
        """Let a person sit in an empty seat; returns the secret of the seat."""
        own = fresh_secret()
        words = " ".join(clean(name).split())[:20] or "somebody"
        with match.lock:
            if match.names[seat] or match.following:
                raise ChoiceError(USED)
            if words.casefold() in map(str.casefold, ("you", *match.names)):
                words = f"{words} {seat + 1}"
            match.sit(seat, words, given={own: Ticket("seat", match.name, seat)})
        match.tell()
        return own

    def go_on(self, match: Match) -> None:
        """Lay the rematch if everybody has agreed to one; the next seat begins."""
        if match.has_agreed("rematch") and not match.following:
            seats = range(len(match.names))
            self.regroup([[(match, seat) for seat in (*seats[1:], 0)]])

    def regroup(self, groups: Sequence[Sequence[tuple[Match, int]]]) -> None:
        """Lay a match for each group of seats of others, and let those who sit there sit at it in
        this order; all or nothing."""
        events: list[tuple[str, int, Event]] = []
        given: dict[str, Ticket] = {}
        goals: dict[Match, dict[int, tuple[str, int]]] = {}
        for group in groups:
            name = fresh_secret()
            first, _ = group[0]
            event = {**first.laid, **laid(first.laid["line"])}
            event["names"] = [match.names[seat] for match, seat in group]
            event["levels"] = [match.levels[seat] for match, seat in group]
            event["score"] = [match.score[seat] for match, seat in group]
            events.append((name, 0, event))
            given[fresh_secret()] = Ticket("watch", name)
            for new, (match, seat) in enumerate(group):
                goals.setdefault(match, {})[seat] = name, new
        for match, to in goals.items():
            goal = [to[seat] for seat in sorted(to)]
            events.append((match.name, match.number, {"do": "next", "to": goal}))
        self.store.write(events, given)
        for match in goals:
            match.catch_up()
            match.tell()


def seats_of(begun: str) -> tuple[str, ...]:
    """What the game of a line calls its players; raises `ChoiceError` if several cannot play it."""
    return player_names(game_of(beginning(begun)))


def laid(begun: str) -> Event:
    """The beginning of a match of the game of a line, with luck that nobody can guess; a line that
    has gone on keeps its own."""
    p = beginning(begun)
    table = table_of(p)
    if is_start(p):
        p = start(Table(table.game, table.name, fresh_secret(), table.parameters, table.origin))
    return {"do": "lay", "line": line_of(p), "shown": shown_of(p)}
