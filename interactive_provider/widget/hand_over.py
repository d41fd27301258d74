"""Two people at one screen: before each turn a page says whom to hand it to, and shows neither
player's cards.

It appears if players know different things (`seen_by`) and all of them are people at this screen.
It contains only the names of the game and of the player.
"""

from __future__ import annotations

import contextlib
from typing import Final

from ..errors import ProviderError, guard
from ..game import View, player_names, title_of
from ..heart.choices.synthesis import Node
from ..heart.play.insiders import state_of, table_of
from ..heart.play.nodes import Option, Position
from ..heart.play.position_data import viewer_of
from ..rendering.node_page import Page

enabled = True
"""True if boards and prompts show this page; ``%config InteractiveProvider.hand_over`` sets it."""

SHOW: Final = object()
"""The value of the button that shows what the next player may see."""

ALWAYS: Final = object()
"""The value of the button for one person who plays all sides."""


class HandOver:
    """Who is at one screen; ``is_on`` overrides the setting."""

    def __init__(self, is_on: bool | None = None) -> None:
        self._is_on = is_on
        self._player: int | None = None

    def awaited(self, node: Node) -> int | None:
        """Return the player to whom the screen goes before ``node`` is shown, None if nobody is
        waiting."""
        is_on = enabled if self._is_on is None else self._is_on
        if not is_on or not isinstance(node, Position):
            return None
        with contextlib.suppress(ProviderError):  # its page shows what went wrong
            player = viewer_of(node)
            return player if player != self._player and _is_shared(node) else None
        return None

    def answer(self, node: Node, value: object) -> None:
        """Show ``node`` from now on and, after `ALWAYS`, everything that follows."""
        self._player = self.awaited(node)
        if value is ALWAYS:
            self._is_on = False


def _is_shared(position: Position) -> bool:
    """True if several people share the screen and one of them knows something that another does
    not, as at most ends."""
    table = table_of(position)
    if table.seen_by is None or table.seating is not None:
        return False
    with contextlib.suppress(ProviderError), guard("seen_by"):
        seen = [
            table.seen_by(state_of(position), number)
            for number in range(len(player_names(table.game)))
        ]
        return seen[1:] != seen[:-1]
    return True


def page_between(position: Position, player: int) -> Page:
    """Return the page that is shown until the next player asks for their own."""
    game = table_of(position).game
    return Page(
        View(f"Hand over to {player_names(game)[player]}.", title=title_of(game)),
        "",
        options=[_act(position, player)],
    )


def buttons(position: Position, player: int) -> tuple[Option, ...]:
    """Return the choices on the page between two players."""
    return (
        Option(_act(position, player), SHOW, ("show",)),
        Option("Do not ask again", ALWAYS, ("always",)),
    )


def _act(position: Position, player: int) -> str:
    game = table_of(position).game
    return f"Show {player_names(game)[player]}'s {game.holds}"
