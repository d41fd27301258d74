"""What a choice is worth, in words and figures for players.

`figure` is the only place that says what a choice is worth, and `tried` what trial games say of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..support.intervals import wilson
from ..support.plurals import counted

ENOUGH = 20
"""The trial games through a choice below which they say nothing about it."""

Unit = Literal["win", "goal", "points"]
"""What worths count: shares of a win, the chance of reaching the goal, or points."""


def tried(worth: float, unit: Unit, games: int) -> str:
    """Return what trial games say about a choice, and how far that is to be trusted."""
    number = counted(games, "trial game")
    if games < ENOUGH:
        return f"not judged: only {number}"
    if unit == "points":
        return f"about {figure([worth], unit, 3)} in {number}"
    return f"scores {spread(worth, *wilson(worth * games, games))} in {number}"


def figure(ends: Sequence[float], unit: Unit, digits: int = 4) -> str:
    """Return what a choice is worth: ``62 %``, or points; from the least to the most if both
    count."""
    if unit == "points":
        text = " to ".join(amount(end, digits) for end in ends)
        return f"{text} {'point' if text in ('1', '-1') else 'points'}"
    return f"{' to '.join(amount(100 * end, digits - 1) for end in ends)} %"


def spread(share: float, low: float, high: float) -> str:
    """Return a share in percent, and the interval that it is in 19 times out of 20."""
    return f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def amount(number: float, digits: int) -> str:
    """Return a number with that many digits, without an exponent.

    >>> amount(1107.4, 3), amount(-0.08333, 3), amount(2.0, 3), amount(0.0000001, 3)
    ('1,110', '-0.0833', '2', '0')
    """
    text = f"{float(f'{number:.{digits}g}'):,.6f}"
    text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
