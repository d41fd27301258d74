"""Proves which line of moves that clears a Capture board is the shortest."""

from __future__ import annotations

from .beam import beam
from .task import Task

_SLOW_GROWTH = 2.5
"""If a proof takes less than this multiple of the previous one, the next covers all remaining
lengths."""
_FEW_BOARDS = 1_000
"""A proof with at most this many boards does not predict how much the next will take."""


def shortened(task: Task, line: list[int]) -> list[int]:
    """Return the codes of a shortest line, which is `line` if no other is shorter.

    It asks whether there is a line of at most `length` moves, for increasing lengths, since the
    bound prunes more if fewer moves are left. Raises `OutOfLimitError` when the task's limits are
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
        # If the last length took little more than the one before, so will all the others: the next
        # length is the longest that is shorter than the line.
        if _FEW_BOARDS < effort < _SLOW_GROWTH * before:
            length = max(length, len(line) - 2)
    return line
