"""The newest Python of this machine: ``python -m tools.newest_python`` prints its path or
nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

Version = tuple[int, ...]

_ASK = "import ensurepip, venv; from sys import *; print(*version_info[:4], implementation.name)"


def promised() -> set[Version]:
    """Return the versions that the classifiers name, as pairs."""
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    classifiers = tomllib.loads(text)["project"]["classifiers"]
    return {
        (3, int(found[1])) for line in classifiers if (found := re.search(r":: 3\.(\d+)$", line))
    }


def candidates(path: str, home: Path) -> list[Path]:
    """Return what may be a Python of some version: commands with a number on the path, and what
    pyenv has built."""
    commands = [
        place
        for folder in path.split(os.pathsep)
        for place in Path(folder or ".").glob("python3.*")
    ]
    named = [place for place in commands if re.fullmatch(r"python3\.\d+(\.exe)?", place.name)]
    return [*named, *home.glob(".pyenv/versions/3.*/bin/python")]


def version_of(python: Path) -> Version | None:
    """Return the version that a program says it has; None for a shim that does not run, a preview
    or another make."""
    try:
        run = subprocess.run([python, "-c", _ASK], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.fullmatch(r"(\d+) (\d+) (\d+) final cpython\s*", run.stdout)
    return None if run.returncode or found is None else tuple(map(int, found.groups()))


def newest(pythons: Iterable[Path], versions: set[Version], than: Version) -> Path | None:
    """Return the newest of some programs that is of one of the versions and newer than another."""
    known = [
        (version, python)
        for python in pythons
        if (version := version_of(python)) and version[:2] in versions
    ]
    return max((pair for pair in known if pair[0][:2] > than), default=(None, None))[1]


if __name__ == "__main__":
    place = newest(
        candidates(os.environ.get("PATH", ""), Path.home()), promised(), sys.version_info[:2]
    )
    sys.stdout.write(f"{place or ''}\n")
