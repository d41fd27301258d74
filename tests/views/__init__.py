"""Tests of the views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interactive_provider.showing import View
from interactive_provider.views.node_page import Page


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
