"""Boards made by hand, on which the views are tested before any game exists."""

from __future__ import annotations

from interactive_provider.boards import Board, Cell

MINES = Board.of(
    ["■1·", "⚑3✱"],
    {
        "■": Cell("■", "covered", label="covered", press=("uncover", 1, 1), secondary=("flag", 1, 1)),
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
