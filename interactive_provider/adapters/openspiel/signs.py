"""The meaning of the signs in OpenSpiel's texts: the cells that boards show for them, by families
of games.

They are in ``signs.toml``, except for those that follow a rule. A sign in no table is shown
unchanged.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import chain

from ...boards import Cell, Piece
from . import dice
from .cards import FACES

Signs = Mapping[str, Cell]

_FIRST = "player-1"
_SECOND = "player-2"

CHECKERED = frozenset({"chess", "checkers"})
"""The families of games whose boards have light and dark squares."""

_TABLES = tomllib.loads(files(__package__).joinpath("signs.toml").read_text("utf-8"))
_DRAWINGS = {name: Piece(name, drawing) for name, drawing in _TABLES["drawings"].items()}


def _written_cell(text: str, role: str, label: str, piece: str = "") -> Cell:
    """Return a cell as described in ``signs.toml``."""
    return Cell(text, role, label, piece=_DRAWINGS.get(piece, piece))


_CELLS: Mapping[str, Signs] = {
    name: {sign: _written_cell(*row) for sign, row in table.items()}
    for name, table in _TABLES["cells"].items()
}
_PLACES = _CELLS["places"]


def _pair(first: str, second: str, of_first: str, of_second: str, empty: str) -> Signs:
    """Return the signs of two players, each drawn as a piece."""
    cells = dict.fromkeys(".+-_", _PLACES[empty])
    for piece, role, signs in ((first, _FIRST, of_first), (second, _SECOND, of_second)):
        cell = Cell(_TABLES["pieces"][piece], role, piece.replace("-", " "), piece=piece)
        cells |= dict.fromkeys(signs, cell)
    return cells


def _lettered(sides: Sequence[str], **names: str) -> Signs:
    """Return pieces that are written as letters, by their names."""
    cells = {".": _PLACES["empty"]}
    for sign, name in names.items():
        small = sign.lower()
        cells[sign] = Cell(sign, _FIRST, f"{sides[0]} {name}")
        cells[small] = Cell(small, _SECOND, f"{sides[1]} {name}")
    return cells


_MEN = _pair(*_TABLES["pairs"]["points of backgammon"])

_RULED: Mapping[str, Signs] = {
    "cards": FACES,
    "points of backgammon": dice.CELLS
    | {f"{sign}{n}": replace(_MEN[sign], overlay=str(n)) for sign in "xo" for n in range(1, 16)},
}

_FAMILIES: Sequence[Mapping[str, Signs]] = (
    {name: _pair(*row) for name, row in _TABLES["pairs"].items()},
    {name: _lettered(**row) for name, row in _TABLES["written"].items()},
    _RULED,
    _CELLS,
)

SIGNS: Mapping[str, Signs] = {
    name: dict(chain.from_iterable(table.get(name, {}).items() for table in _FAMILIES))
    for name in chain.from_iterable(_FAMILIES)
}
