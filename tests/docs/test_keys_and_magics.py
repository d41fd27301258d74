"""The page on keys and magics names every magic, and every key that the page's program hears."""

from __future__ import annotations

import re

from interactive_provider.shell.magics import MAGICS
from interactive_provider.widget import bundle
from tests.generated import STALE
from tools.magics import PAGE, page

SHOWN = PAGE.read_text("utf-8")


def test_the_magics_are_as_they_say_themselves() -> None:
    """`make generated` was run since they changed."""
    assert page() == SHOWN, STALE
    assert [] == [name for name in MAGICS if f"\n- `%{name}" not in SHOWN]


def test_every_key_of_a_board_is_named() -> None:
    """What the page's program compares a key with stands in the table (all arrows as one word)."""
    heard = set(
        re.findall(r"\b(Enter|Escape|Home|End|PageUp|PageDown|Arrow\w+)\b", bundle.bundle())
    )
    assert {"Enter", "Escape", "Home", "End", "PageUp"} <= heard
    told = SHOWN.replace("Page Up", "PageUp").replace("Page Down", "PageDown").lower()
    assert [] == sorted(key for key in heard if re.sub("Arrow.*", "arrow", key).lower() not in told)
