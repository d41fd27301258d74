"""What other machines know: passed over if it is not missed, a fault of its own where it is, told
beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.interpreters.basic import BasicSyntaxError, Program


def test_drawing_does_nothing_and_is_listed() -> None:
    """Graphics and sound are passed over; a list says which and where."""
    program = Program.parse(
        '10 SOUND 400,2:LINE (1,2)-(3,4),,BF\n20 PAINT (5,5):PLAY "CDE":PRINT "ON"\n'
    )
    assert program.start().output == "ON\n"
    assert program.notices == (
        "Without effect here: SOUND (10); LINE (10); PAINT (20); PLAY (20).",
    )


def test_statement_not_known_here_stops_only_when_reached() -> None:
    """A file cannot be merged: the program runs up to it, names it there, and its first page has
    listed it."""
    program = Program.parse(
        '10 INPUT A\n20 IF A=1 THEN MERGE "F" ELSE PRINT "NO FILE"\n30 PRINT "ON"\n'
    )
    assert program.notices == ("Cannot run here: MERGE (20).",)
    assert program.start().answer("2").output == "NO FILE\nON\n"
    assert program.start().answer("1").output == "?MERGE IS NOT KNOWN HERE IN 20\n"


def test_function_of_another_machine_is_not_an_array() -> None:
    """VARPTR(1) is a fault and never zero; an array of that name is an array."""
    assert Program.parse("10 PRINT VARPTR(1)").start().output == "?VARPTR IS NOT KNOWN HERE IN 10\n"
    assert Program.parse("10 DIM POINT(3):POINT(2)=7:PRINT POINT(2)").start().output == " 7 \n"


def test_names_of_statements_are_variables_where_they_are_assigned_to() -> None:
    """A word of another machine's is a name where the program uses it as one."""
    assert Program.parse("10 LIST=3:OPEN(2)=4:PRINT LIST+OPEN(2)").start().output == " 7 \n"


@pytest.mark.parametrize("dialect", ["lenient", "level2", "color", "msx"])
def test_key_is_a_variable_where_it_is_used_as_one(dialect: str) -> None:
    """KEY is a statement of the PC; elsewhere programs keep the key pressed in it."""
    text = '10 KEY=5:IF KEY=5 THEN PRINT "YES"\n20 KEY OFF:PRINT KEY'
    assert "YES\n 5 \n" == Program.parse(text, dialect).start().output


def test_remark_behind_any_statement() -> None:
    """A quote mark ends a statement, whatever it is."""
    assert (
        Program.parse("10 CLS 'wipe\n20 RESTORE 'data\n30 PRINT 'line\n40 PRINT 1 'one")
        .start()
        .output
        == "\n 1 \n"
    )


def test_text_without_a_readable_line_is_refused() -> None:
    """Prose with numbers is not a program: the first line's fault is told."""
    with pytest.raises(BasicSyntaxError, match="IN 1, column"):
        Program.parse("1 Once upon a time\n2 there was (a king\n")


def test_reading_with_the_fewest_faults_is_taken() -> None:
    """Names with keywords in them are read as words, and the fault that is left is the true one."""
    program = Program.parse('10 COST=3:SCORE=4\n20 PRINT COST+SCORE\n30 MERGE "X"\n')
    assert program.start().output == " 7 \n?MERGE IS NOT KNOWN HERE IN 30\n"


def test_player_is_told_before_the_first_question(tmp_path: Path) -> None:
    """The first page names what does nothing; later pages do not repeat it."""
    (tmp_path / "draw.bas").write_text('10 PSET (1,1)\n20 INPUT "A";A\n30 INPUT "B";B\n')
    start = InteractiveProvider(tmp_path).draw(seed=1)
    assert "[Without effect here: PSET (10).]" in start.__doc__
    assert "Without effect" not in start(1).__doc__


def test_print_at_is_another_machines() -> None:
    """PRINT @ is a fault by its own name; an at sign in quotes is a text."""
    assert (
        Program.parse('10 PRINT "@"\n20 PRINT @5,"A"').start().output
        == "@\n?PRINT @ IS NOT KNOWN HERE IN 20\n"
    )


def test_functions_of_other_machines_under_default_types() -> None:
    """DEFINT makes a function neither an array nor a variable."""
    text = '10 DEFINT A-Z\n20 LOCATE 5,1:PRINT CSRLIN\n30 X=VARPTR("AB")\n'
    state = Program.parse(text, "gw").start()
    assert " 5 \n" in state.output
    assert state.output.endswith("VARPTR is not known here in 30\n")


def test_fault_of_another_machines_statement_can_be_trapped() -> None:
    """A trap meets an unknown statement as GW-BASIC's advanced feature."""
    text = '10 ON ERROR GOTO 30\n20 MERGE "F"\n30 PRINT ERR;ERL:END\n'
    assert Program.parse(text).start().output == " 73  20 \n"


