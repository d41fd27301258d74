"""What an author is told about the levels and the rules of a game."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.puzzlescript import WAYS, compiled, review

from .games import PUZZLES, game_text

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


def _review(text: str, limit: int = 1_000) -> list[str]:
    return review(compiled(text), WAYS[:4], limit)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("P*.O", "shortest way 2 moves (3 positions)"),
        ("P.*O\n....", "shortest way 2 moves"),
        ("P*#O", "cannot be solved: all 1 positions were tried"),
        ("P..", "won at its start"),
        ("P" + "." * 30 + "*.O", "not known within"),
    ],
)
def test_each_level_is_tried(level: str, words: str) -> None:
    """A level has its shortest way, or the proof that there is none, or neither."""
    found = _review(game_text(PUSH, level, goals="All Target On Crate"), limit=20)
    assert [True] == [words in line for line in found if line.startswith("Level")]


def test_what_is_never_used_is_named() -> None:
    """A rule that changes nothing, and an object that is nowhere, are remarks."""
    rules = f"{PUSH}\n[ > Player | Fruit ] -> [ > Player | ]"
    found = "\n".join(_review(game_text(rules, "P*.O", goals="All Target On Crate")))
    assert "changed nothing" in found
    assert "wall is in no level" in found
    assert "crate is in no level" not in found


def test_chance_proves_nothing() -> None:
    """If chance decides, no level is said to have no way."""
    rules = "[ > Player ] -> [ randomdir Player ]"
    assert "not known" in _review(game_text(rules, "P.F", goals="No Fruit"))[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("rainkeeper", [6, 7, 12, 14, 16, 19, 21, 24, 29]),
        ("heron", [4, 8, 8, 10, 13, 18]),
    ],
)
def test_our_own_puzzles_have_the_ways_that_were_found_by_another_program(
    name: str, lengths: list[int]
) -> None:
    """Each level can be solved in as many moves as a plain search with another engine needs."""
    found = _review((PUZZLES / f"{name}.txt").read_text("utf-8"), limit=10_000)
    assert [f"shortest way {length} moves" for length in lengths] == [
        line.partition(": ")[2].partition(" (")[0] for line in found
    ]
