"""The rules break what they say, and leave sources that Python can read."""

from __future__ import annotations

import ast

from tests.mutants.__main__ import TESTS, every
from tests.mutants.rules import mutants

SOURCE = """
def f(x, lock):
    with lock:
        return x < 3 and not clean(x) or inspect.getattr_static(x, "y") is None
"""


def test_each_rule_breaks_its_place() -> None:
    """A comparison is turned, a lock gone, an escape off, a look-up dynamic, a constant moved, a condition turned."""
    broken = [one.source for one in mutants(SOURCE)]
    for part in ("(x <= 3)", "nullcontext()", "not (x) or", " getattr(x", "(3 + 1)", "is not None", "(x < 3 or not"):
        assert [True] == [part in source for source in broken if part in source], part


def test_every_mutant_can_be_read() -> None:
    """Each broken file of the package is Python, and differs from the whole one; each file has some."""
    found = every()
    assert set(TESTS) == {file for file, _ in found}
    for _, one in found[::25]:
        ast.parse(one.source)
