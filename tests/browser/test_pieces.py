"""Pieces that go from place to place, by mouse and by keys: chess against an engine in a real front
end."""

from __future__ import annotations

from typing import Any

import pytest

from .test_boards import Shown, desk

__all__ = ["desk"]

PAWN = "games.chess(fen='8/4P3/8/8/8/k7/8/4K3 w - - 0 1', seed=1)"
LADDER = (
    "games.chess(fen='7k/8/8/8/8/8/R7/1R2K3 w - - 0 1', seed=1, against=('stockfish', 500), seat=0)"
)


def place(square: str) -> tuple[int, int]:
    """The row and column of a square with White below."""
    return 8 - int(square[1]), "abcdefgh".index(square[0])


def drag(shown: Shown, start: str, target: str) -> None:
    """Drag the piece on one square to another with the mouse."""
    mouse = shown.desk.page.mouse
    boxes: list[Any] = []
    before: list[Any] | None = None
    # a board that was just shown may still be fitted to its page and scrolled to its top
    while boxes != before:
        before, boxes = (
            boxes,
            [shown.cell(*place(square)).bounding_box() for square in (start, target)],
        )
        shown.desk.page.wait_for_timeout(200)
    first, last = boxes
    mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    mouse.down()
    mouse.move(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2, steps=5)
    mouse.up()


@pytest.mark.timeout(300)
def test_a_piece_is_dragged_or_pressed_to_its_square(desk: Any) -> None:
    """A drag over the board, a press and a second press, and the keys choose the same moves;
    targets are marked."""
    shown = Shown(desk, "games.chess(seed=1).both_sides")
    drag(shown, "e2", "e4")
    shown.reaches("games.chess(seed=1).both_sides.e4")
    shown.cell(*place("g8")).click()
    reached = shown.root.first.locator("td.ip-reach")
    assert 2 == reached.count()
    shown.cell(*place("f6")).click()
    shown.reaches("games.chess(seed=1).both_sides.e4.Nf6")
    shown.cell(*place("e4")).focus()
    shown.key("Enter", "ArrowUp", "Enter")
    shown.reaches("games.chess(seed=1).both_sides.e4.Nf6.e5")
    drag(shown, "f6", "f5")
    shown.reaches("games.chess(seed=1).both_sides.e4.Nf6.e5")


@pytest.mark.timeout(300)
def test_a_promotion_asks_which_piece(desk: Any) -> None:
    """Dragged to the last row a pawn does not move before one of four buttons is pressed."""
    shown = Shown(desk, PAWN)
    drag(shown, "e7", "e8")
    shown.settle()
    assert "Which of these?" in shown.status()
    shown.root.first.get_by_role("button", name="e8(R)").click()
    shown.reaches(f"{PAWN}.e8_R")


@pytest.mark.timeout(300)
def test_a_game_against_the_engine_is_won_by_mouse(desk: Any) -> None:
    """The engine answers each move on the board until it is mated."""
    shown = Shown(desk, LADDER)
    for _ in range(12):
        hinted = desk.value("None if outcome(w.position) else hint(w.position).value")
        if hinted == "None":
            break
        move = hinted.strip("'")
        drag(shown, move[:2], move[2:4])
        shown.settle()
    assert "won" == desk.value("outcome(w.position)")
