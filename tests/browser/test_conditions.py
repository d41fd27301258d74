"""Boards for whom colours are forced, who wants less motion, on the smallest screens, at 150 % zoom,
and with more than a board expects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from interactive_provider import analysis, choose, games, options, outcome, solve
from interactive_provider.boards import Board, Cell, Zone
from interactive_provider.game import Game, State
from interactive_provider.interpreters.stories.story_map import MapPlan, drawn
from interactive_provider.support import plots
from tests.rendering.games import start
from tests.sure import sure

from .conftest import patient
from .looks import Played, at_random, begun, faults, pixels

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("name", ["connect_four", "backgammon", "gin_rummy", "hex", "othello"])
def test_a_board_keeps_its_colours_where_colours_are_forced(browser: Any, name: str) -> None:
    """Its ground and its pieces are what is read; all around it has the reader's own colours, and a
    pressed button an outline."""
    context = patient(
        browser.new_context(
            viewport={"width": 1187, "height": 657}, forced_colors="active", reduced_motion="reduce"
        )
    )
    page = context.new_page()
    Played(page, at_random(begun(f"openspiel.{name}"), 8))
    table = page.locator(".ip-scroll table")
    seen = {colour for row in pixels(page, table)[::6] for colour in row[::6]}
    assert len(seen) > 8
    assert any(max(colour) - min(colour) > 60 for colour in seen)
    more = page.get_by_role("button", name="more")
    more.click()
    style = more.evaluate(
        "(e) => [getComputedStyle(e).outlineStyle, getComputedStyle(e).outlineWidth]"
    )
    assert ["solid", "3px"] == style
    context.close()


def test_nothing_moves_for_those_who_want_less_motion(browser: Any) -> None:
    """No animation runs while somebody thinks, types or wins."""
    context = patient(
        browser.new_context(viewport={"width": 1187, "height": 657}, reduced_motion="reduce")
    )
    page = context.new_page()
    position = games.k_in_a_row(seed=1).noughts_and_crosses_against_the_computer
    Played(page, position, games.adventures.orchard_gate(seed=1), begun("openspiel.yacht"))
    for line in page.locator(".ip-said-line").all():
        line.evaluate("(e) => { e.dataset.waiting = e.dataset.replying = ''; }")
    running = page.evaluate(
        "document.getAnimations().filter((one) => one.playState === 'running'"
        " && one.timeline instanceof DocumentTimeline).length"  # the others follow a scroll
    )
    assert 0 == running
    context.close()


NAMES = ("minesweeper.beginner", "chess", "sliding.eight", "openspiel.n2048", "openspiel.hanabi")


@pytest.mark.parametrize("name", [*NAMES, "openspiel.pig", "openspiel.universal_poker"])
def test_a_screen_of_320_pixels_holds_a_board(browser: Any, name: str) -> None:
    """Nothing is wider than the screen, and what is pressed by a finger is at least 28 pixels."""
    context = patient(browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True))
    page = context.new_page()
    Played(page, begun(name))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    small = page.evaluate(
        "[...document.querySelectorAll('.ip-widget button')].filter((e) => e.checkVisibility())"
        ".map((e) => e.getBoundingClientRect()).filter((e) => e.height < 28).length"
    )
    assert 0 == small
    context.close()


TITLED = ("k_in_a_row.noughts_and_crosses_against_the_computer", "openspiel.bridge")


@pytest.mark.parametrize(("width", "line"), [(1187, 340), (390, 44)])
@pytest.mark.parametrize("name", TITLED)
def test_a_title_its_level_and_its_clock_stand_in_one_line(
    browser: Any, name: str, width: int, line: int
) -> None:
    """A title that is too long is cut; on a phone what is said below it takes two lines, not
    more."""
    context = patient(
        browser.new_context(viewport={"width": width, "height": 657}, has_touch=width < 500)
    )
    page = context.new_page()
    Played(page, begun(name))
    # All at once: between two measures the page may still be finding its place.
    middles = page.evaluate(
        "['.ip-title', '.ip-levels', '.ip-clock'].map((one) => document.querySelector(one))"
        ".map((one) => one.getBoundingClientRect()).map((one) => one.y + one.height / 2)"
    )
    assert max(middles) - min(middles) < 8
    assert sure(page.locator(".ip-said-line").bounding_box())["height"] <= line
    context.close()


@pytest.mark.parametrize("name", ["minesweeper.beginner", "chess", "openspiel.n2048"])
def test_at_150_percent_the_board_and_its_buttons_are_seen_at_once(page: Any, name: str) -> None:
    """On a laptop of 1366 pixels that leaves 911 × 438: the panel stands beside the board."""
    page.set_viewport_size({"width": 911, "height": 438})
    Played(page, begun(name))
    table, tools = page.locator(".ip-scroll table"), page.locator(".ip-tools")
    board, buttons = sure(table.bounding_box()), sure(tools.bounding_box())
    assert board["x"] + board["width"] <= buttons["x"]
    assert board["y"] + board["height"] <= 438
    assert board["height"] >= 270
    assert buttons["y"] + buttons["height"] <= 438


def test_expert_minesweeper_stands_beside_its_panel(page: Any) -> None:
    """30 columns and all buttons on one screen of a laptop."""
    page.set_viewport_size({"width": 1187, "height": 657})
    Played(page, games.minesweeper(seed=7).expert)
    table, tools = page.locator(".ip-scroll table"), page.locator(".ip-tools")
    board, buttons = sure(table.bounding_box()), sure(tools.bounding_box())
    assert board["x"] + board["width"] <= buttons["x"]
    assert sure(page.locator(".ip-widget").bounding_box())["height"] <= 500


ENDS = ("minesweeper.beginner", "sliding.eight", "openspiel.n2048", "openspiel.connect_four")


@pytest.mark.parametrize("name", ENDS)
def test_an_end_moves_no_button(page: Any, name: str) -> None:
    """Whoever presses the same place twice at the end hits no other button, and the board has not
    grown."""
    page.set_viewport_size({"width": 1187, "height": 657})
    played = Played(page, begun(name))
    where = """[...document.querySelectorAll('.ip-tools button')].filter((e) => e.checkVisibility())
      .map((e) => [e.title, Math.round(e.getBoundingClientRect().x), Math.round(e.getBoundingClientRect().y)])"""
    before = page.evaluate(where)
    session, luck = played.sessions[0], Random(1)
    end: Any = session.position
    if name == "sliding.eight":  # where luck takes thousands of moves
        for value in sure(solve(end).values):
            end = choose(end, value)
    while outcome(end) is None:
        end = choose(end, luck.choice(options(end)))
    session.move_to(end)
    page.evaluate("(view) => boards[0].show(view)", {**session.view(), "done": {}, "kept": ""})
    assert before == page.evaluate(where)


@dataclass(frozen=True)
class Odd(State):
    """Whatever a careless game may show."""

    kind: str

    @property
    def display_text(self) -> str:
        """A line, 10,000 lines or one line of 15,000 characters."""
        texts = {"lines": "a line\n" * 10_000, "prose": "word " * 3_000}
        return texts.get(self.kind, "Choose.")

    @property
    def display_options(self) -> list[tuple[str, int]]:
        """None, two or sixty, with names of any length."""
        count = {"cards": 0, "big": 60, "names": 60}.get(self.kind, 2)
        name = "w" * 200 if self.kind == "names" else "go"
        return [(f"{name} {number}", number) for number in range(count)]


LONG = "l" * 200
UNKNOWN = ("10♥", "joker", "W" * 200, "", "🂡", "K♠")
SHAPES = {"row": (1, 12), "column": (12, 1), "big": (20, 20), "names": (2, 3)}


class Careless(Game[Odd]):
    """Boards of every shape, tables of unknown cards, texts alone."""

    title = "A name " * 28

    def new_state(self, rng: Random, kind: str = "row") -> Odd:
        """The only state."""
        return Odd(kind)

    def process_response(self, state: Odd, value: int, rng: Random) -> Odd:
        """The same again."""
        return state

    def board(self, state: Odd) -> Board | None:
        """Cells of which nobody knows the role, with labels of 200 characters."""
        if state.kind == "cards":
            odd = tuple(Cell(sign, "no such role") for sign in UNKNOWN)
            return Board.of_zones(
                (
                    Zone(LONG, odd, side="left", layout="fan", note=LONG),
                    Zone("above", odd * 3, side="top", layout="columns"),
                    Zone("pile", side="right", layout="pile"),
                    Zone("dice", odd, layout="dice"),
                    Zone("you", odd * 4, side="bottom", layout="fan"),
                )
            )
        if state.kind not in SHAPES:
            return None
        rows, columns = SHAPES[state.kind]
        cells = (tuple(Cell("a long word", "no such role", LONG) for _ in range(columns)),) * rows
        labels = tuple(LONG for _ in range(rows)) if state.kind == "names" else ()
        return Board(cells, row_labels=labels)


KINDS = ("lines", "prose", "cards", *SHAPES)
WIDE: Any = {"width": 1187, "height": 657}
CONDITIONS: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": WIDE},
    "dark": {"viewport": WIDE, "color_scheme": "dark"},
    "no colours": {"viewport": WIDE, "forced_colors": "active"},
    "less motion": {"viewport": WIDE, "reduced_motion": "reduce"},
    "contrast": {"viewport": WIDE, "contrast": "more"},
    "150 %": {"viewport": {"width": 911, "height": 438}},
    "no hover": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "320 pixels": {"viewport": {"width": 320, "height": 640}, "has_touch": True},
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_careless_game_stays_on_its_page(browser: Any, condition: str) -> None:
    """Nothing is wider than the screen, every option is there, and neither a text nor names nor a
    long board make the widget endless."""
    settings = CONDITIONS[condition]
    context = patient(browser.new_context(**settings))
    page = context.new_page()
    games = [start(Careless, kind=kind) for kind in KINDS]
    Played(page, *games, theme=settings.get("color_scheme", "light"))
    assert page.evaluate("document.documentElement.scrollWidth") <= settings["viewport"]["width"]
    for kind, game, widget in zip(KINDS, games, page.locator(".ip-widget").all(), strict=True):
        assert sure(widget.bounding_box())["height"] <= 1_350, kind
        if kind != "big":  # whose cells are not the options
            assert len(options(game)) == widget.locator(".ip-options button").count(), kind
        cut = widget.evaluate(
            "(e) => [...e.querySelectorAll('.ip-scroll')].filter((one) => one.checkVisibility()"
            " && one.querySelector('table').offsetTop < -1).length"
        )
        assert 0 == cut, kind
    context.close()


@pytest.mark.parametrize(("theme", "least", "most"), [("light", 0, 90), ("dark", 160, 255)])
def test_plots_are_drawn_in_the_ink_of_their_page(
    page: Any, theme: str, least: int, most: int
) -> None:
    """Words are dark on a light page and light on a dark one, on the page's own ground."""
    report = analysis.report(games.k_in_a_row(seed=1).noughts_and_crosses, games=20, matches=1)
    tree = analysis.tree(games.match_game(rows=(1, 2), seed=7), depth=1)
    light = str(theme == "light").lower()
    html = f"<body data-jp-theme-light={light}>{report._repr_html_()}{tree._repr_html_()}"
    page.set_content(html)
    inks = page.evaluate(
        "[...document.querySelectorAll('.ip-plot')].map((e) => getComputedStyle(e).color)"
    )
    assert len(inks) > 4
    for ink in inks:
        assert all(least <= int(part) <= most for part in re.findall(r"\d+", ink)), ink
    grounds = (
        "[...document.querySelectorAll('.ip-plot')].filter("
        "(e) => getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)').length"
    )
    assert 0 == page.evaluate(grounds)
    assert [] == faults(page)


