"""What other packages of the project may know about a position that its player does not see.

A position's only public attributes are its choices, and its private ones belong to the heart. A
widget, an adapter or a search asks here; `tools.readable` forbids every other way.
"""

from __future__ import annotations

from typing import Any

from ...game import Game
from ..choices.synthesis import filled
from .digests import Step
from .nodes import Lobby, Position
from .position_data import from_start, step_of
from .seating import Reply
from .table import Table


def table_of(position: Position) -> Table:
    """Return the table that a position is played at: it knows the game, parameters, seed, seats and
    origin."""
    return position._table


def game_of(node: Position | Lobby) -> Game:
    """Return the game of a position or a lobby."""
    return node._game if isinstance(node, Lobby) else node._table.game


def at_table(table: Table, position: Position) -> Position:
    """Return the same position at another table of the same game; nothing is replayed."""
    before: Any = None
    for one in from_start(position):
        before = filled(
            type(one),
            _table=table,
            _parent=before,
            _step=one._step,
            _state=one._state,
            _digest=one._digest,
            _replies=one._replies,
        )
    there: Position = before
    return there


def state_of(position: Position) -> Any:
    """Return the game's own state, with everything that is hidden from players."""
    return position._state


def parent_of(position: Position) -> Position | None:
    """Return the position before the last move, None at the start."""
    return position._parent


def is_start(position: Position) -> bool:
    """True if no move has been made."""
    return position._parent is None


def last_step(position: Position) -> Step:
    """Return your last move; empty at the start."""
    return position._step


def replies_to(position: Position) -> tuple[Reply, ...]:
    """Return what the other players chose after your last move."""
    return position._replies


def last_moves(position: Position) -> list[tuple[Any, Step]]:
    """Return your last move and the replies to it, each with the state in which it was made."""
    own = [] if position._parent is None else [(position._parent._state, position._step)]
    return own + [(reply.state, step_of(reply)) for reply in position._replies]
