"""Where games come from: folders, files, modules and classes; whatever fails is listed with its error."""

from __future__ import annotations

import builtins
import os
import pickle
import re
import signal
import subprocess
import sys
import tracemalloc
import zipfile
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from interactive_provider import InteractiveProvider, games, line, replay, save
from interactive_provider.errors import ProviderError, SourceError, quote
from interactive_provider.heart.catalogue import discovery, hall
from interactive_provider.heart.catalogue.discovery import (
    Item,
    default_items,
    is_expressed,
    items_of,
    load_item,
    register_reader,
)

from .toys import Hostile, Walk


@pytest.mark.parametrize(
    "pair", [("bas", "module:function"), (".bas", "module.function"), ("bas", "function")]
)
def test_a_reader_is_registered_by_suffix_and_function(pair: tuple[str, str]) -> None:
    """A suffix has its dot, a function its module; else nothing is registered."""
    with pytest.raises(ValueError, match=r"'\.bas', 'module:function'"):
        register_reader(*pair)


def test_games_of_other_libraries_are_told_from_our_own() -> None:
    """Their rules are not ours, and they may load slowly."""
    origins = {item.name: item.origin for item in default_items()}
    assert origins["guess"] == origins["minesweeper"] != origins["chess"]


def test_games_of_one_name_in_a_folder_of_stories_are_numbered(tmp_path: Path) -> None:
    """A story of two files is named after both; one of one file after that."""
    (tmp_path / "a.twee").write_text(":: StoryTitle\nOne\n\n:: Start\n[[B]]\n")
    (tmp_path / "b.twee").write_text(":: B\nThe end.\n")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "c.twee").write_text(":: StoryTitle\nTwo\n\n:: Start\nThe end.\n")
    origins = [item.origin for item in items_of(tmp_path)]
    assert any("2 files beside" in origin for origin in origins), origins
    assert not any("1 files" in origin for origin in origins)


def test_a_file_that_fails_is_named_with_the_line_where_it_did(tmp_path: Path) -> None:
    """The innermost one, which raised."""
    (tmp_path / "broken.py").write_text("def f():\n    return 1 / 0\n\n\nf()\n")
    (item,) = items_of(tmp_path)
    with pytest.raises(
        SourceError, match=r"ZeroDivisionError: division by zero \(line 2 of broken\.py\)"
    ):
        load_item(item)


@pytest.mark.parametrize(
    ("load", "message"),
    [
        (lambda: "tic", "^x \\(here\\) is not a game but 'tic'\\.$"),
        (
            lambda: type("Bad", (Walk,), {"hides": "tic"}),
            "^hides of x \\(here\\) cannot be 'tic'; it must be a tuple of names, as in",
        ),
    ],
)
def test_what_is_no_game_is_quoted(load: Any, message: str) -> None:
    """As Python would write it, so that a text is seen to be one."""
    with pytest.raises(SourceError, match=message):
        load_item(Item("x", "here", load))


def test_a_page_without_a_story_is_quoted(tmp_path: Path) -> None:
    """The file was given by name, so that it is none is said."""
    page = tmp_path / "page.html"
    page.write_text("<p>Nothing to follow.</p>")
    with pytest.raises(
        SourceError, match=f"^{re.escape(quote(str(page)))} does not contain a game"
    ):
        items_of(page)


