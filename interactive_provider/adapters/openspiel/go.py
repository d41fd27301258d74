"""The counts in Go that OpenSpiel does not report: captured stones and, at the end, the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...support.plurals import counted
from .grids import TextGrid

_EMPTY = "+"


def score_sentence(grid: TextGrid, inner: Any, names: Sequence[str]) -> str:
    """Return a sentence on the stones that each player has captured, or on the points once somebody
    has won."""
    parameters = inner.get_game().get_parameters()
    # A handicap of 1 has no effect: the game begins on an empty board.
    handicap = parameters["handicap"] if parameters["handicap"] > 1 else 0
    if not any(inner.returns()):
        return _taken(grid, inner, names, handicap)
    black, white = areas(grid)
    bonus = f"{parameters['komi'] + handicap:g} for moving second"
    return (
        f"{names[0]}: {counted(black, 'point')}. {names[1]}: {counted(white, 'point')} and {bonus}."
    )


def _taken(grid: TextGrid, inner: Any, names: Sequence[str], handicap: int) -> str:
    """Return how many stones each player has captured: those placed by the opponent that are
    gone."""
    stand = Counter(sign for _, sign in grid.signs())
    if inner.num_distinct_actions() <= stand.total():
        return ""  # played with a cursor: its steps are not stones
    laid = Counter(move.player for move in inner.full_history() if move.action < stand.total())
    by_black = laid[1] - stand["O"]
    by_white = laid[0] + handicap - stand["X"]
    return f"Stones taken: {names[0]} {by_black}, {names[1]} {by_white}."


def areas(grid: TextGrid) -> tuple[int, int]:
    """Return how many places each player's stones occupy or enclose alone, as in the Tromp-Taylor
    rules."""
    black = _reached(grid, "X")
    white = _reached(grid, "O")
    return len(black - white), len(white - black)


def _reached(grid: TextGrid, stone: str) -> set[tuple[int, int]]:
    """Return the stones of a sign, and the empty places connected to one of them."""
    signs = dict(grid.signs())
    reached = [place for place, sign in signs.items() if sign == stone]
    for r, c in reached:
        for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if signs.get(beside) == _EMPTY:
                signs[beside] = stone
                reached.append(beside)
    return set(reached)
