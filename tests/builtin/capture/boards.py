"""Boards for the tests of Capture."""

from __future__ import annotations

from random import Random

from interactive_provider.builtin.capture.rules import CaptureBoard, parse

from . import plain

WIGHT = """
___rr___
___rr___
___gg___
___rr___
_g_gg_g_
_g_gg_g_
_sgssgs_
sggssggs
"""
PUBLISHED = (
    (7, 1, "up"),
    (7, 6, "up"),
    (6, 3, "left"),
    (6, 4, "right"),
    (6, 5, "down"),
    (7, 3, "up"),
    (7, 4, "up"),
)


def random_board(
    seed: int, rows: int = 8, columns: int = 8, signs: str = "ybgrpcsS", blanks: float = 0.1
) -> CaptureBoard:
    """A settled board of random tiles."""
    rng = Random(seed)
    grid = [
        [rng.choice(signs) if rng.random() >= blanks else "_" for _ in range(columns)]
        for _ in range(rows)
    ]
    settled, _ = plain.settle(plain.fallen(grid))
    return parse(plain.text_of(settled))
