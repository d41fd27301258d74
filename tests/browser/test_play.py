"""``make play``: the command that the README names opens a Lab in which its first screen can be
done."""

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

from tools.isolation import REPOSITORY, isolated_environment

TOKEN = "play"
OPENED = "opened.html"
FLAGS = "--allow-root --ip=127.0.0.1 --port=0 --LabApp.expose_app_in_browser=True"


pytestmark = pytest.mark.front_end


@pytest.fixture
def page(new_page: Any) -> Any:
    """A page of its own, since what is opened keeps things in the browser."""
    return new_page


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Any]:
    """The server that ``make play`` starts; the browser that it opens is a script which keeps the
    page."""
    from .server import Server, wait_for_address, write_settings

    if Path(sys.prefix) != REPOSITORY / ".venv":
        pytest.skip(
            "only the environment that `make` brings can be played without installing it first"
        )
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\ncp "${{1#file://}}" "{tmp_path / OPENED}"\n')
    browser.chmod(0o755)
    environment = isolated_environment(tmp_path) | {
        "JUPYTER_TOKEN": TOKEN,
        "BROWSER": f"{browser} %s",
    }
    del environment["PYTHONPATH"]  # the package must be found because it is installed
    write_settings(tmp_path)
    log = tmp_path / "log"
    command = ["make", "play", f"LAB_FLAGS={FLAGS}"]
    with log.open("w") as output:
        process = subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env=environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            yield Server(wait_for_address(process, log, TOKEN), TOKEN, REPOSITORY)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(30)


TYPED = "make play\n"
"""What the README has a newcomer type; then the keys that run a cell, and a click."""


def git_status() -> str:
    """What git sees changed among the notebooks, and what it does not know."""
    command = ["git", "status", "--porcelain", "notebooks", "playground"]
    return subprocess.run(
        command, cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout


def test_make_play_opens_a_board_to_click(page: Any, played: Any, tmp_path: Path) -> None:
    """By the README's words alone: the command, the first cell, a click on a square; then Tab lists
    the games."""
    from .frontend import FrontEnd, wait_for

    before = git_status()
    opened = tmp_path / OPENED
    wait_for(
        lambda: opened.exists() and "</html>" in opened.read_text(),
        bool,
        60,
        "the browser to be opened",
    )
    (address,) = re.findall(r'content="1;url=([^"]+)"', opened.read_text())
    assert "/lab/tree/playground/tour.ipynb?" in address
    lab = FrontEnd(page, played)
    lab.path = "playground/tour.ipynb"
    page.goto(html.unescape(address), wait_until="domcontentloaded")
    lab.wait_ready()
    assert lab.ask(
        "return panel.content.widgets.every(cell => cell.model.trusted || cell.model.type !=="
        " 'code');"
    )
    assert f"```sh\n{TYPED}" in (REPOSITORY / "README.md").read_text("utf-8").replace(
        "make play  ", "make play\n"
    )
    keys = len(TYPED) + click_first_square(lab)
    assert keys <= 30
    last = lab.ask("return panel.content.widgets.length;")
    assert "minesweeper" in lab.complete("games.", last)
    lab.save()
    assert before == git_status()
    lab.close()


def click_first_square(lab: Any) -> int:
    """Run cells by Shift-Enter until there is a board, and click one of its squares; how many keys
    that took."""
    from .frontend import wait_for

    keys, ran = 0, 0
    lab.page.locator(".jp-Notebook").first.focus()
    square = lab.page.locator(".jp-OutputArea-output [role=gridcell]").first
    first = lab.ask("return panel.content.widgets.findIndex(cell => cell.model.type === 'code');")
    while ran <= first:
        lab.page.keyboard.press("Shift+Enter")
        keys, ran = keys + 2, ran + 1
    square.wait_for(state="visible")
    assert 2 >= ran
    square.click()
    wait_for(
        lambda: lab.output(first).all_inner_texts(),
        lambda told: ".uncover." in "".join(told),
        60,
        "the click",
    )
    return keys
