"""Searches for any way to clear a Capture board: layer by layer, keeping the boards that look
nearest to cleared."""

from __future__ import annotations

from collections.abc import Iterable

from .task import Task

_ENDLESS = 1_000
"""More moves than any board has tiles."""
_MOBILITY = 7
_STATES_BETWEEN_CHECKS = 64


def beam(task: Task, width: int) -> tuple[list[int] | None, bool]:
    """Search for a way to clear the task's board, keeping `width` boards of a layer.

    Return the codes from there to the empty board, or None, and whether everything was seen: if the
    width sufficed, a line is a shortest one, and None proves that there is none.
    """
    complete = True
    layer = [task.root]
    history: list[dict[int, int]] = []
    while layer:
        found: dict[int, int] = {}
        last, guesses = expand(task, layer, _ENDLESS, found)
        if last is not None:
            return _line(history, last), complete
        task.report(len(history) + 1, len(found))
        if len(found) > width:
            complete = False
            found = {code: found[code] for code in _best(task, guesses, width)}
        history.append(found)
        layer = list(found)
    return None, complete


def expand(
    task: Task, layer: Iterable[int], left: int, known: dict[int, int]
) -> tuple[int | None, dict[int, int]]:
    """Put the boards after each move that are not in `known` into it, each with the board before.

    `left` is the number of moves left, this one included: the last one clears a board or leads
    nowhere. Return the first board that a move clears, and the guesses for the new boards.
    """
    where, appraise = task.where, task.appraiser.appraise
    play, exchanges = where.play, where.exchanges
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


def _best(task: Task, guesses: dict[int, int], width: int) -> list[int]:
    """Return the `width` most promising codes; among twice as many, those with more moves."""
    exchanges = task.where.exchanges
    near = sorted(guesses, key=guesses.__getitem__)[: 2 * width]
    worth = {code: guesses[code] - _MOBILITY * exchanges(code).bit_count() for code in near}
    return sorted(near, key=worth.__getitem__)[:width]


def _line(history: list[dict[int, int]], last: int) -> list[int]:
    """Return the codes from the first board over `last` to the empty one."""
    line = [0, last]
    for found in reversed(history):
        line.append(found[line[-1]])
    return line[::-1]
