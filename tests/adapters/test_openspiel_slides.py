"""Tiles that slide: where each of them goes."""

from __future__ import annotations

import pytest

slides = pytest.importorskip("interactive_provider.adapters.openspiel.slides")


@pytest.mark.parametrize(
    ("rows", "way", "ways"),
    [
        (["22440202"], "left", [(0, 0), (1, 0), (2, 1), (3, 1), (5, 2), (7, 2)]),
        (["0242"], "right", []),
        (["2022"], "right", [(0, 2), (2, 3), (3, 3)]),
        (["222"], "left", [(0, 0), (1, 0), (2, 1)]),
        (["2", "0", "2", "8"], "down", [(0, 2), (2, 2)]),
        (["0", "2", "2"], "up", [(1, 0), (2, 0)]),
    ],
)
def test_tiles_slide_to_the_end_and_each_meets_another_once(
    rows: list[str], way: str, ways: list[tuple[int, int]]
) -> None:
    """Along a row or a column, from where to where."""
    along = 1 if way in ("left", "right") else 0
    assert sorted(ways) == sorted(
        (start[along], end[along]) for start, end in slides.slid(rows, way)
    )
