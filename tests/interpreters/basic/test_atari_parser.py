"""Atari BASIC."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program, ProgramState

from . import detected


def run(text: str, *answers: str) -> ProgramState:
    """A program that begins as an Atari's do, after some answers."""
    return detected.run(f"1 POKE 82,0\n{text}", *answers, dialect="atari")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('DIM A$(9):A$="HELLO":PRINT A$(2,3);A$(4);LEN(A$)', "ELLO5"),
        ('DIM A$(3):A$="HELLO":PRINT A$', "HEL"),
        ('DIM A$(9):A$="HELLO":A$(2,3)="XY":PRINT A$', "HXYLO"),
        ('DIM A$(9):A$="HELLO":A$(3)="!":PRINT A$', "HE!"),
        ('DIM A$(9):A$="AB":A$(LEN(A$)+1)="CD":PRINT A$', "ABCD"),
        ('DIM A$(9):A$(4,4)="X":PRINT A$', "   X"),
        ("I=2:DIM A$(9):A$=\"HELLO\":PRINT A$(I,I+1)", "EL"),
        ("PRINT 3=3;1;-2", "11-2"),
        ("PRINT #6;RND(0)<1", "1"),
        ("EXIT=30:GOTO EXIT\n20 PRINT \"NO\"\n30 PRINT \"OUT\"", "OUT"),
        ("TRAP 30:PRINT ASC(\"\")\n20 PRINT \"NO\"\n30 PRINT \"TRAPPED\"", "TRAPPED"),
        ("TRAP 40000:FOR I=5 TO 1:PRINT I:NEXT I", "5"),
    ],
)  # fmt: skip
def test_statements(statement: str, expected: str) -> None:
    """Texts have a size and places, truth is 1, numbers are printed without blanks."""
    state = run(f"10 {statement}\n")
    assert (state.output, state.error) == (expected + "\n", None)


def test_an_answer_is_cut_to_its_size() -> None:
    """What is typed for a text keeps as many characters as DIM gave it, which the choices know."""
    state = run('10 DIM A$(1):INPUT A$:IF A$="Y" THEN PRINT "YES"\n')
    assert state.answer("YELLOW").output == "YES\n"
    assert state.suggestions[0].words[:2] == ("YES", "NO")


def test_keys_and_sticks_are_asked_for() -> None:
    """GET waits for a key, STICK and STRIG for an arrow key or the space bar."""
    assert run('10 OPEN #1,4,0,"K:":GET #1,K:PRINT K\n', "\r").output == "155\n"
    assert run("10 PRINT STICK(0);STRIG(0)\n", "\0H").output == "141\n"
    assert run("10 PRINT STICK(0);STRIG(0)\n", " ").output == "150\n"


def test_trap_of_what_is_no_line() -> None:
    """TRAP with a number that no line can have is a syntax error of its line, and the rest of the
    program runs."""
    state = Program.parse('10 PRINT "A"\n20 TRAP &HFF\n', "atari").start()
    assert ("A\n?SYNTAX ERROR IN 20\n", 20) == (state.output, state.line)
