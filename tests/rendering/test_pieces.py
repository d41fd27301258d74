"""Pieces: each can be drawn, seen on every ground, and brought by a game; nothing in one can
run."""

from __future__ import annotations

import importlib.resources
import re
from itertools import product
from xml.etree import ElementTree

import pytest

from interactive_provider.boards import BARE, PIECES, ROLES, Board, Cell, Piece
from interactive_provider.errors import BadBoard
from interactive_provider.rendering import html, pieces, svg, text, themes

DRAWN = tuple(piece for piece in PIECES if piece != BARE)
SEEN = 3.0
"""The least contrast of a picture that has a meaning, WCAG 2.2, success criterion 1.4.11."""

FROG = Piece("frog", '<circle cx="50" cy="50" r="40" fill="#2e9e5b" stroke="#ffffff"/>')


def test_every_piece_has_its_file_and_every_file_its_piece() -> None:
    """The list for authors and the folder of drawings are one."""
    files = importlib.resources.files(pieces).iterdir()
    assert sorted(DRAWN) == sorted(
        file.name.removesuffix(".svg") for file in files if file.name.endswith(".svg")
    )


@pytest.mark.parametrize("name", DRAWN)
def test_a_piece_is_small_and_of_plain_shapes(name: str) -> None:
    """What is asked of a game's own piece holds for ours: less than 1.5 kB, nothing that runs or
    refers."""
    assert Piece(name, pieces.drawing(name)).name == name
    assert len(pieces.image(name)) < 1700


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_piece_stands_out_from_every_ground(name: str, theme: themes.Theme) -> None:
    """On each role and shade it has a part whose contrast with the ground is at least 3."""
    colours = set(re.findall(r"#[0-9a-f]{6}", pieces.drawing(name)))
    shades = (f"shade-{step}" for step in range(themes.SHADES + 1))
    for ground in (*ROLES, *shades):
        painted = themes.colours(ground, theme)[0]
        assert max(themes.contrast(painted, colour) for colour in colours) >= SEEN, ground


def test_a_piece_of_a_game_of_its_own_is_in_every_picture() -> None:
    """One line brings it; text shows its sign."""
    board = Board(((Cell("f", piece=FROG), Cell("x")),))
    page, picture = html.render(board), svg.render(board)
    assert pieces.image(FROG) in page
    assert f"ip-piece-{pieces.name(FROG)}" in page
    assert FROG.drawing in picture
    assert "f x" == text.render(board)
    ElementTree.fromstring(picture)


def test_two_pieces_of_one_name_are_two() -> None:
    """A game's flag and ours, or two games' frogs, do not take each other's place."""
    other = Piece("frog", '<rect width="9" height="9" fill="#000000"/>')
    assert (
        len(
            {
                pieces.name(FROG),
                pieces.name(other),
                pieces.name(Piece("flag", other.drawing)),
                "flag",
            }
        )
        == 4
    )


def test_a_bare_cell_is_wordless_in_pictures_alone() -> None:
    """Text keeps its sign, and so does a page without styles."""
    board = Board(((Cell("■", "covered", piece=BARE),),))
    assert "■" == text.render(board)
    assert "ip-bare" in html.render(board)
    assert "■" in html.render(board)
    assert "■" not in svg.render(board)


def test_an_unknown_piece_is_refused_by_name() -> None:
    """The error names the nearest."""
    with pytest.raises(
        BadBoard,
        match=r"'whit-king' is not a piece that can be drawn\. Did you mean 'white-king'\?",
    ):
        Cell("K", piece="whit-king")


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("<script>alert(1)</script>", "'script' is not a shape"),
        ('<path onload="alert(1)"/>', "'onload' is not an attribute"),
        ('<path fill="url(https://example.org/x)"/>', "is not plain"),
        ('<path fill="u\\72 l(x)"/>', "is not plain"),
        ('<path style="background:red"/>', "'style' is not an attribute"),
        ('<use href="#x"/>', "'use' is not a shape"),
        ("<!-- -->", "it must be plain shapes"),
        ("<?xml-stylesheet href='x'?>", "it must be plain shapes"),
        ("<path", "is not well formed"),
        ("</g><script/><g>", "is not well formed"),
        ("<g>" * 4000, "10,000 characters"),
        ('<a xmlns="http://www.w3.org/1999/xhtml"/>', "is not a shape"),
    ],
)
def test_a_drawing_that_could_run_or_load_is_refused(drawing: str, why: str) -> None:
    """The error says which part, before the piece is on any board."""
    with pytest.raises(BadBoard, match=re.escape(why)):
        Piece("hostile", drawing)


@pytest.mark.parametrize("words", ["'", '"', "</style>", "%", "#", "\\", "☃", "&lt;"])
def test_no_word_in_a_piece_can_end_its_style_sheet(words: str) -> None:
    """A piece with text in it, whatever the text, is one address in one rule."""
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    piece = Piece(words, f'<text x="1" y="9">{escaped}</text>')
    one_rule = (
        r"\.ip-board"
        r' \.ip-piece-[\w-]+\{background-image:url\("[^"<>\\#\n]+"\),var\(--under,none\)!important\}'
    )
    assert re.fullmatch(one_rule, pieces.rule(piece))


@pytest.mark.parametrize(("role", "piece"), [*product(ROLES, ["", BARE, "flag"])])
def test_every_ground_that_is_painted_has_its_rule(role: str, piece: str) -> None:
    """Whatever stands on a cell, the page has a style for what is under it."""
    cell = Cell("x", role, shade=0.3, overlay="9", piece=piece)
    page = html.render(Board(((cell,),)))
    for name in (themes.ground(cell), themes.ground_shade(cell), themes.badge(cell)):
        assert not name or f".ip-{name}{{" in page
