"""All tables of a server: what a secret opens, classes, and what a kill leaves behind."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event

import pytest

from interactive_provider.boards import Board, Cell, Zone
from interactive_provider.errors import ChoiceError
from interactive_provider.hosting import lobby
from interactive_provider.hosting import tables as room
from interactive_provider.hosting.match import Match
from interactive_provider.hosting.store import Taken
from interactive_provider.hosting.tables import LETTERS, Sight, Tables
from interactive_provider.rendering import svg
from tests.hosting.at_tables import FOUR, Looker, chosen, laid, shown, tables_in
from tests.patience import PATIENCE
from tests.thorough import some


def test_a_code_is_used_up_by_who_sits_down(tmp_path: Path) -> None:
    """As is the link to the same seat; both say so, and an unknown one says something else."""
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    code, link = match.record.seats[1].ways
    assert (6, True) == (len(code), set(code) <= set(LETTERS))
    assert Sight("invitation", match, 1) == tables.enter(f" {code[:3].lower()} {code[3:]} ")
    tables.take(match, 1, "Ben")
    for secret in (code, link, "XXXXXX", ""):
        with pytest.raises(ChoiceError, match="no table for this code"):
            tables.enter(secret)
    with pytest.raises(ChoiceError, match="already sits"):
        tables.take(match, 1, "Cleo")


def class_of(tables: Tables, names: Sequence[str]) -> tuple[str, list[str]]:
    """A class at which people sit, with their secrets."""
    place = tables.enter(tables.lay_class(FOUR, "connect four")).words
    return place, [tables.join(place, name) for name in names]


def sitter(tables: Tables, key: str) -> str:
    """The name at the seat that a secret opens."""
    _, match, seat, *_ = tables.enter(key)
    assert match is not None
    assert seat is not None
    return match.names[seat]


def test_a_class_is_seated_by_one_code(tmp_path: Path) -> None:
    """Tables are laid as they are needed; the next round mixes everybody."""
    tables = tables_in(tmp_path)
    place, keys = class_of(tables, ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"))
    known, every = tables.of_class(place)
    assert Sight("join", words=place) == tables.enter(known["code"])
    names = [match.names for match in every]
    assert [["Ada", "Ben"], ["Cleo", "Dan"], ["Eva", "Finn"]] == names

    tables.new_round(place, [[[(at + 1) % 3, 1], [at, 0]] for at in range(3)])

    assert [["Dan", "Ada"], ["Finn", "Cleo"], ["Ben", "Eva"]] == [one.names for one in every]
    for key, name in zip(keys, ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"), strict=True):
        assert name == sitter(tables, key)


def test_pupils_who_come_at_once_get_seats_of_their_own(tmp_path: Path) -> None:
    """Everybody in a class enters the same code in the same minute."""
    tables = tables_in(tmp_path)
    place, _ = class_of(tables, ())
    with ThreadPoolExecutor(8) as pool:
        keys = [*pool.map(lambda at: tables.join(place, f"pupil {at}"), range(9))]
    sights = [tables.enter(key) for key in keys]
    assert 9 == len({(sight.match, sight.seat) for sight in sights})
    assert 5 == len(tables.of_class(place)[1])


def test_the_last_of_an_odd_class_plays_a_computer_until_somebody_comes(tmp_path: Path) -> None:
    """Whoever comes late gets the computer's seat in the game as it stands."""
    tables = tables_in(tmp_path)
    place, _ = class_of(tables, ("Ada", "Ben", "Cleo"))
    last = tables.of_class(place)[1][1]
    assert not last.is_open
    last.sit(1, "", "random")
    chosen(tables, last)
    assert "Dan" == sitter(tables, tables.join(place, "Dan"))
    assert (["Cleo", "Dan"], [None, None], 1) == (last.names, last.levels, last.mover)


def test_a_new_round_loses_nobody(tmp_path: Path) -> None:
    """If somebody has come since the teacher's page was drawn, or a page asks for nonsense."""
    tables = tables_in(tmp_path)
    place, keys = class_of(tables, ("Ada", "Ben", "Cleo"))
    for groups in ([[[0, 1], [0, 0]]], [[[0, 0], [0, 0]], [[1, 0], [1, 1]]], []):
        with pytest.raises(Taken):
            tables.new_round(place, groups)
    assert "Cleo" == sitter(tables, keys[2])


def test_a_class_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has its code cannot fill the server with tables."""
    monkeypatch.setattr(room, "MOST_IN_CLASS", 1)
    tables = tables_in(tmp_path)
    place, _ = class_of(tables, ("Ada", "Ben"))
    with pytest.raises(ChoiceError, match="All seats"):
        tables.join(place, "Cleo")


def test_a_secret_leads_to_the_game_that_another_process_has_begun(tmp_path: Path) -> None:
    """A process that has the table open reads it again before it lets anybody in."""
    tables, other = tables_in(tmp_path), tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    match.pages.append(Looker())
    keys = [tables.take(match, seat, name) for seat, name in enumerate(("Ann", "Ben"))]
    before = other.open(match.name)
    assert 0 == before.record.round
    match.resign(0)
    match.ask("rematch", 0)
    match.ask("rematch", 1)

    assert {1} == {other.enter(key).round for key in keys}


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
    code, _ = match.record.seats[0].ways
    assert match is tables.enter(f" {code[:3].lower()} {code[3:]} ").match
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
        os.write(told, b"%d\n" % len(match.record.steps))
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
        steps = again.record.steps
        assert max(told[:-1], default=0) <= len(steps)
        assert not again.is_changed
        assert [seat for seat, *_ in steps] == [at % 2 for at in range(len(steps))]
        kills += 1
        if again.mover is None:
            name = laid(tables_in(tmp_path), "games.k_in_a_row.gomoku").name


def test_tables_that_are_open_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one allowed, the second is refused as long as somebody looks at the first."""
    monkeypatch.setattr(room, "MOST_TABLES", 1)
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    match.pages.append(Looker())
    with pytest.raises(ChoiceError, match="Too many tables"):
        tables.lay(FOUR, [None, None])
    match.pages.clear()
    assert tables.lay(FOUR, [None, None])


def test_a_small_picture_of_cards_shows_some_of_the_hand_at_the_bottom() -> None:
    """Without the places that fill up its row, so that the game is recognised."""
    card = Cell("2♣", "card")
    zones = [Zone("Ann", (card,) * 9, side="top"), Zone("you", (card,) * 3, side="bottom")]
    hand = Board(((card,) * 3,), surface="table")
    assert [svg.render(hand.bare(), "light"), svg.render(hand.bare(), "dark")] == lobby._pictures(
        Board.of_zones(zones)
    )
