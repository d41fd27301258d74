"""Numbers as JavaScript writes them: what Node.js 22 gave."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from interactive_provider.interpreters.stories.errors import NotUnderstood
from interactive_provider.interpreters.stories.expressions.methods import number_method
from interactive_provider.interpreters.stories.expressions.numbers import number_text
from interactive_provider.interpreters.stories.expressions.values import tidy

AS_NODE_WRITES_THEM: list[tuple[float, str, list[Any], str]] = [
    (0.30000000000000004, "toString", [], "0.30000000000000004"),
    (1e21, "toString", [], "1e+21"),
    (123456789012345680000, "toString", [], "123456789012345680000"),
    (0.000001, "toString", [], "0.000001"),
    (1e-7, "toString", [], "1e-7"),
    (-1.5e-9, "toString", [], "-1.5e-9"),
    (5e-324, "toString", [], "5e-324"),
    (4503599627370498, "toString", [], "4503599627370498"),
    (0.5, "toFixed", [0], "1"),
    (1.5, "toFixed", [0], "2"),
    (2.5, "toFixed", [0], "3"),
    (-2.5, "toFixed", [0], "-3"),
    (-0.4, "toFixed", [0], "-0"),
    (1e21, "toFixed", [0], "1e+21"),
    (1.45, "toFixed", [1], "1.4"),
    (0.25, "toFixed", [1], "0.3"),
    (0.125, "toFixed", [2], "0.13"),
    (1.005, "toFixed", [2], "1.00"),
    (8.345, "toFixed", [2], "8.35"),
    (10.235, "toFixed", [2], "10.23"),
    (-1.005, "toFixed", [2], "-1.00"),
    (123.456, "toFixed", [2], "123.46"),
    (100000000000000000000, "toFixed", [2], "100000000000000000000.00"),
]


@pytest.mark.parametrize(("number", "method", "given", "text"), AS_NODE_WRITES_THEM)
def test_a_number_is_written_as_node_writes_it(
    number: float, method: str, given: list[Any], text: str
) -> None:
    """Halves go away from zero by the exact value of the float, and exponents begin where
    JavaScript's do."""
    assert text == number_method(tidy(number), method, given)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_written_by_its_name(number: float) -> None:
    """NaN and the infinities have no digits in any of the forms."""
    name = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(number)]
    forms = [
        ("toFixed", [2]),
        ("toString", []),
    ]
    assert [name] * 2 == [number_method(number, method, given) for method, given in forms]


def test_every_form_can_be_read_back() -> None:
    """The text of a number gives the number that was written."""
    luck = Random(1)
    for _ in range(2_000):
        number = luck.uniform(-1, 1) * 10 ** luck.randrange(-12, 15)
        assert number == float(number_text(number))


@pytest.mark.parametrize(
    ("method", "given"),
    [("toString", [2]), ("toFixed", [-1]), ("toPrecision", [3]), ("toLocaleString", [])],
)
def test_a_form_that_is_not_known_is_said(method: str, given: list[Any]) -> None:
    """Bases and places out of range, and forms by language, are refused."""
    with pytest.raises(NotUnderstood, match=method):
        number_method(1.5, method, given)
