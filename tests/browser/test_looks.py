"""Boards as they are drawn: sizes that fit, rows that stay, pieces told apart, motion that moves
nothing else."""

from __future__ import annotations

from itertools import chain, starmap
from typing import Any

import pytest

from interactive_provider import board, choose, games, options, solve
from interactive_provider.boards import BARE, PIECES
from interactive_provider.game import Hint, Verdict
from interactive_provider.rendering import html, pieces
from interactive_provider.rendering.themes import contrast
from interactive_provider.widget.session import Session
from tests.sure import sure
from tests.thorough import some

from . import looks
from .looks import STARTS, Played, after, begun, differing, faults, moments, page, pixels

WIDTHS = (420, 1100, 700, 920)[: some(2, of=4)]


def _shown(tab: Any, views: list[dict[str, Any]], width: int, **more: Any) -> Any:
    tab.set_viewport_size({"width": width + 16, "height": 900})
    tab.set_content(page(views, width=width, **more))
    if views:
        looks.wait_for_boards(tab, len(views))
    return tab


EVERY_HEIGHT = """boards.map(({el}) => [...el.querySelectorAll('.ip-grid tbody tr')]
  .map((row) => Math.round(row.getBoundingClientRect().height)))"""


@pytest.mark.parametrize("width", WIDTHS)
def test_rows_keep_their_height_whatever_is_laid_over_them(page: Any, width: int) -> None:
    """Verdicts, hints, marks and signs of three digits change no row of any board, nor of one of 30
    × 30."""
    starts = [*map(begun, STARTS), games(seed=7).sliding(rows=30, columns=30)]
    _shown(page, [after(start) for start in starts], width)
    before = page.evaluate(EVERY_HEIGHT)
    for acts in (("evaluate",), ("hint",), ("evaluate", "hint", "check")):
        for number, start in enumerate(starts[:-1]):
            page.evaluate(
                "([number, view]) => boards[number].show(view)", [number, after(start, *acts)]
            )
        assert before == page.evaluate(EVERY_HEIGHT), acts
    assert sum(map(len, before)) > 70
    assert [] == [heights for heights in before if max(heights) - min(heights) > 1]


_WIDE_AND_SIDES = """(selector) => {
  const shown = document.querySelector(selector), cells = [...shown.querySelectorAll("tbody td")];
  return [shown.scrollWidth - shown.clientWidth, cells.map((cell) => cell.getBoundingClientRect().width)];
}"""

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
FITTING = [
    ("minesweeper", 420),
    ("expert", 700),
    ("expert", 920),
    ("sliding", 420),
    ("capture", 420),
    ("guess", 420),
]


@pytest.mark.parametrize(("name", "width"), FITTING)
def test_a_board_fits_into_its_page(page: Any, name: str, width: int) -> None:
    """Nothing is cut off and nothing has to be scrolled: a beginner's board on a phone, an expert's
    in a cell."""
    start = begun(name)
    drawn = board(start)
    assert drawn is not None
    _shown(page, [after(start, "evaluate")], width, static=html.render(drawn))
    for selector in (".ip-scroll", "main > .ip-board"):
        wide, sides = page.evaluate(_WIDE_AND_SIDES, selector)
        assert wide <= 0, selector
        assert min(sides) >= 20
        assert max(sides) - min(sides) < 1


def test_a_fifteen_puzzle_is_large_and_a_board_of_one_row_of_two_hundred_is_scrolled(
    page: Any,
) -> None:
    """Cells grow with the room up to a size that suits the board, and shrink no further than can be
    hit."""
    from tests.rendering.games import Switch, start

    boards = [
        begun("sliding"),
        start(Switch, rows=1, columns=1),
        start(Switch, rows=1, columns=200),
        start(Switch, rows=100, columns=100),
    ]
    _shown(page, [after(one) for one in boards], 1000)
    sides = page.evaluate(
        "boards.map(({el}) => el.querySelector('tbody td').getBoundingClientRect().width)"
    )
    assert [120, 120, 20, 20] == [round(side) for side in sides]


GREY = """(urls) => Promise.all(urls.map(async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const context = new OffscreenCanvas(32, 32).getContext("2d");
  context.fillStyle = "#9a9a9a";
  context.fillRect(0, 0, 32, 32);
  context.drawImage(image, 0, 0, 32, 32);
  const { data } = context.getImageData(0, 0, 32, 32), grey = [];
  for (let n = 0; n < data.length; n += 4) grey.push(0.2126 * data[n] + 0.7152 * data[n + 1] + 0.0722 * data[n + 2]);
  return grey;
}))"""


def test_every_piece_is_told_apart_without_colour(page: Any) -> None:
    """Drawn small and in grey, each two of them differ in a tenth of their area by a third of the
    scale."""
    names = [piece for piece in PIECES if piece != BARE]
    grey = page.evaluate(GREY, [pieces.image(name) for name in names])
    for one, first in enumerate(grey):
        for other in range(one):
            unlike = sum(abs(a - b) > 80 for a, b in zip(first, grey[other], strict=True))
            assert unlike > 0.04 * 32 * 32, (names[one], names[other], unlike)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_board_is_accessible_at_every_moment(page: Any, axe_script: str, theme: str) -> None:
    """axe finds nothing serious, contrast included: with verdicts and at the end, live and
    static."""
    small = [moments(name) for name in STARTS if name not in ("expert", "guess")]
    found = [one[kind] for one in small for kind in ("verdicts", "won") if kind in one]
    static = "".join(position._repr_html_() for position, _ in found[:6])
    lobby = {**Session(games(seed=7).minesweeper).view(), "done": {}, "kept": ""}
    _shown(page, [*(view for _, view in found), lobby], 700, theme=theme, static=static)
    for toggle in ("more", "keys"):
        page.get_by_role("button", name=toggle, exact=True).first.click()
    page.evaluate(axe_script)
    violations = page.evaluate("axe.run('main', {resultTypes: ['violations']})")["violations"]
    serious = [
        (one["id"], one["nodes"][0]["html"])
        for one in violations
        if one["impact"] in ("serious", "critical")
    ]
    assert [] == serious


ORDERS = (
    "boards[0].state._queue.map(({ do: what, gesture, at, index }) => [what, gesture ?? index, at"
    " ?? null])"
)
BUTTONS = """boards.map(({el}) => [...el.querySelectorAll("button")].filter((one) => one.offsetParent)
  .map((one) => one.ariaLabel ?? one.innerText))"""


@pytest.mark.parametrize("shift", [40, 120, 500])
def test_a_press_is_not_lost_if_the_board_moves_under_the_pointer(page: Any, shift: int) -> None:
    """It belongs to the square where the pointer went down, however far the page has moved until it
    is up."""
    page.set_viewport_size({"width": 1200, "height": 660})
    played = Played(page, begun("minesweeper"))
    box = played.cell(3, 3).bounding_box()
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    page.evaluate(
        "(shift) => { document.getElementById('all').style.marginTop = `${shift}px`; }", shift
    )
    page.mouse.up()
    played.settle()
    assert begun("minesweeper").uncover.r4.c4 == played.sessions[0].position


