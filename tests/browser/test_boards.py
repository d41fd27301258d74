"""Boards that are clicked, in JupyterLab and Notebook 7: what is clicked must be what the
attributes reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import Sitting
from .frontend import wait_for

SETUP = """\
from interactive_provider import *
from interactive_provider import play
from tests.rendering.games import *
"""


@pytest.fixture(scope="module", params=["lab", "notebook"])
def desk(request: pytest.FixtureRequest, sitting: Sitting) -> Iterator[Any]:
    """A notebook that stays open for all tests of this module: each plays in a cell of its own."""
    faults: list[str] = []
    with sitting(request.param) as person:
        person.page.set_viewport_size({"width": 1100, "height": 900})
        person.page.on("pageerror", lambda fault: faults.append(fault.stack))
        person.open([SETUP])
        person.run(cell=0)
        yield person
    # that is where widgets' programs live
    assert [] == [stack for stack in faults if "blob:" in stack]


class Shown:
    """A board on the page, and the same board in the kernel under the name ``w``."""

    def __init__(self, desk: Any, code: str, show: str = "w") -> None:
        self.desk = desk
        # One output at a time: what is looked for on the page is then the board of this test.
        desk.execute("if 'w' in globals(): w.close()")
        desk.ask("app.commands.execute('notebook:clear-all-cell-outputs');")
        desk.run(f"w = play({code})\n{show}", cell=1)
        self.root = desk.page.locator(".ip-widget")
        self.root.first.wait_for()

    def cell(self, row: int, column: int) -> Any:
        """The cell at a place, both counted from 0."""
        return self.root.first.locator("tbody tr").nth(row).locator("[role=gridcell]").nth(column)

    def press(self, words: str) -> None:
        """A button of the board."""
        self.root.first.get_by_role("button", name=words, exact=True).click()

    def key(self, *keys: str) -> None:
        """Keys, one after the other."""
        for one in keys:
            self.desk.page.keyboard.press(one)

    def settle(self) -> None:
        """Wait until all that was sent from this page is answered and drawn."""
        wait_for(
            self.desk.page.locator(".ip-widget[aria-busy=true]").count,
            lambda count: count == 0,
            15,
            "an answer",
        )

    def reaches(self, expression: str) -> None:
        """The board comes to the position that the expression leads to."""
        self.settle()
        wait_for(
            lambda: self.desk.value(f"(w.position == {expression}, line(w.position))"),
            lambda answer: answer.startswith("(True"),
            15,
            f"the board to be at {expression}",
        )

    def status(self) -> str:
        """What the board says."""
        return str(self.root.first.locator("[role=status]").inner_text())


BEGINNER = "games(seed=7).minesweeper.beginner"


def test_clicks_flags_and_chords_are_choices(desk: Any) -> None:
    """A click, a right click and a click on a number are uncover, flag and chord; undo and redo go
    back and forth."""
    board = Shown(desk, BEGINNER)
    board.cell(3, 3).click()
    board.reaches(f"{BEGINNER}.uncover.r4.c4")
    board.cell(3, 1).click(button="right")
    board.reaches(f"{BEGINNER}.uncover.r4.c4.flag.r4.c2")
    board.cell(3, 2).click()
    chorded = f"{BEGINNER}.uncover.r4.c4.flag.r4.c2.chord.r4.c3"
    board.reaches(chorded)
    assert board.cell(3, 1).get_attribute("aria-label").endswith("flag")
    assert board.root.locator(".ip-line code").inner_text() == desk.value("line(w.position)")
    board.press("undo")
    board.reaches(f"{BEGINNER}.uncover.r4.c4.flag.r4.c2")
    board.press("redo")
    board.reaches(chorded)
    board.press("restart")
    board.reaches(BEGINNER)
    assert board.cell(3, 3).inner_text() == "■"


def test_a_game_is_played_by_keys_alone(desk: Any) -> None:
    """Arrows walk, Enter presses, F is the secondary press, and no key reaches the notebook."""
    board = Shown(desk, BEGINNER)
    cells = desk.ask("return panel.content.widgets.length;")
    board.cell(0, 0).focus()
    board.key(
        "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"
    )
    board.reaches(f"{BEGINNER}.uncover.r4.c4")
    board.key("ArrowLeft", "ArrowLeft", "f")
    board.reaches(f"{BEGINNER}.uncover.r4.c4.flag.r4.c2")
    board.key("ArrowRight", "Space")
    board.reaches(f"{BEGINNER}.uncover.r4.c4.flag.r4.c2.chord.r4.c3")
    board.key("Control+End", "f", "Home", "PageUp", "ArrowUp", "b", "a", "d", "d", "x", "m")
    board.reaches(f"{BEGINNER}.uncover.r4.c4.flag.r4.c2.chord.r4.c3")
    assert desk.page.evaluate("document.activeElement.ariaLabel").startswith("r1 c1")
    assert desk.ask("return panel.content.widgets.length;") == cells
    assert desk.source(0) == SETUP


def test_tiles_slide_by_arrows_drags_and_presses(desk: Any) -> None:
    """A modified arrow, a pointer dragged, and a tile picked up are one choice."""
    board = Shown(desk, "start(Slide)")
    board.cell(0, 0).focus()
    board.key("Shift+ArrowRight")
    board.reaches("start(Slide).tile_2")
    board.press("undo")
    board.reaches("start(Slide)")
    box = board.cell(0, 1).bounding_box()
    desk.page.mouse.move(box["x"] + 5, box["y"] + 9)
    desk.page.mouse.down()
    desk.page.mouse.move(box["x"] + 40, box["y"] + 12, steps=4)
    desk.page.mouse.up()
    board.reaches("start(Slide).tile_2")
    board.cell(0, 0).click()
    board.cell(0, 1).click()
    board.reaches("start(Slide).tile_2.tile_1")
    assert board.status().startswith("You won.")
    assert board.root.get_by_role("button", name="new game").first.is_visible()


def test_hint_overlay_and_solver(desk: Any) -> None:
    """The hint gives its reason and marks it, verdicts are laid over and taken off, steps lead to
    the end."""
    board = Shown(desk, "start(Slide, tiles=(1, 2, 3, 0))")
    board.press("hint")
    board.settle()
    assert board.status() == "Tile 3. It has to go right."
    assert "ip-marked-hint" in board.cell(0, 0).get_attribute("class")
    assert "ip-marked-advised" in board.cell(0, 2).get_attribute("class")
    board.press("evaluate")
    board.settle()
    assert board.cell(0, 2).locator("small").inner_text() == "1"
    assert "ip-shade-10" in board.cell(0, 2).locator("small").get_attribute("class")
    board.press("evaluate")
    board.settle()
    assert board.cell(0, 2).locator("small").count() == 0
    board.press("step")
    board.reaches("start(Slide, tiles=(1, 2, 3, 0)).tile_3")
    board.press("more")
    board.root.get_by_label("speed").select_option("fast")
    board.press("play to the end")
    board.reaches("start(Slide, tiles=(1, 2, 3, 0)).tile_3.tile_2.tile_1")
    assert board.root.get_by_role("button", name="play to the end").is_disabled()


def test_twenty_fast_clicks_are_twenty_moves(desk: Any) -> None:
    """Clicks that come faster than the kernel answers are all delivered."""
    board = Shown(desk, "start(Switch, rows=4, columns=5)")
    desk.page.evaluate(
        "document.querySelectorAll('.ip-widget [role=gridcell]').forEach((cell) => cell.click())"
    )
    names = "".join(f".r{r}.c{c}" for r in range(1, 5) for c in range(1, 6))
    board.reaches(f"start(Switch, rows=4, columns=5){names}")
    assert board.root.locator(".ip-yellow").count() == 20


def test_two_views_of_one_board_show_the_same(desk: Any) -> None:
    """A click in either is seen in both; closing takes both off the page."""
    board = Shown(desk, "start(Switch)", show="display(w, w)")
    assert board.root.count() == 2
    board.root.nth(1).locator("[role=gridcell]").nth(5).click()
    board.root.nth(0).locator("[role=gridcell]").nth(6).click()
    board.reaches("start(Switch).r2.c2.r2.c3")
    for view in (0, 1):
        assert board.root.nth(view).locator(".ip-yellow").count() == 2
    desk.execute("w.close()")
    board.root.first.wait_for(state="detached")
    assert board.root.count() == 0


def test_a_game_without_a_board_is_played_by_buttons_and_a_field(desk: Any) -> None:
    """Options are buttons, a number is typed, and what the game refuses is told."""
    board = Shown(desk, "start(Ask)")
    field = board.root.get_by_role("textbox")
    field.fill("2000")
    board.key("Enter")
    board.settle()
    assert "too large" in board.status()
    field.fill("42")
    board.press("answer")
    board.reaches("start(Ask)(42)")
    board.press("<b>more</b>")
    board.reaches("choose(start(Ask)(42), '?')")
    assert board.root.get_by_role("textbox").count() == 0


def test_hostile_words_stay_words(desk: Any) -> None:
    """Markup in a title, label, tooltip or option runs nothing and builds nothing."""
    asked: list[str] = []

    def dismissed(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    desk.page.on("dialog", dismissed)
    board = Shown(desk, "start(Hostile)")
    assert board.root.locator("script, i").count() == 0
    assert board.cell(0, 0).inner_text().startswith("<script>alert(1)</script>")
    assert board.root.locator(".ip-title").inner_text() == "<i>Hostile</i> & 'quoted'"
    assert asked == []


def test_a_board_that_cannot_be_drawn_is_played_on(desk: Any) -> None:
    """The error stands where the board would, the options are buttons."""
    board = Shown(desk, "start(Torn)")
    assert "no picture today" in board.root.locator(".ip-text").inner_text()
    board.root.get_by_role("group", name="r2").get_by_role("button", name="c2").click()
    board.reaches("start(Torn).r2.c2")


def test_a_position_set_in_python_is_drawn(desk: Any) -> None:
    """A cell and a click drive one board; a click while a cell runs is done, at the latest after
    it."""
    board = Shown(desk, "start(Switch)")
    desk.run("w.position = start(Switch).r1.c1", cell=2)
    board.settle()
    assert board.root.locator(".ip-yellow").count() == 1
    desk.write("import time; time.sleep(1.5)", cell=2)
    desk.start(2)
    board.cell(2, 3).click()
    board.reaches("start(Switch).r1.c1.r3.c4")


def test_a_finger_that_rests_is_the_secondary_press(desk: Any) -> None:
    """A long touch flags, and the click that follows it uncovers nothing; a short touch
    uncovers."""
    board = Shown(desk, BEGINNER)
    touch = {
        "pointerType": "touch",
        "button": 0,
        "pointerId": 7,
        "bubbles": True,
        "clientX": 5,
        "clientY": 5,
    }
    board.cell(3, 3).dispatch_event("pointerdown", touch)
    board.cell(3, 3).get_by_text("⚑").wait_for()
    board.cell(3, 3).dispatch_event("pointerup", touch)
    board.cell(3, 3).dispatch_event("click")
    board.reaches(f"{BEGINNER}.flag.r4.c4")
    board.cell(0, 0).dispatch_event("pointerdown", touch)
    board.cell(0, 0).dispatch_event("pointerup", touch)
    board.cell(0, 0).dispatch_event("click")
    board.reaches(f"{BEGINNER}.flag.r4.c4.uncover.r1.c1")


def test_a_move_is_animated_unless_less_motion_is_asked_for(desk: Any) -> None:
    """The frames stand one after the other before the board, and not at all for those who ask for
    less motion."""
    board = Shown(desk, "start(Slide)")
    seen = (
        "window.seen = []; new MutationObserver(() =>"
        " seen.push(document.querySelector('.ip-widget').innerText))"
    )
    desk.page.evaluate(
        seen + ".observe(document.querySelector('.ip-widget'), {childList: true, subtree: true})"
    )
    for motion, animated in (("reduce", False), ("no-preference", True)):
        desk.page.emulate_media(reduced_motion=motion)
        desk.page.evaluate("seen.length = 0")
        board.cell(0, 1).focus()
        board.key("Shift+ArrowRight")
        board.root.get_by_label("hole").and_(board.cell(0, 1)).wait_for()
        assert (
            desk.page.evaluate(
                "seen.some((text) => text.includes('~') && text.includes('sliding'))"
            )
            is animated
        )
        board.press("undo")
        board.reaches("start(Slide)")
    desk.page.emulate_media(reduced_motion="reduce")


def test_the_line_is_copied(desk: Any) -> None:
    """The clipboard holds the Python line of what was clicked."""
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board = Shown(desk, BEGINNER)
    board.cell(3, 3).click()
    board.settle()
    board.press("copy")
    board.root.get_by_text("Copied.").wait_for()
    assert desk.page.evaluate(
        "navigator.clipboard.readText()"
    ) == f"{BEGINNER}.uncover.r4.c4".replace(
        "games(seed=7).minesweeper", "games.minesweeper(seed=7)"
    )


# Light comes last, as the server keeps the theme for the front end that follows.
@pytest.mark.parametrize(
    "theme", ["JupyterLab Dark", "JupyterLab Dark High Contrast", "JupyterLab Light"]
)
def test_the_board_is_accessible_in_every_theme(desk: Any, theme: str, axe_script: str) -> None:
    """axe-core finds nothing serious on it, contrast included."""
    board = Shown(desk, f"{BEGINNER}.uncover.r4.c4.flag.r4.c2")
    desk.theme(theme)
    board.press("check")
    board.settle()
    desk.page.evaluate(axe_script)
    found = desk.page.evaluate("axe.run('.ip-widget', {resultTypes: ['violations']})")
    violations = [
        (one["id"], one["impact"], one["nodes"][0]["html"]) for one in found["violations"]
    ]
    assert [one for one in violations if one[1] in ("serious", "critical")] == []
    expected = (
        "light" if desk.page.evaluate("document.body.dataset.jpThemeLight") == "true" else "dark"
    )
    assert board.root.evaluate("one => getComputedStyle(one).colorScheme") == expected


def test_a_board_played_by_mouse_is_kept_in_the_notebook(desk: Any) -> None:
    """Beside the live board stands, hidden, a picture of where it is now, with its line; closed, it
    is to be seen."""
    board = Shown(desk, BEGINNER)
    board.cell(3, 3).click()
    board.reaches(f"{BEGINNER}.uncover.r4.c4")
    reached = desk.value("line(w.position)")
    kept = desk.page.locator("[class^=ip-kept-]")
    kept.get_by_text(reached, exact=True).wait_for(state="attached")
    assert kept.count() == 1
    assert kept.is_hidden()
    outputs = desk.ask("return JSON.stringify(panel.content.model.cells.get(1).outputs.toJSON());")
    assert "ip-kept-" in outputs
    assert reached in outputs
    ones = desk.value("sum(cell.text == '1' for row in board(w.position).rows for cell in row)")
    assert kept.locator(".ip-number-1").count() == int(ones) > 0
    desk.execute("w.close()")
    kept.locator(".ip-grid").wait_for(state="visible")


def test_a_restarted_kernel_is_told(desk: Any) -> None:
    """The board of a kernel that is gone says so, and the next cell makes a new one. (Last: it
    clears the kernel.)"""
    board = Shown(desk, "start(Switch)")
    desk.ask("await panel.sessionContext.session.kernel.restart();")
    desk.wait_ready()
    board.cell(0, 0).click()
    said = board.root.get_by_text("Waiting for the kernel")
    said.wait_for()
    desk.run(cell=0)
    again = Shown(desk, "start(Switch)")
    again.cell(0, 1).click()
    again.reaches("start(Switch).r1.c2")
