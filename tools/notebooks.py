"""Run notebooks in a fresh kernel; as a command, keep their outputs:
``python -m tools.notebooks FILE…``."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

from tools.isolation import isolated_environment

SECONDS_A_CELL = 120
WIDGET = "application/vnd.jupyter.widget-view+json"
LOOSE_TAG = "output-varies"
"""A cell with this tag shows times, fresh seeds or the like: only its success is tested."""


class _Kernel(AsyncKernelManager):
    """A kernel of this very Python, whichever kernels the user has installed."""

    def format_kernel_cmd(self, *arguments: Any, **keywords: Any) -> list[str]:
        command: list[str] = super().format_kernel_cmd(*arguments, **keywords)
        return [sys.executable, *command[1:]]


def execute(file: Path) -> Any:
    """The notebook with new outputs; raises nbclient's CellExecutionError at the first cell that
    fails."""
    notebook = nbformat.read(file, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS_A_CELL,
        kernel_manager_class=_Kernel,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(file.parent)}},
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, isolated_environment(Path(folder))),
    ):
        client.execute()
    # without the version of this machine's Python
    notebook.metadata["language_info"] = {"name": "python"}
    notebook.metadata.pop("widgets", None)
    _without_widgets(notebook)
    return notebook


def _without_widgets(notebook: Any) -> None:
    """Widgets as the text beside them: where their kernel is gone, a front end would show an error
    instead."""
    for cell in code_cells(notebook):
        for output in cell.outputs:
            output.get("data", {}).pop(WIDGET, None)


def code_cells(notebook: Any) -> list[Any]:
    """The cells that hold code, blank ones left out."""
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def shown_text(cell: Any) -> list[str]:
    """What a cell shows as plain text, output by output; a run of printing is one output."""
    texts: list[str] = []
    printing = False
    for output in cell.outputs:
        is_stream = output.output_type == "stream"
        text = output.text if is_stream else output.get("data", {}).get("text/plain", "")
        # a slow cell's printing comes in pieces, cut where the clock has it
        if printing and is_stream:
            texts[-1] += text
        else:
            texts.append(text)
        printing = is_stream
    return texts


def main(files: list[str]) -> None:
    """Run each notebook and write it back with its outputs."""
    for file in map(Path, files):
        nbformat.write(execute(file), file)


if __name__ == "__main__":
    main(sys.argv[1:])
