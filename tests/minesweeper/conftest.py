"""Compiled code is loaded before the tests, so that those that compare both tiers do compare two."""

from __future__ import annotations

import importlib

import pytest


@pytest.fixture(autouse=True, scope="session")
def compiled_tier() -> None:
    """Load what the package itself loads only when it is worth while."""
    importlib.import_module("interactive_provider.builtin.minesweeper.compiled.fronts")
