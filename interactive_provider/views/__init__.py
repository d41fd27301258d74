"""Pictures of a board: text, HTML, SVG and a widget that can be clicked, each made from the `Board` alone."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from ..errors import NoAbility

if TYPE_CHECKING:
    from .._synthesis import Node
    from .widget import BoardWidget


def play(p: Node) -> BoardWidget:
    """A widget on which ``p`` is played on: clicks and keys are choices, ``.position`` is where the game stands.

    Raises `ChoiceError` for what is no game, `NoAbility` where the ``widgets`` extra is not installed.
    """
    made: BoardWidget = _widgets().BoardWidget(p)
    return made


def shown(p: Node) -> BoardWidget:
    """The widget of the game that ``p`` belongs to, now at ``p``: one for a whole game. Raises as `play` does."""
    found: BoardWidget = _widgets().board_of_game(p)
    return found


def _widgets() -> ModuleType:
    try:
        from . import widget
    except ModuleNotFoundError as fault:
        raise NoAbility(
            f"A board to click needs {fault.name}: install interactive-provider[widgets]. The position's own "
            "picture needs nothing."
        ) from fault
    return widget
