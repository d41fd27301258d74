"""Engines that answer however busy the machine is."""

from __future__ import annotations

import sys

import pytest

from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine has time to start and to answer; tests of those that hang set less."""
    for seconds in ("_GREETING_SECONDS", "_ANSWER_SECONDS"):
        monkeypatch.setattr(f"interactive_provider.adapters.chess.engine.{seconds}", PATIENCE)


@pytest.fixture(autouse=True)
def _unasked() -> None:
    """What an earlier test asked an engine is asked again."""
    if "interactive_provider.adapters.chess.engine" in sys.modules:
        from interactive_provider.adapters.chess import engine

        engine._judged.cache_clear()
