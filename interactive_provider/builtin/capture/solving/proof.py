"""Proves which line of moves that clears a Capture board is shortest.

Layer by layer, all boards that can be reached and that the bound leaves alive are examined, each
once: meeting a board again later can only make a line longer. The boards before the last move are
many, so they make no layer: each is tried as soon as it is found.
"""

from __future__ import annotations

from ..bitboard import bits
from .beam import expand
from .task import Task

_SLOW_GROWTH = 2.5
"""If a proof takes less than this multiple of the last one, the next asks for all that is still
open."""
_FEW_BOARDS = 1_000
"""A proof with no more boards says nothing of how much the next will take."""


def shortened(task: Task, line: list[int]) -> list[int]:
    """Return the codes of a shortest line, which is `line` if no other is shorter.

    Whether there is a line of at most `length` moves is asked for a growing length, for the fewer
    moves are left the more the bound prunes. Raises `OutOfLimitError` when the task's limits are
    reached first.
    """
    length, _ = task.appraiser.appraise(task.root)
    effort = before = 0
    while length < len(line) - 1:
        start = task.nodes
        shorter = within(task, length)
        if shorter is not None:
            return shorter
        before, effort = effort, task.nodes - start
        length += 1
        # Where the last length cost little more than the one before, so will all the others: the
        # longest that is shorter than the line is asked for next.
        if _FEW_BOARDS < effort < _SLOW_GROWTH * before:
            length = max(length, len(line) - 2)
    return line


def within(task: Task, length: int) -> list[int] | None:
    """Return the codes of a shortest line of at most `length` moves, or None, which proves that
    there is none."""
    known = {task.root: task.root}
    layer = [task.root]
    for left in range(length, 0, -1):
        last, guesses = expand(task, layer, left if left > 2 else 1, known)
        if last is None and left == 2:
            last = _next_to_last(task, layer, known)
        if last is not None:
            return [*_line(known, task.root, last), 0]
        task.report(length - left + 1, len(guesses))
        layer = list(guesses)
    return None


def _next_to_last(task: Task, layer: list[int], known: dict[int, int]) -> int | None:
    """Return the first board after a move from one of `layer` that a second move clears.

    Each new board is tried at once, so that the search can end before the layer does. What the last
    moves lead to is not counted.
    """
    where = task.where
    for code in layer:
        _, guesses = expand(task, [code], 2, known)
        for after in guesses:
            if not all(where.play(after, exchange) for exchange in bits(where.exchanges(after))):
                return after
    return None


def _line(known: dict[int, int], root: int, last: int) -> list[int]:
    """Return the codes from the first board to this one."""
    line = [last]
    while line[-1] != root:
        line.append(known[line[-1]])
    return line[::-1]
