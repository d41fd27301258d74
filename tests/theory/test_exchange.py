"""Trees and tables as files: OpenSpiel's own reader finds the same game in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, exploitability

from interactive_provider import games, save
from tests.theory.test_extensive import KUHN
from tests.theory.toys import position_in

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("kuhn_poker", {}),
    ("tiny_hanabi", {}),
    ("matrix_bos", {}),
    ("matrix_shapleys_game", {}),
    ("catch", {"rows": 4, "columns": 3}),
    ("nim", {"pile_sizes": "2;3"}),
    ("hex", {"board_size": 2}),
    ("dark_hex", {"board_size": 2}),
    ("first_sealed_auction", {"max_value": 3}),
    ("trade_comm", {"num_items": 2}),
    ("deep_sea", {"size": 3}),
]


def facts(game: Any) -> list[float]:
    """What random play pays, and what best responses to it gain: that depends on what is known."""
    chance = policy.UniformRandomPolicy(game)
    players = game.num_players()
    start = game.new_initial_state()
    found = [*expected_game_score.policy_value(start, [chance] * players)]
    if players == 2:
        found.append(exploitability.nash_conv(game, chance))
    return [round(float(one), 6) for one in found]


def read_back(start: Any, file: Path) -> Any:
    """A game that is written as a tree and read by OpenSpiel."""
    save(start, file)
    return pyspiel.load_efg_game(file.read_text("utf-8"))


@pytest.mark.parametrize(("name", "parameters"), SMALL)
def test_openspiel_reads_the_same_game(
    name: str, parameters: dict[str, Any], tmp_path: Path
) -> None:
    """A game of OpenSpiel that is written as a tree pays the same, and hides the same."""
    start = getattr(games.openspiel, name)(seed=1, **parameters)
    start = getattr(start, "both_sides", start)
    original = pyspiel.load_game(name, parameters)
    if original.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        original = pyspiel.convert_to_turn_based(original)
    assert facts(original) == facts(read_back(start, tmp_path / "game.efg"))


def test_kuhn_poker_of_the_examples_is_openspiels(tmp_path: Path) -> None:
    """Kuhn poker in forty lines is the game that OpenSpiel has."""
    assert facts(pyspiel.load_game("kuhn_poker")) == facts(read_back(KUHN, tmp_path / "kuhn.efg"))


def test_names_with_quotes_do_not_end_a_text(tmp_path: Path) -> None:
    """A label with quotes and lines is written so that every reader finds its end."""
    start = position_in(('say "hi"', "a\nb"), ("left", "right"), [[(1, 1)] * 2] * 2)
    assert 2 == read_back(start, tmp_path / "game.efg").num_players()
    assert '{ "say \'hi\'" "a b" }' in (tmp_path / "game.efg").read_text("utf-8")
