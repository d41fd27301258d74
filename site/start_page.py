"""The start page of the site that plays in the browser: ten cards with pictures, there from the
first paint, and the programs that load Python behind them.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent

sys.path.insert(0, str(HERE.parent))

PROGRAMS = ("start.js", "worker.js", "player.py")
"""What the page fetches, besides the board's own program."""

_GROUND = re.compile(r'<rect x="-8" y="-8"[^>]*/>\n')

SCREEN_LINES = 8
"""The lines of a program's screen that a card shows."""


class Card(NamedTuple):
    """A game on the start page."""

    title: str
    words: str
    begun: str
    """The line that a press opens."""
    shown: str
    """The line of the position in its picture."""
    look: str = "board"
    """``board``, ``near`` (only the middle of a large board), ``book`` or ``glass``."""

    @property
    def address(self) -> str:
        """What stands for it behind the page's address."""
        return "#" + self.title.lower().replace(" ", "-")


CARDS = (
    Card(
        "Minesweeper",
        "Find the mines by thought.",
        "games.minesweeper.beginner",
        "games.minesweeper(seed=7).beginner.uncover.r5.c5",
    ),
    Card(
        "Chess",
        "Against the computer, with hints.",
        "games.chess.against_a_beginner",
        "games.chess(seed=7).both_sides.e4.e5.Nf3.Nc6.Bc4.Nf6",
    ),
    Card(
        "Connect four",
        "Four discs in a row.",
        "games.k_in_a_row.connect_four_against_the_computer",
        "games.k_in_a_row(seed=7).connect_four.column4.column4.column3.column5.column5.column2"
        ".column3.column3.column4.column3.column2",
    ),
    Card(
        "Sliding tiles",
        "Put the numbers in order.",
        "games.sliding.fifteen",
        "games.sliding(seed=7).eight.up.right",
    ),
    Card(
        "Capture",
        "Swap gems until none is left.",
        "games.capture.gentle_1",
        "games.capture(seed=7).medium_1",
    ),
    Card(
        "Noughts and crosses",
        "Three in a row; with care you never lose.",
        "games.k_in_a_row.noughts_and_crosses_against_the_computer",
        "games.k_in_a_row(seed=7).noughts_and_crosses.row2.column2.row1.column3.row1.column1"
        ".row3.column3.row2.column1",
    ),
    Card(
        "Match game",
        "Do not take the last match.",
        "games.match_game.you_begin",
        "games.match_game(seed=7).two_people.row1.take2.row3.take1",
    ),
    Card(
        "Five in a row",
        "On 15 × 15, against the computer.",
        "games.k_in_a_row.gomoku_against_the_computer",
        "games.k_in_a_row(seed=7).gomoku.row08.column08.row07.column09.row09.column09.row07"
        ".column07.row07.column08.row10.column10.row08.column09.row08.column07",
        "near",
    ),
    Card(
        "The Bell Under the Ice",
        "A short story; you choose how it goes on.",
        "games.stories.bell_under_the_ice",
        "games.stories(seed=7).bell_under_the_ice",
        "book",
    ),
    Card(
        "BASIC of 1978",
        "Old programs on a green screen.",
        "games.basic.lighthouse",
        "games.basic(seed=7).lighthouse(30)(15)",
        "glass",
    ),
)


def write(folder: Path, wheels: Sequence[Path], more: Sequence[Path]) -> None:
    """Write the page and its programs; ``wheels`` are what it installs, ``more`` what else it
    fetches."""
    from interactive_provider.widget import bundle

    cards = "\n".join(card_html(folder, card) for card in CARDS)
    fetched = (*wheels, *more)
    setup = {
        "title": "Play: games behind a dot",
        "wheels": [wheel.relative_to(folder).as_posix() for wheel in wheels],
        "bytes": sum(file.stat().st_size for file in fetched),
    }
    page = (HERE / "start.html").read_text("utf-8")
    page = page.replace("<!-- cards -->", cards)
    page = page.replace("{setup}", json.dumps(setup))
    (folder / "index.html").write_text(page, "utf-8")
    (folder / "board.js").write_text(bundle.bundle(), "utf-8")
    for name in PROGRAMS:
        shutil.copy(HERE / name, folder / name)


def card_html(folder: Path, card: Card) -> str:
    """A card as a link; the picture of its board is written beside the page."""
    return (
        f'    <a class="card" href="{card.address}" data-line="{html.escape(card.begun)}">'
        f'<span class="heap" aria-hidden="true">{picture_html(folder, card)}</span>'
        f"<b>{html.escape(card.title)}</b><p>{html.escape(card.words)}</p></a>"
    )


def picture_html(folder: Path, card: Card) -> str:
    """The board in both themes, or the words of a story or of a screen."""
    from interactive_provider import replay

    position = replay(card.shown)
    if card.look in ("book", "glass"):
        return f'<pre class="{card.look}">{html.escape(words_of(position, card.look))}</pre>'
    names = {theme: f"cards/{card.address[1:]}-{theme}.svg" for theme in ("light", "dark")}
    for theme, name in names.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(drawing(position, theme), "utf-8")
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{names["dark"]}">'
        f'<img class="{card.look}" src="{names["light"]}" alt=""></picture>'
    )


def drawing(position: Any, theme: Any) -> str:
    """The board without the words around it, on no ground."""
    from interactive_provider import board
    from interactive_provider.rendering import svg

    words = {"caption": "", "counters": (), "legend": (), "row_labels": (), "column_labels": ()}
    bare = replace(board(position), **words)
    return _GROUND.sub("", svg.render(bare, theme), count=1)


def words_of(position: Any, look: str) -> str:
    """The beginning of a story's page, or the end of a program's screen."""
    _, *blocks = re.split(r"\n{2,}", str(position))
    if look == "book":
        return " ".join("\n\n".join(blocks[:2]).split())
    lines = "\n".join(blocks[:-2]).split("\n")
    return "\n".join(lines[-SCREEN_LINES:]) + " █"
