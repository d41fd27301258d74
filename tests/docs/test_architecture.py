"""The map shows the house: every room and every file of the root and the heart stands on it."""

from __future__ import annotations

from pathlib import Path

import pytest

import interactive_provider

PACKAGE = Path(interactive_provider.__file__).parent
MAP = (PACKAGE.parent / "docs" / "architecture.md").read_text("utf-8")
ROOMS = sorted(room.parent.name for room in PACKAGE.glob("*/__init__.py"))
FILES = sorted(
    file.name for place in (PACKAGE, PACKAGE / "heart") for file in place.glob("*.py") if file.name != "__init__.py"
)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_on_the_map(room: str) -> None:
    """A folder that nobody can find is a folder that nobody keeps."""
    assert f"| `{room}/` |" in MAP


@pytest.mark.parametrize("file", FILES)
def test_every_file_of_root_and_heart_is_on_the_map(file: str) -> None:
    """Each with what it knows."""
    assert f"`{file}`" in MAP


def test_the_map_names_nothing_that_is_gone() -> None:
    """Every file that it names is there, in the room that it names or in the root."""
    named = {
        word.strip("`") for word in MAP.replace("(", " ").replace(",", " ").split() if word.strip("`:").endswith(".py`")
    }
    names = {name.removeprefix("interactive_provider/") for name in named}
    known = {file.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py")}
    assert set() == {name for name in names if not any(file == name or file.endswith(f"/{name}") for file in known)}
