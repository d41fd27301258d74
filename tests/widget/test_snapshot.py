"""The picture of a board that stays in a notebook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PLAYED = (
    "%load_ext interactive_provider",
    "w = play(games.match_game(seed=5).two_people)\nv = play(w.position)\ndisplay(v)\nw",
    "w.position = w.position.row1.take1",
    "for take in ('take1', 'take2'):\n    v.position = getattr(v.position.row2, take)",
    "v.close()\nv.close()",
)


def executed(file: Path, sources: tuple[str, ...]) -> list[dict[str, Any]]:
    """The pictures that are left in a notebook when nbclient has executed it, in their order."""
    import nbformat  # not in the environments of the oldest and the newest Python

    from tools.notebooks import execute

    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
    book = execute(file)
    outputs = [output.get("data", {}) for cell in book.cells for output in cell.outputs]
    return [data for data in outputs if "ip-kept-" in data.get("text/html", "")]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_an_executed_notebook_keeps_its_boards_as_they_ended(tmp_path: Path) -> None:
    """What executes a notebook takes no output after the end of a cell; each run gives pictures of
    the same names."""
    pictures = executed(tmp_path / "played.ipynb", PLAYED)
    assert [
        "games.match_game(seed=5).two_people.row2.take1.row2.take2",
        "games.match_game(seed=5).two_people.row1.take1",
    ] == [picture["text/plain"] for picture in pictures]
    names = [re.findall(r"ip-kept-\w+", picture["text/html"])[0] for picture in pictures]
    assert ["ip-kept-b71f5143", "ip-kept-9edaad35"] == names
