"""A board as monospaced text, plain or in a terminal's colours."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from ..boards import Board, Cell
from . import themes
from .signs import MARK_SIGNS, column_widths, legend, margin, padded, right_to_left, shown, sign, width

_RESET = "\x1b[0m"
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_UNCOLOURED = frozenset({"plain", "muted"})  # they look best in the terminal's own colours


def render(board: Board, colour: bool = False) -> str:
    """The board as lines of text.

    Every cell stands under its column's label and after its mark (``>`` last move, ``?`` hint,
    ``!`` wrong). With ``colour`` the same signs have a terminal's 256-colour sequences in between.
    """
    lines = [sign(board.caption), _counters(board), *_grid(board, colour), _legend(board)]
    return "\n".join(line for line in lines if line)


def _counters(board: Board) -> str:
    return "   ".join(f"{sign(name)}: {sign(value)}" for name, value in board.counters)


def _legend(board: Board) -> str:
    return "   ".join(f"{key} {meaning}" for key, meaning in legend(board))


def _grid(board: Board, colour: bool) -> Iterable[str]:
    """The lines of cells, with the labels of columns above and those of rows at the left."""
    widths = column_widths(board, _text)
    before = margin(board)
    # The gap before a cell holds its mark, so the first column needs one only where it has either.
    first_gap = bool(before) or any(row[0].mark for row in board.rows)
    if board.column_labels:
        heads = (
            padded(sign(label), columns, right=True) for label, columns in zip(board.column_labels, widths, strict=True)
        )
        yield (" " * (before + first_gap) + " ".join(heads)).rstrip()
    for number, row in enumerate(board.rows):
        cells = "".join(_gapped(cell, columns, colour) for cell, columns in zip(row, widths, strict=True))
        label = padded(sign(board.row_labels[number]), before, right=True) if before else ""
        yield (label + cells if first_gap else cells[1:]).rstrip()


def _text(cell: Cell) -> str:
    # A cell without a sign must still be seen where only text is left.
    return shown(cell) or " "


def _gapped(cell: Cell, columns: int, colour: bool) -> str:
    """The cell at the right of its column, after its mark or a blank."""
    text = _text(cell)
    if right_to_left(text):
        text = f"{_ISOLATE}{text}{_END_ISOLATE}"  # so that it does not turn its neighbours round
    blanks = " " * (columns - width(text))
    mark = MARK_SIGNS.get(cell.mark, " ")
    if colour and not (themes.known(cell.role) in _UNCOLOURED and cell.shade is None):
        text = _sequence(themes.cell_colours(cell, "light")) + text + _RESET
    return blanks + mark + text


@functools.cache
def _sequence(colours: themes.Colours) -> str:
    return themes.ansi(colours)
