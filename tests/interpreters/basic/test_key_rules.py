"""Keys that are waited for, the clock, and programs that begin again."""

from __future__ import annotations

import pickle
import string
from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.interpreters.basic import Program, ProgramState

WAITING = '10 IF INKEY$="" THEN 10\n20 PRINT "ON"\n'
MENU = (
    '10 A$=INKEY$:IF A$="" THEN 10\n20 IF A$="A" OR A$="a" THEN PRINT "ALPHA":END\n'
    '30 IF A$="B" THEN PRINT "BETA"\n'
)


def after(program: str, *answers: str, dialect: str = "lenient") -> ProgramState:
    """The state of a program after some answers."""
    state = Program.parse(program, dialect).start(1)
    for answer in answers:
        state = state.answer(answer)
    return state


@pytest.mark.parametrize(
    "text",
    [
        WAITING,
        '10 WHILE INKEY$="":WEND\n20 PRINT "ON"\n',
        '10 A$=INKEY$\n15 IF A$="" THEN 10\n20 PRINT "ON"\n',
    ],
)
def test_look_at_the_keyboard_is_a_stop(text: str) -> None:
    """A loop that waits for a key stops; nothing pressed leaves it there, a key leads on."""
    state = after(text)
    assert (state.status, state.keys_wanted) == ("asks", 1)
    assert after(text, "", "").status == "asks"
    assert after(text, "", "x").output == "ON\n"


def test_several_keys_are_taken_without_return() -> None:
    """INPUT$ takes as many keys as it says and shows none of them."""
    state = after("10 X$=INPUT$(3)\n20 PRINT X$;LEN(X$)\n")
    assert state.keys_wanted == 3
    assert state.answer("a,b").transcript == "a,b 3 \n"
    assert state.answer("toolong").status == "asks"


def test_wait_lasts_until_something_is_printed() -> None:
    """Who waits sees the program's next picture, however often it looks at the keyboard before."""
    text = (
        '10 FOR I=1 TO 50:A$=INKEY$:IF A$<>"" THEN 30\n20 NEXT:PRINT "TICK":GOTO 10\n'
        '30 PRINT "KEY ";A$\n'
    )
    waited = after(text, "")
    assert (waited.output, waited.status) == ("TICK\n", "asks")
    assert waited.answer("k").output == "KEY k\n"


def test_keys_of_a_state_that_was_pickled() -> None:
    """A state that waits for a key goes on where it stopped."""
    state = pickle.loads(pickle.dumps(after(MENU)))
    assert state.answer("B").output == "BETA\n"


def test_offered_keys_are_those_that_are_compared(tmp_path: Path) -> None:
    """The keys of a menu are choices, in one case, without return and space, which are no others
    to it; a bare loop offers no waiting."""
    (tmp_path / "menu.bas").write_text(MENU)
    start = InteractiveProvider(tmp_path).menu(seed=1)
    assert list(start._choices) == ["A", "B"]
    assert "BETA" in start.B.__doc__


@pytest.mark.parametrize(
    ("asks", "offered"),
    [
        ('10 PRINT "AGAIN (Y/N)?";:A$=INPUT$(1)\n', ("Y", "N")),
        ('10 PRINT "Y: AGAIN, N: NO, ANY OTHER: HELP?";:A$=INPUT$(1)\n', ("Y", "N", "\r", " ")),
    ],
)
def test_return_and_space_are_no_choice_beside_others(asks: str, offered: tuple[str, ...]) -> None:
    """They are left out of a choice between keys unless the program prints that they count."""
    text = asks + '20 IF A$="Y" THEN PRINT "ONCE MORE"\n30 IF A$="N" THEN END\n40 PRINT "HELP"\n'
    assert offered == after(text).suggestions[0].words


