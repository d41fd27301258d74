"""A game may read and write a notation of its own; a menu finds what its submenus offer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, choose, line, load, replay, save
from interactive_provider.errors import ChoiceError, NoSuchChoice, NoSuchKey, SourceError
from interactive_provider.game import Game, State
from interactive_provider.heart.catalogue.discovery import Item, load_item


class Squares(State):
    """Two squares to go to, and those gone to."""

    def __init__(self, gone: tuple[str, ...] = ()) -> None:
        self.gone = gone
        self.display_text = " ".join(gone)
        self.display_options = (
            () if len(gone) == 3 else (("a4", "a4"), ("bxc3", "b"), ("Bxc3", "B"))
        )
        self.outcome = "won" if len(gone) == 3 else None


class Walk(Game[Squares]):
    """Go to squares."""

    def new_state(self, rng: Random, start: str = "") -> Squares:
        """Nowhere yet, or at ``start``."""
        return Squares((start,) if start else ())

    def process_response(self, state: Squares, value: str, rng: Random) -> Squares:
        """One square further."""
        return Squares((*state.gone, value))

    def parse(self, state: Squares, text: str) -> str | None:
        """``to a4`` is a4."""
        return "a4" if text == "to a4" else None

    def write(self, states: Sequence[Any], suffix: str) -> str | None:
        """The squares, one on a line."""
        return "\n".join(states[-1].gone) if suffix == ".txt" else None


class Other(Walk):
    """Go to other squares."""


def test_a_text_is_read_by_the_games_own_notation() -> None:
    """`p[text]` and `p(text)` take what the game's parse understands, and lead where the option
    leads."""
    p = InteractiveProvider(Walk, seed=1).walk
    assert [p.a4] * 3 == [p["to a4"], p("to a4"), choose(p, "to a4")]


def test_a_notation_may_mean_a_value_that_is_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only None says that a text means nothing; 0 is an option's value as any other."""
    monkeypatch.setattr(Squares, "display_options", (("a4", 1), ("b5", 0)), raising=False)
    monkeypatch.setattr(Squares, "__init__", lambda self, gone=(): setattr(self, "gone", gone))
    monkeypatch.setattr(Walk, "parse", lambda self, state, text: 0 if text == "to b5" else None)
    p = InteractiveProvider(Walk, seed=1).walk
    assert p.b5 == p["to b5"]


def test_a_notation_forbids_guessing_by_numbers_but_not_by_case() -> None:
    """Where a game has a notation, h4 is not taken for a4, while A4 is, and b and B stay apart."""
    p = InteractiveProvider(Walk, seed=1).walk
    assert p.a4 == p["A4"]
    assert (p.bxc3, p.Bxc3) == (p["bxc3"], p["Bxc3"])
    with pytest.raises(ChoiceError, match="h4"):
        p["h4"]


def test_a_game_is_saved_in_its_own_form_where_the_suffix_is_the_games(tmp_path: Path) -> None:
    """A suffix that the game knows is written by the game, any other as a saved game that can be
    loaded."""
    provider = InteractiveProvider(Walk, seed=1)
    p = provider.walk.a4.bxc3
    save(p, tmp_path / "game.TXT")
    save(p, tmp_path / "game.json")
    assert "a4\nb" == (tmp_path / "game.TXT").read_text()
    assert ["a4", "bxc3"] == json.loads((tmp_path / "game.json").read_text())["path"]
    assert p == load(tmp_path / "game.json", provider)


def test_a_menu_finds_what_one_of_its_submenus_offers(tmp_path: Path) -> None:
    """A game below is reached without naming its menu, is not listed there, and its line names the
    menu."""
    for folder, names in (("first", ("one", "both")), ("second", ("two", "both"))):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / f"{name}.bas").write_text('10 INPUT "N"; N\n20 END\n')
    provider = InteractiveProvider(tmp_path, seed=3)
    assert ["first", "second"] == dir(provider)
    assert provider.first.one == provider.one
    assert line(provider.first.one) == line(provider.one)
    assert provider.one == replay("games.one", provider) == provider["one"]
    with pytest.raises(NoSuchChoice):
        _ = provider.both
    with pytest.raises(NoSuchKey, match="There is no game 'both'"):
        _ = provider["both"]


def test_a_source_error_is_told_as_it_is() -> None:
    """What a loader says is missing reaches the user unchanged, without our frame around it."""

    def load() -> Any:
        raise SourceError("It needs the extra.")

    with pytest.raises(SourceError) as caught:
        load_item(Item("game", "built in", load))
    assert "It needs the extra." == str(caught.value)
