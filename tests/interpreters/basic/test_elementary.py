"""Minimal BASIC's functions and numerals: the same digits on every machine."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import pytest

from interactive_provider.interpreters.basic import Program
from interactive_provider.interpreters.basic.machines.arithmetic import elementary
from interactive_provider.interpreters.basic.running.number_format import number_prefix, stepwise

Function = Callable[[float], float]

FUNCTIONS: list[tuple[Function, Function, float, float]] = [
    (elementary.sine, math.sin, -100.0, 100.0),
    (elementary.cosine, math.cos, -100.0, 100.0),
    (elementary.tangent, math.tan, -1.5, 1.5),
    (elementary.exponential, math.exp, -80.0, 80.0),
    (elementary.logarithm, math.log, 0.001, 1000.0),
]


@pytest.mark.parametrize(("ours", "library", "low", "high"), FUNCTIONS)
def test_functions_agree_with_the_library(ours: Function, library: Function, low: float, high: float) -> None:
    """A function differs from the library's by less than its eighth digit can show, by far."""
    rng = Random(1)
    for _ in range(500):
        x = rng.uniform(low, high)
        assert math.isclose(ours(x), library(x), rel_tol=1e-12, abs_tol=1e-13), x


def test_bits_are_fixed() -> None:
    """Results are the same to the last bit wherever Python runs."""
    found = [elementary.sine(1.0), elementary.exponential(1.0), elementary.logarithm(10.0), elementary.tangent(-4.0)]
    assert [x.hex() for x in found] == [
        "0x1.aed548f090ceep-1", "0x1.5bf0a8b1455eep+1", "0x1.26bb1bbb55515p+1", "-0x1.2866f9be4de16p+0"
    ]  # fmt: skip


def test_exact_points() -> None:
    """Zero, the quarter of a turn and the ends of what a number holds come out exact."""
    assert (elementary.sine(0.0), elementary.cosine(0.0), elementary.exponential(0.0)) == (0.0, 1.0, 1.0)
    assert elementary.sine(math.pi / 2) == 1.0
    assert elementary.exponential(-1e4) == 0.0
    with pytest.raises(OverflowError):
        elementary.exponential(1e4)
    for function in (elementary.sine, elementary.cosine, elementary.tangent):
        with pytest.raises(ValueError, match=r"math domain error|expected a finite input"):
            function(math.inf)


def test_numerals_of_daily_size_are_exact() -> None:
    """Up to 15 digits and powers of 22, reading in two steps gives the nearest number."""
    rng = Random(2)
    for _ in range(500):
        text = f"{rng.choice(['', '-'])}{rng.randint(0, 10**7)}.{rng.randint(0, 10**7):07d}E{rng.randint(-14, 20)}"
        assert stepwise(text) == float(text), text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.999866475E+38", "0x1.2ce2e95070769p+126"),
        (".5", "0x1.0p-1"),
        ("0", "0x0.0p+0"),
        ("-0.00E9", "-0x0.0p+0"),
        ("123456789012345678901", "0x1.ac53a7e04bcdap+66"),
        ("1E400", "inf"),
        ("1E-400", "0x0.0p+0"),
    ],
)
def test_numerals_of_any_size(text: str, expected: str) -> None:
    """Long and extreme numerals are read too, the largest as infinity."""
    assert stepwise(text) == float.fromhex(expected)


def test_data_and_constants_are_read_alike() -> None:
    """A number is equal to itself, in DATA or in the program."""
    text = "10 READ A\n20 IF A=0.999866475E+38 THEN 40\n30 PRINT 0\n40 PRINT A\n50 DATA 0.999866475E+38\n60 END"
    assert Program.parse(text, "ecma55").start().output == " 9.9986647E+37 \n"
    assert number_prefix("1E5X") == (100000.0, 3)
