"""Take the documents' pictures from a real JupyterLab: ``python -m tests.browser.pictures docs/pictures``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from .chromium import FLAGS, find_chromium
from .frontend import FrontEnd
from .server import running_server

SIZE: ViewportSize = {"width": 900, "height": 900}


def first_screen(lab: FrontEnd) -> None:
    """What the README promises: the extension loaded, a position shown, Tab pressed."""
    lab.open(["", "", ""], "games.ipynb")
    lab.command("application:toggle-left-area")
    lab.command("application:toggle-side-tabbar", side="left")
    lab.command("application:toggle-side-tabbar", side="right")
    lab.run("%load_ext interactive_provider", 0)
    lab.run("games.minesweeper(seed=7).beginner.uncover.r5.c5", 1)
    lab.complete("games.", 2)


PICTURES: dict[str, Callable[[FrontEnd], None]] = {"first-screen": first_screen}
"""Each picture's name and what a person does before it is taken."""


def take_pictures(folder: Path) -> list[Path]:
    """Take every picture into ``folder`` and give the files."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = []
    with tempfile.TemporaryDirectory() as own, running_server(Path(own)) as server, sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for name, prepare in PICTURES.items():
            context = browser.new_context(viewport=SIZE, device_scale_factor=1.5, reduced_motion="reduce")
            lab = FrontEnd(context.new_page(), server)
            prepare(lab)
            file = folder / f"{name}.png"
            lab.page.screenshot(path=file, animations="disabled", caret="hide")
            taken.append(file)
            context.close()
    return taken


if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]))
