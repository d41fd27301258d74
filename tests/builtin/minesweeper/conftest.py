"""Compiled code is loaded before the tests, so that those that compare both tiers do compare two."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider.builtin.minesweeper import compiled


def pytest_collection_finish(session: pytest.Session) -> None:
    """Load what the package itself loads only when it is worth while; no test's time is spent on compiling."""
    if any(item.path.is_relative_to(Path(__file__).parent) for item in session.items):
        assert compiled.prepare()
