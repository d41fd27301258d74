"""What the page is sent before and after one move, of ten kinds of boards, with the page's program,
as JSON.

It imports only the package, so that it also runs over another version of it:
``PYTHONPATH=CHECKOUT python benchmarks/page_moves.py``.
"""

from __future__ import annotations

import json
from typing import Any

from interactive_provider import choose, games, options
from interactive_provider.boards import BARE, PIECES
from interactive_provider.rendering import pieces
from interactive_provider.widget import bundle
from interactive_provider.widget.session import Session

FLAG = "gesture", "secondary"
FIRST = "choose", ""

MOVES: dict[str, tuple[str, str]] = {
    "minesweeper.expert.uncover.r09.c15": FLAG,
    "minesweeper.beginner.uncover.r5.c5": FLAG,
    "openspiel.gomoku.both_sides": FIRST,
    "chess.both_sides.e4.e5": FIRST,
    "openspiel.connect_four.both_sides": FIRST,
    "sliding.fifteen": FIRST,
    "openspiel.n2048": FIRST,
    "openspiel.backgammon.both_sides": FIRST,
    "openspiel.hex.both_sides": FIRST,
    "openspiel.hearts.both_sides": FIRST,
}
"""Where each kind of board is, and the move: a flag on its first square, or the first option."""


def sent(position: Any) -> dict[str, Any]:
    """What the page is sent of a position at which nothing is animated."""
    return {**Session(position).view(), "animate": False, "done": {}, "kept": ""}


def pair(name: str, move: tuple[str, str]) -> list[dict[str, Any]]:
    """What is sent before and after the move."""
    position: Any = games(seed=7)
    for part in name.split("."):
        position = getattr(position, part)
    before = sent(position)
    if move == FIRST:
        return [before, sent(choose(position, options(position)[0]))]
    session = Session(position)
    session.view()
    session.act({"do": move[0], "gesture": move[1], "at": [0, 0], "seen": 1})
    return [before, sent(session.position)]


def everything() -> dict[str, Any]:
    """The program, the drawings of the pieces, and for each board two views."""
    return {
        "program": bundle.bundle(),
        "pieces": {name: pieces.image(name) for name in sorted(PIECES) if name != BARE},
        "moves": {name: pair(name, move) for name, move in MOVES.items()},
    }


if __name__ == "__main__":
    print(json.dumps(everything()))