class Unread(Walk):
    """Nobody can read its attributes."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__dict__":
            raise RuntimeError("torn")
        return super().__getattribute__(name)


class Made(Walk):
    """Can be made with an argument."""


class Noted(Walk):
    """Takes no argument, and keeps something."""

    def __init__(self) -> None:
        super().__init__()


def test_an_object_is_expressed_if_its_class_makes_it_again() -> None:
    """One that was made with arguments, or cannot be looked into, is not."""
    assert [True, False, False] == [is_expressed(one) for one in (Noted(), Made(), Unread())]


def test_games_of_other_libraries_say_so() -> None:
    """What is in a menu module comes from another library; what we ship does not."""
    origins = {
        item.name: item.origin
        for item in default_items()
        if item.name in ("guess", "chess", "openspiel")
    }
    assert {
        "guess": "built in",
        "chess": "from another library",
        "openspiel": "from another library",
    } == origins


def test_items_are_alike_if_they_say_the_same_and_cannot_be_changed() -> None:
    """No menu is behind one unless it says so."""
    item = Item("mine", "a test", dict)
    assert (False, {item}) == (item.is_menu, {item, Item("mine", "a test", dict)})


@pytest.mark.slow
def test_a_folder_is_gone_through_to_a_depth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many folders within one another as there may be, and no more; hidden ones are left out at
    any depth."""
    monkeypatch.setattr(discovery, "_DEEPEST", 3)
    place = tmp_path
    for depth in range(6):
        (place / f"game{depth}.bas").write_text("10 INPUT A", "utf-8")
        (place / f"story{depth}.twee").write_text(":: Start\nHello.\n", "utf-8")
        (place / ".hidden").mkdir()
        (place / ".hidden" / "story.twee").write_text(":: Start\nNo.\n", "utf-8")
        place = place / f"deeper{depth}"
        place.mkdir()
    assert 3 == discovery._DEEPEST
    looked_into = discovery._to_look_into(tmp_path)
    assert [f"story{depth}.twee" for depth in range(4)] == [path.name for path in looked_into]
    depth, items = 0, items_of(tmp_path)
    while menus := [item for item in items if item.is_menu]:
        depth, items = depth + 1, list(menus[0].load().values())  # type: ignore[union-attr]
    assert 3 == depth


def test_of_several_links_to_a_folder_the_first_is_followed(tmp_path: Path) -> None:
    """And a folder that is no link always."""
    (tmp_path / "sub" / "below").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "game.bas").write_text("10 INPUT A", "utf-8")
    for name in ("one", "two"):
        (tmp_path / "sub" / name).symlink_to(tmp_path / "other")
    [_, sub] = items_of(tmp_path)
    assert ["one"] == list(sub.load())  # type: ignore[arg-type]


def test_games_of_one_name_are_numbered_from_two() -> None:
    """In the order in which they stand."""
    items = [Item("go", "a test", dict) for _ in range(3)]
    assert ["go", "go 2", "go 3"] == list(discovery._menu_loader(items)())  # type: ignore[arg-type]


def test_a_game_of_several_files_says_beside_which(tmp_path: Path) -> None:
    """The first of them."""
    one, other = tmp_path / "a.twee", tmp_path / "b.twee"
    assert [str(one), f"2 files beside {one}"] == [
        discovery._origin([one]),
        discovery._origin([one, other]),
    ]


def test_a_file_that_fails_half_way_is_not_there_for_its_neighbours(tmp_path: Path) -> None:
    """What it had defined by then is not imported from it."""
    (tmp_path / "a.py").write_text("HALF = 1\nraise RuntimeError('half way')\n", "utf-8")
    (tmp_path / "b.py").write_text("from .a import HALF\n", "utf-8")
    assert [RuntimeError, RuntimeError] == [type(item.fault) for item in items_of(tmp_path)]


def test_a_file_that_stops_loading_by_what_is_no_exception(tmp_path: Path) -> None:
    """It is listed with its fault, and the rest of the folder with it."""
    (tmp_path / "bad.py").write_text("class Quit(BaseException): pass\nraise Quit('me too')\n")
    (tmp_path / "good.py").write_text(
        "from interactive_provider.builtin.null import Null\nclass Mine(Null): pass\n"
    )
    mine = InteractiveProvider(tmp_path)
    assert ["bad", "mine"] == list(mine)
    assert "me too" in repr(mine.bad)


def test_an_interrupt_while_a_file_loads_passes(tmp_path: Path) -> None:
    """Ctrl-C is for whoever waits: it is no fault of the file."""
    (tmp_path / "pressed.py").write_text(
        "import signal\nsignal.raise_signal(signal.SIGINT)\nfor _ in range(9): pass\n"
    )
    with pytest.raises(KeyboardInterrupt):
        InteractiveProvider(tmp_path)


@pytest.mark.slow
def test_interrupts_are_tested_where_the_suite_began_with_them_ignored() -> None:
    """A shell ignores Ctrl-C for what it runs in the background."""
    test = f"{__file__}::{test_an_interrupt_while_a_file_loads_passes.__name__}"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        test,
    ]
    run = subprocess.run(
        command, preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_IGN), check=False
    )
    assert 0 == run.returncode


