"""Published instances for the tests of the sliding puzzle."""

from __future__ import annotations

import pytest

from benchmarks.sliding import instances
from interactive_provider.builtin.sliding import Position


@pytest.fixture(scope="session")
def korf_hundred() -> list[tuple[int, Position]]:
    """Korf's hundred random fifteen puzzles with their optimal lengths."""
    return instances("korf100.txt", 4)


@pytest.fixture(scope="session")
def korf_felner_fifty() -> list[tuple[int, Position]]:
    """Korf and Felner's fifty random 24-puzzles with their optimal lengths."""
    return instances("korf_felner50.txt", 5)
