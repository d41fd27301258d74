"""Commodore's BASIC V2: its listings in text, its control codes, keys, clock and luck."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program, ProgramState

GAME = """10 PRINT"{clr}{down*2}{rght*5}HELLO{rvs on}X{rvs off}{red}!"
20 GETA$:IFA$=""THEN20
30 PRINT"{home}TOP";
40 INPUT"{2 down}WHAT";B$
50 PRINTCHR$(147)"BYE {sh a}"
"""


def started(text: str) -> ProgramState:
    """A program in the dialect that its text tells, at its first stop."""
    return Program.parse(text, dialect=None).start(1)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('PRINT"{clr}"', "commodore"),
        ("GETA$:POKE53280,0", "commodore"),
        ('HOME:GETA$:PRINT"{"', "applesoft"),
        ('PRINT"{A}{B}"', "lenient"),
        ("LOCATE 1,1:POKE 53280,0", "gw"),
    ],
)
def test_dialect_is_told_by_codes_or_by_pokes(line: str, name: str) -> None:
    """Codes in braces are Commodore's; a key and a POKE are where no word of another machine
    stands."""
    assert Program.parse(f"10 {line}\n", dialect=None).dialect.name == name


def test_codes_move_the_cursor_of_the_screen() -> None:
    """Codes in braces, with a number before or behind, clear, move and draw on 40 columns."""
    state = started(GAME)
    assert (str(state.screen), state.screen and state.screen.width) == ("\n\n     HELLOX!", 40)
    asked = state.answer("x")
    assert str(asked.screen) == "TOP\n\n   WHAT? OX!"
    assert str(asked.answer("NO").screen) == "BYE ♠"


def test_codes_of_a_program_that_places_nothing_are_passed_over() -> None:
    """Where only colours and clearing are printed the text is as it would be without."""
    state = started('10 PRINT"{clr}{yellow}HELLO"\n20 PRINTCHR$(147)"THERE{142}"\n')
    assert (state.output, state.screen) == ("HELLO\nTHERE\n", None)


def test_words_run_together_and_numbers_by_key() -> None:
    """GET takes a digit for a number, CLR forgets, PEEK and POKE stand without blanks; ERR is a
    name like others."""
    state = started(
        '10 A=5:CLR:PRINT"{clr}"A:GETK:ERR=K:IFERR=0THEN20\n'
        '20 IFPEEK(7)=0THENPOKE7,1:PRINT"OK";ERR\n'
    )
    assert state.answer("7").transcript == " 0 \nOK 7 \n"


def test_clock_counts_sixtieths() -> None:
    """TI moves with the clock and TI$ is six digits that may be set; a program's own TI is a
    variable."""
    state = started(
        '10 TI$="010203":PRINT"{clr}"TI$:T=TI\n20 IFTI<T+60THEN20\n30 PRINTINT((TI-T)/70)\n'
    )
    assert state.output == "010203\n 0 \n"
    assert started('10 TI=5:PRINT"{clr}";TI\n').output == " 5 \n"


@pytest.mark.parametrize("nothing", ["0", ".", "X"])
def test_no_number_is_drawn_twice(nothing: str) -> None:
    """RND(0) draws again, however the 0 is written, where other machines give the last number
    again."""
    line = f'10 PRINT"{{clr}}";:A=RND(1):PRINT RND({nothing})=A\n'
    assert started(line).output == " 0 \n"


def test_keyboard_opened_as_a_file_is_asked() -> None:
    """INPUT # of device 0 is a question without a question mark; of any other there is none."""
    text = '10 OPEN1,0:PRINT"{clr}NAME ";:INPUT#1,N$:PRINTN$\n20 INPUT#2,A\n'
    state = started(text).answer("ADA")
    assert (state.transcript.split("\n")[:2], state.status) == (["NAME ADA", "ADA"], "error")


@pytest.mark.parametrize("name", ["SCREEN", "SOUND", "LOCATE", "CLS"])
def test_words_of_larger_machines_are_names_on_a_commodore(name: str) -> None:
    """A variable may have the name of a statement that only later machines have."""
    state = Program.parse(f"10 {name}=1024:PRINT {name}+1", "commodore").start()
    assert " 1025 \n" == state.output


def test_unknown_statement_is_named() -> None:
    """A statement that nobody knows is told by its name before the first question; the machine
    calls it a fault."""
    program = Program.parse(
        "10 INPUT A:PROCDRAW(3)\n20 ENDPROC\n30 DEFPROCX\n40 LEFT=3+\n", dialect=None
    )
    assert (
        program.notices[-1]
        == "Cannot run here: PROCDRAW (10); ENDPROC (20); DEF PROC (30); syntax error (40)."
    )
    assert str(program.start().answer("1").error) == "SYNTAX ERROR IN 10"


def test_small_letters_of_a_listing_are_the_keys() -> None:
    """In a listing in small letters a has the code 65, and so a key is told by its code or by a
    range of letters."""
    state = started(
        '10 print"{clr}";chr$(65);chr$(194);asc("h")\n20 get a$:if a$<"a" or a$>"c" then 20\n'
        "30 ?asc(a$)-64\n"
    )
    assert (state.output, state.suggestions[0].words[:3]) == ("aB 72 \n", ("a", "b", "c"))
    assert state.answer("c").output == " 3 \n"


def test_text_typed_key_by_key_is_offered_its_signs() -> None:
    """A routine that puts a text together key by key is offered letters and digits."""
    routine = (
        '50 A$="":PRINT"{clr}";\n60 GETB$:IFB$=""THEN60\n70 IFASC(B$)=13THENRETURN\n'
        "80 A$=A$+B$:GOTO60\n"
    )
    state = started(
        '10 GOSUB50:IFA$="ON"ORA$="OFF"ORA$="UP"ORA$="NO"THENEND\n20 GOSUB50:PRINT VAL(A$)\n'
        + routine
    )
    assert {*"ONFUP", "\r", " "} <= set(state.suggestions[0].words)
    assert {*"0123456789", "\r", " "} <= set(state.answer("\r").suggestions[0].words)
