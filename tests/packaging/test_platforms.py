"""Where Python lacks what only some systems have."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import importlib, os, pkgutil, signal, sys
import anywidget, chess.engine, IPython, ipywidgets, pyspiel  # they may use what the system has

for place, name in (os, "fork"), (os, "register_at_fork"), (signal, "SIGALRM"):
    delattr(place, name)
for name in "fcntl", "resource", "termios":
    sys.modules[name] = None

import interactive_provider

faults = []
for module in pkgutil.walk_packages(interactive_provider.__path__, "interactive_provider."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except Exception as error:
            faults.append(f"{module.name}: {type(error).__name__}: {error}")
assert "interactive_provider.adapters.chess.engine" in sys.modules
from interactive_provider import games, line
print(faults, line(games.chess.e4).partition(")")[2])
"""


@pytest.mark.slow
def test_every_module_can_be_imported_where_a_system_cannot_fork() -> None:
    """As on Windows: without fork, its hooks, the alarm clock and limits every module loads, and
    chess is played."""
    run = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert ("[] .both_sides.e4\n", "") == (run.stdout, run.stderr)
