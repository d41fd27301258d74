"""The screen of programs that place what they print."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.adapters.basic import read_program
from interactive_provider.interpreters.basic import Program
from interactive_provider.interpreters.basic.running.screen import COLUMNS, LINES, ScreenPicture
from interactive_provider.widget.session import Session
from tests.sure import sure

MAP = (
    '10 CLS:FOR I=3 TO 5:LOCATE I,10:PRINT "...";:NEXT\n20 LOCATE 4,11:PRINT "@";\n'
    '30 LOCATE 20,1:INPUT "MOVE";A$\n40 LOCATE 4,11:PRINT ".";:LOCATE 4,12:PRINT "@";:GOTO 30\n'
)


def test_printed_map_is_a_picture() -> None:
    """What is placed stands where it belongs, and what is placed over it later takes its place."""
    start = Program.parse(MAP, "gw").start()
    assert str(start.screen).split("\n")[2:5] == [" " * 9 + row for row in ("...", ".@.", "...")]
    moved = start.answer("E")
    assert str(moved.screen).split("\n")[3] == " " * 9 + "..@"
    assert str(moved.screen).split("\n")[19] == "MOVE? E"


def test_picture_is_what_a_player_sees(tmp_path: Path) -> None:
    """A position shows the whole screen, with what is typed where the cursor is."""
    (tmp_path / "map.bas").write_text(MAP)
    start = InteractiveProvider(tmp_path).map(seed=1)
    assert " " * 9 + ".@.\n" in start.__doc__
    assert "MOVE? HI" in start.other.H.I.__doc__


def test_programs_without_places_have_no_screen() -> None:
    """A program that prints line by line is told line by line."""
    assert Program.parse('10 CLS:PRINT "A"').start().screen is None


def test_screen_survives_pickling() -> None:
    """A state that was pickled shows the same screen, though what came before is gone."""
    state = Program.parse(MAP, "gw").start().answer("E")
    assert pickle.loads(pickle.dumps(state)).screen == state.screen


@pytest.mark.parametrize("place", ["26,1", "0,1", "1,81", "1,0", "-5,3", "1E30,1"])
def test_place_off_the_screen(place: str) -> None:
    """A place off the screen is a fault in its line."""
    state = Program.parse(f"10 LOCATE {place}", "gw").start()
    assert state.output.splitlines()[-1] in ("Illegal function call in 10", "Overflow in 10")


def test_line_of_the_cursor() -> None:
    """CSRLIN follows what is printed and placed, over a stop too."""
    text = "10 LOCATE 5,1:PRINT 1:PRINT 2\n20 INPUT A:B=CSRLIN:LOCATE 1,1:PRINT B"
    assert str(Program.parse(text, "gw").start().answer("1").screen).startswith(" 8")


def test_long_lines_and_the_last_line() -> None:
    """A line that is full goes on in the next; beyond the last line the screen scrolls."""
    long = ScreenPicture().after("X" * (COLUMNS + 3))
    assert [line.rstrip() for line in long.lines[:2]] == ["X" * COLUMNS, "XXX"]
    scrolled = ScreenPicture().after("".join(f"{i}\n" for i in range(LINES + 2)))
    assert [scrolled.lines[0].strip(), scrolled.lines[-3].strip(), scrolled.line] == [
        "4",
        str(LINES + 1),
        LINES - 2,
    ]


@pytest.mark.parametrize(
    ("printed", "line", "column"),
    [
        ("\b", 0, 0),
        ("\bX", 0, 1),
        ("AB\b\b\bX", 0, 1),
        ("\x1d", 0, 0),
        ("\x1e", 0, 0),
        ("A\n\b", 1, 0),
    ],
)
def test_the_cursor_stays_inside_the_margins(printed: str, line: int, column: int) -> None:
    """Neither CHR$(8) nor a cursor control leaves the screen: what is printed then stands at the
    margin."""
    picture = ScreenPicture().after(printed)

    assert (line, column) == (picture.line, picture.column)


def test_the_cursor_stays_at_the_right_margin_and_above_the_last_line() -> None:
    """To the right it stops in the last column, downwards in the last line that scrolls."""
    right, down = (
        ScreenPicture().after("\x1c" * (COLUMNS + 2)),
        ScreenPicture().after("\x1f" * (LINES + 2)),
    )

    assert (0, COLUMNS - 1) == (right.line, right.column)
    assert (LINES - 2, 0) == (down.line, down.column)


@pytest.mark.parametrize(
    ("dialect", "place"),
    [
        ("lenient", "LOCATE 3,1"),
        ("msx", "LOCATE 0,2"),
        ("color", 'PRINT @64,"";'),
        ("applesoft", "VTAB 3:HTAB 1"),
    ],
)
def test_a_backspace_at_the_margin_of_a_screen(dialect: str, place: str) -> None:
    """What follows a CHR$(8) in the first column stands there, and one behind a sign lets it be
    written over."""
    picture = Program.parse(f'10 {place}:PRINT CHR$(8);"AB";CHR$(8);"C";', dialect).start().screen

    assert picture is not None
    assert "AC" == picture.lines[2].rstrip()


def test_colours_follow_the_text() -> None:
    """COLOR colours what is printed later; what is left out stays, and a wipe keeps the ground
    alone."""
    text = (
        '10 COLOR 14,1:CLS:PRINT "A";:COLOR 4:PRINT "B";:COLOR ,0:PRINT "C"\n'
        "20 A=SCREEN(1,2,1):B=SCREEN(1,1):PRINT A;B"
    )
    picture = Program.parse(text, "gw").start().screen
    assert picture is not None
    assert [14 + 16, 4 + 16, 4, 7 + 16] == [ord(colour) for colour in picture.colours[0][:4]]
    assert picture.lines[1].startswith(" 20  65 ")


def test_forty_columns() -> None:
    """WIDTH 40 begins a screen of 40 columns, on which lines go on in the next."""
    picture = Program.parse('10 WIDTH 40:LOCATE 1,39:PRINT "AB";:PRINT "CD"', "gw").start().screen
    assert picture is not None
    assert (40, " " * 38 + "AB", "CD") == (
        picture.width,
        picture.lines[0],
        picture.lines[1].strip(),
    )


def test_lines_that_scroll() -> None:
    """VIEW PRINT keeps the lines outside it where they are; the last line never scrolls."""
    text = (
        '10 CLS:PRINT "TOP":LOCATE 25,1:PRINT "LAST";\n'
        "20 VIEW PRINT 5 TO 7:FOR I=1 TO 9:PRINT I:NEXT"
    )
    picture = Program.parse(text, "gw").start().screen
    assert picture is not None
    assert ["TOP", "8", "9", "", "LAST"] == [picture.lines[at].strip() for at in (0, 4, 5, 6, 24)]


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ("SCREEN 12", 30),
        ("SCREEN 11", 30),
        ("SCREEN 12:SCREEN 0", 25),
        ("SCREEN 9", 25),
        ("WIDTH 80,43", 43),
        ("WIDTH ,50", 50),
        ("WIDTH 80,50:SCREEN 0", 50),
        ("WIDTH 80,50:WIDTH 80", 25),
    ],
)
def test_a_mode_has_its_number_of_lines(statement: str, rows: int) -> None:
    """The last line of each can be written to, and one beyond it is a fault."""
    part = Program.parse(f'10 {statement}:LOCATE {rows},3:PRINT "X";:INPUT A$', "qbasic").start()
    beyond = Program.parse(f"10 {statement}:LOCATE {rows + 1},3:INPUT A$", "qbasic").start()
    lines = sure(part.screen).lines
    assert (rows, "  X?", "error") == (len(lines), lines[-1].rstrip(), beyond.status)


def test_view_print_may_end_on_the_last_line() -> None:
    """Lines above the window of a screen of 30 lines stay where they are."""
    program = '10 SCREEN 12:PRINT "TITLE":VIEW PRINT 20 TO 30:FOR I=1 TO 40:PRINT I:NEXT:INPUT A$'
    lines = sure(Program.parse(program, "qbasic").start().screen).lines
    assert ("TITLE", "", " 40") == (lines[0].rstrip(), lines[17].rstrip(), lines[27].rstrip())


@pytest.mark.parametrize(
    "statement", ["COLOR 32", "COLOR 1,16", "WIDTH 50", "VIEW PRINT 5 TO 3", "A=SCREEN(26,1)"]
)
def test_what_no_screen_can_do(statement: str) -> None:
    """A colour, width or line that there is not is a fault in its line."""
    state = Program.parse(f"10 LOCATE 1,1:{statement}", "gw").start()
    assert state.output.endswith("Illegal function call in 10\n")


def test_transcript_has_no_control_sequences() -> None:
    """The transcript of such a program is plain lines."""
    told = Program.parse(MAP, "gw").start().answer("E").transcript
    assert "\x1b" not in told
    assert "MOVE? E" in told


def test_hearts_and_spades() -> None:
    """CHR$(3) to CHR$(6) are the four suits, which ASC knows again; the escape code is an arrow and
    steers nothing."""
    text = (
        "10 PRINT CHR$(3)CHR$(4)CHR$(5)CHR$(6);POS(0):PRINT"
        ' ASC(CHR$(3));CHR$(27);"[99;99H":LOCATE 9,9'
    )
    picture = Program.parse(text, "gw").start().screen
    assert picture is not None
    assert ["♥♦♣♠ 5", " 3 ←[99;99H"] == [line.rstrip() for line in picture.lines[:2]]
    assert Program.decode(b'10 PRINT "\x03\xdb"').start().output == "♥█\n"


def test_typed_codes_steer_nothing() -> None:
    """What is typed cannot move the cursor off the screen."""
    state = Program.parse("10 LOCATE 5,5:INPUT A$:GOTO 10", "gw").start().answer("\x1b[99;99H")
    assert state.screen is not None
    assert "←[99;99H" in str(state.screen)
    assert (24, 79) == ScreenPicture().after("\x1b[99;99H")[2:4]


BOX = (
    '10 COLOR 14,1:CLS:PRINT "C A S T L E"\n20 K$=INKEY$:IF K$="" THEN 20\n'
    '30 IF K$=CHR$(0)+"H" THEN S=S-1\n40 IF K$<>CHR$(13) THEN 20\n50 INPUT "NAME";N$\n'
)


def test_live_board_has_the_colours(tmp_path: Path) -> None:
    """What the page is sent are the screen's rows in runs of one colour, with the rules for those
    colours."""
    (tmp_path / "box.bas").write_text(BOX)
    shown = Session(InteractiveProvider(tmp_path).box(seed=1)).view()["terminal"]
    assert ("min-width:80ch", 25) == (shown["shape"], len(shown["lines"]))
    assert (30, "C A S T L E") == (shown["lines"][0][0][0], shown["lines"][0][0][1][0][0].rstrip())
    assert ".ip-monitor .ip-c30{" in shown["style"]


def test_keys_of_the_keyboard(tmp_path: Path) -> None:
    """Where a key is wanted the page knows which choices the keyboard's keys are; where a line is
    typed, none."""
    (tmp_path / "box.bas").write_text(BOX)
    start = InteractiveProvider(tmp_path).box(seed=1)
    view = Session(start).view()
    labels = [words for _, words, *_ in view["options"]]
    assert {"ArrowUp": "up", "Enter": "enter"} == {
        key: labels[at] for key, at in view["keys"].items()
    }
    assert Session(start.enter).view()["keys"] is None


def test_cursor_is_where_a_line_is_typed(tmp_path: Path) -> None:
    """As on a PC there is none while the program only looks for a key."""
    (tmp_path / "box.bas").write_text(BOX)
    start = InteractiveProvider(tmp_path).box(seed=1)
    assert (None, (1, 6)) == (start._state.screen().cursor, start.enter._state.screen().cursor)


def test_wipe_takes_the_last_line_too() -> None:
    """CLS colours all 25 lines, but for a program that has set which lines scroll."""
    whole = Program.parse("10 COLOR 7,1:CLS", "gw").start().screen
    part = Program.parse("10 VIEW PRINT 2 TO 10:COLOR 7,1:CLS", "gw").start().screen
    assert whole is not None and part is not None
    assert [25, 9] == [sum(row[0] == chr(23) for row in shown.colours) for shown in (whole, part)]


def test_title_that_is_spaced_out(tmp_path: Path) -> None:
    """Letters with blanks between them are a word."""
    (tmp_path / "box.bas").write_text(BOX)
    assert "CASTLE" == read_program(tmp_path / "box.bas").title
