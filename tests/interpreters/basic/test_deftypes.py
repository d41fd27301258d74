"""DEFINT and its kin act when they are executed, as in GW-BASIC; what is expected here is what
PC-BASIC prints."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program
from interactive_provider.interpreters.basic.reading import deftypes
from interactive_provider.interpreters.basic.reading.lexer import split_lines

PRINTS = {
    "10 A=5.7:PRINT A:DEFINT A:PRINT A:A=5.7:PRINT A": " 5.7 \n 0 \n 6 \n",
    "10 GOSUB 100\n20 PRINT A\n30 END\n100 DEFINT A-Z\n110 A=4.2\n120 RETURN": " 4 \n",
    '10 GOSUB 90:A=1.5:PRINT A\n20 GOSUB 80:A=2.6:PRINT A\n30 GOSUB 90:A=2.6:PRINT A\n40 END\n80 DEFINT A\n85 RETURN\n90 PRINT "DEFSTR A"\n95 RETURN': (
        "DEFSTR A\n 1.5 \n 3 \nDEFSTR A\n 3 \n"
    ),
    '10 DEFINT A:A=1.6:PRINT A\n20 DEFSTR A:A="X":PRINT A\n30 DEFSNG A:A=1.6:PRINT A': (
        " 2 \nX\n 1.6 \n"
    ),
    "10 DEFINT A-Z:RUNNING=1.6:PRINT RUNNING\n20 CLEAR:RUNNING=1.7:PRINT RUNNING": " 2 \n 1.7 \n",
    "10 GOTO 50\n20 DEFINT A\n30 A=2.6:PRINT A:END\n50 A=1.5:PRINT A:GOTO 20": " 1.5 \n 3 \n",
    "10 B=1:IF B=1 THEN DEFINT A:A=2.6:PRINT A ELSE 40\n20 PRINT A\n30 END\n40 PRINT B": (
        " 3 \n 3 \n"
    ),
    "10 DIM A(12):A(12)=2.5:DEFINT A\n20 PRINT A(2);A!(12)": " 0  2.5 \n",
    '10 DEFDBL D:D=1/2:DEFSTR D\n20 FOR I=1 TO 2:ON I GOSUB 40,50:NEXT\n30 PRINT D;D#:END\n40 D=D+"A":RETURN\n50 D=D+"B":RETURN': (
        "AB .5 \n"
    ),
}


@pytest.mark.parametrize("text", PRINTS)
def test_types_are_those_in_force(text: str) -> None:
    """A name has the type that its letter was given last on the way to where it stands."""
    assert Program.parse(text, "gw").start().output == PRINTS[text]


def test_types_that_depend_on_the_way() -> None:
    """Where a DEFINT may have been executed or not, all that the program says of a letter holds
    everywhere."""
    text = "10 INPUT N:A=1.6:B=1.6\n20 IF N=0 THEN 40\n30 DEFINT A\n40 PRINT A;B\n"
    assert [" 2  1.6 \n"] * 2 == [
        Program.parse(text, "gw").start().answer(n).output[-9:] for n in "01"
    ]


def test_long_ways_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would take too long to follow has the types of the whole program."""
    lines = split_lines("10 A=1.6:PRINT A\n20 DEFINT A\n30 PRINT A\n")[0]
    assert ["", "%"] == [deftypes.types_of(lines)[i][0][1]["A"] for i in (0, 2)]
    monkeypatch.setattr(deftypes, "_STEPS", 2)
    assert ["%", "%"] == [deftypes.types_of(lines)[i][0][1]["A"] for i in (0, 2)]


def test_programs_without_types() -> None:
    """Nothing is kept for the lines of a program that speaks of types in texts and remarks
    alone."""
    assert [(), ()] == deftypes.types_of(split_lines('10 PRINT "DEFINT A-Z"\n20 REM DEFINT A\n')[0])
