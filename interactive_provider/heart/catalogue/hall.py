"""How the games we ship are presented to players: names as people say them, who plays, and a
position whose picture stands on the card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

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
    """A game in the hall; one without kinds is a template and not for players."""

    title: str
    kinds: tuple[str, ...] = ()
    shown: Callable[[Any], Any] | None = None
    """From the catalogue to the position in its picture."""


HALL: Mapping[str, Card] = {
    "rock_paper_scissors": Card(
        "Rock, paper, scissors", (COMPUTER,), lambda games: games.rock_paper_scissors(seed=7).rock
    ),
    "guess": Card("Guess the number", (ALONE, PUZZLES), lambda games: games.guess(seed=7)(50)),
    "chemistry": Card("Chemistry", (ALONE,), lambda games: games.chemistry(seed=7)),
    "match_game": Card(
        "Nim",
        (COMPUTER, TWO),
        lambda games: games.match_game(seed=7).two_people.row1.take2.row3.take1,
    ),
    "minesweeper": Card(
        "Minesweeper",
        (ALONE, PUZZLES),
        lambda games: games.minesweeper(seed=7).beginner.uncover.r5.c5,
    ),
    "sliding": Card(
        "Fifteen puzzle", (ALONE, PUZZLES), lambda games: games.sliding(seed=7).eight.up.right
    ),
    "capture": Card("Capture", (ALONE, PUZZLES), lambda games: games.capture(seed=7).medium_1),
    "basic": Card(
        "BASIC programs of the 1970s",
        (ALONE,),
        lambda games: games.basic.lighthouse(seed=7)(30)(15),
    ),
    "k_in_a_row": Card(
        "Connect four and others",
        (COMPUTER, TWO),
        lambda games: (
            games.k_in_a_row(
                seed=7
            ).connect_four.column4.column4.column3.column5.column5.column2.column3.column3
        ),
    ),
    "stories": Card(
        "Stories", (ALONE, STORIES), lambda games: games.stories.bell_under_the_ice(seed=7)
    ),
    "null": Card("Null"),
    "chess": Card(
        "Chess", (COMPUTER, TWO), lambda games: games.chess(seed=7).both_sides.e4.e5.Nf3.Nc6.Bc4.Nf6
    ),
    "chess_variants": Card(
        "Chess variants", (COMPUTER, TWO), lambda games: games.chess_variants(seed=7).atomic
    ),
    "openspiel": Card(
        "OpenSpiel",
        (ALONE, COMPUTER, TWO, PUZZLES),
        lambda games: games.openspiel.othello(seed=7).both_sides.d3,
    ),
    "adventures": Card(
        "Adventures", (ALONE, STORIES), lambda games: games.adventures.orchard_gate(seed=7)
    ),
}
"""Each game we ship, by its name."""
