"""Tests of the room that draws boards and pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interactive_provider.rendering.node_page import Page
from interactive_provider.showing import View


def made_page(
    title: str,
    line: str,
    text: str = "",
    board: Any = None,
    outcome: str | None = None,
    options: Sequence[str] = (),
    **more: Any,
) -> Page:
    """A page with these parts."""
    return Page(View(text, board, title=title, **more), line, outcome, options)
