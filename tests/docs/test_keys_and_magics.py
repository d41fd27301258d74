"""The page on keys and magics names every magic, and every key that the page's program hears."""

from __future__ import annotations

import re

from interactive_provider.shell.magics import MAGICS
from interactive_provider.widget import bundle
from tools.isolation import REPOSITORY

SHOWN = (REPOSITORY / "docs" / "keys-and-magics.md").read_text("utf-8")


def test_every_magic_is_named() -> None:
    """In the table of what they are for; the reference describes each."""
    listed = re.findall(r"`%(\w+)`", SHOWN.partition("| to | magics |")[2])
    assert sorted(MAGICS) == sorted(listed)


def test_every_key_of_a_board_is_named() -> None:
    """What the page's program compares a key with stands in the table (all arrows as one word)."""
    heard = set(
        re.findall(r"\b(Enter|Escape|Home|End|PageUp|PageDown|Arrow\w+)\b", bundle.bundle())
    )
    assert {"Enter", "Escape", "Home", "End", "PageUp"} <= heard
    told = SHOWN.replace("Page Up", "PageUp").replace("Page Down", "PageDown").lower()
    assert [] == sorted(key for key in heard if re.sub("Arrow.*", "arrow", key).lower() not in told)
