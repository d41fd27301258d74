"""The style sheets of a live board, read as text."""

from __future__ import annotations

import re
from pathlib import Path

import interactive_provider.widget
from interactive_provider.rendering import html

_STYLES = Path(interactive_provider.widget.__file__).parent / "frontend" / "styles"

_CELL = re.compile(r"(td|th|small)\b|\.ip-(live|drags|void|gap|covered|piece-)")
"""How the last part of a selector begins if it means a board's cells, of which there are
hundreds."""


def _selectors(sheet: str) -> list[str]:
    """All selectors, one for each alternative of a rule."""
    heads = re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    return [
        part.strip()
        for head in heads
        if not head.strip().startswith("@")
        for part in re.split(r",(?![^()]*\))", head)
    ]


def _subject(selector: str) -> str:
    """The last part of a selector: what it gives a style to."""
    depth, last = 0, ""
    for sign in selector:
        depth += (sign == "(") - (sign == ")")
        if not depth and sign in " >+~":
            last = ""
        else:
            last += sign
    return last


def test_no_style_of_cells_depends_on_what_a_board_contains() -> None:
    """The browser would look at each of 480 cells again whenever one of them changes; a class on
    the table says what there is."""
    sheets = [html.style_of_all(), *(one.read_text("utf-8") for one in _STYLES.glob("*.css"))]
    selectors = [one for sheet in sheets for one in _selectors(sheet)]
    assert len(selectors) > 400
    asking = [one for one in selectors if ":has(" in one]
    assert [] == [one for one in asking if _CELL.match(_subject(one))]
