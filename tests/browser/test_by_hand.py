"""Boards as hands use them: composed words, keys that stay where they were, fingers, the right button,
and what a screen reader hears."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, games, line

from .conftest import patient
from .looks import Played, begun

ASKS = '10 PRINT "ABOUT TO ASK"\n20 INPUT "NAME";N$\n30 PRINT "HELLO ";N$:GOTO 20\n'
CHOICES = (
    '10 INPUT "YES OR NO";A$\n20 IF A$="YES" THEN PRINT "GOOD":END\n'
    '30 IF A$="NO" THEN PRINT "BAD":END\n40 GOTO 10\n'
)


def program(folder: Path, text: str) -> Any:
    """Where a BASIC program asks for the first time."""
    (folder / "program.bas").write_text(text)
    return InteractiveProvider(folder).program(seed=1)


def focused(tab: Any) -> str:
    """The words of what has the focus, or its label."""
    words: str = tab.evaluate(
        "document.activeElement.ariaLabel || document.activeElement.textContent"
    )
    return words


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    """A page on a phone, with touch."""
    size = {"width": 390, "height": 664}
    context = patient(
        browser.new_context(viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce")
    )
    yield context.new_page()
    context.close()


def touch(page: Any, *moments: list[tuple[float, float]]) -> None:
    """Fingers that go down at the places of the first moment, follow the others, and are lifted."""
    session = page.context.new_cdp_session(page)
    for number, places in enumerate(moments):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(places)]
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


_COMPOSED = """(field) => {
  field.value = "日本";
  for (const isComposing of [true, false])
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing, bubbles: true, composed: true }));
}"""

_SENT = "boards[0].state._queue.map((one) => one.text).filter(Boolean)"


def test_the_enter_that_ends_a_composed_word_does_not_send_it(page: Any, tmp_path: Path) -> None:
    """In the field below a board, on a program's screen and at an adventure's prompt: only the next
    Enter sends."""
    pytest.importorskip("fernz")
    fields = {
        ".ip-typing input[type=text]": games.chemistry(seed=1),
        ".ip-console .ip-line": program(tmp_path, ASKS),
        ".ip-prompt input": games.adventures.orchard_gate(seed=1),
    }
    sent = {}
    for selector, position in fields.items():
        Played(page, position)
        page.evaluate("window.ordered = undefined")
        page.locator(selector).evaluate(_COMPOSED)
        sent[selector] = page.evaluate(_SENT)
    assert {selector: ["日本"] for selector in fields} == sent


def test_the_letters_of_choices_stay_underlined_after_a_sentence_of_the_board(
    page: Any, tmp_path: Path
) -> None:
    """A status changes no choice: its button keeps its letter, and its focus."""
    played = Played(page, program(tmp_path, CHOICES))
    letters = page.locator(".ip-options u").all_inner_texts()
    assert ["Y", "N", "o"] == letters
    choice = page.get_by_role("button", name="NO")
    choice.focus()
    page.evaluate("boards[0].show({ ...boards[0].state._view, status: 'No hint.' })")
    played.settle()
    assert letters == page.locator(".ip-options u").all_inner_texts()
    assert choice.evaluate("(e) => e === document.activeElement")


def test_who_walks_back_through_the_moves_by_keys_stays_in_their_list(page: Any) -> None:
    """The button that was pressed is the same after the view that it has led to."""
    played = Played(page, games(seed=7).chess.both_sides.e4.e5.Nf3)
    page.locator(".ip-list button").nth(1).focus()
    page.keyboard.press("Enter")
    played.settle()
    assert line(played.sessions[0].position).endswith(".e4.e5")
    assert "e5" == focused(page)


def test_rooms_of_a_map_are_reached_by_keys(page: Any) -> None:
    """Tab stops at each room that can be gone to, and Enter goes there."""
    pytest.importorskip("fernz")
    played = Played(page, games.adventures.orchard_gate(seed=1)("north"))
    page.locator(".ip-chart [role=link]").first.focus()
    assert focused(page).startswith("go to ")
    page.keyboard.press("Enter")
    played.settle()
    assert played.sessions[0].view()["moves"] == 2


def test_the_right_button_opens_no_menu_on_a_board_that_uses_it(page: Any) -> None:
    """Not on a square that is open, on a number, or on the frame: whoever flags fast misses at
    times."""
    Played(page, games(seed=7).minesweeper.beginner.uncover.r5.c5)
    page.evaluate("addEventListener('contextmenu', (event) => { window.last = event; }, true)")
    grid = page.locator(".ip-scroll .ip-grid")
    shown = {}
    for selector in (".ip-open", "[class*=ip-number-]", ".ip-covered"):
        grid.locator(f"td{selector}").first.click(button="right")
        shown[selector] = page.evaluate("last.defaultPrevented")
    box = grid.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 2, button="right")
    shown["frame"] = page.evaluate("last.target.tagName === 'TABLE' && last.defaultPrevented")
    assert {True} == set(shown.values()), shown


def test_the_right_button_opens_no_menu_on_pieces_to_choose_from(page: Any) -> None:
    """It is pressed there by who would give the move up."""
    played = Played(page, games.chess(fen="8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"))
    played.cell(1, 4).click()
    played.cell(0, 4).click()
    played.settle()
    page.evaluate("addEventListener('contextmenu', (event) => { window.last = event; }, true)")
    page.locator(".ip-choice").first.click(button="right")
    assert page.evaluate("last.defaultPrevented")


def test_a_piece_that_is_put_back_is_not_picked_up(page: Any) -> None:
    """Dragged away and back to its square, it lies there as before."""
    played = Played(page, games(seed=7).chess.both_sides)
    box = played.cell(6, 4).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 100, steps=4)
    page.mouse.move(x + 2, y, steps=4)
    page.mouse.up()
    page.wait_for_function("!document.querySelector('.ip-ghost')")
    assert 0 == page.locator(".ip-picked, .ip-reach, .ip-away").count()
    played.cell(6, 4).click()
    assert 1 == page.locator(".ip-picked").count()


def test_an_arrow_with_ctrl_or_cmd_is_the_browsers(page: Any) -> None:
    """It goes a page back on some systems; tiles do not slide for it."""
    played = Played(page, begun("openspiel.2048"))
    played.cell(0, 0).focus()
    for key in ("ctrlKey", "metaKey"):
        taken = page.evaluate(
            """(key) => {
              const event = new KeyboardEvent("keydown",
                { key: "ArrowLeft", [key]: true, bubbles: true, cancelable: true, composed: true });
              document.activeElement.dispatchEvent(event);
              return event.defaultPrevented;
            }""",
            key,
        )
        assert not taken
    assert 0 == page.evaluate("boards[0].state._queue.length")


def test_a_drag_that_is_cut_off_leaves_no_copy_of_the_piece(page: Any) -> None:
    """A finger that the system takes away ends in no place: the piece lies where it was."""
    played = Played(page, games(seed=7).chess.both_sides)
    box = played.cell(6, 4).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 60, steps=4)
    assert 1 == page.locator(".ip-ghost").count()
    page.evaluate("document.querySelector('.ip-grid').dispatchEvent(new Event('pointercancel'))")
    page.wait_for_function("!document.querySelector('.ip-ghost, .ip-away')")
    page.mouse.up()
    assert 0 == len(page.evaluate("boards[0].state._queue"))


@pytest.mark.parametrize("way", [(0, -110), (0, 110), (-110, 0), (110, 0)])
def test_a_swipe_may_begin_between_two_tiles(phone: Any, way: tuple[int, int]) -> None:
    """It moves the tiles, and the page stays where it is."""
    played = Played(phone, begun("openspiel.2048"))
    phone.evaluate("document.body.style.paddingBottom = '2000px'")
    before = line(played.sessions[0].position)
    box = phone.locator(".ip-scroll .ip-grid").bounding_box()
    x, y = box["x"] + box["width"] / 4, box["y"] + box["height"] / 2
    steps = [[(x + way[0] * n / 8, y + way[1] * n / 8)] for n in range(9)]
    touch(phone, *steps)
    played.settle()
    assert 0 == phone.evaluate("scrollY")
    assert before != line(played.sessions[0].position)


def test_a_level_of_tiles_is_played_by_swipes(phone: Any) -> None:
    """A swipe anywhere on a level of PuzzleScript is a move."""
    puzzles = InteractiveProvider(Path(__file__).parents[2] / "examples" / "puzzles")
    played = Played(phone, puzzles.rainkeeper(seed=1).level_1)
    box = phone.locator(".ip-scroll .ip-grid").bounding_box()
    x, y = box["x"] + box["width"] / 4, box["y"] + box["height"] / 2
    touch(phone, *[[(x, y - 110 * n / 8)] for n in range(9)])
    played.settle()
    assert line(played.sessions[0].position).endswith(".level_1.up")


@pytest.mark.parametrize("name", ["minesweeper", "openspiel.2048", "expert"])
def test_two_fingers_that_part_enlarge_the_page(phone: Any, name: str) -> None:
    """Also on a board, whatever one finger does on it and whether it is larger than its window."""
    played = Played(phone, begun(name))
    phone.evaluate(
        "document.querySelector('meta[name=viewport]').content = 'width=device-width, initial-scale=1, maximum-scale=5'"
    )
    box = played.cell(1, 1).bounding_box()
    x, y = box["x"] + 40, box["y"] + 40
    steps = [[(x - 20 - 8 * n, y), (x + 20 + 8 * n, y)] for n in range(9)]
    touch(phone, *steps)
    assert phone.evaluate("visualViewport.scale") > 1.05


def test_a_move_that_changes_no_word_is_told_to_a_screen_reader(page: Any) -> None:
    """The line that it reads says the score and the new tile, though the game says the same as
    before; nobody else sees it."""
    played = Played(page, begun("openspiel.2048"))
    status = page.locator(".ip-status")
    before = status.inner_text()
    told = set()
    for way in ("left", "up", "right", "down"):
        page.locator(f".ip-pad button[name={way}]").click()
        played.settle()
        told.add(status.text_content())
    assert before not in told
    assert len(told) > 1
    assert all(re.search(r"\d on [a-d][1-4]", words) for words in told)
    width = status.locator(".ip-changes").evaluate("(e) => e.getBoundingClientRect().width")
    assert width <= 1


def test_the_hint_of_a_slide_marks_its_arrow_and_no_tile(page: Any) -> None:
    """All sixteen cells were framed, which says nothing of where to slide."""
    played = Played(page, begun("openspiel.2048"))
    page.get_by_role("button", name="hint").click()
    played.settle()
    assert 1 == page.locator(".ip-pad .ip-advised").count()
    ring = "(e) => getComputedStyle(e, '::after').content"
    assert {"none"} == {cell.evaluate(ring) for cell in page.locator(".ip-grid td").all()}


def test_an_arrow_is_drawn_on_a_page_from_right_to_left(page: Any) -> None:
    """It lies over the squares, whichever of them is the first."""
    played = Played(page, games(seed=7).chess.both_sides)
    page.evaluate("document.documentElement.dir = 'rtl'")
    for place, press in (((7, 1), page.mouse.down), ((5, 2), page.mouse.up)):
        box = played.cell(*place).bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20, steps=3)
        press(button="right")
    over = page.locator(".ip-over").bounding_box()
    grid = page.locator(".ip-scroll .ip-grid tbody").bounding_box()
    assert over["width"] == pytest.approx(grid["width"], rel=0.1)


def test_a_click_on_the_strip_of_a_review_goes_to_that_move(page: Any) -> None:
    """The button works at the end of the game; the strip and what is said of the move stay."""
    over = games(seed=7).k_in_a_row.noughts_and_crosses.row2.column2.row1.column2
    over = over.row1.column1.row3.column1.row3.column3
    played = Played(page, over)
    played.press("review")
    strip = page.locator("img.ip-review")
    box = strip.bounding_box()
    assert box is not None
    assert box["height"] > 20
    strip.click(position={"x": box["width"] * 0.3, "y": 10})
    played.settle()
    assert "row1.column2" == line(played.sessions[0].position)[-12:]
    assert page.locator(".ip-status").inner_text().startswith("Move 2, O: ")
    assert strip.is_visible()


def test_the_strip_of_a_review_is_no_wider_than_a_phone(phone: Any) -> None:
    """Its last moves were cut off at the right."""
    over = games(seed=7).k_in_a_row.noughts_and_crosses.row2.column2.row1.column2
    played = Played(phone, over.row1.column1.row3.column1.row3.column3)
    played.press("more")
    played.press("review")
    box = phone.locator("img.ip-review").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    assert 48 == box["height"]
