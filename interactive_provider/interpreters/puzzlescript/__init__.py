"""PuzzleScript: puzzles of tiles, written as rules that rewrite what is beside each other.

`compiled` reads a game; `machine` plays its levels.
"""

from .colours import hexadecimal
from .compiling import LevelStart, PuzzleProgram, compiled
from .engine import PuzzleMachine, TurnResult, machine
from .faults import PuzzleScriptError, TextFault
from .reading import Message, is_puzzlescript
from .review import review
from .rules import WAYS
from .steps import EndlessTurn, bits

__all__ = [
    "WAYS",
    "EndlessTurn",
    "LevelStart",
    "Message",
    "PuzzleMachine",
    "PuzzleProgram",
    "PuzzleScriptError",
    "TextFault",
    "TurnResult",
    "bits",
    "compiled",
    "hexadecimal",
    "is_puzzlescript",
    "machine",
    "review",
]
