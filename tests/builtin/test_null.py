"""The template to copy."""

from __future__ import annotations

from random import Random

import pytest

from interactive_provider.builtin.null import Null
from tests.sure import sure


def test_the_template_wins_and_loses() -> None:
    """A press for each lamp wins; leaving loses; both end the options."""
    game = Null()
    state = game.new_state(Random(1), lamps=2)
    for value in sure(game.solve(state).values):
        state = game.process_response(state, value, Random(1))
    left = game.process_response(game.new_state(Random(1)), "leave", Random(1))

    assert ("won", (), "lost", ()) == (
        state.outcome,
        state.display_options,
        left.outcome,
        left.display_options,
    )
    assert "unsolvable" == game.solve(left).status
    assert (True, False) == (game.check(state).right, game.check(left).right)


@pytest.mark.parametrize("lamps", [1, 3, 10])
def test_the_template_has_every_ability(lamps: int) -> None:
    """Each ability gives what the state calls for, in the finished game too."""
    game = Null()
    state = game.new_state(Random(1), lamps=lamps)
    end = game.process_response(state, "leave", Random(1))

    assert ((1, lamps), frozenset({"press"})) == (
        game.board(state).shape,
        game.board(state).values(),
    )
    assert ("press", ((0, 0),)) == (sure(game.hint(state)).value, sure(game.hint(state)).cells)
    assert [value for _, value in state.display_options] == list(game.evaluate(state))
    assert (None, {}, frozenset()) == (game.hint(end), game.evaluate(end), game.board(end).values())
