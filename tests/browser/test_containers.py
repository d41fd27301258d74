"""Boards among other widgets, in JupyterLab and Notebook 7: each container shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import Sitting
from .frontend import wait_for

SETUP = """\
%load_ext interactive_provider
import ipywidgets as W, traitlets
from IPython.display import display
from interactive_provider import games, hint, line, play
p, q = games.minesweeper(seed=7).beginner, games.sliding(seed=2).eight
"""
NARROWEST = 180
"""Pixels that a board has at least in the narrowest of the containers below."""


@pytest.fixture(scope="module", params=["lab", "notebook"])
def desk(request: pytest.FixtureRequest, sitting: Sitting) -> Iterator[Any]:
    """A notebook that stays open for all tests of this module."""
    with sitting(request.param) as person:
        person.page.set_viewport_size({"width": 1100, "height": 900})
        person.open([SETUP])
        person.run(cell=0)
        yield person


def shown(desk: Any, code: str, boards: int) -> Any:
    """Run a cell, wait until it shows that many boards, and give them."""
    desk.ask("app.commands.execute('notebook:clear-all-cell-outputs');")
    desk.run(code, cell=1)
    found = desk.page.locator(".ip-widget:visible")
    wait_for(found.count, lambda count: count == boards, 20, f"{boards} boards")
    return found


CONTAINERS = {
    "HBox": ("W.HBox([play(p), play(q), W.Button(description='beside')])", 2),
    "VBox": ("W.VBox([play(p), W.Button(description='beside')])", 1),
    "GridBox": (
        (
            "W.GridBox([play(p), play(q), W.Button(description='beside')], layout=W.Layout("
            "grid_template_columns='repeat(2, 50%)'))"
        ),
        2,
    ),
    "Tab": ("W.VBox([W.Tab([play(p), play(q)]), W.Button(description='beside')])", 1),
    "Accordion": (
        "W.VBox([W.Accordion([play(p)], selected_index=0), W.Button(description='beside')])",
        1,
    ),
    "AppLayout": ("W.AppLayout(left_sidebar=W.Button(description='beside'), center=play(p))", 1),
    "Output": (
        "out = W.Output()\nwith out:\n    display(W.Button(description='beside'), play(p))\nout",
        1,
    ),
    "interact": (
        (
            "W.interact(lambda seed: display(W.Button(description='beside'),"
            " play(games.guess(seed=seed))), seed=(1, 5));"
        ),
        1,
    ),
    "interactive_output": (
        (
            "seed = W.IntSlider(1, 1, 5)\n"
            "W.VBox([W.Button(description='beside'), seed, W.interactive_output(lambda seed:"
            " display(play(games.guess(seed=seed))), {'seed': seed})])"
        ),
        1,
    ),
    "two in a cell": ("display(play(p), play(q), W.Button(description='beside'))", 2),
    "one twice": ("w = play(p)\ndisplay(w, w, W.Button(description='beside'))", 2),
    "a loop": (
        (
            "for seed in range(3):\n    display(play(games.guess(seed=seed)))\n"
            "W.Button(description='beside')"
        ),
        3,
    ),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_container_shows_its_boards(desk: Any, name: str) -> None:
    """As wide as a board must be, with what stands beside it, and a click arrives."""
    code, count = CONTAINERS[name]
    boards = shown(desk, code, count)
    for board in boards.all():
        assert board.bounding_box()["width"] >= NARROWEST
        cell = board.get_by_role("gridcell").first
        assert cell.bounding_box()["width"] >= 12
    assert desk.page.get_by_role("button", name="beside").is_visible()
    before = boards.last.inner_text()
    boards.last.get_by_role("gridcell").nth(5).click()
    if "play(q)" not in code:  # tile 5 cannot move from where it stands
        wait_for(boards.last.inner_text, lambda text: text != before, 15, "the click to arrive")


def test_a_layout_sizes_a_board(desk: Any) -> None:
    """``layout`` is given when the board is made, and may be changed."""
    boards = shown(desk, "w = play(p, layout=W.Layout(width='350px'))\nw", 1)
    wait_for(
        lambda: boards.bounding_box()["width"],
        lambda width: abs(width - 350) < 12,
        10,
        "350 pixels",
    )
    desk.execute("w.layout.width = '450px'")
    wait_for(
        lambda: boards.bounding_box()["width"],
        lambda width: abs(width - 450) < 12,
        10,
        "450 pixels",
    )


def test_boards_are_linked_in_the_page(desk: Any) -> None:
    """A label follows a board's line by ``jslink``, and two linked boards move together."""
    code = (
        "v, w, label = play(p), play(p), W.Label()\nW.jslink((w, 'line'), (label, 'value'))\n"
        "traitlets.link((v, 'position'), (w, 'position'))\nW.VBox([v, w, label])"
    )
    boards = shown(desk, code, 2)
    before = boards.last.inner_text()
    boards.first.get_by_role("gridcell").nth(40).click()
    label = desk.page.locator(".widget-label:visible")
    wait_for(
        label.inner_text, lambda text: text.endswith("uncover.r5.c5"), 15, "the label to follow"
    )
    wait_for(boards.last.inner_text, lambda text: text != before, 15, "the other board to follow")


