"""What does a board that can be clicked cost, against the same board as 480 buttons of ipywidgets?

``python -m benchmarks.boards`` measures in Python; ``--browser`` adds a click to its repaint in a
real JupyterLab, and what one move costs the page, with ``--beside CHECKOUT`` beside another version
of this package. Messages are counted where they leave for the page, bytes are those of their JSON
and buffers.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import comm
from comm.base_comm import BaseComm

from interactive_provider import games, play
from interactive_provider.rendering import html, svg, text
from tests.browser import cost, looks

from .measure import cpu_seconds, machine, table

EXPERT = "games(seed=7).minesweeper.expert"


class _Counted(BaseComm):
    """A comm that counts what would be sent."""

    sent = 0
    bytes = 0

    def publish_msg(
        self,
        msg_type: str,
        data: Any = None,
        metadata: Any = None,
        buffers: Any = None,
        **keys: Any,
    ) -> None:
        """Count one message."""
        _Counted.sent += 1
        _Counted.bytes += len(json.dumps([data, metadata, keys], ensure_ascii=False).encode())
        _Counted.bytes += sum(map(len, buffers or ()))


def _traffic(action: Callable[[], object]) -> tuple[int, int, object]:
    """Messages and bytes that an action sends, and what it gives."""
    _Counted.sent = _Counted.bytes = 0
    given = action()
    return _Counted.sent, _Counted.bytes, given


def naive() -> Any:
    """The same board as a grid of buttons, each with a layout and a style of its own."""
    import ipywidgets

    buttons = [ipywidgets.Button(description="■") for _ in range(480)]
    return ipywidgets.GridBox(
        buttons, layout=ipywidgets.Layout(grid_template_columns="repeat(30, 2em)")
    )


def _order(number: int, seen: int, row: int, column: int) -> dict[str, Any]:
    gesture = {"do": "gesture", "gesture": "press", "at": [row, column]}
    return {"page": "page", "number": number, "seen": seen, **gesture}


def showing(repeats: int) -> str:
    """Construction, messages and bytes of both boards, in one run."""
    p = games(seed=7).minesweeper.expert
    play(p).close()  # packs the page's program, once a kernel
    rows: list[tuple[Any, ...]] = []
    for name, make in (("480 buttons", naive), ("this board", lambda: play(p))):
        milliseconds = cpu_seconds(make, 1 if name == "480 buttons" else repeats) * 1e3
        sent, size, _ = _traffic(make)
        rows.append((name, milliseconds, sent + 1, size))
    ratios = tuple(one / other for one, other in zip(rows[0][1:], rows[1][1:], strict=True))
    rows.append(("ratio", *ratios))
    return table(
        "Showing 16 × 30 squares", ("board", "CPU ms", "messages, display included", "bytes"), rows
    )


def clicking() -> str:
    """A click that floods, twenty fast clicks, and three hundred boards made and closed."""
    from ipywidgets.widgets.widget import _instances

    p = games(seed=7).minesweeper.expert
    board = play(p)
    begin = time.process_time()
    sent, size, _ = _traffic(lambda: board.set_state({"_queue": [_order(1, 1, 8, 15)]}))
    rows: list[tuple[object, ...]] = [
        ("one click that floods", (time.process_time() - begin) * 1e3, sent, size)
    ]
    shown = board._session.board()
    assert shown is not None
    squares = [(r, c) for r in range(16) for c in range(30) if shown.cell(r, c).press][:20]
    seen = board._view["number"]
    queue = [_order(2 + n, seen, r, c) for n, (r, c) in enumerate(squares)]

    def click_on() -> None:
        for n in range(20):
            board.set_state({"_queue": queue[: n + 1]})

    begin = time.process_time()
    sent, size, _ = _traffic(click_on)
    rows.append(("20 fast clicks", (time.process_time() - begin) * 1e3, sent, size))
    board.close()
    before = len(_instances)
    begin = time.process_time()
    for _ in range(300):
        play(p).close()
    gc.collect()
    rows.append(("300 boards made and closed", (time.process_time() - begin) * 1e3, "", ""))
    rows.append(("widgets left of them", len(_instances) - before, "", ""))
    return table("Clicking", ("what", "CPU ms", "messages", "bytes"), rows)


def drawing(repeats: int) -> str:
    """The static views of the same board."""
    from interactive_provider import board

    picture = board(games(seed=7).minesweeper.expert.uncover.r09.c16)
    assert picture is not None
    views = {"text": text.render, "HTML": html.render, "SVG": svg.render}
    rows = [
        (n, cpu_seconds(partial(v, picture), repeats) * 1e3, len(v(picture)))
        for n, v in views.items()
    ]
    return table("Drawing", ("view", "CPU ms", "characters"), rows)


_CLICK = """async (selector) => {
    const cells = [...document.querySelectorAll(selector)].filter((one) => ['.', '■'].includes(one.textContent));
    const cell = cells[Math.floor(cells.length / 2)], begin = performance.now();
    const options = { childList: true, subtree: true, characterData: true };
    const changed = new Promise((done) => new MutationObserver(done).observe(cell, options));
    cell.click();
    await changed;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - begin;
}"""

_OURS = """\
from interactive_provider import play
from tests.rendering.games import Switch, start
play(start(Switch, rows=16, columns=30))
"""

_BUTTONS = """\
from benchmarks.boards import naive
grid = naive()
for button in grid.children:
    button.on_click(lambda button: setattr(button, "description", "*"))
