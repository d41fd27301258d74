"""Every statement and function of the language, in the lenient dialect."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program


def printed(text: str, *answers: str) -> str:
    """What a program prints up to its end, given its answers."""
    state = Program.parse(text).start(1)
    pieces = [state.output]
    for answer in answers:
        state = state.answer(answer)
        pieces.append(state.output)
    return "".join(pieces)


EXPRESSIONS = [
    ("1+2*3", " 7 "),
    ("-2^2", "-4 "),
    ("2^3^2", " 64 "),
    ("2^-1", " .5 "),
    ("7/2", " 3.5 "),
    ("(1=1)+(1=2)", "-1 "),
    ("NOT 0", "-1 "),
    ("5 AND 3", " 1 "),
    ("5 OR 3", " 7 "),
    ("1<2 AND 2<3", "-1 "),
    ("1E10", " 1E+10 "),
    (".E+1", " 0 "),
    ("123456789", " 123456789 "),
    (".01", " .01 "),
    (".001", " 1E-03 "),
    ("1/3", " .333333333 "),
    ("-0", " 0 "),
    ("INT(-1.5)", "-2 "),
    ("SGN(-3)", "-1 "),
    ("ABS(-3)", " 3 "),
    ("SQR(9)", " 3 "),
    ("EXP(0)", " 1 "),
    ("LOG(1)", " 0 "),
    ("SIN(0)", " 0 "),
    ("COS(0)", " 1 "),
    ("TAN(0)", " 0 "),
    ("ATN(0)", " 0 "),
    ('LEN("ABC")', " 3 "),
    ('ASC("A")', " 65 "),
    ('VAL("12X")', " 12 "),
    ("CHR$(66)", "B"),
    ("STR$(5)", " 5"),
    ('LEFT$("HELLO",2)', "HE"),
    ('RIGHT$("HELLO",3)', "LLO"),
    ('RIGHT$("HELLO",0)', ""),
    ('MID$("HELLO",2,3)', "ELL"),
    ('MID$("HELLO",4)', "LO"),
    ('"A"+"B"', "AB"),
    ("POS(0)", " 0 "),
    ('INSTR("HELLO","L")', " 3 "),
    ("7\\2", " 3 "),
    ("7 MOD 4", " 3 "),
    ('STRING$(3,"*")', "***"),
    ('SPACE$(2)+"X"', "  X"),
    ("HEX$(255)", "FF"),
    ("OCT$(8)", "10"),
    ("FIX(-1.5)", "-1 "),
    ("CINT(2.5)", " 3 "),
    ("CLNG(-70000.5)", "-70000 "),
    ("5 XOR 1", " 4 "),
    ('"B">"A"', "-1 "),
]


@pytest.mark.parametrize(("expression", "expected"), EXPRESSIONS)
def test_expression(expression: str, expected: str) -> None:
    """An expression prints as on the machines."""
    assert printed(f"10 PRINT {expression}") == expected + "\n"


def test_clng_is_of_32_bits() -> None:
    """It is rounded, has all its digits with GW-BASIC's arithmetic too, and overflows beyond 32
    bits."""
    program = "10 PRINT CLNG(16777217#)\n20 PRINT CLNG(2^31)"
    state = Program.parse(program, dialect="qbasic").start(1)

    assert (" 16777217 \nOverflow in 20\n", "OVERFLOW IN 20") == (state.output, str(state.error))


@pytest.mark.parametrize(
    ("drawn", "low", "high"),
    [
        ("INT(RND(1)*4)", 0, 3),
        ("FIX(RND(1)*4)", 0, 3),
        ("FIX(RND(1)*2-3.5)", -3, -1),
        ("INT(RND(1)*4-2.5)", -3, 1),
    ],
)
def test_a_drawn_number_is_asked_for_as_far_as_it_can_be(drawn: str, low: int, high: int) -> None:
    """The numbers offered for a drawn one reach as far as the drawn one can."""
    state = Program.parse(
        f'10 N={drawn}\n20 INPUT "A NEGATIVE TOO";A\n30 IF A=N THEN PRINT "YES"'
    ).start(1)

    assert (low, high) == (state.suggestions[0].low, state.suggestions[0].high)


@pytest.mark.parametrize(
    ("program", "dialect"),
    [
        ("10 FOR I=1 TO 40\n20 RANDOMIZE\n30 PRINT INT(RND(1)*1000)\n40 NEXT I", "lenient"),
        ("10 FOR I=1 TO 40\n20 RANDOMIZE\n30 PRINT INT(RND*1000)\n40 NEXT I", "ti"),
        ("10 FOR I=1 TO 40\n20 RANDOM\n30 PRINT RND(999)\n40 NEXT I", "level2"),
    ],
)
def test_randomize_without_a_number_begins_another_series_each_time(
    program: str, dialect: str
) -> None:
    """Numbers drawn after each of forty RANDOMIZE nearly all differ; another play has other
    numbers."""
    first, same, other = (Program.parse(program, dialect).start(seed).output for seed in (1, 1, 2))

    assert first == same != other
    assert len(set(first.split())) > 35


STATEMENTS = {
    "print zones and semicolons": ('10 PRINT "A","B";1;-1', "A             B 1 -1 \n"),
    "tab and spc": ('10 PRINT TAB(5);"X";SPC(2);"Y"', "     X  Y\n"),
    "items may touch": ('10 A=2\n20 PRINT "A="A"B"', "A= 2 B\n"),
    "a tab to the left does nothing": ('10 PRINT "ABCDEF";TAB(3);"X"', "ABCDEFX\n"),
    "if with else": ("10 IF 1=2 THEN PRINT 1 ELSE PRINT 2", " 2 \n"),
    "if with a line": ("10 IF 1 THEN 30\n20 PRINT 0\n30 PRINT 1", " 1 \n"),
    "if goto": ("10 IF 1 GOTO 30\n20 PRINT 0\n30 PRINT 1", " 1 \n"),
    "the rest of the line belongs to the if": ("10 IF 0 THEN PRINT 1:PRINT 2\n20 PRINT 3", " 3 \n"),
    "for and next": ("10 FOR I=1 TO 3:PRINT I;:NEXT I:PRINT I", " 1  2  3  4 \n"),
    "for downwards": ("10 FOR I=3 TO 1 STEP -1:PRINT I;:NEXT", " 3  2  1 "),
    "the body runs at least once": ("10 FOR I=5 TO 1:PRINT I:NEXT", " 5 \n"),
    "next of two": ("10 FOR I=1 TO 2:FOR J=1 TO 2:PRINT I;J;:NEXT J,I", " 1  1  1  2  2  1  2  2 "),
    "leaving a loop and beginning it anew": (
        "10 FOR I=1 TO 9:IF I=2 THEN 30\n20 NEXT\n30 FOR I=1 TO 2:PRINT I;:NEXT:PRINT",
        " 1  2 \n",
    ),
    "gosub and return": ("10 GOSUB 100:PRINT 2:END\n100 PRINT 1:RETURN", " 1 \n 2 \n"),
    "gosub inside an if": (
        "10 IF 1 THEN GOSUB 100:PRINT 2\n20 END\n100 PRINT 1:RETURN",
        " 1 \n 2 \n",
    ),
    "on goto": ("10 ON 2 GOTO 20,30\n20 PRINT 1\n30 PRINT 2", " 2 \n"),
    "on goto beyond its list falls through": ("10 ON 3 GOTO 10,10\n20 PRINT 9", " 9 \n"),
    "on gosub": ("10 ON 1 GOSUB 30\n20 END\n30 PRINT 5:RETURN", " 5 \n"),
    "read and data": (
        '10 READ A,B$,C$:PRINT A;B$;C$\n20 DATA -1.5, HI THERE ,"A,B"',
        "-1.5 HI THEREA,B\n",
    ),
    "restore": ("10 READ A:RESTORE:READ B:PRINT A;B\n20 DATA 4,5", " 4  4 \n"),
    "restore to a line": ("10 RESTORE 40:READ A:PRINT A\n30 DATA 1\n40 DATA 2", " 2 \n"),
    "an array is there undimensioned": ("10 A(10)=3:PRINT A(10);A(0)", " 3  0 \n"),
    "two dimensions by variables": ("10 N=2:DIM A(N,N+1):A(2,3)=7:PRINT A(2,3);A(1,3)", " 7  0 \n"),
    "arrays of text": ('10 DIM A$(2):A$(1)="X":PRINT A$(1);A$(2);"."', "X.\n"),
    "def fn": ("10 DEF FNA(X)=X*X+Y\n20 Y=1:PRINT FNA(3)", " 10 \n"),
    "functions within functions": (
        "10 DEF FNA(X)=X+1:DEF FNB(X)=FNA(X)*2\n20 PRINT FNB(FNA(1))",
        " 6 \n",
    ),
    "a function defined anew": (
        "10 DEF FNA(X)=1\n20 PRINT FNA(0);\n30 DEF FNA(X)=2\n40 PRINT FNA(0)",
        " 1  2 \n",
    ),
    "crunched keywords": ('10 FORI=1TO3:PRINTI;:NEXTI\n20 IFI=4THENPRINT"OK"', " 1  2  3 OK\n"),
    "question mark prints": ('10 ?"HI"', "HI\n"),
    "while and wend": ("10 WHILE A<2:A=A+1:PRINT A;:WEND", " 1  2 "),
    "swap": ("10 A=1:B=2:SWAP A,B:PRINT A;B", " 2  1 \n"),
    "series of two negative numbers": ("10 X=RND(-.5):A=RND(1):X=RND(-1):PRINT A=RND(1)", " 0 \n"),
    "mid as a statement": ('10 A$="ABCD":MID$(A$,2,2)="XYZ":PRINT A$', "AXYD\n"),
    "print using": ('10 PRINT USING "##.## !";3.14159,"OK"', " 3.14 O\n"),
    "clear": ("10 A=5:B(1)=2:CLEAR:PRINT A;B(1)", " 0  0 \n"),
    "stop names its line": ("10 PRINT 1\n20 STOP", " 1 \nBREAK IN 20\n"),
    "integer variables are cut": ("10 A%=3.9:PRINT A%", " 3 \n"),
    "lower case, tabs and carriage returns": ('10\tprint "Hi"\r20 a=1\r30 print a', "Hi\n 1 \n"),
    "lines in any order, the last of equals": ("20 PRINT 2\n10 PRINT 0\n10 PRINT 1", " 1 \n 2 \n"),
    "long names by words": ("10 LET SCORE=5\n20 IF SCORE>4 THEN PRINT SCORE", " 5 \n"),
    "remarks": ("10 REMARKABLE\n20 PRINT 1 'AND THIS", " 1 \n"),
    "go to in two words": ("10 GO TO 30\n20 PRINT 0\n30 PRINT 1", " 1 \n"),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement(name: str) -> None:
    """A statement does what it did."""
    text, expected = STATEMENTS[name]
    assert printed(text) == expected


# The dialects whose SPC takes a number below 256 as it is, and those where it begins again with
# each line.
COUNTING, FOLDING = (
    ("lenient", "level2", "color", "commodore", "applesoft", "msx", "atari"),
    ("gw", "qbasic"),
)


@pytest.mark.parametrize("dialect", COUNTING)
def test_spc_takes_at_most_255(dialect: str) -> None:
    """SPC prints up to 255 blanks; less than none and 256 stop the program."""
    widest, too_wide, negative = (
        Program.parse(f'10 PRINT "A";SPC({count});"B"', dialect).start().output
        for count in (255, 256, -1)
    )

    assert "A" + " " * 255 + "B\n" == widest
    assert ["A\n?ILLEGAL FUNCTION CALL IN 10\n"] * 2 == [too_wide, negative]


@pytest.mark.parametrize("dialect", FOLDING)
@pytest.mark.parametrize(("count", "blanks"), [(79, 79), (80, 0), (255, 15), (256, 16), (300, 60)])
def test_spc_leaves_out_whole_lines(count: int, blanks: int, dialect: str) -> None:
    """What SPC of GW-BASIC prints is less than a line of 80."""
    assert (
        " " * blanks + "\n"
        == Program.parse(f"10 PRINT SPC({count})\n20 PRINT", dialect).start().output
    )


def test_blanks_of_spc_go_on_in_the_next_line() -> None:
    """Where SPC fills the line of TI BASIC or of GW-BASIC, the print position counts from the left
    again."""
    at_75 = Program.parse('10 PRINT STRING$(75,"*");SPC(10);"BBBBB";POS(0)', "gw").start()
    wrapped = Program.parse('10 PRINT SPC(30);"B"', "ti").start()

    assert "*" * 75 + " " * 10 + "BBBBB 11 \n" == at_75.output
    assert " " * 28 + "\n  B\n" == wrapped.output


ZONES = {
    "lenient": (14, 56),
    "gw": (14, 56),
    "qbasic": (14, 56),
    "level2": (16, 48),
    "color": (16, 16),
    "msx": (14, 14),
    "ti": (14, 14),
    "atari": (10, 30),
}
"""The width of a zone, and the column at which the last one of a line begins."""


@pytest.mark.parametrize("dialect", ZONES)
def test_a_comma_in_the_last_zone_ends_the_line(dialect: str) -> None:
    """A comma goes to the last zone from the column before it, and to a new line from anywhere in
    it."""
    zone, last = ZONES[dialect]
    before, first, inside = (
        Program.parse(f'10 PRINT "{"*" * column}","X"', dialect).start().output
        for column in (last - 1, last, last + zone - 2)
    )

    assert "*" * (last - 1) + " X\n" == before
    assert ["*" * last + "\nX\n", "*" * (last + zone - 2) + "\nX\n"] == [first, inside]


@pytest.mark.parametrize("dialect", ZONES)
def test_a_comma_goes_to_the_next_zone_from_the_start_of_one(dialect: str) -> None:
    """A comma at the left margin leaves a whole zone empty, and so does the next one if there are
    three zones."""
    zone, last = ZONES[dialect]
    commas = min(2, last // zone)

    shown = Program.parse(f'10 PRINT {"," * commas}"X"', dialect).start().output
    assert " " * zone * commas + "X\n" == shown


AT_THE_MARGIN = {
    "lenient": "\bA 1 \n",
    "level2": "\bA 1 \n",
    "color": "\bA 1 \n",
    "msx": "\bA 1 \n",
    "applesoft": "\bA1\n",
    "atari": "\bA1\n",
    "commodore": "A 1 \n",
    "gw": "◘A 3 \n",
    "qbasic": "◘A 3 \n",
}


@pytest.mark.parametrize("dialect", AT_THE_MARGIN)
def test_backspace_stays_at_the_margin(dialect: str) -> None:
    """CHR$(8) at the left margin leaves the print position there; GW-BASIC prints a sign, a
    Commodore nothing."""
    assert (
        AT_THE_MARGIN[dialect]
        == Program.parse('10 PRINT CHR$(8);"A";POS(0)', dialect).start().output
    )


@pytest.mark.parametrize(
    "dialect", [name for name in AT_THE_MARGIN if name not in ("commodore", *FOLDING)]
)
def test_backspace_goes_one_column_back(dialect: str) -> None:
    """CHR$(8) behind a text goes back over one character of it."""
    shown = Program.parse('10 PRINT "ABC";CHR$(8);POS(0)', dialect).start().output
    assert "2" == shown.split("\b")[1].strip()


QUOTED = '10 READ A$,X\n20 PRINT A$;X\n30 READ X\n40 DATA "5", 6 \n50 DATA "5"'


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        *(
            (name, "5 6 \n?SYNTAX ERROR IN 50\n")
            for name in ("lenient", "level2", "color", "commodore", "msx")
        ),
        *((name, "5 6 \nSyntax error in 50\n") for name in FOLDING),
        *((name, "56\n?SYNTAX ERROR IN 50\n") for name in ("applesoft", "atari")),
        ("ti", "5 6 \n* SYNTAX ERROR IN 50\n"),
    ],
)
def test_a_quoted_number_is_no_number(dialect: str, expected: str) -> None:
    """READ takes a number in quotes as a text only; into a number it is a fault in the line of its
    DATA."""
    assert expected == Program.parse(QUOTED, dialect).start().output


@pytest.mark.parametrize("dialect", ["lenient", "gw", "commodore", "level2"])
def test_list_ends_the_program(dialect: str) -> None:
    """LIST ends a program as on the machines; that it shows nothing is said before."""
    text = '10 PRINT "A":IF A=0 THEN LIST 10-\n20 PRINT "B"\n30 END'
    program = Program.parse(text, dialect)
    state = program.start()
    assert ("A\n", "ended") == (state.output, state.status)
    assert "Without effect here: LIST (10)." == program.notices[-1]


def test_input_of_several_values() -> None:
    """Values come in one answer or in several; what is too much is ignored aloud."""
    text = '10 INPUT "A,B$";A,B$\n20 PRINT A;B$'
    assert printed(text, "1,X") == "A,B$?  1 X\n"
    assert printed(text, "1", "X") == "A,B$? ??  1 X\n"
    assert printed(text, "1,X,Y") == "A,B$? ?EXTRA IGNORED\n 1 X\n"


def test_redo_from_start() -> None:
    """What is no number is asked for again."""
    assert printed("10 INPUT A\n20 PRINT A", "X", "5") == "? ?REDO FROM START\n?  5 \n"


def test_input_into_an_element_uses_the_value_before() -> None:
    """INPUT I,A(I) puts the second value where the first one says."""
    assert printed("10 INPUT I,A(I)\n20 PRINT A(3)", "3,7") == "?  7 \n"


def test_line_input_takes_all() -> None:
    """LINE INPUT takes commas and quotes as they are."""
    assert printed("10 LINE INPUT A$\n20 PRINT A$", 'A, "B"') == 'A, "B"\n'


def test_rnd_repeats_with_the_seed() -> None:
    """The same seed gives the same numbers, another seed others, RND(0) the last one again."""
    program = Program.parse("10 A=RND(1):PRINT A;RND(1);RND(0)=RND(0)")
    assert program.start(5).output == program.start(5).output
    assert program.start(5).output != program.start(6).output
    assert program.start(5).output.endswith("-1 \n")


LOOPS = {
    "an index of a loop": (
        "10 DIM A(3,4):FOR I=0 TO 3:FOR J=1 TO 4:A(I,J)=I*J:NEXT J,I\n20 PRINT A(3,4);A(2,1)",
        " 12  2 \n",
    ),
    "one beyond the array": (
        "10 FOR I=1 TO 12\n20 A(I)=I\n30 NEXT",
        "?SUBSCRIPT OUT OF RANGE IN 20\n",
    ),
    "one less than the index": (
        "10 FOR I=0 TO 3\n20 A(I-1)=I\n30 NEXT",
        "?SUBSCRIPT OUT OF RANGE IN 20\n",
    ),
    "beyond the second bound": (
        "10 DIM A(3,3)\n20 FOR I=1 TO 4:A(1,I)=I:NEXT",
        "?SUBSCRIPT OUT OF RANGE IN 20\n",
    ),
    "a sum of indices": (
        "10 FOR I=1 TO 3:FOR J=1 TO 3:A(I+3)=A(I+3)+J:NEXT J,I:PRINT A(6);I;J",
        " 6  4  4 \n",
    ),
    "few turns that are left": (
        "10 FOR I=1 TO 5:IF I=3 THEN 30\n20 NEXT:PRINT I:END\n30 PRINT I:I=4:NEXT",
        " 3 \n 6 \n",
    ),
    "few turns in an endless one": (
        "10 FOR I=1 TO 3:PRINT I;:NEXT:N=N+1:IF N<2 THEN 10",
        " 1  2  3  1  2  3 ",
    ),
    "the index after its loop is left": (
        "10 FOR I=2 TO 30:IF I=7 THEN 30\n20 NEXT\n30 A(I)=5:PRINT A(7)",
        " 5 \n",
    ),
    "a step of an integer variable": ("10 FOR I%=1 TO 2 STEP 1.5:PRINT I%;:NEXT", " 1  2 "),
}


@pytest.mark.parametrize("name", LOOPS)
def test_loop(name: str) -> None:
    """Loops that become Python's own keep every check."""
    text, expected = LOOPS[name]
    assert printed(text) == expected
