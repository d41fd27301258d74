"""What people count in Go and OpenSpiel does not report: the stones taken, and at the end the
points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...support.plurals import counted

_EMPTY = "+"


def score_sentence(rows: Sequence[Sequence[str]], inner: Any, names: Sequence[str]) -> str:
    """A sentence on the stones that each player has taken, or on the points once somebody has
    won."""
    parameters = inner.get_game().get_parameters()
    # A handicap of 1 is none: such a game begins on an empty board.
    handicap = parameters["handicap"] if parameters["handicap"] > 1 else 0
    if any(inner.returns()):
        points, bonus = areas(rows), parameters["komi"] + handicap
        first, second = counted(points["X"], "point"), counted(points["O"], "point")
        return f"{names[0]}: {first}. {names[1]}: {second} and {bonus:g} for moving second."
    if inner.num_distinct_actions() <= len(rows) * len(rows[0]):
        return ""  # played with a cursor, whose steps are no stones
    laid = Counter(
        move.player for move in inner.full_history() if move.action < len(rows) * len(rows[0])
    )
    stand = Counter(sign for row in rows for sign in row)
    # A player has taken what the other one laid and what no longer stands.
    taken = laid[1] - stand["O"], laid[0] + handicap - stand["X"]
    return (
        "Stones taken:"
        f" {', '.join(f'{name} {count}' for name, count in zip(names, taken, strict=True))}."
    )


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
