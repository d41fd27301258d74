"""Hints as people read them: first what to do, in words, then the reason, as a sentence."""

from __future__ import annotations

import pytest

from interactive_provider import choose, games, hint
from interactive_provider.game import Hint
from interactive_provider.widget.session import Session
from tests.sure import sure

HINTS = {
    "minesweeper.beginner": "Uncover r4 c4: the first click opens a region, wherever it is.",
    "sliding.eight": "Slide tile 5 right: 21 moves to go, this one included, the fewest possible.",
    "capture.gentle_1": "Move row 7 column 5 right: it takes 3 tiles, and after it 2 moves to go.",
    "match_game.computer_begins": "Take 1 from row 2: it leaves",
    "guess()": "Enter 50: it halves what is left, 1 to 100.",
    "chemistry()": "Enter 112: 7/3 of 48 litres is 112.",
    "null.three_lamps": "Press the button: 3 more to go until all are lit.",
    "k_in_a_row.noughts_and_crosses": "Play row 1 column 1. Every move here draws with best play.",
}


@pytest.mark.parametrize("path", HINTS)
def test_a_hint_begins_with_the_action_and_ends_with_a_full_stop(path: str) -> None:
    """The page says what print says; the attributes stay in the names, and the hint can still be
    chosen."""
    name, _, preset = path.removesuffix("()").partition(".")
    game = getattr(games(seed=7), name)
    p = getattr(game, preset) if preset else game(seed=7)
    advice = sure(hint(p))
    assert str(advice).startswith(HINTS[path])
    assert str(advice).endswith(".")
    assert choose(p, advice) == choose(p, advice.value)
    session = Session(p)
    session.act({"do": "hint"})
    assert str(advice) == session.view()["status"]


def test_a_move_of_chess_keeps_its_letters_and_a_word_its_number() -> None:
    """A small letter names a pawn's file: only words become capitals; ``column03`` is read as
    column 3."""
    assert "Play exd5: it takes a pawn." == str(Hint("e4d5", "it takes a pawn", names=("exd5",)))
    assert "Play Nf3: good!" == str(Hint("g1f3", "good!", names=("Nf3",)))
    assert "Play row 2 column 10: so." == str(Hint(1, "so", names=("row02", "column10")))
