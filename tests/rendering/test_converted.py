"""Boards in saved notebooks, converted to HTML and stripped of all that a host may strip."""

from __future__ import annotations

import re

import pytest

from interactive_provider import games, play

from .games import Hostile, start
from .reader import Stripped

ROW = "r5  ■  1  1  ·  ·  1  2  2  1"
"""A row of the board as it reads in a monospaced font."""


def _converted(*outputs: dict[str, str]) -> str:
    """The HTML that nbconvert makes of a notebook with these outputs."""
    import nbconvert
    from nbformat import v4

    cells = [
        v4.new_code_cell(
            "p", outputs=[v4.new_output("execute_result", data=data, execution_count=1)]
        )
        for data in outputs
    ]
    page, _ = nbconvert.HTMLExporter(template_name="basic").from_notebook_node(
        v4.new_notebook(cells=cells)
    )
    return str(page)


@pytest.mark.slow
def test_a_position_reads_well_as_bare_html() -> None:
    """Without styles and scripts the board's rows are lines, its title and its line of Python stand
    by."""
    p = games(seed=7).minesweeper.beginner.uncover.r4.c4
    words = Stripped(_converted({"text/html": p._repr_html_(), "text/plain": "no"})).words
    assert ROW in words.splitlines()
    assert "Minesweeper" in words
    assert repr(p) in words


@pytest.mark.slow
def test_a_widget_without_its_state_reads_as_text() -> None:
    """A converted notebook has no live board; the text beside it is the position it stood at."""
    p = games(seed=7).minesweeper.beginner.uncover.r4.c4
    data, _ = play(p)._repr_mimebundle_()
    words = Stripped(_converted(data)).words
    assert ROW in words.splitlines()
    assert repr(p) in words


@pytest.mark.slow
def test_a_hostile_game_brings_no_script_into_the_page() -> None:
    """As many script elements as without it: what nbconvert itself writes."""
    p = start(Hostile)
    page = _converted({"text/html": p._repr_html_(), "text/plain": repr(p)})
    plain = _converted({"text/html": "<p>harmless</p>", "text/plain": ""})
    scripts = re.compile(r"<script", re.IGNORECASE)
    assert len(scripts.findall(page)) == len(scripts.findall(plain))
    assert "alert(1)" in page
