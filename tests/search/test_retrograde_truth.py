"""Games drawn at random are worth what trying every plan says, and hints bring it, to an end if
there is one.

`tests/search/truth.py` draws the games and knows their worth; `tests/search/judging.py` compares.
"""

from __future__ import annotations

from random import Random

import pytest

from interactive_provider.search.analysis import Question, studied
from interactive_provider.search.model import Model
from interactive_provider.search.plans import NEAR
from interactive_provider.search.retrograde import completed, rooted, solved
from tests.search.judging import UNKNOWN, judged
from tests.search.truth import Netted, drawn
from tests.thorough import some

SLICES = some(60, of=2_500)
SLICE = 20


@pytest.mark.parametrize("number", range(SLICES))
def test_drawn_games_are_worth_what_every_plan_says(number: int) -> None:
    """Luck, cycles, no end, rewards, one to three players: worths, hints, bounds and best responses
    are right."""
    found = judged(range(number * SLICE, (number + 1) * SLICE))

    assert {} == {seed: every for seed, every in found.items() if set(every) != {UNKNOWN}}


def test_few_drawn_games_are_not_known() -> None:
    """Positions come again in all of them: players are not opposed, or one of them could be
    milked."""
    unknown = [drawn(Random(seed)) for seed, every in judged(range(60)).items() if UNKNOWN in every]

    assert {True} == {net.is_cyclic for net in unknown}
    assert 1 >= sum(net.has_one_sum for net in unknown)


def test_each_place_answers_alike() -> None:
    """The same question asked below gives what the whole graph gave, if play that never ends pays
    the same there."""
    for seed in range(100):
        net = drawn(Random(seed))
        game = Netted(net)
        if not net.has_one_sum or net.players == 1 or net.rewards:
            continue
        worth = solved(completed(rooted(Model(game), game.at(0), net.movers[0]), 1_000))
        for place in net.places:
            study = studied(Question(game, game.at(place), net.movers[place]))
            node = worth.graph.numbers[study.model.key(game.at(place), net.movers[place])]
            expected = worth.payoffs[node][study.mover]
            assert pytest.approx(expected, abs=NEAR) == study.best().worth
