"""Pictures in files and sheets to print, as a teacher hands them out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from IPython.lib.pretty import pretty

from interactive_provider import InteractiveProvider, games, picture, sheet
from interactive_provider.errors import (
    BadFile,
    BadParameter,
    MissingExtra,
    NoAbility,
    NoSuchFile,
    NotAPosition,
)
from interactive_provider.heart.play.position_data import view_of
from interactive_provider.support import extras
from tests.heart.toys import Walk

NIM: Any = games.match_game(rows=(3, 4, 5), misere=False, seed=1)
BARE: Any = InteractiveProvider(Walk(), seed=1).walk


def test_a_picture_is_the_drawing_of_the_board(tmp_path: Path) -> None:
    """As SVG, by the ending of the file's name."""
    picture(NIM, tmp_path / "nim.svg")
    assert (tmp_path / "nim.svg").read_text("utf-8").startswith("<svg ")


def test_a_picture_in_png_has_its_letters(tmp_path: Path) -> None:
    """Two boards that differ by a number only are different pictures."""
    data = []
    for count in (1, 2):
        p: Any = games.minesweeper(rows=5, columns=5, mines=count, seed=2)
        picture(p, tmp_path / "mines.png")
        data.append((tmp_path / "mines.png").read_bytes())
    assert data[0].startswith(b"\x89PNG") and data[0] != data[1]


def test_what_cannot_be_drawn_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another ending, a folder that is not there, a game without a board, a missing extra."""
    with pytest.raises(BadFile, match=r"must end in \.svg or \.png"):
        picture(NIM, tmp_path / "nim.jpg")
    with pytest.raises(NoSuchFile, match="no folder"):
        picture(NIM, tmp_path / "none" / "nim.svg")
    with pytest.raises(NoSuchFile, match="no folder"):
        picture(NIM, tmp_path / "none" / "nim.png")
    with pytest.raises(NoAbility, match="no board to draw"):
        picture(BARE, tmp_path / "guess.svg")
    monkeypatch.setattr(extras, "installed", lambda *names: False)
    with pytest.raises(MissingExtra, match="PNG need the extra pictures: "):
        picture(NIM, tmp_path / "nim.png")


def test_a_sheet_numbers_its_pictures_and_keeps_answers_apart(tmp_path: Path) -> None:
    """The answers begin a page of their own, and are left out unless they are asked for."""
    positions = [NIM, NIM.row1.take1, BARE]
    page = sheet(positions, tmp_path / "nim.html", answers=True)
    assert ["1.", "2.", "3."] == re.findall("<figcaption>(.*?)</figcaption>", page)
    assert 2 == page.count("<img ") and "<pre>" in page
    questions, answers = page.split("<ol>")
    assert "Take 2 from row 1" in answers and "Take 2 from row 1" not in questions
    assert "break-before:page" in page
    assert page == (tmp_path / "nim.html").read_text("utf-8")
    assert "<ol>" not in sheet(positions)


def test_a_sheet_says_what_is_asked_and_where_it_is(tmp_path: Path) -> None:
    """Who loses at the last match is printed above the rows, and a prompt names the file."""
    file = tmp_path / "nim.html"
    page = sheet([NIM], file)
    assert f"<p>{view_of(NIM).text}</p><img " in page
    assert f"A page with 1 position to print, in {file}." == pretty(page)
    assert pretty(sheet([NIM])).endswith('to print: sheet(…, "sheet.html") writes it.')


def test_a_title_is_text() -> None:
    """Whatever it contains."""
    assert "<b>" not in sheet([NIM], title="<b>")


def test_a_title_may_be_a_number() -> None:
    """Such as a year."""
    assert "<h1>2026</h1>" in sheet([games.match_game(seed=1)], title=2026)  # type: ignore[arg-type]


def test_a_sheet_is_written_as_html_alone(tmp_path: Path) -> None:
    """Nobody opens a PDF that is none."""
    with pytest.raises(BadFile, match=r"must end in \.html"):
        sheet([NIM], tmp_path / "nim.pdf")


def test_a_sheet_has_a_heading_and_its_pictures_say_what_they_show() -> None:
    """The names of the games, or a title of your own; a single position is a sheet too."""
    page = sheet(games.k_in_a_row(seed=1).connect_four)
    assert "<h1>Connect four</h1>" in page
    assert 'alt="1 2 3 4 5 6 7 row1 ·' in page
    assert "<h1>Lesson &lt;1&gt;</h1>" in sheet([games.guess(seed=1)], title="Lesson <1>")
    with pytest.raises(NotAPosition, match="5 is not a position"):
        sheet(5)  # type: ignore[arg-type]


def test_a_sheet_of_nothing_leaves_the_file_alone(tmp_path: Path) -> None:
    """It is refused, and what was in the file before stays."""
    file = tmp_path / "nim.html"
    sheet([NIM], file)
    before = file.read_text("utf-8")
    with pytest.raises(BadParameter, match="positions is empty; a sheet needs at least one"):
        sheet([], file)
    assert before == file.read_text("utf-8")
