"""Games, puzzles and old programs as objects that you explore with the Tab key.

>>> from interactive_provider import games
>>> p = games.match_game(seed=7)

Every position of a game is an object whose attributes are the legal choices; accessing one gives
the next position. What you can do with a position is a function of this package: `options`,
`choose`, `undo`, `line`, `replay`, `hint`, … In IPython and Jupyter,
``%load_ext interactive_provider`` adds better completion and magics of the same names.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .boards import Board, Cell, Frame, Piece, Toggles, Zone
from .errors import (
    BadFile,
    BadLine,
    BadParameter,
    BadSave,
    ChoiceError,
    NoAbility,
    NotAPosition,
    ProviderError,
)
from .game import Check, Game, Hint, Labelled, Number, Opponent, Solution, State, Text, Verdict
from .game.asking import ask_number, ask_text, ask_yes_no, menu, say
from .heart.analysis import count, exploitability, league, nimber, report, simulate, tree
from .heart.catalogue.discovery import register_reader
from .heart.catalogue.provider import InteractiveProvider
from .heart.play.actions import (
    board,
    check,
    choose,
    daily,
    describe,
    evaluate,
    hint,
    history,
    line,
    listing,
    new_game,
    options,
    outcome,
    parameters,
    path,
    restart,
    seed,
    solve,
    story_map,
    transcript,
    undo,
    variables,
)
from .heart.play.nodes import Option, Position
from .heart.play.standings import mover, payoffs, winner
from .heart.records.lines import replay
from .heart.records.links import share, summary
from .heart.records.saves import load, save
from .prose import Block, Image, Prose, Run
from .widget import play

if TYPE_CHECKING:
    from .builtin.catalogue import Games
    from .search.experiments.leagues import League
    from .search.experiments.perft import Count
    from .search.experiments.reports import Report
    from .search.experiments.simulations import Series
    from .search.experiments.tree_view import Tree
    from .widget.board_widget import BoardWidget as BoardWidget

    games: Games

__version__ = "0.1.0"

__all__ = [
    "BadFile",
    "BadLine",
    "BadParameter",
    "BadSave",
    "Block",
    "Board",
    "Cell",
    "Check",
    "ChoiceError",
    "Count",
    "Frame",
    "Game",
    "Hint",
    "Image",
    "InteractiveProvider",
    "Labelled",
    "League",
    "NoAbility",
    "NotAPosition",
    "Number",
    "Opponent",
    "Option",
    "Piece",
    "Position",
    "Prose",
    "ProviderError",
    "Report",
    "Run",
    "Series",
    "Solution",
    "State",
    "Text",
    "Toggles",
    "Tree",
    "Verdict",
    "Zone",
    "ask_number",
    "ask_text",
    "ask_yes_no",
    "board",
    "check",
    "choose",
    "count",
    "daily",
    "describe",
    "evaluate",
    "exploitability",
    "games",
    "hint",
    "history",
    "league",
    "line",
    "listing",
    "load",
    "menu",
    "mover",
    "new_game",
    "nimber",
    "options",
    "outcome",
    "parameters",
    "path",
    "payoffs",
    "play",
    "register_reader",
    "replay",
    "report",
    "restart",
    "save",
    "say",
    "seed",
    "share",
    "simulate",
    "solve",
    "story_map",
    "summary",
    "transcript",
    "tree",
    "undo",
    "variables",
    "winner",
]

_RESULTS = {
    "Count": "perft",
    "League": "leagues",
    "Report": "reports",
    "Series": "simulations",
    "Tree": "tree_view",
}
"""The results of `count`, `league`, `report`, `simulate` and `tree`, with their modules: read on
first use."""


def __getattr__(name: str) -> Any:
    # The catalogue looks for installed games when it is made, so it is made on first use.
    if name == "games":
        from .heart.catalogue.provider import default

        return default()
    if name in _RESULTS:
        return getattr(
            importlib.import_module(f".search.experiments.{_RESULTS[name]}", __name__), name
        )
    if name == "BoardWidget":
        try:
            return importlib.import_module(".widget.board_widget", __name__).BoardWidget
        except ModuleNotFoundError as fault:
            from .support.extras import install_command

            raise AttributeError(
                f"BoardWidget needs {fault.name}: {install_command('widgets')}"
            ) from fault
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext interactive_provider``: completion, magics and display for IPython and
    Jupyter."""
    from .shell.extension import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """``%unload_ext interactive_provider``: remove all of it again."""
    from .shell.extension import unload

    unload(shell)
