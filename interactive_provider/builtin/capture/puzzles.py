"""The included puzzles: the post's board, and generated ones in five grades with their proved
statistics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board with its proved statistics; `random_win_rate` is exact, computed from all reachable
    boards."""

    name: str
    shortest: int
    random_win_rate: float
    live_boards: int
    board: str


def _read() -> dict[str, Puzzle]:
    """Read `puzzles.txt`: name, shortest, chance, boards and rows, separated by spaces."""
    text = (files(__package__) / "puzzles.txt").read_text(encoding="ascii")
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {
        name: Puzzle(name, int(shortest), float(chance), int(boards), rows)
        for name, shortest, chance, boards, rows in lines
    }


PUZZLES: Mapping[str, Puzzle] = MappingProxyType(_read())
"""All puzzles by name, the post's board first, then from easy to hard."""
