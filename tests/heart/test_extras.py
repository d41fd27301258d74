"""A game whose extra is missing says so before it is begun, and in one sentence wherever it is
used."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    choose,
    games,
    hint,
    line,
    options,
    play,
    restart,
)
from interactive_provider.adapters.environments import as_environment
from interactive_provider.adapters.gymnasium_ids import register
from interactive_provider.errors import MissingExtra
from interactive_provider.heart.catalogue import discovery
from interactive_provider.support import extras
from tests.interpreters.stories.test_ink import DICE

PACKAGES = {"chess", "pyspiel", "fernz", "inkpython"}
GAMES = {"chess": "chess", "openspiel": "openspiel", "adventures": "zmachine"}


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The games, as they are where no package of an extra is installed."""
    there = find_spec
    monkeypatch.setattr(extras, "_found", set())
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name in PACKAGES else there(name))
    return InteractiveProvider(seed=1)


@pytest.mark.parametrize("name", GAMES)
def test_a_list_of_games_marks_what_needs_an_extra(name: str, bare: Any) -> None:
    """As text, as a page, and beside the name at Tab."""
    mark = f"(needs the extra {GAMES[name]})."
    (row,) = (one for one in discovery.default_items() if one.name == name)
    assert f"needs the extra {GAMES[name]}" == row.card.lack
    assert mark in bare._brief(bare._choices[name])
    assert mark in " ".join(str(bare).split())
    assert mark in bare._repr_html_()


def _blocked(name: str) -> Any:
    raise ModuleNotFoundError(f"{name} is blocked")


def _stand_in(name: str) -> Any:
    raise ValueError(f"{name}.__spec__ is None")


@pytest.mark.parametrize("looks", [_blocked, _stand_in])
def test_a_package_that_cannot_be_looked_for_is_missing(
    looks: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A finder may refuse a name, and tests put modules without a file in a package's place."""
    monkeypatch.setattr(extras, "_found", {"json"})
    monkeypatch.setattr(extras, "find_spec", looks)
    assert (False, True) == (extras.installed("json", "chess"), extras.installed("json"))


def test_an_environment_without_one_of_its_packages_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whichever of them is missing, before anything is imported."""
    there = find_spec
    monkeypatch.setattr(extras, "_found", set())
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "numpy" else there(name))
    for asked in (lambda: as_environment(games.match_game(seed=1)), register):
        with pytest.raises(MissingExtra, match=r"^Environments need the extra environments: "):
            asked()


USES: dict[str, Callable[[Any], Any]] = {
    "call": lambda p: p(),
    "seed": lambda p: p(seed=7),
    "attribute": lambda p: p.backgammon,
    "key": lambda p: p["backgammon"],
    "list": list,
    "choose": lambda p: choose(p, "backgammon"),
    "play": play,
    "hint": hint,
    "options": options,
    "line": line,
    "restart": restart,
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("name", GAMES)
def test_a_missing_extra_is_one_error_with_one_sentence(name: str, use: str, bare: Any) -> None:
    """Whatever is done with the game."""
    with pytest.raises(MissingExtra) as caught:
        USES[use](getattr(bare, name))
    assert f" the extra {GAMES[name]}: {sys.executable} -m pip install " in str(caught.value)


def test_a_story_in_ink_names_its_extra(bare: Any, tmp_path: Path) -> None:
    """In the sentence of the other games."""
    file = tmp_path / "dice.ink.json"
    file.write_text(json.dumps(DICE), "utf-8")
    provider = InteractiveProvider(file, seed=1)
    with pytest.raises(MissingExtra, match=r"^Stories in ink need the extra ink: "):
        getattr(provider, next(iter(provider)))()


def test_tools_may_ask_a_game_that_is_missing_for_anything(bare: Any) -> None:
    """What is missing is missing like any attribute."""
    assert not hasattr(bare.chess, "shape")


def test_an_extra_that_was_just_installed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a new kernel: only what is there is remembered."""
    monkeypatch.setattr(extras, "_found", set())
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    assert not extras.installed("json")
    monkeypatch.undo()
    assert extras.installed("json")


def test_a_prompt_says_its_own_command() -> None:
    """``%pip`` installs into the environment of the kernel, whichever program started it."""
    code = (
        "from IPython.testing.globalipapp import start_ipython\nstart_ipython()\n"
        "from interactive_provider.support.extras import install_command\n"
        "print(install_command('chess'))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert '%pip install "chess>=1.11"' == ran.stdout.strip()
