"""A board as monospaced text, plain or in a terminal's colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby, repeat

from ..boards import Board, Cell, Zone
from ..support.wrapping import width
from . import themes
from .signs import (
    MARK_SIGNS,
    column_widths,
    heads,
    legend,
    margin,
    padded,
    right_to_left,
    shown,
    sign,
    zoned,
)
from .themes import Theme

_ISOLATE = "\u2068"
_END_ISOLATE = "\u2069"
_UNCOLOURED = frozenset({"plain", "muted"})  # these look best in the terminal's own colours


def render(board: Board, theme: Theme | None = None) -> str:
    """Return the board as lines of text.

    Every cell is under its column's label and after its mark (``>`` last move, ``?`` hint, ``!``
    wrong); on a table each zone is a line. With a theme, each cell is a coloured field, in a
    terminal's 256 colours, one blank wider.
    """
    counters = "   ".join(f"{sign(name)}: {sign(value)}" for name, value in board.counters)
    meanings = "   ".join(f"{key} {meaning}" for key, meaning in legend(board))
    rows = _table(board, theme) if board.zones else _grid(board, theme)
    lines = [sign(board.caption), counters, *rows, meanings]
    return "\n".join(line for line in lines if line)


def _grid(board: Board, theme: Theme | None) -> Iterable[str]:
    """Return the lines of cells, with column labels above and row labels on the left."""
    widths = column_widths(board, _text)
    before = margin(board)
    after = "" if theme is None else " "
    # The gap before a cell holds its mark, so the first column needs a gap only with a row label or
    # a mark.
    first_gap = bool(before or after) or any(row[0].mark for row in board.rows)
    if board.column_labels:
        labels = map(padded, heads(board.column_labels), widths)
        yield (" " * (before + first_gap) + f"{after} ".join(labels)).rstrip()
    for number, row in enumerate(board.rows):
        cells = "".join(
            _field(cell, columns, theme) for cell, columns in zip(row, widths, strict=True)
        )
        if before:
            cells = padded(sign(board.row_labels[number]), before) + cells
        elif not first_gap:
            cells = cells[1:]
        yield cells.rstrip()


def _table(board: Board, theme: Theme | None) -> Iterable[str]:
    """Return a line for each zone: its name, then its cards with a bar in each gap; the lines of a
    sheet are in columns."""
    for layout, numbered in groupby(enumerate(board.zones), lambda pair: pair[1].layout == "line"):
        group = list(numbered)
        rows = [board.rows[row] for row, _ in group]
        names = [_head(zone) for _, zone in group]
        before = max(map(width, names)) if layout else 0
        alone = replace(board, rows=tuple(rows), row_labels=(), zones=())
        columns = column_widths(alone, _text) if layout else repeat(0)
        for row, head in zip(rows, names, strict=True):
            cells = zoned(row)
            if not cells:
                head = head.removesuffix(":")
            fields = [
                _in_zone(cell, breadth, theme)
                for cell, breadth in zip(cells, columns, strict=False)
            ]
            yield " ".join((head + " " * (before - width(head)), *fields)).strip()


def _head(zone: Zone) -> str:
    """Return the name of a zone with its note, after an arrow if its player is to move."""
    name = sign(zone.name)
    note = sign(zone.note)
    words = " ".join(filter(None, (name, f"({note})" if note and name else note)))
    if not words:
        if zone.side == "middle":
            return "table:"
        return ""
    arrow = "→ " if zone.is_turn else ""
    return f"{arrow}{words}:"


def _in_zone(cell: Cell, columns: int, theme: Theme | None) -> str:
    """Return a card, or a bar for a gap, padded to the width of its column."""
    if cell.role == "void":
        return "|".rjust(columns)
    gap = 0 if cell.mark in MARK_SIGNS else 1  # before the sign, where a mark is
    return _field(
        cell,
        columns or width(_text(cell)),
        theme,
    )[gap if theme is None else 0 :]


def _text(cell: Cell) -> str:
    # A cell without a sign must still be visible in plain text.
    return shown(cell) or " "


def _field(cell: Cell, columns: int, theme: Theme | None) -> str:
    """Return the cell right-aligned in its column, after its mark or a blank; with a theme, it is
    coloured across its whole width."""
    text = _text(cell)
    if right_to_left(text):
        text = f"{_ISOLATE}{text}{_END_ISOLATE}"  # so that it does not reorder its neighbours
    field = MARK_SIGNS.get(cell.mark, " ").rjust(1 + columns - width(text)) + text
    if theme is None:
        return field
    if themes.known(cell.role) in _UNCOLOURED and cell.shade is None:
        return f"{field} "
    return f"{themes.ansi(themes.cell_colours(cell, theme))}{field} {themes.RESET}"
