"""The state of a game as data: whose turn it is, who won, and what each player got.

The functions have the names that authors' states use for these facts. A puzzle has one player,
``"you"``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import guard
from .actions import position_of
from .nodes import Playable, Position
from .position_data import outcome_of, states_to, turn_of

if TYPE_CHECKING:
    from ...search.model import Model


def mover(p: Playable) -> str | None:
    """Return the name of the player to move, None once the game is over.

    >>> mover(games.k_in_a_row(seed=1).noughts_and_crosses.row2.column2)
    'O'
    """
    position = position_of(p)
    if outcome_of(position) is not None:
        return None
    with guard(f"mover of {position._table.name}"):
        model = _model(position)
        names = model.called(position._state)
        return names[model.mover(position._state, turn_of(position))]


def winner(p: Playable) -> str | None:
    """Return the name of the player who got most; None for a draw, for several winners, and while
    the game goes on.

    >>> winner(games.match_game(rows=(1, 1), misere=False, seed=1).row1.take1.row2.take1)
    'player 2'
    """
    paid = payoffs(p)
    best = [name for name, part in paid.items() if part == max(paid.values())]
    is_won = len(best) == 1 and (len(paid) > 1 or paid[best[0]] == 1)
    return best[0] if is_won else None


def payoffs(p: Playable) -> dict[str, float]:
    """Return what each player got in a finished game: shares of a win, or the game's own units;
    empty before the end.

    >>> payoffs(games.match_game(rows=(1, 1), misere=False, seed=1).row1.take1.row2.take1)
    {'player 1': 0.0, 'player 2': 1.0}
    """
    position = position_of(p)
    if outcome_of(position) is None:
        return {}
    model = _model(position)
    with guard(f"payoffs of {position._table.name}"):
        if model.pays_on_the_way(position._state):
            paid = [
                sum(parts) for parts in zip(*map(model.rewards, states_to(position)), strict=True)
            ]
        else:
            paid = list(model.payoffs(position._state))
    return dict(zip(model.called(position._state), paid, strict=True))


def _model(position: Position) -> Model:
    from ...search.model import Model

    return Model(position._table.game, hidden=True, anyone=True)
