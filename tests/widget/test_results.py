"""Results and the last boards: what is counted, and what happens if they cannot be kept."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import games, line, outcome
from interactive_provider.boards import Board
from interactive_provider.errors import ChoiceError
from interactive_provider.heart.play.insiders import state_of
from interactive_provider.widget import results, resume
from interactive_provider.widget.course import GameClock
from interactive_provider.widget.session import Session

from ..rendering.games import Row, Slide, start


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A user's folder of its own for each test."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_wins_losses_streaks_and_bests_are_counted_by_level() -> None:
    """A game with help is counted separately and ends no streak."""
    assert "Your best time! Won 1 of 1." == results.record("mines beginner", True, 42.04, 9, False)
    assert "Best 0:42. 2 in a row. Won 2 of 2." == results.record(
        "mines beginner", True, 50.0, 7, False
    )
    assert (
        "(Not counted: you had help, took moves back or did not play from the start.)"
        == results.record("mines beginner", True, 1.0, 1, True)
    )
    assert "Won 2 of 3." == results.record("mines beginner", False, 5.0, 3, False)
    results.record("mines expert", True, 600.0, 99, False)
    kept = results.all_results()
    assert results.Tally(2, 1, 1, 0, 2, 42.0, 7) == kept["mines beginner"]
    assert 1 == kept["mines expert"].won


def test_a_game_played_on_a_board_is_counted_once() -> None:
    """By its level, with the moves it took; looking back and at the end again counts nothing."""
    p = start(Slide)
    session = Session(p)
    session.view()
    for column in (1, 0):
        session.act(
            {"do": "gesture", "gesture": "right", "at": [0, column], "seen": 1 if column else 2}
        )
        session.view()
    assert "won" == outcome(session.position)
    (level,) = results.all_results()
    assert "slide" == level
    assert (1, 0, 2) == (lambda one: (one.won, one.helped, one.fewest_moves))(
        results.all_results()[level]
    )
    assert session.view()["record"].startswith("Your best time!")
    session.act({"do": "goto", "index": 0})
    session.act({"do": "goto", "index": 2})
    assert 1 == results.all_results()[level].won


@pytest.mark.parametrize("help_", ["hint", "undo", "step", "evaluate"])
def test_help_is_marked(help_: str) -> None:
    """Whoever was told, or took back, has not won alone; a new start is a new game."""
    session = Session(start(Slide))
    view = session.view()
    session.act({"do": "gesture", "gesture": "right", "at": [0, 1], "seen": view["number"]})
    session.act({"do": help_})
    while session.view()["outcome"] is None:
        session.act({"do": "step"})
    (tally,) = results.all_results().values()
    assert (0, 1) == (tally.won, tally.helped)
    session.act({"do": "restart"})
    assert not session.course.is_helped


@pytest.mark.parametrize("what", ["hint", "undo", "redo", "goto", "step", "evaluate"])
def test_each_help_is_marked_by_itself(what: str) -> None:
    """One of them is enough, also where the player does all the rest by hand."""
    session = Session(start(Slide))

    def by_hand() -> None:
        view = session.view()
        hole = session.position._state.tiles.index(0)
        session.act(
            {"do": "gesture", "gesture": "right", "at": [0, hole - 1], "seen": view["number"]}
        )

    by_hand()
    if what == "redo":
        session.act({"do": "undo"})
    session.act({"do": what, "index": 0})
    while session.view()["outcome"] is None:
        by_hand()
    (tally,) = results.all_results().values()
    assert (0, 1) == (tally.won, tally.helped)


def test_what_is_not_played_here_from_the_start_is_counted_apart() -> None:
    """A board begun in the middle, or moved on from Python; a draw is neither won nor lost."""
    p = start(Slide)
    middle = Session(p.tile_2)
    view = middle.view()
    middle.act({"do": "gesture", "gesture": "right", "at": [0, 0], "seen": view["number"]})
    assert "won" == outcome(middle.position)
    moved = Session(p)
    moved.move_to(p.tile_2.tile_1)
    (tally,) = results.all_results().values()
    assert (0, 2) == (tally.won, tally.helped)
    drawn = Session(games(seed=1).k_in_a_row.noughts_and_crosses)
    for number, (r, c) in enumerate(
        [(0, 0), (1, 1), (0, 1), (0, 2), (2, 0), (1, 0), (1, 2), (2, 1), (2, 2)]
    ):
        drawn.view()
        drawn.act({"do": "gesture", "gesture": "press", "at": [r, c], "seen": number + 1})
    assert outcome(drawn.position) not in (None, "won", "lost")
    assert 1 == len(results.all_results())


def test_the_clock_tells_tenths() -> None:
    """Hundredths of a second are nobody's to read."""
    now = [0.0]
    watch = GameClock(lambda: now[0])
    watch.start()
    now[0] = 42.04
    assert (42.0, True) == watch.reading()


