"""Published instances and small helpers for the tests of the sliding puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider.builtin.sliding import Position
from interactive_provider.builtin.sliding.rules import shape_up

DATA = Path(__file__).parent / "data"


def read_instances(name: str, columns: int) -> list[tuple[int, Position]]:
    """Read (optimal length, position) pairs from a file of published instances."""
    found = []
    for line in (DATA / name).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            numbers, tiles = line.split("|")
            found.append((int(numbers.split()[1]), shape_up(tuple(map(int, tiles.split())), columns)))
    return found


@pytest.fixture(scope="session")
def korf_hundred() -> list[tuple[int, Position]]:
    """Korf's hundred random fifteen puzzles with their optimal lengths."""
    return read_instances("korf100.txt", 4)


@pytest.fixture(scope="session")
def korf_felner_fifty() -> list[tuple[int, Position]]:
    """Korf and Felner's fifty random 24-puzzles with their optimal lengths."""
    return read_instances("korf_felner50.txt", 5)
