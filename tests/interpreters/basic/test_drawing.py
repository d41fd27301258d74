"""Points, lines, circles and areas on the screens of several machines, and characters in a
Commodore's memory."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.adapters.basic import read_program
from interactive_provider.interpreters.basic import Program, ProgramState
from interactive_provider.interpreters.basic.running.canvas import Brush, blank
from interactive_provider.widget.session import Session


def canvas_of(text: str, dialect: str = "gw") -> dict[tuple[int, int], int]:
    """The points that a program draws before it stops, by column and row, with the numbers of their
    colours."""
    picture = Program.parse(text, dialect).start().screen
    assert picture is not None
    assert picture.canvas is not None
    return {(x, y): c for y, row in enumerate(picture.canvas.rows) for x, c in enumerate(row) if c}


def printed(text: str, dialect: str = "gw") -> str:
    """The last line that a program prints, without what places it."""
    return Program.parse(text, dialect).start().transcript.rstrip("\n").split("\n")[-1]


def test_points_and_lines() -> None:
    """PSET, PRESET and LINE with STEP, from the last point, as a box and filled; what lies outside
    is clipped."""
    assert {(3, 4): 3, (5, 4): 1} == canvas_of(
        "10 SCREEN 1:PSET (3,4):PSET STEP(2,0),1:PSET (1,1):PRESET (1,1)"
    )
    assert {(x, x): 2 for x in range(5)} == canvas_of("10 SCREEN 1:LINE (-3,-3)-(4,4),2")
    assert {(0, 0): 3, (1, 0): 3, (1, 1): 3} == canvas_of(
        "10 SCREEN 1:PSET (0,0):LINE -STEP(1,0):LINE -(1,1)"
    )
    box = {(x, y) for x in range(4) for y in range(3)}
    assert dict.fromkeys(box, 1) == canvas_of("10 SCREEN 2:LINE (0,0)-(3,2),1,BF")
    assert dict.fromkeys(box - {(1, 1), (2, 1)}, 1) == canvas_of("10 SCREEN 2:LINE (3,2)-(0,0),,B")


def test_circle_is_painted_up_to_its_rim() -> None:
    """CIRCLE is as high as the screen's shape asks, PAINT stays inside, and an arc has only its
    part."""
    drawn = canvas_of("10 SCREEN 1:CIRCLE (100,100),30,2:PAINT (100,100),1,2")
    assert {70, 130} == {f(x for x, _ in drawn) for f in (min, max)}
    assert {75, 125} == {f(y for _, y in drawn) for f in (min, max)}
    assert 1 == drawn[100, 100] == drawn[100, 80]
    assert 2 == drawn[70, 100] == drawn[100, 125]
    assert (66, 100) not in drawn
    assert all(
        x >= 99 and y <= 101 for x, y in canvas_of("10 SCREEN 1:CIRCLE (100,100),30,2,0,1.57")
    )
    assert (115, 100) in canvas_of("10 SCREEN 1:CIRCLE (100,100),30,2,-6.283,-1.57")


def test_point_finds_what_was_drawn() -> None:
    """POINT gives a colour, -1 outside, and the coordinates of the last point; over a stop, too."""
    assert " 2  0 -1  7  8 " == printed(
        "10 SCREEN 1:PSET (7,8),2:PRINT POINT(7,8);POINT(9,9);POINT(999,0);POINT(0);POINT(1)"
    )
    asked = Program.parse("10 SCREEN 1:PSET (70,80),2\n20 INPUT A:PRINT POINT(70,80)", "gw").start()
    for state in (asked, pickle.loads(pickle.dumps(asked))):
        assert " 2 \n" == state.answer("1").output


def test_text_covers_points_and_scrolls_them() -> None:
    """A printed character clears its place, CLS clears all, a scrolled line takes its points
    along."""
    text = "10 SCREEN 1:LINE (0,0)-(319,7),1,BF:{}"
    assert {(0, 0), (319, 7)} <= set(canvas_of(text.format("LOCATE 1,2:PRINT 1;")))
    assert not {x for x, _ in canvas_of(text.format('LOCATE 1,2:PRINT "A";'))} & set(range(8, 16))
    assert {} == canvas_of(text.format("CLS"))
    assert {} == canvas_of(text.format("LOCATE 24,1:PRINT:PRINT"))
    assert {(5, 160 - 8): 3} == canvas_of("10 SCREEN 1:PSET (5,160):LOCATE 24,1:PRINT")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("PSET (1,1)", "Illegal function call in 10"), ("SCREEN 1:PSET (1E30,1)", "Overflow in 10"),
        ("SCREEN 1:LINE (0,0)-(1E10,1)", "Overflow in 10"), ("SCREEN 1:CIRCLE (0,0),1E20", "Overflow in 10"),
        ("SCREEN 1:PSET (1,1),-1", "Illegal function call in 10"),
        ("SCREEN 1:CIRCLE (1,1),5,1,9", "Illegal function call in 10"),
        ("SCREEN 1:CIRCLE (1,1),-5", "Illegal function call in 10"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_a_fault(statement: str, message: str) -> None:
    """Without a mode for graphics, or beyond the machine's numbers, a statement is GW-BASIC's
    error."""
    assert message == printed(f"10 {statement}")


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("10 SET(128,0)", "level2"), ("10 SET(0,-1)", "level2"), ("10 PRINT POINT(0,48)", "level2"),
        ("10 SET(64,0,1)", "color"), ("10 GR:PLOT 40,0", "applesoft"), ("10 GR:HLIN 0,39 AT 48", "applesoft"),
        ("10 HGR:HPLOT 280,0", "applesoft"), ("10 PLOT 1,1", "applesoft"), ("10 POKE 1024,256", "commodore"),
    ],
)  # fmt: skip
def test_places_off_the_screen(text: str, dialect: str) -> None:
    """Machines that do not clip stop with an error."""
    assert "?ILLEGAL FUNCTION CALL IN 10" == printed(text, dialect)


def test_blocks_of_tandys_machines() -> None:
    """SET, RESET and POINT: two blocks by three in each character, on a Color Computer two by two
    in colours."""
    text = "10 SET(0,0):SET(127,47):SET(5,5):RESET(5,5):PRINT @64,POINT(0,0);POINT(1,1)"
    assert {(0, 0): 1, (127, 47): 1} == canvas_of(text, "level2")
    assert "-1  0 " == printed(text, "level2")
    assert {(0, 0): 4, (63, 31): 1} == canvas_of("10 SET(0,0,4):SET(63,31,1)", "color")


def test_blocks_and_points_of_an_apple() -> None:
    """GR with COLOR, PLOT, HLIN, VLIN and SCRN; HGR with HCOLOR and HPLOT; TEXT takes them away."""
    text = "10 GR:COLOR=13:PLOT 1,2:HLIN 3,4 AT 5:X=7:VLIN 8,9 ATX:COLOR=1:PRINT SCRN(1,2)"
    assert dict.fromkeys([(1, 2), (3, 5), (4, 5), (7, 8), (7, 9)], 13) == canvas_of(
        text, "applesoft"
    )
    assert "13" == printed(text, "applesoft")
    text = "10 HGR:HCOLOR=3:HPLOT 0,0:HPLOT 10,10 TO 12,10 TO 12,11:HCOLOR=5:HPLOT TO 12,13"
    drawn = dict.fromkeys([(0, 0), (10, 10), (11, 10), (12, 10)], 3)
    assert {**drawn, **dict.fromkeys([(12, 11), (12, 12), (12, 13)], 5)} == canvas_of(
        text, "applesoft"
    )
    picture = Program.parse("10 GR:PLOT 1,1:TEXT:HOME", "applesoft").start().screen
    assert picture is not None
    assert picture.canvas is None


def test_memory_of_a_commodores_screen() -> None:
    """POKE puts characters and colours on the screen of a C64 and a PET, and PEEK finds what is
    printed there."""
    text = (
        '10 PRINT"{clr}AB";:POKE1027,81:POKE55299,2:POKE1028,160:POKE1029,129:POKE9,9\n'
        "20 C=PEEK(1024):D=PEEK(1027):E=PEEK(1028):F=PEEK(1029):PRINT:"
        "PRINTC;D;E;F;PEEK(1025);PEEK(9)"
    )
    picture = Program.parse(text, "commodore").start().screen
    assert picture is not None
    assert ("AB ●█A", 4, 0x70) == (
        picture.lines[0].rstrip(),
        ord(picture.colours[0][3]),
        ord(picture.colours[0][5]),
    )
    assert [" 1  81  160  129  2  0"] == [line.rstrip() for line in picture.lines if "81" in line]
    pet = (
        Program.parse('10 PRINT"{clr}";:FORI=0TO2:POKE32768+I,1+I:NEXT', "commodore").start().screen
    )
    assert pet is not None
    assert "ABC" == pet.lines[0].rstrip()


def test_a_program_that_only_draws_reads_no_folder() -> None:
    """Only a program that opens files or runs another finds those beside it."""
    assert not Program.parse("10 SCREEN 1:PSET (1,1)", "gw").needs_folder
    assert Program.parse('10 SCREEN 1:OPEN "X" FOR INPUT AS #1', "gw").needs_folder


def test_pokes_elsewhere_make_no_screen() -> None:
    """A program whose POKEs only make sounds has no screen: its text is printed line by line."""
    state = Program.parse('10 S=54272:FORI=0TO24:POKES+I,0:NEXT:PRINT"HI"', "commodore").start()
    assert ("HI\n", None) == (state.output, state.screen)


def test_a_state_keeps_its_picture() -> None:
    """Branches draw on pictures of their own, and a picture shares the rows that it did not
    change."""
    text = "10 SCREEN 1\n20 INPUT A:PSET (A,100):GOTO 20"
    first = Program.parse(text, "gw").start().answer("5")

    def drawn(state: ProgramState) -> list[int]:
        assert state.screen is not None
        assert state.screen.canvas is not None
        return [x for x, colour in enumerate(state.screen.canvas.rows[100]) if colour]

    assert ([5, 6], [5, 7], [5]) == (
        drawn(first.answer("6")),
        drawn(first.answer("7")),
        drawn(first),
    )
    pictures = [
        state.screen.canvas
        for state in (first, first.answer("6"))
        if state.screen and state.screen.canvas
    ]
    assert 1 == sum(a is not b for a, b in zip(*(canvas.rows for canvas in pictures), strict=True))


def test_endless_drawing_stops_for_more() -> None:
    """A program that draws without end can be told to go on or not, however long its lines are."""
    for text in (
        "LINE (-9999,0)-(9999,199)",
        "CIRCLE (1,1),32000",
        "PAINT (5,5),RND*3",
        "PSET (RND*9,1)",
    ):
        state = Program.parse(f"10 SCREEN 1\n20 {text}:GOTO 20", "gw").start()
        assert state.status in ("more", "ended"), text
        assert len(state.output) < 500_000


def test_area_of_any_shape_is_filled() -> None:
    """Filling finds its way around corners, and a full screen is filled at once."""
    brush = Brush(blank(9, 5, (8, 8), (0, 1)))
    for x, y in ((1, 0), (1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3), (3, 4)):
        brush.plot(x, y, 2)
    brush.paint(0, 0, 1, 2)
    rows = ["".join(map(str, row)) for row in brush.dried().rows]
    assert ["121111111", "121211111", "121211111", "121211111", "111211111"] == rows


def test_picture_is_shown_everywhere(tmp_path: Path) -> None:
    """A page has it as shapes in the machine's colours, a live board the same, and a text has
    dots."""
    (tmp_path / "draw.bas").write_text(
        "10 SCREEN 1:LINE (8,8)-(23,15),1,BF:PSET (32,8)\n20 INPUT A"
    )
    start = InteractiveProvider(tmp_path).draw(seed=1)
    html = start._repr_html_()
    assert '<path fill="#55ffff" d="M8 8H24V16H8z"/>' in html
    assert 'viewBox="0 0 320 200"' in html
    assert "\n ██ ⠁\n" in start.__doc__
    assert [["#55ffff", "M8 8H24V16H8z"], ["#ffffff", "M32 8H33V9H32z"]] == [
        list(path) for path in Session(start).view()["terminal"]["points"][2]
    ]


def test_what_is_drawn_is_no_longer_told_to_be_missing(tmp_path: Path) -> None:
    """Only what still does nothing is listed."""
    (tmp_path / "draw.bas").write_text('10 SCREEN 1:PSET (1,1):DRAW "U5":INPUT A')
    assert "Without effect here: DRAW (10)." in read_program(tmp_path / "draw.bas").program.notices


def test_numbers_of_a_drawing_are_not_shown() -> None:
    """Where a point is drawn is no printed number, neither for offers nor for their notes."""
    text = '10 SCREEN 1:PSET (123,45):LOCATE 6,7:PRINT "HI"\n20 INPUT "HOW MANY";N'
    assert ["HI", "HOW", "MANY?"] == Program.parse(text, "gw").start()._lately().split()
