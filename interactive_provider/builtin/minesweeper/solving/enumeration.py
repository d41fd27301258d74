"""All layouts of a position, one after another."""

from __future__ import annotations

from typing import Any

from ..constants import COVERED, MINED
from .frontiers import MINE, Integers, Knowledge


def undecided_squares(position: Knowledge) -> tuple[Integers, int]:
    """(the covered squares that are undecided, those beside a number first; the mines among
    them)."""
    cells = position.cells
    kinds = position.kinds
    near = position.near
    result = [0] * len(cells)
    length = 0
    left = position.mines
    for outside in range(2):
        for square in range(len(cells)):
            if cells[square] != COVERED or kinds[square] != 0:
                left -= outside == 0 and cells[square] == COVERED and kinds[square] == MINE
                continue
            beside = False
            for i in range(8 * square, 8 * square + 8):
                other = near[i]
                if other < 0:
                    break
                beside = beside or cells[other] != COVERED
            if beside == (outside == 0):
                result[length] = square
                length += 1
    return result[:length], left


def list_layouts(position: Knowledge, layouts: int, effort: int) -> tuple[Integers, Any, int]:
    """(squares, table, how many layouts were listed): all of them, unless the `effort` does not
    suffice.

    `layouts` is how many there are. `table[i][u]` is what undecided square `u` shows in layout `i`,
    `MINED` for a mine. Decided squares are left out, so no safe square may still be covered. A
    depth-first walk.
    """
    cells = position.cells
    near = position.near
    need = position.need.copy()
    chosen, left = undecided_squares(position)
    length = len(chosen)
    room = [0] * len(cells)
    clues = [-1] * (8 * len(chosen))
    for u in range(length):
        last = 8 * u
        for i in range(8 * chosen[u], 8 * chosen[u] + 8):
            other = near[i]
            if other < 0:
                break
            if cells[other] < COVERED:
                room[other] += 1
                clues[last] = other
                last += 1
    rows = [[0] * length for _ in range(layouts)]
    choice = [-1] * (length + 1)
    listed, at = 0, 0
    while at >= 0:
        if at == length:
            if left == 0:
                for u in range(length):
                    rows[listed][u] = MINED * choice[u]
                listed += 1
            at -= 1
            continue
        if choice[at] >= 0:
            for i in range(8 * at, 8 * at + 8):
                clue = clues[i]
                if clue < 0:
                    break
                need[clue] += choice[at]
                room[clue] += 1
            left += choice[at]
        choice[at] += 1
        effort -= 1
        if choice[at] == 2:
            choice[at] = -1
            at -= 1
            continue
        if effort < 0:
            break
        left -= choice[at]
        fits = 0 <= left <= length - at - 1
        for i in range(8 * at, 8 * at + 8):
            clue = clues[i]
            if clue < 0:
                break
            need[clue] -= choice[at]
            room[clue] -= 1
            if not 0 <= need[clue] <= room[clue]:
                fits = False
        if fits:
            at += 1
            choice[at] = -1
    read_numbers(position, chosen, rows)
    return chosen, rows, listed


def read_numbers(position: Knowledge, chosen: Integers, rows: Any) -> None:
    """Write the numbers that free squares show into rows that so far have only mines."""
    cells = position.cells
    kinds = position.kinds
    near = position.near
    index, beside = [-1] * len(cells), [0] * 8
    for u in range(len(chosen)):
        index[chosen[u]] = u
    for u in range(len(chosen)):
        base, length = 0, 0
        for i in range(8 * chosen[u], 8 * chosen[u] + 8):
            other = near[i]
            if other < 0:
                break
            base += cells[other] == COVERED and kinds[other] == MINE
            if index[other] >= 0:
                beside[length] = index[other]
                length += 1
        for i in range(len(rows)):
            if rows[i][u] != MINED:
                number = base
                for j in range(length):
                    number += rows[i][beside[j]] == MINED
                rows[i][u] = number
