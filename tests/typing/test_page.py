"""The types of what is sent to the page: one place says them for both sides."""

from __future__ import annotations

from tests.generated import STALE
from tools.page_types import FILE, NAMES, names, written


def test_the_types_of_the_page_are_as_the_shapes_make_them() -> None:
    """`make generated` was run since the shapes changed."""
    assert written() == FILE.read_text("utf-8"), STALE
    assert names() == NAMES.read_text("utf-8"), STALE