def test_save_is_the_notebooks(desk: Any) -> None:
    """Ctrl+S with the focus on a board saves the notebook, and a letter alone stays the board's."""
    boards = shown(desk, "w = play(p)\nw", 1)
    boards.get_by_role("gridcell").first.click()
    dirty = "return panel.context.model.dirty;"
    wait_for(lambda: desk.ask(dirty), bool, 10, "the notebook to be changed")
    desk.page.keyboard.press("Control+s")
    wait_for(lambda: desk.ask(dirty), lambda answer: not answer, 10, "the notebook to be saved")
    cells = desk.ask("return panel.content.widgets.length;")
    desk.page.keyboard.press("b")  # in command mode: a new cell below
    assert cells == desk.ask("return panel.content.widgets.length;")


def test_a_card_gives_the_focus_to_the_board(desk: Any) -> None:
    """After Enter on a card the keys go on at the board; its buttons are one Tab stop, and arrows
    walk along them."""
    boards = shown(desk, "w = play(games.minesweeper(seed=7))\nw", 1)
    boards.get_by_role("button", name="beginner").first.focus()
    desk.page.keyboard.press("Enter")
    focused = (
        "return document.activeElement.getAttribute('role') ??"
        " document.activeElement.getAttribute('aria-label');"
    )
    wait_for(
        lambda: desk.ask(focused),
        lambda role: role == "gridcell",
        15,
        "the board to have the focus",
    )
    desk.page.keyboard.press("Enter")
    wait_for(
        lambda: desk.value("line(w)"),
        lambda text: "uncover" in text,
        15,
        "the square to be uncovered",
    )
    desk.page.keyboard.press("Tab")
    seen = [desk.ask(focused)]
    for _ in range(20):
        desk.page.keyboard.press("ArrowRight")
        seen.append(desk.ask(focused))
    assert {"undo", "new game", "restart", "hint", "keys"} <= set(seen)
    stops = desk.page.locator(".ip-tools button:visible, .ip-line :is(button, [tabindex]):visible")
    reached = [one for one in stops.all() if one.get_attribute("tabindex") != "-1"]
    assert 2 == len(reached)  # the buttons, and the line's own


def test_the_board_that_was_shown_last(desk: Any) -> None:
    """With several boards the magics speak of the last one shown, and ``_`` follows what is clicked
    on it."""
    shown(desk, "%play games.guess(seed=1)", 1)
    boards = shown(desk, "%play games.minesweeper(seed=7).beginner", 1)
    boards.get_by_role("gridcell").nth(40).click()
    wait_for(
        lambda: desk.value("line(_)"),
        lambda text: "uncover.r5.c5" in text,
        15,
        "_ to follow the click",
    )
    assert "uncover" in desk.complete("_.", 1)
