"""Which Python is taken for the newest."""

from __future__ import annotations

from pathlib import Path

from tools.newest_python import candidates, newest, promised, version_of


def program(place: Path, says: str, status: int = 0) -> Path:
    """Write a program that answers like a Python."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\necho {says}\nexit {status}\n")
    place.chmod(0o755)
    return place


def test_the_newest_python_that_runs_is_found(tmp_path: Path) -> None:
    """A shim that does not run, a preview, another make and a version that is not promised are
    passed over."""
    shims, built = tmp_path / "shims", tmp_path / "home" / ".pyenv" / "versions"
    program(shims / "python3.14", "'pyenv: python3.14: command not found'", 127)
    program(shims / "python3.12", "3 12 9 final cpython")
    program(shims / "python3.13-config", "3 13 9 final cpython")
    program(built / "3.9.18" / "bin" / "python", "3 9 18 final cpython")
    program(built / "3.13.2rc1" / "bin" / "python", "3 13 2 candidate cpython")
    program(built / "3.14" / "bin" / "python", "3 14 0 final pypy")
    program(built / "3.99.0" / "bin" / "python", "3 99 0 final cpython")
    best = program(built / "3.13.1" / "bin" / "python", "3 13 1 final cpython")
    places = candidates(f"{shims}:{tmp_path / 'nothing'}", tmp_path / "home")
    assert best == newest(places, promised(), (3, 11))
    assert None is newest(places, promised(), (3, 13))
    assert [(3, 12, 9)] == [
        version for place in places if place.parent == shims and (version := version_of(place))
    ]
