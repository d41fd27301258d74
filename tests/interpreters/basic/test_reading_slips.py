"""Slips of hobby programs that ran on the machines: blanks in numbers, an ELSE that is reached.

PC-BASIC 2.0.8 gives the expected output of the programs for ``gw``.
"""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program


def run_of(text: str, dialect: str) -> tuple[list[str], str]:
    """The words that a program prints, and how it ends."""
    state = Program.parse(text, dialect).start()
    return state.output.split(), state.status


@pytest.mark.parametrize("dialect", ["gw", "commodore", "applesoft", "msx", "level2", "lenient"])
def test_blanks_inside_numbers_are_passed_over(dialect: str) -> None:
    """Digits with blanks between them are one number, of a line too."""
    text = (
        "10 PRINT 1 000+2:PRINT 1. 5:A=12 34:PRINT A\n20 DIM B(1 0):B(10)=7:PRINT B(1 0)\n"
        '30 IF A THEN 1 00\n40 END\n100 PRINT "OK"'
    )
    assert (["1002", "1.5", "1234", "7", "OK"], "ended") == run_of(text, dialect)


@pytest.mark.parametrize("dialect", ["gw", "commodore"])
def test_an_exponent_may_lack_its_digits(dialect: str) -> None:
    """A number with an E and nothing behind it is the number before it."""
    assert (["1", "2"], "ended") == run_of("10 PRINT 1E;2", dialect)


@pytest.mark.parametrize("dialect", ["gw", "msx", "level2", "color", "lenient"])
def test_an_else_that_is_reached_is_passed_over(dialect: str) -> None:
    """What follows an ELSE without its IF is skipped up to the end of the line, in a loop too."""
    text = (
        '10 FOR I=1 TO 2:IF I=2 THEN PRINT "TWO"\n20 ELSE IF I=1 THEN PRINT "ONE"\n30 NEXT\n'
        '40 PRINT "X":ELSE PRINT "Y"\n50 PRINT "END"'
    )
    assert (["TWO", "X", "END"], "ended") == run_of(text, dialect)


def test_an_else_leaves_the_loop_around_it_open() -> None:
    """A WEND after an ELSE without its IF still belongs to the WHILE before it."""
    text = "10 WHILE J<2:J=J+1\n20 ELSE PRINT 9\n30 WEND:PRINT J"
    assert (["2"], "ended") == run_of(text, "gw")


def test_numbers_below_the_least_are_zero() -> None:
    """Numbers of which the 8K machines have no nearest one but 0 are read as 0."""
    assert (["0", "0", "0"], "ended") == run_of(
        '10 READ A:PRINT VAL("1E-50");1E-39;A\n20 DATA 1E-40', "commodore"
    )
