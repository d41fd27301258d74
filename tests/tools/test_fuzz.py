"""Every way to attack, for a second each, from the same seed at every run."""

from __future__ import annotations

import pytest

from tests.thorough import some
from tools.fuzz import ATTACKS
from tools.fuzz.core import run


# An interrupt that comes while a weak reference is being cleared is ignored by Python itself, with
# a warning.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_survived(name: str) -> None:
    """Each attempt ends soon, in what it should or in one of our own errors. (For longer: python -m
    tools.fuzz.)"""
    count = run(ATTACKS[name], seed=1, seconds=some(1, of=10) / 2)
    assert {} == count.failures
    assert 0 < count.tried == count.survived
