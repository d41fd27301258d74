"""The pictures of the documents: one for each board, none too large."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from interactive_provider import board
from interactive_provider.boards import SURFACES
from interactive_provider.rendering import svg
from tests.browser.board_pictures import LARGEST, PHOTOGRAPHS, played, surface_boards

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "boards"


@pytest.mark.slow
def test_every_game_with_a_board_has_its_pictures() -> None:
    """Light and dark, of the board's present size: ``make docs-pictures`` takes them again."""
    for name, position in played().items():
        picture = board(position)
        assert picture is not None
        for theme in ("light", "dark"):
            kept = ElementTree.fromstring((FOLDER / f"{name}-{theme}.svg").read_text("utf-8"))
            expected = ElementTree.fromstring(svg.render(picture, theme))
            assert (expected.tag, expected.get("width")) == (kept.tag, kept.get("width")), name


def test_every_photograph_is_kept() -> None:
    """Each in both themes."""
    names = {f"{name}-lab-{theme}.png" for name in PHOTOGRAPHS for theme in ("light", "dark")}
    assert names <= {path.name for path in FOLDER.iterdir()}


def test_no_picture_is_large() -> None:
    """They are stored with every version of the project."""
    assert [path.name for path in FOLDER.iterdir() if path.stat().st_size > LARGEST] == []


@pytest.mark.slow
def test_the_documents_show_every_surface_light_and_dark() -> None:
    """As they are drawn today."""
    page = (FOLDER.parents[1] / "boards.md").read_text("utf-8")
    boards = surface_boards()
    assert set(SURFACES) - {"grid"} <= set(boards)
    for surface, drawn in boards.items():
        for theme in ("light", "dark"):
            name = f"surface-{surface}-{theme}.svg"
            assert f"(pictures/boards/{name})" in page
            assert svg.render(drawn, theme) + "\n" == (FOLDER / name).read_text("utf-8")
