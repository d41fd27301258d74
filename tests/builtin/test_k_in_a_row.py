"""What a board of k in a row is called, and its players: as people say it of what lies there."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import board, games, hint, mover, outcome, payoffs, review, winner
from interactive_provider.analysis import simulate, tree
from interactive_provider.heart.play.nodes import walk
from interactive_provider.widget.session import Session
from tests.sure import sure

BOARDS = [
    ("noughts_and_crosses", "Noughts and crosses", "X", "O", ("row1", "column1")),
    ("connect_four", "Connect four", "Red", "Yellow", ("column1",)),
    ("gomoku", "Gomoku", "Black", "White", ("row01", "column01")),
    ("four_in_a_row", "Four in a row", "X", "O", ("row1", "column1")),
]


@pytest.mark.parametrize(("preset", "title", "first", "second", "move"), BOARDS)
def test_a_board_and_its_players_have_the_names_that_people_use(
    preset: str, title: str, first: str, second: str, move: tuple[str, ...]
) -> None:
    """The title and whose turn it is follow the preset, and the letters in text are those of the
    players."""
    p = getattr(games(seed=1).k_in_a_row, preset)
    assert title == Session(p).view()["title"] == str(p).splitlines()[0]
    assert f"{first} to move." in str(p)
    after = walk(p, move)
    assert f"{second} to move." in str(after)
    picture = board(after)
    assert picture is not None
    assert {first[0], "·"} == {cell.text for row in picture.rows for cell in row}


def test_the_winner_and_the_computer_are_named_by_their_discs() -> None:
    """Red and yellow discs lie on the rack: the texts say so, and a column stands in words."""
    p = games.k_in_a_row(
        seed=7
    ).connect_four.column1.column2.column1.column2.column1.column2.column1
    assert "Red won" == outcome(p)
    assert "Red has 4 in a row." in str(p)
    q = games.k_in_a_row(seed=7).connect_four(against="random").column4
    assert "The computer (Yellow) played column 6." in str(q)


@pytest.mark.parametrize(
    ("p", "rows"),
    [
        (games.k_in_a_row(seed=1).gomoku, "row"),
        (games.match_game(rows=(1,) * 12, seed=1), "row"),
        (games.minesweeper(rows=12, columns=11, mines=9, seed=1), "r"),
    ],
    ids=["gomoku", "match game", "minesweeper"],
)
def test_the_labels_of_large_boards_have_no_zeros(p: Any, rows: str) -> None:
    """A person reads row 1 to row 12; only the names behind the dot keep their zeros."""
    labels = sure(board(p)).row_labels
    assert tuple(f"{rows}{number}" for number in range(1, len(labels) + 1)) == labels


def test_a_player_has_one_name_everywhere() -> None:
    """That of the pieces: in reviews, simulations, trees and standings as on the board."""
    p: Any = games.k_in_a_row(rows=3, columns=3, k=3, gravity=True, seed=1)
    won = p.column1.column2.column1.column2.column1
    assert ("Red", "Yellow") == (mover(p), mover(p.column1))
    assert ("Red", {"Red": 1.0, "Yellow": 0.0}) == (winner(won), payoffs(won))
    assert ["Red", "Yellow"] == [move.player for move in review(won).moves[:2]]
    assert ("Red", "Yellow") == simulate(p, 1, progress=False).names
    assert str(tree(p, 1)).startswith("├─ Red: column")


def test_only_where_every_move_draws_a_hint_says_so() -> None:
    """Not where some lose."""
    p: Any = games.k_in_a_row(seed=1).noughts_and_crosses
    assert "Every move here draws" in str(hint(p))
    assert str(hint(p.row1.column2.row1.column3)).endswith(". It draws with best play.")
