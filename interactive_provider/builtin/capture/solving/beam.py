"""Searches for a solution of a Capture board: move by move, visiting each board once and, with a
width, keeping only the boards that look nearest to cleared.

Reaching a board again later could only make a line longer.
"""

from __future__ import annotations

from collections.abc import Iterable

from .task import Task

ENDLESS = 1_000
"""More moves than any board has tiles."""
_STATES_BETWEEN_CHECKS = 64


def beam(
    task: Task, length: int = ENDLESS, width: int | None = None
) -> tuple[list[int] | None, bool]:
    """Search for a line of at most `length` moves, keeping `width` boards of each layer.

    Return the codes from the task's board to the empty one, or None, and whether everything was
    seen: then the line is a shortest one, and None proves that there is none.
    """
    complete = True
    known = {task.root: task.root}
    layer = [task.root]
    for left in range(length, 0, -1):
        last, guesses = expand(task, layer, left, known)
        if last is not None:
            return _line(known, task.root, last), complete
        layer = list(guesses)
        if width is not None and len(layer) > width:
            complete = False
            layer = sorted(layer, key=guesses.__getitem__)[:width]
        if not layer:
            break
    return None, complete


def expand(
    task: Task, layer: Iterable[int], left: int, known: dict[int, int]
) -> tuple[int | None, dict[int, int]]:
    """Add the boards after each move that are not yet in `known` to it, each with its predecessor.

    `left` is the number of moves left, including this one: the last one must clear the board.
    Return the first board that a move clears, and the guesses for the new boards.
    """
    where = task.where
    appraise = task.appraiser.appraise
    play = where.play
    exchanges = where.exchanges
    mirror = where.mirror if task.symmetric else None
    guesses: dict[int, int] = {}
    unchecked = nodes = 0
    for code in layer:
        unchecked += 1
        if unchecked == _STATES_BETWEEN_CHECKS:
            unchecked = nodes = task.spend(nodes)
        options = exchanges(code)
        nodes += options.bit_count()
        while options:
            lowest = options & -options
            options ^= lowest
            after = play(code, lowest.bit_length() - 1)
            if after in known:
                continue
            if not after:
                task.spend(nodes)
                return code, guesses
            if left == 1:
                continue
            bound, guess = appraise(after)
            if bound >= left or (mirror and mirror(after) in known):
                continue
            known[after] = code
            guesses[after] = guess
    task.spend(nodes)
    return None, guesses


def _line(known: dict[int, int], root: int, last: int) -> list[int]:
    """Return the codes from the first board through `last` to the empty one."""
    line = [0, last]
    while line[-1] != root:
        line.append(known[line[-1]])
    return line[::-1]
