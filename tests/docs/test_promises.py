"""The page of promises names tests that exist."""

from __future__ import annotations

import re

from tools.isolation import REPOSITORY

PAGE = REPOSITORY / "tests" / "promises.md"


def test_every_promise_names_tests_that_exist() -> None:
    """Each section but the last names at least one, and each of them is a test in its file."""
    *sections, _ = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    for section in sections:
        named = re.findall(r"^- `(tests/\S+\.py)::(test_\w+)`", section, flags=re.MULTILINE)
        assert named, section.partition("\n")[0]
        missing = [
            name
            for file, name in named
            if f"\ndef {name}(" not in (REPOSITORY / file).read_text("utf-8")
        ]
        assert [] == missing


def test_every_attack_is_named() -> None:
    """The ways to attack are those that the page speaks of, and each was survived as often as it
    was tried."""
    from tools.fuzz import ATTACKS

    named = set(
        re.findall(r"`(\w+)`", " ".join(re.findall(r"survived` \((.*)\)", PAGE.read_text("utf-8"))))
    )
    assert set(ATTACKS) == named
    counted = re.findall(
        r"^\| `(\w+)` \| ([\d,]+) \| ([\d,]+) \|", PAGE.read_text("utf-8"), flags=re.MULTILINE
    )
    assert list(ATTACKS) == [name for name, _, _ in counted]
    assert [] == [name for name, tried, survived in counted if tried != survived]
