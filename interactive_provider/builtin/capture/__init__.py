"""Capture: the match-3 puzzle of 2014, with its exact rules, a solver, hints and a generator."""


from .hints import Verdict, check, evaluate, hint
from .rules import Board, Move, Trace, Wave, apply, moves, parse, render, trace
from .solver import Solution, solve

__all__ = [
    "Board",
    "Move",
    "Solution",
    "Trace",
    "Verdict",
    "Wave",
    "apply",
    "check",
    "evaluate",
    "hint",
    "moves",
    "parse",
    "render",
    "solve",
    "trace",
]
