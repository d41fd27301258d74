"""What a game begins with: its presets, and the parameters that a line can hold."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, line, load, options, parameters, save
from interactive_provider.errors import BadParameter, SourceError
from interactive_provider.game import Game
from interactive_provider.heart.catalogue.discovery import Item, load_item
from interactive_provider.heart.play.presets import is_writable, normal_parameters

from .toys import Steps, Walk


def test_parameters_within_parameters_come_back_as_they_were(tmp_path: Path) -> None:
    """JSON has no tuples: those within tuples are made again too."""
    provider = InteractiveProvider(Open(), seed=1)
    begun = provider.open(size=((1, (2, (3,))), "x"), seed=1)
    save(begun, tmp_path / "game.json")
    again = load(tmp_path / "game.json", provider)
    assert ((1, (2, (3,))), "x") == parameters(again)["size"]
    assert begun == again


def test_numbers_of_numpy_are_parameters_and_become_pythons() -> None:
    """Whatever a loop over an array gives; the line has plain numbers."""
    import numpy

    walk = InteractiveProvider(Walk()).walk
    assert line(walk(width=5, seed=1)) == line(walk(width=numpy.int64(5), seed=1))
    assert walk(width=5, seed=1) == walk(width=numpy.int64(5), seed=1)


class Open(Game[Steps]):
    """A game that takes whatever it is given."""

    def new_state(self, rng: Random, first: int = 1, *more: int, **others: int) -> Steps:
        """All of it, sorted, is the option."""
        return Steps(((repr((first, sorted(others.items()))), 1),))

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """The state again."""
        return state


def test_a_game_may_take_parameters_of_any_name() -> None:
    """It begins without a lobby; the line has those of the signature first, and the others in
    order."""
    mine: Any = InteractiveProvider(Open(), seed=1)
    assert ["(1, [])"] == [one.label for one in options(mine.open)]
    p = mine.open(zoo=3, air=4, first=2, seed=1)
    assert "InteractiveProvider(Open()).open(first=2, air=4, zoo=3, seed=1)" == line(p)
    assert "(2, [('air', 4), ('zoo', 3)])" == options(p)[0].label
    with pytest.raises(BadParameter, match=r"no parameter 'widht'\. Did you mean 'width'"):
        InteractiveProvider(Walk()).walk(widht=3)


@pytest.mark.parametrize("presets", [{1: {}}, {"a": 5}, {"a": {}, "b": None}], ids=str)
def test_presets_are_parameters_by_name(presets: dict[Any, Any]) -> None:
    """A preset without a name, or without parameters, is refused when the game is loaded."""

    class Preset(Walk):
        """A walk with presets."""

    Preset.presets = presets
    with pytest.raises(SourceError, match=r"presets of preset .*here.* cannot be"):
        load_item(Item("preset", "here", Preset))


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = (value,)
    return value


def test_tuples_of_a_parameter_are_read_to_a_depth() -> None:
    """32 within one another are a parameter, one more is none; what cannot be written is not a
    default to show."""
    assert {"width": _nested(32)} == normal_parameters(Walk(), {"width": _nested(32)})
    with pytest.raises(BadParameter, match="a parameter must be"):
        normal_parameters(Walk(), {"width": _nested(33)})
    assert (True, False) == (is_writable(_nested(32)), is_writable(object()))


def test_numbers_of_other_kinds_are_no_parameters() -> None:
    """A number with a text of its own would be another one in a line."""

    class Odd(float):
        """Written differently."""

        def __repr__(self) -> str:
            return "odd"

    with pytest.raises(BadParameter, match="width=odd: a parameter must be a finite number"):
        normal_parameters(Walk(), {"width": Odd(0.5)})
