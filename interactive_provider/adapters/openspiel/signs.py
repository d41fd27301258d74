"""What the signs in OpenSpiel's texts stand for: the cells that boards show for them.

One table for each family of games. A sign that is in no table is shown as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...boards import BARE, Cell, Piece
from .cards import FACES
from .hive import PIECES as INSECTS

Signs = Mapping[str, Cell]

_FIRST, _SECOND = "player-1", "player-2"
_EMPTY = Cell("·", role="blank", label="empty", piece=BARE)
_HOLE = Cell("·", role="plain", label="empty", piece=BARE)
"""An empty place of a board that is not a whole rectangle: seen, to be told from what is not part of it."""

CHECKERED = frozenset({"chess", "checkers"})
"""The families whose boards have light and dark squares."""

_NAMES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
_GLYPHS = {"white": dict(zip("kqrbnp", "♔♕♖♗♘♙", strict=True)), "black": dict(zip("kqrbnp", "♚♛♜♝♞♟", strict=True))}


def _two(first: str, second: str, signs: Mapping[str, str], empty: Cell = _EMPTY) -> Signs:
    """A table for two players: which sign is whose, each drawn as a piece."""
    looks = {"first": Cell(_SIGN_OF[first], _FIRST, first.replace("-", " "), piece=first),
             "second": Cell(_SIGN_OF[second], _SECOND, second.replace("-", " "), piece=second)}  # fmt: skip
    return {**dict.fromkeys(".+-_", empty), **{sign: looks[whose] for sign, whose in signs.items()}}


_SIGN_OF = {"cross": "×", "nought": "○", "black-stone": "●", "white-stone": "○", "red-disc": "●", "yellow-disc": "○",
            "red-stone": "●", "blue-stone": "○"}  # fmt: skip


def _chess() -> Signs:
    table = {"?": Cell("?", "covered", "unknown"), " ": Cell("?", "covered", "unknown"), ".": _EMPTY}
    for colour, role in (("white", _FIRST), ("black", _SECOND)):
        for letter, name in _NAMES.items():
            sign = letter.upper() if colour == "white" else letter
            glyph = _GLYPHS[colour][letter] + "\ufe0e"
            table[sign] = Cell(glyph, role, f"{colour} {name}", piece=f"{colour}-{name}")
    return table


def _written(names: Mapping[str, str], first: str, second: str, **more: Cell) -> Signs:
    """A table of pieces that are written as letters: capital ones are the first player's, small ones the second's.

    (Letters, since the signs that stand on the real pieces are in few machines' fonts.)
    """
    table = {".": _EMPTY, **more}
    for letters, name in names.items():
        table[letters] = Cell(letters, _FIRST, f"{first} {name}")
        table[letters.lower()] = Cell(letters.lower(), _SECOND, f"{second} {name}")
    return table


_SHOGI = {"K": "king", "R": "rook", "B": "bishop", "G": "gold general", "S": "silver general", "N": "knight",
          "L": "lance", "P": "pawn", "+R": "dragon", "+B": "horse", "+S": "promoted silver", "+N": "promoted knight",
          "+L": "promoted lance", "+P": "promoted pawn"}  # fmt: skip
_XIANGQI = {"G": "general", "A": "adviser", "E": "elephant", "H": "horse", "R": "chariot", "C": "cannon",
            "S": "soldier"}  # fmt: skip


def _paths() -> Signs:
    letters = {sign: Cell(sign, role) for signs, role in (("A0", _FIRST), ("B1", _SECOND)) for sign in signs}
    return {**letters, **{sign: Cell(sign, "good") for sign in "abc"}, ".": _EMPTY, " ": _EMPTY,
            "x": Cell("▁", _FIRST, "the paddle"), **{sign: Cell("●", "good", "the ball") for sign in "oO"},
            "*": Cell("■", "frame", "a wall"), "P": Cell("P", _FIRST, "you"), "X": Cell("×", "bad", "the cliff"),
            "G": Cell("G", "good", "the goal"), "F": Cell("F", "good", "food"), "N": Cell("N", "home", "the nest"),
            "~": Cell("~", "muted", "a trail"), "S": _EMPTY}  # fmt: skip


def _mine() -> Signs:
    return {".": Cell("·", "covered", "ground"), " ": Cell("", "blank", "empty"), "S": Cell("█", "frame", "rock"),
            "H": Cell("▒", "frame", "brick"), "o": Cell("●", "muted", "a stone"), "*": Cell("◆", "blue", "a gem"),
            "@": Cell("☺", _FIRST, "you"), "C": Cell("C", "home", "the exit, closed"),
            "O": Cell("O", "good", "the exit"), "F": Cell("F", "bad", "a firefly")}  # fmt: skip


def _ships() -> Signs:
    ships = {letter: Cell(letter, "tile", f"ship {letter}") for letter in "abcdefgh"}
    hit = {letter.upper(): Cell(letter.upper(), "bad", f"ship {letter}, hit") for letter in "abcdefgh"}
    return {**ships, **hit, " ": _EMPTY, "#": Cell("×", "bad", "a hit"), "@": Cell("~", "muted", "a miss"),
            "*": Cell("*", "muted", "a shot in the water")}  # fmt: skip


def _checkers() -> Signs:
    men = _two("black-stone", "white-stone", {"o": "second", "+": "first"})
    return {**men, "*": Cell("♚\ufe0e", _FIRST, "black king", piece="black-king"),
            "8": Cell("♔\ufe0e", _SECOND, "white king", piece="white-king")}  # fmt: skip


def _amazons() -> Signs:
    return {".": _EMPTY, "#": Cell("■", "frame", "an arrow"),
            "X": Cell("♛\ufe0e", _FIRST, "black amazon", piece="black-queen"),
            "O": Cell("♕\ufe0e", _SECOND, "white amazon", piece="white-queen")}  # fmt: skip


def _die(number: int) -> Piece:
    """A die that shows a number."""
    corners = [(28, 28), (72, 72), (72, 28), (28, 72), (28, 50), (72, 50)]
    pips = corners[: number // 2 * 2] + [(50, 50)] * (number % 2)
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="9" fill="#1a1a1a"/>' for x, y in pips)
    return Piece(
        f"die-{number}",
        f'<rect x="8" y="8" width="84" height="84" rx="16" fill="#fffdf4" stroke="#1a1a1a" stroke-width="3"/>{dots}',
    )


_INK = 'fill="#2b1c05" stroke="#f3dcae" stroke-width="3"'
_DOT = Piece("dot", f'<circle cx="50" cy="50" r="20" {_INK}/>')
_ACROSS = Piece("across", f'<rect x="-20" y="38" width="140" height="24" {_INK}/>')
_DOWN = Piece("down", f'<rect x="38" y="-20" width="24" height="140" {_INK}/>')

_WALL = Cell("█", "frame", "a wall", piece=Piece("wall", f'<rect width="100" height="100" {_INK}/>'))
_WALLS = {".": replace(_EMPTY, role="tile"), " ": replace(_EMPTY, label="a gap"), **dict.fromkeys("|+-", _WALL)}
_TURNS = {sign: Cell(way, "tile", f"turn {sign}") for sign, way in zip("stuvwxyz", "↓→←↓↑←→↑", strict=True)}

_MEN = _two("black-stone", "white-stone", {"x": "first", "o": "second"})

SIGNS: Mapping[str, Signs] = {
    "": _two("cross", "nought", {"x": "first", "o": "second", "X": "first", "O": "second"}),
    "discs": _two("red-disc", "yellow-disc", {"x": "first", "o": "second"}),
    "stones": _two("black-stone", "white-stone", {"X": "first", "O": "second"}),
    "black and white": _two("black-stone", "white-stone", {"b": "first", "w": "second", "B": "first", "W": "second"}),
    "othello": _two("black-stone", "white-stone", {"x": "first", "o": "second"}),
    "hexagons": _two(
        "black-stone",
        "white-stone",
        dict.fromkeys("xyzXYZ@", "first") | dict.fromkeys("opqOPQ", "second"),
        _HOLE,
    ),
    "sides": _two("red-stone", "blue-stone", dict.fromkeys("xyzX", "first") | dict.fromkeys("opqO", "second"), _HOLE),
    "quarters": {**_two("white-stone", "black-stone", {"O": "first", "@": "second"}), **_TURNS},
    "walls": {**_two("black-stone", "white-stone", {"0": "first", "@": "second"}), **_WALLS},
    "pegs": _two("red-stone", "blue-stone", {"x": "first", "o": "second"}, Cell("·", "blank", "a hole")),
    "star": _two("black-stone", "white-stone", {"1": "first", "2": "second"}, _HOLE),
    "points": _two("black-stone", "white-stone", {"B": "first", "W": "second"}, _HOLE),
    "small boards": _two("cross", "nought", {"x": "first", "o": "second"}),
    "numbers": {},
    "tiles": {"0": _EMPTY} | {str(2**n): Cell(str(2**n), f"power-{min(n, 11)}") for n in range(1, 18)},
    "cubes": {"__": _EMPTY}
    | {f"{colour}{n}": Cell(f"{colour}{n}", _FIRST if colour == "b" else _SECOND) for colour in "bw" for n in range(7)},
    "ludo": {**{str(n): Cell(str(n), r) for n, r in ((1, _FIRST), (2, _SECOND), (3, "green"), (4, "yellow"))},
             "o": Cell("○", "blank", "a field"), "S": Cell("◎", "home", "a start"), ".": Cell("·", "muted", "a home")},
    "chess": _chess(),
    "checkers": _checkers(),
    "amazons": _amazons(),
    "shogi": _written(_SHOGI, "black", "white"),
    "xiangqi": _written(_XIANGQI, "red", "black"),
    "banqi": {**_written(_XIANGQI, "red", "black"), "?": Cell("?", "covered", "face down")},
    "mine": _mine(),
    "ships": _ships(),
    "paths": _paths(),
    "lines": {sign: Cell(sign, label="a dot", piece=_DOT) for sign in "┌┬┐├┼┤└┴┘"}
    | {"─": Cell("─", label="a line", piece=_ACROSS), "│": Cell("│", label="a line", piece=_DOWN)}
    | {"1": Cell("1", _FIRST), "2": Cell("2", _SECOND)},
    "cards": FACES,
    "insects": {".": _HOLE, **INSECTS},
    "points of backgammon": {
        **_MEN,
        **{f"{sign}{n}": replace(_MEN[sign], overlay=str(n)) for sign in "xo" for n in range(1, 16)},
        "wood": Cell("", "frame", "the edge", piece=BARE),
        **{f"point {n}": Cell(str(n), "muted", f"point {n}") for n in range(1, 25)},
        **{f"die {n}": Cell(str(n), "muted", f"a die with {n}", piece=_die(n)) for n in range(1, 7)},
    },
}  # fmt: skip
