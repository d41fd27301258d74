"""Storage for tables: a document for each match and each class, and the secrets that open them.

A writer names the version that it has read, and each version can have only one successor, so that
two processes cannot both move. A document is on the disk before anybody is shown the change.
Another store needs the same four public methods.

The file uses a rollback journal: a write-ahead log with shared memory would be faster, but a
process crashes if its shared file is truncated, and it does not work on network disks, where a hub
often keeps its users' folders.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ..errors import BadFile, ChoiceError, quote
from ..support.locks import new_lock
from ..widget.shapes import Json

FORMAT = 2
"""The version of the file format; a file of another version is not touched."""

MOST_KEPT = 10_000
"""The maximum number of documents in a file."""

MOST_PAGES = 262_144
"""The maximum number of pages of four kilobytes in a file: one gigabyte."""

_OPTIONS = f"""pragma journal_mode = truncate; pragma synchronous = full;
pragma max_page_count = {MOST_PAGES}"""

_SCHEMA = f"""begin immediate;
create table if not exists documents (name text primary key, version integer, at real, text text);
create table if not exists tickets (digest text primary key, kind text, place text, seat integer);
pragma user_version = {FORMAT}; commit"""

_DAMAGED = "the file is damaged; move it away"
_FAULTS = {
    "not a database": _DAMAGED,
    "malformed": _DAMAGED,
    "decode": _DAMAGED,
    "char ": _DAMAGED,  # part of JSON's own messages
    "readonly": "the file or its folder is read-only",
    "full": "the disk is full, or the file has reached one gigabyte",
}


class Taken(ChoiceError):
    """Another process has changed a document since it was read."""


class Ticket(NamedTuple):
    """The access that a secret gives: a ``seat``, an ``invitation`` to one, the spectators' seats
    (``watch``), a ``class`` for its teacher or a place to ``join`` it."""

    kind: str
    place: str
    """The name of the match or the class."""
    seat: int | None = None


class Store:
    """Documents and secrets in one SQLite file; every method raises `BadFile` if the file cannot be
    used."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._lock = new_lock()
        self._base = sqlite3.connect(":memory:")
        with self._used():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._base = base = sqlite3.connect(self._path, check_same_thread=False)
            (version,) = base.execute("pragma user_version").fetchone()
            if version not in (0, FORMAT):
                raise OSError("another version of this package wrote it; rename it or move it away")
            base.executescript(_OPTIONS)
            if not version:
                base.executescript(_SCHEMA)

    @contextlib.contextmanager
    def _used(self) -> Iterator[sqlite3.Connection]:
        """Lock the file for one thread, and change it completely or not at all."""
        try:
            with self._lock, self._base as base:
                yield base
        except ChoiceError:
            raise
        except (sqlite3.Error, OSError, ValueError) as fault:
            why = next((why for sign, why in _FAULTS.items() if sign in str(fault)), fault)
            name = quote(str(self._path))
            raise BadFile(f"The tables in {name} cannot be used: {why}.") from fault

    def write(
        self,
        documents: Mapping[str, tuple[int, Json]],
        given: Mapping[str, Ticket],
        used: Iterable[str] = (),
        moved: Iterable[tuple[str, int, str, int]] = (),
    ) -> None:
        """Save documents by name, each with the version that it follows: all or none.

        ``given`` are new secrets with what they open, ``used`` those that no longer open anything;
        the secrets of ``moved`` seats now open another match or seat.

        Raises `Taken`, or `ChoiceError` if there is no room for a new document.
        """
        with self._used() as base:
            for name, (version, document) in documents.items():
                if not version:
                    _make(base, name)
                row = (json.dumps(document), time.time(), name, version)
                if not base.execute(_FOLLOW, row).rowcount:
                    raise Taken("The game has moved on since then.")
            rows = [(_digest(secret), *ticket) for secret, ticket in given.items()]
            base.executemany("insert into tickets values (?, ?, ?, ?)", rows)
            base.executemany(
                "delete from tickets where digest = ?", [(_digest(secret),) for secret in used]
            )
            base.executemany(_MOVE, moved)
            base.execute("update tickets set kind = 'seat' where kind = 'moving'")

    def read(self, name: str) -> tuple[int, float, Json]:
        """Return the version of a document, the time when it was written, and the document."""
        question = "select version, at, text from documents where name = ?"
        with self._used() as base:
            version, at, text = base.execute(question, (name,)).fetchone()
            return version, at, json.loads(text)

    def ticket(self, secret: str) -> Ticket | None:
        """Return what a secret opens."""
        question = "select kind, place, seat from tickets where digest = ?"
        with self._used() as base:
            row = base.execute(question, (_digest(secret),)).fetchone()
        return row and Ticket(*row)

    def clear(self, before: float, unused: float) -> None:
        """Delete documents not written since a given time, and those without a move not written
        since a later one."""
        with self._used() as base:
            base.execute(_FORGET, (before, unused))
            base.execute("delete from tickets where place not in (select name from documents)")


def _make(base: sqlite3.Connection, name: str) -> None:
    """Make room for a new document."""
    (count,) = base.execute("select count(*) from documents").fetchone()
    if count >= MOST_KEPT:
        raise ChoiceError("This server has no room for another table. Try again tomorrow.")
    if not base.execute("insert or ignore into documents values (?, 0, 0, '')", (name,)).rowcount:
        raise Taken("This table exists already.")


_FOLLOW = (
    "update documents set text = ?, at = ?, version = version + 1 where name = ? and version = ?"
)
_MOVE = (
    "update tickets set kind = 'moving', place = ?, seat = ?"
    " where kind = 'seat' and place = ? and seat = ?"
)
_FORGET = (
    "delete from documents where at < ?"
    " or at < ? and json_valid(text) and json_extract(text, '$.steps') = '[]'"
)


def _digest(secret: str) -> str:
    """Return the stored form of a secret, so that nobody who reads the file can take a seat."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
