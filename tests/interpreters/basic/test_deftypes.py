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


CONSTANTS = {
    'CONST A = 0, ROOT = "TWH"\nPRINT A; ROOT': " 0 TWH\n",
    "DEFINT A-Z\nCONST M = 1000000, H = 2.5\nPRINT M; H": " 1000000  2.5 \n",
    "DEFINT A-Z\nCONST P = 3.5, K = 2 * P, N = -3\nPRINT K; N": " 7 -3 \n",
    "CONST P = 3.14159265#\nPRINT P": " 3.14159265 \n",
}


@pytest.mark.parametrize("text", CONSTANTS)
def test_a_constant_has_the_type_of_its_value(text: str) -> None:
    """CONST names a text or a long number without a sign, whatever DEFINT says of its letter."""
    assert CONSTANTS[text] == Program.parse(text, "qbasic").start().output


LONGS = {
    "C& = 70000\nPRINT C& AND 65535; C& OR 1; C& XOR 3; NOT C&": " 4464  70001  70003 -70001 \n",
    "C& = 70001\nPRINT C& \\ 2; C& MOD 7; 86399.6 \\ 60": " 35000  1  1440 \n",
    "PRINT HEX$(-1); HEX$(70000); HEX$(-70000); OCT$(70000)": "FFFF11170FFFEEE90210560\n",
    "X! = 10.5\nPRINT X! \\ 2 + .1; (X! AND 8) * 1.1": " 5.1  8.8 \n",
}


@pytest.mark.parametrize("text", LONGS)
def test_long_integers_have_32_bits(text: str) -> None:
    """What divides integers or works on their bits takes QBasic's long ones."""
    assert LONGS[text] == Program.parse(text, "qbasic").start().output


def test_a_long_number_does_not_fit_an_integer() -> None:
    """A quotient of long integers is checked when it is kept in 16 bits."""
    part = Program.parse("C& = 70000\nN% = C& \\ 2", "qbasic").start()
    assert "Overflow in 2\n" == part.output
