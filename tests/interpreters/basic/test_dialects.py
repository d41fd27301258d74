"""Where the dialects differ: GW-BASIC's numbers and screen."""

from __future__ import annotations

import struct
from random import Random

import pytest

from interactive_provider.interpreters.basic import Program

# What GW-BASIC prints, as PC-BASIC 2.0 shows it.
GW = {
    "PRINT 1/3;2/3;100/7": " .3333334  .6666667  14.28571 \n",
    "PRINT 123456.7;1.5E-5;.001;1E7;1234567": " 123456.7  .000015  .001  1E+07  1234567 \n",
    "PRINT 12345678;1#/3;3.5!": " 12345678  .3333333333333333  3.5 \n",
    "PRINT RND(1);RND(1);RND(0)": " .1213501  .651861  .651861 \n",
    'PRINTTAB(20)"X"': "Subscript out of range in 10\n",
    "IF 1=2 AND RND(1)<2 THEN 10 ELSE PRINT RND(1)": " .651861 \n",
    "PRINT SQR(2);SIN(1);COS(1);TAN(1)": " 1.414213  .841471  .5403023  1.557408 \n",
    "PRINT 2^10;2^.5;10^-3;-2^2": " 1024  1.414213  9.999999E-04 -4 \n",
    "PRINT CINT(2.5);INT(-3.5);FIX(-3.5);7\\2;-7 MOD 3": " 3 -4 -3  3 -1 \n",
    "A%=3.7:B%=-3.5:PRINT A%;B%": " 4 -4 \n",
    "DEFINT I:I=2.6:PRINT I": " 3 \n",
    "PRINT 16777216+1;9999999": " 16777217  9999999 \n",
    "PRINT 1/0": "Division by zero\n 1.701412E+38 \n",
    "PRINT 1E38*10": "Overflow\n 1.701412E+38 \n",
    "PRINT LOG(-1)": "Illegal function call in 10\n",
    "FOR I=5 TO 1:NEXT:PRINT I": " 6 \n",
    'PRINT 1,2,3,4,5,6': " 1             2             3             4             5 \n 6 \n",
    'PRINT "ABC";TAB(3);"X"': "ABC\n  X\n",
    "PRINT TAB(4)": "   ",
    "A(2.5)=7:PRINT A(3)": " 7 \n",
    'PRINT "X":GOTO 99': "X\nUndefined line number in 10\n",
    'PRINT "X" "Y": PRINT )': "XY\nSyntax error in 10\n",
    'PRINT STRING$(79,"*");12': "*" * 79 + "\n 12 \n",
    'PRINT STRING$(80,"*")': "*" * 80 + "\n\n",
    "PRINT 0\\0;-7\\2;7.5 MOD 2;-7 MOD 3": "Division by zero\n 1.701412E+38 -3  0 -1 \n",
    "PRINT 5 AND 40000": "Overflow in 10\n",
    "PRINT 1.5 AND 3;1.5 OR 0;NOT 3;5 EQV 3;5 IMP 3": " 2  2 -4 -7 -5 \n",
    "PRINT CINT(32767.5)": "Overflow in 10\n",
    "PRINT 1E39": " 1.701412E+38 \n",
    "PRINT 1D300": " 1.701411834604692D+38 \n",
    'PRINT VAL("1E40")': "Overflow\n 1.701412E+38 \n",
    "READ A:PRINT A:DATA 1E40": "Overflow\n 1.701412E+38 \n",
    "RANDOMIZE 5.5:PRINT RND": " .1154993 \n",
    "RANDOMIZE A:PRINT RND": " 3.438711E-03 \n",
    "RANDOMIZE -2.5:PRINT RND:RANDOMIZE 3:PRINT RND": " .5957239 \n 8.222521E-02 \n",
    'PRINT TAB(-5);"X"': " " * 10 + "X\n",
    'PRINT SPC(-5);"X"': " " * 11 + "X\n",
    "DIM A(3):DIM A(3)": "Duplicate Definition in 10\n",
    "DIM A(3):ERASE A:DIM A(5):PRINT A(5)": " 0 \n",
    "DIM A(3):CLEAR:DIM A(4):PRINT A(4)": " 0 \n",
    "FOR I=1 TO 2:DIM A(3):NEXT": "Duplicate Definition in 10\n",
    "SWAP A,B%": "Type mismatch in 10\n",
    "FOR I#=0 TO 1:NEXT": "Type mismatch in 10\n",
    "PRINT SIN(3.14159265)": "-8.742278E-08 \n",
    "PRINT STR$(1/3#)": " .3333333333333333\n",
    "FOR I=0 TO .5 STEP .1:PRINT I;:NEXT": " 0  .1  .2  .3  .4  .5 ",
    "A=1E-20:PRINT A*A": " 0 \n",
    'PRINT USING "##.##";1.005;-3.14159;123.456': " 1.01-3.14%123.46\n",
    'PRINT USING "$$##.##+ **$###.##-";2.5;-12.3': "  $2.50+ ***$12.30-\n",
    'PRINT USING "#,###.##^^^^ .##^^^^";12345;.05': " 1234.50E+01 .50E-01\n",
    'PRINT USING ".###^^^^-";-77': ".770E+02-\n",
    'PRINT USING "#.##";.999;-.5;0': "1.00-.500.00\n",
    'PRINT USING "#.####";-1E-10': "%-0.0000\n",
    'PRINT USING "ABC";5': "ABC\nIllegal function call in 10\n",
}  # fmt: skip


