"""Screens of characters: their colours, and the page that shows them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from interactive_provider.boards import Terminal
from interactive_provider.errors import BadBoard
from interactive_provider.rendering import terminal, themes
from interactive_provider.support.sanitizing import clean

from . import made_page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_ink_is_readable_on_every_ground(theme: themes.Theme) -> None:
    """The sixteen inks stand out from the eight grounds, but one on itself is hidden as on the
    PC."""
    for code in range(128):
        contrast = themes.contrast(*terminal.colours(code, theme))
        assert (contrast == 1.0) if code >> 4 == code & 15 else (contrast >= 4.5), code


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_grounds_are_told_apart(theme: themes.Theme) -> None:
    """Eight grounds have eight colours."""
    assert 8 == len({terminal.colours(ground << 4 | 15, theme)[0] for ground in range(8)})


def screen(*rows: str, colours: str = "", **more: object) -> Terminal:
    """A screen in the usual colours, its first row in others."""
    usual = [chr(7) * len(row) for row in rows]
    return Terminal(rows, (colours or usual[0], *usual[1:]), **more)  # type: ignore[arg-type]


def test_page_shows_the_screen_in_the_texts_place() -> None:
    """Rows keep their blanks, what is coloured stands in a span of its own, and all is escaped."""
    shown = screen("<A> B", "  C  ", colours=chr(30) * 3 + chr(7) * 2, above="above", below="below")
    html = made_page("T", "p", "the text", screen=shown).as_html()
    code = re.search(r"<code style=[^>]*>(.*?)</code>", html, re.DOTALL)
    assert code is not None
    assert "&lt;A&gt; B\n  C  " == re.sub(r"</?span[^>]*>", "", code[1])
    assert ["ip-c30"] == re.findall(r'<span class="(.*?)"', code[1])
    assert "the text" not in html
    assert re.search(r"above.*<code.*below", html, re.DOTALL)


def test_cursor_stands_where_typing_goes_on() -> None:
    """The character under the cursor is marked; without one none is."""
    assert "A<b>B</b>" in terminal.render(screen("AB", cursor=(0, 1)))
    assert "<b>" not in terminal.render(screen("AB"))


def test_full_blocks_are_grounds() -> None:
    """Blocks side by side are one element, which leaves no seams; their text stays."""
    assert "A<i>██</i>B" in terminal.render(screen("A██B"))


def test_a_choice_in_the_making_leaves_the_screen() -> None:
    """What is being said stands below the screen, and below the text if there is no screen to
    see."""
    page = made_page("T", "p", "the text", options=("a",), screen=screen("AB")).going_on(
        "12", "n1, n2", "p.n1.n2"
    )
    assert ("the text\n\n12 … n1, n2", "12 … n1, n2") == (
        page.view.text,
        page.view.screen and page.view.screen.below,
    )


def test_rows_of_different_length_are_refused() -> None:
    """A screen is a rectangle, and each of its characters has a colour."""
    with pytest.raises(BadBoard, match="same length"):
        Terminal(("AB", "C"), (chr(7) * 2, chr(7)))
    with pytest.raises(BadBoard, match="same length"):
        Terminal((), ())


@pytest.mark.parametrize(
    ("rows", "colours", "cursor"),
    [
        ((), (), None),
        (("",), ("",), None),
        (("a", "b"), ("\x07",), None),
        (("ab",), ("\x07",), None),
        (("a",), ("\u0100",), None),
        (("a",), ("\x07",), (0, "x")),
        (("a",), ("\x07",), (0,)),
    ],
)
def test_a_screen_that_cannot_be_shown_is_refused(rows: Any, colours: Any, cursor: Any) -> None:
    """Its author hears of it when it is made, not whoever looks at it."""
    with pytest.raises(BadBoard):
        Terminal(rows, colours, cursor)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_screen_in_a_terminal_is_coloured(theme: themes.Theme) -> None:
    """Where boards are in colour screens are too; what is usual has the terminal's own, and nothing
    steers."""
    shown = Terminal(("A\x1bB ",), (chr(7) + chr(14) * 2 + chr(7),), None, "told", "besides")
    page = made_page("T", "p", "the text", screen=shown)
    start = themes.ansi(terminal.colours(14, theme))
    assert f"told\nA{start}␛B{themes.RESET}\nbesides".replace("␛", clean("\x1b")) in page.as_text(
        theme
    )
    assert "\x1b" not in page.as_text() and "the text" in page.as_text()


def test_points_are_characters_in_a_terminal() -> None:
    """Half blocks show two colours, dots of braille any points; what hides nothing leaves the
    text."""
    low = screen("AB", points=(b"\x04\x00", b"\x01\x00"), cell=(1, 2))
    assert ("▀B", chr(0x14) + chr(7)) == (str(low), low.in_characters().colours[0])
    high = screen(
        "ABC", points=(b"\x00\x02\x00\x00\x01\x01",) + (bytes(4) + b"\x01\x01",) * 3, cell=(2, 4)
    )
    assert "⠈B█" == str(high)
    assert "\x1b[" in terminal.as_text(high, "dark")


def test_points_are_shapes_in_a_page() -> None:
    """Points of one colour become few rectangles; a picture of very many is made coarser, and none
    is escaped text."""
    assert [("#aa0000", "M0 0H2V2H0z")] == terminal.paths_of(
        screen("A", points=(b"\4\4\0", b"\4\4\0"), cell=(3, 2))
    )[2]
    noise = screen(
        "A" * 80,
        points=tuple(bytes((x + y) % 2 for x in range(640)) for y in range(350)),
        cell=(8, 350),
    )
    assert len(terminal.render(noise)) < 500_000


@pytest.mark.parametrize(
    "wrong", [{"points": (b"1", b"22")}, {"points": (b"\x10",)}, {"cell": (0, 1)}]
)
def test_points_that_do_not_fit_are_refused(wrong: dict[str, Any]) -> None:
    """Rows of several lengths, colours that do not exist and characters without a size are
    errors."""
    with pytest.raises(BadBoard, match="rows of points"):
        screen("A", **wrong)
