"""Proves which line of moves that clears a Capture board is shortest.

Layer by layer, all boards that can be reached and that the bound leaves alive are examined, each
once: meeting a board again later can only make a line longer. If the layers grow large, the
compiled twin continues from there, if it is
installed: it examines the same boards in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from interactive_provider.game import Status

from .beam import beam, expand
from .task import Task

_WORTH_COMPILING = 4_000
"""The number of boards in a layer at which loading the compiled code pays."""
_SLOW_GROWTH = 2.5
"""If a proof takes less than this multiple of the last one, the next asks for all that is still
open."""
_BOARDS_A_MOVE = 20
"""About how many boards a beam generates for each board that it keeps in a layer."""
_MOST_FOR_A_BEAM = 30_000


class Twin(Protocol):
    """Compiled code that examines the same boards in the same order."""

    def serves(self, task: Task) -> bool:
        """True if it can continue this task."""

    def search(
        self, task: Task, known: dict[int, int], size: int, depth: int, length: int
    ) -> list[int] | None:
        """Go on where `within` is: `depth` moves deep, with the last `size` boards of `known`
        in the layer."""


def shortened(task: Task, line: list[int], twin: Twin) -> Iterator[tuple[list[int], Status]]:
    """Yield ever shorter lines of codes with their status; the last one is proved shortest.

    Whether there is a line of at most `length` moves is asked for a growing length, for the fewer
    moves are left the more the bound prunes. In between, a beam tries to find one of the shortest
    length that is still possible. Raises `OutOfLimitError` when the task's limits are reached
    first.
    """
    length = max(task.appraiser.appraise(task.root)[0], (len(line) - 1) // 2)
    effort = before = 0
    while length < len(line) - 1:
        start = task.nodes
        shorter = within(task, length, twin)
        if shorter is not None:
            line = shorter
            break
        before, effort = effort, task.nodes - start
        shorter = _by_beam(task, effort, len(line) - 2)
        if shorter is not None:
            line = shorter
            yield line, "unknown"
        longest = len(line) - 2
        length = max(length + 1, longest) if effort < _SLOW_GROWTH * before else length + 1
    yield line, "shortest"


def _by_beam(task: Task, effort: int, length: int) -> list[int] | None:
    """Look for a line of at most `length` moves by a beam that takes a fraction of the effort."""
    boards = min(effort // 2, _MOST_FOR_A_BEAM + effort // 20)
    return beam(task, [task.root], max(1, boards // (_BOARDS_A_MOVE * length)), length)[0]


def within(task: Task, length: int, twin: Twin) -> list[int] | None:
    """Return the codes of a shortest line of at most `length` moves, or None, which proves that
    there is none."""
    known = {task.root: task.root}
    layer = [task.root]
    for depth in range(length):
        if len(layer) >= _WORTH_COMPILING and twin.serves(task):
            return twin.search(task, known, len(layer), depth, length)
        last, guesses = expand(task, layer, length - depth, known)
        if last is not None:
            return [*_line(known, task.root, last), 0]
        task.report(depth + 1, len(guesses))
        layer = list(guesses)
    return None


def _line(known: dict[int, int], root: int, last: int) -> list[int]:
    """Return the codes from the first board to this one."""
    line = [last]
    while line[-1] != root:
        line.append(known[line[-1]])
    return line[::-1]