@pytest.mark.parametrize("statement", GW)
def test_gw(statement: str) -> None:
    """A line prints as GW-BASIC prints it."""
    assert Program.parse(f"10 {statement}", dialect="gw").start().output == GW[statement]


def test_gw_asks_anew() -> None:
    """Too few or too many values begin an INPUT of GW-BASIC again."""
    state = Program.parse("10 INPUT A,B$\n20 PRINT A;B$", dialect="gw").start()
    for wrong in ("1", "1,2,3", "X,Y"):
        assert state.answer(wrong).output == "?Redo from start\n? "
    assert state.answer("1,2").output == " 1 2\n"


def test_gw_input_may_leave_the_line() -> None:
    """INPUT; goes on in the line of the answer, and POS knows."""
    state = Program.parse('10 INPUT;"X";A:PRINT A;POS(0)', dialect="gw").start().answer("5")
    assert state.transcript == "X? 5 5  8 \n"


def test_gw_randomize_asks() -> None:
    """RANDOMIZE without a number asks for one."""
    state = Program.parse("10 RANDOMIZE\n20 PRINT RND", dialect="gw").start()
    assert state.output == "Random number seed (-32768 to 32767)? "
    assert state.answer("7").output == " .84815 \n"


def test_gw_takes_an_answer_too_large() -> None:
    """A number beyond the largest is the largest, and that is said."""
    state = Program.parse("10 INPUT A\n20 PRINT A", dialect="gw").start()
    assert state.answer("-1E50").output == "Overflow\n-1.701412E+38 \n"


# What PC-BASIC 2.0 prints.
DOUBLES = {
    "PRINT 1D16+1;123456789012345678#": " 1D+16  1.234567890123457D+17 ",
    "PRINT STR$(1/3#)": " .3333333333333333",
    'PRINT USING "#.##^^^^ **##.## $$#,###.## ##.#-";1/3#;1.5;12345.678;-3.45': (
        "0.33D+00 ***1.50 $12,345.68  3.5-"
    ),
    'PRINT USING "#.# ";.05;.15;.25;.35;.05#': "0.0 0.2 0.3 0.4 0.0 ",
    'PRINT USING "# #.# ";.7#;.95#;-.5#;-.07#;.4#;1.15#;9.5#;.05#': (
        "1 1.0 %-1 %-0.0 0 1.2 %10 0.0 "
    ),
    'PRINT "A";TAB(5) USING "#.#";2.25': "A   2.3",
    'PRINT CHR$(27);"A";POS(0);TAB(9);CHR$(8)': "←A 3    ◘",
    "PRINT (5\\0) OR 3": "Division by zero\nOverflow in 10",
    "PRINT LEFT$(STRING$(3.5,65),2.5)": "AAA",
}


@pytest.mark.parametrize("statement", DOUBLES)
def test_gw_is_exact(statement: str) -> None:
    """Formats and conversions have the machine's own rounding."""
    assert (
        DOUBLES[statement] + "\n" == Program.parse(f"10 {statement}", dialect="gw").start().output
    )


def test_gw_words_stand_apart() -> None:
    """GW-BASIC finds no keyword inside a word."""
    assert Program.parse("10 FORTY=4:PRINT FORTY", dialect="gw").start().output == " 4 \n"


def _nearest_single(x: float) -> float:
    """The single that is nearest to a number, by the format that C calls float."""
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


def test_results_are_the_nearest_singles() -> None:
    """Sum, difference, product, quotient and square of singles are rounded to the nearest one."""
    program = Program.parse(
        "10 INPUT A,B\n20 S=A+B:D=A-B:P=A*B:Q=A/B:R=(A-B)^2:T=(A+B)+(A-B)\n30 GOTO 10", "gw"
    )
    state = program.start()
    rng = Random(4)
    for _ in range(200):
        x, y = (_nearest_single(rng.uniform(-1, 1) * 10.0 ** rng.randint(-6, 6)) for _ in "xy")
        state = state.answer(f"{x!r},{y!r}")
        total, rest = _nearest_single(x + y), _nearest_single(x - y)
        expected = {
            "S": total,
            "D": rest,
            "P": _nearest_single(x * y),
            "Q": _nearest_single(x / y),
            "R": _nearest_single(rest * rest),
            "T": _nearest_single(total + rest),
        }
        assert expected == {name: state.variable(name) for name in expected}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('PRINT USING "#.# ";.05;.051;.15;.95', "0.0 0.0 0.2 1.0 \n"),
        ('PRINT USING "## ";.5;1.5;2.5', " 1  2  3 \n"),
        ("PRINT CHR$(219);ASC(CHR$(219));STRING$(2,196)", "\u2588 219 \u2500\u2500\n"),
        ("I=-1:PRINT A(I)", "Illegal function call in 10\n"),
        ("I=11:PRINT A(I)", "Subscript out of range in 10\n"),
        ("GOTO 30\n20 DIM A(50)\n30 A(11)=1", "Subscript out of range in 30\n"),
        ("GOTO 20\n20 DIM A(50)\n30 A(50)=1:PRINT A(50)", " 1 \n"),
    ],
)
def test_gw_at_the_edges(text: str, expected: str) -> None:
    """Halves in layouts, the PC's code page and negative subscripts come out as PC-BASIC 2.0 has
    them."""
    assert Program.parse(f"10 {text}", "gw").start().output == expected


