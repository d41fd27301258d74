"""A value that its type allows to be None, if a test goes on only with a real one."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def sure(value: T | None) -> T:
    """The value itself; None, which no test goes on with, is the test's failure."""
    assert value is not None
    return value
