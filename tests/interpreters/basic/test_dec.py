"""Listings of the early 1970s, as DEC's and Hewlett-Packard's machines wrote them."""

from __future__ import annotations

import time
from random import Random

import pytest

from interactive_provider.interpreters.basic import BasicError, Program
from interactive_provider.interpreters.basic.reading.dec import may_be_early
from interactive_provider.interpreters.basic.reading.lexer import split_lines

EARLY = {
    "a backslash between statements": (
        '10 PRINT "A"\\PRINT "B"\\GOTO 30\n20 PRINT "C"\n30 END',
        "A\nB\n",
    ),
    "a backslash in a text": ('10 A=1\\PRINT "A\\B"', "A\\B\n"),
    "remarks and short words": ('10 ! A REMARK\n20 &"A":&\n30 PRI "B"', "A\n\nB\n"),
    "several variables at once": ("10 A,B(2),C=7\\PRINT A;B(2);C", " 7  7  7 \n"),
    "what FOR and IF follow": ("10 A(I)=I*I FOR I=1 TO 3\\PRINT A(3)\\PRINT 1 IF A(1)=2", " 9 \n"),
    "a text in codes and back": (
        '10 A$="HI"\\CHANGE A$ TO A\\A(1)=A(1)+1\\CHANGE A TO B$\\PRINT A(0);B$',
        " 2 II\n",
    ),
    "matrices": (
        "10 DIM A(2,2),B(3)\\MAT A=CON\\MAT READ B\\MAT A=(5)*A\\PRINT A(2,1);B(3)\n20 DATA 7,8,9",
        " 5  9 \n",
    ),
    "unequal and GOTO OF": (
        '10 X=2\\IF X#1 THEN 30\n20 END\n30 GOTO X OF 20,40\n40 PRINT "HERE"',
        "HERE\n",
    ),
    "brackets that are missing or too many": ("10 A=INT(2.5\\B=(3*2))\\PRINT A;B", " 2  6 \n"),
    "a comma at the end of PRINT stays": ('10 A=1\\PRINT "A";\\PRINT "B"', "AB\n"),
}


@pytest.mark.parametrize("name", EARLY)
def test_early_listings_run(name: str) -> None:
    """What later machines write otherwise is read as it was meant."""
    text, output = EARLY[name]
    assert output == Program.parse(text, None).start().output


def test_a_quotient_of_integers_is_no_end_of_a_statement() -> None:
    """Where a program can be read as it stands, its backslashes divide."""
    assert " 3 \n" == Program.parse("10 A=7:B=2\n20 PRINT A\\B", None).start().output


def test_early_listings_that_are_damaged_are_refused_in_a_sentence() -> None:
    """Signs that were lost or doubled make a fault of the program, never one of the reader."""
    rng = Random(1)
    for text, _ in EARLY.values():
        for _ in range(40):
            at = rng.randrange(3, len(text))
            damaged = (
                text[:at]
                + rng.choice(["", '"', "(", ")", "\\", "#", "MAT ", "CHANGE ", ",", "\n"])
                + text[at + 1 :]
            )
            try:
                state = Program.parse(damaged, None).start(steps=300)
            except BasicError as fault:
                assert "\n" not in str(fault)
            else:
                assert state.error is None or "\n" not in str(state.error)


@pytest.mark.parametrize(("other", "numbers"), [("", 3), ("A=RND(1):", 1), ("A=RND:", 1)])
def test_rnd_of_0_is_the_next_number_where_nothing_else_draws(other: str, numbers: int) -> None:
    """On Microsoft's machines it is the last number again, and nothing would ever be drawn."""
    text = f'10 {other}PRINT "RND(0)";RND(0)\n20 PRINT RND( 0 )\n30 PRINT RND(0)'
    printed = Program.parse(text, None).start(1).transcript.split()
    drawn = {word.removeprefix("RND(0)") for word in printed} - {""}

    assert "RND(0)" in printed
    assert numbers == len(drawn)


def test_brackets_that_are_never_closed_are_looked_at_once() -> None:
    """A line of 40,000 of them is read in a moment, whatever dialect it may be in."""
    lines, _ = split_lines(f"10 X={'(' * 40_000}1{')' * 40_000}")
    before = time.process_time()
    assert may_be_early(lines)
    assert time.process_time() - before < 0.5
