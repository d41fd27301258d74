"""Where tiles go when all slide in one direction and two equal ones that meet become one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...boards import Place, Way

_EMPTY = "0"


def slid(rows: Sequence[Sequence[str]], way: str) -> tuple[Way, ...]:
    """Return the tiles that move or are met: where each was, and where it is.

    >>> slid(["2204"], "left")
    (((0, 0), (0, 0)), ((0, 1), (0, 0)), ((0, 3), (0, 1)))
    """
    ways = [pair for line in _lines(len(rows), len(rows[0]), way) for pair in _along(rows, line)]
    ends = Counter(end for _, end in ways)
    return tuple((start, end) for start, end in ways if start != end or ends[end] > 1)


def _lines(height: int, width: int, way: str) -> list[list[Place]]:
    """Return the places of each line, starting at the edge that tiles slide to."""
    lines = [[(r, c) for c in range(width)] for r in range(height)]
    if way in ("up", "down"):
        lines = list(map(list, zip(*lines, strict=True)))
    if way in ("right", "down"):
        return [line[::-1] for line in lines]
    return lines


def _along(rows: Sequence[Sequence[str]], line: Sequence[Place]) -> Iterator[Way]:
    """Return where each tile of a line goes; a tile that has met another does not meet a third."""
    free = 0
    waiting = ""
    for row, column in line:
        sign = rows[row][column]
        if sign == _EMPTY:
            continue
        if sign == waiting:
            waiting = ""
            yield (row, column), line[free - 1]
        else:
            waiting = sign
            yield (row, column), line[free]
            free += 1
