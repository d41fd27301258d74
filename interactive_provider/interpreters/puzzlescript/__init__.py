"""PuzzleScript: puzzles of tiles, written as rules that rewrite what is beside each other.

`compiled` reads a game; `machine` plays its levels.
"""

from .rules import WAYS
from .steps import EndlessTurn
from .compiling import Level, Program, compiled
from .engine import Machine, Turn, machine
from .faults import Fault, PuzzleScriptError
from .reading import Message, is_puzzlescript

__all__ = [
    "WAYS",
    "EndlessTurn",
    "Fault",
    "Level",
    "Machine",
    "Message",
    "Program",
    "PuzzleScriptError",
    "Turn",
    "compiled",
    "is_puzzlescript",
    "machine",
]
