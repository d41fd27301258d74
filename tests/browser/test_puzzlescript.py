"""A puzzle of tiles on the page: keys, arrows to press, and its picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from interactive_provider import InteractiveProvider, line

from ..interpreters.puzzlescript.games import game_text
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


def test_a_wide_level_has_no_colours_but_those_of_its_sprites(page: Any, tmp_path: Path) -> None:
    """A level whose cells would not be whole pixels wide is one sharp picture, too."""
    spotted = "Background\ngreen red\n00100\n01000\n00000\n11111\n00010\n"
    text = game_text("", "." * 16 + "\n" + "." * 15 + "P").replace(
        "Background\ngreen\n", spotted, 1
    )
    (tmp_path / "wide.txt").write_text(text)
    played = Played(page, InteractiveProvider(tmp_path).wide(seed=1).level_1)
    cells = [pixels(page, played.cell(0, column)) for column in range(1, 15)]
    assert {(68, 137, 26), (190, 38, 51)} == {one for cell in cells for row in cell for one in row}


def test_a_phone_shows_a_whole_level(page: Any, tmp_path: Path) -> None:
    """A level of twenty columns is not cut off at the edge of a narrow page."""
    (tmp_path / "wide.txt").write_text(game_text("", "." * 20 + "P"))
    page.set_viewport_size({"width": 390, "height": 800})
    Played(page, InteractiveProvider(tmp_path).wide(seed=1).level_1)
    board = page.locator(".ip-grid").bounding_box()
    assert board["x"] + board["width"] <= 390


def test_the_pictures_of_the_levels_are_drawn(page: Any) -> None:
    """Each with the game's own pieces, not as an empty field, and whole on a phone, too."""
    page.set_viewport_size({"width": 390, "height": 844})
    Played(page, InteractiveProvider(PUZZLES).rainkeeper(seed=1))
    drawn = page.eval_on_selector_all(
        ".ip-minis td:first-child", "all => all.map(one => getComputedStyle(one).backgroundImage)"
    )
    assert len(drawn) > 9
    assert [] == [one for one in drawn if not one.startswith('url("data:image/svg')]
    wide = page.eval_on_selector_all(
        ".ip-mini", "all => all.filter(one => one.offsetWidth > one.parentElement.offsetWidth)"
    )
    assert [] == wide


def test_a_message_is_left_by_its_button(page: Any, tmp_path: Path) -> None:
    """Its picture is as large as the level that follows, so that nothing jumps."""
    (tmp_path / "told.txt").write_text(game_text("", "message Hello\n\nmessage You\n\n..P.\n...."))
    played = Played(page, InteractiveProvider(tmp_path).told(seed=1).all_levels)
    first = page.locator(".ip-grid").bounding_box()
    for _ in range(2):
        page.get_by_role("button", name="go on").click()
        played.settle()
    assert ".go_on.go_on" == line(played.sessions[0].position).partition(".all_levels")[2]
    assert first == page.locator(".ip-grid").bounding_box()


def test_the_keys_of_the_original_work_on_the_board(page: Any, tmp_path: Path) -> None:
    """An arrow or x leaves a message, as in the original; in a level x acts."""
    rules = "[ action Player | Fruit ] -> [ Player | ]"
    level = "message Hello\n\nmessage You\n\nPF.\n..."
    (tmp_path / "told.txt").write_text(game_text(rules, level, goals="No Fruit"))
    played = Played(page, InteractiveProvider(tmp_path).told(seed=1).all_levels)
    page.get_by_role("button", name="go on").click()
    played.settle()
    for key in ("ArrowRight", "ArrowDown", "x"):
        page.keyboard.press(key)
        played.settle()
    taken = line(played.sessions[0].position).partition(".all_levels")[2]
    assert ".go_on.go_on.down.action" == taken
