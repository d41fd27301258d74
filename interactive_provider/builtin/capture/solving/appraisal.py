"""The distance of a Capture board from being cleared: a proved lower bound, and an estimate that
guides the search.

The bound considers each kind separately, and only its columns. A tile can leave its column only by
a sideways exchange, which shifts it by one. Everything that vanishes in a run is in a column of
three or in three adjacent columns; so the numbers of a kind's tiles in each column must be
divisible into such groups, and otherwise tiles must be shifted first. An exchange shifts at most
two tiles, and one of these is matched immediately.

With a flaming skull that can still explode, none of this holds, for an explosion clears anything.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from ..bitboard import Cells, Planes

DEAD = 1_000_000
"""The bound of a board that cannot be cleared."""

_MOST_REMEMBERED = 300_000
FEWEST_OF_A_KIND = 3
ENOUGH = 4
"""The number of tiles in a column above which more make no difference: at most two horizontal runs
enter from either side and leave on it."""
FAR = ((6, 20), (9, 4), (1000, 2))
"""(tiles, shifts): shifts are counted up to this maximum, and only for fewer tiles; with many
tiles, counting is slow and finds little."""

Columns = tuple[int, ...]
"""The number of tiles of one kind in each column."""
_Kind: TypeAlias = tuple[int, int, int, int]
"""For one kind: the shifts needed, those not made by a matching tile, the maximum number of
matches, and the guess."""


@lru_cache(maxsize=1 << 18)
def divisible(columns: Columns) -> bool:
    """Return whether the numbers of tiles allow them to vanish in runs without leaving their
    columns.

    From left to right: in a column of one or two tiles every tile needs a horizontal run, in one of
    three or more at most as many runs pass as there are tiles, since the others can vanish in a
    vertical run; no run crosses an empty column. `fresh`, `second` and `old` are the horizontal
    runs that have reached one, two and at least three cells; the first two must continue.
    """
    states = {(0, 0, 0)}
    for tiles in (*columns, 0):
        most = min(tiles, ENOUGH)
        after: set[tuple[int, int, int]] = set()
        for fresh, second, old in states:
            for kept in range(old + 1):
                going_on = fresh + second + kept
                fewest = max(0, tiles - going_on) if tiles < FEWEST_OF_A_KIND else 0
                after.update(
                    (begun, fresh, second + kept) for begun in range(fewest, most - going_on + 1)
                )
        states = after
    return bool(states)


@lru_cache(maxsize=1 << 18)
def displacement(columns: Columns) -> int:
    """Return the minimum number of shifts by one column that make the tiles divisible, or the limit
    if that is less."""
    tiles = sum(columns)
    limit = next(shifts for fewer, shifts in FAR if tiles < fewer)
    reached = frontier = {columns}
    for shifts in range(limit):
        if shifts:
            frontier = {after for before in frontier for after in _shifted(before)} - reached
            reached |= frontier
        if not frontier:
            return DEAD
        if any(map(divisible, frontier)):
            return shifts
    return limit


def _shifted(columns: Columns) -> list[Columns]:
    """Return every way to shift one tile by one column."""
    found = []
    for left in range(len(columns) - 1):
        for giver, taker in ((left, left + 1), (left + 1, left)):
            if columns[giver]:
                after = list(columns)
                after[giver] -= 1
                after[taker] += 1
                found.append(tuple(after))
    return found


class Appraiser:
    """Appraises the codes of boards of one size, remembering what it found for each plane."""

    def __init__(self, where: Planes) -> None:
        self.where = where
        self._seen: dict[Cells, _Kind] = {}
        self._columns = [bits & where.every_cell for bits in where.column_bits]

    def appraise(self, code: int) -> tuple[int, int]:
        """Return (minimum number of moves that can clear the board or `DEAD`, estimate of its
        distance: less is better)."""
        where = self.where
        seen = self._seen
        mask = where.plane_mask
        plane = where.plane
        flames = code >> where.flame_shift
        tiles = code & where.tile_mask if flames else code
        shifts = unmatched = matches = guess = cells = 0
        while tiles:
            cells = tiles & mask
            tiles >>= plane
            if cells:
                kind = seen.get(cells) or self._appraise_kind(cells)
                if kind[0]:
                    if kind[0] >= DEAD and not flames:
                        return DEAD, 0
                    shifts += kind[0]
                    unmatched += kind[1]
                matches += kind[2]
                guess += kind[3]
        if flames:
            # The skulls are the last plane: if there are fewer than three, nothing explodes, and
            # they cannot be cleared.
            return (1 if cells.bit_count() >= FEWEST_OF_A_KIND else DEAD), guess
        if not shifts:
            return 1, guess
        # each needs a move that matches another kind, and the last move leaves none
        if unmatched >= matches:
            return DEAD, 0
        return max(shifts + 1 >> 1, unmatched + 1), guess

    def _appraise_kind(self, cells: Cells) -> _Kind:
        """Return the appraisal of one kind, and keep it."""
        if len(self._seen) > _MOST_REMEMBERED:
            self._seen.clear()
        columns = tuple([(cells & column).bit_count() for column in self._columns])
        count = sum(columns)
        if count < FEWEST_OF_A_KIND:
            found = DEAD, DEAD, 0, 60 + 10 * count
        else:
            matches = count // FEWEST_OF_A_KIND
            shifts = displacement(columns)
            found = (
                shifts,
                max(0, shifts - matches),
                matches,
                self._guess(cells, columns, min(shifts, 6)),
            )
        self._seen[cells] = found
        return found

    def _guess(self, cells: Cells, columns: Columns, shifts: int) -> int:
        """Estimate how far one kind is from cleared: tiles, shifts and span increase it, near pairs
        reduce it."""
        width = self.where.width
        used = [column for column, tiles in enumerate(columns) if tiles]
        near = sum(
            [(cells & cells >> step).bit_count() for step in (1, width - 1, width, width + 1)]
        )
        return 20 + 10 * sum(columns) + 90 * shifts + 10 * (used[-1] - used[0]) - 6 * near