def test_a_folder_with_links_to_itself(tmp_path: Path) -> None:
    """Each file is run once for each way that does not turn back."""
    (tmp_path / "game.py").write_text(
        "from interactive_provider.builtin.null import Null\nclass Mine(Null): pass\n"
    )
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "up").symlink_to(tmp_path)
    assert ["mine"] == list(InteractiveProvider(tmp_path))


def test_a_missing_folder_is_told_by_the_name_that_was_given(tmp_path: Path) -> None:
    """Not by the name of a temporary file."""
    with pytest.raises(FileNotFoundError) as caught:
        save(games.guess(seed=1), tmp_path / "none" / "game.json")
    assert str(tmp_path / "none" / "game.json") == caught.value.filename


def test_games_of_one_name_in_two_folders_differ(tmp_path: Path) -> None:
    """Class, catalogue name and path agree, the games do not: two positions, two lobbies."""
    for number in ("1", "2"):
        (tmp_path / number).mkdir()
        (tmp_path / number / "toy.py").write_text(
            "from interactive_provider.builtin.null import Null\nclass Toy(Null): pass\n"
        )
    one, other = (InteractiveProvider(tmp_path / number, seed=1) for number in ("1", "2"))
    assert one.toy.three_lamps != other.toy.three_lamps
    assert 2 == len({one.toy.three_lamps, other.toy.three_lamps})
    assert one.toy != other.toy
    assert one.toy == pickle.loads(pickle.dumps(one.toy))
    assert one == pickle.loads(pickle.dumps(one)) != other


@pytest.mark.parametrize("name", ["title", "version", "presets", "players", "hides", "opponents"])
@pytest.mark.parametrize("answer", [SystemExit(3), object()])
def test_what_a_class_says_wrongly_is_found_when_it_is_loaded(name: str, answer: Any) -> None:
    """The game is listed with its fault, whatever its class says or raises when it is asked."""

    def told(self: Any) -> Any:
        if isinstance(answer, BaseException):
            raise answer
        return answer

    mine = InteractiveProvider(type("Odd", (Hostile,), {name: property(told)}), seed=1)
    assert f"{name} of odd" in repr(mine.odd)
    for ask in (
        lambda: mine.odd(seed=1),
        lambda: mine.odd["on"],
        lambda: list(mine.odd),
        lambda: pickle.dumps(mine.odd),
    ):
        with pytest.raises(ProviderError, match=f"{name} of odd"):
            ask()


TOY = "from interactive_provider.builtin.null import Null\nclass Toy(Null): pass\n"


