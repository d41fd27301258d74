"""Twelve games as OpenSpiel's own integration tests play them: their recorded actions, menus and
results, fed to ours."""

from __future__ import annotations

import csv
from collections import deque
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider.adapters.openspiel.game import game_class

with Path(__file__).with_name("openspiel_playthroughs.tsv").open(encoding="utf-8") as file:
    PLAYTHROUGHS = list(csv.DictReader(file, delimiter="\t"))
"""The game with its parameters; all actions, those of chance included; at some lengths of the
history the number of legal actions and the player to move; and what each player gets."""


class Recorded(Random):
    """A generator that draws what chance drew in the record."""

    def __init__(self, actions: deque[int]) -> None:
        super().__init__(0)
        self.actions = actions

    def choices(
        self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1
    ) -> list[Any]:
        """The next recorded action, which must be possible."""
        action = self.actions.popleft()
        assert action in population
        return [action]


def parameters(text: str) -> dict[str, Any]:
    """The parameters in ``hex(board_size=5)``."""
    pairs = (pair.split("=") for pair in text.rstrip(")").split(",") if pair)
    return {name: int(value) for name, value in pairs}


@pytest.mark.parametrize("record", PLAYTHROUGHS, ids=[row["game"] for row in PLAYTHROUGHS])
def test_a_recorded_game_is_played_as_openspiel_plays_it(record: dict[str, str]) -> None:
    """Each action is offered, menus are as long as recorded, and everybody gets the same."""
    name, _, rest = record["game"].partition("(")
    actions = deque(map(int, record["actions"].split()))
    menus = {tuple(map(int, menu.split(":"))) for menu in record["menus"].split()}
    game, rng, met = game_class(name)(), Recorded(actions), set()
    state = game.new_state(rng, **parameters(rest))
    while actions:
        met.add((len(state.inner.history()), len(state.option_values), state.mover))
        action = actions.popleft()
        assert action in state.option_values
        state = game.process_response(state, action, rng)
    assert menus <= met
    assert tuple(map(float, record["returns"].split(","))) == state.payoffs
