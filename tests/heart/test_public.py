"""The public face: what the package promises to export, and that no submodule can take a name's
place."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any, get_type_hints

import pytest

import interactive_provider
from interactive_provider import (
    InteractiveProvider,
    Limit,
    Option,
    Position,
    Verdict,
    analysis,
    board,
    boards,
    errors,
    evaluate,
    game,
    games,
    hint,
    line,
    prose,
    restart,
    seed,
    solve,
)
from interactive_provider.errors import BadParameter, ChoiceError
from interactive_provider.game import View, asking
from interactive_provider.game.asking import say

PROMISED = (
    *("games", "InteractiveProvider", "Limit", "Position", "Option"),
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


def test_types_of_what_is_public_can_be_read_while_a_program_runs() -> None:
    """As tools that check calls or make forms do, for positions and for what a game is made of."""
    asked = (Position, Option, View, InteractiveProvider, hint, line, restart, say, seed, Verdict)
    assert [] == [one for one in asked if get_type_hints(one) is None]
    assert int | str == get_type_hints(seed)["return"]


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


def test_the_root_exports_what_a_player_uses() -> None:
    """At most fifty-two names, with those that a small game needs; the rest of an author's desk is
    imported from where it stands."""
    desk = {*vars(boards), *vars(prose), *vars(asking), *vars(game)} - {*vars(errors)}
    small = "Board Cell Check Game Hint Number Opponent Solution State Text Verdict".split()
    assert len(interactive_provider.__all__) <= 52
    assert set(small) == desk & set(interactive_provider.__all__)


def test_every_default_is_a_value() -> None:
    """Shift-Tab shows signatures, so a default is nothing that only the function understands."""
    shown = [
        repr(parameter.default)
        for module in (interactive_provider, analysis)
        for name in module.__all__
        if inspect.isfunction(function := getattr(module, name))
        for parameter in inspect.signature(function).parameters.values()
    ]
    assert ["<class 'inspect._empty'>"] == sorted({text for text in shown if text[:1] == "<"})


@pytest.mark.parametrize("ask", [hint, solve, evaluate])
@pytest.mark.parametrize(
    ("limit", "refusal"),
    [
        (5, "limit is 5; give a limit such as Limit"),
        ({"seconds": 5}, "give a limit such as Limit"),
    ],
)
def test_a_limit_is_checked_where_nothing_needs_it(ask: Any, limit: object, refusal: str) -> None:
    """The match game answers at once without any."""
    with pytest.raises(BadParameter, match=refusal):
        ask(games.match_game(seed=7).two_people, limit)


@pytest.mark.parametrize("name", ["limit_seconds", "states", "simulations"])
@pytest.mark.parametrize("ask", [hint, solve, evaluate])
def test_limits_are_given_in_one_way(ask: Any, name: str) -> None:
    """Also where a game's own solver has a parameter of the name."""
    for p in (games.match_game(seed=7).two_people, games.sliding(rows=2, columns=2, seed=1)):
        with pytest.raises(ChoiceError, match=f"{ask.__name__} does not take '{name}'"):
            ask(p, **{name: 5})


@pytest.mark.parametrize("seconds", [-1, "x", True, float("nan")])
def test_a_limit_of_no_seconds_is_refused(seconds: Any) -> None:
    """As soon as it is made, so also where nothing would read it."""
    with pytest.raises(BadParameter, match="seconds is"):
        Limit(seconds=seconds)


@pytest.mark.parametrize("count", [0, -1, True, 2.5, "many"])
@pytest.mark.parametrize("name", ["states", "simulations"])
def test_a_limit_counts(name: str, count: Any) -> None:
    """Nothing but whole numbers from one on."""
    with pytest.raises(BadParameter, match=name):
        Limit(**{name: count})
