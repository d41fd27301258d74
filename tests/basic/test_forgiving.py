"""What other machines know: passed over where it is not missed, a fault of its own where it is, told beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.basic import BasicSyntaxError, Program


def test_drawing_does_nothing_and_is_listed() -> None:
    """Graphics and sound are passed over; a list says which and where."""
    program = Program.parse('10 SOUND 400,2:LINE (1,2)-(3,4),,BF\n20 PAINT (5,5):PLAY "CDE":PRINT "ON"\n')
    assert program.start().output == "ON\n"
    assert program.notices == ("Without effect here: SOUND (10); LINE (10); PAINT (20); PLAY (20).",)


def test_statement_not_known_here_stops_only_when_reached() -> None:
    """A file cannot be opened: the program runs up to it, says so by name, and has told it before."""
    program = Program.parse('10 INPUT A\n20 IF A=1 THEN OPEN "F" FOR INPUT AS 1 ELSE PRINT "NO FILE"\n30 PRINT "ON"\n')
    assert program.notices == ("Cannot run here: OPEN (20).",)
    assert program.start().answer("2").output == "NO FILE\nON\n"
    assert program.start().answer("1").output == "?OPEN IS NOT KNOWN HERE IN 20\n"


def test_function_of_another_machine_is_not_an_array() -> None:
    """EOF(1) is a fault and never zero; an array of that name is an array."""
    assert Program.parse("10 PRINT EOF(1)").start().output == "?EOF IS NOT KNOWN HERE IN 10\n"
    assert Program.parse("10 DIM POINT(3):POINT(2)=7:PRINT POINT(2)").start().output == " 7 \n"


def test_names_of_statements_are_variables_where_they_are_assigned_to() -> None:
    """A word of another machine's is a name where the program uses it as one."""
    assert Program.parse("10 LIST=3:OPEN(2)=4:PRINT LIST+OPEN(2)").start().output == " 7 \n"


def test_remark_behind_any_statement() -> None:
    """A quote mark ends a statement, whatever it is."""
    assert Program.parse("10 CLS 'wipe\n20 RESTORE 'data\n30 PRINT 'line\n40 PRINT 1 'one").start().output == "\n 1 \n"


def test_text_without_a_readable_line_is_refused() -> None:
    """Prose with numbers is not a program: the first line's fault is told."""
    with pytest.raises(BasicSyntaxError, match="IN 1, column"):
        Program.parse("1 Once upon a time\n2 there was (a king\n")


def test_reading_with_the_fewest_faults_is_taken() -> None:
    """Names with keywords in them are read as words, and the fault that is left is the true one."""
    program = Program.parse('10 COST=3:SCORE=4\n20 PRINT COST+SCORE\n30 OPEN "X"\n')
    assert program.start().output == " 7 \n?OPEN IS NOT KNOWN HERE IN 30\n"


def test_player_is_told_before_the_first_question(tmp_path: Path) -> None:
    """The first page names what does nothing; later pages do not repeat it."""
    (tmp_path / "draw.bas").write_text('10 PSET (1,1)\n20 INPUT "A";A\n30 INPUT "B";B\n')
    start = InteractiveProvider(tmp_path).draw(seed=1)
    assert "[Without effect here: PSET (10).]" in start._page()
    assert "Without effect" not in start(1)._page()


def test_print_at_is_another_machines() -> None:
    """PRINT @ is a fault by its own name; an at sign in quotes is a text."""
    assert Program.parse('10 PRINT "@"\n20 PRINT @5,"A"').start().output == "@\n?PRINT @ IS NOT KNOWN HERE IN 20\n"


def test_functions_of_other_machines_under_default_types() -> None:
    """DEFINT makes a function neither an array nor a variable."""
    text = '10 DEFINT A-Z\n20 LOCATE 5,1:PRINT CSRLIN\n30 X=CVI("AB")\n'
    state = Program.parse(text, "gw").start()
    assert " 5 \n" in state.output
    assert state.output.endswith("CVI is not known here in 30\n")


def test_fault_of_another_machines_statement_can_be_trapped() -> None:
    """A trap meets an unknown statement as GW-BASIC's advanced feature."""
    text = '10 ON ERROR GOTO 30\n20 OPEN "F"\n30 PRINT ERR;ERL:END\n'
    assert Program.parse(text).start().output == " 73  20 \n"
