"""Sources: built in, entry points, folders, files, modules, classes; whatever fails is listed with
its error."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import time
import types
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    games,
    line,
    outcome,
    parameters,
    replay,
    seed,
)
from interactive_provider.errors import BadParameter, NoSuchChoice, SourceError
from interactive_provider.game import Game
from interactive_provider.heart.catalogue.discovery import (
    ADAPTED,
    Item,
    load_item,
    register_reader,
)
from interactive_provider.heart.catalogue.hall import BUILTIN
from interactive_provider.heart.catalogue.provider import default
from interactive_provider.heart.play import seeds
from tests.heart.toys import Countdown

from .toys import ANY, Count, Walk

GAME = """
from dataclasses import dataclass
from interactive_provider import Game, State

@dataclass(frozen=True)
class S(State):
    n: int = 0
    display_text: str = "{text}"
    display_options: tuple = (("on", "on"),)

class {name}(Game):
    '''Rules of {name}.'''
    def new_state(self, rng):
        return S()
    def process_response(self, state, value, rng):
        return S(state.n + 1)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of games, one of them twice, one broken, one in a subfolder, and a helper module."""
    (tmp_path / "maze.py").write_text(GAME.format(name="Maze", text="first"))
    (tmp_path / "other.py").write_text(GAME.format(name="Maze", text="second"))
    (tmp_path / "torn.py").write_text("def broken(:\n")
    (tmp_path / "fails.py").write_text("import no_such_module_at_all\n")
    (tmp_path / "quits.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "notes.txt").write_text("not a game")
    (tmp_path / "_tools.py").write_text("ANSWER = 42\n")
    (tmp_path / "uses.py").write_text("from . import _tools\n" + GAME.format(name="Uses", text="x"))
    (tmp_path / "sub dir").mkdir()
    (tmp_path / "sub dir" / "inner.py").write_text(GAME.format(name="Inner", text="inside"))
    (tmp_path / "empty").mkdir()
    return tmp_path


def test_an_empty_folder_says_which_files_are_read(folder: Path) -> None:
    """Instead of a page without anything on it."""
    nothing = InteractiveProvider(folder / "empty")
    for page in (str(nothing), nothing._repr_html_()):
        assert "There are no games here." in page
        assert [] == [
            suffix for suffix in (".py", ".bas", ".twee", ".z5", ".pgn") if suffix not in page
        ]


def test_every_built_in_game_loads() -> None:
    """The catalogue lists what BUILTIN names, in its order, and each begins."""
    assert list(BUILTIN) == list(games)[: len(BUILTIN)]
    for name in BUILTIN:
        assert "could not be loaded" not in repr(getattr(games, name))


def test_a_folder_lists_everything(folder: Path) -> None:
    """Games, twins told apart, failures, subfolders as menus; other files are no games."""
    provider = InteractiveProvider(folder)
    assert ["fails", "maze", "maze_2", "quits", "sub_dir", "torn", "uses"] == sorted(provider)
    assert "first" in provider.maze.__doc__
    assert "second" in provider.maze_2.__doc__
    assert ["inner"] == dir(provider.sub_dir)
    assert outcome(provider.sub_dir.inner.on.on) is None


def test_a_folders_page_names_what_tab_completes(folder: Path) -> None:
    """Tab lists nothing after a call, so the page names the last thing shown."""
    assert "<code>_.</code> and the Tab key" in InteractiveProvider(folder)._repr_html_()
    assert "<code>games.</code> and the Tab key" in games._repr_html_()


def test_failures_show_their_error(folder: Path) -> None:
    """A source that fails to load says what failed and where it came from, and raises only when it
    is played."""
    provider = InteractiveProvider(folder)
    assert "SyntaxError" in repr(provider.torn)
    assert "torn.py" in repr(provider.torn)
    assert "no_such_module_at_all" in provider.fails.__doc__
    assert "SystemExit" in repr(provider.quits)
    with pytest.raises(SourceError, match="no_such_module_at_all"):
        provider.fails(seed=3)
    with pytest.raises(NoSuchChoice, match="no_such_module_at_all"):
        provider.fails.on  # noqa: B018
    assert "no_such_module_at_all" in provider.__custom_documentations__.get("fails")
    assert "Rules of Maze." in provider.__custom_documentations__.get("maze")


def test_lines_and_pickles_of_a_folder(folder: Path) -> None:
    """A position from a folder comes back by line and by pickle, from the same sources."""
    p = InteractiveProvider(folder, seed=1).sub_dir.inner(seed=5).on
    provider = InteractiveProvider(folder)
    assert p == replay(line(p), provider)
    assert line(p) == line(pickle.loads(pickle.dumps(p)))
    assert p == pickle.loads(pickle.dumps(p))


def test_modules_classes_games_and_files(folder: Path) -> None:
    """Each kind of source gives the games in it."""
    module = types.ModuleType("some_module")
    module.Here = type("Here", (Count,), {"__module__": "some_module"})  # type: ignore[attr-defined] # made here
    module.Imported = Count  # type: ignore[attr-defined] # made here
    assert ["here"] == list(InteractiveProvider(module))
    assert ["count", "walk"] == list(InteractiveProvider(Count, Walk()))
    assert ["maze"] == list(InteractiveProvider(folder / "maze.py"))
    assert ["maze"] == list(InteractiveProvider(str(folder / "maze.py")))


def test_two_games_of_one_name_are_both_listed() -> None:
    """Neither hides the other."""
    assert ["count", "count_2"] == list(InteractiveProvider(Count, Count))


@pytest.mark.parametrize("source", ["/no/such/folder", 3, int, "maze.pyy"])
def test_what_is_no_source_is_refused(source: object) -> None:
    """At once, quoting it."""
    with pytest.raises(SourceError):
        InteractiveProvider(source)  # type: ignore[arg-type] # refused


def test_seeds() -> None:
    """A provider's seed is stable, can be set, and is refused if it is none."""
    assert seed(games.guess) == seed(games.guess)
    assert games.guess == games.guess
    assert 7 == seed(games(seed=7).guess)
    assert 8 == seed(InteractiveProvider(Walk, seed=8).walk)
    with pytest.raises(BadParameter):
        games(seed=1.5)
    with pytest.raises(BadParameter):
        games(sede=1)