def test_keys_of_a_joystick_are_not_those_of_another_question() -> None:
    """A look at what is held down offers nothing that a question for a key elsewhere takes."""
    text = (
        '10 IF PEEK(56320)=127 THEN 10\n20 GET A$:IF A$="X" THEN END\n'
        '30 IF A$="Z" THEN PRINT "Z"\n40 GOTO 20\n'
    )
    stick = after(text, dialect="commodore")
    assert ({"X", "Z"}, True) == (
        {"X", "Z"} - {*stick.suggestions[0].words},
        {"X", "Z"} <= {*stick.answer(" ").suggestions[0].words},
    )


def test_offered_keys_of_ranges_codes_and_lists() -> None:
    """Ranges of signs or codes, arrows and the signs of INSTR become keys."""
    digits = '10 A$=INKEY$:IF A$<"1" OR A$>"3" THEN 10\n20 PRINT A$\n'
    codes = '10 A$=INKEY$:IF A$="" THEN 10\n20 A=ASC(A$):IF A<65 OR A>67 THEN 10\n30 PRINT A\n'
    listed = '10 A$=INKEY$:IF A$="" THEN 10\n20 K=INSTR("NSEW",A$):IF K=0 THEN 10\n30 PRINT K\n'
    arrows = '10 A$=INKEY$:IF A$="" THEN 10\n20 IF RIGHT$(A$,1)="H" THEN PRINT "UP"\n'
    found = [after(text).suggestions[0].words for text in (digits, codes, listed, arrows)]
    assert [("1", "2", "3"), ("A", "B", "C"), ("N", "S", "E", "W"), ("\0H", "\r", " ")] == found


def test_clock_moves_with_looks_and_answers() -> None:
    """A loop that waits for the clock ends; the same seed sees the same time; an answer takes a
    second."""
    text = "10 T=TIMER+2\n20 IF TIMER<T THEN 20\n30 A=TIMER:INPUT B:PRINT INT(TIMER-A)\n"
    assert after(text, "1").output == " 1 \n"
    shown = "10 PRINT TIMER,TIME$,DATE$"
    assert after(shown) == after(shown)
    assert Program.parse(shown).start(2).output != after(shown).output


def test_clock_can_be_set() -> None:
    """TIME$ takes a time; one that there is not is refused."""
    assert after('10 TIME$="12:34":PRINT TIME$').output == "12:34:00\n"
    assert "ILLEGAL FUNCTION CALL" in after('10 TIME$="25:00"').output


def test_the_day_ends_at_midnight() -> None:
    """DATE$ goes on at midnight; setting it has no effect, which is said."""
    passed = 'DATE$="2/28/88":TIME$="23:59:59":T=TIMER\n20 IF TIMER>=T THEN 20\n30 PRINT DATE$'
    state = after(f"10 {passed}")
    assert state.output == "01-02-1985\n"
    assert state.program.notices[-1] == "Without effect here: DATE$ (10)."


@pytest.mark.parametrize(
    "emptying",
    [
        'WHILE INKEY$<>"":WEND',
        "WHILE LEN(INKEY$):WEND",
        'IF INKEY$<>"" THEN 10',
        'K$=INKEY$:IF K$<>"" THEN 10',
    ],
)
def test_nobody_is_asked_to_empty_the_keyboard(emptying: str) -> None:
    """A loop that only takes the keys which were pressed before is no stop."""
    state = after(f'10 {emptying}\n20 PRINT "NOW":K$=INPUT$(1)\n')
    assert (state.output, state.keys_wanted) == ("NOW\n", 1)


def test_run_begins_anew() -> None:
    """RUN forgets the variables and begins at its line, or at the first; with a file it says so and
    ends."""
    text = (
        '10 INPUT A:B=B+A:PRINT B\n20 IF A=1 THEN RUN\n30 IF A=2 THEN RUN 50\n40 RUN "MENU"\n'
        '50 PRINT "LINE 50"B\n'
    )
    assert after(text, "1", "1").output == " 1 \n? "
    assert after(text, "2").output == " 2 \nLINE 50 0 \n"
    ended = after(text, "3")
    assert (ended.status, ended.output) == (
        "ended",
        " 3 \n(RUN MENU: ANOTHER PROGRAM, WHICH IS NOT LOADED)\n",
    )


