"""What numba keeps on disk of the rooms with compiled code."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.isolation import REPOSITORY

PACKAGE = "interactive_provider"

ASKED = """
from numpy import array
from interactive_provider.builtin.minesweeper.compiled import translated
from interactive_provider.builtin.minesweeper.solving import evaluation
compiled = translated(evaluation)
"""
WORTH = 'print(round(compiled["worth"](array([1.0]), array([0.0])), 4))'
FRAMED = 'print(len(compiled["framed"](array([0.5]), 1)))'

CHANGES = {
    "a constant": (WORTH, "constants.py", "LEAST_DANGER = 0.05", "LEAST_DANGER = 0.1"),
    "a function": (FRAMED, "compiled/primitives.py", "np.empty(size)\n", "np.empty(size + 1)\n"),
}
RESULTS = {"a constant": ["0.9818", "0.9639"], "a function": ["9", "10"]}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_an_upgrade_in_place_reaches_what_was_compiled_before(change: str, tmp_path: Path) -> None:
    """The cached callers of a function and the users of a constant see it change in another
    file, and nothing is left of what was kept before."""
    pytest.importorskip("numba")
    room = tmp_path / PACKAGE / "builtin" / "minesweeper"
    question, name, old, new = CHANGES[change]
    without = shutil.ignore_patterns("__pycache__", "frontend", "static")
    shutil.copytree(REPOSITORY / PACKAGE, tmp_path / PACKAGE, ignore=without)

    before = _answer(tmp_path, question)
    kept = _kept(room)
    file = room / name
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    after = _answer(tmp_path, question)

    assert (RESULTS[change], kept) == ([before, after], _kept(room))


def test_only_one_place_asks_numba_to_keep_what_it_compiles() -> None:
    """A room that asked by itself would keep what is out of date."""
    sources = (REPOSITORY / PACKAGE).rglob("*.py")
    asking = [file.name for file in sources if "cache=True" in file.read_text("utf-8")]

    assert ["compiling.py"] == asking


def _answer(folder: Path, question: str) -> str:
    """What a process prints that takes the package from this folder."""
    command = [sys.executable, "-c", ASKED + question]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return found.stdout.strip()


def _kept(room: Path) -> list[str]:
    """The names of the files that numba keeps of a room."""
    return sorted(file.name for file in room.rglob("*.nb?"))
