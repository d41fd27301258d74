"""Parameters that no game takes, quoted by each of the small games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider.builtin.chemistry import Chemistry
from interactive_provider.builtin.guess import Guess
from interactive_provider.builtin.null import Null
from interactive_provider.builtin.rock_paper_scissors import RockPaperScissors
from interactive_provider.errors import BadParameter


@pytest.mark.parametrize(
    ("game", "parameters", "quoted"),
    [
        (RockPaperScissors(), {"best_of": 2}, "best_of is 2"),
        (RockPaperScissors(), {"best_of": 0}, "best_of is 0"),
        (RockPaperScissors(), {"best_of": "3"}, "best_of is '3'"),
        (Guess(), {"low": 5, "high": 1}, "low is 5 and high is 1"),
        (Guess(), {"high": 10.5}, "high is 10.5"),
        (Guess(), {"high": 10**5000}, "5,000 digits"),
        (Guess(), {"most": 0}, "most is 0"),
        (Chemistry(), {"lives": 0}, "lives is 0"),
        (Chemistry(), {"flasks": -1}, "flasks is -1"),
        (Chemistry(), {"largest": None}, "largest is None"),
        (Null(), {"lamps": 100}, "lamps is 100"),
        (Null(), {"lamps": True}, "lamps is True"),
    ],
)
def test_bad_parameters_are_quoted(game: Any, parameters: dict[str, object], quoted: str) -> None:
    """What makes no sense is refused by one sentence that shows it."""
    with pytest.raises(BadParameter) as caught:
        game.new_state(Random(1), **parameters)

    assert quoted in str(caught.value)
