"""Heaps have Grundy values, other games have none."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider import NoAbility, games
from interactive_provider.analysis import nimber
from interactive_provider.search.nimbers import nimber_of
from tests.search.rules import Dominoes, Kayles, Nim, Subtraction


def test_heaps_have_grundy_values() -> None:
    """Nim by the exclusive or; Kayles as in A002186 of the encyclopedia of sequences."""
    kayles = Kayles()

    assert [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6] == [
        nimber_of(kayles, kayles.at((n,))) for n in range(12)
    ]
    assert [3 ^ 5 ^ 1, 0] == [nimber_of(Nim(), Nim().at(heaps)) for heaps in ((1, 3, 5), (2, 4, 6))]
    assert 5 ^ 3 ^ 2 == nimber(games.match_game(rows=(5, 3, 2), misere=False, seed=1))


@pytest.mark.parametrize(
    "game", [Dominoes(2, 3), Subtraction()], ids=["players differ", "the last one loses"]
)
def test_other_games_have_no_grundy_values(game: Any) -> None:
    """They are refused with a reason."""
    game.begin = lambda: 0 if isinstance(game, Dominoes) else 4
    with pytest.raises(NoAbility, match="no Grundy value here"):
        nimber_of(game, game.new_state(Random(0)))
