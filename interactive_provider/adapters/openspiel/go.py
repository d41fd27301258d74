"""The points of a game of Go, which OpenSpiel does not report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...support.plurals import counted

_EMPTY = "+"


def score_sentence(rows: Sequence[Sequence[str]], inner: Any, names: Sequence[str]) -> str:
    """A sentence on the points once somebody has won."""
    if not any(inner.returns()):
        return ""
    parameters = inner.get_game().get_parameters()
    # A handicap of 1 is none: such a game begins on an empty board.
    handicap = parameters["handicap"] if parameters["handicap"] > 1 else 0
    points, bonus = areas(rows), parameters["komi"] + handicap
    first, second = counted(points["X"], "point"), counted(points["O"], "point")
    return f"{names[0]}: {first}. {names[1]}: {second} and {bonus:g} for moving second."


def areas(rows: Sequence[Sequence[str]]) -> Counter[str]:
    """How many places the stones of each sign occupy or surround alone: Tromp and Taylor's
    rule."""
    points = Counter(sign for row in rows for sign in row)
    signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    empty = {place for place, sign in signs.items() if sign == _EMPTY}
    while empty:
        region, around = [empty.pop()], set[str]()
        for r, c in region:
            for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                around.add(signs.get(beside, _EMPTY))
                if beside in empty:
                    empty.remove(beside)
                    region.append(beside)
        if len(owners := around - {_EMPTY}) == 1:
            points[owners.pop()] += len(region)
    return points