def test_the_clock_runs_from_the_first_move_to_the_end() -> None:
    """Not before, not after."""
    now = [10.0]
    watch = GameClock(lambda: now[0])
    assert (0.0, False) == watch.reading()
    watch.start()
    now[0] = 52.0
    assert (42.0, True) == watch.reading()
    assert watch.stop()
    now[0] = 99.0
    assert not watch.stop()
    assert (42.0, False) == watch.reading()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        "{}",
        '{"version": 2}',
        '{"version": 1, "levels": {"x": {"won": 1, "y": 2}}}',
        "\ud800",
    ],
)
def test_a_file_of_results_that_is_not_one_is_told_and_left_alone(home: Path, text: str) -> None:
    """The game goes on, the reason is said in one sentence, and the file stays as it was."""
    home.mkdir()
    data = text.encode("utf-8", "surrogatepass")
    (home / "results.json").write_bytes(data)
    told = results.record("mines", True, 1.0, 1, False)
    assert told.startswith("(Not counted: ")
    assert str(home / "results.json") in told
    assert data == (home / "results.json").read_bytes()


def test_an_equal_time_is_not_a_new_best() -> None:
    """The best time is beaten by a tenth of a second, not by playing as fast again."""
    results.record("mines", True, 42.0, 9, False)
    assert "Best 0:42. 2 in a row. Won 2 of 2." == results.record("mines", True, 42.0, 9, False)
    assert "Your best time! 3 in a row. Won 3 of 3." == results.record(
        "mines", True, 41.9, 9, False
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"version": 0, "stories": {}}', "has version 0"),
        ('{"stories": {}}', "has version None"),
        ('{"version": 1, "stories": []}', "does not contain stories"),
        ('{"version": 1, "stories": {"Tale": "The end"}}', "does not contain lists of endings"),
        ('{"version": 1, "stories": {"Tale": null}}', "does not contain lists of endings"),
    ],
)
def test_a_file_of_endings_that_is_not_one_is_told_and_left_alone(
    home: Path, text: str, reason: str
) -> None:
    """Neither one of another version nor one whose endings are not a list is written over."""
    home.mkdir()
    (home / "endings.json").write_text(text)
    told = results.record_ending("Tale", "The end", ["The end"])
    assert (True, True) == (told.startswith("(Not counted: "), reason in told)
    assert text == (home / "endings.json").read_text()


def test_what_is_not_a_name_among_the_endings_is_left_out(home: Path) -> None:
    """The others count."""
    home.mkdir()
    (home / "endings.json").write_text(
        '{"version": 1, "stories": {"Tale": ["Home", 5, null, ["x"]]}}'
    )
    assert "2 of 3 endings found." == results.record_ending(
        "Tale", "The end", ["The end", "Home", "Lost"]
    )


