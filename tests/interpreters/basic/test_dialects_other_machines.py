"""What only an Apple, an MSX or a PC has: places on the screen, paddles, error traps."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program, ProgramState

MSX = """10 SCREEN 1,2:KEY OFF:COLOR 15,4,7
20 LOCATE 0,1:PRINT "HI":LOCATE 30,0:PRINT "THERE"
30 S=STICK(0):IF S=0 AND STRIG(0)=0 THEN 30
40 IF S=3 THEN PRINT "RIGHT":GOTO 30
50 PRINT "FIRE"
"""
APPLE = """10 HOME:ONERR GOTO 90
20 GOSUB 50
30 PRINT "NOT HERE":END
50 POP:HIMEM: 8192
60 P=PDL(0):IF P<50 THEN PRINT "LEFT":GOTO 60
70 IF PEEK(-16287)<128 THEN 60
80 PRINT ASC(""):END
90 PRINT "TRAPPED":END
"""


def played(text: str, *keys: str) -> ProgramState:
    """A program in the dialect that its text tells, after some keys."""
    state = Program.parse(text, dialect=None).start(1)
    for key in keys:
        state = state.answer(key)
    return state


def test_msx_counts_columns_first() -> None:
    """LOCATE takes the column first, both count from 0, and the stick's directions are the arrow
    keys."""
    state = played(MSX)
    assert (state.program.dialect.name, str(state.screen)) == ("msx", " " * 30 + "THERE\nHI")
    assert {"\0M", " "} <= set(state.suggestions[0].words)
    assert [state.answer("\0M").output, played(MSX, "", "\0M", " ").output] == ["RIGHT\n", "FIRE\n"]


def test_a_pc_asks_where_a_program_reads_its_joystick() -> None:
    """The arrow keys turn STICK from the middle to an end, and the space bar is the button."""
    state = Program.parse(
        "10 X=STICK(0):Y=STICK(1):IF STRIG(1) THEN END\n20 PRINT X;Y:GOTO 10\n", "gw"
    ).start()
    found = [state.answer(key).output for key in ("", "\0M", "\0H", " ")]
    assert [" 100  100 \n", " 200  100 \n", " 100  0 \n", ""] == found
    assert {"\0H", "\0P", "\0K", "\0M", " "} <= {*state.suggestions[0].words}


def test_apple_forgets_calls_and_traps_errors() -> None:
    """POP forgets a GOSUB, ONERR traps, a paddle is turned by the arrow keys and its button is the
    space bar."""
    state = played(APPLE)
    assert (state.program.dialect.name, {"\0K", " "} <= set(state.suggestions[0].words)) == (
        "applesoft",
        True,
    )
    assert played(APPLE, "\0K").output == "LEFT\n"
    assert played(APPLE, "\0K", " ").output == "TRAPPED\n"


def test_place_beyond_the_screen_of_an_msx_is_its_last() -> None:
    """An MSX's LOCATE is cut to the screen, where GW-BASIC's stops the program."""
    text = '10 LOCATE 0,99:PUT SPRITE 0,(1,1):PRINT "X";\n'
    assert str(played(text).screen) == "\n" * 24 + "X"
    assert Program.parse(text, "gw").start().status == "error"


TRUTHS = {
    "PRINT (3>2)*10;(3<2);-(1=1);(1=1)+(2=2)": "100-12",
    "PRINT NOT 5;NOT 0;2 AND 1;2 AND 0;0 OR 4;NOT 1=2": "011011",
    'IF 2 AND 1 THEN PRINT "BOTH";:IF NOT 2 THEN PRINT "NEVER"': "BOTH",
    'X=3:IF X AND NOT X=2 THEN PRINT "ON";:IF (X=2)+(X=4) THEN PRINT "NEVER"': "ON",
    'PRINT "X="5" ";-3.5;STR$(7);LEN(STR$(12))': "X=5 -3.572",
}


@pytest.mark.parametrize("text", TRUTHS)
def test_what_is_true_on_an_apple_is_one(text: str) -> None:
    """Comparisons and logic give 1 and 0, and numbers are printed without blanks."""
    assert TRUTHS[text] == Program.parse(f"20 {text}\n", "applesoft").start().output.rstrip("\n")


def test_an_apple_is_told_by_its_screen() -> None:
    """HOME, HTAB and their kin tell Applesoft; the words of a branch by a sum of comparisons go
    their ways."""
    text = (
        '10 HOME:INPUT A$:ON (A$="N")+2*(A$="S") GOTO 40,50\n30 PRINT "LOST":END\n'
        '40 PRINT "NORTH":END\n50 PRINT "SOUTH"'
    )
    program = Program.parse(text, None)
    assert "applesoft" == program.dialect.name
    assert ["NORTH\n", "SOUTH\n", "LOST\n"] == [
        program.start().answer(word).output.removeprefix("? ") for word in "NSX"
    ]


@pytest.mark.parametrize(
    ("dialect", "program", "expected"),
    [
        (
            "level2",
            "A$=CHR$(191)+CHR$(129)+CHR$(149):PRINT A$;STRING$(2,140);ASC(A$);ASC(CHR$(129))",
            "█🬀▌🬋🬋 191  129 ",
        ),
        (
            "level2",
            'PRINT ASC(" ");ASC("A");CHR$(65);STRING$(2,"-");"["CHR$(128)"]"',
            " 32  65 A--[ ]",
        ),
        ("color", "PRINT CHR$(128+9);CHR$(143+16);STRING$(2,140);ASC(CHR$(137))", "▚█▀▀ 137 "),
    ],
)
def test_blocks_among_the_characters(dialect: str, program: str, expected: str) -> None:
    """The characters of Tandy's machines from 128 on are blocks: six in each of a TRS-80's, four in
    the others'."""
    assert expected + "\n" == Program.parse(f"10 {program}", dialect).start().output


def test_commands_of_an_apples_disk_are_not_printed() -> None:
    """A line that begins with CHR$(4) is a command of the disk's; what follows in other lines is
    printed."""
    text = (
        '10 D$=CHR$(4):PRINT "A":PRINT D$;"OPEN X";1:PRINT "B"\n'
        '20 PRINT CHR$(4)"PR#3":PRINT "C";D$;:PRINT "D"\n'
    )
    assert "A\nB\nC♦D\n" == Program.parse(text, "applesoft").start().output


@pytest.mark.parametrize(
    ("dialect", "said"),
    [
        ("applesoft", "?REENTER"),
        ("level2", "?REDO"),
        ("color", "?REDO"),
        ("commodore", "?REDO FROM START"),
        ("msx", "?Redo from start"),
        ("ti", "* WARNING: INPUT ERROR\nTRY AGAIN:"),
    ],
)
def test_a_wrong_answer_gets_the_words_of_the_machine(dialect: str, said: str) -> None:
    """Each machine has its own words for what is not a number, and the question stays known."""
    state = Program.parse("10 INPUT A,B$\n20 INPUT B$\n30 PRINT A", dialect).start().answer("X,Y")

    assert said == state.output[: state.output.rindex("\n")]
    assert 10 == state.asking[0]