def test_unknown_games_are_named() -> None:
    """The nearest name is given."""
    with pytest.raises(NoSuchChoice, match="Did you mean 'minesweeper'"):
        games.minesweper  # noqa: B018


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("connect_four", "k_in_a_row.connect_four"),
        ("gomoku", "k_in_a_row.gomoku"),
        ("expert", "minesweeper.expert"),
        ("nim", "match_game"),
        ("fifteen_puzzle", "sliding"),
    ],
)
def test_a_level_or_a_word_leads_to_its_game(name: str, meant: str) -> None:
    """A name that only a level has, or that the sentence about a game contains, is suggested."""
    with pytest.raises(NoSuchChoice, match=re.escape(f"Did you mean '{meant}'?")):
        getattr(games, name)


@pytest.mark.parametrize("name", ["abc", "nonsense", "a"])
def test_a_name_that_means_nothing_suggests_nothing(name: str) -> None:
    """The games are listed instead."""
    with pytest.raises(NoSuchChoice, match="There are: rock_paper_scissors"):
        getattr(games, name)


def test_a_level_after_parameters_is_named_where_it_belongs() -> None:
    """It was asked for at a position that parameters have begun."""
    with pytest.raises(NoSuchChoice, match=r"games\.match_game\.two_people\(…\)"):
        games.match_game(rows=(1, 2), seed=7).two_people  # noqa: B018
    assert (1, 2) == parameters(games.match_game.two_people(rows=(1, 2)))["rows"]


def read_pebbles(path: Path) -> Game[Countdown]:
    """A reader of files: the game is a countdown of as many moves as the file says."""
    count = int(path.read_text())

    class Pebbles(Count):
        def new_state(self, rng: Random, left: int = count) -> Countdown:
            return super().new_state(rng, left)

    return Pebbles()


