"""Compiled code is loaded before the tests, so that those that compare both tiers do compare
two."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from interactive_provider.builtin.minesweeper import compiled


@functools.cache
def prepared() -> bool:
    """Load the compiled code once; True if it is available."""
    return compiled.prepare()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol() -> Iterator[None]:
    """Load it before the first of these tests that is run: not for a mere list of them, and in no
    test's time."""
    assert prepared()
    return (yield)
