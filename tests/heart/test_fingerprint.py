"""Whether two things are made alike, code included."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import pytest

from interactive_provider.support.fingerprint import fingerprint, fingerprint_with_code


def looks(x: object) -> bool:
    """A function with a set among its constants."""
    return x in {0, 8, 16}


def test_the_order_of_a_set_in_code_has_no_part() -> None:
    """It is another in each process where the members are texts; here it is turned by hand."""
    orders = [frozenset(order) for order in ((0, 8, 16), (16, 8, 0))]
    assert repr(orders[0]) != repr(orders[1])
    made = []
    for order in orders:
        code = looks.__code__
        constants = tuple(
            order if isinstance(const, frozenset) else const for const in code.co_consts
        )
        made.append(fingerprint(types.FunctionType(code.replace(co_consts=constants), {}, "looks")))
    assert made[0] == made[1]


SOURCE = """
import functools
FACTOR = 3
HELD = {}
def helper(x): return x * FACTOR
@functools.cache
def kept(x): return helper(x)
class Base:
    def shift(self): return 1
class Thing(Base):
    def __init__(self, n=0): self.n = n
    @property
    def shown(self): return self.n
    @staticmethod
    def rule(x): return (lambda y: kept(y))(x)
"""


def made(source: str, *given: object) -> Any:
    """An object of a class that is made again from source."""
    space: dict[str, Any] = {"__name__": "somewhere.things"}
    exec(compile(source, "things.py", "exec"), space)
    return space["Thing"](*given)


@pytest.mark.parametrize(
    "edited",
    [
        lambda: made(SOURCE.replace("FACTOR = 3", "FACTOR = 4")),
        lambda: made(SOURCE.replace("x * FACTOR", "x + FACTOR")),
        lambda: made(SOURCE.replace("return 1", "return 2")),
        lambda: made(SOURCE.replace("return self.n", "return -self.n")),
        lambda: made(SOURCE.replace("kept(y)", "kept(-y)")),
        lambda: made(SOURCE, 1),
        lambda: made(SOURCE, True),
        lambda: made(SOURCE, False),
    ],
)
def test_code_counts_as_far_as_it_is_named(edited: Callable[[], object]) -> None:
    """What a class builds on, its properties, what its functions call, and the data that these
    name."""
    assert fingerprint_with_code(made(SOURCE)) != fingerprint_with_code(edited())


def test_code_that_is_loaded_again_is_the_same() -> None:
    """Where it stands in its file, and what the file holds besides, has no part."""
    one = fingerprint_with_code(made(SOURCE))
    assert one == fingerprint_with_code(made(SOURCE))
    assert one == fingerprint_with_code(made(f"# A remark.\n\n{SOURCE}\nOTHER = 5\n"))
