"""The screen of a program that works line by line: dark glass with green or amber letters, or
paper."""

from __future__ import annotations

import functools

from ..support.resources import text_of

COLOURS = ("green", "amber", "paper")
colour = COLOURS[0]
"""The chosen style, for all programs."""


@functools.cache
def rules() -> str:
    """Return the rules for the screen in every colour."""
    return text_of(__package__, "console.css")
