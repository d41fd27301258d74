"""A game as a tree: what it contains, what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, games
from interactive_provider.analysis import extensive_form
from interactive_provider.errors import NoAbility
from interactive_provider.game import Game, State
from interactive_provider.theory.extensive import LUCK, OVER, amounts
from tests.theory.toys import battle

KUHN = InteractiveProvider(
    Path(__file__).parents[2] / "examples" / "kuhn_poker.py", seed=3
).kuhn_poker


@dataclass(frozen=True)
class Stair(State):
    """A step of a stair, each of which pays."""

    height: int
    top: int
    rewards: tuple[float, ...] = (0.0, 0.0)

    @property
    def display_options(self) -> Any:
        """Up, until it ends."""
        return (("up", 1),) if self.height < self.top else ()


class Stairs(Game[Stair]):
    """Two take turns on a stair; each step pays one to the first and two to the second."""

    players = 2

    def new_state(self, rng: Random, top: int = 3) -> Stair:
        """The foot."""
        return Stair(0, top)

    def process_response(self, state: Stair, value: int, rng: Random) -> Stair:
        """One step up."""
        return Stair(state.height + value, state.top, (1.0, 2.0))


STAIRS = InteractiveProvider(Stairs(), seed=1).stairs


def test_a_tree_joins_what_a_player_cannot_tell_apart() -> None:
    """The second player in the battle of the sexes has one information set of two nodes."""
    nodes = extensive_form(battle()).nodes
    assert [(0, 1), (1, 1), (1, 1)] == [node[2:4] for node in nodes if node.mover != OVER]
    assert ["2, 1", "0, 0", "0, 0", "1, 2"] == [amounts(node.paid) for node in nodes if node.paid]


def test_luck_has_exact_chances() -> None:
    """Kuhn poker deals two of three cards: six ways, each a sixth; each player has six sets."""
    nodes = extensive_form(KUHN).nodes
    assert (LUCK, (Fraction(1, 6),) * 6) == (nodes[0].mover, nodes[0].chances)
    sets = {node[2:4] for node in nodes if node.mover >= 0}
    assert {(who, number) for who in (0, 1) for number in range(1, 7)} == sets


def test_what_is_paid_on_the_way_is_added_up() -> None:
    """A stair of three steps pays their sum, and from its middle on what is still to come."""
    assert "3, 6" == amounts(extensive_form(STAIRS).nodes[-1].paid)
    assert "2, 4" == amounts(extensive_form(STAIRS.up).nodes[-1].paid)


def test_a_tree_may_be_deeper_than_the_stack() -> None:
    """Four thousand steps are a tree of 4,001 nodes."""
    assert "4,001 nodes" in str(extensive_form(STAIRS(top=4_000)))


def test_a_tree_that_is_too_large_is_refused_with_its_bound() -> None:
    """Connect four is refused before it is laid out."""
    with pytest.raises(NoAbility, match=r"because it has more than 100,000 positions\."):
        extensive_form(games.k_in_a_row(seed=1).connect_four)
