"""Boards with only the planes they need: shorter integers make the searches faster."""

from __future__ import annotations

from ..bitboard import Layout, layout
from ..rules import KINDS, Board


def compact(board: Board) -> tuple[Layout, int]:
    """Return a layout with only the kinds on the board, in the order of `KINDS`, and the board's code in it."""
    full, code = board.layout, board.code
    planes = [code >> kind * full.plane & full.plane_mask for kind in range(full.kinds)]
    used = [cells for cells in planes if cells]
    small = layout(full.rows, full.columns, max(1, len(used)))
    packed = sum(cells << kind * small.plane for kind, cells in enumerate(used))
    return small, packed | code >> full.flame_shift << small.flame_shift


def expand(where: Layout, code: int, letters: str) -> Board:
    """Return the board of a compact code whose planes are those of `letters`."""
    full = layout(where.rows, where.columns, len(KINDS))
    whole = code >> where.flame_shift << full.flame_shift
    for kind, letter in enumerate(letters):
        whole |= (code >> kind * where.plane & where.plane_mask) << KINDS.index(letter) * full.plane
    return Board(where.rows, where.columns, whole)
