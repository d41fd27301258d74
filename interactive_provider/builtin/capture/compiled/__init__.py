"""The door to the compiled search: nothing here imports numpy or numba before it is needed."""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from typing import Any

from interactive_provider.support import extras

from ..bitboard import Planes
from ..rules import parse
from ..solving.task import OutOfLimitError, Task

LONGEST_SIDE = 8
"""A plane of the compiled code is one word of 64 bits."""
MOST_BOARDS = 1 << 26
"""This many boards take three gigabytes: 32 bytes each, 4 for the previous board and 8 for looking
it up."""
_FIRST_BOARDS = 1 << 18
_GROWTH = 4
"""When the store is full it grows by this factor: all its boards are entered again."""
_BATCH = 1_000_000
"""The boards generated between two readings of the clock: a fraction of a second."""
_WORTH_LOADING = 4_000
"""The number of boards in a layer at which loading the compiled code pays."""
_WORTH_CALLING = 200
"""The same if it is loaded already."""
_LOADING = 60.0
"""With fewer seconds than this, compiling, if necessary, would leave too little time."""


def installed() -> bool:
    """True if the `fast` extra is there. (Looks for it without importing it.)"""
    return extras.installed("numba", "numpy")


@cache
def usable() -> bool:
    """True if the compiled code can be loaded; loads it."""
    task = Task(parse("rr_ / bbr"))
    return installed() and extras.loads(lambda: search(task, {task.root: task.root}, 1, 0, 1))


def serves(task: Task, boards: int) -> bool:
    """True if compiled code supports a board of this size, pays with that many boards in a layer,
    and there is time to load it."""
    loaded = f"{__name__}.proof" in sys.modules
    if boards < (_WORTH_CALLING if loaded else _WORTH_LOADING):
        return False
    if max(task.where.rows, task.where.columns) > LONGEST_SIDE or not installed():
        return False
    left = task.seconds_left
    return (left is None or left > _LOADING or loaded) and usable()


def search(
    task: Task, known: dict[int, int], size: int, depth: int, length: int
) -> list[int] | None:
    """Continue the work of `proof.within`: `depth` moves deep, with the last `size` boards of
    `known` in the layer.

    Return the codes of a shortest line of at most `length` moves, or None if there is none.
    """
    found = _Search(task, known)
    begin = found.end - size
    for moves in range(depth, length):
        left = length - moves
        last = found.layer(begin, left if left > 2 else 1)
        if last is None and left == 2:
            last = found.layer(begin, left)
        if last is not None:
            return [*found.line(last), 0]
        task.report(moves + 1, found.end - found.layer_end)
        begin = found.layer_end
        if begin == found.end:
            break
    return None


class _Search:
    """The boards seen so far, in the order in which they were found."""

    def __init__(self, task: Task, known: dict[int, int]) -> None:
        import numpy as np

        from . import proof

        self.task, self.shape = task, shape_of(task)
        self.end = self.layer_end = len(known)
        room = _FIRST_BOARDS
        while room < 2 * len(known):
            room *= 2
        numbers = {code: number for number, code in enumerate(known)}
        self.boards = np.array([words_of(task.where, code) for code in known], np.uint64)
        self.parents = np.array([numbers[before] for before in known.values()], np.int32)
        self.memory = _memory(task.where.columns)
        self.tried = np.zeros((proof.TRIED, 4), np.uint64)
        self._make_room(room)

    def layer(self, begin: int, left: int) -> int | None:
        """Expand all boards from `begin` on; return the number of the first one that a move
        clears."""
        from . import proof

        self.layer_end = self.end
        while begin < self.layer_end:
            nodes = (
                _BATCH
                if self.task.nodes_left is None
                else int(min(_BATCH, self.task.nodes_left + 1))
            )
            outcome, begin, self.end, nodes = proof.expand(
                self.table, begin, self.layer_end, self.end, left, nodes, self.shape
            )
            self.task.spend(nodes)
            if outcome == proof.FOUND:
                return int(begin)
            if outcome == proof.FULL:
                self._make_room(_GROWTH * len(self.boards))
        return None

    def line(self, number: int) -> list[int]:
        """Return the codes from the first board to this one."""
        line = [number]
        while line[-1]:
            line.append(int(self.parents[line[-1]]))
        return [code_of(self.task.where, self.boards[number].tolist()) for number in reversed(line)]

    def _make_room(self, room: int) -> None:
        """Make room for a given number of boards; raises `OutOfLimitError` if that is too many."""
        import numpy as np

        from . import proof

        if room > MOST_BOARDS:
            raise OutOfLimitError
        boards, self.boards = self.boards, np.empty((room, 4), np.uint64)
        self.boards[: self.end] = boards[: self.end]
        parents, self.parents = self.parents, np.empty(room, np.int32)
        self.parents[: self.end] = parents[: self.end]
        self.table: Any = proof.Table(
            self.boards, self.parents, np.empty(2 * room, np.int32), self.memory, self.tried
        )
        proof.enter(self.table, self.end, self.shape)


@lru_cache(maxsize=1)
def _memory(columns: int) -> Any:
    """Return the memory of shifts for boards of this width, which the searches share."""
    import numpy as np

    from . import proof

    return np.zeros(proof.REMEMBERED, np.int64)


def shape_of(task: Task) -> Any:
    """Return what `proof.expand` needs to know about the board, besides its tiles."""
    import numpy as np

    from . import proof

    where = task.where
    cells = (
        np.uint64(_word(where, cells))
        for cells in (where.every_cell, where.right_ids, where.down_ids)
    )
    return proof.Shape(where.columns, where.kinds, task.symmetric, *cells)


def _word(where: Planes, cells: int) -> int:
    """Return cells as a word of eight bits a row."""
    row = (1 << where.columns) - 1
    return sum(
        (cells >> number * where.width & row) << number * LONGEST_SIDE
        for number in range(where.rows)
    )


def _cells(where: Planes, word: int) -> int:
    """Return the cells of a word: the inverse of `_word`."""
    row = (1 << LONGEST_SIDE) - 1
    return sum(
        (word >> number * LONGEST_SIDE & row) << number * where.width
        for number in range(where.rows)
    )


def words_of(where: Planes, code: int) -> list[int]:
    """Return a code as the three digits of the kinds, counted from 1, and the flaming skulls."""
    words = [0, 0, 0, _word(where, code >> where.flame_shift)]
    for kind in range(where.kinds):
        cells = _word(where, code >> kind * where.plane & where.plane_mask)
        for digit in range(3):
            if kind + 1 >> digit & 1:
                words[digit] |= cells
    return words


def code_of(where: Planes, words: list[int]) -> int:
    """Return the code of words: the inverse of `words_of`."""
    code = _cells(where, words[3]) << where.flame_shift
    for kind in range(where.kinds):
        cells = (1 << 64) - 1
        for digit in range(3):
            cells &= words[digit] if kind + 1 >> digit & 1 else ~words[digit]
        code |= _cells(where, cells) << kind * where.plane
    return code
