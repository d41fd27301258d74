"""Surfaces: one word says what a board is made of; every view draws it, and text stays as it
was."""

from __future__ import annotations

import importlib.resources
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from interactive_provider.boards import SURFACES, Board, Cell
from interactive_provider.errors import BadBoard
from interactive_provider.rendering import html, surfaces, svg, text, themes
from interactive_provider.widget.payload import board_payload, drawings

from .boards import SURFACE_BOARDS

BOARDS = pytest.mark.parametrize("board", SURFACE_BOARDS.values(), ids=SURFACE_BOARDS)


def test_the_lines_between_hexagons_are_seen_in_both_themes() -> None:
    """On a dark page they had nearly the colour of the cells."""
    style = board_payload(SURFACE_BOARDS["hex"])["style"]
    lines = re.findall(r"fill=%22%23(\w{6})", style)[-1]
    cells = surfaces.facts("hex").square
    assert all(themes.contrast(f"#{lines}", cell) >= 2 for cell in cells)


def test_there_is_a_board_on_every_surface() -> None:
    """So that the tests below leave none out."""
    assert list(SURFACES) == list(SURFACE_BOARDS)


def test_an_unknown_surface_is_one_error_that_names_the_nearest() -> None:
    """The word is quoted."""
    with pytest.raises(
        BadBoard, match=r"^'hexx' is not a surface of a board\. Did you mean 'hex'\?$"
    ):
        Board.of(["x"], surface="hexx")


def test_a_piece_that_cannot_be_put_is_refused_by_name() -> None:
    """Like a piece that cannot be drawn."""
    with pytest.raises(
        BadBoard, match=r"'black-ston' is not a piece .* Did you mean 'black-stone'\?"
    ):
        Board.of(["x"], puts="black-ston")
    with pytest.raises(
        BadBoard, match=r"'white-quen' is not a piece .* Did you mean 'white-queen'\?"
    ):
        Board.of(["x"], choice_pieces=((1, "white-quen"),))


def test_indents_are_as_many_as_rows() -> None:
    """As labels are."""
    with pytest.raises(BadBoard, match=r"1 indents for 2 rows\."):
        Board.of(["x", "x"], indents=(1,))


@BOARDS
def test_text_is_the_same_on_every_surface(board: Board) -> None:
    """A surface is for the eye."""
    assert text.render(replace(board, surface="grid")) == text.render(board)


@BOARDS
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_holds_its_surface(board: Board, theme: themes.Theme) -> None:
    """It is well formed, and every place that is drawn lies inside it."""
    picture = ElementTree.fromstring(svg.render(board, theme))
    left, top, width, height = map(float, picture.get("viewBox", "").split())
    for path in picture.iter("{http://www.w3.org/2000/svg}path"):
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path.get("d") or ""):
            assert left <= float(x) <= left + width
            assert top <= float(y) <= top + height


@BOARDS
def test_page_and_widget_name_the_surface_on_the_table(board: Board) -> None:
    """The class by which the style sheet knows it; the usual grid needs none."""
    expected = [] if board.surface == "grid" else [f"ip-on-{board.surface}"]
    for classes in (
        board_payload(board)["table"],
        html.render(board).partition('<table class="')[2].partition('"')[0],
    ):
        assert expected == re.findall(r"ip-on-\w+", classes)


def test_a_page_has_the_rules_of_its_own_surface_alone() -> None:
    """An output is stored with its notebook; a widget's program has none of them."""
    assert ["ip-on-felt"] == sorted(
        set(re.findall(r"ip-on-\w+", html.render(SURFACE_BOARDS["felt"])))
    )
    assert [] == re.findall(r"ip-on-\w+", html.style_of_all())


def test_a_piece_does_not_hide_a_surface_of_its_name() -> None:
    """Paper is both: a page that has the piece still needs the rules of the surface."""
    board = Board(((Cell("paper", label="paper", piece="paper"),),), surface="paper")
    view: dict[str, Any] = {"board": board_payload(board), "thumbnails": [], "asking": None}
    drawn = drawings(view, {"_pieces": {"paper": "data:"}})
    assert ({}, {"paper"}) == (drawn["_pieces"], set(drawn["_surfaces"]))


@BOARDS
def test_a_view_names_the_surfaces_whose_rules_it_needs(board: Board) -> None:
    """That of the board and those of the pictures beside it."""
    expected = {board.surface, "rack"} - {"grid"}
    beside = [[board_payload(SURFACE_BOARDS["rack"])]]
    view = {"board": board_payload(board), "thumbnails": beside, "asking": None}
    assert expected == set(drawings(view)["_surfaces"])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("surface", [name for name in SURFACES if name not in ("grid", "hex")])
def test_what_is_written_on_a_surface_is_readable(surface: str, theme: themes.Theme) -> None:
    """The ink of the labels stands out from what the object is made of by 4.5 to 1."""
    assert themes.contrast(*surfaces.colours(surface, theme)) >= 4.5


def test_neighbouring_hexagons_are_one_cell_apart() -> None:
    """Each cell of a rhombus touches six others: those beside it and two in each row above and
    below."""
    board = SURFACE_BOARDS["hex"]
    x, y = surfaces.middle(board, 1, 1)
    around = [
        surfaces.middle(board, *place) for place in ((1, 0), (1, 2), (0, 1), (0, 2), (2, 0), (2, 1))
    ]
    assert [1.0] * 6 == [round(((x - a) ** 2 + (y - b) ** 2) ** 0.5, 9) for a, b in around]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "columns", "indents"),
    [(1, 1, ()), (1, 200, ()), (200, 1, ()), (30, 40, ()), (2, 2, (5, -5))],
)
def test_hexagons_of_any_size_are_drawn(rows: int, columns: int, indents: tuple[int, ...]) -> None:
    """One cell, a line of them, thirty by forty, and rows that stand to the left of the one
    above."""
    board = Board.of(["." * columns] * rows, surface="hex", indents=indents)
    picture = ElementTree.fromstring(svg.render(board))
    assert rows * columns <= sum(
        len((one.get("d") or "").split("M")) - 1
        for one in picture.iter("{http://www.w3.org/2000/svg}path")
    )
    assert rows == html.render(board).count("--indent:")


