"""All tables of a server: what a secret opens, classes, and what a kill leaves behind."""

from __future__ import annotations

import gc
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event

import pytest

from interactive_provider.errors import ChoiceError
from interactive_provider.hosting import tables as room
from interactive_provider.hosting.match import Match
from interactive_provider.hosting.tables import LETTERS
from tests.hosting.at_tables import FOUR, chosen, laid, shown, tables_in
from tests.patience import PATIENCE
from tests.thorough import some


def test_a_code_is_used_up_by_who_sits_down(tmp_path: Path) -> None:
    """As is the link to the same seat; both say so, and an unknown one says something else."""
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    known = tables.store.secrets(match.name).items()
    code, link = (
        next(s for s, its in known if its[::2] == (kind, 1)) for kind in ("code", "invitation")
    )
    assert (6, True) == (len(code), set(code) <= set(LETTERS))
    kind, _, found, seat = tables.enter(f" {code[:3].lower()} {code[3:]} ")
    assert ("code", match.name, 1) == (kind, found and found.name, seat)
    tables.take(match, 1, "Ben")
    for secret in (code, link, "XXXXXX", ""):
        with pytest.raises(ChoiceError, match="no table for this code"):
            tables.enter(secret)
    with pytest.raises(ChoiceError, match="already sits"):
        tables.take(match, 1, "Cleo")


def test_a_class_is_seated_by_one_code(tmp_path: Path) -> None:
    """Table after table; whoever comes too late is told so, and the next round mixes everybody."""
    tables = tables_in(tmp_path)
    teacher = tables.lay_class(FOUR, 3)
    kind, place, _, _ = tables.enter(teacher)
    assert "teacher" == kind
    (code,) = [one for one, its in tables.store.secrets(place).items() if its.kind == "class"]
    keys = []
    for name in ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"):
        _, _, match, seat = tables.enter(code)
        assert match is not None
        keys.append(tables.take(match, seat, name))
    with pytest.raises(ChoiceError, match="All seats"):
        tables.enter(code)
    before = [match.names for match in tables.of_class(place)]
    assert [["Ada", "Ben"], ["Cleo", "Dan"], ["Eva", "Finn"]] == before

    every = tables.of_class(place)
    tables.regroup([[(every[(at + 1) % 3], 1), (every[at], 0)] for at in range(3)])

    after = [match.names for match in tables.of_class(place)]
    assert [["Ben", "Eva"], ["Dan", "Ada"], ["Finn", "Cleo"]] == after
    *_, match, seat = tables.enter(keys[0])
    assert match is not None
    assert "Ada" == match.names[seat]


def test_an_empty_table_is_closed_and_found_again(tmp_path: Path) -> None:
    """Only those at which somebody looks on are in memory."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    name = match.name
    assert match is tables.open(name)
    del match
    gc.collect()
    assert [] == [*tables._open]
    assert name == tables.open(name).name


def test_a_code_is_short(tmp_path: Path) -> None:
    """Blanks make no secret of a code, which would be looked up without a pause."""
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    code = next(key for key, its in tables.store.secrets(match.name).items() if its.kind == "code")
    assert match is tables.enter(f" {code[:3].lower()} {code[3:]} ")[2]
    with pytest.raises(ChoiceError, match="no table for this code"):
        tables.enter(f"{code}{' ' * 20}")


def test_a_table_that_is_found_slowly_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that is opened is played to where it was, which may take a while; both who open it
    get the same one."""
    tables = tables_in(tmp_path)
    name = laid(tables_in(tmp_path)).name
    waiting, go_on = Event(), Event()

    class Slow(Match):
        def catch_up(self) -> None:
            waiting.set()
            assert go_on.wait(PATIENCE)
            super().catch_up()

    monkeypatch.setattr(room, "Match", Slow)
    with ThreadPoolExecutor() as pool:
        one, other = (pool.submit(tables.open, name) for _ in range(2))
        assert waiting.wait(PATIENCE)
        assert tables._lock.acquire(timeout=PATIENCE)
        tables._lock.release()
        go_on.set()
        assert one.result() is other.result()


def test_a_table_that_is_being_opened_is_not_forgotten(tmp_path: Path) -> None:
    """Whoever opens another one before its first page looks on finds the same one afterwards."""
    tables = tables_in(tmp_path)
    names = [tables.lay(FOUR, [None, None]).name for _ in range(2)]
    one = tables.open(names[0])
    tables.open(names[1])
    assert one is tables.open(names[0])


def plays_on(folder: Path, name: str, told: int, seed: int) -> None:
    """Choose until the game is over, saying after each choice that it was shown."""
    tables = tables_in(folder)
    match, rng = tables.open(name), Random(seed)
    while match.mover is not None:
        chosen(tables, match, rng=rng)
        for seat in range(2):
            shown(tables, match, seat)
        os.write(told, b"%d\n" % match.number)
    os._exit(0)


@pytest.mark.slow
def test_nothing_shown_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    """At any moment of a move: what somebody has seen is kept, and no move is made twice."""
    rng = Random(7)
    match = laid(tables_in(tmp_path), "games.k_in_a_row.gomoku")
    name, kills = match.name, 0
    while kills < some(8, of=200):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            plays_on(tmp_path, name, writing, kills)
        os.close(writing)
        os.read(reading, 1)
        time.sleep(rng.random() / 20)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading) as lines:
            told = [int(line) for line in lines.read().split() if line]
        again = tables_in(tmp_path).open(name)
        events = again.store.events(name, 0)
        assert max(told[:-1], default=0) <= len(events) == again.number
        assert not again.is_changed
        moves = [event["seat"] for event in events if event["do"] == "move"]
        assert moves == [at % 2 for at in range(len(moves))]
        kills += 1
        if again.mover is None:
            name = laid(tables_in(tmp_path), "games.k_in_a_row.gomoku").name


def test_tables_that_are_open_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one allowed, the second is refused as long as somebody looks at the first."""
    monkeypatch.setattr(room, "MOST_TABLES", 1)
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    match.listeners.append(lambda: None)
    with pytest.raises(ChoiceError, match="Too many tables"):
        tables.lay(FOUR, [None, None])
    match.listeners.clear()
    assert tables.lay(FOUR, [None, None])


def test_a_table_that_was_followed_takes_nobody(tmp_path: Path) -> None:
    """Its empty seat is one at the next table now."""
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    tables.regroup([[(match, 0), (match, 1)]])
    with pytest.raises(ChoiceError, match="already sits"):
        tables.take(match, 0, "Ann")
