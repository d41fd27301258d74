"""The pictures of the documents: one for each board, none too large."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider.boards import SURFACES
from tests.generated import STALE
from tools.pictures.board_pictures import (
    LARGEST,
    PHOTOGRAPHS,
    PLAIN_SURFACES,
    SURFACE_GAMES,
    drawings,
)

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "boards"


@pytest.mark.slow
def test_the_drawings_are_those_of_today() -> None:
    """Every game with a board, every surface and every piece, light and dark, and no other:
    `make generated`."""
    expected = drawings()
    assert sorted(expected) == sorted(path.name for path in FOLDER.glob("*.svg")), STALE
    assert [] == [
        name for name, drawn in expected.items() if drawn != (FOLDER / name).read_text("utf-8")
    ], STALE


def test_every_photograph_is_kept() -> None:
    """Each in both themes."""
    names = {f"{name}-lab-{theme}.png" for name in PHOTOGRAPHS for theme in ("light", "dark")}
    assert names <= {path.name for path in FOLDER.iterdir()}


def test_no_picture_is_large() -> None:
    """They are stored with every version of the project."""
    assert [path.name for path in FOLDER.iterdir() if path.stat().st_size > LARGEST] == []


def test_every_surface_is_drawn() -> None:
    """All but the usual one."""
    assert set(SURFACES) - {"grid"} <= {*PLAIN_SURFACES, *SURFACE_GAMES}
