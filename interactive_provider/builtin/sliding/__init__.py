"""The sliding puzzle of any size: rules, shortest solutions, and good ones if shortest ones are out
of reach."""

from .rules import (
    BadMove,
    Position,
    apply,
    directions,
    goal,
    is_solvable,
    is_solved,
    moves,
    parse,
    play,
    scramble,
    slide,
    to_text,
    why_unsolvable,
)
from .solver import TileSolution, solve

__all__ = [
    "BadMove",
    "Position",
    "TileSolution",
    "apply",
    "directions",
    "goal",
    "is_solvable",
    "is_solved",
    "moves",
    "parse",
    "play",
    "scramble",
    "slide",
    "solve",
    "to_text",
    "why_unsolvable",
]
