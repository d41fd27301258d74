"""Minesweeper: the rules, an exact solver that sees only what the player sees, and the game."""

from .errors import BadView
from .generate import generate, solvable_without_guess
from .layouts import Layout, read_code, read_rows, three_bv, write_code
from .levels import LEVELS, Level
from .rules import Field, chord, new_field, toggle_flag, uncover
from .series import Result, play_games
from .solver import best_move, mine_probabilities, optimal_value
from .view import View, read_view

__all__ = [
    "LEVELS",
    "BadView",
    "Field",
    "Layout",
    "Level",
    "Result",
    "View",
    "best_move",
    "chord",
    "generate",
    "mine_probabilities",
    "new_field",
    "optimal_value",
    "play_games",
    "read_code",
    "read_rows",
    "read_view",
    "solvable_without_guess",
    "three_bv",
    "toggle_flag",
    "uncover",
    "write_code",
]
