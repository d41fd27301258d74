"""Listing the tests is quick in a fresh clone, too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


@pytest.mark.slow
def test_listing_the_tests_compiles_nothing(tmp_path: Path) -> None:
    """What is compiled would be kept in the folder of the cache, which stays empty."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--collect-only",
        str(FOLDER),
    ]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    listed = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert "test_both_tiers_guess_the_same" in listed
    assert [] == list(tmp_path.rglob("*.nbc"))
