"""A board on a phone, on a page from right to left, and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from interactive_provider import games, outcome

from .conftest import patient
from .looks import Played, after, begun, wait_for_boards
from .looks import page as page_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    """A page of 390 pixels that is touched."""
    context = patient(
        browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    )
    yield context.new_page()
    context.close()


_SMALL = """() => [...document.querySelectorAll(".ip-widget button")].filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9).map(([words]) => words)"""


@pytest.mark.parametrize(
    "name",
    [
        "minesweeper",
        "chess",
        "openspiel.backgammon.against_a_medium_computer",
        "openspiel.n2048",
        "guess",
    ],
)
def test_a_finger_meets_what_it_aims_at(phone: Any, name: str) -> None:
    """Every button has 44 pixels each way, also those behind more and keys, and the title is
    whole."""
    played = Played(phone, begun(name))
    title = phone.locator(".ip-title")
    assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    played.press("more")
    assert [] == phone.evaluate(_SMALL)


def test_each_point_of_backgammon_is_as_wide_as_a_finger(phone: Any) -> None:
    """Points have 28 pixels at least; the last one is reached by scrolling inside the frame, and the
    page itself does not scroll sideways."""
    played = Played(phone, begun("openspiel.backgammon"))
    widths = [played.cell(0, column).bounding_box()["width"] for column in range(13)]
    assert 28 <= min(widths)
    scroll = phone.locator(".ip-scroll")
    scroll.evaluate("(one) => one.scrollTo(one.scrollWidth, 0)")
    right = "(one) => one.getBoundingClientRect().right"
    last = phone.locator(".ip-grid tr").nth(1).locator("td").last
    assert last.evaluate(right) <= scroll.evaluate(right)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_beginners_minefield_fits_a_phone_and_a_mistap_is_undone(phone: Any) -> None:
    """Nine squares of 28 pixels at least stand beside each other without scrolling; a mine that was
    touched is covered again by undo."""
    played = Played(phone, games(seed=7).minesweeper.beginner.uncover.r4.c4)
    scroll = phone.locator(".ip-scroll")
    assert scroll.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert 28 <= played.cell(0, 0).bounding_box()["width"]
    before = played.sessions[0].position
    played.cell(3, 1).tap()  # a mine
    played.settle()
    assert "lost" == outcome(played.sessions[0].position)
    played.press("undo")
    assert before == played.sessions[0].position


def _left(tab: Any, selector: str) -> list[float]:
    lefts: list[float] = tab.locator(selector).evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().left)"
    )
    return lefts


_FULL_STOP = """(one) => {
  const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), text = words.nextNode();
  const box = (from) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, from + 1);
    return range.getBoundingClientRect();
  };
  return [text.data.at(-1), box(text.length - 1).left > box(0).left];
}"""


def test_a_page_from_right_to_left_mirrors_no_board(page: Any) -> None:
    """Files stand in their order on a live board and a static one, and a sentence ends where its
    language ends it."""
    p = begun("chess")
    page.set_content(page_of([after(p)], static=p._repr_html_(), width=1000))
    wait_for_boards(page, 1)
    page.evaluate("document.documentElement.dir = 'rtl'")
    for board in (".ip-scroll", "main > .ip-position, main > div"):
        row = _left(page, f":is({board}) tbody tr:first-child td")
        assert 8 == len(row)
        assert row == sorted(row)
    assert [".", True] == page.locator(".ip-status").evaluate(_FULL_STOP)


def test_a_rack_is_printed_in_its_own_colours(page: Any) -> None:
    """The ground of a board belongs to it: without it empty holes look like discs."""
    page.set_content(begun("openspiel.connect_four")._repr_html_())
    how = page.locator(".ip-grid").evaluate("(one) => getComputedStyle(one).printColorAdjust")
    assert "exact" == how


def test_the_squares_that_a_hint_names_have_their_names(page: Any) -> None:
    """While a hint stands rows and columns are named inside the squares at the edge, and no square
    has moved."""
    played = Played(page, games(seed=7).minesweeper.beginner.uncover.r4.c4)
    before = played.cell(0, 0).bounding_box()
    names = page.locator(".ip-scroll th")
    assert not names.first.is_visible()
    played.press("hint")
    assert before == played.cell(0, 0).bounding_box()
    assert [f"c{n}" for n in range(1, 10)] == page.locator(".ip-scroll thead th").all_inner_texts()
    for n in range(9):
        square, row, column = (
            one.bounding_box()
            for one in (
                played.cell(n, n),
                page.locator(".ip-scroll tbody th").nth(n),
                page.locator(".ip-scroll thead th").nth(n),
            )
        )
        assert square["y"] <= row["y"] + row["height"] / 2 <= square["y"] + square["height"]
        assert square["x"] <= column["x"] + column["width"] / 2 <= square["x"] + square["width"]
    played.press("undo")
    assert not names.first.is_visible()
