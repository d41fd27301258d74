"""The well-known levels, and the number of mines for a size and a ratio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from interactive_provider.errors import BadParameter, did_you_mean, quote

from .grid import grid
from .rules import new_field


class Level(NamedTuple):
    """A board size and a number of mines."""

    rows: int
    columns: int
    mines: int


LEVELS: Mapping[str, Level] = {
    "beginner": Level(9, 9, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(16, 30, 99),
    "beginner_8x8": Level(8, 8, 10),
    "classic": Level(20, 20, 32),
}
"""`beginner_8x8` is the board of the first Windows versions; `classic` is large and sparse: 8 % are
mines."""


def level_of(level: str | Level | tuple[int, int, int]) -> Level:
    """Return the level with that name, or the (rows, columns, mines) given; raise `BadParameter`
    for anything else."""
    if isinstance(level, str):
        if level not in LEVELS:
            raise BadParameter(f"level={level!r} is not known.{did_you_mean(level, LEVELS)}")
        return LEVELS[level]
    try:
        difficulty = Level(*level)
    except TypeError:
        names = ", ".join(LEVELS)
        raise BadParameter(
            f"level={level!r} is neither one of {names} nor (rows, columns, mines)"
        ) from None
    new_field(*difficulty, start="unsafe")
    return difficulty


def mine_count(rows: int, columns: int, mines: int | None, mine_ratio: float | None) -> int:
    """Return the requested number of mines, given directly or as a share of the squares; by default
    10 on 81."""
    squares = grid(rows, columns).size
    if mine_ratio is None:
        return round(squares * 10 / 81) if mines is None else mines
    if mines is not None:
        raise BadParameter(
            f"mines={mines!r} and mine_ratio={mine_ratio!r}: give one of the two, not both"
        )
    if not isinstance(mine_ratio, int | float) or not 0 <= mine_ratio < 1:
        raise BadParameter(
            f"mine_ratio={quote(mine_ratio)}: the share of mines must be at least 0 and below 1"
        )
    return round(squares * mine_ratio)