def test_keys_of_the_caller_of_a_subroutine() -> None:
    """Where several questions share the subroutine that takes a key, each is offered its own
    keys."""
    text = (
        '10 PRINT "PLAYERS";:GOSUB 90:IF A$<>"1" AND A$<>"2" THEN 10\n'
        '20 PRINT "AGAIN";:GOSUB 90\n30 IF A$="Y" THEN 10\n40 IF A$="N" THEN END\n50 GOTO 20\n'
        '90 A$=INKEY$:IF A$="" THEN 90\n95 RETURN\n'
    )
    assert [("1", "2"), ("Y", "N")] == [
        after(text, *keys).suggestions[0].words for keys in ((), ("1",))
    ]


def test_keys_of_an_unknown_sign() -> None:
    """A key that is compared with a sign some places behind the one shown may be any letter that it
    can be."""
    unknown = (
        '5 D=VAL("3")\n10 W$="X"+STR$(D):K$=INKEY$\n20 IF K$="" THEN 10\n'
        "30 IF K$=MID$(W$,D,1) THEN END\n40 GOTO 10\n"
    )
    assert set("ABCXYZ") <= set(after(unknown).suggestions[0].words)


def test_digits_that_are_guessed() -> None:
    """A key that is read as a number and compared with what luck has drawn is one of the digits
    that it can be."""
    text = (
        '10 R=INT(RND(1)*4)+1\n20 K$=INKEY$:IF K$="" THEN 20\n'
        '30 IF VAL("0"+K$)=R THEN PRINT "HIT"\n'
    )
    assert ("1", "2", "3", "4", "\r", " ") == after(text).suggestions[0].words


def test_nought_that_counts_as_no_key() -> None:
    """Where a key is read as a number and 0 means that none was pressed, 0 is not offered."""
    text = (
        '10 N=INT(RND(1)*3)+1:FOR I=1 TO 9\n20 Q=VAL("0"+INKEY$):IF Q<>0 THEN 40\n30 NEXT I:END\n'
        '40 IF Q=N THEN PRINT "HIT"\n'
    )
    assert ("1", "2", "3", "\r", " ", "") == after(text).suggestions[0].words


APPLE = """10 C$="":IF PEEK(-16384)>127 THEN GET C$
20 IF C$<>"G" THEN 10
30 KB=49152:POKE -16368,0
40 X=PEEK(KB)-128:IF X<0 THEN 40
50 POKE 49168,0
60 IF X=73 THEN PRINT "UP"
70 IF X=77 THEN PRINT "DOWN":END
80 GOTO 40
"""
COMMODORE = """10 K=PEEK(197):IF K=64 THEN 10
20 IF K=10 THEN PRINT "LEFT"
30 IF K=60 THEN PRINT "FIRE":END
40 GOTO 10
"""
TANDY = """10 IF PEEK(14400)=8 THEN PRINT "UP"
20 IF PEEK(14400)=16 THEN PRINT "DOWN"
30 IF PEEK(14338)=2 THEN PRINT "I":END
40 GOTO 10
"""
STICK = '10 IF (PEEK(56320) AND 16)<>0 THEN 10\n20 PRINT "FIRE"\n'


@pytest.mark.parametrize(
    ("text", "offered", "answers", "output"),
    [
        (APPLE, {"G"}, ("G", "I", "x", "M"), "UP\nDOWN\n"),
        (COMMODORE, {"A", " "}, ("A", "", "B", " "), "LEFT\nFIRE\n"),
        (TANDY, {"\0H", "\0P", "I"}, ("\0H", "\0P", "", "I"), "UP\nDOWN\nI\n"),
        (STICK, {" "}, ("x", " "), "FIRE\n"),
    ],
    ids=["apple", "commodore", "tandy", "joystick"],
)
def test_peek_at_the_keyboard_is_a_stop(
    text: str, offered: set[str], answers: tuple[str, ...], output: str
) -> None:
    """Where a machine keeps its keys in memory a look there waits for one, and several lines see
    the same key."""
    first = after(text)
    assert offered <= set(first.suggestions[0].words)
    assert after(text, *answers).transcript == output


