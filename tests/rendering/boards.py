"""Boards made by hand, on which the views are tested before any game exists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interactive_provider.boards import GAP, Board, Cell, Toggles, Zone

MINES = Board.of(
    ["■1·", "⚑3✱"],
    {
        "■": Cell(
            "■", "covered", label="covered", press=("uncover", 1, 1), secondary=("flag", 1, 1)
        ),
        "1": Cell("1", "number-1"),
        "·": Cell("·", "open", label="empty"),
        "⚑": Cell("⚑", "flag", label="flag", mark="wrong"),
        "3": Cell("3", "number-3", mark="last"),
        "✱": Cell("✱", "mine", label="mine", overlay="12%", shade=0.2),
    },
    caption="A small field",
    row_labels=("r1", "r2"),
    column_labels=("c1", "c2", "c3"),
    counters=(("mines left", "1"),),
    legend=(("■", "covered"),),
)
"""Two rows, three columns, everything on it once."""

HOSTILE = (
    "<script>alert(1)</script>",
    "\"quoted\" & 'quoted'",
    "]]><![CDATA[ -->",
    "unbelievablylong" * 20,
    "שלום עולם",
    "مرحبا",
    "👩‍🚀 🇩🇪 ❤️",
    "a\u202eb\u2066c",
    "\x1b[31mred\x1b[0m",
    "line\nline\ttab\rreturn",
    "\ud800 lonely",
    "\x00\uffff",
    "漢字",
    "e\u0301",
)
"""What a game may write into a label by mischief or by right."""

_FREE = Cell("·", "blank", "free", piece="bare", press=1)


def _stones(first: str, second: str) -> dict[str, Cell]:
    return {
        "x": Cell("X", "player-1", first, piece=first),
        "o": Cell("O", "player-2", second, piece=second),
        ".": _FREE,
    }


_TILES = {
    "2": Cell("2", "power-1"),
    "6": Cell("64", "power-6"),
    "k": Cell("2048", "power-11"),
    ".": _FREE,
}
_WINNING = Cell("X", "player-1", "cross", piece="cross", mark="last")
_STARTED = ("....", ".xo.", "..x.")


def _named(lines: tuple[str, ...], cells: dict[str, Cell], **rest: Any) -> Board:
    """The board with names of rows and columns and a last move."""
    board = Board.of(lines, cells, row_labels=("1", "2", "3"), column_labels=tuple("abcd"), **rest)
    return board.marked([(1, 1)], "last")


_BACK = Cell("?", "card-back", "a card face down", piece="bare")
_HAND = (
    Cell("2♣", "card", "2 of clubs", press=1),
    GAP,
    Cell("10♥", "red-card", "10 of hearts", press=2, mark="last"),
    Cell("K♦", "red-card", "king of diamonds"),
)
_OTHERS = (
    Zone("other", (_BACK,) * 3, "top", "fan", "3 cards"),
    Zone("stock", (_BACK, _BACK), layout="pile", note="30"),
    Zone("place", (Cell("", "muted", "nothing yet"),)),
    Zone("west", (), "left"),
)
_COLOURED = (
    Cell("3●", "red", "red 3"),
    Cell("1▲", "green", "green 1"),
    Cell("★", "muted", "no yellow yet"),
)
_DICE = tuple(Cell(str(n), "plain", f"{n}", piece=f"die-{n}") for n in (3, 5))
_KEPT = Toggles(
    (
        (frozenset(), "Roll 2 dice", 1),
        (frozenset({0}), "Roll 1 die", 2),
        (frozenset({1}), "Roll the 3", 3),
    ),
    "kept",
)
_SHEET = (
    Zone("line", (Cell("you", "muted"), Cell("other", "muted")), "right", "line"),
    Zone("ones", (Cell("12", "good", press=4), Cell("3", "plain")), "right", "line"),
)


def _lowest(lines: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The lowest free place of each column, into which a disc falls."""
    free = ((r, c) for r, line in enumerate(lines) for c, sign in enumerate(line) if sign == ".")
    return tuple({c: (r, c) for r, c in free}.values())


SURFACE_BOARDS = {
    "grid": _named(_STARTED, _stones("cross", "nought")),
    "frame": _named(_STARTED, _stones("cross", "nought"), surface="frame"),
    "rack": _named(
        _STARTED,
        _stones("red-disc", "yellow-disc"),
        surface="rack",
        puts="red-disc",
        lands=_lowest(_STARTED),
    ),
    "lines": _named(
        _STARTED, _stones("black-stone", "white-stone"), surface="lines", puts="black-stone"
    ),
    "hex": _named(_STARTED, _stones("red-stone", "blue-stone"), surface="hex", puts="red-stone"),
    "checkers": _named(_STARTED, _stones("black-stone", "white-stone"), surface="checkers"),
    "felt": _named(
        _STARTED, _stones("black-stone", "white-stone"), surface="felt", puts="black-stone"
    ),
    "tiles": _named(("2..6", "k2..", "...."), _TILES, surface="tiles"),
    "paper": Board.of(
        ("xxx", ".o.", "o.."), {**_stones("cross", "nought"), "x": _WINNING}, surface="paper"
    ),
    "gems": _named(_STARTED, _stones("red-gem", "blue-gem"), surface="gems"),
    "sprites": _named(_STARTED, _stones("red-gem", "blue-gem"), surface="sprites"),
    "table": Board.of_zones(
        [Zone("you", _HAND, "bottom", "fan", "to discard", is_turn=True), *_OTHERS]
    ),
    "dice": Board.of_zones(
        [Zone("tray", _DICE, layout="dice", toggles=_KEPT), *_SHEET], surface="dice"
    ),
    "desk": Board.of_zones([Zone("built", _COLOURED), *_OTHERS], surface="desk"),
}
"""A board on each surface, with a stone of either player's and empty places to press."""
