"""The live board: a game on the page that is clicked and played by keys, in every front end that anywidget knows."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..errors import ChoiceError, NoAbility

if TYPE_CHECKING:
    from ..heart.choices.synthesis import Node
    from ..heart.play.nodes import Playable
    from .board_widget import BoardWidget


def play(p: Playable, **widget: Any) -> BoardWidget:
    """A widget on which ``p`` is played on: clicks and keys are choices, ``.position`` is where the game stands.

    It is an ipywidget as any other: ``widget`` are options of such, as ``layout``; ``position``, ``line`` and
    ``outcome`` can be observed and linked, and ``position`` can be set.

    Raises `ChoiceError` for what is no game, ``TypeError`` for an option that no widget has, and `NoAbility` where the
    ``widgets`` extra is not installed.

    >>> play(games.minesweeper(seed=7).beginner).line
    'games.minesweeper(seed=7).beginner'
    """
    made: BoardWidget = _needing_anywidget().BoardWidget(p, **widget)
    return made


def shown(p: Node) -> BoardWidget:
    """The widget of the game that ``p`` belongs to, now at ``p``: one for a whole game. Raises as `play` does."""
    found: BoardWidget = _needing_anywidget().widget_of_game(p)
    return found


def resume(number: int = 1) -> BoardWidget:
    """One of the boards that were played last, by any kernel of this user: 1 is the newest.

    Raises `ChoiceError` where there are fewer, `BadLine` for a line that leads nowhere any more.
    """
    from ..heart.records.lines import replay
    from . import results

    try:
        lines = results.last_boards()
    except (OSError, results.Unreadable) as fault:
        raise ChoiceError(f"No board can be brought back: {fault}.") from fault
    if not 1 <= number <= len(lines):
        told = f"{len(lines)} can" if lines else "none has been played on a notebook's board yet"
        raise ChoiceError(f"Board {number} cannot be brought back: {told}.")
    return play(replay(lines[number - 1]))


def _needing_anywidget() -> ModuleType:
    try:
        from . import board_widget
    except ModuleNotFoundError as fault:
        raise NoAbility(
            f"A board to click needs {fault.name}: install interactive-provider[widgets]. The position's own "
            "picture needs nothing."
        ) from fault
    return board_widget