POLLED = '10 K$=INKEY$:IF K$="" THEN 10\n'
MEANT = {
    "codes behind none": (
        "20 K=ASC(RIGHT$(K$,1))\n30 IF K=72 THEN Y=1\n40 IF K=80 THEN Y=2",
        ("\0H", "\0P"),
    ),
    "an arrow's code alone": (
        '20 IF LEN(K$)=2 THEN K$=RIGHT$(K$,1)\n30 IF K$="K" THEN Y=1\n40 IF K$="M" THEN Y=2',
        ("\0K", "\0M"),
    ),
    "function keys": ("20 IF LEN(K$)<2 THEN 10\n30 IF ASC(MID$(K$,2,1))=59 THEN PRINT 1", ("\0;",)),
    "a sign from the right": ('20 IF RIGHT$(K$,1)="w" THEN PRINT 1', ("w",)),
    "a menu by INSTR": ('20 ON INSTR("ARP",K$) GOTO 10,10,10\n30 GOTO 10', ("A", "R", "P")),
    "a menu by VAL": ("20 ON VAL(K$) GOSUB 50,50\n30 GOTO 10\n50 RETURN", ("1", "2")),
    "capitals by bits": (
        "20 K=ASC(K$) AND 223\n30 IF K=89 THEN PRINT 1\n40 IF K=78 THEN END",
        ("Y", "N"),
    ),
    "capitals by codes": ('20 IF K$>="a" THEN K$=CHR$(ASC(K$)-32)\n30 IF K$="N" THEN END', ("N",)),
    "a range of moved codes": (
        '20 N=ASC(K$)-ASC("0"):IF N<1 OR N>3 THEN 10\n30 PRINT N',
        ("1", "2", "3"),
    ),
    "an answer that comes back": (
        '20 IF K$="H" THEN PRINT "HELP":GOTO 10\n30 IF K$<>"Q" THEN 10',
        ("H", "Q"),
    ),
    "letters out of a store": (
        "20 READ W$\n30 IF K$=MID$(W$,I,1) THEN END\n40 DATA BALL",
        tuple(string.ascii_uppercase),
    ),
    "all of a printed list": (
        (
            '5 PRINT "A) MARS":PRINT "B) VENUS"\n10 K$=INKEY$:IF K$="" THEN 10\n'
            '20 IF K$="B" THEN END\n30 GOTO 5'
        ),
        ("A", "B"),
    ),
    "the other of two": (
        '5 PRINT "AGAIN (Y/N)"\n10 K$=INKEY$:IF K$="" THEN 10\n20 IF K$="Y" THEN RUN',
        ("Y", "N"),
    ),
    "letters and digits for a password": (
        '20 C$=C$+K$:IF LEN(C$)<3 THEN 10\n30 IF C$="XYZ" THEN PRINT "OPEN"',
        tuple(string.ascii_uppercase + string.digits),
    ),
    "yes that only prints": (
        '10 PRINT "MORE (Y OR N)":K$=INPUT$(1):IF INSTR("Yy",K$) THEN PRINT "ON":GOTO 10',
        ("Y", "N"),
    ),
    "letters and digits where nobody can follow": (
        "20 PRINT ASC(K$)*N",
        (*string.ascii_uppercase, *string.digits),
    ),
    "no digit that is the code": (
        '20 IF K$<>"7" THEN PRINT "BUZZ":GOTO 10\n30 END',
        tuple(string.digits),
    ),
}


@pytest.mark.parametrize("name", MEANT)
def test_keys_are_those_that_make_a_difference(name: str) -> None:
    """Whatever a program makes of a key, the keys are offered with which it comes out otherwise
    than with others."""
    text, expected = MEANT[name]
    offered = after(text if text[0] in "15" else POLLED + text).suggestions[0].words
    assert expected == tuple(key for key in offered if key not in ("\r", " ", ""))
