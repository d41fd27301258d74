"""Grundy values: to which heap of Nim a position of an impartial game is equal (R. Sprague 1935, P.
Grundy 1939)."""

from __future__ import annotations

from typing import Any

from ..errors import NoAbility
from ..game import Game, title_of
from ..game.validation import whole
from .budgets import MOST_STATES, STATES
from .model import Model, State, Unsearchable, guarded
from .retrograde import Graph, components, expanded


def nimber_of(game: Game[Any], state: State, turn: int = 0, states: int = STATES) -> int:
    """The Grundy value of a position: 0 if the player to move loses; a sum of games is worth the
    xor of theirs.

    Raises `NoAbility` unless the game says that it is ``impartial``, nothing is hidden or left to
    luck, every game ends within ``states`` states and a player who cannot move loses.
    """
    whole("states", states, low=1, high=MOST_STATES)
    model, title = Model(game), title_of(game)
    with guarded(game, "search"):
        try:
            if model.players != 2 or model.hides or not game.impartial:
                raise Unsearchable(
                    "it is not declared an impartial game for two players who see everything"
                )
            return _nimbers(expanded(model, state, turn, states, luck=False))[0]
        except Unsearchable as reason:
            raise NoAbility(f"{title} has no Grundy value here: {reason}.") from None


def _nimbers(graph: Graph) -> list[int]:
    """The Grundy value of each node."""
    nimbers = [0] * len(graph.states)
    for (node, *_), is_cycle in components(graph):
        if is_cycle:
            raise Unsearchable("positions come again")
        mover, paid = graph.movers[node], graph.payoffs[node]
        if paid is not None and not paid[mover] < paid[1 - mover]:
            raise Unsearchable("a player who cannot move does not lose")
        if any(graph.movers[after] == mover for after in graph.reached(node)):
            raise Unsearchable("a player may move twice")
        following = {nimbers[after] for after in graph.reached(node)}
        nimbers[node] = next(
            number for number in range(len(following) + 1) if number not in following
        )
    return nimbers
