"""A survey says what a game becomes under other rules, and what it could not find out."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, Limit, games
from interactive_provider.analysis import Survey, survey
from interactive_provider.errors import BadFile, BadParameter, ProviderError
from tests.sure import sure
from tools.isolation import REPOSITORY

NIM = games(seed=1).match_game


def two_rows(**more: Any) -> Survey:
    """Small heaps, as they are usually played and the other way."""
    return survey(NIM, rows=[(1, 2), (2, 2)], misere=[False, True], progress=False, **more)


def test_the_winner_is_the_one_of_boutons_rule() -> None:
    """Whoever begins wins unless the heaps pair off, in the usual game and in the other one."""
    ranges = {"rows": [(a, b) for a, b in product((1, 2, 3), repeat=2)], "misere": [False, True]}
    found = survey(NIM, progress=False, **ranges)  # type: ignore[arg-type]

    for row in found.rows():
        (a, b), misere = row["rows"], row["misere"]
        loses = (a == b) != (misere and max(a, b) == 1)
        assert ("player 2" if loses else "player 1") == row["winner"], row
        assert (a + 1) * (b + 1) <= row["positions"] <= 2 * (a + 1) * (b + 1)


def test_known_boards_have_their_known_values() -> None:
    """Noughts and crosses is drawn in nine moves and has 765 positions that do not mirror each
    other; two in a row are a win in three."""
    found = survey(games(seed=1).k_in_a_row, rows=[3], columns=[3], k=[2, 3], progress=False)
    two, three = found.rows()

    assert ("X", 3, 1.0) == (two["winner"], two["moves"], two["value"])
    assert ("nobody", 9, 765) == (three["winner"], three["moves"], three["positions"])
    assert 0.5 < sure(three["decisive"]) < 1.0


def test_a_row_says_why_it_cannot_be() -> None:
    """Impossible parameters, a name that the game does not have, and a game too large to solve."""
    impossible = survey(NIM, rows=[(0,), (1,)], progress=False).cases
    unknown = survey(NIM, rosw=[3], progress=False).cases[0]
    large = survey(NIM, Limit(states=5, simulations=30), rows=[(4, 4)], progress=False).cases[0]

    assert ["impossible", "certain"] == [case.certainty for case in impossible]
    assert impossible[0].note.startswith("row 1 of rows is 0;")
    assert "Did you mean 'rows'?" in unknown.note
    assert ("likely", "not solved: it has more than 5 positions") == (large.certainty, large.note)


def test_values_of_any_length_have_a_row() -> None:
    """Also a number that Python does not write, and a long tuple, which is shortened."""
    huge, long = survey(
        games.match_game,
        Limit(states=5),
        rows=[10**5000, (0,) * 500],
        misere=[True],
        progress=False,
    ).cases

    assert "rows=a number of about 5,000 digits, misere=True" == huge.name
    assert ("impossible", "impossible") == (huge.certainty, long.certainty)
    assert len(long.name) < 150


def test_what_is_possible_and_cannot_be_examined_is_unknown() -> None:
    """A row says why: here, that the answer would reveal what a player does not know."""
    case = survey(
        games(seed=1).openspiel.phantom_ttt, obstype=["reveal-nothing"], progress=False
    ).cases[0]

    assert "unknown" == case.certainty
    assert "the answer would reveal it" in case.note


def test_seeds_of_a_game_that_has_not_begun_are_those_of_its_plain_game() -> None:
    """A game without parameters of its own can be looked at for several seeds."""
    kuhn = InteractiveProvider(REPOSITORY / "examples" / "kuhn_poker.py").kuhn_poker

    for found in (survey(node, seed=[1, 2], progress=False) for node in (kuhn, kuhn.both_sides)):
        assert ["computed exactly"] * 2 == [case.certainty for case in found.cases]


KILLING = """
import os, signal
from dataclasses import dataclass
from interactive_provider.game import Game, State


@dataclass(frozen=True)
class Left(State):
    left: int = 0
    mover: int = 0
    winner: int | None = None

    @property
    def outcome(self):
        return None if self.left > 0 else "over"

    @property
    def display_options(self):
        return (("one", 1), ("two", 2)) if self.left > 0 else ()


class Killing(Game):
    title = "Killing"
    players = 2

    def new_state(self, rng, left=5):
        if left == 7:
            os.kill(os.getpid(), signal.SIGKILL)
        return Left(left)

    def process_response(self, state, value, rng):
        left = state.left - value
        return Left(left, 1 - state.mover, state.mover if left <= 0 else None)
