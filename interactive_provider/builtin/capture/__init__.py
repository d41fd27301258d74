"""Capture: a mode of the match-3 game Puzzle Quest, with its exact rules, a solver, hints and a
generator.

After Ross McKinlay ("Pezi"), Solving Puzzle Quest with F# Part 1, Pink Squirrel Labs, 17 April
2014, <http://www.pinksquirrellabs.com/post/2014/04/17/Solving-Puzzle-Quest-with-F-Part-1.aspx>:
"the post" hereafter.
"""

from interactive_provider.game import Solution, Verdict

from .advice import check, evaluate, hint
from .generate import GRADES, generate
from .puzzles import PUZZLES
from .rules import CaptureBoard, Move, Trace, Wave, apply, moves, parse, render, trace
from .solver import solve

__all__ = [
    "GRADES",
    "PUZZLES",
    "CaptureBoard",
    "Move",
    "Solution",
    "Trace",
    "Verdict",
    "Wave",
    "apply",
    "check",
    "evaluate",
    "generate",
    "hint",
    "moves",
    "parse",
    "render",
    "solve",
    "trace",
]
