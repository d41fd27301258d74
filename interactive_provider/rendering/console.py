"""The screen of a program that asks line by line: dark glass with green or amber letters, or
paper."""

from __future__ import annotations

import functools
import importlib.resources

COLOURS = ("green", "amber", "paper")
colour = COLOURS[0]
"""The chosen style, for all programs."""


@functools.cache
def rules() -> str:
    """The rules for the screen in every colour."""
    return importlib.resources.files(__package__).joinpath("console.css").read_text("utf-8")
