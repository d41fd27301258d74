"""The size of a board's cells: as large as the space allows, within limits that depend on the
board's size."""

from __future__ import annotations

from ..boards import Board, Cell, Pair
from ..support.wrapping import width
from . import surfaces
from .signs import LONGEST_SIGN, margin, sign

_MOST = (
    (3, 88),
    (5, 68),
    (9, 46),
    (12, 40),
    (16, 36),
    (20, 32),
)
"""The maximum cell sides in pixels, for boards of up to a given number of rows and columns."""
_MOST_OF_LARGE = 30

LONGEST_LABEL = 16
"""The maximum length of a row label that pictures show."""

_SHARES = {1: 0.56, 2: 0.5, 3: 0.42, 4: 0.34}


def most(board: Board) -> int:
    """Return the maximum side of a cell, in pixels."""
    size = max(board.shape)
    return next((side for up_to, side in _MOST if size <= up_to), _MOST_OF_LARGE)


def face(cell: Cell) -> str:
    """Return the sign that pictures write in the cell."""
    return sign(cell.face if cell.face in cell.text and cell.face else cell.text)


def written(board: Board) -> frozenset[str]:
    """Return the signs that pictures write on the board; a board has hundreds of cells but few
    signs."""
    looks = {(cell.text, cell.face) for row in board.rows for cell in row if not cell.piece}
    return frozenset(face(Cell(text, face=seen)) for text, seen in looks)


def longest_sign(board: Board) -> int:
    """Return the width of the longest sign that is written rather than drawn."""
    return max(map(width, written(board)), default=1)


def has_words(longest: int) -> bool:
    """True if a sign is too long for a square cell."""
    return longest > LONGEST_SIGN


def share(longest: int) -> float:
    """Return the size of signs as a share of the cell's side, given the width of the longest."""
    return _SHARES[max(1, min(longest, LONGEST_SIGN))]


def style(board: Board, longest: int) -> str:
    """Return the sizes as custom properties for `grid.css`; ``longest`` is the width of the longest
    sign."""
    beside = min(margin(board), LONGEST_LABEL) * 7 + 10 if surfaces.labels(board)[0] else 0
    wide = surfaces.breadth(board)
    high = surfaces.height(board)
    around = surfaces.room(board)
    sizes = f"--columns:{wide:g};--rows:{high:.4g};--beside:{beside}px;--around:{around}px"
    sizes += f";--most:{most(board)}px;--sign:{share(longest):g}"
    return sizes + surfaces.style(board)


def table_classes(board: Board, longest: int) -> str:
    """Return the classes of the table: its surface, and what is on it."""
    names = (
        "ip-grid",
        "ip-words" if has_words(longest) else "",
        surfaces.name(board),
        board.puts and f"ip-puts-{board.puts}",
        "ip-hinted" if _is_hinted(board) else "",
    )
    return " ".join(filter(None, names))


def _is_hinted(board: Board) -> bool:
    """True if a hint is shown on a board that hides its coordinates, which the hint may mention."""
    marks = {cell.mark for row in board.rows for cell in row}
    hides = "coordinates" in surfaces.facts(board.surface).features
    return hides and not marks.isdisjoint(("hint", "advised"))


def legend(board: Board) -> list[Pair]:
    """Return the board's pairs of sign and meaning for signs that pictures write; drawings need no
    explanation."""
    if not board.legend:
        return []
    signs = written(board)
    return [(sign(key), sign(meaning)) for key, meaning in board.legend if sign(key) in signs]
