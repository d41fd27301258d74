"""The editor of a board: a sign, a click, a drag, and the game's own word for what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import board, games, line
from interactive_provider.rendering.text import render
from interactive_provider.widget.session import Session

EDIT = {"do": "edit"}


class Page:
    """What a player does on the page of a game."""

    def __init__(self, p: Any) -> None:
        self.session = Session(p)
        self.view = self.session.view()

    def do(self, **order: Any) -> Page:
        """One order, and what the page shows after it."""
        self.session.act({**order, "seen": self.view["number"]})
        self.view = self.session.view()
        return self

    def edit(self) -> Page:
        """The button that begins and ends the editing."""
        return self.do(do="edit")

    def choose(self, words: str) -> Page:
        """One of the buttons."""
        found = [number for number, one in enumerate(self.view["options"]) if one.words == words]
        return self.do(do="option", index=found[0])

    def click(self, row: int, column: int) -> Page:
        """A click on a cell."""
        return self.do(do="gesture", gesture="press", at=[row, column])

    def drag(self, *way: int) -> Page:
        """A drag from one cell to another."""
        return self.do(do="gesture", gesture="to", at=way[:2], to=way[2:])

    @property
    def rows(self) -> list[str]:
        """The signs on the board."""
        shown: Any = board(self.session.position)
        return ["".join(cell.text for cell in row).rstrip() for row in shown.rows]


def test_a_click_puts_the_chosen_sign_and_play_goes_on_from_there() -> None:
    """A flag on a field; the number of mines stays."""
    page = Page(games.minesweeper(seed=7).beginner.uncover.r4.c4).edit()
    assert ["edit"] == page.view["able"]
    page.choose("⚑").click(0, 0)
    assert page.rows[0] == "⚑■■■■■■■■"
    page.edit()
    assert page.session.status == ""
    assert page.rows[0] == "⚑■■■■■■■■"
    assert "10 mines, 9 not flagged" in str(page.session.position)
    assert "hint" in page.view["able"]


def test_a_drag_exchanges_two_cells() -> None:
    """A pawn goes forth, and its square is empty."""
    page = Page(games.chess(seed=1).both_sides).edit().drag(6, 4, 4, 4).edit()
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    assert f"FEN: {fen}" in str(page.session.position)


def test_the_side_to_move_can_be_changed() -> None:
    """As by the words of the game, and back again."""
    page = Page(games.chess(seed=1).both_sides.e4).edit().choose("other side to move").edit()
    assert "White to move" in str(page.session.position)
    page.edit().choose("other side to move").edit()
    assert "Black to move" in str(page.session.position)
    nim = Page(games.match_game(seed=1).two_people).edit().choose("other side to move").edit()
    assert "turn: player 2" in render(board(nim.session.position))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("p", "acts", "words"),
    [
        (
            lambda: games.chess(seed=1).both_sides,
            lambda page: page.choose("♔\ufe0e").click(4, 4),
            "too many kings",
        ),
        (
            lambda: games.minesweeper(seed=7).beginner.uncover.r4.c4,
            lambda page: page.choose("3").click(4, 4),
            "The 3 at r5 c5 contradicts its neighbours: it touches only 0 covered squares",
        ),
        (
            lambda: games.k_in_a_row(seed=1).connect_four,
            lambda page: page.choose("R").click(2, 3),
            "In column 4, a piece floats above an empty square",
        ),
        (
            lambda: games.sliding(seed=1).fifteen,
            lambda page: page.choose("4").click(0, 0),
            "Tile 4 appears twice",
        ),
        (
            lambda: games.capture(seed=1).wight,
            lambda page: page.choose("r").click(0, 0),
            "floats above an empty place",
        ),
    ],
    ids=["chess", "minesweeper", "connect four", "sliding", "capture"],
)
def test_what_cannot_be_is_explained_and_nothing_is_lost(p: Any, acts: Any, words: str) -> None:
    """The game says why, the draft stays, and one step back mends it."""
    page = Page(p()).edit()
    before = page.rows
    acts(page)
    drawn = page.rows
    page.edit()
    assert page.session.stuck
    assert words in page.session.status
    assert drawn == page.rows
    assert before == page.do(do="undo").rows


def test_a_board_is_cleared_and_a_position_is_pasted() -> None:
    """A text in the field takes the place of the board; nonsense is refused."""
    page = Page(games.k_in_a_row(seed=1).noughts_and_crosses.row1.column1).edit().choose("clear")
    assert ["···"] * 3 == page.rows
    page.do(do="type", text="X·O/·X·/··O")
    assert ["X·O", "·X·", "··O"] == page.rows
    page.do(do="type", text="X?O")
    assert "'?' at r1 c2 is not a sign" in page.session.status
    assert ["X·O", "·X·", "··O"] == page.rows
    assert ["X·O", "·X·", "··O"] == page.edit().rows


def test_undo_leads_back_to_the_game() -> None:
    """Whoever looks at the editor has lost nothing."""
    p = games.chess(seed=1).both_sides.e4.e5
    page = Page(p).edit()
    assert line(p) == page.session.line
    assert p == page.do(do="undo").session.position


def test_games_that_read_no_position_have_no_editor() -> None:
    """No button, and a sentence for a program that asks all the same."""
    page = Page(games.guess(seed=1))
    assert "edit" not in page.view["able"]
    assert "There is no position of this game to edit." == page.edit().session.status


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ((7, 1, 3, 1), "The knight cannot go from b1 to b5."),
        ((6, 4, 2, 4), "The pawn cannot go from e2 to e6."),
        ((1, 4, 3, 4), "White is to move, and has no piece on e7."),
        ((4, 4, 3, 4), "White is to move, and has no piece on e4."),
    ],
)
def test_an_illegal_move_on_a_board_says_why(way: tuple[int, ...], words: str) -> None:
    """The piece stays where it was, and the line above says what is wrong."""
    page = Page(games.chess(seed=1).both_sides)
    before = page.rows
    assert words == page.drag(*way).session.status
    assert before == page.rows


def test_a_pinned_piece_says_that_the_king_would_be_in_check() -> None:
    """And a game that has no word for it says so in general."""
    pinned = games.chess(position="4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1")
    assert "e2 to d3 would leave the king in check." == Page(pinned).drag(6, 4, 5, 3).session.status
    tiles = Page(games.sliding(seed=1).fifteen)
    assert "That cannot go there now." == tiles.drag(0, 0, 3, 3).session.status
