"""DEFINT and its kin say for a whole listing which type the names of a letter have."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program

PRINTS = {
    "10 DEFINT A:A=5.7:B=5.7:PRINT A;B": " 6  5.7 \n",
    "10 GOSUB 100\n20 PRINT A\n30 END\n100 DEFINT A-Z\n110 A=4.2\n120 RETURN": " 4 \n",
    '10 PRINT "DEFSTR A":REM DEFSTR A\n20 A=1.5:PRINT A': "DEFSTR A\n 1.5 \n",
    '10 DEFSTR A-C,X:B="UP":X="ON":D=2.5:PRINT B;X;D': "UPON 2.5 \n",
    "10 DEFDBL A-Z:DEFINT I:A=1#/3:I=2.6:PRINT A;I": " .3333333333333333  3 \n",
    "10 DEFINT A\n20 A!=2.5:A#=3.5:A=2.5:PRINT A!;A#;A": " 2.5  3.5  3 \n",
}


@pytest.mark.parametrize("text", PRINTS)
def test_types_hold_in_the_whole_listing(text: str) -> None:
    """A name without a sign has the type that the listing gives its letter, by the last statement
    that names it."""
    assert PRINTS[text] == Program.parse(text, "gw").start().output


def test_types_of_a_subprogram_follow_its_own_statements() -> None:
    """Where lines have no numbers a type holds from its line on."""
    text = "A = 1.6\nPRINT A\nDEFINT A\nA = 1.6\nPRINT A\n"
    assert [" 1.6 ", " 2 "] == Program.parse(text, "qbasic").start().output.splitlines()
