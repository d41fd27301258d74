"""The arithmetic of Capture: a whole board in one integer, and every rule as a few shifts of it.

Each kind of tile has a *plane*: one bit for each cell, rows from the top, with a blank column to
the right of every row and a blank row below, so that a shift never carries a tile to a place where
it could match. The planes lie one above the other in a single integer (`code`), and a shift and an
*and* look for runs of all kinds at once. The last plane marks which skulls are flaming; it takes no
part in matching. The method is the "bitboard" of chess programs.
"""

from __future__ import annotations

from functools import lru_cache

KINDS = "ybgrpcs"
"""The kinds of tile: yellow, blue, green, red, purple, coin, skull; each has a plane."""
Cells = int
"""A set of cells: bit `row * width + column`, one plane."""
Exchanges = int
"""A set of exchanges: a plane of the horizontal ones (the bit of the left cell), then one of the
vertical ones (the bit of the upper cell)."""

_REMEMBERED_FALLS = 50_000


def bits(cells: int) -> list[int]:
    """Return the indices of the bits that are set, lowest first."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


class Planes:
    """The layout of a code's bits for boards of `rows` × `columns` cells."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.width = columns + 1
        self.plane = self.width * (rows + 1)
        self.plane_mask = (1 << self.plane) - 1
        self.flame_shift = self.plane * len(KINDS)
        self.tile_mask = (1 << self.flame_shift) - 1
        self.replicate = sum(1 << self.plane * kind for kind in range(len(KINDS) + 1))
        self.every_cell = self._cells_where(rows, columns)
        self.right_ids = self._cells_where(rows, columns - 1)
        self.down_ids = self._cells_where(rows - 1, columns)
        # These shifts move seven planes onto the first one: first four of them, then two, then one.
        self.folds = 4 * self.plane, 2 * self.plane, self.plane
        self.falls = lru_cache(_REMEMBERED_FALLS)(self._fall_plan)
        self.column_bits = [
            self._cells_where(rows, 1) * self.replicate << column for column in range(columns)
        ]
        self.rows_down_to = [
            self._cells_where(row + 1, columns) * self.replicate for row in range(rows)
        ]
        self.swaps = {exchange: self._swap(exchange) for exchange in self._exchange_ids()}
        self.moves = {1 << exchange: self._names(exchange) for exchange in self.swaps}
        self.exchange_of = {
            move: bit.bit_length() - 1 for bit, moves in self.moves.items() for move in moves
        }

    def _cells_where(self, rows: int, columns: int) -> Cells:
        """Return the cells of the top left corner with this size."""
        return sum(
            1 << row * self.width + column for row in range(rows) for column in range(columns)
        )

    def _exchange_ids(self) -> list[int]:
        """Return the index of every exchange of two neighbouring cells."""
        rights = [cell for cell in range(self.plane) if self.right_ids >> cell & 1]
        return rights + [
            self.plane + cell for cell in range(self.plane) if self.down_ids >> cell & 1
        ]

    def _swap(self, exchange: int) -> tuple[int, int, int, Cells, Cells]:
        """Return the values that `swap` needs: both cells in every plane, their distance, and both
        cells in one plane."""
        distance = 1 if exchange < self.plane else self.width
        cell = exchange % self.plane
        first = 1 << cell
        second = 1 << cell + distance
        return first * self.replicate, second * self.replicate, distance, first, second

    def _names(self, exchange: int) -> tuple[tuple[int, int, str], tuple[int, int, str]]:
        """Return the two moves that make an exchange: from its first cell and from its second."""
        row, column = divmod(exchange % self.plane, self.width)
        if exchange < self.plane:
            return (row, column, "right"), (row, column + 1, "left")
        return (row, column, "down"), (row + 1, column, "up")

    def places(self, cells: Cells) -> tuple[tuple[int, int], ...]:
        """Return the cells as (row, column), in reading order."""
        return tuple(divmod(cell, self.width) for cell in bits(cells))

    def _fall_plan(self, holes: Cells) -> tuple[tuple[int, int], ...]:
        """Return the steps (falling bits, by how many bits) that close `holes`; the steps of one
        column are in order from top to bottom."""
        steps: dict[tuple[int, int], int] = {}
        for column in range(self.columns):
            depth = 0
            order = 0
            for row in range(self.rows + 1):
                if holes >> row * self.width + column & 1:
                    depth += 1
                elif depth:
                    above = sum(1 << higher * self.width + column for higher in range(row - depth))
                    steps[order, depth] = steps.get((order, depth), 0) | above
                    depth = 0
                    order += 1
        return tuple(
            (cells * self.replicate, depth * self.width)
            for (_, depth), cells in sorted(steps.items())
            if cells
        )

    def mirror(self, code: int) -> int:
        """Return the code with left and right exchanged."""
        mirrored = 0
        for column, mask in enumerate(self.column_bits):
            shift = self.columns - 1 - 2 * column
            mirrored |= (code & mask) << shift if shift >= 0 else (code & mask) >> -shift
        return mirrored

    def fold(self, code: int) -> int:
        """Return the union of all tile planes."""
        for shift in self.folds:
            code |= code >> shift
        return code & self.plane_mask

    def occupied(self, code: int) -> Cells:
        """Return the cells that hold a tile."""
        return self.fold(code & self.tile_mask)

    def floating(self, code: int) -> Cells:
        """Return the cells whose tile has a blank below it."""
        tiles = self.occupied(code)
        return tiles & (self.every_cell & ~tiles) >> self.width

    def count(self, code: int) -> int:
        """Return the number of tiles."""
        return (code & self.tile_mask).bit_count()

    def exchanges(self, code: int) -> Exchanges:
        """Return every legal exchange of a settled board.

        An exchange is legal when one of its two tiles, put in the other's place, has a pair of its
        kind in line with it. The pair must not need the cell that the tile has left, so each of the
        four directions checks four of the six places where a pair can be.
        """
        width = self.width
        tiles = code & self.tile_mask
        left = tiles << 1
        right = tiles >> 1
        over = tiles << width
        under = tiles >> width
        row_pair = tiles & right
        column_pair = tiles & under
        pair_left = row_pair << 2
        pair_right = row_pair >> 1
        pair_over = column_pair << 2 * width
        pair_under = column_pair >> width
        in_column = pair_over | pair_under | over & under
        in_row = pair_left | pair_right | left & right
        rights = tiles & (in_column | pair_right) >> 1 | right & (in_column | pair_left)
        downs = tiles & (in_row | pair_under) >> width | under & (in_row | pair_over)
        for shift in self.folds:
            rights |= rights >> shift
            downs |= downs >> shift
        return rights & self.right_ids | (downs & self.down_ids) << self.plane

    def matched(self, code: int) -> int:
        """Return the bits, kind by kind, that are in a straight run of three or more."""
        tiles = code & self.tile_mask
        width = self.width
        across = tiles & tiles >> 1
        across &= across >> 1
        down = tiles & tiles >> width
        down &= down >> width
        if not (across or down):
            return 0
        across |= across << 1 | across << 2
        return across | down | down << width | down << 2 * width

    def blast(self, code: int, cells: Cells) -> tuple[Cells, Cells]:
        """Return the cells cleared when `cells` are marked, and the flaming skulls that explode, in
        chains."""
        flames = code >> self.flame_shift
        exploded = 0
        lit = flames & cells
        while lit:
            exploded |= lit
            rows = lit | lit << 1 | lit >> 1
            cells |= (rows | rows << self.width | rows >> self.width) & self.every_cell
            lit = flames & cells & ~exploded
        return cells, exploded

    def fall(self, code: int, holes: Cells) -> int:
        """Return the code after everything above the holes has fallen."""
        for bits, distance in self.falls(holes):
            falling = code & bits
            if falling:
                code ^= falling ^ falling << distance
        return code

    def swap(self, code: int, exchange: int) -> tuple[int, Cells]:
        """Return the code with two cells exchanged, and the cell that a move into a blank leaves
        empty."""
        first, second, distance, first_cell, second_cell = self.swaps[exchange]
        one = code & first
        other = code & second
        blank = first_cell if one else second_cell
        hole = 0 if one and other else blank
        return code ^ one ^ other ^ one << distance ^ other >> distance, hole

    def settle(self, code: int, holes: Cells) -> int:
        """Return the code after all waves; `holes` are cells already empty under which tiles may
        stand."""
        while marked := self.matched(code):
            if code >> self.flame_shift:
                cells = self.blast(code, self.fold(marked))[0]
                code &= ~(cells * self.replicate)
            else:
                # the planes are disjoint, so their sum is their union
                cells = marked % self.plane_mask
                code ^= marked
            code = self.fall(code, cells | holes)
            holes = 0
        return code

    def play(self, code: int, exchange: int) -> int:
        """Return the settled code after a legal exchange on a settled board."""
        return self.settle(*self.swap(code, exchange))


@lru_cache(maxsize=64)
def planes(rows: int, columns: int) -> Planes:
    """Return the only `Planes` of this size."""
    return Planes(rows, columns)
