"""Words of the machines' manuals that are read in each dialect."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program


@pytest.mark.parametrize(
    ("dialect", "text", "printed"),
    [
        ("atari", "10 PRINT CLOG(1000)\n", "3\n"),
        ("msx", "10 ON STOP GOSUB 30:STOP ON\n20 PRINT BIN$(5):END\n30 RETURN\n", "101\n"),
        ("gw", "10 PRINT PEN(0);LPOS(0)\n", " 0  4 \n"),
        ("gw", "10 PRINT PMAP(3,0)\n", " 3 \n"),
        ("gw", "10 DIM STICK(5):STICK(1)=7:PRINT STICK(1)\n", " 7 \n"),
        ("gw", '10 MKDIR "X":ENVIRON "A=1":LOCK #1:PRINT "ON"\n', "ON\n"),
        ("color", "10 PRINT PPOINT(5,5)\n", " 0 \n"),
        ("ti", '10 PRINT "A"\n20 BYE\n30 PRINT "B"\n', "A\n"),
        ("qbasic", "10 DIM A(5),B$(3,7):PRINT UBOUND(A);UBOUND(B$);UBOUND(B$,2)\n", " 5  3  7 \n"),
        ("qbasic", "10 N=4:DIM C(N,N+1):PRINT UBOUND(C);UBOUND(C,2)\n", " 4  5 \n"),
        (
            "qbasic",
            "TYPE T\nX AS INTEGER\nEND TYPE\nDIM L(6) AS T\nPRINT UBOUND(L)\nEND\n",
            " 6 \n",
        ),
        ("qbasic", '10 ON LOCAL ERROR GOTO 20:ERROR 5\n20 PRINT "CAUGHT":END\n', "CAUGHT\n"),
    ],
)
def test_words_of_the_manuals_are_read(dialect: str, text: str, printed: str) -> None:
    """Functions and statements that a manual lists do what it says, or have no effect."""
    assert printed == Program.parse(text, dialect).start().output
