"""Files of results that somebody has altered, and boards that could not be made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from interactive_provider.errors import ChoiceError
from interactive_provider.widget import results
from interactive_provider.widget.board_widget import BoardWidget


@pytest.mark.parametrize(
    "altered",
    [
        {"longest_streak": "x"},
        {"best_seconds": []},
        {"fewest_moves": {}},
        {"won": None},
        {"helped": True},
    ],
)
def test_results_that_are_no_numbers_are_told(
    altered: dict[str, Any], tmp_path: Path, monkeypatch: Any
) -> None:
    """The game that is won is played on; the table says what is wrong."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path))
    (tmp_path / "results.json").write_text(json.dumps({"version": 1, "levels": {"guess": altered}}))
    assert "does not contain results" in results.record("guess", True, 3.0, 2, False)
    with pytest.raises(results.Unreadable, match=next(iter(altered))):
        results.table()


def test_a_deeply_nested_file_of_results_is_told(tmp_path: Path, monkeypatch: Any) -> None:
    """It is a torn file, not a recursion without end."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path))
    (tmp_path / "boards.json").write_text("[" * 100_000)
    with pytest.raises(results.Unreadable):
        results.last_boards()


def test_half_a_sign_in_a_line_is_kept(tmp_path: Path, monkeypatch: Any) -> None:
    """A lone surrogate stands in the file as JSON spells it."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path))
    results.remember("games.guess(seed='\ud800')")
    assert ["games.guess(seed='\ud800')"] == results.last_boards()


def test_a_board_that_cannot_be_made_goes_quietly() -> None:
    """What is no game is refused, and what was begun of its board ends without an error of its
    own."""
    with pytest.raises(ChoiceError):
        BoardWidget(5)  # type: ignore[arg-type] # refused
    board = BoardWidget.__new__(BoardWidget)
    with pytest.raises(ChoiceError):
        board.__init__(5)  # type: ignore[misc] # begun as __new__ begins one
    board._kept.stop()
