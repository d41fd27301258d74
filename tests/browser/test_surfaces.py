"""Surfaces as the browser draws them, static and live: shapes, computed colours, and what a press
would put."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from interactive_provider import games
from interactive_provider.boards import BARE, SURFACES, Board, Cell
from interactive_provider.rendering import html, svg, themes
from interactive_provider.widget.payload import board_payload
from tests.rendering.boards import SURFACE_BOARDS
from tests.thorough import some

from .looks import Played, after, begun, faults, page

THEMES = pytest.mark.parametrize("theme", ["light", "dark"])
SEEN = 3.0
"""The least contrast of a picture that has a meaning, WCAG 2.2, success criterion 1.4.11."""


def _view(board: Board) -> dict[str, Any]:
    """What the page is sent of a game with this board."""
    return {**after(games(seed=7).null.three_lamps), "board": board_payload(board)}


def _shown(
    tab: Any, boards: list[Board], width: int = 700, theme: str = "light", live: bool = True
) -> Any:
    tab.set_viewport_size({"width": width + 16, "height": 900})
    static = "".join(f"<div>{html.render(board)}</div>" for board in boards)
    tab.set_content(
        page(
            [_view(board) for board in boards] if live else [],
            static=static,
            width=width,
            theme=theme,
        )
    )
    return tab


_CELLS = """(place) => [...document.querySelectorAll(".ip-grid")].map((table) => {
  const cells = [...table.querySelectorAll("tbody td:not(.ip-void)")].map((cell) => cell.getBoundingClientRect());
  return [table.className, cells.map(({ width, height }) => [width, height])];
})"""


@pytest.mark.parametrize("width", [420, 700])
def test_cells_are_square_or_hexagons(page: Any, width: int) -> None:
    """Within a pixel, on every surface, in a page and live; a regular hexagon is 1.155 times as
    high as wide."""
    found = _shown(page, list(SURFACE_BOARDS.values()), width).evaluate(_CELLS)
    assert 2 * len(SURFACES) == len(found)
    for classes, sides in found:
        if "ip-zones" in classes:  # where cards and dice have sizes of their own
            continue
        ratio = 2 / 3**0.5 if "ip-on-hex" in classes else 1
        assert [] == [(wide, high) for wide, high in sides if abs(high - wide * ratio) > 1], classes


_MIDDLES = """() => [...document.querySelectorAll(".ip-on-hex")].map((table) =>
  [...table.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return [left + width / 2, top + height / 2, width];
  })))"""


def test_hexagons_touch_their_six_neighbours(page: Any) -> None:
    """The middles of neighbours are as far apart as a cell is wide, in its row and in those
    beside."""
    for rows in _shown(page, [SURFACE_BOARDS["hex"]]).evaluate(_MIDDLES):
        x, y, side = rows[1][1]
        for r, c in ((1, 0), (1, 2), (0, 1), (0, 2), (2, 0), (2, 1)):
            a, b, _ = rows[r][c]
            assert abs(((x - a) ** 2 + (y - b) ** 2) ** 0.5 - side) < 1


def test_a_click_beside_a_hexagons_corner_meets_its_neighbour(page: Any) -> None:
    """A cell is hit if it is seen, not in the rectangle around it."""
    _shown(page, [SURFACE_BOARDS["hex"]])
    inside = """(cell) => { const { left, top, width, height } = cell.getBoundingClientRect();
      const at = (x, y) => document.elementFromPoint(left + x * width, top + y * height);
      return [at(.5, .5) === cell, at(.5, .08) === cell, at(.04, .04) === cell, at(.96, .96) === cell]; }"""
    cell = page.locator(".ip-widget .ip-on-hex tbody tr").nth(1).locator("td").nth(1)
    assert [True, True, False, False] == cell.evaluate(inside)


_OVERFLOWING = """() => [...document.querySelectorAll(".ip-grid :is(td, th)")].filter((cell) =>
  cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).overflowX === "visible")
  .map((cell) => cell.outerHTML)"""
_TALL = """() => [...document.querySelectorAll(".ip-grid th")]
  .filter((head) => head.checkVisibility() && head.textContent).filter((head) => {
    const range = document.createRange();
    range.selectNodeContents(head);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1; }).length"""


@pytest.mark.parametrize("width", [420, 1100])
def test_a_label_of_sixty_characters_is_cut_in_its_box(page: Any, width: int) -> None:
    """On every surface: it is on one line, widens no column and runs into nothing."""
    long = "a label of sixty characters, which is far more than fits in "
    for board in (one for one in SURFACE_BOARDS.values() if not one.zones):
        _, columns = board.shape
        named = replace(
            board, row_labels=(long, "2", "3"), column_labels=("a", long, "c", "d")[:columns]
        )
        _shown(page, [named], width)
        for classes, sides in page.evaluate(_CELLS):
            widths = [wide for wide, _ in sides]
            assert max(widths) - min(widths) < 1, classes
        assert [] == page.evaluate(_OVERFLOWING)
        assert 0 == page.evaluate(_TALL)


_GROUNDS = """() => [...document.querySelectorAll(".ip-grid")].map((table) => {
  const shown = (element) => getComputedStyle(element).backgroundColor;
  const seen = (element) => shown(element) === "rgba(0, 0, 0, 0)" ? seen(element.parentElement) : shown(element);
  const head = [...table.querySelectorAll("th")].find((one) => one.checkVisibility());
  return [table.className, head ? [getComputedStyle(head).color, seen(head)] : []];
})"""


def _hex(colour: str) -> str:
    parts = colour.removeprefix("rgb(").removesuffix(")").split(",")
    return "#" + "".join(f"{int(part):02x}" for part in parts)


@THEMES
def test_labels_stand_out_from_what_they_are_written_on(page: Any, theme: str) -> None:
    """By computed style, 4.5 to 1 on every surface."""
    for classes, colours in _shown(page, list(SURFACE_BOARDS.values()), theme=theme).evaluate(
        _GROUNDS
    ):
        assert not colours or themes.contrast(*map(_hex, colours)) >= 4.5, classes


_LOOKS = """() => [...document.querySelectorAll("main .ip-grid")].map((table) =>
  [table, ...table.querySelectorAll("tr, th, td, td *")].flatMap((element) =>
    ["", "::before", "::after"].map((part) => {
      const style = getComputedStyle(element, part), content = style.content;
      const isDrawn = !part || (content !== "none" && content !== "normal");
      return [element.className, part, content, ...(isDrawn ? [...style].map((name) => `${name}: ${style[name]}`) : [])];
    })))"""

_KEEP_LOOKS = f"() => {{ (window.alone ??= []).push(({_LOOKS})()[0]); }}"

_CHANGED_LOOKS = f"""() => {{
  const together = ({_LOOKS})(), same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const changes = alone.flatMap((board, number) => board.flatMap((before, place) => {{
    const after = together[number][place] ?? [];
    return same(before, after) ? [] : [[...before.slice(0, 2), ...after.filter((one) => !before.includes(one))]];
  }}));
  const sizes = [alone, together].map((boards) => boards.map((board) => board.length));
  return [changes, ...sizes];
}}"""


@THEMES
@pytest.mark.parametrize("first", ["first", "last"])
def test_several_boards_on_one_page_keep_their_looks(page: Any, theme: str, first: str) -> None:
    """No style sheet of another output undoes anything of a board, whichever comes first."""
    judged = Board(((Cell("·", role="blank", piece=BARE, shade=1.0, overlay="9"),),))
    boards = [judged, *SURFACE_BOARDS.values()][:: 1 if first == "first" else -1]
    for board in boards:
        _shown(page, [board], theme=theme, live=False).evaluate(_KEEP_LOOKS)
    _shown(page, boards, theme=theme, live=False)
    changes, alone, together = page.evaluate(_CHANGED_LOOKS)
    assert [] == changes
    assert alone == together
    assert len(boards) == len(alone)
    assert sum(alone) > 900


@pytest.mark.parametrize("surface", ["rack", "lines", "hex", "felt"])
def test_the_piece_that_a_press_would_put_is_seen_under_the_pointer(
    page: Any, surface: str
) -> None:
    """On an empty place, half transparent; on a rack at the lowest free place of the column."""
    _shown(page, [SURFACE_BOARDS[surface]])
    rows = page.locator(".ip-widget tbody tr")
    rows.nth(0).locator("td").nth(2).hover()
    shadow = """(cell) => { const style = getComputedStyle(cell, '::before');
      return [style.backgroundImage.slice(0, 8), +style.opacity]; }"""
    assert ['url("dat', 0.55] == rows.nth(0).locator("td").nth(2).evaluate(shadow)
    frames = page.locator(".ip-taken").evaluate_all(
        "all => all.map((cell) => getComputedStyle(cell).boxShadow)"
    )
    assert [] == [frame for frame in frames if "213, 94, 0" in frame]
    if surface == "rack":
        rows.nth(0).locator("td").nth(0).hover()
        assert ['url("dat', 0.55] == rows.nth(2).locator("td").nth(0).evaluate(shadow)


@pytest.mark.parametrize("surface", SURFACES)
def test_a_large_board_is_drawn_on_every_surface(page: Any, surface: str) -> None:
    """Of many cells nothing is cut off that cannot be scrolled to, and the picture is as wide as its page
    says."""
    side = some(40, of=100)
    cells = {"x": Cell("X", piece="black-stone"), ".": Cell(".", "blank", piece="bare")}
    board = Board.of(["x" + "." * (side - 1)] * side, cells, surface=surface)
    _shown(page, [board], live=False)
    sides = page.evaluate(_CELLS)[0][1]
    assert side * side == len(sides)
    assert min(wide for wide, _ in sides) >= 20
    page.set_content(svg.render(board))
    wide, high = page.evaluate(
        "(() => { const b = document.querySelector('svg').getBBox(); return [b.width, b.height];"
        " })()"
    )
    assert wide > 20 * side
    assert high > 17 * side


@pytest.mark.parametrize(("surface", "row"), [("lines", 0), ("rack", 2)])
def test_a_stone_is_seen_at_once(page: Any, surface: str, row: int) -> None:
    """Before anything is answered; an answer that leaves the place empty takes it off again."""
    _shown(page, [SURFACE_BOARDS[surface]])
    rows = page.locator(".ip-widget tbody tr")
    rows.nth(0).locator("td").nth(0).click()
    put = rows.nth(row).locator("td").nth(0)
    assert f"ip-piece-{SURFACE_BOARDS[surface].puts}" in put.get_attribute("class")
    page.evaluate("boards[0].show(boards[0].state._view)")
    assert "ip-piece-" not in put.get_attribute("class")


@THEMES
@pytest.mark.parametrize(
    "surface", [name for name in SURFACES if name not in ("tiles", "table", "desk")]
)
def test_where_a_piece_is_drawn_its_sign_is_not(page: Any, surface: str, theme: str) -> None:
    """The sign is there for copying and for pages without styles; over the piece it would be a
    blot."""
    _shown(page, [SURFACE_BOARDS[surface]], theme=theme)
    inks = page.locator(".ip-grid td[class*=ip-piece-]").evaluate_all(
        "all => all.map((cell) => getComputedStyle(cell).color)"
    )
    assert inks and {"rgba(0, 0, 0, 0)"} == set(inks)


def test_no_card_is_wider_than_its_box(page: Any) -> None:
    """A ten has three signs."""
    hand = Board(
        (tuple(Cell(text, role) for text, role in (("10♥", "red-card"), ("Q♠", "card"))),),
        surface="felt",
    )
    _shown(page, [hand], 420)
    wide = """all => all.map((cell) => { const range = document.createRange(); range.selectNodeContents(cell);
      return range.getBoundingClientRect().width / cell.clientWidth; })"""
    assert max(page.locator(".ip-grid tbody td").evaluate_all(wide)) < 1


def test_tiles_slide_and_the_new_one_grows(page: Any) -> None:
    """What moves after a move of 2048 is told by where tiles came from: two slide into one, a new
    one grows."""
    tiles = {
        "2": Cell("2", "power-1"),
        "4": Cell("4", "power-2"),
        ".": Cell("·", "blank", piece="bare"),
    }
    before, after_it = (
        Board.of(lines, tiles, surface="tiles") for lines in (("2..2", "...."), ("4...", ".2.."))
    )
    after_it = replace(after_it, came=(((0, 0), (0, 0)), ((0, 3), (0, 0))))
    _shown(page, [before])
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("view => boards[0].show(view)", {**_view(after_it), "animate": True, "number": 9})
    moving = (
        "document.getAnimations().filter((one) => one.effect.target.closest('.ip-on-tiles')).length"
    )
    assert 1 == page.evaluate(moving)
    page.wait_for_function(f"{moving} === 2")
    page.wait_for_function(f"{moving} === 0")
    assert ["4", "2"] == [
        text for text in page.locator(".ip-widget tbody td").all_inner_texts() if text.strip("·")
    ]


@pytest.mark.parametrize(
    ("counters", "leds"),
    [
        ((("wind", "north"),), 0),
        ((), 0),
        ((("wind", "north"), ("gold", "7")), 0),
        ((("gold", "7"),), 2),
    ],
)
def test_a_frame_has_the_counters_of_its_game(
    page: Any, counters: tuple[tuple[str, str], ...], leds: int
) -> None:
    """In digits, by its own name, if its board has dials; words stay words."""
    tab = _shown(page, [replace(SURFACE_BOARDS["frame"], counters=counters, has_dials=leds > 0)])
    digits = tab.locator(".ip-led:visible")
    assert leds == digits.count()
    if leds:
        assert ("gold: 7", "007") == (
            digits.first.get_attribute("aria-label"),
            digits.first.inner_text(),
        )
    else:
        assert [f"{name}: {value}" for name, value in counters] == tab.locator(
            ".ip-counters > span"
        ).all_inner_texts()


def test_signs_of_every_script_stay_in_their_boxes_on_every_surface(page: Any) -> None:
    """Emoji, letters from right to left, combining ones and a word of sixty, as signs and labels,
    on a dark phone."""
    words = ("👩‍👩‍👧‍👦", "שלום", "é́́́", "مرحبا", "ﷺ", "🏳️‍🌈", "a" * 60, "x\u202eabc")
    cells = tuple(tuple(Cell(word, press=(r, word)) for word in words[r : r + 4]) for r in range(3))
    more = {
        "row_labels": words[:3],
        "column_labels": words[3:7],
        "counters": (words[:2], words[5:7]),
        "puts": "red-disc",
    }
    boards = [Board(cells, surface=surface, **more) for surface in SURFACES]  # type: ignore[arg-type]
    boards += [Board(cells[:1], surface=surface) for surface in SURFACES]
    boards += [
        Board(((Cell("·", "blank", press=0),) * size,), surface="rack", puts="red-disc")
        for size in (1, 100)
    ]
    tab = _shown(page, boards, 420 - 16, "dark")
    for number in range(len(boards)):
        tab.locator("section").nth(number).locator("[role=gridcell]").first.hover()
    assert [] == faults(tab)


def test_a_score_sheet_is_whole_beside_its_dice(page: Any) -> None:
    """On a page of 700 pixels, where the panel stands beside the board, no name of a line is cut
    off at the left, and no name of a player."""
    Played(page, begun("openspiel.yacht"))
    cut = """() => [...document.querySelectorAll(".ip-lies-line")].filter((row) => {
      const sheet = row.parentElement.getBoundingClientRect(), line = row.getBoundingClientRect();
      return line.left < sheet.left - 0.5 || line.right > sheet.right + 0.5 ||
        [...row.children].some((one) => one.scrollWidth > one.clientWidth + 1);
    }).map((row) => row.innerText)"""
    page.set_viewport_size({"width": 730, "height": 800})
    assert 10 < page.locator(".ip-lies-line").count()
    assert [] == page.evaluate(cut)


def test_the_lines_of_a_cloth_are_a_pixel_wide(page: Any) -> None:
    """Firefox draws no thinner ones at all."""
    Played(page, begun("openspiel.othello"))
    shadow = page.locator("[role=gridcell]").first.evaluate(
        "one => getComputedStyle(one).boxShadow"
    )
    assert "0px 0px 0px 1px inset" in shadow
