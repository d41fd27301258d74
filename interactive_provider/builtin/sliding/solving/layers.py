"""Large pattern databases in layers of two bits, a third smaller once deflated than their values
alone.

What some tiles exceed their distances by is seldom more than what all of them but one do. So the
least value over all places of one tile, a *projection*, predicts the table well. Three of them are
kept, each with one of the last three tiles left out and nothing above 3; and then, for each
placement, its difference from the largest of the three.

Placements are ranked in the order of ``itertools.permutations``, so those of the last few tiles
form blocks of one size: leaving a tile out is one and the same rearrangement of every block, done
for all blocks at once by slices.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import perm

LEFT_OUT = (1, 2, 3)
"""Which tiles are left out of the projections, counted from the last one."""

_VALUE_AT = [bytes(byte >> 2 * place & 3 for byte in range(256)) for place in range(4)]
"""Tables for `bytes.translate`: of four values in a byte, the one at a place, from the lowest two
bits up."""

_MOVED_TO = [bytes((byte & 3) << 2 * place for byte in range(256)) for place in range(4)]
"""Tables that move the value in the lowest two bits of a byte to a place."""

_REST = 3
"""The place of the rest in a byte that holds all layers; below it are the projections."""

_TOGETHER = bytes((byte >> 6) + max(byte >> 4 & 3, byte >> 2 & 3, byte & 3) for byte in range(256))
"""Table of what a byte of all layers means: its rest plus the largest of its projections."""


def packed_size(cells: int, tiles: int) -> int:
    """Return how many bytes the layers of a pattern take."""
    return quarter(perm(cells, tiles)) + len(LEFT_OUT) * quarter(perm(cells, tiles - 1))


def unpack(packed: bytes, cells: int, tiles: int) -> bytes:
    """Return the ranked excesses from their layers."""
    whole, part = perm(cells, tiles), perm(cells, tiles - 1)
    start, layers = quarter(whole), []
    for _ in LEFT_OUT:
        layers.append(_one_to_a_byte(packed[start : start + quarter(part)], part))
        start += quarter(part)
    return joined(_one_to_a_byte(packed, whole), layers, cells, tiles)


def quarter(count: int) -> int:
    """Return how many bytes hold this many numbers of two bits."""
    return (count + 3) // 4


def joined(rest: bytes, projections: list[bytes], cells: int, tiles: int) -> bytes:
    """Return for each placement its rest plus the largest of its projections.

    A byte for each placement holds all four of them, two bits each. The bytes of all placements are
    filled at once, as those of one very large number.
    """
    layers = int.from_bytes(rest.translate(_MOVED_TO[_REST]), "little")
    for place, last in enumerate(LEFT_OUT):
        values = projections[place].translate(_MOVED_TO[place])
        layers |= int.from_bytes(_spread(values, cells, tiles, last), "little")
    return layers.to_bytes(len(rest), "little").translate(_TOGETHER)


def blocks(cells: int, tiles: int, last: int) -> tuple[int, int, Iterator[tuple[int, int]]]:
    """Return how placements of the last tiles lose the first of them: block sizes with and without,
    places in both."""
    free = cells - tiles + last
    ranks = {placement: rank for rank, placement in enumerate(permutations(range(free), last - 1))}
    places = (
        (place, ranks[placement[1:]])
        for place, placement in enumerate(permutations(range(free), last))
    )
    return perm(free, last), perm(free, last - 1), places


def _spread(values: bytes, cells: int, tiles: int, last: int) -> bytes:
    """Return a projection's value for every placement of all tiles."""
    size, without, places = blocks(cells, tiles, last)
    spread = bytearray(perm(cells, tiles))
    for place, target in places:
        spread[place::size] = values[target::without]
    return bytes(spread)


def _one_to_a_byte(packed: bytes, count: int) -> bytes:
    """Return values of two bits, four of which are packed in a byte, one in each byte."""
    packed = packed[: quarter(count)]
    values = bytearray(4 * len(packed))
    for place in range(4):
        values[place::4] = packed.translate(_VALUE_AT[place])
    return bytes(values[:count])
