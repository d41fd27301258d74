"""The points of a game of Go, which OpenSpiel does not report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...support.plurals import counted
from .grids import TextGrid

_EMPTY = "+"


def score_sentence(grid: TextGrid, inner: Any, names: Sequence[str]) -> str:
    """A sentence on the points once somebody has won."""
    if not any(inner.returns()):
        return ""
    parameters = inner.get_game().get_parameters()
    # A handicap of 1 is none: such a game begins on an empty board.
    handicap = parameters["handicap"] if parameters["handicap"] > 1 else 0
    black, white = areas(grid)
    bonus = f"{parameters['komi'] + handicap:g} for moving second"
    return (
        f"{names[0]}: {counted(black, 'point')}. {names[1]}: {counted(white, 'point')} and {bonus}."
    )


def areas(grid: TextGrid) -> tuple[int, int]:
    """How many places the stones of both signs occupy or surround alone: Tromp and Taylor's
    rule."""
    black, white = _reached(grid, "X"), _reached(grid, "O")
    return len(black - white), len(white - black)


def _reached(grid: TextGrid, stone: str) -> set[tuple[int, int]]:
    """The stones of a sign, and the empty places to which a way leads from one of them."""
    signs = dict(grid.signs())
    reached = [place for place, sign in signs.items() if sign == stone]
    for r, c in reached:
        for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if signs.get(beside) == _EMPTY:
                signs[beside] = stone
                reached.append(beside)
    return set(reached)
