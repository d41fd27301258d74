"""Positions that people type or paste, from this package or from other programs.

JSMinesweeper writes the size and the mines above the rows (``30x16x99``), `ms_toollib` lists of
numbers, and Simon Tatham's Mines a game ID, or rows with ``?`` and ``-``: see `view.plain_rows`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from interactive_provider.errors import BadParameter

from .analysis import FieldStudy
from .minefields import is_code, read_code
from .rules import Field, new_field, uncover
from .solving.sampling import draw_mines
from .view import BadView, plain_rows, read_view

_HEADER = re.compile(r"\s*(\d+x\d+)x(\d{1,9})\s*\n")
_MINES = re.compile(r"(\d{1,9}) mines?\b|mines left: *(-?\d{1,9})")


def field_of(position: object, mines: int | None, start: str, rng: Random) -> Field:
    """Return the field of a position. Unseen mines are drawn uniformly among the layouts consistent
    with it; raises `BadParameter` that says what is wrong with it."""
    text = str(position)
    if is_code(text):
        laid = read_code(text)
        covered = new_field(laid.rows, laid.columns, laid.mines, "unsafe")
        field = replace(covered, layout=laid.mined)
        return uncover(field, laid.grid.square(*laid.first), rng) if laid.first else field
    header = _HEADER.match(text)
    lines = plain_rows(text[header.end() :] if header else position)
    if header:
        mines = int(header[2])
        if header[1] != f"{len(lines[0])}x{len(lines)}":
            raise BadView(f"{header[1]} squares are announced, but not given")
    if any("!" in line for line in lines):
        raise BadView("this game is over: a mine has blown up")
    return _explained(lines, _mines_in(text, lines) if mines is None else mines, start, rng)


def _mines_in(text: str, lines: Sequence[str]) -> int:
    """Return the number of mines given in a text; raise `BadParameter` if there is none."""
    found = _MINES.search(text)
    if found is None:
        raise BadParameter("How many mines are there in all? Pass mines=, as in mines=10.")
    if found[1]:
        return int(found[1])
    return int(found[2]) + "".join(lines).count("F")


def _explained(lines: Sequence[str], mines: int, start: str, rng: Random) -> Field:
    """Return the field of a view; before the first click, no mines are placed."""
    view = read_view(lines, mines)
    flags = sum(1 << square for square, sign in enumerate("".join(lines)) if sign == "F")
    opened = view.grid.all & ~view.covered
    if not opened:
        return replace(new_field(view.rows, view.columns, mines, start), flags=flags)
    study = FieldStudy(view)
    _ = study.counts  # raises for numbers that contradict each other
    if study.won:
        raise BadView("this game is over: every square without a mine is open")
    layout = draw_mines(study.position, rng)
    return Field(view.rows, view.columns, mines, "unsafe", layout, opened, flags)
