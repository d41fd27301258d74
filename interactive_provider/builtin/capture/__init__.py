"""Capture: the match-3 puzzle of 2014, with its exact rules, a solver, hints and a generator."""

from interactive_provider.game import Solution, Verdict

from .advice import check, evaluate, hint
from .generate import GRADES, generate
from .puzzles import PUZZLES
from .rules import Board, Move, Trace, Wave, apply, moves, parse, render, trace
from .solver import solve

__all__ = [
    "GRADES",
    "PUZZLES",
    "Board",
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
