"""What wants to move and can: the layers of a level do not hinder one another.

If all that wants to move in a layer wants to go the same way, it goes at once, until nothing moves
any more. Else it goes cell by cell, as in the original, because two may want to go to one cell.
"""

from __future__ import annotations

from .rules import WAYS
from .steps import Size, TurnBoards, bits, shifted


class Mover:
    """The movements on levels of one size."""

    def __init__(self, size: Size, layers: list[tuple[int, ...]]) -> None:
        self.steps = list(size.steps.values())
        self.edges = [size.full & ~size[way, 2] for way in WAYS[:4]]
        self.layers = layers
        """The boards of the objects of each layer, and behind them those of its movements."""

    def move(self, boards: TurnBoards) -> list[tuple[int, int]]:
        """Move what can move; return the cells and layers of what wants to and cannot."""
        stuck = []
        for layer, members in enumerate(self.layers):
            first = members[-5]
            wanted = boards[first : first + 4]
            if any(wanted) or boards[first + 4]:
                boards[first : first + 5] = [0] * 5
                self._move_layer(boards, members[:-5], wanted)
                stuck += [(at, layer) for board in wanted for at in bits(board)]
        return sorted(stuck)

    def _move_layer(self, boards: TurnBoards, objects: tuple[int, ...], wanted: TurnBoards) -> None:
        occupied = 0
        for board in objects:
            occupied |= boards[board]
        has_moved = True
        while has_moved:
            has_moved = False
            for cells, way in _order(wanted):
                step = self.steps[way]
                full = self.edges[way] | shifted(occupied, -step)
                going = wanted[way] & cells & ~full
                if going:
                    has_moved = True
                    wanted[way] ^= going
                    occupied = occupied & ~going | shifted(going & occupied, step)
                    for board in objects:
                        gone = boards[board] & going
                        boards[board] = boards[board] ^ gone | shifted(gone, step)


def _order(wanted: TurnBoards) -> list[tuple[int, int]]:
    """Return the cells and ways of what moves at once, in the order in which it is tried."""
    ways = [way for way in range(4) if wanted[way]]
    if len(ways) == 1:
        return [(wanted[ways[0]], ways[0])]
    return sorted((1 << at, way) for way in ways for at in bits(wanted[way]))
