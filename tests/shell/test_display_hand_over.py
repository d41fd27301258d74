"""Two people at one prompt: whose cards a cell shows."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import InteractiveProvider
from tests.widget.test_hand_over import Bidding

from .shells import TestingShell


def _shown(shell: TestingShell, cell: str, capsys: pytest.CaptureFixture[str]) -> str:
    shell.run_cell(cell, store_history=True)
    return capsys.readouterr().out


@pytest.fixture
def _bidding(shell: TestingShell) -> Any:
    start = InteractiveProvider(Bidding, seed=1).bidding(dealt=False)
    shell.push({"p": start})
    return start


@pytest.mark.usefixtures("_bidding")
def test_a_prompt_asks_to_hand_over_and_shows_the_cards_at_the_second_look(
    shell: TestingShell, capsys: pytest.CaptureFixture[str]
) -> None:
    """``p`` asks for Ann, ``_`` shows her cards; after her bid Bob is asked for, and so on."""
    first = _shown(shell, "p", capsys)
    assert "Hand over to Ann." in first
    assert "Show Ann's cards:  _" in first
    assert "(1, 2)" not in first
    assert "(1, 2)" in _shown(shell, "_", capsys)
    between = _shown(shell, "_.bid_1", capsys)
    assert "Hand over to Bob." in between
    assert "bid_1" not in between
    assert "(3, 4)" in _shown(shell, "_", capsys)


@pytest.mark.usefixtures("_bidding")
def test_the_formats_of_a_notebook_keep_both_hands_back(shell: TestingShell) -> None:
    """HTML and text ask to hand over; the same cell run again shows the cards."""
    formatter: Any = shell.display_formatter
    html, _ = formatter.format(shell.user_ns["p"])
    assert "Hand over to Ann." in html["text/html"]
    assert not any("(1, 2)" in str(part) for part in html.values())
    html, _ = formatter.format(shell.user_ns["p"])
    assert "(1, 2)" in html["text/html"]


@pytest.mark.usefixtures("_bidding")
def test_a_setting_shows_every_hand_at_once(
    shell: TestingShell, capsys: pytest.CaptureFixture[str]
) -> None:
    """``%config InteractiveProvider.hand_over = False`` is for one person who plays both sides."""
    shell.run_line_magic("config", "InteractiveProvider.hand_over = False")
    try:
        assert "(1, 2)" in _shown(shell, "p", capsys)
    finally:
        shell.run_line_magic("config", "InteractiveProvider.hand_over = True")
