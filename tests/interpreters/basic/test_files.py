"""Files are kept in memory as part of the state; those beside a program can be read, and nothing is
written."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.interpreters.basic import Folder, Program
from interactive_provider.interpreters.basic.running.files import MOST_CHARACTERS, MOST_FILES

SCORES = """10 OPEN "O",#1,"SCORES":PRINT#1,5;"ADA":WRITE#1,"BOB, JR",7:CLOSE#1
20 OPEN "SCORES" FOR APPEND AS #2:PRINT #2,USING "##.#";3.14159:CLOSE 2
30 OPEN "SCORES" FOR INPUT AS 1
40 WHILE NOT EOF(1):LINE INPUT#1,A$:PRINT "[";A$;"]":WEND
50 PRINT LOF(1):CLOSE:OPEN "I",1,"A:scores":INPUT#1,N,A$:PRINT N;A$:INPUT#1,A$,N:PRINT A$;N;INPUT$(2,#1)
"""


@pytest.mark.parametrize("dialect", ["gw", "lenient", "level2", "msx"])
def test_what_is_written_can_be_read(dialect: str) -> None:
    """OPEN in both forms, PRINT #, WRITE #, USING, INPUT #, LINE INPUT #, INPUT$, EOF and LOF
    work."""
    program = Program.parse(SCORES, dialect)
    assert not [notice for notice in program.notices if "here" in notice]
    shown = program.start().output.split("\n")
    assert ["[ 5 ADA]", '["BOB, JR",7]', "[ 3.1]", " 28 ", " 5 ADA", "BOB, JR 7  3"] == shown[:6]


def test_files_of_a_commodore() -> None:
    """Names with their kind, ST, GET #, and the drive's messages; a missing file is no fault
    there."""
    text = """10 OPEN2,8,2,"@0:N,S,W":PRINT#2,"ADA":PRINT#2,"BOB";CHR$(13);"EVE":CLOSE2
20 OPEN15,8,15:OPEN2,8,2,"N,S,R"
30 INPUT#2,A$:S=ST:PRINTA$;:IFS=0THEN30
40 CLOSE2:OPEN3,8,3,"GONE":INPUT#15,E,E$:PRINTE;E$:CLOSE3
50 OPEN2,8,2,"N":GET#2,A$:PRINTA$;:FORI=1TO3:GET#2,A$:NEXT:PRINTASC(A$):CLOSE2
60 PRINT#15,"S0:N":OPEN2,8,2,"N,S,R":INPUT#15,E:PRINTE:OPEN4,4:PRINT#4,"PAPER"
70 OPEN1,1,1,"T":PRINT#1,9:CLOSE1:OPEN1,1,0,"T":INPUT#1,A:PRINTA
"""
    state = Program.parse(text, "commodore").start()
    assert "ADABOBEVE 62 FILE NOT FOUND\nA 13 \n 0 \nPAPER\n 9 \n" == state.output


def test_tape_of_tandys_machines() -> None:
    """File -1 is a tape that needs no OPEN, and -2 the printer, which is the screen."""
    assert (
        " 7 A\nP\n"
        == Program.parse('10 PRINT#-1,7,"A":INPUT#-1,A,B$:PRINT A;B$:PRINT#-2,"P"', "color")
        .start()
        .output
    )


def test_records() -> None:
    """FIELD, LSET, RSET, PUT and GET keep texts and packed numbers, with LOC and LOF; NAME
    renames."""
    text = """10 OPEN "R",#1,"DATA",14:FIELD #1,6 AS N$,2 AS I$,4 AS D$,2 AS E$:FIELD #1,8 AS ALL$
