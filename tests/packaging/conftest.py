"""The wheel that is tested."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.isolation import REPOSITORY


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this repository."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(REPOSITORY)], check=True, capture_output=True, text=True)
    (built,) = folder.glob("*.whl")
    return built
