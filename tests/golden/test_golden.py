"""Each built-in game plays as its golden transcript says."""

from __future__ import annotations

import pytest

from tests.generated import STALE

from . import FOLDER, file_of, names, transcript


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_transcript(name: str) -> None:
    """The game played now is, letter by letter, the one that was read in review (`make generated`
    writes it)."""
    assert file_of(name).exists(), STALE

    assert file_of(name).read_text(encoding="utf-8") == transcript(name), STALE


def test_no_transcript_without_a_game() -> None:
    """Every transcript belongs to a game that is there."""
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(name).name for name in names()}
