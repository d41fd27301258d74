"""Games, puzzles and old programs as objects that you explore with the Tab key.

>>> from interactive_provider import games
>>> p = games.match_game(seed=7)

Every position of a game is an object whose attributes are the legal choices; accessing one returns
the next position. Whatever you can do with a position is a function of this package: `options`,
`choose`, `undo`, `line`, `replay`, `hint`, … In IPython and Jupyter, ``%load_ext
interactive_provider`` adds better completion and magics with the same names.

The names needed to write a small game (`Game`, `State`, `Board` and others) are here too; the other
tools for authors are in `interactive_provider.game`, `.boards` and `.prose`. `count`, `simulate`,
`league` and other functions that examine a game from outside are in
`interactive_provider.analysis`, and all errors in `interactive_provider.errors`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .boards import Board, Cell
from .errors import BadParameter, ChoiceError, NoAbility, ProviderError
from .game import Check, Game, Hint, Number, Opponent, Solution, State, Text, Verdict
from .heart.catalogue.provider import InteractiveProvider
from .heart.play.actions import (
    board,
    check,
    choose,
    describe,
    evaluate,
    extra,
    hint,
    history,
    line,
    options,
    outcome,
    parameters,
    path,
    restart,
    review,
    seed,
    solve,
    transcript,
    undo,
)
from .heart.play.nodes import Option, Position
from .heart.play.standings import mover, payoffs, winner
from .heart.records.lines import replay
from .heart.records.links import share, summary
from .heart.records.saves import load, save
from .hosting import host
from .search.budgets import Limit
from .sheets import picture, sheet
from .support.arguments import explain_arguments
from .widget import play

if TYPE_CHECKING:
    from .builtin.catalogue import Games
    from .widget.board_widget import BoardWidget as BoardWidget

    games: Games

__version__ = "0.1.0"

__all__ = [
    "BadParameter",
    "Board",
    "Cell",
    "Check",
    "ChoiceError",
    "Game",
    "Hint",
    "InteractiveProvider",
    "Limit",
    "NoAbility",
    "Number",
    "Opponent",
    "Option",
    "Position",
    "ProviderError",
    "Solution",
    "State",
    "Text",
    "Verdict",
    "board",
    "check",
    "choose",
    "describe",
    "evaluate",
    "extra",
    "games",
    "hint",
    "history",
    "host",
    "line",
    "load",
    "mover",
    "options",
    "outcome",
    "parameters",
    "path",
    "payoffs",
    "picture",
    "play",
    "replay",
    "restart",
    "review",
    "save",
    "seed",
    "share",
    "sheet",
    "solve",
    "summary",
    "transcript",
    "undo",
    "winner",
]

explain_arguments(globals())


def __getattr__(name: str) -> Any:
    # The catalogue looks for installed games when it is made, so this happens only on first use.
    if name == "games":
        from .heart.catalogue.provider import default

        return default()
    if name == "BoardWidget":
        try:
            return importlib.import_module(".widget.board_widget", __name__).BoardWidget
        except ModuleNotFoundError as fault:
            from .support.extras import missing

            raise missing("widgets", "BoardWidget needs") from fault
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """Add completion, magics and display to IPython and Jupyter: ``%load_ext
    interactive_provider``."""
    from .shell.extension import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """Remove all of it again: ``%unload_ext interactive_provider``."""
    from .shell.extension import unload

    unload(shell)
