"""The editor of a board in a real browser, by mouse."""

from __future__ import annotations

from typing import Any

from interactive_provider import board, games

from .looks import Played


def test_a_position_is_entered_by_mouse(page: Any) -> None:
    """Edit, a sign, a click, a drag, edit: the game goes on from what was drawn."""
    played = Played(page, games.chess(seed=1).both_sides)
    played.press("more")
    played.press("edit")
    played.press("·")
    played.cell(7, 3).click()
    played.settle()
    played.press("♕\ufe0e")
    played.cell(4, 3).click()
    played.settle()
    played.cell(6, 4).drag_to(played.cell(4, 4))
    played.settle()
    played.press("edit")
    text = str(played.sessions[0].position)
    assert "FEN: rnbqkbnr/pppppppp/8/8/3QP3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1" in text


def test_a_field_of_mines_is_entered_by_mouse(page: Any) -> None:
    """What cannot be is explained on the page, and mended there."""
    played = Played(page, games.minesweeper(seed=7).beginner.uncover.r4.c4)
    played.press("more")
    played.press("edit")
    played.press("8")
    played.cell(8, 8).click()
    played.settle()
    played.press("edit")
    assert "The 8 at r9 c9 contradicts" in page.locator(".ip-status").inner_text()
    played.press("undo")
    played.press("⚑")
    played.cell(0, 0).click()
    played.settle()
    played.press("edit")
    assert "9 not flagged" in str(played.sessions[0].position)


def test_a_drag_to_where_nothing_can_go_is_explained(page: Any) -> None:
    """By drag and by two clicks: the piece goes back, and the line above says why."""
    played = Played(page, games.chess(seed=1).both_sides)
    start = board(played.sessions[0].position)
    played.cell(7, 1).drag_to(played.cell(3, 1))
    played.settle()
    assert "The knight cannot go from b1 to b5." in page.locator(".ip-status").inner_text()
    played.cell(6, 0).click()
    played.cell(3, 0).click()
    played.settle()
    assert "The pawn cannot go from a2 to a5." in page.locator(".ip-status").inner_text()
    assert start == board(played.sessions[0].position)
