"""Lines are parsed, never evaluated; saved games are refused rather than misread."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interactive_provider import InteractiveProvider, games, line, load, replay, save
from interactive_provider.errors import BadLine, BadSave, ChoiceError, ProviderError
from interactive_provider.game import Number

from .toys import GROUPED, Ask, Count, Steps, Walk


@given(st.lists(st.integers(0, 6), max_size=12), st.integers(0, 50) | st.text(max_size=8))
def test_every_line_leads_back(moves: list[int], seed: int | str) -> None:
    """Random walks over a grouped menu come back by their line."""
    mine = InteractiveProvider(Walk(GROUPED))
    p = mine.walk(seed=seed)
    for move in moves:
        p = p[GROUPED[move][0] if isinstance(GROUPED[move][0], str) else " ".join(GROUPED[move][0])]
    assert p == replay(line(p), mine)


@given(st.lists(st.integers() | st.floats(allow_nan=False, allow_infinity=False), max_size=5))
def test_every_number_leads_back(answers: list[float]) -> None:
    """Numbers of any size and sign come back by their line."""
    mine = InteractiveProvider(Ask(Number(integer=False)))
    p = mine.ask(seed=1)
    for answer in answers:
        p = p(answer)
    assert p == replay(line(p), mine)


def test_lines_may_be_spread_and_spelled_differently() -> None:
    """Line breaks, comments, keys and typed digits are all read."""
    want = games.guess(seed=3)(50)
    assert want == replay("games.guess(seed=3).n5.n0.enter")
    assert want == replay("  games . guess ( seed = 3 )\n  (50)  # my best\n")
    assert games.minesweeper(seed=7).beginner.uncover.r3.c4 == replay(
        "games.minesweeper(seed=7).beginner['uncover 3 4']"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is incomplete"),
        ("games.", "it is incomplete"),
        ("import os", "'os' was not expected"),
        ("games.foo", "There is no game 'foo'"),
        ("games.gues(seed=3)", "Did you mean 'guess'"),
        ("games.guess(seed=3)[", "is never closed"),
        ("games.guess(seed=__import__('os'))", "nothing to compute"),
        ("games.guess(**{})", "nothing to compute"),
        ("games.guess(seed=3).__class__", "'__class__' is not a choice"),
        ("games.guess(seed=3)._table", "'_table' is not a choice"),
        ("games.guess(seed=3)(500)", "too large"),
        ("games.guess(seed=3).n5.n0.enter.zz", "'zz' is not a choice"),
        ("games.guess(seed=3) + 1", "was not expected"),
        ("'games'", "was not expected"),
        ("games.guess(seed=3)(50", "is never closed"),
        ("games\x00.guess", "not the line of a position"),
        ("InteractiveProvider('/nowhere').x(seed=1)", "also give that provider"),
        ("games.guess(high=-5)", "high is -5"),
        ("games.guess(seed=3).n5['n0']", "\"'n0'\" cannot follow"),
        ("games.minesweeper(seed=7).beginner.uncover('r3 c4')", "is the first part of a choice"),
        ("games.guess(seed=3).n5(0)", "cannot follow"),
        ("games.match_game(seed=1)['nothing", "is never closed"),
    ],
)
def test_bad_lines_are_refused(text: str, message: str) -> None:
    """One error that quotes the line and says where it stops."""
    with pytest.raises(BadLine) as caught:
        replay(text)
    assert message in str(caught.value)


def test_a_line_is_text() -> None:
    """Anything else is refused too."""
    with pytest.raises(BadLine, match="A line must be text, not 3"):
        replay(3)  # type: ignore[arg-type] # refused


def test_the_provider_of_a_line_may_be_given() -> None:
    """A line of another provider is replayed by the one handed over, whatever its root is
    called."""
    mine = InteractiveProvider(Count)
    p = mine.count(seed=1).short.on
    assert p == replay("something.count(seed=1).short.on", mine)


def test_saving_and_loading(tmp_path: Path) -> None:
    """A saved game is readable and comes back equal; text, numbers and grouped names alike."""
    file = tmp_path / "game.json"
    for p in (games.guess(seed=3)(50)(7), games.minesweeper(seed=7).expert.uncover.r08.c15):
        save(p, file)
        assert p == load(file)
    record = json.loads(file.read_text("utf-8"))
    assert {"game": "minesweeper", "seed": 7, "path": ["uncover.r08.c15"]}.items() <= record.items()
    mine = InteractiveProvider(Walk(GROUPED))
    save(mine.walk(seed="a b").put.r1.c1.put, file)
    assert mine.walk(seed="a b").put.r1.c1 == load(file, mine)


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    """What cannot be saved is refused before anything is written, and nothing is left lying
    about."""
    file = tmp_path / "game.json"
    file.write_text("precious")
    with pytest.raises(ChoiceError, match=r"has not begun: .* There are: beginner, "):
        save(games.minesweeper, file)
    assert "precious" == file.read_text()
    with pytest.raises(FileNotFoundError):
        save(games.guess(seed=1), tmp_path / "no" / "such.json")
    assert [file] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 4}, "altered"),
        ({"path": ["(51)"]}, "altered"),
        ({"path": ["(500)"]}, "cannot be replayed"),
        ({"path": ["uncover.r1"]}, "cannot be replayed"),
        ({"path": [3]}, "is not a step"),
        ({"path": ["(__import__('os'))"]}, "cannot be replayed"),
        ({"parameters": {"high": 50, "low": 90}}, "cannot be replayed"),
        ({"parameters": {"hihg": 50}}, "cannot be replayed"),
        ({"version": 99}, "version 99"),
        ({"game": "ludo"}, "no game 'ludo'"),
        ({"game": "_cache"}, "no game '_cache'"),
        ({"format": "png"}, "is not a saved game"),
        ({"seed": None}, "'seed' is missing or wrong"),
        ({"path": "x"}, "'path' is missing or wrong"),
    ],
)
def test_altered_saves_are_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    """Another version, a foreign or an altered file: one error, never another game."""
    file = tmp_path / "game.json"
    save(games.guess(seed=3)(50), file)
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(BadSave, match=message):
        load(file)


@pytest.mark.parametrize("content", ["", "{", "[]", "3", "null", "\ufffd\x00", '{"format": "x"}'])
def test_torn_saves_are_refused(tmp_path: Path, content: str) -> None:
    """A file cut short or of another kind is named."""
    file = tmp_path / "game.json"
    file.write_text(content)
    with pytest.raises(BadSave, match=r"game\.json"):
        load(file)


def test_a_name_in_other_forms_of_its_letters_is_the_same_name() -> None:
    """As in Python, which reads names in NFKC: the full-width letters of an editor for Japanese do
    as well."""
    assert games.guess(seed=3).n5.n0 == replay("games.ｇｕｅｓｓ(seed=3).ｎ5.n0")


def _same(steps: int, options: Any = None) -> Any:
    """A game whose class has the same name as any other of these."""

    def process(self: Any, state: Steps, value: Any, rng: Random) -> Steps:
        return replace(state, taken=state.taken + steps)

    made = type(
        "Same",
        (Walk,),
        {"process_response": process, "__init__": lambda self: Walk.__init__(self, options)},
    )
    return InteractiveProvider(made())


def test_a_line_of_several_providers_is_read_where_their_games_are_the_same() -> None:
    """Else it says that a provider must be named, whichever of them differs; a line of no game is
    read in any case."""
    one, other, third = _same(1), _same(1), _same(1)
    told = line(one.same(seed=1).left)
    assert one.same(seed=1).left == replay(told)
    assert "same" in dir(replay(told.partition(".same")[0]))
    changed = _same(2)
    with pytest.raises(
        BadLine,
        match=r"^'InteractiveProvider.*' may belong to several providers whose games differ",
    ):
        replay(told)
    assert one.same(seed=1).left == replay(told, one)
    assert "same" in dir(replay(told.partition(".same")[0]))
    assert (other, third) != (changed, None)


def test_a_line_of_a_game_that_one_provider_lacks_names_none(tmp_path: Path) -> None:
    """A folder that was read before the file was there has no such game."""
    (tmp_path / "other.bas").write_text("10 INPUT A", "utf-8")
    older = InteractiveProvider(tmp_path)
    text = "from tests.heart.toys import Walk as Base\n\n\nclass Walk(Base):\n    pass\n"
    (tmp_path / "walk.py").write_text(text, "utf-8")
    newer: Any = InteractiveProvider(tmp_path)
    told = line(newer.walk(seed=1).left)
    with pytest.raises(BadLine, match="may belong to several providers"):
        replay(told)
    assert newer.walk(seed=1).left == replay(told, newer)
    assert ["other"] == [name for name in dir(older) if not name.startswith("_")]


def test_a_line_of_a_file_that_no_longer_loads_says_why(tmp_path: Path) -> None:
    """Not only that there is no such game, but what the file met."""
    file = tmp_path / "c.py"
    file.write_text(
        "from interactive_provider.builtin.null import Null\nclass Counter(Null): pass\n"
    )
    kept = pickle.dumps(InteractiveProvider(tmp_path).counter.three_lamps)
    file.write_text("import no_such_module\n")
    with pytest.raises(ProviderError, match=r"c could not be loaded.*no_such_module"):
        pickle.loads(kept)
