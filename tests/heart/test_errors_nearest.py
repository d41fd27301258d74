"""What an error suggests: the name that was meant, or nothing; and how a choice is made."""

from __future__ import annotations

import inspect

import pytest

import interactive_provider
from interactive_provider import choose, games
from interactive_provider.errors import ChoiceError, NoSuchChoice, did_you_mean, nearest
from interactive_provider.heart.play.position_data import FUNCTIONS


@pytest.mark.parametrize("typed", ["abc", "nonsense", "xyz", "go", "2048"])
def test_nothing_far_fetched_is_suggested(typed: str) -> None:
    """A word that is like no name is answered with the first names there are."""
    assert nearest(typed, games) is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("mineswepper", "minesweeper"),
        ("ches", "chess"),
        ("rock", "rock_paper_scissors"),
        ("matchgame", "match_game"),
    ],
)
def test_a_slip_or_a_beginning_is_recognised(typed: str, meant: str) -> None:
    """One or two letters wrong, or a name that was not finished."""
    assert meant == nearest(typed, games)


def test_games_of_a_menu_below_are_suggested() -> None:
    """As `ches` among OpenSpiel's menus means a game in one of them."""
    pytest.importorskip("pyspiel")
    with pytest.raises(NoSuchChoice, match=r"Did you mean 'boards\.chess'"):
        games.openspiel.ches  # noqa: B018 - it is looked up


def test_a_stage_that_is_called_explains_how_a_choice_is_made() -> None:
    """With the names that may follow, and with a call that makes the same choice."""
    position = games.minesweeper(seed=7).beginner
    with pytest.raises(ChoiceError) as error:
        position.uncover(5, 5)
    assert (
        "uncover is the first part of a choice and takes no brackets: go on with .r1, "
        "or use choose(p, ('uncover', 5, 5))." == str(error.value)
    )
    assert position.uncover.r5.c5 == choose(position, ("uncover", 5, 5))


def test_a_function_looked_for_at_a_position_is_named_as_one() -> None:
    """Nobody who comes from objects with methods is left with a list of moves."""
    position = games.guess(seed=7)
    for name in ("undo", "hint"):
        with pytest.raises(NoSuchChoice) as error:
            getattr(position, name)
        meant = f"{name} is a function, not a choice: {name}(p). (games.guess(seed=7))"
        assert meant == str(error.value)


def test_every_public_function_of_a_position_is_recognised() -> None:
    """They are those of the package whose first parameter is a position."""
    public = ((name, getattr(interactive_provider, name)) for name in interactive_provider.__all__)
    functions = {
        name
        for name, one in public
        if inspect.isfunction(one) and next(iter(inspect.signature(one).parameters)) == "p"
    }
    assert functions == FUNCTIONS


def test_a_place_off_the_board_suggests_the_nearest_place() -> None:
    """Not the first one of the board."""
    with pytest.raises(ChoiceError, match="Did you mean 'uncover r9 c9'"):
        choose(games.minesweeper(seed=7).beginner, "uncover 10 10")


@pytest.mark.parametrize(
    ("node", "name", "path"),
    [
        (games.minesweeper(seed=7).beginner, "r5", "uncover.r5"),
        (games.minesweeper(seed=7).beginner.uncover, "c5", "r1.c5"),
        (games.match_game(seed=1).two_people, "take3", "row1.take3"),
        (games.chess, "nf3", "Nf3"),
        (games, "conect_four", "k_in_a_row.connect_four"),
    ],
)
def test_a_name_that_is_a_choice_further_down_is_named_with_its_path(
    node: object, name: str, path: str
) -> None:
    """Whatever was left out, in a stage, at a position, in a lobby and in the catalogue."""
    with pytest.raises(NoSuchChoice, match=rf"Did you mean '{path}'\?"):
        getattr(node, name)


def test_a_name_further_down_is_meant_where_there_is_none_nearer() -> None:
    """A stage may have no names of its own."""
    assert " Did you mean 'minesweeper'?" == did_you_mean("mineswepper", (), ["minesweeper"])
