"""The check of what is hard to read notices each kind of place."""

from __future__ import annotations

import pytest

from tools.readable import WIDEST, Module, complaints_about, wide_lines

SEVEN = "a, b, c, d, e, f, g"

HARD: dict[str, tuple[str, str]] = {
    "parameters": (f"def long({SEVEN}): pass", "long has 7 parameters; 6 are allowed"),
    "keywords": ("def long(a, *, b, c, d, e, f, **g): pass", "long has 7 parameters"),
    "methods": (
        "class Session:\n" + "".join(f"    def act{n}(self): pass\n" for n in range(21)),
        "Session has 21 methods; 20 are allowed",
    ),
    "packed": ("a, b, c = 1, 2, 3\nx = 1\ny = 2", "room has 1 packed statements; 0 are allowed"),
    "crowded": ("x = [a + b, c + d, e + f, (g + h) * (i + j)]", "nodes a line of code"),
}


@pytest.mark.parametrize("what", HARD)
def test_what_is_hard_to_read_is_found(what: str) -> None:
    """A signature, a class, a statement or a room that is over its bound."""
    text, words = HARD[what]

    assert [True] == [words in told for told in complaints_about([Module("room/file.py", text)])]


@pytest.mark.parametrize(
    "text",
    [
        f"class Game:\n    def step(self, {SEVEN[:-3]}): pass",
        '''"""A long\n\ndescription."""\n\nx = 1''',
    ],
    ids=["a method of six", "a description"],
)
def test_what_is_within_its_bounds_passes(text: str) -> None:
    """Six parameters besides the object, and any description."""
    assert [] == list(complaints_about([Module("room/file.py", text)]))


def test_lines_of_code_are_those_without_descriptions_and_comments() -> None:
    """A description makes no file look airier than it is."""
    module = Module("room/file.py", '"""Two\nlines."""\n\n# why\nx = 1\ny = 2\n')

    assert (2, 8) == (module.lines_of_code, module.nodes)


def test_a_name_of_two_things_is_found() -> None:
    """A class and a type in two rooms; a word of the field may stand in several, once in each."""
    modules = [
        Module("search/one.py", "class Way:\n    kind = 1\nclass State:\n    kind = 1"),
        Module("heart/two.py", "Way: TypeAlias = int\nState: TypeAlias = str"),
        Module("search/three.py", "class Key:\n    kind = 1"),
        Module("search/four.py", "class Key:\n    kind = 1"),
    ]

    assert [
        "2 things have the name Way: search/one.py, heart/two.py",
        "2 things have the name Key: search/three.py, search/four.py",
    ] == [*complaints_about(modules)]


def test_only_the_heart_reads_the_private_parts_of_a_position() -> None:
    """An object's own parts are its own."""
    modules = [
        Module("widget/one.py", "def f(p):\n    return p._state"),
        Module("heart/two.py", "def f(p):\n    return p._state"),
        Module("widget/three.py", "def f(self):\n    return self._state"),
    ]

    assert ["widget/one.py:2 reads _state of a position: ask heart/play/insiders.py"] == [
        *complaints_about(modules)
    ]


def test_a_line_of_the_page_may_be_as_wide_as_a_line_of_python() -> None:
    """A wider one is named with its number."""
    lines = ["x" * WIDEST, "y" * (WIDEST + 1)]
    assert ["a.js:2 has 101 characters; 100 are allowed"] == list(
        wide_lines("a.js", "\n".join(lines))
    )
