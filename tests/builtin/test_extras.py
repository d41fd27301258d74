"""Where numba is there but broken the plain solvers answer, and a warning says why."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tools.isolation import REPOSITORY

BROKEN = {
    "half imported before an interrupt": (
        """
import importlib.machinery, types
numba = types.ModuleType("numba")
numba.__spec__ = importlib.machinery.ModuleSpec("numba", None)
sys.modules["numba"] = numba
"""
    ),
    "its cache torn": (
        """
import pickle
from numba.core import caching
def torn(self):
    raise pickle.UnpicklingError("pickle data was truncated")
caching.IndexDataCacheFile._load_index = torn
"""
    ),
    "no folder for its cache": (
        """
from numba.core import caching
caching.CacheImpl._locator_classes = []
"""
    ),
}

SOLVE = """
from random import Random
from interactive_provider.builtin import capture, sliding
from interactive_provider.builtin.capture import compiled
from interactive_provider.builtin.capture.generate import backwards
from interactive_provider.builtin.sliding import tiers
from interactive_provider.builtin.sliding.solving import deepening

compiled._WORTH_LOADING, tiers.HARD, deepening.BATCH = 20, 100, 50  # so that compiled code is asked for at all
board, tiles = backwards(Random(5), kinds=4, tiles=24)[0], sliding.scramble(3, 4, 2)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    cleared, slid = capture.solve(board, shortest=True), sliding.solve(tiles)
print(cleared.status, len(cleared.values), slid.status, slid.length, len(told))
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_numba_leaves_the_plain_solvers(how: str) -> None:
    """Both puzzles are solved as if numba were not there, with one warning each."""
    pytest.importorskip("numba")
    code = f"import sys, warnings\n{BROKEN[how]}\n{SOLVE}"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert ("shortest 6 shortest 40 2\n", "") == (found.stdout, found.stderr)
