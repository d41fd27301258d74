"""TI BASIC and TI Extended BASIC of the TI-99/4A."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import ProgramState

from . import detected


def run(text: str, *answers: str) -> ProgramState:
    """A program that begins as TI's do, after some answers."""
    return detected.run(f"1 CALL CLEAR\n{text}", *answers, dialect="ti")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('PRINT "A": :"B"', "A\n\nB\n"),
        ('PRINT ::"A"', "\n\nA\n"),
        ('PRINT "A":', "A\n"),
        ('PRINT "A";:"B";\n11 PRINT "C"', "A\nBC\n"),
        ('PRINT "A" :: PRINT "B"', "A\nB\n"),
        ('PRINT "SAY ""HI"""', "SAY 'HI'\n"),
        ('A$="X"&"Y" :: PRINT A$;LEN(A$)', "XY 2 \n"),
        ("PRINT 1/3;STR$(5);-2.5", " .3333333333 5-2.5 \n"),
        ('PRINT TAB(5);"X";TAB(3);"Y"', "    X\n  Y\n"),
        ("PRINT RPT$(\"=\",27);\"AB\"", "=" * 27 + "\nAB\n"),
        ('PRINT 1,2', f" 1{' ' * 13}2 \n"),
        ('PRINT SEG$("HELLO",2,3);POS("HELLO","L",4)', "ELL 4 \n"),
        ("PRINT MAX(2,7);MIN(2,7);INT(PI*100);RND<1", " 7  2  314 -1 \n"),
        ("DEF SQ(KEY)=KEY*KEY\n11 COLOR=SQ(3) :: PRINT COLOR", " 9 \n"),
        ("A,B(2)=4 :: @=A*B(2) :: PRINT @ ! a remark", " 16 \n"),
        ("IF 1=2 THEN 20 ELSE 30\n20 PRINT \"NO\"\n30 PRINT \"YES\"", "YES\n"),
        ("IF (1=1)*(2=2)THEN PRINT \"A\" :: PRINT \"B\" ELSE PRINT \"C\"", "A\nB\n"),
        ("FOR I=2 TO 1 :: PRINT I :: NEXT I :: PRINT \"END\"", "END\n"),
        ("READ A$,B :: PRINT A$;B\n11 DATA A:B!,3", "A:B! 3 \n"),
        ("X=2 :: CALL TWICE(X,(X)):: PRINT X\n90 SUB TWICE(A,B):: X=9 :: A=A*2+B :: SUBEND", " 6 \n"),
    ],
)  # fmt: skip
def test_statements(statement: str, expected: str) -> None:
    """Statements in the manner of TI BASIC print what they print on a TI-99/4A."""
    state = run(f"10 {statement}\n")
    assert (state.output, state.error) == (expected, None)


def test_input_with_a_prompt_has_no_question_mark() -> None:
    """A prompt, which may be any text, is printed alone; without one there is a question mark."""
    state = run('10 A$="AGE" :: INPUT A$&": ":N\n20 INPUT "NAME ":N$\n30 INPUT X\n')
    assert [state.output, state.answer("3").output, state.answer("3").answer("A").output] == [
        "AGE: ",
        "NAME ",
        "? ",
    ]


def test_call_key_asks_for_a_key() -> None:
    """CALL KEY finds the code of a key, or of its place in half a keyboard, and whether there is
    one."""
    text = "10 CALL KEY({},K,S)\n20 IF S=0 THEN 10\n30 PRINT K\n40 IF K=89 THEN 50\n50 END\n"
    assert [
        run(text.format(unit), "", key).output
        for unit, key in ((0, "y"), (3, "\0K"), (1, "\0H"), (2, "j"))
    ] == [" 89 \n", " 8 \n", " 5 \n", " 2 \n"]
    assert "Y" in run(text.format(0)).suggestions[0].words


def test_the_joystick_is_the_arrow_keys() -> None:
    """CALL JOYST gives 4 or -4 for the direction of an arrow key."""
    assert run("10 CALL JOYST(1,X,Y):: PRINT X;Y\n", "\0H").output == " 0  4 \n"


SCREEN = """10 CALL HCHAR(3,31,42,3):: CALL VCHAR(24,1,35,2)
20 DISPLAY AT(12,2)SIZE(4)BEEP:"TITLE";
30 CALL GCHAR(3,31,V):: CALL HCHAR(5,1,130):: CALL GCHAR(5,1,W):: PRINT V;W
40 ACCEPT AT(20,5)VALIDATE("YN")SIZE(1):A$
50 PRINT "GOT ";A$
"""


def test_characters_are_placed() -> None:
    """HCHAR and VCHAR go on at the next line or column, DISPLAY AT counts from the margin, PRINT
    moves it all up."""
    state = run(SCREEN)
    lines = [line.rstrip() for line in state.screen.lines]  # type: ignore[union-attr]
    assert len(lines[0]) <= len(state.screen.lines[0]) == 32  # type: ignore[union-attr]
    assert [lines[1], lines[2], lines[10], lines[22]] == [
        " " * 30 + "**",
        "*",
        "   TITLE",
        "#  42  130",
    ]
    after = state.answer("Y").screen
    assert after is not None
    assert [after.lines[18].rstrip(), after.lines[22].rstrip()] == ["      Y", "  GOT Y"]


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("CALL HCHAR(25,1,42)", "SUBSCRIPT OUT OF RANGE"),
        ("CALL HCHAR(1,1,42,1E9)", "SUBSCRIPT OUT OF RANGE"),
        ("CALL KEY", "SYNTAX ERROR"),
        ("CALL", "SYNTAX ERROR"),
        ("CALL HCHAR(1,2)", "SYNTAX ERROR"),
        ('CALL VCHAR("A",1,1)', "SYNTAX ERROR"),
        ('DISPLAY AT("A",1):"B"', "SYNTAX ERROR"),
        ("A(1,1,1,1,1,1,1)=1", "SUBSCRIPT OUT OF RANGE"),
        ("GOTO 999", "UNDEFINED LINE NUMBER"),
    ],
)
def test_faults(statement: str, message: str) -> None:
    """What no TI-99/4A can do stops the program with the line."""
    error = run(f"10 {statement}\n").error
    assert error is not None
    assert (error.message, error.line) == (message, 10)


def test_lines_cut_at_eighty_columns_are_joined() -> None:
    """A listing that a screen of 80 columns has cut is read as it was."""
    first = '10 A$="' + "X" * 60 + '" :: B=1 ::'
    text = f"{first.ljust(80)}\nC=2 :: PRINT B+C\n"
    assert run(text).output == " 3 \n"


def test_what_does_nothing_is_said() -> None:
    """Sound and colours do nothing, which is said before the first question."""
    assert run("10 CALL SOUND(100,110,0):: CALL SCREEN(5)\n").program.notices[1:] == (
        "Without effect here: CALL SOUND (10); CALL SCREEN (10).",)  # fmt: skip
