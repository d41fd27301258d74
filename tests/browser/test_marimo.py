"""A board in marimo, which keeps widgets in a shadow root and speaks another protocol to them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tools.isolation import REPOSITORY

from .frontend import wait_for

NOTEBOOK = """\
import marimo
app = marimo.App()

@app.cell
def _():
    import marimo
    from interactive_provider import play
    from tests.rendering.games import Switch, start
    board = play(start(Switch))
    shown = marimo.ui.anywidget(board)
    shown
    return board, shown

@app.cell
def _(board, shown):
    f"value {shown.value['line']} {board.line}"
    return
"""


pytestmark = pytest.mark.front_end


@pytest.fixture
def page(new_page: Any) -> Any:
    """A page of its own, since what is opened keeps things in the browser."""
    return new_page


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address at which marimo runs the notebook."""
    pytest.importorskip("marimo")
    notebook = tmp_path / "boards.py"
    notebook.write_text(NOTEBOOK)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY),
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    command = [
        sys.executable,
        "-m",
        "marimo",
        "run",
        str(notebook),
        "--headless",
        "--no-token",
        f"--port={port}",
    ]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        url = f"http://127.0.0.1:{port}/"
        wait_for(lambda: _answers(url), bool, 60, "marimo to answer")
        yield url
    finally:
        process.terminate()
        process.wait(20)


def _answers(url: str) -> bool:
    try:
        with urlopen(url):
            return True
    except (URLError, ConnectionError):
        return False


def test_clicks_are_choices_in_marimo(page: Any, address: str) -> None:
    """Fast clicks all arrive, and the other cell reads the position they lead to."""
    page.goto(address)
    cells = page.locator(".ip-widget [role=gridcell]")
    cells.first.wait_for()
    for number in (5, 6, 7):
        cells.nth(number).click()
    page.locator(".ip-widget .ip-yellow").nth(2).wait_for()
    page.get_by_text("value ").filter(has_text=".r2.c2.r2.c3.r2.c4").wait_for()
    words = page.get_by_text("value ").inner_text().strip("'").split()
    assert words[1] == words[2]  # what marimo says of the board is where it stands
    assert page.locator(".ip-widget .ip-yellow").count() == 3
