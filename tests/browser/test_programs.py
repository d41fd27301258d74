"""BASIC programs on the live board: a screen of characters in its colours, a roll of what was said,
the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.rendering import terminal

from .looks import after, page

MENU = (
    '10 COLOR 14,4:CLS:LOCATE 3,1:PRINT STRING$(80,"=")\n20 K$=INKEY$:IF K$="" THEN 20\n'
    '30 IF K$=CHR$(0)+"H" THEN S=S-1\n40 IF K$<>CHR$(13) THEN 20\n50 LOCATE 20,70:INPUT "NAME";N$\n'
)
STORY = (
    '10 FOR I=1 TO 60:PRINT "LINE";I,"OF THE STORY":NEXT\n'
    '20 PRINT "1 - GO ON":PRINT "2 - GIVE UP"\n30 INPUT N\n40 ON N GOTO 10,60\n50 GOTO 30\n'
    "60 END\n"
)
_COLOURS = """(code) => {
  const style = getComputedStyle(document.querySelector(`.ip-terminal .ip-c${code}`));
  return [style.backgroundColor, style.color];
}"""

TITLED = (
    '10 PRINT TAB(30);"A TITLE":PRINT TAB(24);"IN THE OLD MANNER"\n'
    '20 PRINT "A LINE OF PROSE THAT IS LONGER THAN A PHONE IS WIDE, TO THE LAST WORD"\n30 INPUT N\n'
)


def _start(folder: Path, text: str) -> Any:
    (folder / "program.bas").write_text(text)
    return InteractiveProvider(folder).program(seed=1)


def _show(tab: Any, p: Any, width: int, theme: str = "light") -> None:
    tab.set_viewport_size({"width": width + 16, "height": 900})
    tab.set_content(page([after(p)], width=width, theme=theme))
    tab.locator(".ip-widget").wait_for()


def _sent(tab: Any) -> list[dict[str, Any]]:
    orders: list[dict[str, Any]] = tab.evaluate(
        "boards[0].state._queue.filter((one) => one.do !== 'program')"
    )
    return orders


@pytest.mark.parametrize(("theme", "width"), [("light", 420), ("dark", 1100)])
def test_a_screen_keeps_its_colours_and_its_columns(
    page: Any, tmp_path: Path, theme: Any, width: int
) -> None:
    """Ground and ink are those of dark glass in either theme, and nothing is cut off: a narrow page
    draws what does not fit smaller, without a roll bar."""
    _show(page, _start(tmp_path, MENU), width, theme)
    expected = [
        f"rgb({int(c[1:3], 16)}, {int(c[3:5], 16)}, {int(c[5:], 16)})"
        for c in terminal.colours(0x4E, "dark")
    ]
    assert expected == page.evaluate(_COLOURS, 0x4E)
    glass = page.locator(".ip-terminal")
    assert page.evaluate("document.documentElement.scrollWidth") <= width + 16
    assert glass.evaluate("(e) => e.scrollWidth <= e.clientWidth")


def test_a_cursor_is_never_out_of_sight(page: Any, tmp_path: Path) -> None:
    """Where something is to be typed beyond the edge of a narrow page, the screen has been scrolled
    there."""
    start = _start(tmp_path, MENU)
    _show(page, start, 420)
    page.evaluate("(view) => boards[0].show(view)", after(start.enter))
    inside = """(e) => { const [a, b] = [e, e.querySelector("b")].map((one) => one.getBoundingClientRect());
      return a.left <= b.left && b.right <= a.right; }"""
    assert page.locator(".ip-terminal").evaluate(inside)


def test_keys_are_pressed_on_the_screen(page: Any, tmp_path: Path) -> None:
    """An arrow is the choice that it stands for, any other sign is typed, and the screen keeps the
    focus."""
    start = _start(tmp_path, MENU)
    _show(page, start, 1100)
    page.locator(".ip-terminal").click()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("x")
    page.locator("input[type=text]:visible").press("Enter")
    labels = [words for _, words, *_ in after(start)["options"]]
    sent = [one.get("text") or labels[one["index"]] for one in _sent(page)]
    assert ["up", "x", "enter"] == sent
    page.locator(".ip-terminal").click()
    page.evaluate("(view) => boards[0].show(view)", after(start.up.enter))
    assert page.evaluate("!!document.activeElement.closest('.ip-terminal')")


def test_a_long_first_page_leaves_the_buttons_in_sight(page: Any, tmp_path: Path) -> None:
    """A program that begins with sixty lines shows the last ones, and each button says what it
    means."""
    _show(page, _start(tmp_path, STORY), 700)
    button = page.get_by_role("button", name="1 GO ON")
    assert button.bounding_box()["y"] < 700
    roll = page.locator("pre.ip-console")
    ends = "(e) => [e, e.lastElementChild].map((one) => one.getBoundingClientRect().bottom)"
    box, words = roll.evaluate(ends)
    assert roll.evaluate("(e) => e.scrollHeight > e.clientHeight")
    assert box - 20 < words <= box


def test_an_answer_is_typed_at_the_question(page: Any, tmp_path: Path) -> None:
    """Keys go to the screen that was clicked, Enter sends the line, and Alt with an underlined
    letter is a choice."""
    start = _start(
        tmp_path,
        '10 PRINT "READY"\n20 INPUT "COMMAND";A$\n30 IF A$="NAV" THEN X=1:GOTO 20\n'
        '40 IF A$="SRS" THEN END\n',
    )
    _show(page, start, 1100)
    glass = page.locator("pre.ip-console")
    assert "COMMAND? " in glass.inner_text()
    glass.click(position={"x": 9, "y": 9})
    page.keyboard.type("NAV 3")
    page.keyboard.press("Enter")
    page.keyboard.press("Alt+s")
    assert [{"text": "NAV 3"}, {"index": 1}] == [
        {k: o[k] for k in ("text", "index") if k in o} for o in _sent(page)
    ]
    assert ["N", "S"] == page.locator(".ip-options u").all_inner_texts()[:2]
    assert "rgb(13, 21, 16)" == glass.evaluate("(e) => getComputedStyle(e).backgroundColor")
    page.evaluate("(view) => boards[0].show(view)", after(start.NAV))
    assert "ip-line" == page.evaluate("document.activeElement.className")
    assert ["NAV"] == glass.locator("b").all_inner_texts()


def test_whoever_clicks_an_answer_types_the_next_one(page: Any, tmp_path: Path) -> None:
    """After a click on a choice the screen has the focus: what is typed then is not lost."""
    start = _start(
        tmp_path,
        '10 INPUT "READY";A$\n20 IF A$="YES" THEN 40\n30 IF A$="NO" THEN END\n40 INPUT "NAME";N$\n',
    )
    _show(page, start, 1100)
    page.get_by_role("button", name="YES").click()
    page.evaluate("(view) => boards[0].show(view)", after(start.YES))
    page.keyboard.type("ADA")
    assert "ADA" == page.locator("pre.ip-console input").input_value()


_TRAIL = (
    '10 COLOR 14,0:CLS:PRINT "MONDAY":COLOR 7:PRINT STRING$(79,"=")\n'
    '20 PRINT "YOU ARE 960 MILES OUT AND THE OXEN ARE TIRED, SO NOBODY WANTS TO GO ON TODAY."\n'
    '30 PRINT "FOOD","BULLETS","CLOTHING","CASH"\n40 INPUT "HOW MANY";N\n50 GOTO 40\n'
)
_AT_THE_QUESTION = """() => {
  const [line, glass] = [".ip-terminal input", ".ip-terminal"].map((one) => document.querySelector(one).getBoundingClientRect());
  const row = document.querySelector(".ip-terminal input").closest("div"), asked = new Range();
  asked.setStart(row, 0);
  asked.setEndBefore(row.querySelector("b"));
  const end = [...asked.getClientRects()].at(-1);
  return [Math.abs(line.left - end.right) < 12, Math.abs(line.top - end.top) < 6, line.right <= glass.right + 1];
}"""


@pytest.mark.parametrize("width", [304, 374, 1174])
def test_a_screen_of_placed_characters_is_typed_on(page: Any, tmp_path: Path, width: int) -> None:
    """The line stands where the program asks and needs no field beside it; Enter sends it, and the
    next question is typed at once."""
    start = _start(tmp_path, _TRAIL)
    _show(page, start, width)
    page.locator(".ip-terminal").click(position={"x": 30, "y": 30})
    page.keyboard.type("12")
    assert "12" == page.locator(".ip-terminal input").input_value()
    assert [True, True, True] == page.evaluate(_AT_THE_QUESTION)
    assert 1 == page.locator("input[type=text]:visible").count()
    assert 0 == page.get_by_role("button", name="answer").count()
    page.keyboard.press("Enter")
    assert ["12"] == [one["text"] for one in _sent(page)]
    page.evaluate("(view) => boards[0].show(view)", after(start(12)))
    page.keyboard.type("9")
    assert "9" == page.locator(".ip-terminal input").input_value()


_ROWS = """() => [...document.querySelectorAll(".ip-terminal code > div")].slice(0, 4).map((row) => {
  const text = new Range();
  text.selectNodeContents(row);
  const written = [...text.getClientRects()].filter((one) => one.width);
  return [Math.round(parseFloat(getComputedStyle(row).fontSize)), new Set(written.map((one) => Math.round(one.top))).size];
})"""


def test_a_phone_shows_forty_columns_of_prose_and_all_eighty_of_a_table(
    page: Any, tmp_path: Path
) -> None:
    """Prose is broken where a page is narrow, at the size of forty columns; rows in columns, and
    lines that are drawn, stay whole and become smaller."""
    _show(page, _start(tmp_path, _TRAIL), 374)
    assert [[14, 1], [7, 1], [14, 2], [12, 1]] == page.evaluate(_ROWS)
    assert 200 > page.locator(".ip-terminal").bounding_box()["height"]


def test_a_title_in_the_middle_cuts_no_line_off_on_a_phone(page: Any, tmp_path: Path) -> None:
    """Only what stands in columns is not broken: two lines that are indented are no columns."""
    _show(page, _start(tmp_path, TITLED), 390)
    screen = page.locator("pre.ip-console")
    assert screen.evaluate("(e) => e.scrollWidth <= e.clientWidth")
    assert "THE LAST WORD" in screen.inner_text()


def test_notes_on_a_program_stand_behind_more(page: Any, tmp_path: Path) -> None:
    """How a program was read is no part of its screen; whoever presses "more" sees it."""
    _show(page, _start(tmp_path, _TRAIL), 1174)
    notes = page.get_by_text("Read as GW-BASIC")
    assert not notes.is_visible()
    page.get_by_role("button", name="more").click()
    assert notes.is_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_is_printed_appears_as_on_a_teletype(page: Any, tmp_path: Path, motion: Any) -> None:
    """A long text appears bit by bit until a key is pressed, and at once for those who prefer less
    motion."""
    printed = "A LINE THAT IS LONG ENOUGH TO TAKE SECONDS WITH THE OTHERS"
    program = f'10 INPUT A$\n20 FOR I=1 TO 400:PRINT "{printed}";I:NEXT\n30 GOTO 10\n'
    start = _start(tmp_path, program)
    page.emulate_media(reduced_motion=motion)
    _show(page, start, 1100)
    text = (
        "(view) => { boards[0].show(view); return"
        " document.querySelector('pre.ip-console').textContent; }"
    )
    assert (motion == "reduce") == ("400" in page.evaluate(text, after(start("GO"))))
    page.locator("pre.ip-console").press("Shift")
    page.locator("pre.ip-console", has_text="OTHERS 400").wait_for(timeout=1_000)


def test_choices_are_one_row(page: Any, tmp_path: Path) -> None:
    """However many there are: the row scrolls, and the page does not."""
    _show(page, _start(tmp_path, '10 INPUT "SQUARE (1-30)";N\n20 IF N<1 OR N>30 THEN 10\n'), 420)
    tops = page.locator(".ip-options button").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect().top)"
    )
    assert len(tops) >= 30
    assert 1 == len(set(tops))
    assert page.evaluate("document.documentElement.scrollWidth") <= 436


@pytest.mark.parametrize(("theme", "width"), [("light", 420), ("dark", 1100)])
def test_a_picture_lies_over_its_characters(
    page: Any, tmp_path: Path, theme: Any, width: int
) -> None:
    """What a program draws has the machine's colours in both themes, covers the whole screen, and
    is no ellipse."""
    circle = (
        "10 SCREEN 1:LINE (0,0)-(319,199),1,B:CIRCLE (160,100),60,2:PAINT (160,100),3,2\n"
        "20 INPUT A\n"
    )
    _show(page, _start(tmp_path, circle), width, theme)
    boxes = page.evaluate(
        "[...document.querySelectorAll('.ip-terminal path')].map((e) => e.getBoundingClientRect())"
    )
    glass = page.locator(".ip-terminal code").bounding_box()
    assert ["#55ffff", "#ff55ff", "#ffffff"] == page.evaluate(
        "[...document.querySelectorAll('.ip-terminal path')].map((e) => e.getAttribute('fill'))"
    )
    frame, rim, _ = boxes
    assert abs(frame["height"] - glass["height"]) < 4
    assert 0.9 < rim["width"] / rim["height"] < 1.1
    assert "rgb(11, 11, 11)" == page.locator(".ip-terminal").evaluate(
        "(e) => getComputedStyle(e).backgroundColor"
    )