def test_a_press_that_leaves_its_square_is_taken_back(page: Any) -> None:
    """Neither the square where it began nor the one where it ended is opened."""
    page.set_viewport_size({"width": 1200, "height": 660})
    played = Played(page, begun("minesweeper"))
    played.cell(3, 3).hover()
    page.mouse.down()
    for row, column in ((4, 5), (5, 6)):
        played.cell(row, column).hover()
    page.mouse.up()
    played.settle()
    assert begun("minesweeper") == played.sessions[0].position


NOTHING = (
    "(view) => boards[0].show(JSON.parse(JSON.stringify(view), (name, value) => value ??"
    " undefined))"
)


def test_a_python_in_the_browser_leaves_undefined_what_has_no_value(page: Any) -> None:
    """A game that goes on has a smile, and one without levels no button for them."""
    _shown(page, [after(begun("minesweeper"))], 700)
    for start, levels in ((begun("minesweeper"), 1), (begun("null"), 1), (begun("chemistry"), 0)):
        page.evaluate(NOTHING, after(start))
        assert levels == page.locator(".ip-levels:visible").count()
    page.evaluate(NOTHING, after(begun("minesweeper")))
    smile = page.locator(".ip-face-mood").get_attribute("d")
    page.evaluate("(view) => boards[0].show(view)", after(begun("minesweeper")))
    assert smile == page.locator(".ip-face-mood").get_attribute("d")


def test_everything_new_is_reached_by_keys(page: Any) -> None:
    """The flag mode turns a press into a flag, the slider goes to a move, panels open: all without
    a mouse."""
    start = begun("minesweeper").uncover.r4.c4
    _shown(page, [after(start)], 700)
    page.get_by_role("button", name="flag mode").focus()
    page.keyboard.press("Enter")
    page.locator("[role=gridcell]").first.focus()
    page.keyboard.press("Enter")
    assert ["gesture", "secondary", [0, 0]] == page.evaluate(ORDERS)[-1]
    page.get_by_role("button", name="more").focus()
    page.keyboard.press("Enter")
    page.get_by_role("slider", name="move").focus()
    page.keyboard.press("ArrowLeft")
    assert ["goto", 0, None] == page.evaluate(ORDERS)[-1]
    page.get_by_role("button", name="keys").focus()
    page.keyboard.press("Space")
    assert page.get_by_text("move around the board").is_visible()


def test_a_hand_over_has_no_line_to_copy(page: Any) -> None:
    """The line of Python is kept from the next player, and with it the button beside it."""
    start = games.openspiel.gin_rummy(seed=7).both_sides
    view = {**Session(start, True).view(), "done": {}, "kept": ""}
    assert view["cards"] is False and view["line"] == ""
    _shown(page, [view, after(start)], 700)
    shown = [one.is_visible() for one in page.get_by_role("button", name="copy").all()]
    assert [True] == shown[-1:]
    assert 1 == shown.count(True)


def test_words_on_a_card_end_with_a_whole_line(page: Any) -> None:
    """The first lines of a story stood there with the lower half of the last one cut off."""
    _shown(page, [{**Session(games(seed=7)).view(), "done": {}, "kept": ""}], 1100)
    lines = page.locator(".ip-excerpt").evaluate_all(
        "all => all.map((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))"
    )
    assert lines and all(abs(number - round(number)) < 0.05 for number in lines)


def test_only_what_a_game_can_do_has_a_button(page: Any) -> None:
    """Rock, paper, scissors has no hint, no check and no flags; a lobby has cards alone."""
    lobby = {**Session(games(seed=7).minesweeper).view(), "done": {}, "kept": ""}
    _shown(page, [after(begun("rock_paper_scissors")), lobby], 700)
    names = page.evaluate(BUTTONS)
    assert ["undo", "redo", "new game", "restart", "more", "keys", "copy"] == names[0]
    assert "copy" == names[1][-1]
    assert any(name.endswith("Beginner\n9 × 9 · 10 mines") for name in names[1])


def test_a_press_shows_what_it_would_take(page: Any) -> None:
    """The pointer on a match marks it and all at its right; leaving the board marks none."""
    _shown(page, [after(begun("match_game"))], 700)
    page.locator("tbody tr").first.locator("td").nth(4).hover()
    assert 3 == page.locator(".ip-taken").count()
    page.mouse.move(1, 1)
    page.locator(".ip-title").hover()
    assert 0 == page.locator(".ip-taken").count()


def test_a_dragged_piece_follows_the_finger_and_goes_back_where_it_may_not_go(page: Any) -> None:
    """One cell at most; an illegal drop sends nothing and leaves nothing."""
    start = begun("sliding")
    _shown(page, [after(start)], 700)
    movable = page.locator("td.ip-drags").first
    box = movable.bounding_box()
    x, y, side = box["x"] + 20, box["y"] + 20, box["width"]
    free = movable.evaluate("cell => cell.kind.gestures.replace('p', '')")
    across, along = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}[free]
    for direction, sent in ((-1, 0), (1, 1)):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(
            x + direction * across * side * 3, y + direction * along * side * 3, steps=5
        )
        moved = page.locator(".ip-ghost").evaluate(
            "one => new DOMMatrix(getComputedStyle(one).transform)"
        )
        far = abs(moved["e"]) + abs(moved["f"])
        stands = page.locator(".ip-ghost").bounding_box()
        # a copy stands exactly over its cell
        assert box["x"] == pytest.approx(stands["x"] - moved["e"], abs=0.5)
        assert box["y"] == pytest.approx(stands["y"] - moved["f"], abs=0.5)
        assert far == pytest.approx(side if sent else side / 4, abs=2)
        page.mouse.up()
        assert sent == len(page.evaluate(ORDERS))
        if not sent:
            page.locator(".ip-ghost").wait_for(state="detached")
            assert 0 == page.locator(".ip-away").count()


def test_a_cascade_plays_wave_by_wave_and_moves_nothing_else(page: Any) -> None:
    """The board keeps its place and size at every moment, pieces shrink and fall, and no message is
    sent for it."""
    start = games(seed=7).capture.medium_1
    page.emulate_media(reduced_motion="no-preference")
    _shown(page, [after(start)], 700)
    session = Session(start)
    session.view()
    session.act({"do": "gesture", "gesture": "right", "at": [5, 2], "seen": 1})
    view = {**session.view(), "done": {}, "kept": ""}
    assert len(view["board"]["frames"]) == 7
    watched = page.evaluate(
        """async (view) => {
      const board = boards[0], table = board.el.querySelector(".ip-grid"), seen = [], scores = new Set();
      board.show(view);
      for (let still = 0; still < 30;) {
        const { top, left, width, height } = table.getBoundingClientRect();
        const ghosts = board.el.querySelectorAll(".ip-ghost").length, shown = board.el.querySelectorAll(".ip-score");
        const said = board.el.querySelector("[role=status]").textContent;
        seen.push([Math.round(top), Math.round(left), Math.round(width), Math.round(height), ghosts, said]);
        for (const score of shown) scores.add(score.textContent);
        const isLast = seen.some((one) => one[5].includes("3 waves"));
        still = isLast && !ghosts && !shown.length ? still + 1 : 0;
        await new Promise(requestAnimationFrame);
      }
      scores.add(board.el.querySelectorAll(".ip-score").length);
      return { seen, scores: [...scores], sent: board.state._queue.length };
    }""",
        view,
    )
    seen = watched["seen"]
    assert 1 == len({tuple(one[:4]) for one in seen})
    assert {2, 3, 6} <= {one[4] for one in seen}
    assert 0 == seen[-1][4]
    assert ["3 tiles", "6 tiles, 2 waves in a row", "3 tiles, 3 waves in a row"] == list(
        dict.fromkeys(one[5] for one in seen if one[5])
    )
    assert ["+3", "+6 ×2", "+3 ×3", 0] == watched["scores"]
    assert 0 == watched["sent"]
    assert 0 == page.locator(".ip-away").count()


