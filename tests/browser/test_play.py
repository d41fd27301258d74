"""``make play``: the command that the README names opens a Lab in which its first screen can be done."""

from __future__ import annotations

import html
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.isolation import REPOSITORY, isolated_environment

TOKEN = "play"
OPENED = "opened.html"
FLAGS = "--allow-root --ip=127.0.0.1 --port=0 --LabApp.expose_app_in_browser=True"


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Any]:
    """The server that ``make play`` starts; the browser that it opens is a script which keeps the page."""
    from .server import Server, wait_for_address, write_settings

    if Path(sys.prefix) != REPOSITORY / ".venv":
        pytest.skip("only the environment that `make` brings can be played without installing it first")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\ncp "${{1#file://}}" "{tmp_path / OPENED}"\n')
    browser.chmod(0o755)
    environment = isolated_environment(tmp_path) | {"JUPYTER_TOKEN": TOKEN, "BROWSER": f"{browser} %s"}
    del environment["PYTHONPATH"]  # the package must be found because it is installed
    write_settings(tmp_path)
    log = tmp_path / "log"
    command = ["make", "play", f"LAB_FLAGS={FLAGS}"]
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=REPOSITORY, env=environment, stdout=output, stderr=output, start_new_session=True
        )
        try:
            yield Server(wait_for_address(process, log, TOKEN), TOKEN, REPOSITORY / "notebooks")
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(30)


def test_make_play_opens_the_tour_and_the_first_screen_can_be_done(page: Any, played: Any, tmp_path: Path) -> None:
    """The tour is open and its first cell loads the extension; then ``games.`` and Tab list the games."""
    from .frontend import FrontEnd, wait_for

    opened = tmp_path / OPENED
    wait_for(lambda: opened.exists() and "</html>" in opened.read_text(), bool, 60, "the browser to be opened")
    (address,) = re.findall(r'content="1;url=([^"]+)"', opened.read_text())
    assert "/lab/tree/tour.ipynb?" in address
    lab = FrontEnd(page, played)
    lab.path = "tour.ipynb"
    page.goto(html.unescape(address), wait_until="domcontentloaded")
    lab.wait_ready()
    first = lab.ask("return panel.content.widgets.findIndex(cell => cell.model.type === 'code');")
    lab.run(cell=first)
    last = lab.ask("return panel.content.widgets.length;")
    assert "minesweeper" in lab.complete("games.", last)
    lab.accept("minesweeper")
    lab.run(cell=last)
    assert "games.minesweeper" in lab.text(last)
    lab.close()
