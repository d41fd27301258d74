"""Minesweeper: the rules, an exact solver that sees only what the player sees, and the game."""

from .errors import BadView
from .rules import Field, chord, new_field, toggle_flag, uncover
from .view import View, read_view

__all__ = [
    "BadView",
    "Field",
    "View",
    "chord",
    "new_field",
    "read_view",
    "toggle_flag",
    "uncover",
]