20 FOR I=1 TO 3:LSET N$="NAME"+STR$(I):LSET I$=MKI$(I*10):RSET D$="D":RSET E$="LONG":PUT #1,I:NEXT
30 FOR I=3 TO 2 STEP -1:GET #1,I:PRINT N$;CVI(I$);D$;E$;LEN(ALL$):NEXT:PRINT LOF(1);LOC(1);EOF(1)
40 CLOSE:NAME "DATA" AS "NEW":OPEN "NEW" AS #1 LEN=14:GET #1:PRINT LEFT$(ALL$,6):PRINT CVS(MKS$(.5))
"""
    assert (
        "NAME 3 30    DLO 8 \nNAME 2 20    DLO 8 \n 42  2  0 \nNAME 1\n .5 \n"
        == Program.parse(text).start().output
    )


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ('OPEN "NOPE" FOR INPUT AS #1', 53), ('KILL "NOPE"', 53), ('NAME "NOPE" AS "X"', 53), ('RUN "NOPE"', 53),
        ("INPUT #1,A", 52), ("PRINT #1,A", 52), ("A=EOF(3)", 52), ('OPEN "O",#999,"X"', 52),
        ('OPEN "O",#1,"X":INPUT #1,A', 54), ('OPEN "Q",#1,"X"', 54), ('OPEN "O",#1,"X":OPEN "O",#2,"X"', 55),
        ('OPEN "O",#1,"X":CLOSE:OPEN "I",#1,"X":INPUT #1,A', 62), ('OPEN "R",#1,"X":GET #1,0', 63),
        ('OPEN "R",#1,"X":PUT #1,1E30', 63), ('OPEN "O",#1,""', 52), ('OPEN "R",#1,"X",4:FIELD #1,9 AS A$', 50),
        ('OPEN "COM1:9600" AS #1', 68), ('OPEN "O",#1,"X":CLOSE:NAME "X" AS "X"', 58),
        ('OPEN "O",#1,"X":NAME "Y" AS "X"', 55),
    ],
)  # fmt: skip
def test_faults_of_files_can_be_trapped(statement: str, number: int) -> None:
    """Each fault has GW-BASIC's number, and the program may go on."""
    text = f"10 ON ERROR GOTO 40\n20 {statement}\n30 PRINT 0:END\n40 PRINT ERR:RESUME 50\n50 END"
    assert f" {number} \n" == Program.parse(text, "gw").start().output


@pytest.mark.parametrize(
    "statement", ["KILL 5", "NAME A$ AS 6", 'OPEN "O",1,5', 'OPEN "X" AS A$', 'OPEN "O",A$,"X"']
)
def test_a_number_is_not_a_name(statement: str) -> None:
    """A file's number in place of its name, or the other way round, is a type mismatch."""
    assert "?TYPE MISMATCH IN 10\n" == Program.parse(f"10 {statement}").start().output


def test_missing_file_stops_the_program() -> None:
    """Without a trap the fault is the dialect's own message."""
    assert (
        "File not found in 10\n"
        == Program.parse('10 OPEN "X" FOR INPUT AS #1', "gw").start().output
    )
    assert "?FILE NOT FOUND IN 10\n" == Program.parse('10 OPEN "I",1,"X"').start().output


