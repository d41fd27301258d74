"""Proves which line of moves that clears a Capture board is shortest."""

from __future__ import annotations

from .beam import beam
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
        shorter, _ = beam(task, length)
        if shorter is not None:
            return shorter
        before = effort
        effort = task.nodes - start
        length += 1
        # Where the last length cost little more than the one before, so will all the others: the
        # longest that is shorter than the line is asked for next.
        if _FEW_BOARDS < effort < _SLOW_GROWTH * before:
            length = max(length, len(line) - 2)
    return line
