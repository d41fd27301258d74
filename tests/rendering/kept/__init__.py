"""Boards as each view shows them, kept to be looked at in review:
``python -m tests.rendering.kept`` writes them again.

The pictures open in any browser; whoever changes how a board looks sees in them what else has
moved.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from interactive_provider.boards import BARE, Board, Cell, Frame, Piece
from interactive_provider.rendering import html, svg, text
from interactive_provider.widget.payload import board_payload

from ..boards import MINES, SURFACE_BOARDS

FOLDER = Path(__file__).parent

_MOON = Piece("moon", '<circle cx="50" cy="50" r="40" fill="#ffe97a" stroke="#5e4300"/>')
_GOAL = Cell("1", "home", "tile 1", drag=(("left", "L"), ("up", None)))
_GEM = Cell("m", "covered", "moon", piece=_MOON, press=1, takes=((0, 1), (1, 0)))

BOARDS: dict[str, Board] = {
    "mines": MINES,
    "pieces": Board(
        (
            (_GEM, _GEM, Cell(".", "covered", piece=BARE, press=3)),
            (
                _GOAL,
                Cell("f", "flag", "flag", piece="flag", overlay="7", mark="advised"),
                Cell("x", "dark-square"),
            ),
            (
                Cell("n", "plain", "n in row 2, column 0", drag=(((0, 0), 9), ((1, 1), 8))),
                _GEM,
                Cell("", mark="hint"),
            ),
        ),
        row_labels=("0", "1", "2"),
        column_labels=("column0", "column1", "column2"),
        legend=(("m", "moon"), ("x", "nothing")),
        frames=(
            Frame(
                ((_GEM,) * 3,) * 3,
                "wave 1",
                came=(((0, 0), (1, 0)), ((-1, 0), (0, 0))),
                gone=((2, 2), (3, 0)),
            ),
            Frame(((_GEM,) * 4,) * 3, "another shape"),
        ),
        came=(((0, 1), (2, 1)),),
    ),
    "words": Board(
        (
            (
                Cell("shilling", "good"),
                Cell("אב", "player-1", mark="hint"),
                Cell("", shade=0.9, overlay="+12"),
            ),
            (
                Cell("漢字", "bad", tooltip="two signs"),
                Cell("No 5", "tile", face="5"),
                Cell("x", mark="advised"),
            ),
        ),
        caption="Words of every kind",
        counters=(("moves", "1,024"), ("time", "5  s")),
        legend=(
            ("v", "no such sign"),
            ("x", "a cross that marks the spot"),
            ("5", "five, which is less than six"),
        ),
        row_labels=("a", "bcd"),
    ),
    "judged": Board(
        (
            tuple(
                Cell("■", "covered", piece=BARE, overlay=f"{share:.0%}", shade=1 - share)
                for share in (0.1, 0.5, 1)
            ),
        ),
        row_labels=("r1",),
    ),
    "lines": SURFACE_BOARDS["lines"],
    "hex": SURFACE_BOARDS["hex"],
    "plain": Board.of(["aab", "b a"], {"a": Cell("a", "player-2"), "b": Cell("b", "muted")}),
}
"""On them is whatever can be on a board."""


def views(board: Board) -> dict[str, str]:
    """A board in every view, by the suffix of the file that keeps it; HTML without its style
    sheet."""
    return {
        "txt": "\n".join(
            [
                text.render(board),
                repr(text.render(board, "dark")),
                repr(text.render(board, "light")),
            ],
        ),
        "html": re.sub("(?s)<style>.*?</style>", "", html.render(board)),
        "light.svg": svg.render(board, "light"),
        "dark.svg": svg.render(board, "dark"),
        "json": json.dumps(board_payload(board), ensure_ascii=True, indent=1),
    }


def kept() -> dict[Path, str]:
    """Every file and what belongs into it."""
    return {
        FOLDER / f"{name}.{suffix}": told + "\n"
        for name, board in BOARDS.items()
        for suffix, told in views(board).items()
    }
