"""A board looks in every view as it did in review, and stands where it should."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from interactive_provider.boards import Board
from interactive_provider.rendering import svg
from tests.generated import STALE

from .kept import BOARDS, kept, views

_NAME = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("place", sorted(kept()), ids=lambda place: place.name)
def test_a_board_looks_as_in_the_kept_picture(place: object) -> None:
    """Letter by letter, in text, HTML, SVG and what the widget is told (`make generated` writes
    it)."""
    expected = {str(file): file.read_text("utf-8") for file in kept() if file == place}
    assert expected == {str(file): told for file, told in kept().items() if file == place}, STALE


def _numbers(element: ElementTree.Element, *names: str) -> list[float]:
    return [float(element.get(name, "nan")) for name in names]


GRIDS = {name: board for name, board in BOARDS.items() if board.surface == "grid"}


@pytest.mark.parametrize("board", GRIDS.values(), ids=GRIDS)
def test_a_picture_holds_all_that_it_shows(board: Board) -> None:
    """Grounds lie side by side without a gap, each sign in the middle of its own, and nothing
    outside the picture."""
    root = ElementTree.fromstring(svg.render(board))
    left, top, width, height = map(float, root.get("viewBox", "").split())
    squares = [
        tuple(map(float, found))
        for path in root.iter(f"{_NAME}path")
        if path.get("fill") != "none"
        for found in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h", path.get("d") or "")
    ]
    rows, columns = board.shape
    assert rows * columns == len(set(squares))
    ends = {(x + breadth, y) for x, y, breadth, _ in squares} | {
        (x, y + side) for x, y, _, side in squares
    }
    first = min(squares)
    assert [] == [
        (x, y) for x, y, *_ in squares if (x, y) not in ends and x != first[0] and y != first[1]
    ]
    signs = [text for group in root.iter(f"{_NAME}g") if group.get("font-weight") for text in group]
    for x, _ in (_numbers(text, "x", "y") for text in signs):
        assert any(abs(x - (at + breadth / 2)) < 0.01 for at, _, breadth, _ in squares)
    for mark in root.iter(f"{_NAME}rect"):
        if mark.get("stroke"):
            x, y, across, along = _numbers(mark, "x", "y", "width", "height")
            around = [
                s
                for s in squares
                if s[0] < x and s[1] < y and x + across < s[0] + s[2] and y + along < s[1] + s[3]
            ]
            assert 1 == len(around)
    for kind in ("text", "use", "rect"):
        for element in root.iter(f"{_NAME}{kind}"):
            if element.get("width") != "100%":
                x, y = _numbers(element, "x", "y")
                assert left <= x <= left + width and top <= y <= top + height


def test_looks_differ_by_theme_and_board() -> None:
    """No two kept boards are the same picture: each shows something that the others do not."""
    told = [json.dumps(views(board), sort_keys=True) for board in BOARDS.values()]
    assert len(BOARDS) == len(set(told))
    assert [] == [
        name
        for name, board in BOARDS.items()
        if svg.render(board, "light") == svg.render(board, "dark")
    ]
