"""Solves Capture: any solution fast, a shortest one with proof, or the proof that there is none.

Boards only lose tiles, so every line of moves ends. A beam search looks for any solution: move by
move, it keeps the boards that look nearest to cleared, in ever wider beams; a beam that never had
to drop a board has seen them all, so if it found nothing, there is no solution. A shortest solution
is proved by the same search without a width limit, which drops only boards that its lower bound
proves to be too late. Mirrored boards count once if the first board is its own mirror image.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from interactive_provider.errors import BadParameter, quote
from interactive_provider.game import Solution, Status
from interactive_provider.game.validation import time_limit, whole

from .rules import CaptureBoard, Move, apply
from .solving.appraisal import DEAD
from .solving.beam import beam
from .solving.proof import shortened
from .solving.task import OutOfLimitError, Task

_FIRST_WIDTH = 10
_WIDER = 2.5


def solve(
    board: CaptureBoard,
    shortest: bool = False,
    limit_seconds: float | None = None,
    limit_nodes: int | None = None,
) -> Solution:
    """Return a solution of `board`, a shortest one if requested, or the proof that there is none.

    The solution's `values` are moves, and its `nodes` count the generated boards. The search stops
    at `limit_seconds`, at `limit_nodes` or when interrupted from the keyboard, and then returns the
    best result so far with the status "unknown". Every solution is replayed before it is returned.
    Raises `BadParameter` for a board that is not settled and for a limit below 0.
    """
    _check(board, limit_seconds, limit_nodes)
    task = Task(board, limit_seconds, limit_nodes)
    best: list[int] | None = [0] if not task.root else None
    status: Status = "shortest" if best else "unknown"
    try:
        for found in _improve(task, shortest) if best is None else ():
            best, status = found
    except (OutOfLimitError, KeyboardInterrupt):
        status = "unknown"
    played = None if best is None else _replayed(board, task, best)
    return Solution(played, status, task.nodes, task.seconds)


def _improve(task: Task, shortest: bool) -> Iterable[tuple[list[int] | None, Status]]:
    """Yield successively better results: (codes of a line or None, status)."""
    line, complete = _any_line(task)
    if line is None:
        yield None, "unsolvable"
    elif not shortest:
        yield line, "solved"
    elif complete:
        yield line, "shortest"
    else:
        yield line, "unknown"
        yield shortened(task, line), "shortest"


def _any_line(task: Task) -> tuple[list[int] | None, bool]:
    """Widen the beam until it finds a line or has seen everything; return the line and whether
    everything was seen."""
    if task.appraiser.appraise(task.root)[0] == DEAD:
        return None, True
    width = _FIRST_WIDTH
    while True:
        line, complete = beam(task, width=width)
        if line is not None or complete:
            return line, complete
        width = int(width * _WIDER)


def _replayed(board: CaptureBoard, task: Task, line: list[int]) -> tuple[Move, ...]:
    """Return the moves from code to code, played on the board itself to be sure that they clear
    it."""
    where = task.where
    played = []
    for before, after in pairwise(line):
        exchange = next(
            e
            for e in where.swaps
            if where.exchanges(before) >> e & 1 and where.play(before, e) == after
        )
        tiles = where.occupied(before)
        move = next(
            move
            for move in where.moves[1 << exchange]
            if tiles >> move[0] * where.width + move[1] & 1
        )
        board = apply(board, move)
        played.append(move)
    if board.tiles:
        raise AssertionError(f"the line {played} leaves tiles: the solver and the rules disagree")
    return tuple(played)


def _check(board: CaptureBoard, limit_seconds: float | None, limit_nodes: int | None) -> None:
    if not isinstance(board, CaptureBoard):
        raise BadParameter(
            f"Only a board can be solved, such as parse('rr_ / bbr'), not {quote(board)}."
        )
    if not board.settled:
        raise BadParameter(
            "Only a board at rest can be solved; on this one, tiles float or a run is already"
            " there."
        )
    time_limit("limit_seconds", limit_seconds)
    if limit_nodes is not None:
        whole("limit_nodes", limit_nodes, low=1)
