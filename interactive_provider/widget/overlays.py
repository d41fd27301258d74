"""What is laid over a board on demand: verdicts on its gestures, and the places a hint rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..boards import Board, Cell, Place
from ..game import Check, Hint, Verdict

_LONGEST = 6
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?\s?%?")


def with_verdicts(board: Board, verdicts: Mapping[Any, Verdict]) -> Board:
    """The board with the verdict on each cell's gesture as a short text and a shade.

    A cell shows what its press is worth, else its best drag, else its secondary press.
    """
    found = ((place, _verdict_on(cell, verdicts)) for place, cell in places(board))
    return board.shaded({place: (brief(v), v.score) for place, v in found if v is not None})


def with_hint(board: Board, hint: Hint) -> Board:
    """The board with one mark on the cells that the hint rests on and another on those whose gesture it advises."""
    advised = [place for place, cell in places(board) if hint.value in gestures(cell).values()]
    return board.marked(hint.cells, "hint").marked(advised, "advised")


def with_check(board: Board, check: Check) -> Board:
    """The board with a mark on the cells that are wrong."""
    return board.marked(check.cells, "wrong")


def gestures(cell: Cell) -> dict[str, Any]:
    """The option value of each gesture that the cell takes: ``press``, ``secondary``, ``up``, ``down``, …"""
    both = (("press", cell.press), ("secondary", cell.secondary), *cell.drag)
    return {gesture: value for gesture, value in both if value is not None}


def places(board: Board) -> Iterator[tuple[Place, Cell]]:
    """Every cell with its place, row by row."""
    for r, row in enumerate(board.rows):
        for c, cell in enumerate(row):
            yield (r, c), cell


def brief(verdict: Verdict) -> str:
    """A verdict in a few characters: its text where that is short, else the first number in it, else its sign."""
    if len(verdict.text) <= _LONGEST:
        return verdict.text
    number = _NUMBER.search(verdict.text)
    if number:
        return number[0].replace(" ", "")
    if verdict.score is None:
        return ""
    return "+" if verdict.score > 0.6 else "-" if verdict.score < 0.4 else "±"


def _verdict_on(cell: Cell, verdicts: Mapping[Any, Verdict]) -> Verdict | None:
    values = gestures(cell)
    secondary = values.pop("secondary", None)
    if "press" in values and values["press"] in verdicts:
        return verdicts[values["press"]]
    return _best(verdicts[v] for v in values.values() if v in verdicts) or verdicts.get(secondary)


def _best(found: Iterable[Verdict]) -> Verdict | None:
    return max(found, key=lambda verdict: -1.0 if verdict.score is None else verdict.score, default=None)
