"""Where matches are kept: for each a list of events that only grows.

Whoever adds an event says its number, and a number is given once, so that two processes cannot both
move. An event is on the disk before anybody is shown what it has changed. Another store needs the
six public methods of this one.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ..errors import BadFile, ChoiceError, quote
from ..support.locks import new_lock

Event: TypeAlias = "dict[str, Any]"
"""What somebody has done at a match, as JSON has it; ``do`` says what. The first one lays it."""

FORMAT = 1
"""The version of a file; one of a later version is left alone."""

_SCHEMA = f"""begin immediate;
create table events (match text, number integer, event text not null, at real not null,
    primary key (match, number)) without rowid;
create table tickets (digest text primary key, shown text not null, kind text not null,
    place text not null, seat integer not null);
create index places on tickets (place);
pragma user_version = {FORMAT}; commit"""

_DAMAGED = "it is damaged: move it away, or name another file"
_FAULTS = {
    "not a database": _DAMAGED,
    "malformed": _DAMAGED,
    "decode": _DAMAGED,
    "char ": _DAMAGED,  # as JSON says where
    "readonly": "the file or its folder is read-only",
    "full": "the disk is full",
}


class Taken(ChoiceError):
    """Somebody else has added an event of that number."""


class Ticket(NamedTuple):
    """What a secret opens: a ``seat``, an ``invitation`` or a ``code`` for one, the seats of those
    who ``watch``, a ``class`` or its ``teacher``."""

    kind: str
    place: str
    """The match, or the class."""
    seat: int = 0


class Store:
    """Matches and secrets in one SQLite file; every method raises `BadFile` if it cannot be
    used."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._lock = new_lock()
        self._run(self._open)

    def _open(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._base = base = sqlite3.connect(self._path, check_same_thread=False)
        (version,) = base.execute("pragma user_version").fetchone()
        if version > FORMAT:
            raise OSError("a newer version of this package has written it")
        base.executescript("pragma journal_mode = wal; pragma synchronous = full")
        if not version:
            base.executescript(_SCHEMA)

    def _run(self, work: Callable[[], Any]) -> Any:
        """Do something with the file, one thread at a time."""
        try:
            with self._lock:
                return work()
        except sqlite3.IntegrityError as fault:
            raise Taken("The game has moved on since then.") from fault
        except (sqlite3.Error, OSError, ValueError) as fault:
            why = next((why for sign, why in _FAULTS.items() if sign in str(fault)), fault)
            name = quote(str(self._path))
            raise BadFile(f"The tables in {name} cannot be used: {why}.") from fault

    def _do(self, *statements: tuple[str, Iterable[Any]]) -> None:
        """Change the file by statements with their rows, completely or not at all."""

        def work() -> None:
            with self._base as base:
                for statement, rows in statements:
                    base.executemany(statement, rows)

        self._run(work)

    def _ask(self, question: str, *values: object) -> list[Any]:
        rows: list[Any] = self._run(lambda: self._base.execute(question, values).fetchall())
        return rows

    def write(
        self,
        events: Iterable[tuple[str, int, Event]],
        given: Mapping[str, Ticket],
        used: Iterable[str] = (),
    ) -> None:
        """Keep events with their matches and numbers, with secrets that are new and those that open
        nothing any more; raises `Taken`."""
        now = time.time()
        self._do(
            (
                "insert into events values (?, ?, ?, ?)",
                [(*at, json.dumps(event), now) for *at, event in events],
            ),
            (
                "insert into tickets values (?, ?, ?, ?, ?)",
                [
                    (_digest(secret), "" if one.kind in ("seat", "teacher") else secret, *one)
                    for secret, one in given.items()
                ],
            ),
            ("delete from tickets where digest = ?", [(_digest(secret),) for secret in used]),
        )

    def ticket(self, secret: str) -> Ticket | None:
        """What a secret opens."""
        question = "select kind, place, seat from tickets where digest = ?"
        return next((Ticket(*row) for row in self._ask(question, _digest(secret))), None)

    def secrets(self, place: str) -> dict[str, Ticket]:
        """The invitations and codes of a match or a class, which may be shown again."""
        question = "select shown, kind, place, seat from tickets where place = ? and shown <> ''"
        return {secret: Ticket(*rest) for secret, *rest in self._ask(question, place)}

    def events(self, match: str, since: int) -> list[Event]:
        """The events of a match from a number on, each with the time ``at`` which it was added."""
        question = "select event, at from events where match = ? and number >= ? order by number"
        rows = self._ask(question, match, since)
        events: list[Event] = self._run(lambda: [{**json.loads(row), "at": at} for row, at in rows])
        return events

    def matches(self, place: str) -> list[str]:
        """The matches of a class, in the order of their tables."""
        question = (
            "select match from events where number = 0 and json_extract(event, '$.class') = ?"
            " order by json_extract(event, '$.table')"
        )
        return [match for (match,) in self._ask(question, place)]

    def clear(self, before: float) -> None:
        """Forget the matches to which nothing was added since a time."""
        old = "in (select match from events group by match having max(at) < ?)"
        self._do(
            (f"delete from tickets where place {old}", [(before,)]),
            (f"delete from events where match {old}", [(before,)]),
        )


def _digest(secret: str) -> str:
    """What is kept of a secret, so that nobody who reads the file can sit in a seat."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
