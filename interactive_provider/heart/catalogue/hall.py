"""How the games we ship are presented to players: names as people say them, who plays, and a
position whose picture stands on the card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ...game import Words

ALONE: Final = "alone"
COMPUTER: Final = "against the computer"
TWO: Final = "two people"
STORIES: Final = "stories"
PUZZLES: Final = "puzzles"

ALL: Final = "all games"
"""The filter that leaves nothing out."""

KINDS: Final = (ALONE, COMPUTER, TWO, STORIES, PUZZLES)
"""What the games can be filtered by."""


class Card(NamedTuple):
    """A game in the hall; a template is for authors and not for players."""

    title: str
    kinds: Words = ()
    shown: str = ""
    """The attributes that lead from the game to the position in its picture."""
    is_template: bool = False


HALL: Mapping[str, Card] = {
    "rock_paper_scissors": Card("Rock, paper, scissors", (COMPUTER,), "rock"),
    "guess": Card("Guess the number", (ALONE, PUZZLES), "n5.n0.enter"),
    "chemistry": Card("Chemistry", (ALONE,)),
    "match_game": Card("Nim", (COMPUTER, TWO), "two_people.row1.take2.row3.take1"),
    "minesweeper": Card("Minesweeper", (ALONE, PUZZLES), "beginner.uncover.r5.c5"),
    "sliding": Card("Fifteen puzzle", (ALONE, PUZZLES), "eight.up.right"),
    "capture": Card("Capture", (ALONE, PUZZLES), "medium_1"),
    "basic": Card("BASIC programs of the 1970s", (ALONE,), "lighthouse.n3.n0.enter.n1.n5.enter"),
    "k_in_a_row": Card(
        "Connect four and others",
        (COMPUTER, TWO),
        "connect_four.column4.column4.column3.column5.column5.column2.column3.column3",
    ),
    "stories": Card("Stories", (ALONE, STORIES), "bell_under_the_ice"),
    "null": Card("Null", is_template=True),
    "chess": Card("Chess", (COMPUTER, TWO), "both_sides.e4.e5.Nf3.Nc6.Bc4.Nf6"),
    "chess_variants": Card("Chess variants", (COMPUTER, TWO), "atomic"),
    "openspiel": Card("OpenSpiel", (ALONE, COMPUTER, TWO, PUZZLES), "othello.both_sides.d3"),
    "adventures": Card("Adventures", (ALONE, STORIES), "orchard_gate"),
}
"""Each game we ship, by its name."""