def test_readers_by_suffix(tmp_path: Path) -> None:
    """Another kind of file becomes a game through its reader, read when first touched; faults
    show."""
    register_reader(".pebbles", f"{__name__}:read_pebbles")
    (tmp_path / "two.pebbles").write_text("2")
    (tmp_path / "bad.pebbles").write_text("many")
    provider = InteractiveProvider(tmp_path)
    assert ["bad", "two"] == dir(provider)
    assert "won" == outcome(provider.two(left=2).on.on)
    assert "ValueError" in repr(provider.bad)
    with pytest.raises(ValueError, match="module:function"):
        register_reader("pebbles", "x")


@pytest.mark.slow
def test_importing_and_playing_loads_nothing_heavy() -> None:
    """The package and a game need neither IPython nor widgets nor numpy."""
    code = (
        "import sys\nfrom interactive_provider import games, line\n"
        "p = games.match_game(seed=1)\nlist(p)\nline(p)\np._repr_html_()\n"
        "heavy = {'IPython', 'ipywidgets', 'anywidget', 'numpy', 'traitlets', 'jedi'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert "[]\n" == done.stdout


def test_a_menu_is_headed_by_what_it_holds() -> None:
    """Programs are not called games, and a folder is called by its name."""
    assert games.__doc__.startswith("Games\n")
    assert games.basic.__doc__.startswith("Programs\n")
    assert "Programs" in games.basic._repr_html_()


def test_where_a_game_comes_from_is_told_in_brackets() -> None:
    """Whatever the origin is called, the sentence reads."""

    def load() -> Any:
        raise ValueError("no library")

    with pytest.raises(
        SourceError,
        match=r"^chess \(from another library\) cannot be loaded: ValueError: no library",
    ):
        load_item(Item("chess", ADAPTED, load))


def test_the_seed_of_the_day_is_the_date_where_the_player_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not that of Greenwich: west and east of the date line one of the two is another day."""
    read_zone = getattr(time, "tzset", lambda: None)
    for zone in ("EAST-14", "WEST+12"):
        with monkeypatch.context() as here:
            here.setenv("TZ", zone)
            read_zone()
            assert time.strftime("%Y-%m-%d") == seeds.today()
    read_zone()


def test_a_game_may_call_a_preset_daily_itself() -> None:
    """It stands in the place of the board of the day."""

    class Days(Count):
        presets = {"daily": {"left": 4}, "weekly": {"left": 9}}

    lobby = InteractiveProvider(Days, seed=1).days
    assert ["daily", "weekly"] == list(dir(lobby))
    assert 1 == lobby.daily._table.seed


def test_the_catalogue_with_a_seed_of_its_own_comes_back_from_a_pickle() -> None:
    """With that seed, and with no other."""
    assert (
        games(seed=5)
        == pickle.loads(pickle.dumps(games(seed=5)))
        != pickle.loads(pickle.dumps(games(seed=6)))
    )


@pytest.mark.parametrize(
    ("order", "wrong"),
    [(lambda: ANY(5), "5"), (lambda: ANY(rows=3), "rows"), (lambda: ANY(), "nothing")],
    ids="abc",
)
def test_the_games_take_a_seed_and_nothing_else(order: Any, wrong: str) -> None:
    """What they were given is said."""
    with pytest.raises(BadParameter, match=f"not {wrong}\\."):
        order()


def test_there_is_one_default_provider() -> None:
    """Whoever asks first makes it."""
    assert default() is default()


@pytest.mark.slow
def test_an_unknown_game_says_where_it_was_looked_for() -> None:
    """In a menu or a provider of one's own; ``games`` goes without saying."""
    with pytest.raises(NoSuchChoice, match=r"^There is no game 'qqq'\.") as in_games:
        _ = games.qqq
    with pytest.raises(NoSuchChoice, match=r"^There is no game 'qqq' in games\.basic\."):
        _ = games.basic.qqq
    assert "in games" not in str(in_games.value)
