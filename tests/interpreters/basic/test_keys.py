"""Keys that interrupt a program: ON KEY(n) GOSUB and KEY(n) ON, OFF and STOP."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program, ProgramState

_F1, _F2, _F10, _UP, _RIGHT = "\0;", "\0<", "\0D", "\0H", "\0M"


def _started(text: str, dialect: str = "gw") -> ProgramState:
    return Program.parse(text, dialect).start()


def _printed(state: ProgramState, *keys: str) -> list[str]:
    """What each key prints, one after another."""
    found: list[str] = []
    for key in keys:
        state = state.answer(key)
        found.append(state.output)
    return found


@pytest.mark.parametrize(
    "waits",
    ["40 GOTO 40", "40 WHILE 1:WEND", "40 A$=INKEY$:GOTO 40", "40 DO:LOOP", "40 SLEEP:GOTO 40"],
)
def test_function_keys_call_their_subroutines_where_a_program_waits(waits: str) -> None:
    """The keys that are switched on are offered and call their lines, however the program waits."""
    state = _started(
        "10 ON KEY(1) GOSUB 100:ON KEY(2) GOSUB 200:ON KEY(10) GOSUB 300\n"
        f"20 KEY(1) ON:KEY(2) ON:KEY(10) ON\n{waits}\n"
        '100 PRINT "HELP":RETURN\n200 S=S+1:PRINT S:RETURN\n300 PRINT "BYE":END\n'
    )
    offered = {_F1, _F2, _F10} <= {*state.suggestions[0].words}
    printed = ["HELP\n", " 1 \n", " 2 \n", "BYE\n"]
    assert (True, printed) == (offered, _printed(state, _F1, _F2, _F2, _F10))


def test_arrows_are_the_keys_from_eleven_on() -> None:
    """Arrows move by ON KEY, and the other keys reach INKEY$ as ever."""
    state = _started(
        "10 FOR I=11 TO 14:KEY(I) ON:NEXT\n20 ON KEY(11) GOSUB 100:ON KEY(13) GOSUB 200\n"
        '30 A$=INKEY$:IF A$="" THEN 30\n40 PRINT "TYPED ";A$;X;Y:GOTO 30\n'
        "100 Y=Y-1:RETURN\n200 X=X+1:RETURN\n"
    )
    assert ["", "", "TYPED Q 1 -1 \n"] == _printed(state, _UP, _RIGHT, "Q")


def test_a_key_that_is_off_or_has_no_line_is_an_ordinary_key() -> None:
    """KEY(n) OFF and STOP, and ON KEY(n) GOSUB 0, leave a key to INKEY$."""
    for off in ("KEY(1) OFF", "KEY(1) STOP", "ON KEY(1) GOSUB 0"):
        state = _started(
            f"10 ON KEY(1) GOSUB 100:KEY(1) ON:{off}\n"
            '20 A$=INKEY$:IF A$="" THEN 20\n30 PRINT LEN(A$):END\n100 PRINT "CALLED":RETURN\n'
        )
        assert (off, [" 2 \n"]) == (off, _printed(state, _F1))


def test_a_variable_names_the_key() -> None:
    """ON KEY(I) in a loop gives several keys one line."""
    state = _started(
        "10 FOR I=1 TO 2:ON KEY(I) GOSUB 100:KEY(I) ON:NEXT\n20 GOTO 20\n100 C=C+1:PRINT C:RETURN\n"
    )
    assert [" 1 \n", " 2 \n"] == _printed(state, _F1, _F2)


def test_msx_lists_the_lines_of_its_keys() -> None:
    """ON KEY GOSUB names a line for each key, and may leave some out."""
    state = _started(
        "10 ON KEY GOSUB 100,,200\n20 KEY(1) ON:KEY(3) ON\n30 GOTO 30\n"
        '100 PRINT "ONE":RETURN\n200 PRINT "THREE":RETURN\n',
        "msx",
    )
    assert ["ONE\n", "THREE\n"] == _printed(state, _F1, "\0=")


def test_texts_of_keys_change_nothing() -> None:
    """KEY n with a text, KEY ON, KEY OFF and KEY LIST are read and have no effect."""
    assert (
        "OK\n" == _started('10 KEY 1,"LIST"+CHR$(13):KEY OFF:KEY ON:KEY LIST\n20 PRINT "OK"').output
    )


def test_keys_that_interrupt_are_offered_last_and_while_they_are_on() -> None:
    """The keys that a program looks for come first, and a key that is off is not among them."""
    state = _started(
        "10 ON KEY(1) GOSUB 100:ON KEY(2) GOSUB 100:KEY(2) ON\n"
        '20 A$=INKEY$:IF A$="Y" THEN PRINT 1:END\n30 IF A$="N" THEN END\n40 GOTO 20\n100 PRINT 2:RETURN\n'
    )
    assert ("Y", "N", _F2) == state.suggestions[0].words
