"""Proves which line of moves that clears a Capture board is shortest.

Layer by layer all boards are looked at that can be reached and that the bound leaves alive; each once, for a board met
again later can only make a line longer. If the layers grow large the compiled twin goes on from where this one is,
if it is installed: it looks at the same boards in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from interactive_provider.game import Status

from .beam import beam
from .task import Task

_STATES_BETWEEN_CHECKS = 64
_WORTH_COMPILING = 4_000
"""Boards in a layer from which loading the compiled code pays."""
_SLOW_GROWTH = 2.5
"""If a proof takes less than this multiple of the last one, the next asks for all that is still open."""
_BOARDS_A_MOVE = 20
"""What a beam generates, about, for each board it keeps in a layer."""
_MOST_FOR_A_BEAM = 30_000


class Twin(Protocol):
    """Compiled code that looks at the same boards in the same order."""

    def serves(self, task: Task) -> bool:
        """Whether it can go on with this task."""

    def search(self, task: Task, known: dict[int, int], size: int, depth: int, length: int) -> list[int] | None:
        """Go on where `within` stands: `depth` moves deep, with the last `size` boards of `known` in the layer."""


def shortened(task: Task, line: list[int], twin: Twin) -> Iterator[tuple[list[int], Status]]:
    """Yield ever shorter lines of codes with their status; the last one is proved shortest.

    Whether there is a line of at most `length` moves is asked for a growing length, for the fewer moves are left the
    more the bound prunes. In between a beam tries to find one that is as short as is still possible.
    Raises `OutOfLimitError` when the task's limits are reached first.
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
    """Return the codes of a shortest line of at most `length` moves, or None, which proves that there is none."""
    known = {task.root: task.root}
    layer = [task.root]
    for depth in range(length):
        if len(layer) >= _WORTH_COMPILING and twin.serves(task):
            return twin.search(task, known, len(layer), depth, length)
        left, reached = length - depth, list[int]()
        last = _expand(task, layer, left, known, reached)
        if last is not None:
            return [*_line(known, task.root, last), 0]
        task.report(depth + 1, len(reached))
        layer = reached
    return None


def _expand(task: Task, layer: Iterable[int], left: int, known: dict[int, int], reached: list[int]) -> int | None:
    """Put the new boards after each move into `known`, with the board before, and `reached`.

    `left` is the number of moves left, this one included: the last one clears a board or leads nowhere. Return the
    first board that a move clears.
    """
    where, appraise = task.where, task.appraiser.appraise
    play, exchanges, narrowed = where.play, where.exchanges, task.appraiser.narrowed
    mirror = where.mirror if task.symmetric else None
    unchecked = nodes = 0
    for code in layer:
        unchecked += 1
        if unchecked == _STATES_BETWEEN_CHECKS:
            unchecked = nodes = task.spend(nodes)
        options = exchanges(code)
        nodes += options.bit_count()
        options = narrowed(code, options, left)
        while options:
            lowest = options & -options
            options ^= lowest
            after = play(code, lowest.bit_length() - 1)
            if after in known:
                continue
            if not after:
                task.spend(nodes)
                return code
            if left == 1 or appraise(after)[0] >= left or (mirror and mirror(after) in known):
                continue
            known[after] = code
            reached.append(after)
    task.spend(nodes)
    return None


def _line(known: dict[int, int], root: int, last: int) -> list[int]:
    """Return the codes from the first board to this one."""
    line = [last]
    while line[-1] != root:
        line.append(known[line[-1]])
    return line[::-1]
