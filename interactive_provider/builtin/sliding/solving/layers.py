"""Large pattern databases in layers of two bits, a third smaller once deflated than their values alone.

What some tiles exceed their distances by is seldom more than what all of them but one do. So the least value over
all places of one tile, a *projection*, foretells the table well. Three of them are kept, each with one of the last
three tiles left out and nothing above 3; and then for each placement what it has above the largest of the three.

Placements are ranked in the order of ``itertools.permutations``, so those of the last few tiles form blocks of one
size: leaving a tile out is one and the same rearrangement of every block, done for all blocks at once by slices.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import perm

LEFT_OUT = (1, 2, 3)
"""Which tiles are left out of the projections, counted from the last one."""

_SHIFTED = {
    up: [bytes((byte >> down & 3) << up for byte in range(256)) for down in (0, 2, 4, 6)] for up in (0, 2, 4, 6)
}
_TOGETHER = bytes((byte >> 6) + max(byte >> 4 & 3, byte >> 2 & 3, byte & 3) for byte in range(256))
_LESSER = bytes(min(byte >> 4, byte & 15) for byte in range(256))
_GAP = bytes(max((byte >> 4) - (byte & 15), 0) for byte in range(256))
_AT_MOST_3 = bytes(min(byte, 3) for byte in range(256))


def packed_size(cells: int, tiles: int) -> int:
    """Return how many bytes `pack` makes."""
    return _quarter(perm(cells, tiles)) + len(LEFT_OUT) * _quarter(perm(cells, tiles - 1))


def pack(ranked: bytes, cells: int, tiles: int) -> bytes:
    """Return the layers of the ranked excesses of one pattern; raises ValueError if two bits are too few."""
    projections = [_projected(ranked, cells, tiles, last) for last in LEFT_OUT]
    expected = _joined(bytes(len(ranked)), projections, cells, tiles)
    rest = _pairs(ranked, expected).translate(_GAP)
    if max(rest) > 3 or _joined(rest, projections, cells, tiles) != ranked:
        raise ValueError(f"excesses up to {max(ranked)} are too uneven for layers of two bits")
    return b"".join(map(_four_to_a_byte, (rest, *projections)))


def unpack(packed: bytes, cells: int, tiles: int) -> bytes:
    """Return the ranked excesses whose layers these are."""
    whole, part = perm(cells, tiles), perm(cells, tiles - 1)
    start, layers = _quarter(whole), []
    for _ in LEFT_OUT:
        layers.append(_one_to_a_byte(packed[start : start + _quarter(part)], part))
        start += _quarter(part)
    return _joined(_one_to_a_byte(packed, whole), layers, cells, tiles)


def _quarter(count: int) -> int:
    return (count + 3) // 4


def _joined(rest: bytes, projections: list[bytes], cells: int, tiles: int) -> bytes:
    """Return for each placement its rest plus the largest of its projections."""
    layers = int.from_bytes(rest.translate(_SHIFTED[6][0]), "little")
    for number, last in enumerate(LEFT_OUT):
        values = projections[number].translate(_SHIFTED[2 * number][0])
        layers |= int.from_bytes(_spread(values, cells, tiles, last), "little")
    return layers.to_bytes(len(rest), "little").translate(_TOGETHER)


def _blocks(cells: int, tiles: int, last: int) -> tuple[int, int, Iterator[tuple[int, int]]]:
    """Tell how placements of the last tiles lose the first of them: block sizes with and without, places in both."""
    free = cells - tiles + last
    ranks = {placement: rank for rank, placement in enumerate(permutations(range(free), last - 1))}
    places = ((place, ranks[placement[1:]]) for place, placement in enumerate(permutations(range(free), last)))
    return perm(free, last), perm(free, last - 1), places


def _spread(values: bytes, cells: int, tiles: int, last: int) -> bytes:
    """Return a projection's value for every placement of all tiles."""
    size, without, places = _blocks(cells, tiles, last)
    spread = bytearray(perm(cells, tiles))
    for place, target in places:
        spread[place::size] = values[target::without]
    return bytes(spread)


def _projected(ranked: bytes, cells: int, tiles: int, last: int) -> bytes:
    """Return the least value over all places of the tile ``last`` from the end, at most 3."""
    size, without, places = _blocks(cells, tiles, last)
    least = bytearray(b"\x0f") * perm(cells, tiles - 1)
    for place, target in places:
        least[target::without] = _pairs(least[target::without], ranked[place::size]).translate(_LESSER)
    return bytes(least).translate(_AT_MOST_3)


def _pairs(high: bytes | bytearray, low: bytes) -> bytes:
    """Return bytes of which the one half is from ``high``, the other from ``low``."""
    return (int.from_bytes(high, "little") << 4 | int.from_bytes(low, "little")).to_bytes(len(low), "little")


def _four_to_a_byte(values: bytes) -> bytes:
    values += bytes(-len(values) % 4)
    quarters = (int.from_bytes(values[place::4], "little") << 2 * place for place in range(4))
    return sum(quarters).to_bytes(len(values) // 4, "little")


def _one_to_a_byte(packed: bytes, count: int) -> bytes:
    packed = packed[: _quarter(count)]
    values = bytearray(4 * len(packed))
    for place in range(4):
        values[place::4] = packed.translate(_SHIFTED[0][place])
    return bytes(values[:count])