@pytest.mark.parametrize(
    "name",
    ["../up", "/etc/passwd", "C:\\\\x", "CONFIG", "a" * 200, "NUL", "x;rm -rf", "♥", "~/.ssh"],
)
def test_hostile_names_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A file of any name exists only in the state: nothing is opened, made or changed on the
    disk."""
    (tmp_path / "up").write_text("SECRET")
    folder = tmp_path / "inner"
    folder.mkdir()
    (folder / "game.bas").write_text(
        f'10 ON ERROR GOTO 40\n20 OPEN "I",#1,"{name}":LINE INPUT#1,A$:PRINT A$\n30 END\n40 RESUME'
        f' 50\n50 OPEN "O",#2,"{name}":PRINT#2,"MINE":CLOSE\n60 PRINT "DONE"\n70 INPUT X\n80 KILL'
        f' "{name}"\n'
    )
    monkeypatch.chdir(folder)
    start = InteractiveProvider(folder).game(seed=1)
    assert "DONE" in start.__doc__
    assert "SECRET" not in start(1).__doc__
    assert ["game.bas"] == [path.name for path in folder.iterdir()]
    assert "SECRET" == (tmp_path / "up").read_text()


def test_a_state_never_changes() -> None:
    """Two answers to one question write two files, and a pickled state goes on with its own."""
    text = (
        '10 OPEN "O",#1,"F"\n20 INPUT A$:PRINT#1,A$;:IF A$<>"" THEN 20\n'
        '30 CLOSE:OPEN "I",1,"F":INPUT#1,B$:PRINT B$'
    )
    first = Program.parse(text).start().answer("A")
    for state in (first, pickle.loads(pickle.dumps(first))):
        assert ["AB\n", "AC\n"] == [state.answer(more).answer("").output for more in "BC"]
    assert first.answer("B") != first.answer("C")
    assert first.answer("B") == first.answer("B")


def test_files_beside_a_program_are_read_as_they_were(tmp_path: Path) -> None:
    """What lay in the folder when the program was loaded is its first set of files; writing changes
    only the state."""
    (tmp_path / "Quiz.dat").write_bytes(b"PARIS\r\nROME\r\n\x1a")
    (tmp_path / "link.dat").symlink_to("/etc/hostname")
    (tmp_path / "game.bas").write_text(
        '10 INPUT X\n20 OPEN "QUIZ.DAT" FOR APPEND AS #1:PRINT#1,"BONN":CLOSE\n'
        '30 OPEN "QUIZ.DAT" FOR INPUT AS #1\n40 LINE INPUT#1,A$:PRINT A$;:IF NOT EOF(1) THEN 40\n'
        '50 INPUT Y\n60 CLOSE:OPEN "LINK.DAT" FOR INPUT AS #1'
    )
    start = InteractiveProvider(tmp_path).game(seed=1)
    (tmp_path / "Quiz.dat").write_text("CHANGED")
    assert "PARISROMEBONN" in start(1).__doc__
    assert "NOT FOUND" in start(1)(1).__doc__.upper()
    assert "CHANGED" == (tmp_path / "Quiz.dat").read_text()


@pytest.mark.slow
def test_another_process_reads_the_same_files() -> None:
    """A pickled state brings the files beside its program, and the programs that it runs."""
    program = Program.parse('10 INPUT X\n20 OPEN "I",1,"D":INPUT#1,A$:PRINT A$;\n30 CHAIN "B"')
    program.folder = Folder({"D": b"ADA", "B.BAS": b'10 PRINT A$;"!"'})
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).answer('1').output)"
    sent = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(program.start()),
        capture_output=True,
        check=True,
    )
    assert "ADAADA!\n\n" == sent.stdout.decode().replace("\r", "")
    assert program != Program.parse(program.text)


def test_disk_is_full_in_the_end() -> None:
    """A program that writes without end meets its limit, in one file and in many; what fails leaves
    nothing behind."""
    text = (
        '10 ON ERROR GOTO 40\n20 OPEN "O",1,"F"\n30 PRINT#1,STRING$(250,65):GOTO 30\n'
        "40 PRINT ERR;LOF(1)<1010000:END"
    )
    state = Program.parse(text).start()
    while state.status == "more":
        state = state.more()
    assert " 61 -1 \n" == state.output
    assert MOST_CHARACTERS >= sum(len(text or "") for _, text in state._memory.files.texts)
    many = '10 ON ERROR GOTO 30\n20 I=I+1:OPEN "O",1,STR$(I):CLOSE:GOTO 20\n30 PRINT ERR;I:END'
    assert f" 67  {MOST_FILES + 1} \n" == Program.parse(many).start().output


def test_what_comes_from_a_file_is_not_given_away() -> None:
    """A drawn number that went through a file is as secret as before, and offered once it was
    printed."""
    text = (
        '10 X=INT(10*RND(1))+1:OPEN "O",1,"F":PRINT#1,X:CLOSE:OPEN "I",1,"F":INPUT#1,Y\n'
        '20 INPUT "YOUR GUESS";G:IF G=Y THEN PRINT "RIGHT":END\n30 PRINT "WRONG":GOTO 20\n'
    )
    offers = {Program.parse(text).start(seed=seed).suggestions for seed in range(8)}
    assert 1 == len(offers)
    state = Program.parse(text).start()
    assert {} == {name: x for name, x in state.shown_variables.items() if name in "XY"}


def test_run_closes_files_and_chain_does_not() -> None:
    """RUN begins with no file open but all that was written; CHAIN goes on in the file that is
    open."""
    program = Program.parse(
        '10 INPUT A\n20 OPEN "O",1,"F":PRINT#1,"A"\n30 IF A=1 THEN RUN "B"\n40 CHAIN "B"'
    )
    program.folder = Folder({"B.BAS": b'10 PRINT#1,"B":PRINT LOF(1)'})
    assert ["?BAD FILE NUMBER IN 10\n", " 6 \n"] == [program.start().answer(x).output for x in "12"]
