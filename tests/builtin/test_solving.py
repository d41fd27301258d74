"""``solve(p, limit, shortest=…)`` means the same for every game that has a solver."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from interactive_provider import Limit, games, replay, solve
from interactive_provider.errors import BadParameter, ChoiceError
from tests.patience import PATIENCE

STARTS = (
    "games.capture(seed=1).gentle_1",
    "games.match_game(seed=1).you_begin",
    "games.minesweeper(seed=1).beginner",
    "games.sliding(rows=2, columns=3, seed=1)",
)


@pytest.mark.parametrize("start", STARTS)
def test_both_options_are_taken_by_every_game(start: str) -> None:
    """Each way to ask is answered, and never by a shortest way that is longer than another."""
    p = replay(start)
    ways: list[dict[str, Any]] = [
        {},
        {"shortest": True},
        {"shortest": False},
        {"limit": Limit(seconds=int(PATIENCE))},
        {"shortest": True, "limit": Limit(seconds=PATIENCE)},
    ]
    found = [solve(p, **way) for way in ways]
    lengths = [len(one.values or ()) for one in found]
    assert lengths[1] == lengths[4] == min(lengths)
    assert found[1].status == found[4].status


@pytest.mark.parametrize("start", STARTS)
def test_a_misspelt_option_is_refused(start: str) -> None:
    """One sentence names the nearest option, whatever the game."""
    with pytest.raises(ChoiceError, match=r"'shortes'.*Did you mean 'shortest'\?"):
        solve(replay(start), shortes=True)


@pytest.mark.parametrize("start", STARTS)
def test_options_have_one_type(start: str) -> None:
    """No solver takes just anything, and what it takes of the two is a bool and a number of seconds
    or None."""
    solver = replay(start)._table.game.solve
    taken = inspect.signature(solver).parameters
    assert inspect.Parameter.VAR_KEYWORD not in {parameter.kind for parameter in taken.values()}
    assert (
        taken["shortest"].annotation == "bool"
        if "shortest" in taken
        else "limit_seconds" not in taken
    )
    assert "limit_seconds" not in taken or taken["limit_seconds"].annotation == "float | None"


@pytest.mark.parametrize("limit", [-1, "5", float("nan"), True])
@pytest.mark.parametrize("name", ["capture", "sliding"])
def test_a_bad_limit_of_time_is_refused_alike(name: str, limit: Any) -> None:
    """The same sentence in both games that take long."""
    p = replay(next(start for start in STARTS if name in start))
    with pytest.raises(
        BadParameter,
        match=r"seconds is .*; it must be a number of seconds, at least 0, or None",
    ):
        solve(p, Limit(seconds=limit))


def test_no_time_at_all_is_a_limit() -> None:
    """With no second to spend the status says that a limit was reached."""
    assert "unknown" == solve(games.capture(seed=1).fiendish_01, Limit(seconds=0)).status
