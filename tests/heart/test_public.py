"""The public face: what the package promises to export, and that no submodule can take a name's
place."""

from __future__ import annotations

import importlib
import pkgutil

import interactive_provider
from interactive_provider import board, games

PROMISED = (
    *("games", "InteractiveProvider", "Game", "State", "Board", "Cell"),
    *("menu", "ask_number", "ask_text", "ask_yes_no"),
    *(
        "options",
        "choose",
        "outcome",
        "path",
        "line",
        "replay",
        "undo",
        "restart",
        "history",
        "save",
        "load",
    ),
    *("board", "hint", "evaluate", "solve", "check", "describe"),
)


def test_all_promised_names_are_there() -> None:
    """Every name of the public face can be imported and is listed."""
    assert [] == [name for name in PROMISED if not hasattr(interactive_provider, name)]
    assert [] == [name for name in PROMISED if name not in interactive_provider.__all__]
    assert [] == [
        name for name in interactive_provider.__all__ if not hasattr(interactive_provider, name)
    ]


def test_no_submodule_has_the_name_of_a_public_object() -> None:
    """Importing a submodule binds its name in the package: it must not hide a function or the
    catalogue."""
    submodules = {module.name for module in pkgutil.iter_modules(interactive_provider.__path__)}
    assert set() == submodules & set(interactive_provider.__all__)


def test_the_package_says_what_it_does_not_have() -> None:
    """An unknown name is an AttributeError, as for every module."""
    assert not hasattr(interactive_provider, "no_such_name")
    assert importlib.import_module("interactive_provider").games is interactive_provider.games


def test_printing_shows_the_board() -> None:
    """At the plain prompt ``print`` shows a position's page and a board as it looks; in a list it
    is its line."""
    p = games.minesweeper(seed=7).beginner
    assert p.__doc__ == str(p)
    assert f"[{p!r}]" == str([p])
    assert "r1  ■  ■" in str(board(p)) and "Cell(" not in str(board(p))
    assert str(board(p)) in str(p)
    assert "take1, take2" in str(games.match_game(seed=7).two_people.row1)