grid
"""


def in_browser(repeats: int) -> str:
    """From a click to the repaint in headless JupyterLab, of both boards in one run."""
    import tempfile

    from playwright.sync_api import sync_playwright

    from tests.browser.frontend import FrontEnd
    from tests.browser.server import running_server
    from tools.chromium import FLAGS, find_chromium

    rows: list[tuple[Any, ...]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        sync_playwright() as api,
    ):
        browser = api.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for name, code, selector in (
            ("480 buttons", _BUTTONS, ".widget-gridbox button"),
            ("this board", _OURS, ".ip-widget [role=gridcell]"),
        ):
            lab = FrontEnd(browser.new_page(), server).open([code])
            lab.run(cell=0)
            lab.page.locator(selector).nth(479).wait_for()
            times = [float(lab.page.evaluate(_CLICK, selector)) for _ in range(repeats + 2)][2:]
            rows.append((name, statistics.median(times), min(times), max(times)))
            lab.close()
        browser.close()
    rows.append(
        ("ratio", *(one / other for one, other in zip(rows[0][1:], rows[1][1:], strict=True)))
    )
    return table(
        "A click to its repaint in JupyterLab, 16 × 30",
        ("board", "ms, median", "least", "most"),
        rows,
    )


def on_the_page(repeats: int, checkouts: list[str]) -> str:
    """What one move costs the main thread of a page, layout included, on ten kinds of boards."""
    from playwright.sync_api import sync_playwright

    from tools.chromium import FLAGS, find_chromium

    versions = [_moves(checkout) for checkout in ["", *checkouts]]
    rows: list[tuple[Any, ...]] = []
    with sync_playwright() as api:
        browser = api.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for name in versions[0]["moves"]:
            costs = [_of_one_move(browser, version, name, repeats) for version in versions]
            rows.append((name, *(f"{one.task:.3g} ({one.style:.3g})" for one in costs)))
        rows.append(("a table of 480 buttons, one pressed", *_of_buttons(browser, repeats)))
        browser.close()
    header = ("board", "this version", *(f"{one}" for one in checkouts))
    return table("What one move costs the page: CPU ms (of them style)", header, rows)


def _moves(checkout: str) -> dict[str, Any]:
    """The program and the views of a version of this package."""
    script = Path(__file__).with_name("page_moves.py")
    around = {**os.environ, "PYTHONPATH": checkout or str(script.parent.parent)}
    made = subprocess.run(
        [sys.executable, str(script)], env=around, capture_output=True, check=True
    )
    moves: dict[str, Any] = json.loads(made.stdout)
    return moves


def _of_one_move(browser: Any, version: dict[str, Any], name: str, repeats: int) -> cost.Cost:
    tab = browser.new_page(viewport=_WINDOW, reduced_motion="reduce")
    views = version["moves"][name]
    tab.set_content(looks.page(views[:1], width=1100, program=version["program"]))
    looks.wait_for_boards(tab, 1)
    tab.evaluate("(views) => { window.views = views; }", views)
    found = cost.cost(tab, cost.SHOW, repeats)
    tab.close()
    return found


def _of_buttons(browser: Any, repeats: int) -> tuple[str]:
    tab = browser.new_page(viewport=_WINDOW)
    tab.set_content(cost.BUTTONS)
    found = cost.cost(tab, cost.PRESS_ONE, repeats)
    tab.close()
    return (f"{found.task:.3g} ({found.style:.3g})",)


_WINDOW = {"width": 1116, "height": 900}


def main(arguments: list[str]) -> None:
    """Print the tables."""
    comm.create_comm = _Counted
    repeats = 5 if "--quick" in arguments else 20
    print(f"{machine()}\n")
    print(showing(repeats))
    print(clicking())
    print(drawing(repeats))
    if "--browser" in arguments:
        print(in_browser(repeats))
        checkouts = [arguments[n + 1] for n, one in enumerate(arguments) if one == "--beside"]
        print(on_the_page(repeats, checkouts))


if __name__ == "__main__":
    main(sys.argv[1:])
