"""Solved games in files: they are used, and refused where they are damaged or against the rules."""

from __future__ import annotations

import json
import subprocess
import sys
from array import array
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, Limit, NoAbility, evaluate, games, hint, solve
from interactive_provider.builtin.k_in_a_row import KInARow
from interactive_provider.errors import BadFile
from interactive_provider.game import Game, State
from interactive_provider.heart.play.actions import position_of
from interactive_provider.search import analysis, known, tables
from interactive_provider.search.analysis import Question, solved_wholly
from interactive_provider.search.retrograde import Graph
from interactive_provider.search.tables import Table, digest
from interactive_provider.support.storage import checksum
from tests.search.rules import Pig

P = games.k_in_a_row(seed=1).noughts_and_crosses


@pytest.fixture(autouse=True)
def _no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """None in use."""
    monkeypatch.setattr(known, "_known", [])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The table of noughts and crosses."""
    solve(P, keep=tmp_path / "table.json")
    known._known.clear()
    return tmp_path / "table.json"


@pytest.mark.slow
def test_a_table_answers_as_the_search_does(file: Path) -> None:
    """All verdicts and the hint, before and after, and without building a graph."""
    positions = [
        P,
        P.row1.column2,
        P.row2.column2.row1.column1,
        P.row1.column1.row2.column1.row1.column2.row2.column2,
    ]
    before, hints = [evaluate(p) for p in positions], [hint(p) for p in positions]
    found = solve(P, keep=file)

    assert "solved" == found.status
    assert before == [evaluate(p) for p in positions]
    assert hints == [hint(p) for p in positions]
    assert positions[-1].row1.column3
    assert str(hint(positions[-1])).startswith("Play r1 c3. You win at once")
    assert position_of(P)._table.setup.is_same_game(known.recalled(tables.Kept)[0].setup)


def test_a_table_is_small() -> None:
    """Twelve bytes for each position."""
    table = Table.of(solved_wholly(Question(KInARow(), KInARow().new_state(Random(0))), 10_000))

    assert 765 == len(table.digests)
    assert 12 * 765 == table.weight


@pytest.mark.slow
def test_a_table_is_read_in_another_process(file: Path) -> None:
    """Digests do not depend on the hashes of a process."""
    program = f"""
from interactive_provider import evaluate, games, solve
p = games.k_in_a_row(seed=5).noughts_and_crosses
print(solve(p, keep={str(file)!r}).status, *map(str, evaluate(p.row1.column2).values()))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert " ".join(["solved", *map(str, evaluate(P.row1.column2).values())]) == done.stdout.strip()


def changed(file: Path, **values: Any) -> None:
    """Write other values into a table, with a checksum that fits."""
    record = json.loads(file.read_text())
    record |= values
    del record["sum"]
    record["sum"] = checksum(record)
    file.write_text(json.dumps(record))


