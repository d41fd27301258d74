"""Engines that answer however busy the machine is."""

from __future__ import annotations

import pytest

from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine has time to start and to answer; tests of those that hang set less."""
    for seconds in ("_GREETING_SECONDS", "_ANSWER_SECONDS"):
        monkeypatch.setattr(f"interactive_provider.adapters.chess.engine.{seconds}", PATIENCE)
