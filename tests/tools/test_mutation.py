"""The rules break what they say, and leave sources that Python can read."""

from __future__ import annotations

import ast

import pytest

from tools.mutation.__main__ import FILES, by_hand, every, harmless
from tools.mutation.reach import carried_over
from tools.mutation.rules import mutants, named_at, statement_at

SOURCE = """
def f(x, lock):
    with lock:
        return x < 3 and not clean(x) or inspect.getattr_static(x, "y") is None
"""


def test_each_rule_breaks_its_place() -> None:
    """A comparison is turned, a lock gone, an escape off, a look-up dynamic, a constant moved, a
    condition turned."""
    broken = [one.source for one in mutants(SOURCE)]
    for part in (
        "(x <= 3)",
        "nullcontext()",
        "not (x) or",
        " getattr(x",
        "(3 + 1)",
        "is not None",
        "(x < 3 or not",
    ):
        assert [True] == [part in source for source in broken if part in source], part


@pytest.mark.slow
def test_every_mutant_can_be_read() -> None:
    """Each broken file of the package is Python with its lines where they were; each file has
    some."""
    found = every()
    assert set(FILES) == {one.file for one in found}
    assert len(found) == len({one.name for one in found})
    for one in found[::25]:
        ast.parse(one.mutant.source)


def test_every_slip_of_the_kept_list_is_still_a_slip() -> None:
    """The text of each is found once in its file, and what takes its place is Python."""
    for one in by_hand():
        ast.parse(one.mutant.source)


@pytest.mark.slow
def test_every_harmless_mutant_is_still_one_of_the_mutants() -> None:
    """What is listed as harmless names its line as it stands, and says why."""
    known = harmless()
    assert set() == set(known) - {one.name for one in every()}
    assert [] == [name for name, why in known.items() if len(why) < 15]


def test_a_line_is_found_in_its_statement() -> None:
    """Of a statement that holds others only the head; of a class's attribute the name that it
    binds."""
    source = (
        "class C:\n  a = (\n  4\n  )\n\n  def f(self):\n    if (\n    1\n    ):\n      return 2\n"
    )
    assert range(7, 10) == statement_at(source, 8)
    assert range(10, 11) == statement_at(source, 10)
    assert (range(2, 5), {"a"}) == named_at(source, 3)
    assert (range(6, 11), {"f"}) == named_at(source, 6)


def test_a_line_is_carried_over_to_where_it_stands_now() -> None:
    """One that moved moves, one rewritten becomes what replaced it; what was put in goes with the
    one before."""
    assert {1: [1, 2], 2: [3], 3: [4]} == carried_over("a\nb\nc", "a\nnew\nb\nc")
    assert {1: [1, 2, 3], 2: [2, 3], 3: [4]} == carried_over("a\nb\nc", "a\nx\ny\nc")
    assert {1: [1], 2: [2], 3: [3]} == carried_over("a\nb\nc", "a\nx\nc")
    assert {1: [1], 2: [], 3: [2]} == carried_over("a\nb\nc", "a\nc")
