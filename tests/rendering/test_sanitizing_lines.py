"""Words of a game stand on one line wherever a board is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from interactive_provider.boards import Board, Cell, Frame
from interactive_provider.rendering import html, svg, text
from interactive_provider.widget import payload

_CELL = Cell("go on", label="a cell", tooltip="a tip", overlay="12 %", shade=0.2)
_BOARD = Board(
    (
        (_CELL, replace(_CELL, mark="wrong")),
        (replace(_CELL, label=""), replace(_CELL, overlay="", shade=None)),
    ),
    caption="a board whose caption is by far wider than both of its columns are together",
    row_labels=("row a", "row b"),
    column_labels=("column a", "column b"),
    counters=(("mines left", "1 of 2"),),
    legend=(("go on", "the way on"), ("x y", "not seen")),
)
_FRAMED = replace(_BOARD, frames=(Frame(_BOARD.rows, "first wave"),))


def _broken(thing: Any, blank: str) -> Any:
    """A board, or a part of one, with another blank between its words."""
    if isinstance(thing, str):
        return thing.replace(" ", blank)
    if isinstance(thing, tuple):
        return tuple(_broken(part, blank) for part in thing)
    if isinstance(thing, Board | Cell | Frame):
        return replace(
            thing, **{one.name: _broken(getattr(thing, one.name), blank) for one in fields(thing)}
        )
    return thing


@pytest.mark.parametrize("blank", ["\t", "\n", "\n\t\n"], ids=repr)
@pytest.mark.parametrize(
    ("write", "board"),
    [
        (text.render, _BOARD),
        (html.render, _BOARD),
        (svg.render, _BOARD),
        (payload.board_payload, _FRAMED),
    ],
    ids=["text", "html", "svg", "widget"],
)
def test_a_line_break_or_a_tab_in_a_word_is_a_blank(
    write: Callable[[Board], Any], board: Board, blank: str
) -> None:
    """Caption, labels, counters, legend, signs, tips and overlays look as if the game had written a
    blank."""
    assert write(board) == write(_broken(board, blank))
