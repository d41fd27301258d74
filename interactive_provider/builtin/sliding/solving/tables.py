"""Pattern databases: the cost of a few tiles, whatever the others do.

A *pattern* is a set of k tiles. For every placement of them on the n cells, its table holds the
minimum number of moves *of these tiles* that bring them home, with the blank starting anywhere. The
values of patterns without a common tile add up to a lower bound for the whole (Korf and Felner,
Artificial Intelligence 134, 2002). The stored value is the *excess*, (value - Manhattan distance) /
2: small numbers that compress ten times better.

The partition of the 4×4 tiles (Korf and Felner's 6-6-3) was chosen by the number of nodes it needs.

In memory a table is a byte string indexed by ``sum(cell[i] * n ** (k - 1 - i))``, so that a move of
one tile changes the index by a constant; impossible placements hold 0. In a file the placements are
ranked (omitting the impossible ones, in the order of ``itertools.permutations``), and two excesses
share a byte.

File: the line ``SLIDING1``, the SHA-256 of the payload, then the payload deflated. (Only zlib: lzma
would halve the size but is missing from some Pythons, including those in browsers.)
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from math import perm

from interactive_provider.errors import BadSave

Pattern = tuple[int, ...]

MAGIC = b"SLIDING1\n"
_HOLE = 255

SHIPPED: dict[tuple[int, int], tuple[Pattern, ...]] = {
    (2, 5): ((1, 2, 3, 6, 7, 8), (4, 5, 9)),
    (2, 6): ((1, 2, 3, 7, 8, 9), (4, 5, 6, 10, 11)),
    (2, 7): (
        *((1, 2, 3, 8, 9), (4, 5, 10, 11, 12), (6, 7, 13)),
        *((1, 2, 8, 9, 10), (3, 4, 5, 11, 12), (6, 7, 13)),
    ),
    (2, 8): (
        *((1, 2, 3, 9, 10), (4, 5, 11, 12, 13), (6, 7, 8, 14, 15)),
        *((1, 2, 9, 10, 11), (3, 4, 5, 12, 13), (6, 7, 8, 14, 15)),
    ),
    (3, 4): ((1, 2, 5, 6, 9, 10), (3, 4, 7, 8, 11)),
    (3, 5): ((1, 2, 6, 7, 11), (3, 4, 8, 9, 13), (5, 10, 12, 14)),
    (4, 4): ((8, 3, 2, 6, 7, 4), (14, 12, 15, 11, 13, 10), (1, 5, 9)),
    (5, 5): (
        (1, 2, 3, 6, 7),
        (4, 5, 9, 10, 15),
        (8, 12, 13, 14, 18),
        (11, 16, 17, 21, 22),
        (19, 20, 23, 24),
    ),
}
"""The patterns in each shape's file; if all tiles occur twice, the second half is a second bound.

Shapes higher than wide follow by transposition. The order of a pattern's tiles matters only for its
file's size."""


class DamagedTable(BadSave):
    """A table file that is missing, cut short or altered."""


def has_tables(rows: int, columns: int) -> bool:
    """True for the shapes in `SHIPPED` and their transposes."""
    return (min(rows, columns), max(rows, columns)) in SHIPPED


def file_name(rows: int, columns: int) -> str:
    """Return the name of the file with the tables of a shape."""
    return f"{rows}x{columns}.pdb"


def _unpack(packed: bytes) -> bytes:
    pairs = bytearray(2 * len(packed))
    pairs[::2] = packed.translate(bytes(value >> 4 for value in range(256)))
    pairs[1::2] = packed.translate(bytes(value & 15 for value in range(256)))
    return bytes(pairs)


def decode(content: bytes, name: str = "table") -> bytes:
    """Return the payload of a file's content; raises DamagedTable unless the checksum agrees."""
    start = len(MAGIC) + 32
    try:
        payload = zlib.decompress(content[start:])
    except zlib.error as fault:
        raise DamagedTable(
            f"The table file {name} is damaged ({fault}); install the package again."
        ) from None
    if (
        not content.startswith(MAGIC)
        or hashlib.sha256(payload).digest() != content[len(MAGIC) : start]
    ):
        raise DamagedTable(
            f"The table file {name} is damaged (wrong checksum); install the package again."
        )
    return payload


def ranked_tables(payload: bytes, cells: int, patterns: tuple[Pattern, ...]) -> Iterator[bytes]:
    """Yield the ranked excesses of each pattern in a payload."""
    start = 0
    for pattern in patterns:
        count = perm(cells, len(pattern))
        size = (count + 1) // 2
        yield _unpack(payload[start : start + size])[:count]
        start += size


@cache
def load(rows: int, columns: int) -> tuple[bytes, ...]:
    """Return the tables of a shape in `SHIPPED`, one for each pattern, ready for indexing.

    Raises DamagedTable if the file is missing or altered.
    """
    name = file_name(rows, columns)
    try:
        content = resources.files(__package__).joinpath("data", name).read_bytes()
    except OSError:
        raise DamagedTable(
            f"The table file {name} is missing; install the package again."
        ) from None
    cells = rows * columns
    patterns = SHIPPED[rows, columns]
    ranked = ranked_tables(decode(content, name), cells, patterns)
    return tuple(
        spread(excess, cells, len(pattern))
        for excess, pattern in zip(ranked, patterns, strict=True)
    )


def spread(ranked: bytes, cells: int, tiles: int) -> bytes:
    """Return a ranked table indexed by ``sum(cell[i] * cells ** (tiles - 1 - i))``, 0 if tiles
    collide.

    The last two tiles are handled at once: one ``translate`` moves a block's values to their
    places.
    """
    together = min(tiles, 2 if cells <= 16 else 1)
    size = perm(cells - tiles + together, together)
    padding = bytes(256 - size)
    holes = [bytes(cells ** (together + level)) for level in range(tiles - together)]
    blocks: list[bytes] = []
    position = 0

    def fill(used: int, level: int) -> None:
        """Add the blocks of all ways to place ``level`` more tiles and then the last ones.

        The bits of ``used`` are the occupied cells; ``position`` is where the values of the next
        block begin.
        """
        nonlocal position
        if not level:
            values = ranked[position : position + size] + padding
            blocks.append(_template(cells, used, together).translate(values))
            position += size
            return
        for cell in range(cells):
            if used >> cell & 1:
                blocks.append(holes[level - 1])
            else:
                fill(used | 1 << cell, level - 1)

    fill(0, tiles - together)
    return b"".join(blocks)


@cache
def _template(cells: int, used: int, tiles: int) -> bytes:
    """Return, for each placement of the last tiles, the rank of its value in the block, or
    `_HOLE`."""
    free = [cell for cell in range(cells) if not used >> cell & 1]
    ranks = bytearray([_HOLE]) * cells**tiles
    rank = 0
    for first in free:
        for second in free if tiles == 2 else [None]:
            if first != second:
                ranks[first if second is None else first * cells + second] = rank
                rank += 1
    return bytes(ranks)
