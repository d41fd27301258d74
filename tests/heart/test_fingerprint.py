"""Whether two things are made alike, code included."""

from __future__ import annotations

import importlib.util
import types
from collections.abc import Callable
from pathlib import Path
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


WRITTEN = """
import functools
from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum
from textwrap import dedent
from typing import NamedTuple

LIMIT = (1, 2, 3)
Pair = namedtuple("Pair", "x y")
double = lambda x: 2 * x; triple = lambda x: 3 * x

class Colour(Enum):
    RED = 1
    BLUE = 2
    def other(self):
        return Colour.BLUE if self is Colour.RED else Colour.RED

class Spot(NamedTuple):
    row: int
    column: int = 0

@functools.lru_cache(maxsize=None)
def sizes(n):
    '''The sizes.

    In order.
    '''
    return tuple(k for k in LIMIT if k <= n)

@dataclass(frozen=True, slots=True, order=True)
class Left:
    left: int
    extra: tuple = field(default_factory=tuple, repr=False)
    def __str__(self):
        return f"take {self.left!r:>{1}}"

class Thing:
    @functools.cached_property
    def table(self):
        return {n: double(n) for n in sizes(3)}
    def first(self, n):
        match Pair(1, 2):
            case Pair(x, y):
                return dedent(" x"), Left(x), Spot(y), Colour.RED.other()
"""


def from_file(file: Path, source: str) -> Any:
    """An object of a class in a module that is loaded from a file."""
    file.write_text(source, "utf-8")
    spec = importlib.util.spec_from_file_location("somewhere.things", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Thing()


def written(folder: Path) -> str:
    """The fingerprint of the module before any edit."""
    return fingerprint_with_code(from_file(folder / "written.py", WRITTEN))


def test_remarks_in_a_file_have_no_part(tmp_path: Path) -> None:
    """With dataclasses, enumerations and caches; remarks before a function and in it."""
    inside = WRITTEN.replace("    def other", "    # Of two.\n    def other").replace(
        "        return {n:", "        # Each twice.\n        return {n:"
    )
    remarked = f"# A remark.\n\n{inside}\nOTHER = 5\n"

    assert written(tmp_path) == fingerprint_with_code(from_file(tmp_path / "one.py", remarked))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(1, 2, 3)", "(1, 2, 4)"),
        ("2 * x", "2 + x"),
        ("double(n)", "triple(n)"),
        ("k <= n", "k < n"),
        ("BLUE = 2", "BLUE = 3"),
        ("left: int", "rest: int"),
        ("default_factory=tuple", "default_factory=list"),
        ("column: int = 0", "column: int = 1"),
        ("take {", "leave {"),
        ('"x y"', '"x z"'),
        ("sizes(3)", "sizes(2)"),
        ("Pair(1, 2)", "Pair(2, 1)"),
    ],
)
def test_an_edit_of_a_file_changes_its_fingerprint(tmp_path: Path, old: str, new: str) -> None:
    """Rules, constants, members, fields and their defaults."""
    assert old in WRITTEN
    edited = from_file(tmp_path / "things.py", WRITTEN.replace(old, new))

    assert written(tmp_path) != fingerprint_with_code(edited)


def test_a_file_edited_after_it_was_loaded_does_not_speak_for_the_code(tmp_path: Path) -> None:
    """The code that runs counts, not what its file says by now."""
    file = tmp_path / "things.py"
    edited = from_file(file, WRITTEN.replace("k <= n", "k < n"))
    file.write_text(WRITTEN, "utf-8")

    assert fingerprint_with_code(from_file(file, WRITTEN)) != fingerprint_with_code(edited)


def test_annotations_that_are_kept_as_a_function_have_no_part() -> None:
    """From Python 3.14 on a class has such a function, whose code says nothing of the rules."""
    thing = made(SOURCE)
    before = fingerprint_with_code(thing)
    type(thing).__annotate_func__ = looks
    assert before == fingerprint_with_code(thing)
