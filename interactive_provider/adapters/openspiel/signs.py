"""What the signs in OpenSpiel's texts stand for: the cells that boards show for them, by families
of games.

They are in ``signs.toml``, except for those that are drawn here or follow a rule. A sign that is in
no table is shown as it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files

from ...boards import BARE, Cell, Piece
from .cards import FACES
from .dice import CELLS as DICE
from .fireworks import CARDS
from .hive import PIECES as INSECTS

Signs = Mapping[str, Cell]

_FIRST, _SECOND = "player-1", "player-2"
_EMPTY = Cell("·", role="blank", label="empty", piece=BARE)
_HOLE = Cell("·", role="plain", label="empty", piece=BARE)
"""An empty place of a board that is not a whole rectangle: visible, unlike what is not part of
it."""
_PLACES = {"empty": _EMPTY, "hole": _HOLE, "peg hole": Cell("·", "blank", "a hole")}

CHECKERED = frozenset({"chess", "checkers"})
"""The families whose boards have light and dark squares."""

_SIGN_OF = {
    "cross": "×",
    "nought": "○",
    "black-stone": "●",
    "white-stone": "○",
    "red-disc": "●",
    "yellow-disc": "○",
    "red-stone": "●",
    "blue-stone": "○",
}


def _pair(first: str, second: str, of_first: str, of_second: str, empty: str) -> Signs:
    """The signs of two players, each drawn as a piece."""
    looks = ((first, _FIRST, of_first), (second, _SECOND, of_second))
    cells = {
        sign: Cell(_SIGN_OF[piece], role, piece.replace("-", " "), piece=piece)
        for piece, role, signs in looks
        for sign in signs
    }
    return {**dict.fromkeys(".+-_", _PLACES[empty]), **cells}


def _written(sides: Sequence[str], **names: str) -> Signs:
    """Pieces that are written as letters, by their names."""
    first = {
        letters: Cell(letters, _FIRST, f"{sides[0]} {name}") for letters, name in names.items()
    }
    second = {
        sign.lower(): Cell(sign.lower(), _SECOND, f"{sides[1]} {name}")
        for sign, name in names.items()
    }
    return {".": _EMPTY, **first, **second}


def _chess() -> Signs:
    names = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
    table = {".": _EMPTY}
    for colour, role, glyphs in (("white", _FIRST, "♔♕♖♗♘♙"), ("black", _SECOND, "♚♛♜♝♞♟")):
        for (letter, name), glyph in zip(names.items(), glyphs, strict=True):
            sign = letter.upper() if colour == "white" else letter
            table[sign] = Cell(f"{glyph}\ufe0e", role, f"{colour} {name}", piece=f"{colour}-{name}")
    return table


_INK = 'fill="#2b1c05" stroke="#f3dcae" stroke-width="3"'
_DOT = Piece("dot", f'<circle cx="50" cy="50" r="20" {_INK}/>')
_ACROSS = Piece("across", f'<rect x="-20" y="38" width="140" height="24" {_INK}/>')
_DOWN = Piece("down", f'<rect x="38" y="-20" width="24" height="140" {_INK}/>')
_WALL = Cell(
    "█", "frame", "a wall", piece=Piece("wall", f'<rect width="100" height="100" {_INK}/>')
)

_TABLES = tomllib.loads(files(__package__).joinpath("signs.toml").read_text("utf-8"))


def _used(number: int) -> Piece:
    """A die that has been played: the same, but faint."""
    places = [(25, 25), (75, 75), (75, 25), (25, 75), (25, 50), (75, 50)][: number // 2 * 2]
    pips = "".join(
        f'<circle cx="{x}" cy="{y}" r="9" fill="#1f1f1f"/>'
        for x, y in (*places, *[(50, 50)] * (number % 2))
    )
    face = '<rect x="4" y="4" width="92" height="92" rx="18" fill="#fff"/>'
    return Piece(f"used-die-{number}", f'<g opacity="0.42">{face}{pips}</g>')


_CUBE = Piece(
    "cube",
    '<rect x="10" y="10" width="80" height="80" rx="14" fill="#fffdf6" stroke="#1f1f1f"'
    ' stroke-width="3"/><text x="50" y="67" font-size="46" font-weight="700"'
    ' text-anchor="middle" fill="#1f1f1f">64</text>',
)
_MEN = _pair(*_TABLES["pairs"]["points of backgammon"])

_RULED: Mapping[str, Signs] = {
    "numbers": {},
    "tiles": (
        {"0": _EMPTY} | {str(2**n): Cell(str(2**n), f"power-{min(n, 11)}") for n in range(1, 18)}
    ),
    "cubes": (
        {"__": _EMPTY}
        | {
            f"{colour}{n}": Cell(f"{colour}{n}", _FIRST if colour == "b" else _SECOND)
            for colour in "bw"
            for n in range(7)
        }
    ),
    "chess": _chess(),
    "banqi": {**_written(**_TABLES["written"]["xiangqi"]), "?": Cell("?", "covered", "face down")},
    "walls": {
        ".": replace(_EMPTY, role="tile"),
        " ": replace(_EMPTY, label="a gap"),
        **dict.fromkeys("|+-", _WALL),
    },
    "lines": (
        {sign: Cell(sign, label="a dot", piece=_DOT) for sign in "┌┬┐├┼┤└┴┘"}
        | {
            "─": Cell("─", label="a line", piece=_ACROSS),
            "│": Cell("│", label="a line", piece=_DOWN),
        }
        | {"1": Cell("1", _FIRST), "2": Cell("2", _SECOND)}
    ),
    "cards": FACES,
    "dice": DICE,
    "fireworks": CARDS,
    "insects": {".": _HOLE, **INSECTS},
    "points of backgammon": (
        {f"{sign}{n}": replace(_MEN[sign], overlay=str(n)) for sign in "xo" for n in range(1, 16)}
        | {"wood": Cell("", "frame", "the edge", piece=BARE)}
        | {f"point {n}": Cell(str(n), "muted", f"point {n}") for n in range(1, 25)}
        | {
            sign: replace(die, role="muted", label=f"a die with {die.text}")
            for sign, die in DICE.items()
        }
        | {
            f"used {sign}": Cell(
                f"({die.text})", "muted", f"a used die with {die.text}", piece=_used(int(die.text))
            )
            for sign, die in DICE.items()
            if die.text.isdigit()
        }
        | {"cube": Cell("64", "frame", "the cube: nothing is doubled here", piece=_CUBE)}
    ),
}

_CELLS: Mapping[str, Signs] = {
    name: {
        sign: Cell(row[0], row[1], row[2], piece="".join(row[3:])) for sign, row in table.items()
    }
    for name, table in _TABLES["cells"].items()
}

SIGNS: Mapping[str, Signs] = {
    name: {
        **(_pair(*_TABLES["pairs"][name]) if name in _TABLES["pairs"] else {}),
        **(_written(**_TABLES["written"][name]) if name in _TABLES["written"] else {}),
        **_RULED.get(name, {}),
        **_CELLS.get(name, {}),
    }
    for name in (*_TABLES["pairs"], *_TABLES["written"], *_RULED, *_CELLS)
}
