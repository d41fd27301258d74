"""ON ERROR GOTO, RESUME, ERR, ERL and ERROR, in all dialects that know them."""

from __future__ import annotations

import pickle

import pytest

from interactive_provider.interpreters.basic import BasicRuntimeError, Program

TRAP = "10 ON ERROR GOTO 100\n{}\n90 END\n100 PRINT ERR;ERL:{}\n"

# As PC-BASIC 2.0 prints it.
TRAPPED = {
    ("20 A=SQR(-1)\n30 PRINT 4", "RESUME NEXT"): " 5  20 \n 4 \n",
    ("20 ERROR 200\n30 PRINT ERR;ERL", "RESUME NEXT"): " 200  20 \n 0  20 \n",
    ("20 PRINT 1:ERROR 13:PRINT 2\n30 PRINT 3", "RESUME NEXT"): " 1 \n 13  20 \n 2 \n 3 \n",
    ("20 GOTO 500\n30 PRINT 4", "RESUME NEXT"): " 8  20 \n 4 \n",
    (
        "20 IF 1/0 THEN PRINT 1:PRINT 2 ELSE PRINT 3\n30 PRINT 4",
        "RESUME NEXT",
    ): " 11  20 \n 2 \n 4 \n",
    ("20 IF 1/0 THEN PRINT 1 ELSE PRINT 3\n30 PRINT 4", "RESUME NEXT"): " 11  20 \n 4 \n",
    (
        "20 FOR I=1 TO 3:PRINT I;SQR(2-I):NEXT\n30 PRINT I",
        "RESUME NEXT",
    ): " 1  1 \n 2  0 \n 3  5  20 \n 4 \n",
    (
        "20 GOSUB 200\n30 PRINT 4:END\n200 A$=1:PRINT 5:RETURN",
        "RESUME NEXT",
    ): " 13  200 \n 5 \n 4 \n",
    ("20 READ A\n30 PRINT 4", "RESUME NEXT"): " 4  20 \n 4 \n",
    ("20 RESUME", "END"): " 20  20 \n",
    ("15 B=20\n20 A(B)=7:PRINT A(10)", "B=10:RESUME"): " 9  20 \n 7 \n",
    ("15 B=20\n20 A(B)=7:PRINT A(10)", "B=10:RESUME 0"): " 9  20 \n 7 \n",
    ("20 ERROR 5\n30 PRINT 3\n40 PRINT 4", "RESUME 40"): " 5  20 \n 4 \n",
    ("20 NEXT\n30 PRINT 4", "RESUME NEXT"): " 1  20 \n 4 \n",
}


@pytest.mark.parametrize("dialect", ["gw", "lenient"])
@pytest.mark.parametrize("case", TRAPPED)
def test_trapped(case: tuple[str, str], dialect: str) -> None:
    """What fails is trapped with its number and line, and the program goes on where RESUME says."""
    state = Program.parse(TRAP.format(*case), dialect).start()
    assert (state.output, state.status) == (TRAPPED[case], "ended")


FATAL = {
    TRAP.format("20 ERROR 5", "ERROR 13"): ("TYPE MISMATCH", 100),
    TRAP.format("20 ERROR 200", "ON ERROR GOTO 0"): ("UNPRINTABLE ERROR", 20),
    "10 ON ERROR GOTO 99": ("UNDEFINED LINE NUMBER", 10),
    "10 ON ERROR GOTO 90:ON ERROR GOTO 0:ERROR 9\n90 RESUME NEXT": ("SUBSCRIPT OUT OF RANGE", 10),
    "10 RESUME NEXT": ("RESUME WITHOUT ERROR", 10),
    "10 ERROR 0": ("ILLEGAL FUNCTION CALL", 10),
    "10 ERROR 256": ("ILLEGAL FUNCTION CALL", 10),
    "10 ERROR 53": ("FILE NOT FOUND", 10),
}


@pytest.mark.parametrize("text", FATAL)
def test_fatal(text: str) -> None:
    """An error inside a trap or one after it is switched off ends the program."""
    error = Program.parse(text).start().error
    assert isinstance(error, BasicRuntimeError)
    assert FATAL[text] == (error.message, error.line)


def test_no_error_has_number_zero() -> None:
    """ERR and ERL are 0 if nothing failed, with a trap or without."""
    for trap in ("", "ON ERROR GOTO 20:"):
        assert Program.parse(f"10 {trap}PRINT ERR;ERL\n20 END").start().output == " 0  0 \n"


def test_trap_turns_warnings_into_errors() -> None:
    """GW-BASIC goes on after an overflow, unless the program wants to be told."""
    assert (
        Program.parse("10 PRINT 1/0", "gw").start().output == "Division by zero\n 1.701412E+38 \n"
    )
    assert (
        Program.parse(TRAP.format("20 PRINT 1/0", "RESUME NEXT"), "gw").start().output
        == " 11  20 \n"
    )


def test_bad_answer_is_asked_for_again() -> None:
    """RESUME after an INPUT that failed asks once more."""
    state = Program.parse(
        TRAP.format("20 INPUT A(I)\n30 PRINT A(3)", "I=3:RESUME").replace("10 ", "10 I=99:", 1)
    )
    after = state.start().answer("5")
    assert (after.status, after.output) == ("asks", " 9  20 \n? ")
    assert after.answer("6").output == " 6 \n"


def test_trap_survives_stops_and_pickles() -> None:
    """A trap set before an INPUT, and one being handled during an INPUT, are part of the state."""
    text = TRAP.format("20 INPUT A\n30 PRINT 1/A", "INPUT A:RESUME")
    asked = pickle.loads(pickle.dumps(Program.parse(text).start()))
    handling = pickle.loads(pickle.dumps(asked.answer("0")))
    assert handling.output == " 11  30 \n? "
    assert handling.answer("4").output == " .25 \n"
    assert handling.answer("0").answer("2").output == " .5 \n"


def test_endless_resuming_is_cut() -> None:
    """A statement that always fails and is always resumed is an end: nothing can change any
    more."""
    state = Program.parse(TRAP.format("20 ERROR 7", "RESUME").replace("PRINT ERR;ERL:", "")).start(
        steps=500
    )
    assert (state.status, "forever" in "".join(state.remarks)) == ("ended", True)