def test_no_piece_moves_for_those_who_ask_for_less_motion(page: Any) -> None:
    """The last board stands at once."""
    start = begun("sliding")
    _shown(page, [after(start)], 700)
    session = Session(start)
    session.act({"do": "step"})
    page.evaluate("(view) => boards[0].show(view)", {**session.view(), "done": {}, "kept": ""})
    assert 0 == page.locator(".ip-ghost").count()
    assert "move" not in page.evaluate(
        "document.getAnimations().map((one) => one.playState).join()"
    )


def test_a_static_board_and_a_live_one_leave_each_other_alone(page: Any) -> None:
    """What one brings as style changes nothing of the other, whichever came first."""
    start = begun("minesweeper").uncover.r4.c4
    drawn = board(start)
    assert drawn is not None
    box = """(selector) => [...document.querySelectorAll(selector)].map((cell) => {
      const { width, height } = cell.getBoundingClientRect();
      const { boxShadow, borderRadius, backgroundColor } = getComputedStyle(cell);
      return [Math.round(width), Math.round(height), boxShadow, borderRadius, backgroundColor].join();
    })"""
    live, static = ".ip-widget tbody td", "main > .ip-board tbody td"
    alone = _shown(page, [after(start)], 500).evaluate(box, live)
    both = _shown(page, [after(start)], 500, static=html.render(drawn))
    assert alone == both.evaluate(box, live)
    assert 81 == len(alone)
    without = page.evaluate("document.querySelector('section').remove()") or page.evaluate(
        box, static
    )
    assert without == _shown(page, [after(start)], 500, static=html.render(drawn)).evaluate(
        box, static
    )


