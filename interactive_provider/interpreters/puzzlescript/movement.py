"""Movement: what wants to move and can; the layers of a level do not obstruct one another.

If all that wants to move in a layer wants to go the same way, it goes at once, until nothing moves
any more. Otherwise it goes cell by cell, as in the original, because two may want to go to one
cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from .steps import Size, TurnBoards, bits, shifted


def move(
    boards: TurnBoards, layers: Sequence[tuple[Sequence[int], range]], size: Size
) -> list[tuple[int, int]]:
    """Move what can move; return the cells and layers of what wants to and cannot."""
    stuck = []
    for layer, (objects, moves) in enumerate(layers):
        wanted = boards[moves.start : moves.stop]
        if any(wanted):
            boards[moves.start : moves.stop] = [0] * 5
            _move_layer(boards, objects, wanted, size)
            stuck += [(at, layer) for board in wanted[:4] for at in bits(board)]
    return sorted(stuck)


def _move_layer(boards: TurnBoards, objects: Sequence[int], wanted: TurnBoards, size: Size) -> None:
    occupied = 0
    for board in objects:
        occupied |= boards[board]
    has_moved = True
    while has_moved:
        has_moved = False
        for cells, way in _order(wanted):
            step, inside = size.ways[way]
            going = wanted[way] & cells & inside & ~shifted(occupied, -step)
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
    if len(ways) < 2:
        return [(wanted[way], way) for way in ways]
    return sorted((1 << at, way) for way in ways for at in bits(wanted[way]))
