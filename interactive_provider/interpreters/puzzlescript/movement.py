"""What wants to move and can: the layers of a level do not hinder one another.

If all that moves in a layer wants to go the same way, it goes at once, except what stands behind
something that stays. Else it goes one by one in the order of the cells, as in the original.
"""

from __future__ import annotations

from .applying import Work, bits


class Mover:
    """The movements on levels of one size."""

    def __init__(self, width: int, height: int, layers: list[tuple[int, ...]]) -> None:
        full = (1 << width * height) - 1
        column = (1 << height) - 1
        top = full // column
        self.steps = (-1, 1, -height, height)
        last = (width - 1) * height
        self.edges = (top, top << height - 1, column, column << last)
        """For each direction the cells from which nothing can go on."""
        self.layers = layers
        """The boards of the objects of each layer, and behind them those of its movements."""

    def move(self, boards: Work) -> list[tuple[int, int]]:
        """Move what can move; return the cells and layers of what wants to and cannot."""
        stuck = []
        for layer, members in enumerate(self.layers):
            first = members[-5]
            if not boards[-1] >> first & 31:
                continue
            wanted = boards[first : first + 4]
            boards[first : first + 5] = [0] * 5
            objects = members[:-5]
            occupied = 0
            for board in objects:
                occupied |= boards[board]
            ways = [way for way in range(4) if wanted[way]]
            if not ways:
                continue
            if len(ways) > 1 or wanted[ways[0]] & ~occupied:
                left = self._one_by_one(boards, objects, wanted, occupied)
            else:
                left = self._at_once(boards, objects, wanted[ways[0]], occupied, ways[0])
            stuck += [(at, layer) for at in bits(left)]
        return sorted(stuck)

    def _at_once(
        self, boards: Work, objects: tuple[int, ...], wanted: int, occupied: int, way: int
    ) -> int:
        step = self.steps[way]
        left = wanted & (self.edges[way] | _shifted(occupied & ~wanted, -step))
        more = left
        while more:
            more = wanted & _shifted(more, -step) & ~left
            left |= more
        going = wanted & ~left
        for board in objects:
            gone = boards[board] & going
            if gone:
                boards[board] = boards[board] ^ gone | _shifted(gone, step)
        return left

    def _one_by_one(
        self, boards: Work, objects: tuple[int, ...], wanted: list[int], occupied: int
    ) -> int:
        waiting = sorted((at, way) for way in range(4) for at in bits(wanted[way]))
        has_moved = True
        while has_moved:
            has_moved = False
            for each in waiting[:]:
                at, way = each
                cell, target = 1 << at, _shifted(1 << at, self.steps[way])
                if self.edges[way] & cell or occupied & target:
                    continue
                waiting.remove(each)
                has_moved = True
                if occupied & cell:
                    occupied ^= cell | target
                    for board in objects:
                        if boards[board] & cell:
                            boards[board] ^= cell | target
        return sum({1 << at for at, _ in waiting})


def _shifted(board: int, step: int) -> int:
    return board << step if step > 0 else board >> -step
