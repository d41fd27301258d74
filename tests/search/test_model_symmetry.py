"""Mirror images are solved once, and every answer is about the position that was asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from interactive_provider.builtin.k_in_a_row import KInARow, Marks
from interactive_provider.game import Game
from interactive_provider.search.analysis import Question, Study, studied
from interactive_provider.search.model import Model
from interactive_provider.search.retrograde import completed, rooted
from interactive_provider.testing import ContractError, check_game


class Plain(KInARow):
    """The same game that knows nothing of mirrors."""

    presets = {}
    canonical = None  # type: ignore[assignment]


BOARDS = [
    {},
    {"rows": 2, "columns": 4, "k": 3},
    {"rows": 4, "columns": 2, "k": 3},
    {"rows": 1, "columns": 1, "k": 1},
    {"rows": 3, "columns": 4, "k": 3, "gravity": True},
]


def positions(parameters: dict[str, Any], seeds: int) -> Iterator[Marks]:
    """Positions after some random choices, most of them not in their canonical form."""
    game = KInARow()
    for seed in range(seeds):
        rng, state = Random(seed), game.new_state(Random(0), **parameters)
        for _ in range(seed % 5):
            if state.option_values:
                state = game.process_response(state, rng.choice(state.option_values), rng)
        if state.option_values:
            yield state


def found(game: Game[Any], state: Marks) -> Study:
    """What is proved of a position; kept for the next ones of the same kind."""
    return studied(Question(game, state, state.mover, setup=(type(game), state.field)))


def test_noughts_and_crosses_has_765_positions_besides_mirror_images() -> None:
    """The published number of positions that are not turned or mirrored ones."""
    model = Model(KInARow(), symmetric=True)
    assert 765 == len(completed(rooted(model, KInARow().new_state(Random(0)), 0), 6_000).states)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", BOARDS, ids=str)
def test_every_option_of_a_mirrored_position_has_its_own_worth(parameters: dict[str, Any]) -> None:
    """Worths and distances are those of a search that knows nothing of mirrors."""
    for state in positions(parameters, 40):
        assert found(Plain(), state).findings == found(KInARow(), state).findings


@pytest.mark.slow
@pytest.mark.parametrize("parameters", BOARDS, ids=str)
def test_the_best_line_of_a_mirrored_position_can_be_played(parameters: dict[str, Any]) -> None:
    """Each of its states follows from the one before, and its end is worth what was said."""
    game = KInARow()
    for state in positions(parameters, 40):
        study, at = found(game, state), state
        for here, mover, value in study.best_line():
            assert (at, at.mover) == (here, mover)
            at = game.process_response(at, value, Random(0))

        assert study.best().worth == Model(game).payoffs(at)[state.mover]


class Sorted(KInARow):
    """It takes boards with the same signs for mirror images."""

    presets = {}

    def canonical(self, state: Marks) -> tuple[str, Sequence[int]]:
        """The signs in order."""
        return "".join(sorted(state.squares)), range(9)


class Unnamed(KInARow):
    """It knows mirror images but calls every option as it is called here."""

    presets = {}

    def canonical(self, state: Marks) -> tuple[str, Sequence[int]]:
        """The right key and the wrong names."""
        return super().canonical(state)[0], range(9)


class Short(KInARow):
    """It has no names for most options."""

    presets = {}

    def canonical(self, state: Marks) -> tuple[str, Sequence[int]]:
        """The right key and too few names."""
        return super().canonical(state)[0], ()


@pytest.mark.parametrize("careless", [Sorted, Unnamed, Short])
def test_careless_mirrors_are_found(careless: type[KInARow]) -> None:
    """``check_game`` compares the options of mirror images and what they lead to."""
    with pytest.raises(ContractError, match="canonical gives"):
        check_game(careless, games=1)