def test_damaged_and_foreign_tables_are_refused(file: Path, tmp_path: Path) -> None:
    """Truncated, changed, of another size of board, no table at all, or a folder."""
    whole = file.read_text()
    for text in (
        whole[: len(whole) // 2],
        whole.replace('"worths": "c', '"worths": "d'),
        "",
        "[]",
        "null",
        '{"sum": 3}',
    ):
        file.write_text(text)
        with pytest.raises(BadFile, match="not a complete table"):
            solve(P, keep=file)
    file.write_text(whole)
    with pytest.raises(BadFile, match="other rules or parameters"):
        solve(games.k_in_a_row(rows=3, columns=3, k=2, seed=1), keep=file)
    with pytest.raises(BadFile):
        solve(P, keep=tmp_path)


def test_forged_tables_are_refused(file: Path) -> None:
    """With a checksum that fits: everybody wins, payoffs that lie, columns of other lengths."""
    record = json.loads(file.read_text())
    worths = tables._unpacked(record["worths"], "H")
    for forged in (
        {"worths": tables._packed(array("H", [0] * len(worths)))},
        {"payoffs": record["payoffs"][::-1]},
    ):
        original = file.read_text()
        changed(file, **forged)
        with pytest.raises(BadFile, match="does not agree with the rules"):
            solve(P, keep=file)
        file.write_text(original)
    wrong: tuple[dict[str, Any], ...] = (
        {"worths": tables._packed(worths[:-1])},
        {"payoffs": []},
        {"payoffs": 3},
        {"digests": "zz"},
    )
    for broken in wrong:
        original = file.read_text()
        changed(file, **broken)
        with pytest.raises(BadFile):
            solve(P, keep=file)
        file.write_text(original)


class Misere(KInARow):
    """Whoever has a row loses."""

    title = KInARow.title

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """The other one wins."""
        after = super().process_response(state, value, rng)
        return after if after.winner is None else after._replace(winner=1 - after.winner)


def test_a_table_of_other_rules_is_refused(file: Path) -> None:
    """Though title, version and parameters are the same."""
    with pytest.raises(BadFile, match="other rules or parameters"):
        solve(InteractiveProvider(Misere, seed=1).misere.noughts_and_crosses, keep=file)


@dataclass(frozen=True)
class Heap(State):
    """A heap from which up to thirty are taken, and how many were taken last; who takes the last
    one wins."""

    left: int = 60
    last: object = 0
    mover: int = 0

    @property
    def display_options(self) -> Any:
        """Any number, and nothing at the beginning."""
        return tuple(
            (f"take {number}", number)
            for number in range(self.left < 60, 31)
            if number <= self.left
        )

    @property
    def outcome(self) -> str | None:
        """Over when nothing is left."""
        return None if self.left else "over"

    @property
    def winner(self) -> int:
        """Who moved last."""
        return 1 - self.mover


class Taking(Game[Heap]):
    """Taking up to thirty."""

    players = 2
    rare = (41, 17)

    def new_state(self, rng: Random) -> Heap:
        """Sixty, and nothing was taken."""
        return Heap()

    def process_response(self, state: Heap, value: int, rng: Random) -> Heap:
        """Take them; where few games come, all are taken."""
        left = 0 if (state.left, state.last) == self.rare else state.left - value
        return Heap(left, value or False, 1 - state.mover)


def test_a_table_is_refused_after_an_edit_that_few_games_meet(tmp_path: Path) -> None:
    """The code is compared, not only a sample of games."""

    class Edited(Taking):
        rare = (40, 17)

    Edited.__name__ = "Taking"
    file = tmp_path / "table.json"
    solve(InteractiveProvider(Taking, seed=1).taking.both_sides, keep=file)

    with pytest.raises(BadFile, match="other rules or parameters"):
        solve(InteractiveProvider(Edited, seed=1).taking.both_sides, keep=file)


def test_keys_that_are_equal_are_one_position_of_a_table() -> None:
    """A state may say 0 at first and False later: Python takes them for the same."""
    first, later = Heap(60, 0), Heap(60, False)

    assert first == later
    assert digest((first, 0)) == digest((later, 0))


def test_games_of_luck_are_kept_too(tmp_path: Path) -> None:
    """The chances stay exact."""
    provider = InteractiveProvider(Pig(6), seed=1)
    p = provider.pig.both_sides
    before = evaluate(p)
    solve(p, keep=tmp_path / "pig.json")
    known._known.clear()
    solve(p, keep=tmp_path / "pig.json")

    assert {value: str(one) for value, one in before.items()} == {
        v: str(one) for v, one in evaluate(p).items()
    }


def test_what_does_not_fit_is_not_kept(tmp_path: Path) -> None:
    """And no file is left behind."""
    with pytest.raises(NoAbility, match="more than 500 positions"):
        solve(P, Limit(500), keep=tmp_path / "table.json")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.slow
def test_what_is_far_too_large_is_not_laid_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random games of connect four with six columns and five rows show that it has more than 20
    million positions."""
    limits: list[int] = []

    def counted(graph: Graph, limit: int) -> Graph:
        limits.append(limit)
        return graph

    monkeypatch.setattr(analysis, "expand", counted)
    p = games.k_in_a_row(seed=1, rows=5, columns=6, k=4, gravity=True)

    with pytest.raises(NoAbility, match="more than 20,000,000 positions"):
        solve(p, Limit(20_000_000), keep=tmp_path / "table.json")
    assert [analysis.FIRST] == limits


def test_digests_tell_keys_apart() -> None:
    """Numbers and texts, -1 and -2; but 1, True and 1.0 are one key, as they are to a graph."""
    keys = [1, "1", -1, -2, True, (1, 2), (1, (2,)), (1.0, (2,)), None, b"1", 1.0, 1.5]

    assert len(set(keys)) == len({digest(key) for key in keys})


@pytest.mark.slow
def test_large_graphs_are_kept_as_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again, the first position has the same verdicts and line at once, from less than 60
    bytes a position."""
    monkeypatch.setattr(analysis, "QUICK", 2_500)
    p = games.k_in_a_row(seed=9, rows=4, columns=3, k=3).row2.column2
    setup, state, turn = position_of(p)._table.setup, position_of(p)._state, 1
    worth = solved_wholly(Question(KInARow(), state, turn, setup), 200_000)
    analysis._remember(worth)
    (table,) = known.recalled(known.Known)
    again, whole = (
        analysis.read(analysis.Study(worth.graph.model, state, turn, worth.graph.values[0]), source)
        for source in (table, worth)
    )

    assert again is not None and whole is not None
    assert table.weight < 60 * len(worth.graph.states)
    assert whole.findings == again.findings
    assert [v for _, _, v in whole.best_line()] == [v for _, _, v in again.best_line()]
    limits: list[int] = []

    def counted(graph: Graph, limit: int) -> Graph:
        limits.append(limit)
        return graph

    monkeypatch.setattr(analysis, "expand", counted)
    question = Question(position_of(p)._table.game, state, turn, setup)
    assert again.findings == analysis.studied(question).findings
