"""Boards with only the planes they need: shorter integers make the searches faster."""

from __future__ import annotations

from ..bitboard import Planes, planes
from ..rules import KINDS, CaptureBoard


def compact(board: CaptureBoard) -> tuple[Planes, int]:
    """Return planes for only the kinds on the board, in the order of `KINDS`, and the board's code
    in them."""
    full, code = board.planes, board.code
    all_cells = [code >> kind * full.plane & full.plane_mask for kind in range(full.kinds)]
    used = [cells for cells in all_cells if cells]
    small = planes(full.rows, full.columns, max(1, len(used)))
    packed = sum(cells << kind * small.plane for kind, cells in enumerate(used))
    return small, packed | code >> full.flame_shift << small.flame_shift


def expand(where: Planes, code: int, letters: str) -> CaptureBoard:
    """Return the board of a compact code whose planes are those of `letters`."""
    full = planes(where.rows, where.columns, len(KINDS))
    whole = code >> where.flame_shift << full.flame_shift
    for kind, letter in enumerate(letters):
        whole |= (code >> kind * where.plane & where.plane_mask) << KINDS.index(letter) * full.plane
    return CaptureBoard(where.rows, where.columns, whole)
