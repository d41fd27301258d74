"""Make the sliding puzzle's data files again, byte for byte:
``python -m benchmarks.sliding_tables``.

Those are its pattern databases and the strings of moves that need never be tried. Pure Python takes
about seven minutes, with numba installed one; both give the same bytes. ``--check`` writes nothing
and says whether the shipped files are the ones that would be written, a size such as ``4x4`` makes
only that one.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import permutations
from math import perm
from pathlib import Path
from typing import Any

from interactive_provider.builtin.sliding.solving import duplicates, tables
from interactive_provider.builtin.sliding.solving.complete import neighbour_cells

WORTH_COMPILING = 200_000
"""Placements from which on compiling the search is quicker than running it plainly."""

_UNSEEN = 255
DATA = Path(tables.__file__).parent / "data"

Cell = tuple[int, int]
Box = tuple[int, int, int, int]


# Pattern databases
# --------------------------------------------------------------------------------------------------


def search(neighbours: Any, home: Any, values: Any, seen: Any, queue: Any, later: Any) -> None:
    """Fill ``values`` with the fewest moves of the pattern's tiles for each placement, by breadth
    first.

    Moves without a tile of the pattern cost nothing, so a *level* holds all (placement, blank)
    pairs of one cost; ``seen`` has for each placement a bit for each cell where the blank has been.
    ``neighbours`` is four to a cell, -1 if there is none. Written so that numba can compile it.
    """
    cells, tiles = len(neighbours) // 4, len(home)
    powers = [cells ** (tiles - 1 - tile) for tile in range(tiles)]
    at = [-1 for _ in range(cells)]
    stack = [0 for _ in range(cells)]
    start = 0
    for tile in range(tiles):
        start += home[tile] * powers[tile]
    queue[0] = start * cells + cells - 1
    waiting = 1
    level = 0
    while waiting:
        found = 0
        for number in range(waiting):
            blank = queue[number] % cells
            placement = queue[number] // cells
            if seen[placement] >> blank & 1:
                continue
            if values[placement] == _UNSEEN:
                values[placement] = level
            for tile in range(tiles):
                at[placement // powers[tile] % cells] = tile
            reached = 1 << blank
            stack[0] = blank
            top = 1
            while top:
                top -= 1
                cell = stack[top]
                for side in range(4):
                    beside = neighbours[4 * cell + side]
                    if beside < 0 or reached >> beside & 1:
                        continue
                    if at[beside] < 0:
                        reached |= 1 << beside
                        stack[top] = beside
                        top += 1
                    else:
                        moved = placement + (cell - beside) * powers[at[beside]]
                        if not seen[moved] >> beside & 1:
                            later[found] = moved * cells + beside
                            found += 1
            seen[placement] |= reached
            for tile in range(tiles):
                at[placement // powers[tile] % cells] = -1
        queue, later = later, queue
        waiting = found
        level += 1


def _arrays(compiled: bool) -> tuple[Callable[..., None], Callable[[str, Iterable[int]], Any]]:
    """Return the search and a maker of arrays: numba's and numpy's if they are there, else plain
    ones."""
    plain = search, lambda code, numbers: array(code, numbers)
    if not compiled:
        return plain
    try:
        import numba
        import numpy as np
    except ImportError:
        return plain
    return numba.njit(search), lambda code, numbers: np.array(array(code, numbers))


def build(rows: int, columns: int, pattern: Sequence[int]) -> bytes:
    """Return the ranked excesses of a pattern, one byte for each placement."""
    cells = rows * columns
    run, make = _arrays(compiled=perm(cells, len(pattern)) > WORTH_COMPILING)
    beside = [
        cell for near in neighbour_cells(rows, columns) for cell in (*near, *[-1] * (4 - len(near)))
    ]
    values = make("B", bytes([_UNSEEN]) * cells ** len(pattern))
    room = 3 * perm(cells, len(pattern)) + 1
    run(
        make("q", beside),
        make("q", [tile - 1 for tile in pattern]),
        values,
        make("I", bytes(4 * len(values))),
        make("q", bytes(8 * room)),
        make("q", bytes(8 * room)),
    )
    return _excesses(columns, pattern, cells, bytes(values))


def _excesses(columns: int, pattern: Sequence[int], cells: int, values: bytes) -> bytes:
    """Rank the values and take half of what they exceed the Manhattan distance by."""
    lines = [
        [
            abs(cell // columns - (tile - 1) // columns)
            + abs(cell % columns - (tile - 1) % columns)
            for cell in range(cells)
        ]
        for tile in pattern
    ]
    ranked = bytearray()
    for placement in permutations(range(cells), len(pattern)):
        index = manhattan = 0
        for cell, line in zip(placement, lines, strict=True):
            index = index * cells + cell
            manhattan += line[cell]
        ranked.append(values[index] - manhattan >> 1)
    return bytes(ranked)


def make(rows: int, columns: int) -> bytes:
    """Return the content of a table file of a shape."""
    patterns = tables.SHIPPED[rows, columns]
    return encode([build(rows, columns, pattern) for pattern in patterns])


def encode(ranked: list[bytes]) -> bytes:
    """Return the bytes of a file for the ranked excesses (0 … 15) of several patterns."""
    payload = b"".join(map(_pairs, ranked))
    return tables.MAGIC + hashlib.sha256(payload).digest() + zlib.compress(payload, 9)


def _pairs(excesses: bytes) -> bytes:
    """Return two excesses in each byte, the former in its higher half."""
    padded = excesses + bytes(len(excesses) % 2)
    high, low = (int.from_bytes(padded[place::2], "little") for place in range(2))
    return (high << 4 | low).to_bytes(len(padded) // 2, "little")


# Strings of moves
# --------------------------------------------------------------------------------------------------


def duplicate_words(length: int) -> list[str]:
    """Return all forbidden words up to this length, shortest first; no word holds another."""
    words: list[str] = []
    forbidden: set[str] = set()
    start: tuple[str, Cell, dict[Cell, Cell], Box] = ("", (0, 0), {}, (0, 0, 0, 0))
    boxes: dict[object, list[Box]] = {((0, 0), frozenset()): [start[3]]}
    level = [start]
    while level and len(level[0][0]) < length:
        later = []
        for string, blank, moved, box in level:
            for letter, (down, right) in duplicates.STEPS.items():
                word = string + letter
                if any(word[first:] in forbidden for first in range(len(word))):
                    continue
                cell = blank[0] + down, blank[1] + right
                tiles = _moved(moved, blank, cell)
                around = (
                    min(box[0], cell[0]),
                    max(box[1], cell[0]),
                    min(box[2], cell[1]),
                    max(box[3], cell[1]),
                )
                known = boxes.setdefault((cell, frozenset(tiles.items())), [])
                if any(_within(earlier, around) for earlier in known):
                    forbidden.add(word)
                    words.append(word)
                else:
                    known.append(around)
                    later.append((word, cell, tiles, around))
        level = later
    return words


def _moved(tiles: dict[Cell, Cell], blank: Cell, cell: Cell) -> dict[Cell, Cell]:
    """Where tiles stand (by cell, each named by its first cell) after the one in ``cell`` went to
    ``blank``."""
    after = dict(tiles)
    tile = after.pop(cell, cell)
    after.pop(blank, None)
    if tile != blank:
        after[blank] = tile
    return after


def _within(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0]
        and inner[1] <= outer[1]
        and inner[2] >= outer[2]
        and inner[3] <= outer[3]
    )


def make_words() -> bytes:
    """Return the content of the file of forbidden move strings, a word to a line."""
    return "".join(word + "\n" for word in duplicate_words(duplicates.WORD_LENGTH)).encode("ascii")


# Files --------------------------------------------------------------------------------------------


def files() -> dict[str, Callable[[], bytes]]:
    """Return each data file's name with the function that makes its content."""
    return {
        duplicates.WORDS_FILE: make_words,
        **{tables.file_name(*shape): partial(make, *shape) for shape in tables.SHIPPED},
    }


def main(arguments: Sequence[str]) -> int:
    """Write or check the files; return 0 if all is well, else 1."""
    check = "--check" in arguments
    names = [word for word in arguments if not word.startswith("-")]
    wrong = 0
    for name, maker in files().items():
        if names and not any(name.startswith(word) for word in names):
            continue
        content = maker()
        same = (DATA / name).is_file() and (DATA / name).read_bytes() == content
        if not check and not same:
            (DATA / name).write_bytes(content)
        wrong += check and not same
        state = "as shipped" if same else ("DIFFERENT" if check else "written")
        sys.stdout.write(f"{name}: {len(content):,} bytes, {state}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
