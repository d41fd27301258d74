"""The games we ship, and how they are presented to players: the name in common use, who plays, and
a position whose picture is on the card. A new game is one entry of `BUILTIN`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ...game import Words
from ...support.extras import installed

ALONE: Final = "alone"
COMPUTER: Final = "against the computer"
TWO: Final = "two people"
STORIES: Final = "stories"
PUZZLES: Final = "puzzles"

ALL: Final = "all games"
"""The filter that shows every game."""

KINDS: Final = (ALONE, COMPUTER, TWO, STORIES, PUZZLES)
"""The filters for games."""


class Card(NamedTuple):
    """A game in the hall; a template is for authors, not for players."""

    title: str
    brief: str = ""
    """A short description that needs no loading."""
    source: str = ""
    """For a game we ship: the module of this package, and in it the game, a mapping of names to
    games, or a function that makes either."""
    kinds: Words = ()
    shown: str = ""
    """The attributes that lead from the game to the position in its picture."""
    package: str = ""
    """The package that the game needs to start."""
    extra: str = ""
    """The extra that installs the package."""
    is_template: bool = False

    @property
    def lack(self) -> str:
        """Return what must be installed before the game can be played; empty if nothing is
        missing."""
        if not self.package or installed(self.package):
            return ""
        return f"needs the extra {self.extra}"


UNKNOWN: Final = Card("")

BUILTIN: Mapping[str, Card] = {
    "rock_paper_scissors": Card(
        "Rock, paper, scissors",
        "Guess what the computer will choose.",
        "builtin.rock_paper_scissors:RockPaperScissors",
        (COMPUTER,),
        "rock",
    ),
    "guess": Card(
        "Guess the number",
        "Find the number that the computer is thinking of.",
        "builtin.guess:Guess",
        (ALONE, PUZZLES),
        "n5.n0.enter",
    ),
    "chemistry": Card(
        "Chemistry",
        "Dilute kryptocyanic acid, or lose a life.",
        "builtin.chemistry:Chemistry",
        (ALONE,),
    ),
    "match_game": Card(
        "Nim",
        "Take matches from the rows, but not the last.",
        "builtin.match_game:MatchGame",
        (COMPUTER, TWO),
        "two_people.row1.take2.row3.take1",
    ),
    "minesweeper": Card(
        "Minesweeper",
        "Open every square that does not hide a mine.",
        "builtin.minesweeper.game:Minesweeper",
        (ALONE, PUZZLES),
        "beginner.uncover.r5.c5",
    ),
    "sliding": Card(
        "Fifteen puzzle",
        "Slide the tiles into order.",
        "builtin.sliding.game:Sliding",
        (ALONE, PUZZLES),
        "eight.up.right",
    ),
    "capture": Card(
        "Capture",
        "Clear a board of gems that never refills.",
        "builtin.capture.game:Capture",
        (ALONE, PUZZLES),
        "medium_1",
    ),
    "basic": Card(
        "BASIC programs of the 1970s",
        "Old programs on a green screen.",
        "adapters.basic:PROGRAMS",
        (ALONE,),
        "lighthouse.n3.n0.enter.n1.n5.enter",
    ),
    "k_in_a_row": Card(
        "Connect four and others",
        "Noughts and crosses, connect four, gomoku.",
        "builtin.k_in_a_row:KInARow",
        (COMPUTER, TWO),
        "connect_four.column4.column4.column3.column5.column5.column2.column3.column3",
    ),
    "stories": Card(
        "Stories",
        "Interactive fiction: follow the links.",
        "adapters.stories:STORIES",
        (ALONE, STORIES),
        "bell_under_the_ice",
    ),
    "null": Card(
        "Null",
        "Light every lamp: the template for your own games.",
        "builtin.null:Null",
        is_template=True,
    ),
    "chess": Card(
        "Chess",
        "Checkmate the enemy's king.",
        "adapters.chess.menu:chess",
        (COMPUTER, TWO),
        "both_sides.e4.e5.Nf3.Nc6.Bc4.Nf6",
        package="chess",
        extra="chess",
    ),
    "chess_variants": Card(
        "Chess variants",
        "Chess960, atomic, crazyhouse and others.",
        "adapters.chess.menu:variants",
        (COMPUTER, TWO),
        "atomic",
        package="chess",
        extra="chess",
    ),
    "openspiel": Card(
        "OpenSpiel",
        "Go, hex, poker and more.",
        "adapters.openspiel.menu:menu",
        (ALONE, COMPUTER, TWO, PUZZLES),
        "othello.both_sides.d3",
        package="pyspiel",
        extra="openspiel",
    ),
    "adventures": Card(
        "Adventures",
        "Text adventures: explore by typed commands.",
        "adapters.zmachine.menu:adventures",
        (ALONE, STORIES),
        "orchard_gate",
        package="fernz",
        extra="zmachine",
    ),
}
"""The games we ship, by name; their descriptions are shown before any of them is loaded."""
