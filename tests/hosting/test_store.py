"""What keeps the tables: nothing is lost, and what is wrong with a file is said in a sentence."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from interactive_provider.errors import BadFile
from interactive_provider.hosting.store import FORMAT, Store, Taken, Ticket
from tests.hosting.at_tables import laid, tables_in

LAID = {"do": "lay", "class": "c", "table": 0}


def test_a_number_is_given_once(tmp_path: Path) -> None:
    """Whoever comes second changes nothing, not even the secrets that came with it."""
    one, other = Store(tmp_path / "tables.db"), Store(tmp_path / "tables.db")
    one.write([("m", 0, LAID)], {})
    with pytest.raises(Taken):
        other.write([("n", 0, LAID), ("m", 0, {"do": "sit"})], {"secret": Ticket("seat", "m")})
    assert (None, []) == (other.ticket("secret"), other.events("n", 0))


def test_secrets_of_seats_are_not_in_the_file(tmp_path: Path) -> None:
    """Whoever reads it cannot sit in a seat that is taken."""
    store = Store(tmp_path / "tables.db")
    store.write([], {"of a seat": Ticket("seat", "m"), "of nobody": Ticket("invitation", "m", 1)})
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert (False, True) == (b"of a seat" in kept, b"of nobody" in kept)
    assert Ticket("seat", "m") == store.ticket("of a seat")


def test_old_tables_are_cleared(tmp_path: Path) -> None:
    """With their secrets; one at which something has happened stays."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    tables.store.clear(time.time() - 60)
    assert tables.store.events(match.name, 0)
    tables.store.clear(time.time() + 60)
    assert ([], {}) == (tables.store.events(match.name, 0), tables.store.secrets(match.name))


def test_a_damaged_file_is_said_to_be_damaged(tmp_path: Path) -> None:
    """And stays as it is."""
    file = tmp_path / "tables.db"
    file.write_bytes(b"nothing that SQLite knows" * 100)
    with pytest.raises(BadFile, match="damaged"):
        Store(file)
    assert file.read_bytes().startswith(b"nothing")


def test_a_damaged_event_is_said_to_be_one(tmp_path: Path) -> None:
    """Whether its text is broken or not a text at all."""
    store = Store(tmp_path / "tables.db")
    for number, event in enumerate(('{"do": ', b"\x8c{}")):
        store.write([("m", number, LAID)], {})
        base = sqlite3.connect(tmp_path / "tables.db")
        with base:
            base.execute("update events set event = cast(? as text)", (event,))
        base.close()
        with pytest.raises(BadFile, match="damaged"):
            store.events("m", 0)


def test_a_newer_version_s_file_is_left_alone(tmp_path: Path) -> None:
    """With the way on."""
    base = sqlite3.connect(tmp_path / "tables.db")
    base.execute(f"pragma user_version = {FORMAT + 1}")
    base.close()
    with pytest.raises(BadFile, match="newer version"):
        Store(tmp_path / "tables.db")


def test_a_full_disk_is_said_and_the_table_stays(tmp_path: Path) -> None:
    """What could not be kept has not happened."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    number = match.number
    pages = tables.store._base.execute("pragma page_count").fetchone()[0]
    tables.store._base.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(BadFile, match="disk is full"):
        for _ in range(1000):
            match.write({"do": "sit", "seat": 0, "name": "x" * 900, "level": None})
    assert match.number >= number
    assert len(tables.store.events(match.name, 0)) == match.number


def test_a_read_only_file_is_said_to_be_one(tmp_path: Path) -> None:
    """As is a folder in which nothing can be made."""
    store = Store(tmp_path / "tables.db")
    store._base.execute("pragma query_only = true")
    with pytest.raises(BadFile, match="read-only"):
        store.write([("m", 0, LAID)], {})


def test_the_matches_of_a_class_are_in_the_order_of_its_tables(tmp_path: Path) -> None:
    """Whatever their names are."""
    store = Store(tmp_path / "tables.db")
    for table in (2, 0, 1):
        store.write([(f"m{table}", 0, {**LAID, "table": table})], {})
    assert ["m0", "m1", "m2"] == store.matches("c")


def test_a_table_that_is_played_at_is_not_an_old_one(tmp_path: Path) -> None:
    """What counts is the last event, not the first."""
    store = Store(tmp_path / "tables.db")
    store.write([("m", 0, LAID)], {})
    middle = time.time()
    time.sleep(0.01)
    store.write([("m", 1, {"do": "ask"})], {})
    store.clear(middle + 0.005)
    assert 2 == len(store.events("m", 0))
