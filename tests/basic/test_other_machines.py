"""What only an Apple or an MSX has: places on the screen, paddles, error traps."""

from __future__ import annotations

from interactive_provider.basic import Program, State

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


def played(text: str, *keys: str) -> State:
    """A program in the dialect that its text tells, after some keys."""
    state = Program.parse(text, dialect=None).start(1)
    for key in keys:
        state = state.answer(key)
    return state


def test_msx_counts_columns_first() -> None:
    """LOCATE takes the column first, both count from 0, and the stick's directions are the arrow keys."""
    state = played(MSX)
    assert (state.program.dialect.name, str(state.screen)) == ("msx", " " * 30 + "THERE\nHI")
    assert {"\0M", " "} <= set(state.suggestions[0].words)
    assert [state.answer("\0M").output, played(MSX, "", "\0M", " ").output] == ["RIGHT\n", "FIRE\n"]


def test_apple_forgets_calls_and_traps_errors() -> None:
    """POP forgets a GOSUB, ONERR traps, a paddle is turned by the arrow keys and its button is the space bar."""
    state = played(APPLE)
    assert (state.program.dialect.name, {"\0K", " "} <= set(state.suggestions[0].words)) == ("lenient", True)
    assert played(APPLE, "\0K").output == "LEFT\n"
    assert played(APPLE, "\0K", " ").output == "TRAPPED\n"


def test_place_beyond_the_screen_of_an_msx_is_its_last() -> None:
    """An MSX's LOCATE is cut to the screen, where GW-BASIC's stops the program."""
    text = '10 LOCATE 0,99:PUT SPRITE 0,(1,1):PRINT "X";\n'
    assert str(played(text).screen) == "\n" * 24 + "X"
    assert Program.parse(text, "gw").start().status == "error"
