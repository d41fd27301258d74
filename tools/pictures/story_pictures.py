"""The pictures of stories in the documents:
``python -m tools.pictures.story_pictures docs/pictures``.

A passage of our own story as a page, the same story to be pressed, and its map, each taken in a
real JupyterLab.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

STORY = "games.stories.bell_under_the_ice(seed=7)"
PASSAGE = f"{STORY}.Take_the_lantern.Straight_over_the_black_ice.Go_on.Climb_in"
WIDTH = 1400
"""Pixels of the window, so wide that the whole map is seen."""
LARGEST = 120_000
"""Bytes of a picture at most: they are stored with every version."""

SHOTS = {
    "story-page": (PASSAGE, ".jp-OutputArea-output .ip-position"),
    "story-widget": (f"board = play({PASSAGE})\nboard", ".ip-widget"),
    "story-map": (f"extra({PASSAGE}, 'map')", ".jp-OutputArea-output img"),
}
"""What is run, and what of its output is photographed."""


def photograph(
    folder: Path, width: int, themes: tuple[str, ...], shots: dict[str, tuple[str, str]]
) -> None:
    """Each shot in each theme of JupyterLab, as ``name-theme.png``; of the light theme alone as
    ``name.png``."""
    from playwright.sync_api import sync_playwright

    from tests.browser.frontend import FrontEnd
    from tests.browser.server import running_server
    from tools.chromium import FLAGS, find_chromium

    with (
        tempfile.TemporaryDirectory() as place,
        running_server(Path(place)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        page = browser.new_page(viewport={"width": width, "height": 1000}, reduced_motion="reduce")
        lab = FrontEnd(page, server).open(["from interactive_provider import extra, games, play"])
        lab.run(cell=0)
        for name, (source, part) in shots.items():
            lab.ask("app.commands.execute('notebook:clear-all-cell-outputs');")
            lab.run(source, cell=1)
            for theme in themes:
                lab.theme(f"JupyterLab {theme}")
                shown = page.locator(part).last
                shown.wait_for()
                # a change of theme shows it
                page.locator("#jupyterlab-splash").wait_for(state="detached")
                suffix = f"-{theme.lower()}" if len(themes) > 1 else ""
                shown.screenshot(path=folder / f"{name}{suffix}.png")
        lab.close()
        browser.close()


def main(arguments: list[str]) -> None:
    """Take all pictures again; raises ValueError if one of them is too large."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    photograph(folder, WIDTH, ("Light",), SHOTS)
    large = [name for name in SHOTS if (folder / f"{name}.png").stat().st_size > LARGEST]
    if large:
        raise ValueError(f"Larger than {LARGEST:,} bytes: {', '.join(large)}")


if __name__ == "__main__":
    main(sys.argv[1:])
