"""Record the README's moving picture from a real JupyterLab, once in each theme:
``python -m tools.pictures.moving_picture FOLDER``.

Each frame is a picture of what a person sees who types, presses Tab, clicks and asks for a hint;
nothing is drawn.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from tests.browser.frontend import FrontEnd, wait_for
from tests.browser.server import running_server
from tools.chromium import FLAGS, find_chromium

SIZE: ViewportSize = {"width": 820, "height": 760}
COLOURS = 96
LARGEST = 1_000_000
"""Bytes: a README is read on telephones too."""

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

PLAYED = "%play games.minesweeper(seed=7).beginner"


class Recorder:
    """Takes frames of a page, each with the time for which it stands."""

    def __init__(self, lab: FrontEnd) -> None:
        self.lab = lab
        self.frames: list[tuple[Image.Image, int]] = []

    def take(self, milliseconds: int) -> None:
        """One frame."""
        picture = Image.open(
            io.BytesIO(self.lab.page.screenshot(animations="disabled", caret="hide"))
        )
        self.frames.append((picture.convert("RGB"), milliseconds))

    def type(self, text: str) -> None:
        """Type a text, a frame for every few letters."""
        for start in range(0, len(text), 4):
            self.lab.page.keyboard.type(text[start : start + 4])
            self.take(140)

    def save(self, file: Path) -> None:
        """All frames as one file, in the colours that they have together."""
        sheet = Image.new("RGB", (SIZE["width"], SIZE["height"] * 4))
        for number in range(4):
            sheet.paste(
                self.frames[number * (len(self.frames) - 1) // 3][0], (0, number * SIZE["height"])
            )
        palette = sheet.quantize(COLOURS)
        pictures = [
            picture.quantize(palette=palette, dither=Image.Dither.NONE)
            for picture, _ in self.frames
        ]
        times = [time for _, time in self.frames]
        pictures[0].save(
            file, save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=True
        )


def first_minute(lab: FrontEnd, theme: str) -> Recorder:
    """Tab through a chain, a board, two clicks, a hint."""
    shot = Recorder(lab)
    lab.open(["", ""], "first_minute.ipynb")
    lab.command("apputils:change-theme", theme=THEMES[theme])
    lab.command("application:toggle-left-area")
    lab.command("application:toggle-side-tabbar", side="left")
    lab.command("application:toggle-side-tabbar", side="right")
    lab.run("%load_ext interactive_provider", 0)
    lab.focus(1)
    shot.take(700)
    shot.type("games.")
    lab.press_tab()
    shot.take(2400)
    lab.accept("minesweeper")
    shot.take(400)
    lab.page.keyboard.type(".")
    lab.press_tab()
    shot.take(2000)
    lab.accept("beginner")
    shot.take(700)
    lab.write("", 1)
    shot.type(PLAYED)
    lab.run(cell=1)
    board = lab.page.locator(".jp-OutputArea-output [role=grid]").first
    board.wait_for(state="visible")
    lab.page.wait_for_timeout(500)
    shot.take(1200)
    _click(lab, shot, "r5 c5", 1400)
    _press(lab, shot, "hint", 3200)
    _click(lab, shot, "r1 c6", 2200)
    return shot


def _click(lab: FrontEnd, shot: Recorder, place: str, milliseconds: int) -> None:
    square = lab.page.locator(f".jp-OutputArea-output [role=gridcell][aria-label^='{place}']").first
    square.click()
    wait_for(
        lambda: square.get_attribute("aria-label"),
        lambda told: "covered" not in str(told),
        30,
        f"{place} open",
    )
    lab.page.wait_for_timeout(400)
    shot.take(milliseconds)


def _press(lab: FrontEnd, shot: Recorder, name: str, milliseconds: int) -> None:
    lab.page.locator(".jp-OutputArea-output").get_by_role("button", name=name).first.click()
    lab.page.wait_for_timeout(1500)
    shot.take(milliseconds)


def record(file: Path, theme: str) -> None:
    """Record the picture in a theme into a file; raises ValueError if it is too large."""
    with (
        tempfile.TemporaryDirectory() as own,
        running_server(Path(own)) as server,
        sync_playwright() as browsers,
    ):
        browser = browsers.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        first_minute(FrontEnd(context.new_page(), server), theme).save(file)
        browser.close()
    if file.stat().st_size > LARGEST:
        raise ValueError(f"{file} has {file.stat().st_size:,} bytes; {LARGEST:,} are the most.")


if __name__ == "__main__":
    for name in THEMES:
        record(Path(sys.argv[1]) / f"first-minute-{name}.gif", name)