def test_the_sides_of_a_rhombus_have_two_colours() -> None:
    """What one player joins is of one colour, what the other joins of another; no other shape has
    such sides."""
    drawing = surfaces.ground(SURFACE_BOARDS["hex"])
    assert {"#d9482b": 2, "#2459a9": 2} == {
        colour: drawing.count(colour) for colour in ("#d9482b", "#2459a9")
    }
    corner = SURFACE_BOARDS["hex"].replaced({(0, 0): Cell("", "void")})
    assert "" == surfaces.ground(corner)
    assert "" == surfaces.ground(replace(SURFACE_BOARDS["hex"], indents=(0, 1, 0)))


@pytest.mark.parametrize(("size", "points"), [(5, 0), (9, 5), (13, 5), (15, 5), (19, 9)])
def test_boards_of_the_usual_sizes_have_star_points(size: int, points: int) -> None:
    """Five or nine."""
    assert points == surfaces.ground(Board.of(["." * size] * size, surface="lines")).count("h0")


def test_lines_go_along_all_rows_and_columns_or_where_the_board_says() -> None:
    """From middle to middle of the cells."""
    board = Board.of(["...", "..."], surface="lines")
    assert 5 == surfaces.ground(board).count("L")
    assert 'd="M0.5 0.5L2.5 1.5"' in surfaces.ground(replace(board, lines=(((0, 0), (1, 2)),)))


def test_tiles_grow_darker_or_brighter_step_by_step() -> None:
    """No two neighbouring powers of two have one ground."""
    for theme in ("light", "dark"):
        grounds = [themes.colours(f"power-{power}", theme)[0] for power in range(1, 12)]
        assert all(one != other for one, other in pairwise(grounds))


@pytest.mark.parametrize("surface", ["grid", "lines", "hex"])
def test_labels_of_columns_do_not_run_into_each_other(surface: str) -> None:
    """In a picture a long one is written smaller, and cut if that does not do."""
    names = ("paper", "scissors", "a label of sixty characters, which is far more than fits in ")
    picture = ElementTree.fromstring(
        svg.render(Board.of(["..."], column_labels=names, surface=surface))
    )
    heads = [
        one
        for one in picture.iter("{http://www.w3.org/2000/svg}text")
        if one.get("text-anchor") == "middle"
    ][:3]
    ends = []
    for head in heads:
        half = len(head.text or "") * 0.61 * float(head.get("font-size", 11)) / 2
        ends.append((float(head.get("x", 0)) - half, float(head.get("x", 0)) + half))
    assert ["paper", "scissors"] == [head.text for head in heads[:2]]
    assert all(end <= start for (_, end), (start, _) in pairwise(ends))


@BOARDS
def test_a_player_whose_name_is_markup_is_a_word_on_every_surface(board: Board) -> None:
    """In counters, labels and cells, in pages and pictures."""
    name = "<script>alert(1)</script>"
    labels = (name, *map(str, range(1, board.shape[0])))
    named = replace(board, counters=((name, "2"),), row_labels=labels, caption=name)
    named = named.replaced(
        {(0, 0): replace(named.cell(0, 0), label=name, tooltip=name, text=name, piece="")}
    )
    assert "<script" not in html.render(named) + svg.render(named)
    assert 3 <= html.render(named).count("&lt;script&gt;")


def test_matches_lie_on_bare_cloth() -> None:
    """Without lines between them, as cards do; the cells of Othello have lines."""
    rules = "#04180c"
    lying, ruled = (
        Board(((Cell("x", piece=piece),),), surface="felt") for piece in ("match", "black-stone")
    )
    assert f'{rules}" stroke-width="0.6" d=""' in svg.render(lying)
    assert f'{rules}" stroke-width="0.6" d="M' in svg.render(ruled)


def test_every_surface_says_what_is_particular_about_it() -> None:
    """In the table of surfaces; one that is missing there would fail when a board is drawn."""
    assert set(SURFACES) == {surface for surface in SURFACES if surfaces.facts(surface)}


def test_the_page_asks_for_no_surface_by_name() -> None:
    """What its boards offer is told by the payload, so a new surface needs no line of it."""
    folder = importlib.resources.files("interactive_provider.widget") / "frontend"
    program = [
        file
        for file in Path(str(folder)).rglob("*.js")
        if not {"tests", "node_modules", "styles", "dist"}.intersection(file.parts)
    ]

    assert [] == [file.name for file in program if "ip-on-" in file.read_text("utf-8")]
    assert len(program) > 10


def test_a_verdict_on_a_card_without_a_suit_leaves_its_number_free() -> None:
    """It was written downwards, over the number, as the number itself is."""
    sheet = importlib.resources.files("interactive_provider.rendering.surfaces") / "zones.css"
    badge = re.search(r"td\.ip-suitless\S+ small\{([^}]*)\}", sheet.read_text("utf-8"))

    assert badge is not None
    assert "writing-mode:horizontal-tb;inset:auto auto 1px 0" in badge[1]