def test_a_seed_from_the_clock_does_not_make_an_old_program_one_of_gw_basic() -> None:
    """A loop is left in its middle and begun again, as old programs do that somebody gave a
    RANDOMIZE TIMER."""
    text = """\
10 RANDOMIZE TIMER
20 FOR J=1 TO 3
30 PRINT J;
40 NEXT J
50 FOR J=1 TO 3:FOR K=1 TO 3
60 A=A+1:IF A=2 THEN 30
70 NEXT K:NEXT J
80 PRINT "END"
"""
    program = Program.parse(text, dialect=None)
    assert (program.dialect.name, program.start().output) == ("lenient", " 1  2  3  1 END\n")
    assert Program.parse(text + "90 PRINT TIMER", dialect=None).dialect.name == "gw"


def test_gw_begins_its_random_series_again() -> None:
    """CLEAR and RUN begin the series again, as a machine did that was just switched on; a play's
    own luck goes on."""
    program = Program.parse("10 PRINT RND;:CLEAR:PRINT RND;\n20 INPUT A:IF A THEN RUN\n", "gw")
    assert " .1213501  .1213501 ?  .1213501  .1213501 ? " == "".join(
        state.output for state in (program.start(1), program.start(1).answer("1"))
    )
    first = program.start(1, switched_on=False)
    numbers = f"{first.output} {first.answer('1').output}".replace("?", "").split()
    assert 4 == len(set(numbers))


def test_gw_prompts_where_the_cursor_is() -> None:
    """The prompt of an INPUT is not put on a new line where it does not fit."""
    state = Program.parse('10 PRINT STRING$(72,"X");:INPUT "PRESS RETURN";A$', "gw").start()
    assert f"{'X' * 72}PRESS RETURN? " == state.output


def test_gw_finds_its_cursor_without_placing_it() -> None:
    """CSRLIN counts the lines printed before an answer, though the program places nothing."""
    assert (
        Program.parse("10 PRINT:PRINT:INPUT A\n20 PRINT CSRLIN", "gw").start().answer("1").output
        == " 4 \n"
    )


def test_applesoft_prompts_as_they_stand() -> None:
    """Applesoft adds no question mark to a prompt of the program's own; without one it asks with
    its own."""
    start = Program.parse('10 INPUT "NAME ";A$\n20 INPUT B', "applesoft").start()
    assert ("NAME ", "? ") == (start.output, start.answer("BO").output)


@pytest.mark.parametrize(
    ("dialect", "sets"), [("applesoft", "ONERR GOTO"), ("gw", "ON ERROR GOTO")]
)
def test_a_program_may_end_in_a_trap(dialect: str, sets: str) -> None:
    """END ends a program also in a trap that no RESUME has left."""
    text = f'10 {sets} 100\n20 READ A\n30 END\n100 PRINT "OUT":END'
    state = Program.parse(text, dialect).start()
    assert ("OUT\n", "ended") == (state.output, state.status)


def test_a_listing_that_ends_in_a_trap_lacks_a_resume() -> None:
    """GW-BASIC reports the end of a listing in a trap that no RESUME has left, in its last line."""
    text = "10 ON ERROR GOTO 100\n20 READ A\n100 PRINT ERR\n110 REM"
    state = Program.parse(text, "gw").start()
    assert (" 4 \nNo RESUME in 110\n", "error") == (state.output, state.status)


def test_level_two_writes_six_digits() -> None:
    """Level II shows six digits of a number and writes millions with an exponent; Color BASIC shows
    nine."""
    text = "10 PRINT 1/3;1234567;999999;-2.5;STR$(2/3)"
    assert (
        " .333333  1.23457E+06  999999 -2.5  .666667\n"
        == Program.parse(text, "level2").start().output
    )
    assert (
        " .333333333  1234567  999999 -2.5  .666666667\n"
        == Program.parse(text, "color").start().output
    )


def test_return_alone_keeps_what_commodore_has() -> None:
    """The return key alone leaves the variables of a Commodore's INPUT as they are; elsewhere it
    gives 0 or nothing."""
    text = '10 A=7:B$="Q":C(2)=5\n20 INPUT "N";A,B$,C(2)\n30 PRINT A;B$;C(2)'
    assert " 7 Q 5 \n" == Program.parse(text, "commodore").start().answer("").output
    single = "10 A=7:INPUT A:PRINT A"
    found = [
        Program.parse(single, name).start().answer("").output for name in ("commodore", "lenient")
    ]
    assert [" 7 \n", " 0 \n"] == found