"""


@pytest.mark.slow
def test_rules_that_kill_a_worker_leave_the_rest(tmp_path: Path) -> None:
    """What was done is there, and another call examines the rest; this process lives on."""
    (tmp_path / "killing.py").write_text(KILLING)
    game = InteractiveProvider(tmp_path / "killing.py", seed=1).killing
    file = tmp_path / "kept.json"
    for left, number in (([1, 2, 7], 2), ([1, 2, 7, 3], 2), ([3, 1, 2], 3)):
        with ProcessPoolExecutor(1) as executor:
            found = survey(game, left=left, keep=file, executor=executor, progress=False)
        assert number == len(found.cases)
        assert ("the executor died after" in found.note) == (7 in left)
        assert found._repr_html_()


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ({}, "needs a list of values"),
        ({"rows": 5}, "rows is 5; give a list"),
        ({"rows": "abc"}, "rows is 'abc'; give a list"),
        ({"rows": []}, r"rows is \[\]; give a list"),
        ({"rows": range(200), "misere": range(200)}, "40,000 cases are too many"),
    ],
)
def test_what_is_no_list_of_values_is_refused(ranges: dict[str, Any], message: str) -> None:
    """At once, quoting what was given."""
    with pytest.raises(BadParameter, match=message):
        survey(NIM, progress=False, **ranges)


def test_rows_in_a_file_are_not_examined_again(tmp_path: Path) -> None:
    """A second call reads them, adds what is new, and refuses a file of something else."""
    file = tmp_path / "nim.json"
    first = two_rows(keep=file)
    record = json.loads(file.read_text())
    record["cases"]["rows=(1, 2), misere=False"]["winner"] = "read from the file"
    file.write_text(json.dumps(record))

    assert "read from the file" == two_rows(keep=file).rows()[0]["winner"]
    assert first.rows()[1:] == two_rows(keep=file).rows()[1:]
    with pytest.raises(BadFile, match="another limit"):
        two_rows(limit=Limit(states=100), keep=file)
    with pytest.raises(BadFile, match="another game"):
        survey(games(seed=1).k_in_a_row, k=[3], keep=file, progress=False)
    file.write_text("[]")
    with pytest.raises(BadFile, match="is not a saved survey"):
        two_rows(keep=file)


@pytest.mark.slow
def test_any_executor_finds_the_same() -> None:
    """Threads, processes, none: the rows are equal and in the same order."""
    alone = two_rows().rows()
    for kind in (ThreadPoolExecutor, ProcessPoolExecutor):
        with kind(2) as executor:
            assert alone == two_rows(executor=executor).rows()
    for useless in (3, ThreadPoolExecutor):
        with pytest.raises(ProviderError, match="executor"):
            two_rows(executor=useless)


def test_a_file_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    """Before anything is examined, and not as the death of an executor."""
    with pytest.raises(FileNotFoundError):
        two_rows(keep=tmp_path / "nowhere" / "nim.json")


def test_an_unknown_way_has_no_winner() -> None:
    """A minefield is solved as far as luck allows: that is neither won nor lost."""
    case = survey(
        games(seed=1).minesweeper, rows=[4], columns=[4], mines=[2], progress=False
    ).cases[0]

    assert ("", None, "unknown") == (case.winner, case.moves, case.certainty)
    assert "what follows depends on it" in case.note


def test_luck_hidden_cards_and_puzzles_have_rows_too() -> None:
    """A game of luck has a value and no winner, Kuhn poker its known value, a puzzle its length."""
    poker = survey(games(seed=1).openspiel.kuhn_poker, players=[2], progress=False).cases[0]
    puzzle = survey(games(seed=1).sliding, rows=[2], columns=[2], progress=False).cases[0]

    assert pytest.approx(-1 / 18, abs=1e-4) == poker.value
    assert ("you", "certain") == (puzzle.winner, puzzle.certainty)


def test_a_survey_is_a_table_and_data() -> None:
    """It prints, has a row for each case in a page, and is JSON."""
    found = two_rows()
    page = found._repr_html_()

    assert "rows    misere  winner" in str(found)
    assert 5 == page.count("<tr>")
    assert 4 == len(json.loads(json.dumps(found.to_dict()))["cases"])