def test_plots_keep_their_height_under_the_style_of_a_front_end(page: Any) -> None:
    """JupyterLab, nbconvert and Bootstrap give each drawing a height that follows its width."""
    rows = [("a", 0.5, 0.4, 0.6), ("b", 0.2, 0.1, 0.3)]
    drawn_plots = plots.intervals("score", rows, 0.5) + plots.curves("ahead", [[0.5, 0.7, 1.0]])
    rules = "svg, .jp-RenderedHTMLCommon svg { height: auto; max-width: 100%; width: auto }"
    page.set_content(
        f"<style>{rules}</style><body class='jp-RenderedHTMLCommon'>{drawn_plots}</body>"
    )
    heights = "[...document.querySelectorAll('svg')].map((e) => e.getBoundingClientRect().height)"
    assert [16, 16, 100] == page.evaluate(heights)


def test_a_curve_names_the_figure_at_its_top(page: Any) -> None:
    """Numbers of options are no shares: the axis says how many there are."""
    page.set_content(plots.curves("options, by move", [[9.0, 8.0, 7.0]], 9))
    words = page.locator("small").all_inner_texts()
    assert ["9", "4.5", "0", "start", "choice 2"] == "\n".join(words).split("\n")


@pytest.mark.parametrize(("theme", "ground"), [("light", (251, 250, 246)), ("dark", (32, 29, 24))])
def test_a_map_of_a_story_is_light_or_dark_as_its_page(page: Any, theme: str, ground: Any) -> None:
    """Though it is a picture, which knows no page: it follows the scheme of its element."""
    plan = MapPlan("a story", "hall", ["hall", "cellar"], {"hall": ["cellar"]})
    light = str(theme == "light").lower()
    html = drawn(plan, frozenset(), "hall")._repr_html_()
    page.set_content(f"<body data-jp-theme-light={light}>{html}")
    page.wait_for_function("() => document.querySelector('img').complete")
    assert ground == pixels(page, page.locator("img"))[8][30]


@pytest.mark.parametrize(("name", "is_cut"), [("expert", True), ("beginner", False)])
def test_a_board_that_goes_on_fades_at_its_edge(browser: Any, name: str, is_cut: bool) -> None:
    """On a phone, where a board of 30 columns has to be moved; at its end the edge is clear."""
    context = patient(browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True))
    page = context.new_page()
    Played(page, getattr(games.minesweeper(seed=7), name))
    scroll = page.locator(".ip-scroll")
    mask = "(e) => getComputedStyle(e).maskImage !== 'none'"
    assert is_cut == scroll.evaluate(mask)
    scroll.evaluate("(e) => { e.scrollLeft = e.scrollWidth; }")
    page.wait_for_timeout(100)
    assert not scroll.evaluate(mask)
    context.close()