DIE = """10 CLS
20 PRINT @70,"A";
30 IF RND(6)>6 PRINT "NEVER"
40 X=RND(6):IF X=INT(X) THEN IF X>0 PRINT "WHOLE"
50 IF RND(0)<1 THEN PRINT "PART"
"""


def test_tandys_dialect_is_chosen_by_the_text() -> None:
    """PRINT @ is of Tandy's machines: RND(6) throws a die there, THEN may be missing, 64 places are
    a line."""
    program = Program.decode(DIE.encode())
    state = program.start()
    assert ("level2", ()) == (
        program.dialect.name,
        tuple(n for n in program.notices if "Cannot" in n),
    )
    assert ["", "      AWHOLE", "PART"] == str(state.screen).split("\n")


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("10 A=RND(6)\n20 PRINT A", "level2"),
        ("10 A=INT(RND(6)*6)\n20 PRINT A", "lenient"),
        ("10 A=INT(6*RND(9))\n20 PRINT A", "lenient"),
        ("10 RANDOM:A=RND(X)\n", "level2"),
        ("10 RANDOMIZE:A=RND(1)\n", "lenient"),
        ('10 CLS 3:PRINT @33,"HI"\n20 SOUND 1,2', "color"),
        ("10 IF RND(1)<.5 PRINT 1\n20 GOTO 10", "lenient"),
        ("10 A=3:IF A=3 PRINT 1\n", "level2"),
        ('10 PRINT "PRINT @5"', "lenient"),
        ("10 WHILE A<3:A=A+1:WEND", "gw"),
        ("10 WIDTH 79:WHILE A<3:A=A+1:WEND", "lenient"),
    ],
)
def test_dialect_is_chosen_by_the_text(text: str, dialect: str) -> None:
    """What only one family of machines has says which it is."""
    assert dialect == Program.decode(text.encode()).dialect.name


def test_words_of_larger_basics_are_found_in_runs_too() -> None:
    """MBASIC's early versions needed no blanks either: the manner that leaves the fewest faults is
    taken."""
    text = '10 WIDTH80:LINEINPUT"NAME";N$\n20 LPRINTTAB(3);N$:NULL6\n30 FORI=1TO2:PRINTI;:NEXT\n'
    program = Program.parse(text)
    assert ("Without effect here: NULL (20).",) == program.notices
    assert "   ADA\n 1  2 " == program.start().answer("ADA").output


def test_apples_cursor_is_moved() -> None:
    """HOME wipes the screen, VTAB and HTAB place what is printed next."""
    assert "\n\n    X" == str(Program.parse('10 HOME:VTAB 3:HTAB 5:PRINT "X"').start().screen)


def test_width_of_a_terminal_does_nothing() -> None:
    """A program of CP/M sets the columns of its terminal; of a PC's screen there are 40 or 80."""
    assert "A\n" == Program.parse('10 WIDTH 90:PRINT "A"').start().output
    assert (
        "Illegal function call in 10\n"
        == Program.parse('10 WIDTH 90:PRINT "A"', "gw").start().output
    )


def test_function_that_nobody_knows_is_no_array() -> None:
    """What stands before brackets and is never given a value is a fault if it is reached, and told
    before."""
    program = Program.parse('10 PRINT "A"\n20 PRINT CEIL(2.5)\n')
    assert program.notices == ("Cannot run here: CEIL (20).",)
    assert program.start().output == "A\n?CEIL IS NOT KNOWN HERE IN 20\n"
    filled = Program.parse("10 READ COST(1):PRINT COST(1);COST(2)\n20 DATA 7\n")
    assert (filled.notices, filled.start().output) == ((), " 7  0 \n")


def test_statement_is_named_whose_text_is_at_fault() -> None:
    """What cannot be read of a known statement is told with the statement's name and line."""
    program = Program.parse("10 PRINT 1\n20 FOR I=1 TO:NEXT\n")
    assert program.notices == ("Cannot run here: FOR with a syntax error (20).",)


def test_functions_without_a_machine_are_told() -> None:
    """PEEK, INP and USR give 0, as is said before."""
    program = Program.parse("10 PRINT USR(0)+PEEK(65)\n")
    assert (program.notices, program.start().output) == (
        ("Without effect here: USR (10); PEEK (10).",),
        " 0 \n",
    )


def test_underscore_joins_a_name() -> None:
    """Names may have underscores, as in listings that were changed since, and are apart from those
    with points."""
    program = Program.parse(
        "10 COST_TO_PLANT=3:COST.TO.PLANT=4\n20 PRINT COST_TO_PLANT;COST.TO.PLANT\n"
    )
    assert (program.notices, program.start().output) == ((), " 3  4 \n")


def test_input_of_a_file_without_an_end() -> None:
    """INPUT # with nothing behind it is a fault like others."""
    assert Program.parse("10 INPUT A\n20 INPUT #\n30 INPUT#1\n").notices == (
        "Cannot run here: INPUT with a syntax error (20, 30).",
    )
