"""Saved games: written whole or not at all, read back exactly, refused if the rules have changed."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, games, load, save
from interactive_provider.analysis import side_by_side
from interactive_provider.errors import BadFile, BadSave, BrokenGame
from interactive_provider.heart.play.nodes import memory

from .toys import Count, Countdown, Hostile, Still, Untouchable, hostile, offering


def test_a_save_that_fails_leaves_the_old_file_whole_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a full disk does, half way through."""
    place = tmp_path / "game.json"
    save(games.guess(seed=1), place)
    before = place.read_bytes()

    def full(handle: int) -> None:
        os.truncate(handle, os.fstat(handle).st_size // 2)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save(games.guess(seed=1)(50), place)
    assert before == place.read_bytes()
    assert [place] == list(tmp_path.iterdir())


def test_a_saved_game_can_be_read_and_compared(tmp_path: Path) -> None:
    """Line by line, in the letters of its language; what it shows is in sixteen digits."""
    p = offering(("né", 1)).né
    save(p, tmp_path / "game.json")
    written = (tmp_path / "game.json").read_text("utf-8")
    assert '\n "path": [\n  "né"\n ],\n' in written
    assert 16 == len(json.loads(written)["shown"])


def test_a_record_notices_a_raised_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pickle of other rules is refused as a saved game is."""
    kept = pickle.dumps(games.guess(seed=1)(50))
    assert games.guess(seed=1)(50) == pickle.loads(kept)
    monkeypatch.setattr(type(games.guess(seed=1)._table.game), "version", 99)
    with pytest.raises(BadSave, match="version 99"):
        pickle.loads(kept)


def test_a_record_notices_changed_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that changed though the version did not: pickle and saved game tell, instead of playing
    on."""
    mine, file = InteractiveProvider(Count, seed=1), tmp_path / "game.json"
    p = mine.count(seed=1).short
    kept: Any = p.__reduce__()
    save(p, file)
    assert p == load(file, mine)
    monkeypatch.setattr(Count, "new_state", lambda self, rng, left=3: Countdown(left, "Two, one."))
    memory.clear()
    with pytest.raises(BadSave, match="rules or texts of count have changed"):
        kept[0](*kept[1])
    with pytest.raises(BadSave, match=r"have changed since .* something else. \(.*\.short\)$"):
        load(file, mine)


def test_a_saved_game_of_before_is_still_read(tmp_path: Path) -> None:
    """A file without a trace of what was shown is taken as it is."""
    file = tmp_path / "game.json"
    save(games.guess(seed=3)(50), file)
    record = json.loads(file.read_text("utf-8"))
    del record["shown"]
    file.write_text(json.dumps(record))
    assert games.guess(seed=3)(50) == load(file)


def test_halves_of_signs_are_saved(tmp_path: Path) -> None:
    """A lone surrogate in a seed is written as JSON spells it, and read again."""
    p = games.guess(seed="\ud800")(50)
    save(p, tmp_path / "game.json")
    assert p == load(tmp_path / "game.json")


def test_a_deeply_nested_save_is_refused(tmp_path: Path) -> None:
    """A list nested nine hundred deep is a torn file, not a recursion without end."""
    file = tmp_path / "game.json"
    save(games.guess(seed=3), file)
    record = json.loads(file.read_text("utf-8"))
    file.write_text(
        json.dumps(record | {"parameters": {"high": 0}}).replace("0}", "[" * 900 + "]" * 900 + "}")
    )
    with pytest.raises(BadSave):
        load(file)


def test_an_outcome_that_cannot_be_written_is_named_when_it_is_saved(tmp_path: Path) -> None:
    """Pickling and saving blame the game, and leave no file."""

    class Odd(Hostile):
        def new_state(self, rng: Random) -> Still:
            return Still(outcome=Untouchable())

    p = InteractiveProvider(Odd, seed=1).odd
    for keep in (pickle.dumps, lambda p: save(p, tmp_path / "game.json")):
        with pytest.raises(BrokenGame, match="the state of odd"):
            keep(p)
    assert [] == list(tmp_path.iterdir())


def test_half_a_sign_in_a_form_of_the_games_own_is_saved(tmp_path: Path) -> None:
    """A game that writes its own files may say what no file can hold."""
    p = hostile(answer="\ud800", write=Hostile._do)
    save(p, tmp_path / "game.own")
    assert "\\ud800" == (tmp_path / "game.own").read_text("utf-8")


def test_a_file_of_another_program_is_named_as_such(tmp_path: Path) -> None:
    """Gambit's games are played by a provider of them, not loaded."""
    (tmp_path / "coin.nfg").write_text("NFG 1 R")
    with pytest.raises(BadSave, match=r"InteractiveProvider\(.*coin.nfg'\) plays files of other"):
        load(tmp_path / "coin.nfg")
    (tmp_path / "d.fen").write_text("8/8/8/8/8/8/8/8 w - - 0 1")  # no provider reads it
    with pytest.raises(BadSave, match=r"d\.fen is damaged, or not a saved game\.$"):
        load(tmp_path / "d.fen")


def test_a_file_is_of_the_kind_that_its_name_says(tmp_path: Path) -> None:
    """An ending that the game does not write is refused with those that it does, if it is another format's."""
    with pytest.raises(BadFile, match=r"'.*h.pgn' must end in .json\.$"):
        save(games.guess(seed=1), tmp_path / "h.pgn")
    with pytest.raises(BadFile, match=r"must end in .json or .pgn or .fen\.$"):
        save(games.chess, tmp_path / "h.svg")
    assert [] == list(tmp_path.iterdir())


def test_the_provider_in_use_that_a_save_names_loads_it(tmp_path: Path) -> None:
    """A sum of positions, or a game of your own, needs no provider given."""
    p: Any = games.match_game(rows=(2, 1), misere=False, seed=1)
    both: Any = side_by_side(p, p)
    save(both.first.row1.take1, tmp_path / "both.json")
    assert both.first.row1.take1 == load(tmp_path / "both.json")


def test_a_save_whose_line_is_damaged_is_refused_as_one(tmp_path: Path) -> None:
    """The line says which provider the game is from."""
    file = tmp_path / "game.json"
    save(games.guess(seed=3), file)
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"line": "???"}))
    with pytest.raises(BadSave, match="cannot be replayed"):
        load(file)
