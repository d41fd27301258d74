"""How men and discs are moved: dragged from anywhere on a point, hovering over a rack, turning
over."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider import board, choose, games, line, options, outcome
from interactive_provider.boards import BARE, Board, Cell
from tests.rendering.games import Switch, start
from tests.sure import sure

from .conftest import patient
from .looks import Played, begun, faults


def drag(page: Any, played: Played, at: Any, to: Any) -> None:
    """Drag by mouse from the middle of one cell to that of another."""
    ends = [played.cell(*place).bounding_box() for place in (at, to)]
    (x, y), (to_x, to_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in ends
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y, steps=3)
    page.mouse.up()
    played.settle()


def test_a_man_is_dragged_from_and_to_any_place_of_a_point(page: Any) -> None:
    """In backgammon the man at the edge stands for his point, and so does its number; a click picks
    it up as well."""
    page.set_viewport_size({"width": 1200, "height": 660})
    played = Played(page, games.openspiel.backgammon(seed=3).both_sides)
    drag(page, played, (1, 4), (5, 8))
    assert line(played.sessions[0].position).endswith("both_sides.n08.n5")
    played.cell(11, 0).click()
    assert [[7, 0]] == page.evaluate(
        "[...document.querySelectorAll('.ip-picked')].map((one) => one.place)"
    )
    assert 1 == page.locator(".ip-reach").count()
    played.cell(0, 4).click()
    played.settle()
    assert line(played.sessions[0].position).endswith("both_sides.n08.n5.n13.n8")
    drag(page, played, (1, 0), (1, 1))  # which is not allowed
    assert 2 == played.sessions[0].view()["moves"]


@pytest.mark.parametrize(("width", "theme"), [(420, "light"), (1200, "dark")])
def test_backgammon_fits_its_page_to_the_last_tray(page: Any, width: int, theme: str) -> None:
    """On a large phone, too, nothing is scrolled; the picked man and the places that it may go to stand
    out."""
    page.set_viewport_size({"width": width, "height": 700})
    played = Played(page, games.openspiel.backgammon(seed=3).both_sides, theme=theme)
    assert 0 == page.locator(".ip-scroll").evaluate("one => one.scrollWidth - one.clientWidth")
    played.cell(3, 4).click()
    looks = (
        "one => [getComputedStyle(one).outlineColor, getComputedStyle(one,"
        " '::before').backgroundColor]"
    )
    white = "rgb(255, 255, 255)"
    assert white == page.locator(".ip-picked").evaluate(looks)[0]
    assert [white] * 2 == [one.evaluate(looks)[1] for one in page.locator(".ip-reach").all()]
    assert [] == faults(page)


def test_a_game_of_backgammon_is_played_to_its_end_by_mouse_alone(page: Any) -> None:
    """From a position in which men are borne off every move is a drag, passes apart, until somebody
    has won."""
    p, luck = begun("openspiel.backgammon"), Random(3)
    while not any("off" in str(option.label) for option in options(p)):
        p = choose(p, luck.choice(options(p)))
    played = Played(page, p)
    session = played.sessions[0]
    for _ in range(400):
        p = session.position
        if outcome(p) is not None:
            break
        picture, option = sure(board(p)), luck.choice(options(p))
        ways = [
            (at, to)
            for at, cell in picture.places()
            for to, value in cell.drag
            if value == option.value
        ]
        if ways:
            drag(page, played, *ways[0])
            if session.position == p:  # a man that either die bears off
                played.press(str(option.label).partition(" ")[2])
        else:
            played.press(str(option.label))
        assert session.position == choose(p, option)
    assert "wins" in str(outcome(session.position))
    assert "wins" in page.locator(".ip-status").inner_text()


def test_a_disc_waits_above_the_column_under_the_pointer(page: Any) -> None:
    """Of the player to move, as large as those in the rack and above it; where it will lie its
    shadow is seen."""
    page.set_viewport_size({"width": 1200, "height": 660})
    played = Played(page, begun("openspiel.connect_four"))
    rack = page.locator(".ip-scroll .ip-grid").bounding_box()
    assert rack["y"] + rack["height"] <= 657
    for column in (2, 5):
        played.cell(3, column).hover()
        over = page.locator("thead th.ip-taken")
        assert [column] == over.evaluate_all("all => all.map((one) => one.cellIndex - 1)")
        image, height, opacity = over.evaluate(
            "one => ['backgroundImage', 'height', 'opacity'].map((name) => getComputedStyle(one,"
            " '::before')[name])"
        )
        side = played.cell(3, column).bounding_box()["width"]
        assert image.startswith("url(")
        assert float(height.removesuffix("px")) == pytest.approx(side, abs=6)
        assert "1" == opacity
        assert [[5, column]] == page.evaluate(
            "[...document.querySelectorAll('td.ip-taken')].map((one) => one.place)"
        )
    played.cell(3, 2).click()
    played.settle()
    assert rack == page.locator(".ip-scroll .ip-grid").bounding_box()
    ended = played.sessions[0]
    for letter in "acacac":
        ended.move_to(choose(ended.position, letter))
    answered = page.evaluate("boards[0].state._view.done")
    view = {**ended.view(), "done": answered, "kept": ""}
    page.evaluate("(view) => boards[0].show(view)", view)
    assert "wins" in page.locator(".ip-status").inner_text()
    assert rack == page.locator(".ip-scroll .ip-grid").bounding_box()
    page.locator(".ip-title").hover()
    assert 0 == page.locator(".ip-taken").count()


def test_a_finger_leaves_no_disc_above_the_rack(browser: Any) -> None:
    """Without hover nothing waits above a column, and nothing lies over the rack after a tap."""
    context = patient(
        browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    )
    try:
        tab = context.new_page()
        played = Played(tab, begun("openspiel.connect_four"))
        for column in (2, 5):
            played.cell(3, column).tap()
            played.settle()
            played.cell(1, column + 1).focus()
            heads = tab.locator("thead th").evaluate_all(
                "all => all.map((one) => [getComputedStyle(one).position, getComputedStyle(one,"
                " '::before').content])"
            )
            assert [["relative", "none"]] * 7 == heads
        assert len(played.sessions[0].line.split(".")) > 4
    finally:
        context.close()


def test_a_disc_waits_above_a_rack_without_labels(page: Any) -> None:
    """An author's rack of one row needs no names of columns for it."""

    class Rack(Switch):
        def board(self, state: Any) -> Board:
            cells = tuple(Cell("·", "blank", press=number, piece=BARE) for number in range(3))
            return Board(
                (cells,), surface="rack", puts="yellow-disc", lands=((0, 0), (0, 1), (0, 2))
            )

    played = Played(page, start(Rack, rows=1, columns=3))
    played.cell(0, 1).hover()
    assert [1] == page.locator("thead th.ip-taken").evaluate_all(
        "all => all.map((one) => one.cellIndex)"
    )


