"""What keeps the tables: nothing is lost, and what is wrong with a file is said in a sentence."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from interactive_provider.errors import BadFile, ChoiceError
from interactive_provider.hosting import store as keeping
from interactive_provider.hosting.store import FORMAT, Store, Taken, Ticket
from tests.hosting.at_tables import chosen, laid, tables_in

LAID: dict[str, list[int]] = {"steps": []}


def test_a_version_is_followed_once(tmp_path: Path) -> None:
    """Whoever comes second changes nothing, not even the secrets that came with it."""
    one, other = Store(tmp_path / "tables.db"), Store(tmp_path / "tables.db")
    one.write({"m": (0, LAID)}, {})
    for version in (0, 2):
        with pytest.raises(Taken):
            other.write({"n": (0, LAID), "m": (version, {})}, {"secret": Ticket("seat", "m")})
    assert None is other.ticket("secret")
    assert (1, LAID) == other.read("m")[::2]
    other.write({"m": (1, {"steps": [1]})}, {})
    assert (2, {"steps": [1]}) == one.read("m")[::2]


def test_secrets_of_seats_are_not_in_the_file(tmp_path: Path) -> None:
    """Whoever reads it cannot sit in a seat that is taken."""
    tables = tables_in(tmp_path)
    match = tables.lay("games.k_in_a_row.connect_four", [None, None])
    own = tables.take(match, 0, "Ann")
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    invitation = match.record.seats[1].ways[1]
    assert (False, True) == (own.encode() in kept, invitation.encode() in kept)
    assert Ticket("seat", match.name, 0) == tables.store.ticket(own)


def test_secrets_of_seats_change_places(tmp_path: Path) -> None:
    """All at once: nobody is in two seats or in none."""
    store = Store(tmp_path / "tables.db")
    store.write({}, {name: Ticket("seat", "m", seat) for seat, name in enumerate("abc")})
    store.write({}, {}, moved=[("m", 1, "m", 0), ("n", 0, "m", 1), ("m", 0, "m", 2)])
    assert [("m", 1), ("n", 0), ("m", 0)] == [store.ticket(name)[1:] for name in "abc"]  # type: ignore[index]


def test_old_tables_are_cleared(tmp_path: Path) -> None:
    """With their secrets; what was written later stays."""
    store = Store(tmp_path / "tables.db")
    store.write({"old": (0, {"steps": [1]})}, {"secret": Ticket("seat", "old")})
    middle = time.time()
    time.sleep(0.01)
    store.write({"new": (0, {"steps": [1]})}, {"other": Ticket("seat", "new")})
    store.clear(middle + 0.005, 0)
    assert (None, Ticket("seat", "new")) == (store.ticket("secret"), store.ticket("other"))


def test_a_table_at_which_nobody_moved_is_cleared_sooner(tmp_path: Path) -> None:
    """Tables that strangers lay take no room for a month; a class waits like a table in play."""
    tables = tables_in(tmp_path)
    unused, played = laid(tables), laid(tables)
    chosen(tables, played)
    teacher = tables.lay_class(played.record.line, "connect four")
    tables.store.clear(0, time.time() + 1)
    with pytest.raises(TypeError):
        tables.store.read(unused.name)
    assert tables.store.read(played.name)
    assert "class" == tables.enter(teacher).kind


def test_a_damaged_file_is_said_to_be_damaged(tmp_path: Path) -> None:
    """And stays as it is."""
    file = tmp_path / "tables.db"
    file.write_bytes(b"nothing that SQLite knows" * 100)
    with pytest.raises(BadFile, match="damaged"):
        Store(file)
    assert file.read_bytes().startswith(b"nothing")


@pytest.mark.parametrize("text", ['{"do": ', b"\x8c{}"], ids=["cut", "no text"])
def test_a_damaged_document_is_said_to_be_one(tmp_path: Path, text: str | bytes) -> None:
    """Whether its text is broken or not a text at all; the server starts nevertheless."""
    store = Store(tmp_path / "tables.db")
    store.write({"m": (0, LAID)}, {})
    store._base.execute("update documents set text = cast(? as text)", (text,))
    with pytest.raises(BadFile, match="damaged"):
        store.read("m")
    store.clear(0, time.time() + 1)


@pytest.mark.parametrize("version", [FORMAT - 1, FORMAT + 1])
def test_another_version_s_file_is_left_alone(tmp_path: Path, version: int) -> None:
    """With the way on."""
    base = sqlite3.connect(tmp_path / "tables.db")
    base.execute(f"pragma user_version = {version}")
    base.close()
    with pytest.raises(BadFile, match="another version"):
        Store(tmp_path / "tables.db")


def test_a_full_disk_is_said_and_the_table_stays(tmp_path: Path) -> None:
    """What could not be kept has not happened."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    tables.store._base.execute("pragma max_page_count = 1")
    before = match.record
    with pytest.raises(BadFile, match="disk is full"):
        match.write(watch="x" * 9_000_000)
    assert before == match.record
    chosen(tables, match)
    assert 1 == len(tables_in(tmp_path).open(match.name).record.steps)


def test_a_read_only_file_is_said_to_be_one(tmp_path: Path) -> None:
    """As is a folder in which nothing can be made."""
    store = Store(tmp_path / "tables.db")
    store._base.execute("pragma query_only = true")
    with pytest.raises(BadFile, match="read-only"):
        store.write({"m": (0, LAID)}, {})


def test_strangers_cannot_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many tables are kept, and tables that are there go on."""
    monkeypatch.setattr(keeping, "MOST_KEPT", 2)
    tables = tables_in(tmp_path)
    match = laid(tables)
    laid(tables)
    with pytest.raises(ChoiceError, match="no room for another table"):
        laid(tables)
    chosen(tables, match)
    (pages,) = tables.store._base.execute("pragma max_page_count").fetchone()
    assert keeping.MOST_PAGES == pages


def test_the_file_has_no_memory_that_others_can_cut_off(tmp_path: Path) -> None:
    """A process whose shared memory is overwritten is ended by the system, whatever it does."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    chosen(tables, match)
    assert {"tables.db", "tables.db-journal"} >= {file.name for file in tmp_path.iterdir()}
    for file in tmp_path.glob("tables.db-*"):
        file.write_bytes(b"")
    chosen(tables, match)
    assert 2 == len(tables_in(tmp_path).open(match.name).record.steps)
