"""PuzzleScript: puzzles of tiles, written as rules that rewrite what is beside each other.

`compiled` reads a game; `machine` plays its levels.
"""

from .review import review, shortest
from .rules import WAYS
from .steps import EndlessTurn, bits
from .colours import hexadecimal
from .compiling import LevelStart, PuzzleProgram, compiled
from .engine import PuzzleMachine, TurnResult, machine
from .faults import TextFault, PuzzleScriptError
from .reading import Message, is_puzzlescript

__all__ = [
    "WAYS",
    "EndlessTurn",
    "TextFault",
    "LevelStart",
    "PuzzleMachine",
    "Message",
    "PuzzleProgram",
    "PuzzleScriptError",
    "TurnResult",
    "bits",
    "compiled",
    "hexadecimal",
    "is_puzzlescript",
    "machine",
    "review",
    "shortest",
]
