"""PuzzleScript: puzzles of tiles, written as rules that rewrite adjacent cells.

`compiled` reads a game; `machine` plays its levels; `way_to_win` solves them.
"""

from .colours import hexadecimal
from .compiling import LevelStart, PuzzleProgram, compiled
from .engine import START, WAIT, PuzzleMachine, machine
from .faults import PuzzleScriptError, TextFault
from .reading import SIZE, Message, is_puzzlescript
from .review import review
from .rules import WAYS
from .solver import Patience, way_to_win
from .steps import EndlessTurn, bits

__all__ = [
    "SIZE",
    "START",
    "WAIT",
    "WAYS",
    "EndlessTurn",
    "LevelStart",
    "Message",
    "Patience",
    "PuzzleMachine",
    "PuzzleProgram",
    "PuzzleScriptError",
    "TextFault",
    "bits",
    "compiled",
    "hexadecimal",
    "is_puzzlescript",
    "machine",
    "review",
    "way_to_win",
]
