"""A puzzle of tiles on the page: keys, arrows to press, and its picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from interactive_provider import InteractiveProvider, line

from .looks import Played, pixels

PUZZLES = Path(__file__).parents[2] / "examples" / "puzzles"


def _begun() -> Any:
    return InteractiveProvider(PUZZLES).rainkeeper(seed=1).level_1


def _path(played: Played) -> str:
    return line(played.sessions[0].position).partition(".level_1")[2]


def test_a_level_is_played_by_keys_and_by_arrows_to_press(page: Any) -> None:
    """An arrow key moves, wherever on the board the focus is; so does a press on an arrow."""
    played = Played(page, _begun())
    page.locator(".ip-scroll [role=gridcell]").first.focus()
    page.keyboard.press("ArrowUp")
    played.settle()
    page.locator(".ip-pad button[name=left]").click()
    played.settle()
    assert ".up.left" == _path(played)


def test_there_is_no_line_between_two_cells_that_look_alike(page: Any) -> None:
    """The points of two cells of the same ground touch: the level is one picture."""
    played = Played(page, _begun())
    left, right = (pixels(page, played.cell(1, column)) for column in (1, 2))
    assert [row[-1] for row in left] == [row[0] for row in right]
