"""Pictures of a board as text, HTML and SVG, each made only from the `Board`, and the page of a
position."""

from __future__ import annotations

from ..boards import Board


def _as_text(board: Board) -> str:
    from . import text  # only when the first board is printed

    return text.render(board)


def _as_html(board: Board) -> str:
    from . import html

    return html.render(board)


# `boards` may not import any view, so the views are attached here.
Board.__str__ = _as_text  # type: ignore[assignment,method-assign]
Board._repr_html_ = _as_html  # type: ignore[assignment,method-assign]
