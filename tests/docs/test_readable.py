"""What the check of readability finds."""

from __future__ import annotations

import ast

import pytest

from tools.readable import GAMES, packed


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("[y for x in z if (y := f(x))]", 1),
        ("a if b else c if d else e", 1),
        ("a, b, c = 1, 2, 3", 1),
        ("a, b = 1, 2", 0),
        ("a, b, c = d", 0),
        ("a if b else c", 0),
        ("if (a := b): pass", 0),
    ],
)
def test_a_packed_statement_is_found(code: str, count: int) -> None:
    """Each kind, and what looks like it."""
    assert count == len(list(packed(ast.parse(code))))


@pytest.mark.parametrize(
    ("words", "is_found"),
    [
        ("In a minefield:", True),
        ("White's side", True),
        ("a white stone", False),
        ("a determined look", False),
    ],
)
def test_a_game_is_known_by_its_words(words: str, is_found: bool) -> None:
    """Not by words that any board may need."""
    assert is_found == bool(GAMES.search(words))