TURNS = """async ([row, column]) => {
  const seen = new Set(), end = performance.now() + 1500, cells = [...document.querySelectorAll("td[role=gridcell]")];
  cells.find(({ place }) => place[0] === row && place[1] === column).click();
  while (performance.now() < end || document.querySelector(".ip-ghost, .ip-widget[aria-busy=true]")) {
    for (const ghost of document.querySelectorAll(".ip-ghost")) {
      const [face] = ghost.querySelector("td").className.match(/(white|black)-stone/);
      seen.add(face + (new DOMMatrix(getComputedStyle(ghost).transform).a < 0.9 ? " aslant" : ""));
    }
    await new Promise(requestAnimationFrame);
  }
  return [...seen];
}"""


COUNT_TURNS = """() => {
  turns = 0;
  document.addEventListener("animationstart", (event) => {
    turns += event.animationName === "ip-flatten";
  });
}"""


@pytest.mark.parametrize(
    ("motion", "faces"), [("no-preference", {"white-stone", "black-stone"}), ("reduce", set())]
)
def test_discs_that_change_colour_turn_over(page: Any, motion: Any, faces: set[str]) -> None:
    """The old face is seen until a disc stands on its edge, then the new one; none moves for those
    who ask for that."""
    page.emulate_media(reduced_motion=motion)
    p = begun("openspiel.othello")
    place = next(at for at, cell in sure(board(p)).places() if cell.press is not None)
    Played(page, p)
    seen = page.evaluate(TURNS, [*place])
    assert {f"{face} aslant" for face in faces} <= set(seen)
    assert bool(faces) == bool(seen)
    assert 0 == page.locator(".ip-ghost, .ip-away").count()


def test_a_man_that_is_taken_does_not_turn_over(page: Any) -> None:
    """Where a piece has left its cell, another colour is another piece."""
    page.emulate_media(reduced_motion="no-preference")
    p = begun("openspiel.breakthrough")
    for move in ("a7 a6", "a2 a3", "a6 a5", "b2 b3", "a5 a4"):
        p = choose(p, move)
    played = Played(page, p)
    page.evaluate(COUNT_TURNS)
    session = played.sessions[0]
    session.move_to(choose(p, "b3 a4 x"))
    page.evaluate(
        "(view) => boards[0].show(view)",
        {**session.view(), "done": {}, "kept": "", "animate": True},
    )
    assert "ip-piece-white-stone" in played.cell(4, 0).get_attribute("class")
    page.wait_for_timeout(300)
    assert 0 == page.evaluate("turns")
