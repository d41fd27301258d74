"""Every notebook runs from top to bottom, and what is saved in it is what it gives."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from tools.isolation import REPOSITORY
from tools.notebooks import LOOSE_TAG, code_cells, execute, shown_text

NOTEBOOKS = sorted((REPOSITORY / "notebooks").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_and_its_saved_outputs_are_current(file: Path) -> None:
    """No cell raises, and each saved output is what the cell gives today (else:
    ``make notebooks``)."""
    saved = [
        shown_text(cell) for cell in code_cells(nbformat.read(file, as_version=4)) if _firm(cell)
    ]
    given = [shown_text(cell) for cell in code_cells(execute(file)) if _firm(cell)]
    assert saved == given


def _firm(cell: nbformat.NotebookNode) -> bool:
    return LOOSE_TAG not in cell.metadata.get("tags", ())


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_saved_as_run_from_top_to_bottom(file: Path) -> None:
    """The cells are numbered 1, 2, 3 … and hold no saved widget state, so that a code host shows it
    well."""
    notebook = nbformat.read(file, as_version=4)
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    assert "widgets" not in notebook.metadata
