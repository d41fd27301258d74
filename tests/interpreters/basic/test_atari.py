"""Atari BASIC, as text and as its machine saves it."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import BasicSyntaxError, Program, State

from . import detected


def run(text: str, *answers: str) -> State:
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


def saved(*lines: bytes, names: bytes = b"A\xa4\xcb", number: int = 10) -> bytes:
    """A saved program of lines of statements, each with its code first."""
    table = b""
    for i, line in enumerate((*lines, b"\x19\x16")):
        line_number = number + 10 * i if i < len(lines) else 0x8000
        body = bytes([len(line) + 4]) + line
        table += line_number.to_bytes(2, "little") + bytes([len(body) + 3]) + body
    values = bytes(8 * 2)
    places = [0, 256, 256 + len(names), 257 + len(names), 257 + len(names) + len(values)]
    places += [places[-1] + len(table) - 10, places[-1] + len(table)]
    return b"".join(place.to_bytes(2, "little") for place in places) + names + b"\0" + values + table


NUMBER = b"\x0e\x41\x01\x23\x45\x00\x00"
PROGRAM = saved(
    b"\x14\x80\x3b" + b"\x0e\x40\x05\0\0\0\0" + b"\x2c\x16",  # DIM A$(5)
    b"\x20\x0f\x05HELL\xcf\x15\x0e\x40\x12\x50\0\0\0\x16",  # PRINT "HELLO";12.5, the last letter inverse
    b"\x36\x81\x2d" + NUMBER + b"\x16",  # K=123.45
    b"\x02\x80\x16",  # INPUT A$
)


def test_a_saved_program_is_read() -> None:
    """The tokens of a saved program become its listing, numbers by their decimal digits."""
    program = Program.decode(PROGRAM)
    assert [line.text for line in program.lines] == [
        "10 DIM A$(5)", '20 PRINT "HELLO";12.5', "30 K=123.45", "40 INPUT A$"]  # fmt: skip
    assert (program.dialect.name, program.start().output) == ("atari", "HELLO12.5\n? ")


def test_hidden_names_are_replaced() -> None:
    """A program whose names were wiped out, so that it cannot be listed, gets new names."""
    assert Program.decode(PROGRAM.replace(b"A\xa4\xcb", b"\x9b\x9b\x9b")).lines[2].text == "30 V1=123.45"


@pytest.mark.parametrize("size", range(0, len(PROGRAM), 3))
def test_a_broken_file_is_refused_in_a_sentence(size: int) -> None:
    """A file that ends too early, or whose addresses lead nowhere, is read as far as it goes or refused."""
    for raw in (
        PROGRAM[:size],
        PROGRAM[:size] + b"\xff" + PROGRAM[size + 1 :],
        PROGRAM[:size] + b"\0\0" + PROGRAM[size:],
    ):
        try:
            Program.decode(raw).start()
        except BasicSyntaxError as fault:
            assert str(fault).count("\n") == 0


def test_trap_of_what_is_no_line() -> None:
    """TRAP with a number that no line can have is a syntax error of its line, and the rest of the program runs."""
    state = Program.parse('10 PRINT "A"\n20 TRAP &HFF\n', "atari").start()
    assert ("A\n?SYNTAX ERROR IN 20\n", 20) == (state.output, state.line)