def test_a_full_disk_is_told_and_loses_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept stays, and nothing half written is left."""
    results.record("mines", True, 1.0, 1, False)
    before = (home / "results.json").read_text()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    told = results.record("mines", True, 1.0, 1, False)
    assert "results.json' cannot be written: No space left on device." in told
    results.remember("games.guess(seed=1)")
    assert before == (home / "results.json").read_text()
    assert ["results.json"] == [file.name for file in home.iterdir()]


def test_the_last_boards_come_back_newest_first() -> None:
    """A board is remembered once, where it stands now; ten are kept."""
    p = games(seed=3).guess
    lines = [line(p(n)) for n in range(1, 13)]
    for one in lines:
        results.remember(one)
    results.remember("games.guess(seed=3)(5)(6)", lines[:2])
    kept = results.last_boards()
    assert results.LAST_BOARDS == len(kept)
    assert "games.guess(seed=3)(5)(6)" == kept[0]
    assert not set(lines[:2]) & set(kept)
    assert p(5)(6) == resume().position
    assert p(12) == resume(2).position
    with pytest.raises(
        ChoiceError, match=r"There is no board 11 to resume: 10 boards can be resumed"
    ):
        resume(11)


def test_a_hostile_line_among_the_last_boards_plays_nothing_but_games(home: Path) -> None:
    """It is read as every line is: never run."""
    results.remember("__import__('os').system('true')")
    with pytest.raises(ValueError, match="A catalogue only takes a seed by name"):
        resume()
    (home / "boards.json").write_text('{"version": 1, "lines": [1, 2]}')
    with pytest.raises(ChoiceError, match="There is no board to resume"):
        resume()


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "-1", "true", '"5"', "[]"])
@pytest.mark.parametrize("name", ["won", "streak", "best_seconds", "fewest_moves"])
def test_what_is_no_count_is_told_and_kept(home: Path, name: str, value: str) -> None:
    """A number that no game leaves behind is named, by the table and when a game is counted; the
    file stays."""
    home.mkdir(parents=True)
    (home / "results.json").write_text(
        text := f'{{"version": 1, "levels": {{"mines": {{"{name}": {value}}}}}}}'
    )
    with pytest.raises(results.Unreadable, match=f"{name} is"):
        results.table()
    assert f"{name} is" in results.record("mines", True, 1.0, 1, False)
    assert text == (home / "results.json").read_text()


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -5.0])
def test_a_clock_that_goes_wrong_leaves_a_file_that_can_be_read(seconds: float) -> None:
    """A game that took less than no time, or forever, is counted with a time that is one."""
    assert "Your best time! Won 1 of 1." == results.record("mines", True, seconds, 1, False)
    assert 0.0 <= (results.all_results()["mines"].best_seconds or 0.0) <= 1e9
    assert "mines" in results.table()


def test_a_user_without_a_home_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted, and it is said how it could be."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    for name in ("INTERACTIVE_PROVIDER_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert "INTERACTIVE_PROVIDER_HOME" in results.record("mines", True, 1.0, 1, False)
    results.remember("games.guess(seed=1)")
    for ask in (results.table, results.last_boards):
        with pytest.raises(OSError, match="home directory"):
            ask()


def test_a_pipe_in_place_of_the_results_is_told(home: Path) -> None:
    """Nobody waits for what may come through it."""
    home.mkdir(parents=True)
    os.mkfifo(home / "results.json")
    assert "is a pipe" in results.record("mines", True, 1.0, 1, False)


def test_the_best_score_of_a_level_is_kept(home: Path) -> None:
    """The highest one of each level; a file that cannot be read, or that somebody has written
    otherwise, is no score."""
    assert results.best_score("tiles") is None
    for score in (340, 1200, 800):
        results.record_score("tiles", score)
    results.record_score("others", 5)
    assert (1200, 5) == (results.best_score("tiles"), results.best_score("others"))
    for odd in ('{"version": 1, "levels": {"tiles": "many"}}', "[]", '{"version": 1, "levels": 3}'):
        (home / "scores.json").write_text(odd)
        assert results.best_score("tiles") is None


class Scored(Slide):
    """Slides, with a score above the board."""

    def board(self, state: Row) -> Board:
        """One point for each tile in its place."""
        places = sum(tile == at for at, tile in enumerate(state.tiles))
        return replace(super().board(state), counters=(("score", str(places)),))


def _won(session: Session) -> None:
    while session.view()["outcome"] is None:
        right = session.view()
        p: Any = session.position
        column = state_of(p).tiles.index(0) - 1
        session.act(
            {"do": "gesture", "gesture": "right", "at": [0, column], "seen": right["number"]}
        )


def test_a_score_is_kept_if_nobody_helped_and_the_game_counts() -> None:
    """Not after a hint, and not on a board that several share; the best stands beside it only where
    games are counted."""
    shown = []
    for is_counted, has_hint in ((False, False), (True, True), (True, False)):
        session = Session(start(Scored))
        session.course.is_counted = is_counted
        if has_hint:
            session.view()
            session.act({"do": "gesture", "gesture": "right", "at": [0, 1], "seen": 1})
            session.act({"do": "hint"})
        _won(session)
        board = session.board()
        assert board is not None
        shown.append((results.best_score("scored"), "best" in dict(board.counters)))
    assert [(None, False), (None, True), (3.0, True)] == shown
    assert ["scored"] == list(results.all_results())


def test_a_new_start_has_a_new_clock() -> None:
    """It stands still until the first move."""
    session = Session(start(Slide))
    _won(session)
    before = session.course.watch
    session.act({"do": "restart"})
    assert [False, False] == [session.course.watch is before, session.course.watch.reading()[1]]