@pytest.mark.parametrize(
    "suffix", [".twee", ".html", ".json", ".js", ".ink", ".py", ".bas", ".pgn"]
)
def test_a_folder_with_a_pipe_lists_the_rest(tmp_path: Path, suffix: str) -> None:
    """Nobody waits for what may come through it, or through a link to it."""
    (tmp_path / "toy.py").write_text(TOY)
    os.mkfifo(tmp_path / f"pipe{suffix}")
    (tmp_path / f"link{suffix}").symlink_to(tmp_path / f"pipe{suffix}")

    def waited(*_: object) -> NoReturn:
        raise AssertionError("it was waited for")

    before = signal.signal(signal.SIGALRM, waited)
    signal.setitimer(signal.ITIMER_REAL, 5)
    try:
        assert ["toy"] == list(InteractiveProvider(tmp_path))
        with pytest.raises(ProviderError):
            InteractiveProvider(tmp_path / f"pipe{suffix}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.slow
def test_a_folder_with_links_without_end_and_large_files_lists_the_rest(tmp_path: Path) -> None:
    """A link to itself and one to nothing are no games; a file is not read to find out that it is
    too large."""
    (tmp_path / "toy.py").write_text(TOY)
    for suffix in (".twee", ".json", ".py", ".bas"):
        (tmp_path / f"loop{suffix}").symlink_to(f"loop{suffix}")
        (tmp_path / f"gone{suffix}").symlink_to("nowhere")
    for name in ("big.json", "big.twee", "big.html", "big.bas"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(70_000_000)
    tracemalloc.start()
    try:
        mine = InteractiveProvider(tmp_path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 30_000_000
    # of a JSON file nobody knows whether it was meant
    assert {"big", "big_2", "big_3", "toy"} == set(mine)
    for name in ("big", "big_2", "big_3"):
        assert ",000,000 bytes." in repr(getattr(mine, name))
    with pytest.raises(ProviderError, match="does not contain a game"):
        InteractiveProvider(tmp_path / "big.json")


def test_folders_that_link_to_one_another_are_listed_soon(tmp_path: Path) -> None:
    """Nine folders, each with links to all the others, are not gone through in every order."""
    outside = tmp_path / "outside"
    for number in range(9):
        (outside / str(number)).mkdir(parents=True)
        count = "import builtins\nbuiltins.runs = getattr(builtins, 'runs', 0) + 1\n"
        (outside / str(number) / "toy.py").write_text(count + TOY)
        for other in range(9):
            (outside / str(number) / f"to {other}").symlink_to(outside / str(other))
    try:
        InteractiveProvider(outside)
        assert vars(builtins)["runs"] < 200
    finally:
        vars(builtins).pop("runs", None)


def test_folders_within_folders_without_end(tmp_path: Path) -> None:
    """Three hundred of them are not gone through to the last."""
    deep = tmp_path
    for _ in range(300):
        deep = deep / "d"
        deep.mkdir()
    (deep / "toy.py").write_text(TOY)
    (deep / "tale.twee").write_text(":: Start\nHere.\n")
    (tmp_path / "toy.py").write_text(TOY)
    assert ["toy"] == list(InteractiveProvider(tmp_path))


def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 stand in its name, and in those of its files: its games are
    played."""
    folder = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"\xff\xfe"))  # noqa: PTH118 - bytes, which no Path takes
    Path(folder).mkdir()
    for name, text in (
        (b"\xffgame.py", TOY),
        (b"\xff.twee", ":: Start\nIt is late. [[Sleep]]\n:: Sleep\nYou sleep.\n"),
    ):
        Path(folder, os.fsdecode(name)).write_text(text)
    mine = InteractiveProvider(folder, seed=1)
    assert 2 == len(list(mine))
    p = mine.toy.three_lamps
    assert p == replay(line(p))


# Folders and files of other kinds -----------------------------------------------------------


def written(folder: Path, files: dict[str, str]) -> Path:
    """A folder with these files, by their names."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


RUN = "import builtins\nbuiltins.runs = [*getattr(builtins, 'runs', []), __name__[-1]]\n"
OWN = """
from pathlib import Path
from interactive_provider import InteractiveProvider
InteractiveProvider(__file__)
InteractiveProvider(Path(__file__).parent)
"""
WHOLE = "InteractiveProvider(Path(__file__).parent.parent)\n"


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The last letters of the modules that were run."""
    monkeypatch.setattr(builtins, "runs", [], raising=False)
    return []


def test_a_folder_is_the_one_that_its_name_meant_when_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notebooks change the folder by `%cd`: files that are opened late are still found, and copies
    lead back."""
    written(tmp_path, {"one/g/x.bas": "10 INPUT A\n20 PRINT A\n", "two/g/x.bas": "10 END\n"})
    monkeypatch.chdir(tmp_path / "one")
    mine = InteractiveProvider("g", seed=1)
    monkeypatch.chdir(tmp_path / "two")
    assert "A" in str(mine.x) or "?" in str(mine.x)
    assert mine.x == pickle.loads(pickle.dumps(mine.x)) == replay(line(mine.x))


def test_two_folders_of_one_name_have_different_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is written with its whole path; each line leads back to its own game."""
    written(
        tmp_path, {"one/twin/a.py": TOY, "two/twin/a.py": TOY.replace("pass", "title = 'Other'")}
    )
    positions = []
    for place in ("one", "two", "one"):
        monkeypatch.chdir(tmp_path / place)
        positions.append(InteractiveProvider("twin", seed=1).toy.three_lamps)
    assert line(positions[0]).startswith("InteractiveProvider('twin'")
    assert str(tmp_path / "two" / "twin") in line(positions[1])
    assert line(positions[0]) == line(positions[2])
    assert positions == [replay(line(p)) for p in positions]


@pytest.mark.parametrize(
    "names",
    [
        ("venv/pyvenv.cfg", "venv/lib/python3.11/site-packages/k.py"),
        ("tools/pyvenv.cfg", "tools/bin/activate_this.py"),
        ("env/conda-meta/history", "env/lib/k.py"),
        ("lib/site-packages/k.py",),
        ("lib/dist-packages/k.py",),
        ("page/node_modules/gyp/k.py",),
        ("build/lib/k.py", "dist/k.py"),
        ("setup.py",),
    ],
)
def test_other_peoples_files_in_a_project_are_not_run(
    tmp_path: Path, names: tuple[str, ...], runs: list[str]
) -> None:
    """Virtual environments, installed packages and what was built; a story there is no game
    either."""
    written(tmp_path, dict.fromkeys(names, RUN) | {"toy.py": TOY})
    beside = (tmp_path / names[-1]).parent / "tale.twee"
    if beside.parent != tmp_path:
        beside.write_text(":: Start\nHere.\n")
    assert ["toy"] == list(InteractiveProvider(tmp_path))
    assert [] == vars(builtins)["runs"]


def test_a_file_that_makes_a_provider_of_its_own_folder_is_run_once(
    tmp_path: Path, runs: list[str]
) -> None:
    """As are the files beside it, and one in a subfolder that looks at the whole."""
    files = dict.fromkeys(("g/a.py", "g/c.py"), RUN + TOY)
    written(tmp_path, files | {"g/b.py": RUN + OWN + TOY, "g/sub/d.py": RUN + TOY + OWN + WHOLE})
    assert 4 == len(list(InteractiveProvider(tmp_path / "g")))
    assert ["a", "b", "c", "d"] == sorted(vars(builtins)["runs"])


def test_a_package_of_games_is_a_package(tmp_path: Path, runs: list[str]) -> None:
    """Relative imports of every kind work, from above too, and each file is run once."""
    written(
        tmp_path / "mine",
        {
            "__init__.py": RUN + "from .base import K\nclass Base: pass\n",
            "base.py": RUN + "K = 1\n",
            "m.py": RUN + f"from . import Base, K, sub\nfrom .sub.d import D\n{TOY}",
            "sub/__init__.py": RUN + "Y = 3\n",
            "sub/d.py": RUN
            + f"from .. import Base\nfrom ..base import K\nfrom . import Y\nD = 1\n{TOY}",
        },
    )
    mine = InteractiveProvider(tmp_path / "mine")
    assert ["toy", "sub"] == list(mine)
    assert ["toy"] == list(mine.sub)
    assert 5 == len(vars(builtins)["runs"])
    assert ["toy"] == list(InteractiveProvider(tmp_path / "mine" / "sub"))
    assert ["toy"] == list(InteractiveProvider(tmp_path / "mine" / "m.py"))


def test_a_package_that_fails_to_begin_says_so_beside_its_games(tmp_path: Path) -> None:
    """The files that do not need it are played; messages do not name the private package."""
    written(
        tmp_path / "mine", {"__init__.py": "1 / 0\n", "toy.py": TOY, "n.py": "from . import X\n"}
    )
    mine = InteractiveProvider(tmp_path / "mine")
    assert ["mine", "n", "toy"] == sorted(mine)
    assert "division by zero (line 1 of __init__.py)" in repr(mine.mine)
    assert "cannot import name 'X' from '.'" in repr(mine.n)


def test_an_abstract_class_is_no_game(tmp_path: Path) -> None:
    """It cannot be played, only what is made from it."""
    text = (
        "from abc import ABC, abstractmethod\nfrom interactive_provider.builtin.null import Null\n"
        "class Cards(Null, ABC):\n    @abstractmethod\n    def deck(self): ...\n"
        "class Mine(Cards):\n    def deck(self): return []\n"
    )
    (tmp_path / "cards.py").write_text(text)
    assert ["mine"] == list(InteractiveProvider(tmp_path))


def test_a_suffix_may_be_written_in_capitals(tmp_path: Path) -> None:
    """As old systems do it; two files that differ only by that are two."""
    written(tmp_path, {"A.PY": TOY, "a.PY": TOY, "a.py": TOY, "B.BAS": "10 END\n"})
    assert {"B", "toy", "toy_2", "toy_3"} == set(InteractiveProvider(tmp_path))
    assert ["toy"] == list(InteractiveProvider(tmp_path / "A.PY"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "'.' is the folder"),
        ("n" * 300, "cannot be read: File name too long"),
        ("~nosuchuser/games", "cannot be read: Could not determine home directory"),
        ("a\0b", "is neither a folder nor a file"),
        ("gone.py", "is neither a folder nor a file. There are: "),
        ("loop.py", "is neither a folder nor a file. There are: "),
        ("d.py.txt", "does not contain a game: it is neither a story nor a puzzle."),
        ("g.zip", "Supported files: .py, .bas"),
        ("g.zip", "is not a file of games"),
        ("toy.py/x", "is neither a folder nor a file"),
    ],
)
def test_what_cannot_be_a_source_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    """It quotes the name and suggests another one, never the name itself."""
    written(tmp_path, {"toy.py": TOY, "d.py.txt": TOY, "g.zip": ""})
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / "gone.py").symlink_to("nowhere")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError, match=re.escape(message)) as fault:
        InteractiveProvider(name)
    assert f"mean {name!r}" not in str(fault.value)


def test_a_folder_that_was_removed_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative path means nothing then."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here").rmdir()
    with pytest.raises(SourceError, match="cannot be read: No such file or directory"):
        InteractiveProvider("games")


def test_a_subfolder_that_cannot_be_read_is_one_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are listed, as after a look into ``lost+found``; as a source it is refused."""
    written(tmp_path, {"toy.py": TOY, "lost/toy.py": TOY})
    listed = Path.iterdir

    def refuse(path: Path) -> Any:
        if path.name == "lost":
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", refuse)
    mine = InteractiveProvider(tmp_path)
    assert ["toy", "lost"] == list(mine)
    assert "cannot be read: Permission denied." in repr(mine.lost)
    with pytest.raises(SourceError, match="cannot be read: Permission denied"):
        InteractiveProvider(tmp_path / "lost")


# What installed packages announce ----------------------------------------------------------


def _announced() -> list[str]:
    return [item.name for item in default_items() if "entry point" in item.origin]


@pytest.mark.parametrize(
    "folder", ["toy-1.0.dist-info", "toy.egg-info", "toy-1.0-py3.11.egg/EGG-INFO"]
)
def test_a_game_that_an_installed_package_announces_is_listed(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As installers write it: into a folder of metadata on the path."""
    written = tmp_path / folder
    written.mkdir(parents=True)
    (written / "METADATA").write_text("Name: toy\nVersion: 1.0\n", encoding="utf-8")
    (written / "PKG-INFO").write_text("Name: toy\nVersion: 1.0\n", encoding="utf-8")
    text = "[interactive_provider.games]\nwalk = tests.heart.toys:Walk\n"
    (written / "entry_points.txt").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(written.parent)

    assert ["walk"] == _announced()


def test_a_game_announced_in_an_archive_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be seen as a folder is left to Python's own reader."""
    archive = tmp_path / "toys.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("toy-1.0.dist-info/METADATA", "Name: toy\nVersion: 1.0\n")
        zipped.writestr(
            "toy-1.0.dist-info/entry_points.txt",
            "[interactive_provider.games]\nwalk = tests.heart.toys:Walk\n",
        )
    monkeypatch.syspath_prepend(archive)

    assert ["walk"] == _announced()


def test_looking_for_games_imports_no_reader_of_metadata() -> None:
    """Unless a package names us: it would be a fifth of the time of our import."""
    script = (
        "import sys, interactive_provider; interactive_provider.games;"
        "print('importlib.metadata' in sys.modules)"
    )

    assert "False\n" == subprocess.check_output([sys.executable, "-c", script], text=True)


@pytest.mark.parametrize(("platform", "is_listed"), [("linux", True), ("emscripten", False)])
def test_a_game_that_cannot_be_had_is_not_listed_in_a_browser(
    monkeypatch: pytest.MonkeyPatch, platform: str, is_listed: bool
) -> None:
    """Elsewhere it says what to install."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(hall, "installed", lambda package: False)
    names = {item.name for item in discovery.default_items()}
    for name in ("openspiel", "adventures", "chess"):
        assert is_listed == (name in names)
    assert "minesweeper" in names