@pytest.mark.parametrize("width", [420, 1100])
def test_words_of_any_length_and_script_stay_in_their_place(page: Any, width: int) -> None:
    """Titles, cells, cards, transcripts and lines of hostile games: nothing runs, nothing widens
    the page."""
    from tests.rendering.boards import HOSTILE
    from tests.rendering.games import Ask, Hostile, start

    hostile = after(start(Hostile))
    words = [word.encode("utf-8", "replace").decode() for word in HOSTILE]
    cards = {
        **hostile,
        "board": None,
        "cards": True,
        "options": [["", word, "", -1, False, word] for word in words],
    }
    told = {
        **after(start(Ask)),
        "transcript": [[word, word] for word in words],
        "ending": "".join(words),
        "outcome": "won",
    }
    long = {
        **after(begun("minesweeper")),
        "line": "games.x" * 2000,
        "start": "games.x" * 200,
        "moves": 2000,
    }
    _shown(page, [hostile, cards, told, long], width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width + 16
    assert 0 == page.locator("main script, main i, main img").count()
    # behind which the line stands on a phone
    page.get_by_role("button", name="more", exact=True).last.click()
    copy = page.get_by_role("button", name="copy", exact=True).last.bounding_box()
    assert copy["height"] < 45
    assert copy["width"] > 50


TOPS = """boards.map(({el}) => [".ip-grid", ".ip-tools"].map((part) => {
  const { top, left, width } = el.querySelector(part).getBoundingClientRect();
  return [top - el.getBoundingClientRect().top, left, width].map(Math.round);
}))"""


@pytest.mark.parametrize("width", [420, 1100, 700][: some(2, of=3)])
def test_neither_a_hint_nor_the_end_moves_the_board_or_its_buttons(page: Any, width: int) -> None:
    """Places are kept for what is said: the board and the row of buttons stay, whatever is said and
    whoever won."""
    # whose columns become fewer
    found = {name: moments(name) for name in STARTS if name not in ("expert", "chemistry")}
    _shown(page, [one["start"][1] for one in found.values()], width)
    # a phone's buttons stick to the bottom of its window
    page.set_viewport_size({"width": width + 16, "height": 6000})
    before = page.evaluate(TOPS)
    for kind in ("middle", "hint", "verdicts", "won", "lost"):
        for number, one in enumerate(found.values()):
            if kind in one:
                page.evaluate(
                    "([number, view]) => boards[number].show(view)", [number, one[kind][1]]
                )
        after_it = page.evaluate(TOPS)
        assert dict(zip(found, before, strict=True)) == dict(zip(found, after_it, strict=True)), (
            kind
        )


LAPTOP = {"width": 1196, "height": 657}
"""What JupyterLab leaves of a window of 1366 pixels for an output, and the height of the window."""

FREE = 500
"""Pixels of that height which JupyterLab's own bars leave to an output."""


def test_a_board_and_its_buttons_are_seen_at_once_on_a_laptop(page: Any) -> None:
    """No part of a board, of its buttons or of its result lies below the fold, at any moment of any
    game."""
    pytest.importorskip("chess")
    found = {name: [view for _, view in moments(name).values()] for name in STARTS}
    found["chess"] = [
        after(games.chess.both_sides.e4.e5.Nf3.Nc6, *acts)
        for acts in ((), ("hint",), ("evaluate",))
    ]
    for name, views in found.items():
        page.set_viewport_size(LAPTOP)
        page.set_content(looks.page(views, width=LAPTOP["width"] - 16))
        page.locator(".ip-widget").last.wait_for()
        heights = page.evaluate("boards.map(({el}) => el.querySelector('.ip-widget').offsetHeight)")
        assert max(heights) <= FREE, (name, heights)
        assert [] == faults(page), name


def test_the_title_leads_back_to_the_levels_and_undo_back_to_the_game(page: Any) -> None:
    """The button with the level opens the cards; the way back changes nothing, a card begins
    another board."""
    played = Played(page, begun("minesweeper").uncover.r4.c4)
    before = played.sessions[0].line
    played.press("beginner")
    assert page.get_by_role("button", name="Expert").first.is_visible()
    played.press("back to the game")
    assert before == played.sessions[0].line
    played.press("beginner")
    page.locator(".ip-level").first.click()
    played.settle()
    assert (0, "beginner") == tuple(played.sessions[0].view()[key] for key in ("moves", "level"))
    assert before.partition(".uncover")[0] != played.sessions[0].line


LABS_LISTS = "<style>.lm-Widget dl{display:block}.lm-Widget dt{float:left;width:20%}</style>"
"""JupyterLab's own rules for lists of terms, which the panel of keys has to withstand."""


@pytest.mark.parametrize("width", [420, 1100, 700][: some(2, of=3)])
def test_nothing_drawn_is_cut_off_wrapped_or_covered(page: Any, width: int) -> None:
    """Cells are square, labels stand on one line, words in their boxes, and no two things on top of
    each other."""
    for name in STARTS:
        shown = moments(name)
        _shown(page, [view for _, view in shown.values()], width, static=LABS_LISTS)
        page.evaluate("document.querySelector('main').className = 'lm-Widget'")
        for panel in ("more", "keys"):
            page.get_by_role("button", name=panel, exact=True).first.click()
        assert [] == faults(page), name
        terms = page.locator("dt, dd").evaluate_all(
            "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
        )
        assert terms[::2] == terms[1::2]
        _shown(
            page,
            [],
            width,
            static="".join(position._repr_html_() for position, _ in shown.values()),
        )
        assert [] == faults(page), name


def _contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast of two colours as they are drawn."""
    return contrast(*(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in (one, other)))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_where_a_piece_may_go_is_seen(page: Any, theme: str) -> None:
    """Every square that a chess piece may go to has a dot or a ring that differs from its ground by
    3 to 1."""
    pytest.importorskip("chess")
    played = Played(page, games.chess.both_sides.e4.d5.Nc3.Nf6, theme=theme)
    for row, column, targets in ((4, 4, 2), (5, 2, 5), (7, 3, 4)):
        played.cell(row, column).click()
        page.mouse.move(1, 1)
        squares = page.locator(".ip-reach").element_handles()
        reached = [chain(*pixels(page, square)) for square in squares]
        played.cell(row, column).click(delay=300)
        page.mouse.move(1, 1)
        empty = [chain(*pixels(page, square)) for square in squares]
        assert targets == len(squares)
        for one, other in zip(reached, empty, strict=True):
            assert max(starmap(_contrast, {*zip(one, other, strict=True)})) >= 3


def test_a_click_leaves_no_frame_and_a_key_does(page: Any) -> None:
    """The ring of the focus is for those who walk by keys."""
    _shown(page, [after(begun("minesweeper"))], 700)
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    page.locator("[role=gridcell]").nth(40).click()
    assert "none" == page.evaluate(ring)
    page.keyboard.press("ArrowLeft")
    assert "solid" == page.evaluate(ring)


def test_a_double_click_moves_a_tile_once(page: Any) -> None:
    """What a double click begins is not undone by its second half."""
    played = Played(page, begun("sliding"))
    tile = page.locator("td.ip-drags").first
    tile.dblclick()
    played.settle()
    assert 1 == played.sessions[0].view()["moves"]


def test_a_game_that_goes_on_has_no_result_where_none_arrives_as_undefined(page: Any) -> None:
    """As from a kernel inside the browser: no banner stands above the board."""
    view = {
        key: value
        for key, value in moments("minesweeper")["middle"][1].items()
        if value is not None
    }
    assert "outcome" not in view
    _shown(page, [view], 700)
    assert 0 == page.locator("[data-outcome=won], [data-outcome=lost], [data-outcome=over]").count()


def test_a_minefield_has_its_counters_and_a_face_that_begins_anew(page: Any) -> None:
    """Three digits of mines left and of seconds, no coordinates until they are asked for, and a
    face for each mood."""
    played = Played(page, begun("minesweeper").uncover.r4.c4.flag.r4.c2)
    assert ["009", "000"] == page.locator(".ip-led").all_inner_texts()
    assert not page.locator(".ip-grid th").first.is_visible()
    page.get_by_role("button", name="more", exact=True).click()
    page.get_by_role("button", name="coordinates").click()
    assert page.locator(".ip-grid th").first.is_visible()
    moods = []
    for kind in ("middle", "won", "lost"):
        page.evaluate("(view) => boards[0].show(view)", moments("minesweeper")[kind][1])
        moods.append(page.locator(".ip-face-mood").get_attribute("d"))
    assert 3 == len(set(moods))
    page.evaluate(
        "(view) => boards[0].show(view)", {**played.sessions[0].view(), "done": {}, "kept": ""}
    )
    before = played.sessions[0].line
    page.locator(".ip-face").click()
    played.settle()
    assert 0 == played.sessions[0].view()["moves"]
    assert before.partition(".uncover")[0] != played.sessions[0].line


def test_a_number_says_what_it_lacks_and_opens_by_the_middle_button_or_both(page: Any) -> None:
    """A press sinks the covered squares around a number; without its flags it says so, with them it
    opens them."""
    number = (3, 2)  # a 1 of this field whose mine is at r4 c2
    for chord in ("middle", "both"):
        played = Played(page.context.new_page(), begun("minesweeper").uncover.r4.c4)
        tab, session = played.tab, played.sessions[0]
        box = played.cell(*number).bounding_box()
        tab.mouse.move(box["x"] + 9, box["y"] + 9)
        tab.mouse.down()
        assert tab.locator(".ip-sunk").count() > 0
        tab.mouse.up()
        assert 0 == tab.locator(".ip-sunk").count()
        assert "more flag" in tab.locator("[role=status]").inner_text()
        assert 1 == session.view()["moves"]
        played.cell(3, 1).click(button="right")
        played.settle()
        tab.mouse.move(box["x"] + 9, box["y"] + 9)
        for button in ("middle",) if chord == "middle" else ("left", "right"):
            tab.mouse.down(button=button)
        for button in ("middle",) if chord == "middle" else ("left", "right"):
            tab.mouse.up(button=button)
        played.settle()
        assert ".flag.r4.c2.chord.r4.c3" in session.line
        tab.close()


def test_a_phone_has_squares_for_fingers_and_five_named_buttons(page: Any) -> None:
    """No square is below 28 pixels; undo, new game, flag mode, hint and more stay in sight, the
    rest is behind more."""
    page.set_viewport_size({"width": 420, "height": 700})
    for name in ("expert", "capture", "guess"):
        page.set_content(looks.page([moments(name)["middle"][1]], width=420 - 16))
        page.locator(".ip-widget").wait_for()
        assert 28 <= page.locator("[role=gridcell]").first.bounding_box()["width"]
    page.set_content(looks.page([moments("expert")["middle"][1]], width=420 - 16))
    assert ["undo", "new game", "flag mode", "hint", "more"] == page.evaluate(BUTTONS)[0][-5:]
    box = page.locator(".ip-tools").bounding_box()
    assert box["y"] + box["height"] <= 700
    assert not page.locator(".ip-line code").is_visible()
    page.get_by_role("button", name="more", exact=True).click()
    assert page.locator(".ip-line code").is_visible()
    assert [] == faults(page)


def test_one_letter_keys_and_arrows_play(page: Any) -> None:
    """An arrow slides a tile, Alt and an arrow walk; U, H, N and digits are the buttons and
    choices; no key leaks."""
    played = Played(page, begun("sliding"))
    session = played.sessions[0]
    page.evaluate(
        "leaked = []; document.body.addEventListener('keydown', ({key}) => leaked.push(key))"
    )
    page.locator("[role=gridcell]").first.focus()

    def moves_after(key: str) -> int:
        page.keyboard.press(key)
        played.settle()
        return int(session.view()["moves"])

    assert [1, 2, 1, 0] == [moves_after(key) for key in ("ArrowUp", "ArrowRight", "u", "Control+z")]
    assert 0 == moves_after("h")
    assert session.status
    page.keyboard.press("Alt+ArrowRight")
    assert "r1 c2" in page.evaluate("document.activeElement.ariaLabel") or page.evaluate(
        "document.activeElement.place[1]"
    )
    assert 1 == moves_after("1")
    before = session.line
    assert 0 == moves_after("n")
    assert before != session.line
    assert [] == [key for key in page.evaluate("leaked") if key not in ("Alt", "Control")]


def test_a_lobby_shows_the_boards_that_begin_and_what_was_won(page: Any) -> None:
    """Each level has a picture of its first board and one line; many numbered ones are squares,
    ticked when solved."""
    few, many = (after(lobby) for lobby in (games(seed=7).minesweeper, games(seed=7).capture))
    few["bests"][0], many["bests"][1] = "1:05", "0:42"
    _shown(page, [few, many], 700)
    assert 7 == page.locator(".ip-mini").count()
    assert [9 * 9, 16 * 16, 16 * 30] == [
        page.locator(".ip-mini").nth(n).locator("td").count() for n in range(3)
    ]
    assert "★ 1:05" in page.locator(".ip-level").first.inner_text()
    grades = page.locator(".ip-numbers").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert ["gentle", "easy", "medium", "hard", "fiendish"] == grades
    assert ["✓", "2", "3", "4"] == page.locator(".ip-numbers").first.get_by_role(
        "button"
    ).all_inner_texts()
    assert page.get_by_role("button", name="gentle 1, solved (0:42)").count() == 1
    assert [] == faults(page)


def test_a_move_is_painted_before_it_is_answered(page: Any) -> None:
    """The player's own piece stands where it went while the computer thinks."""
    played = Played(
        page,
        games.chess(fen="rnbqkbnr/ppp1p1pp/5p2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", seed=1),
    )
    page.evaluate("globalThis.ordered = () => new Promise(() => {}); 0")
    played.cell(7, 3).click()
    played.cell(3, 7).click()
    assert "ip-piece-white-queen" in (played.cell(3, 7).get_attribute("class") or "")
    assert "ip-piece" not in (played.cell(7, 3).get_attribute("class") or "")


def test_check_is_red_and_the_code_of_a_position_is_behind_more(page: Any) -> None:
    """A king in check stands on red, the last move on a wash without a frame, and the FEN waits
    behind "more"."""
    start = games.chess(fen="rnbqkbnr/ppp1p1pp/5p2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", seed=1)
    played = Played(page, start.Qh5)
    page.mouse.move(1, 1)
    king, queen = pixels(page, played.cell(0, 4)), pixels(page, played.cell(3, 7))
    red, green, blue = king[len(king) // 2][len(king) // 10]
    assert red > 200 > 2 * max(green, blue)
    edge = [*queen[2], *queen[-3], *(row[2] for row in queen), *(row[-3] for row in queen)]
    washed = [not differing(colour, (205, 209, 107)) for colour in edge]
    assert sum(washed) > 0.8 * len(edge)
    code = page.locator(".ip-code")
    assert not code.is_visible()
    played.press("more")
    assert code.is_visible() and "FEN: rnbqkbnr" in code.inner_text()


def test_a_pawn_becomes_what_is_chosen_on_the_board(page: Any) -> None:
    """The pieces to choose from stand over the file from the target on; Escape or a click elsewhere
    takes no move."""
    played = Played(page, games.chess(fen="8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"))
    session, choices = played.sessions[0], page.locator(".ip-choices button")

    def push() -> None:
        played.cell(1, 4).click()
        played.cell(0, 4).click()
        played.settle()

    push()
    kinds = choices.evaluate_all("all => all.map((one) => one.className.match(/white-\\w+/)[0])")
    assert ["white-queen", "white-rook", "white-bishop", "white-knight"] == kinds
    for row in range(4):
        choice, square = choices.nth(row).bounding_box(), played.cell(row, 4).bounding_box()
        assert all(abs(choice[side] - square[side]) <= 1 for side in ("x", "y", "width", "height"))
    assert 0 == page.locator(".ip-options button").count()
    for cancelled_by in ("Escape", "click"):
        if cancelled_by == "Escape":
            page.keyboard.press("Escape")
        else:
            page.mouse.click(*_centre(played.cell(5, 1)))
        played.settle()
        assert (0, 0) == (choices.count(), session.view()["moves"])
        push()
    assert [] == faults(page)
    choices.nth(1).click()
    played.settle()
    assert session.line.endswith(".e8_R")
    assert 0 == choices.count()


def _centre(cell: Any) -> tuple[float, float]:
    box = cell.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_board_is_played_from_its_other_side(page: Any) -> None:
    """A flipped board shows Black below, with its own labels, and a move on it is the move that is
    seen."""
    played = Played(page, games.chess.both_sides)
    played.press("flip")
    assert "a8" in (played.cell(7, 7).get_attribute("aria-label") or "")
    assert "ip-piece-black-rook" in (played.cell(7, 7).get_attribute("class") or "")
    played.cell(1, 3).click()
    assert 2 == page.locator(".ip-reach").count()
    played.cell(3, 3).click()
    played.settle()
    assert played.sessions[0].line.endswith(".e4")
    assert "ip-piece-white-pawn" in (played.cell(3, 3).get_attribute("class") or "")
    played.press("flip")
    assert "ip-piece-white-pawn" in (played.cell(4, 4).get_attribute("class") or "")
    assert [] == faults(page)


def test_dots_stand_there_until_a_move_is_answered(page: Any) -> None:
    """From the painted move to the reply the panel shows that the other side thinks."""
    played = Played(page, games.chess.both_sides)
    thinking = "e => getComputedStyle(e, '::after').content"
    line = page.locator(".ip-said-line")
    assert "none" == line.evaluate(thinking)
    page.evaluate(
        "orders = ordered; ordered = (...order) => new Promise((go) => answer = () =>"
        " go(orders(...order))); 0"
    )
    played.cell(6, 4).click()
    played.cell(4, 4).click()
    assert '""' == line.evaluate(thinking)
    page.evaluate("answer(); 0")
    played.settle()
    assert "none" == line.evaluate(thinking)


def test_a_picked_piece_shows_what_each_of_its_moves_is_worth(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, the best moves are named beside the board; then the targets have the verdicts, at
    their upper corners."""
    worth = {
        "e2e4": Verdict("+0.30", 0.9),
        "e2e3": Verdict("-0.10", 0.4),
        "g1f3": Verdict("+0.20", 0.8),
    }
    monkeypatch.setattr(
        "interactive_provider.adapters.chess.engine.verdicts",
        lambda position, only=None: worth,
    )
    played = Played(page, games.chess.both_sides)
    played.press("evaluate")
    shown = "all => all.filter((one) => one.checkVisibility()).map((one) => one.textContent)"
    small = page.locator(".ip-scroll td small")
    assert [] == small.evaluate_all(shown)
    named = page.locator(".ip-bests button").all_inner_texts()
    assert ["e2–e4 +0.30", "g1–f3 +0.20", "e2–e3 -0.10"] == named
    played.cell(6, 4).click()
    assert ["+0.30", "-0.10"] == small.evaluate_all(shown)
    badge = played.cell(4, 4).locator("small")
    assert "rgba(0, 0, 0, 0)" != badge.evaluate("e => getComputedStyle(e).backgroundColor")
    box, square = badge.bounding_box(), played.cell(4, 4).bounding_box()
    assert box["y"] < square["y"] < box["y"] + box["height"] < square["y"] + square["height"] / 3
    page.keyboard.press("Escape")
    assert [] == small.evaluate_all(shown)


def test_a_hint_draws_an_arrow(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The arrow leads from the piece to where it is to go, on a flipped board too, and goes with
    the next move."""
    hint = Hint("g1f3", "It develops.", ((7, 6), (5, 5)))
    monkeypatch.setattr(
        "interactive_provider.adapters.chess.engine.advice", lambda position, place: hint
    )
    played = Played(page, games.chess.both_sides)
    played.press("hint")
    arrow = page.locator(".ip-over path")
    for start, end in (((7, 6), (5, 5)), ((0, 1), (2, 2))):
        box, (x, y), (to_x, to_y) = (
            arrow.bounding_box(),
            _centre(played.cell(*start)),
            _centre(played.cell(*end)),
        )
        assert box["x"] < min(x, to_x) + 20 and max(x, to_x) - 20 < box["x"] + box["width"]
        assert box["y"] < min(y, to_y) + 20 and max(y, to_y) - 20 < box["y"] + box["height"]
        assert box["width"] < played.cell(0, 0).bounding_box()["width"] * 2.2
        played.press("flip")
    played.cell(6, 4).click()
    played.cell(4, 4).click()
    played.settle()
    assert 0 == arrow.count()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_gems_fill_their_squares_in_a_tray_of_one_colour(page: Any, theme: str) -> None:
    """A picture, not a table: a gem is drawn to within a few pixels of its square; an empty one is
    the tray."""
    _shown(page, [after(begun("capture"))], 700, theme=theme)
    tray = page.locator(".ip-scroll .ip-grid")
    (ground, *_), *_ = [row[4:] for row in pixels(page, tray)[4:]]
    gems = page.locator(".ip-scroll td[class*=-gem]").all()
    assert 9 == len(gems)
    for gem in gems:
        drawn = pixels(page, gem)
        inked = [
            n
            for n, column in enumerate(zip(*drawn, strict=True))
            if any(differing(one, ground) for one in column)
        ]
        assert len(drawn[0]) * 0.8 < inked[-1] - inked[0] + 1
    empty = pixels(page, page.locator(".ip-scroll td.ip-bare").first)
    assert [] == [one for row in empty for one in row if differing(one, ground)]


def test_boards_of_few_cells_grow_with_the_screen(page: Any) -> None:
    """On a laptop 2048, the sliding puzzle and noughts and crosses are as large as a minefield."""
    page.set_viewport_size({"width": 1190, "height": 657})
    starts = (
        begun("openspiel.n2048"),
        games(seed=7).sliding.eight,
        games(seed=7).k_in_a_row.noughts_and_crosses,
    )
    for start in starts:
        _ = (
            Played(page, start)
            if start is starts[0]
            else page.evaluate("(view) => boards[0].show(view)", after(start))
        )
        box = page.locator(".ip-scroll .ip-grid").bounding_box()
        assert 350 <= box["width"] <= 480
        assert box["y"] + box["height"] < 500


def test_plain_arrows_slide_all_tiles(page: Any) -> None:
    """Nothing is chosen by itself, so no square has a frame; the score grows, and what it grew by
    is said."""
    page.set_viewport_size({"width": 1190, "height": 657})
    played = Played(page, begun("openspiel.n2048"))
    played.cell(0, 0).focus()
    moves = 0
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft") * 5:
        before = played.sessions[0].line
        page.keyboard.press(key)
        played.settle()
        moves += before != played.sessions[0].line
    assert moves >= 15
    assert "none" == page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert "solid" == page.locator(".ip-scroll .ip-grid").first.evaluate(
        "one => getComputedStyle(one).outlineStyle"
    )
    score = int(page.locator(".ip-counters b").first.inner_text().replace(",", ""))
    assert score == played.sessions[0].position._state.inner.returns()[0] > 0
    assert page.locator(".ip-status").inner_text().startswith("Arrow keys slide the tiles")
    while not page.locator(".ip-plus").count():
        for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
            played.settle()
            if page.locator(".ip-plus").count():
                break
    gain = int(page.locator(".ip-plus").inner_text())
    assert int(page.locator(".ip-counters b").first.inner_text().replace(",", "")) >= gain > 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_three_marks_on_paper_are_struck_through(page: Any, theme: str) -> None:
    """Lines without frames; at the end a line goes through the row that won, and the other marks
    are fainter."""
    page.set_viewport_size({"width": 1190, "height": 657})
    played = Played(page, games(seed=7).k_in_a_row.noughts_and_crosses, theme=theme)
    for place in ((0, 0), (0, 1), (1, 1), (0, 2)):
        played.cell(*place).click()
        played.settle()
    faint, empty = played.cell(0, 1), pixels(page, played.cell(1, 2))
    middle = empty[len(empty) // 2][len(empty) // 2]
    assert not any(differing(one, middle) for row in empty[9:-9] for one in row[9:-9])
    page.mouse.move(1, 600)
    before = [pixels(page, faint), pixels(page, played.cell(1, 1))]
    played.cell(2, 2).click()
    played.settle()
    page.mouse.move(1, 600)
    after_ = [pixels(page, faint), pixels(page, played.cell(1, 1))]
    inks = [
        sum(differing(one, middle, 60) for row in drawn for one in row)
        for drawn in (before[0], after_[0])
    ]
    assert inks[1] < 0.8 * inks[0] or before[0] != after_[0]
    half = len(after_[1]) // 2
    assert differing(before[1][half][half], after_[1][half][half])


def test_an_exchange_follows_the_finger(page: Any) -> None:
    """The gem below the finger and the one that it changes places with move by the same way, one
    against the other."""
    played = Played(page, games(seed=7).capture.gentle_1)
    box = played.cell(6, 4).bounding_box()
    x, y, side = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + side / 2, y, steps=4)
    moved = "all => all.map((one) => new DOMMatrix(getComputedStyle(one).transform).e)"
    back, forth = page.locator(".ip-ghost").evaluate_all(moved)
    assert -back == pytest.approx(forth, abs=0.5) == pytest.approx(side / 2, abs=2)
    page.mouse.move(x + 2, y, steps=2)
    page.mouse.up()
    assert 0 == page.evaluate("boards[0].state._queue.length")


def test_a_hint_nudges_the_two_gems_that_it_would_exchange(page: Any) -> None:
    """Both move a little towards each other, unless less motion is asked for."""
    nudged = (
        "document.getAnimations().map(({ effect }) =>"
        " effect.target.place?.join()).filter(Boolean).sort()"
    )
    advised = after(games(seed=7).capture.gentle_1, "hint")
    _shown(page, [advised], 700)
    assert [] == page.evaluate(nudged)
    page.emulate_media(reduced_motion="no-preference")
    _shown(page, [advised], 700)
    assert ["6,4", "6,5"] == page.evaluate(nudged)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picked_piece_and_a_king_in_check_are_seen(page: Any, theme: str) -> None:
    """The ground of the picked piece's square changes, and the king glows red below his picture,
    which stays whole."""
    page.set_viewport_size({"width": 1190, "height": 657})
    played = Played(page, games.chess.both_sides.e4.e5.Qh5.Nc6.Bc4.Nf6, theme=theme)
    corner = pixels(page, played.cell(7, 1))[3][3]
    played.cell(7, 1).click()
    assert differing(corner, pixels(page, played.cell(7, 1))[3][3])
    before = pixels(page, played.cell(0, 4))
    played.cell(3, 7).click()
    played.cell(1, 5).click()
    played.settle()
    king = pixels(page, played.cell(0, 4))
    red = [one for row in king for one in row if one[0] > 150 and max(one[1:]) < 90]
    black = [one for drawn in (before, king) for row in drawn for one in row if max(one) < 60]
    assert len(red) > len(king) ** 2 / 10
    assert len(black) > len(king) ** 2 / 10


def test_the_best_moves_are_named_and_nothing_lies_on_the_pieces(page: Any) -> None:
    """Five at most, the best first and blue though its side is losing; a picked piece's verdicts
    stand at corners."""
    page.set_viewport_size({"width": 1190, "height": 657})
    played = Played(page, games.chess(fen="6k1/5ppp/8/8/8/8/1r3PPP/6K1 w - - 0 1"))
    played.press("evaluate")
    moves = page.locator(".ip-bests button")
    assert 0 < moves.count() <= 5
    assert "ip-shade-10" in moves.first.get_attribute("class")
    assert 0 == page.locator(".ip-grid small:visible").count()
    played.cell(6, 7).click()
    badge, square = (
        page.locator("small.ip-worth").first,
        page.locator("td:has(> small.ip-worth)").first,
    )
    box, cell = badge.bounding_box(), square.bounding_box()
    assert box["y"] < cell["y"] and box["y"] + box["height"] < cell["y"] + cell["height"] / 4
    words = moves.first.inner_text()
    moves.first.click()
    played.settle()
    assert words.partition(" ")[0].partition("–")[2] in played.sessions[0].line


def test_the_moves_of_a_game_of_chess_lead_back_to_each_of_them(page: Any) -> None:
    """They stand in a column as high as the board, move nothing, and a press goes to the one
    pressed."""
    page.set_viewport_size({"width": 1366, "height": 657})
    played = Played(page, games.chess.both_sides.e4.d5)
    moves = page.locator(".ip-list button")
    tools = page.locator(".ip-tools")
    before = tools.bounding_box()
    heights = [page.locator(one).bounding_box()["height"] for one in (".ip-list", ".ip-desk")]
    assert heights[0] == pytest.approx(heights[1], abs=2)
    for start, end in (((4, 4), (3, 3)), ((0, 3), (3, 3))):
        played.cell(*start).click()
        played.cell(*end).click()
        played.settle()
    assert ["e4", "d5", "exd5", "Qxd5"] == moves.all_inner_texts()
    assert before == tools.bounding_box()
    moves.nth(1).click()
    played.settle()
    assert played.sessions[0].line.endswith(".e4.d5")
    assert ["e4", "d5", "exd5", "Qxd5"] == moves.all_inner_texts()
    assert "d5" == page.locator(".ip-list [aria-current]").inner_text()
    assert [] == faults(page)


def test_what_each_side_took_is_counted_beside_the_board(page: Any) -> None:
    """With how far ahead it is; nothing is told of pieces that were exchanged for their like."""
    Played(page, games.chess.both_sides.e4.d5.exd5)
    assert ["White captured: ♟\ufe0e +1", "Black captured: none"] == page.locator(
        ".ip-counters > span"
    ).all_inner_texts()


def test_the_right_button_draws_arrows_that_the_left_one_takes_away(page: Any) -> None:
    """One for each drag, none where it is drawn a second time, and no menu of the browser's."""
    played = Played(page, games.chess.both_sides)
    arrows = page.locator(".ip-over path")
    page.evaluate(
        "menus = 0; document.addEventListener('contextmenu', (e) => { menus += !e.defaultPrevented;"
        " }); 0"
    )

    def draw(start: tuple[int, int], end: tuple[int, int]) -> int:
        page.mouse.move(*_centre(played.cell(*start)))
        page.mouse.down(button="right")
        page.mouse.move(*_centre(played.cell(*end)))
        page.mouse.up(button="right")
        return int(arrows.count())

    assert [1, 2, 1] == [draw((6, 4), (4, 4)), draw((7, 6), (5, 5)), draw((6, 4), (4, 4))]
    played.cell(3, 3).click()
    assert 0 == arrows.count()
    assert 0 == page.evaluate("menus")
    assert 0 == page.evaluate("boards[0].state._queue.length")


@pytest.mark.parametrize(
    ("planned", "key", "moves"),
    [((7, 6, 5, 5), "", 2), ((7, 1, 6, 3), "", 1), ((7, 6, 5, 5), "Escape", 1)],
)
def test_a_move_planned_during_the_reply_is_made_after_it(
    page: Any, planned: tuple[int, int, int, int], key: str, moves: int
) -> None:
    """Its squares are framed; it is dropped if it is not legal, and Escape forgets it."""
    played = Played(page, games.chess(seed=3, against="random"))
    page.evaluate(
        "orders = ordered; ordered = (...order) => new Promise((go) => answer = () =>"
        " go(orders(...order))); 0"
    )
    played.cell(6, 4).click()
    played.cell(4, 4).click()
    played.cell(*planned[:2]).click()
    played.cell(*planned[2:]).click()
    assert 2 == page.locator(".ip-planned").count()
    if key:
        page.keyboard.press(key)
    page.evaluate("ordered = orders; answer(); 0")
    played.settle()
    assert 0 == page.locator(".ip-planned").count()
    assert moves == played.sessions[0].view()["moves"]


def test_verdicts_fill_a_bar_at_the_boards_edge(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as White's chances reach by the best move, whoever is to move; without verdicts there
    is no bar."""
    worth = {"e7e5": Verdict("-0.30", 0.75), "d7d5": Verdict("-0.10", 0.5)}
    monkeypatch.setattr(
        "interactive_provider.adapters.chess.engine.verdicts",
        lambda position, only=None: worth,
    )
    played = Played(page, games.chess.both_sides.e4)
    grid = page.locator(".ip-scroll .ip-grid")
    box = grid.bounding_box()
    assert (0.0, "below") == _dark_part(page, grid)
    played.press("evaluate")
    assert (0.75, "above") == _dark_part(page, grid)
    assert box == grid.bounding_box()
    page.get_by_role("button", name="flip").click()
    assert (0.75, "below") == _dark_part(page, grid)


def _dark_part(page: Any, grid: Any) -> tuple[float, str]:
    """How much of the bar at the left edge of a board is dark, in twentieths of it, and at which
    of its ends."""
    dark = [not differing(row[4], (34, 34, 34)) for row in pixels(page, grid)]
    return round(20 * sum(dark) / len(dark)) / 20, "above" if dark[len(dark) // 10] else "below"


def test_the_list_of_moves_shows_whole_rows(page: Any) -> None:
    """However far it is scrolled, the present move is to be seen, and at most the first row is
    cut."""
    p = looks.at_random(games.chess(seed=3).both_sides, 81)
    Played(page, p)
    rows = page.locator(".ip-list button").evaluate_all(
        "all => { const list = all[0].parentElement.getBoundingClientRect(); return all.map(one =>"
        " {const {top, bottom, height} = one.getBoundingClientRect();return Math.max(0,"
        " Math.min(bottom, list.bottom) - Math.max(top, list.top)) / height}) }"
    )
    shares = [round(share, 1) for share in rows]
    # two moves in a row
    assert {0, 1} <= set(shares) and 2 >= sum(0 < share < 1 for share in shares)
    assert 1 == shares[-1]


def test_a_drag_during_a_cascade_is_not_lost(page: Any) -> None:
    """Whoever goes on before all has fallen sees the board at once, and plays on it."""
    start = games(seed=7).capture.medium_1
    page.emulate_media(reduced_motion="no-preference")
    played = Played(page, start)
    for value in sure(solve(start).values)[:3]:
        cells = sure(board(played.sessions[0].position)).places()
        at, way = next(
            (at, str(way)) for at, cell in cells for way, one in cell.drag if one == value
        )
        box = played.cell(*at).bounding_box()
        x, y, (down, right) = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, STEPS[way]
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + right * box["width"], y + down * box["height"], steps=3)
        page.mouse.up()
        played.settle()
    assert 3 == played.sessions[0].view()["moves"]


def test_the_result_stands_out_after_the_last_cascade_too(page: Any) -> None:
    """What was said during the animation gives way to the whole result."""
    page.emulate_media(reduced_motion="no-preference")
    start = games(seed=7).capture.gentle_1
    Played(page, choose_all(start, sure(solve(start).values)[:-1]))
    page.get_by_role("button", name="step").click()
    page.locator('.ip-said-line[data-outcome="won"] b').wait_for()
    page.wait_for_timeout(1500)
    page.wait_for_function("() => !document.querySelector('.ip-ghost')")
    assert "You won." == page.locator(".ip-status b").inner_text().strip()


def choose_all(p: Any, values: Any) -> Any:
    """The position after some option values."""
    for value in values:
        p = choose(p, value)
    return p


def test_what_stands_below_the_choices_keeps_its_place(page: Any) -> None:
    """The table of gin rummy and the buttons stay where they are while choices come and go."""
    played = Played(page, games.openspiel.cards.gin_rummy(seed=7, against="random").Draw_upcard)
    parts = page.locator(".ip-grid, .ip-tools")
    places = []
    for _ in range(6):
        choice = page.locator(".ip-options button, td.ip-live").first
        choice.click()
        played.settle()
        places.append([one.bounding_box() for one in parts.all()])
    assert places[1:] == [places[1]] * 5


def test_expert_minesweeper_is_seen_whole_on_a_laptop(page: Any) -> None:
    """All of its squares, in the space that JupyterLab leaves in a window of 1366 × 657."""
    page.set_viewport_size({"width": 960, "height": 657})
    Played(page, begun("expert"))
    field = page.locator(".ip-grid").bounding_box()
    assert field["y"] + field["height"] < 657 - 120


def test_a_level_is_not_called_by_the_title_beside_it(page: Any) -> None:
    """Connect four, against the computer."""
    view = after(games(seed=7).k_in_a_row.connect_four_against_the_computer)
    assert ("Connect four", "vs computer") == (view["title"], view["level"])
    assert "connect four" == after(games(seed=7).k_in_a_row.connect_four)["level"]


@pytest.mark.parametrize("name", ["expert", "openspiel.go"])
def test_two_fingers_move_a_board_that_is_wider_than_a_phone(page: Any, name: str) -> None:
    """They press nothing on it, and the page itself is no wider than its window."""
    page.set_viewport_size({"width": 420, "height": 700})
    played = Played(page, begun(name))
    assert 28 <= played.cell(0, 0).bounding_box()["width"]
    host = page.locator(".ip-scroll")
    hidden = host.evaluate("one => one.scrollWidth - one.clientWidth")
    touch = page.context.new_cdp_session(page)
    # a busy machine may leave the fingers where they are for longer than a press takes
    page.evaluate("window.setTimeout = () => 0")
    for kind, x in (
        ("touchStart", 300),
        ("touchMove", 290),
        ("touchMove", 200),
        ("touchEnd", None),
    ):
        fingers = [] if x is None else [{"x": x, "y": y} for y in (260, 320)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    played.settle()
    assert hidden > 0
    moved = host.evaluate("one => one.scrollLeft")
    assert min(60, hidden) <= moved <= hidden  # the browser lets it go on for a moment
    assert 0 == played.sessions[0].view()["moves"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [420, 700, 1366])
def test_a_verdict_on_the_smallest_square_fits_into_it(
    page: Any, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a board of go of 19 lines each verdict is as wide as its point at most."""
    p = games(seed=99).openspiel.go.both_sides
    shares = [100 * n // len(options(p)) for n in range(len(options(p)))]
    judged = {
        option.value: Verdict(f"wins {share} %", share / 100)
        for option, share in zip(options(p), shares, strict=True)
    }
    monkeypatch.setattr(type(p._table.game), "evaluate", lambda self, state: judged)
    _shown(page, [after(p, "evaluate")], width)
    page.set_viewport_size({"width": width + 16, "height": 657})
    assert page.locator("td.ip-bare small").count() > 100
    assert [] == faults(page)


def test_buttons_stay_where_they_are_at_the_end_of_a_game(page: Any) -> None:
    """The flag mode can no longer be pressed, but no other button takes its place."""
    page.set_viewport_size({"width": 1190, "height": 657})
    shown = moments("minesweeper")
    _shown(page, [shown["middle"][1]], 1174)
    places = """() => [...document.querySelectorAll(".ip-tools button")].filter((one) => one.offsetParent)
      .map((one) => [one.ariaLabel, one.offsetLeft, one.offsetTop])"""
    before = page.evaluate(places)
    page.evaluate("(view) => boards[0].show(view)", shown["lost"][1])
    assert before == page.evaluate(places)


def test_an_experts_field_stands_beside_its_panel(page: Any) -> None:
    """On a laptop, with squares as large as they would be above it, and all of it on one screen."""
    page.set_viewport_size({"width": 1187, "height": 657})
    _shown(page, [after(begun("expert"))], 1171)
    page.set_viewport_size({"width": 1187, "height": 657})
    box, tools = (
        page.locator(".ip-scroll .ip-grid").bounding_box(),
        page.locator(".ip-tools").bounding_box(),
    )
    assert tools["x"] > box["x"] + box["width"]
    assert page.locator(".ip-widget").bounding_box()["height"] <= 530
    assert 24 <= page.locator(".ip-scroll tbody td").first.bounding_box()["width"]


def test_a_program_writes_on_dark_glass_that_fits_a_laptop(page: Any, tmp_path: Any) -> None:
    """In both themes, beside everything else; the remarks on the program are folded."""
    from interactive_provider import InteractiveProvider

    (tmp_path / "west.bas").write_text(
        '10 CLS\n20 LOCATE 3,5:PRINT "WEST"\n30 POKE 1,2\n40 INPUT "WHAT";A$\n50 LOCATE 1,1'
    )
    page.set_viewport_size({"width": 1190, "height": 657})
    program = Played(page, InteractiveProvider(tmp_path).west(seed=1))
    glass, tools = page.locator(".ip-terminal"), page.locator(".ip-tools").bounding_box()
    box = glass.bounding_box()
    assert box["y"] + box["height"] <= 536 and tools["x"] > box["x"] + box["width"]
    assert max(pixels(page, glass)[20][20]) < 20
    assert not page.locator(".ip-pages .ip-text").first.is_visible()
    assert program.sessions[0].view()["terminal"]
