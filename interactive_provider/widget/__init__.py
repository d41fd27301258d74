"""The live board: a game on the page, played with clicks and keys, in every front end that supports
anywidget."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..errors import ChoiceError
from ..heart.play.actions import restart
from ..support.extras import missing
from ..support.plurals import counted

if TYPE_CHECKING:
    from ..heart.choices.synthesis import Node
    from ..heart.play.nodes import Playable
    from .board_widget import BoardWidget


def play(
    p: Playable, *, against: Any = None, hand_over: bool | None = None, **widget: Any
) -> BoardWidget:
    """Return a widget to continue ``p``: clicks and keys are choices, ``.position`` is the current
    position.

    It is an ordinary ipywidget: ``widget`` holds ipywidgets options, such as ``layout``;
    ``position``, ``line`` and ``outcome`` can be observed and linked, and ``position`` can be set.
    If several people share it and each may see only their own cards, a page between their turns
    says whom to hand it to, and ``line`` is empty meanwhile; ``hand_over=False`` omits that page.
    ``against`` starts the game of ``p`` against an opponent: a name, or a function of your own.

    Raises `ChoiceError` for anything but a game, ``TypeError`` for an option that no widget has,
    and `MissingExtra` if the ``widgets`` extra is not installed.

    >>> play(games.minesweeper(seed=7).beginner).line
    'games.minesweeper(seed=7).beginner'
    """
    if against is not None:
        p = restart(p)(against=against)
    made: BoardWidget = _needing_anywidget().BoardWidget(p, hand_over=hand_over, **widget)
    return made


def shown(p: Node) -> BoardWidget:
    """Return the widget of the game that ``p`` belongs to, now at ``p``; a game has only one.
    Raises as `play` does."""
    widget: BoardWidget = _needing_anywidget().widget_of_game(p)
    return widget


def resume(number: int = 1) -> BoardWidget:
    """Return one of the user's most recent boards, from any kernel: 1 is the newest.

    Raises `ChoiceError` if there are fewer, `BadLine` for a line that is no longer valid.
    """
    return play(last_played(number))


def last_played(number: int) -> Node:
    """Return the position of one of the user's most recent boards; see `resume`."""
    from ..heart.records.lines import replay
    from . import results

    try:
        lines = results.last_boards()
    except (OSError, results.Unreadable) as fault:
        raise ChoiceError(f"There is no board to resume: {fault}.") from fault
    if not 1 <= number <= len(lines):
        kept = "none has been played in a notebook yet"
        if lines:
            kept = f"{counted(len(lines), 'board')} can be resumed"
        raise ChoiceError(f"There is no board {number} to resume: {kept}.")
    return replay(lines[number - 1])


def _needing_anywidget() -> ModuleType:
    try:
        from . import board_widget
    except ModuleNotFoundError as fault:
        raise missing("widgets", "Clickable boards need") from fault
    return board_widget
