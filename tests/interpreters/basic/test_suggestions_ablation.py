"""What each rule of the suggestions is worth can be measured."""

from __future__ import annotations

import pytest

from benchmarks.basic_ablation import ablate


@pytest.mark.slow
def test_each_rule_can_be_left_out() -> None:
    """On our own programs, leaving a rule out changes a number of offers, and some rule changes
    some."""
    questions, rows = ablate(None)

    assert questions > 10
    assert all(isinstance(changed, int) and 0 <= changed <= questions for _, changed, _ in rows)
    assert any(changed for _, changed, _ in rows)
