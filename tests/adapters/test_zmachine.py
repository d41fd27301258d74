"""An adventure as a game: options, typing, undo, lines, pickles, the page."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    check,
    describe,
    extra,
    games,
    line,
    options,
    outcome,
    replay,
    save,
    transcript,
    undo,
)
from interactive_provider.analysis import count, simulate, tree  # fmt: skip
from interactive_provider.errors import ChoiceError, SourceError
from interactive_provider.testing import check_game
from tests.interpreters.zmachine.assembled import ORCHARD, READ_KEY, printed, story


def _start() -> Any:
    return games.adventures.orchard_gate(seed=3)


def test_a_whole_play() -> None:
    """The adventure is played to its end by attributes, in one line."""
    p = _start().open.letterbox.take.note.examine.note.north.west.take.brass_lamp
    p = p.down.turn_on.brass_lamp.look.take.red_apple.up.east.south.south.give.red_apple.to.duck.take.small_key.north
    p = p.unlock.green_gate.with_.small_key
    p = p.open.green_gate.east

    assert "ended" == outcome(p)
    assert () == options(p)
    assert "You have 3 of 3 points, in 20 turns." in transcript(p)
    assert replay(line(p)) == p
    assert pickle.loads(pickle.dumps(p)) == p
    assert line(p).endswith(".unlock.green_gate.with_.small_key.open.green_gate.east")


def test_undo_and_branches() -> None:
    """A choice is taken back, a half command too; two branches stand side by side."""
    p = _start().open.letterbox
    begun = p.take.note.put.note

    assert undo(p.take.note) == p
    assert "put note …" in begun.__doc__
    assert ["in_", "on"] == sorted(dir(begun))
    assert undo(begun) == p.take.note
    ways = (begun("on letterbox"), begun.on.letterbox, p.take.note("put note on letterbox"))
    assert 1 == len({way._state for way in ways})
    assert p.north != p.south


def test_typing() -> None:
    """Any command can be typed; what is ours is answered by us, and what no key types is
    refused."""
    p = _start()

    assert "a word I do not know" in p("frobnicate the letterbox").__doc__
    for command, answer in (
        ("save", "save(p"),
        ("RESTORE", "load("),
        ("undo", "undo(p)"),
        ("restart", "restart(p)"),
        ("script on", "transcript(p)"),
    ):
        with pytest.raises(
            ChoiceError,
            match=f"is not sent to the story: .*{answer[:-1]}" if answer[-1] == "(" else "story",
        ):
            p(command)
    with pytest.raises(ChoiceError, match="10,000 characters; at most 200 fit"):
        p("x" * 10_000)
    for odd in ("look\n", "\x1b[2J", "a\0b"):
        with pytest.raises(ChoiceError, match="characters that are not on a keyboard"):
            p(odd)
    assert p("öffne ЖЯ 🦆") == p("öffne ЖЯ 🦆")


def test_descriptions() -> None:
    """Beside a choice stands where its thing is, as far as that was printed."""
    p = _start().open.letterbox
    told = {option.label: describe(p, option) for option in options(p)}
    carried = {option.label: describe(p.take.note, option) for option in options(p.take.note)}

    assert "examine green gate" == told["examine green gate"]
    assert "in or on the letterbox" == told["take note"]
    assert "carried" == carried["drop note"]
    assert "carried" == carried["put note"]


def test_page() -> None:
    """The status line stands below the text, the title above it."""
    lines = _start().__doc__.splitlines()

    assert "The Orchard Gate" == lines[0]
    assert "Lane · Score: 0 · Turns: 0" in lines


def test_keys() -> None:
    """A key that is awaited is a choice, or one character."""
    code = printed("press") + READ_KEY + printed("thanks") + b"\xba"
    found = InteractiveProvider(_file("key.z5", story(code=code)), seed=1).key

    assert ["enter", "space"] == [option.label for option in options(found)]
    assert "thanks" in found.enter.__doc__ and "ended" == outcome(found.enter)
    assert found("x").__doc__.splitlines()[:3] == found.space.__doc__.splitlines()[:3]


_FOLDER: list[Path] = []


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    """A folder for story files."""
    _FOLDER[:] = [tmp_path]


def _file(name: str, data: bytes) -> Path:
    path = _FOLDER[0] / name
    path.write_bytes(data)
    return path


def test_files() -> None:
    """Story files in a folder are games by their names; one that cannot be played says why."""
    _file("orchard.z5", ORCHARD)
    _file("cut.z8", b"\x08" + ORCHARD[1:900])
    _file("six.z6", b"\x06" + ORCHARD[1:])
    found = InteractiveProvider(_FOLDER[0], seed=1)

    assert ["cut", "orchard", "six"] == sorted(
        name for name in dir(found) if not name.startswith("_")
    )
    assert "The Orchard Gate" in found.orchard.__doc__
    for name, reason in (("cut", "it is cut off"), ("six", "it is for version 6")):
        with pytest.raises(SourceError, match=reason):
            found._game(name)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """A file without an end of its own is refused by its size, before any of it is taken into
    memory."""
    with (tmp_path / "sparse.z5").open("wb") as file:
        file.truncate(3_000_000_000)
    with pytest.raises(SourceError, match="is larger than the limit of 50,000,000 bytes"):
        InteractiveProvider(tmp_path)._game("sparse")


def test_check() -> None:
    """For authors: the version, the layout of the grammar, counts; and what cannot be read."""
    odd = InteractiveProvider(_file("odd.z5", story(code=READ_KEY)), seed=1).odd

    assert check(_start()) and "Inform, second form; 38 verbs" in str(check(_start()))
    assert not check(odd) and "no verbs are offered" in str(check(odd))


def test_map() -> None:
    """The map has the rooms that were visited, and no others."""
    svg = str(extra(_start().north.west.east, "map"))

    assert all(f">{room}<" in svg for room in ("Lane", "Orchard", "Shed"))
    assert "Pond" not in svg and "Cellar" not in svg


def test_transcript_file() -> None:
    """The transcript is saved as text."""
    path = _FOLDER[0] / "play.txt"
    save(_start().open.letterbox, path)

    assert path.read_text("utf-8").endswith(
        "> open letterbox\n\nYou open the letterbox. In it is a note.\n"
    )


def test_random_players() -> None:
    """Random players stop after the turns that they are given."""
    p = games.adventures.orchard_gate(seed=3, turns=2)
    series = simulate(p, 3, progress=False)

    assert "stopped" == outcome(p.north.south) and not options(p.north.south)
    assert 3 == series.games
    assert {"stopped"} == {record.outcome for record in series.records}


def test_two_providers_of_one_file() -> None:
    """A line still leads to its game when an unpickled position has read the file once more."""
    path = _FOLDER[0] / "again.z5"
    path.write_bytes(ORCHARD)
    p = InteractiveProvider(path).again(seed=1).open.letterbox
    q = pickle.loads(pickle.dumps(p))

    assert p == q == replay(line(p))


@pytest.mark.slow
def test_counting_what_is_offered() -> None:
    """The ways are counted and drawn over the options alone, with or without a limit on the
    turns."""
    here = _start()
    found = count(games.adventures.orchard_gate(seed=3, turns=1))

    assert [len(options(here))] == count(here, 1).leaves == found.leaves
    assert {"stopped": found.games} == dict(found.ends)
    assert ["├─ you: north", f"└─ … {len(options(here)) - 4} more"] == str(
        tree(here, 1)
    ).splitlines()[::4]
    assert line(here.south) == line(tree(here, 1).at("south"))


@pytest.mark.slow
def test_the_contract() -> None:
    """The adventure keeps the contract of every game."""
    check_game(_start()._table.game, games=1, steps=12, ends=False, slow=5.0)


@pytest.mark.slow
def test_another_process() -> None:
    """A line leads to the same turn in another process, with another hash seed and without this
    one's memory."""
    p = _start().open.letterbox.take.note.north
    code = (
        "from interactive_provider import *; import sys, pickle, hashlib\n"
        "p = replay(sys.argv[1]); s = p._state.scene\n"
        "told = repr((s.text, s.window, s.saved, s.knowledge, p._state.display_options))\n"
        "print(hashlib.sha256(told.encode()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code, line(p)], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip

    assert 1 == len(told)
