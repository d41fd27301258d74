"""Other people's suites, played as a story is."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider.interpreters.zmachine import Adventure, read_story

SUITES = Path(__file__).with_name("suites")


def _suite(name: str, *commands: str) -> str:
    """What a suite prints after its last command."""
    played = Adventure(read_story((SUITES / name).read_bytes()))
    scene = played.start(1)
    for command in commands:
        scene = played.reply(scene, command)
    return scene.text


@pytest.mark.parametrize(("version", "passed"), [(3, 349), (5, 406), (8, 406)])
def test_czech(version: int, passed: int) -> None:
    """All tests of Amir Karger's suite pass."""
    assert f"Passed: {passed}, Failed: 0, " in _suite(f"czech.z{version}")


def test_praxix() -> None:
    """All tests of Andrew Plotkin's suite pass, shifts of sixteen places among them."""
    assert _suite("praxix.z5", "all").endswith("All tests passed.")
