"""What the programs of some families are offered: sticks, typed keys, the return key alone, names of
things."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from interactive_provider.adapters.basic import BasicScreen
from interactive_provider.interpreters.basic import Program
from interactive_provider.interpreters.basic.reading import nodes as n
from interactive_provider.interpreters.basic.suggestions.intervals import Intervals
from interactive_provider.interpreters.basic.suggestions.sources import Sources
from interactive_provider.interpreters.basic.suggestions.text_values import Vocabulary

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
ARROWS = {"\0H", "\0P", "\0K", "\0M"}


def offered(text: str, dialect: str | None = None) -> tuple[str, ...]:
    """The words or keys of the first question."""
    return Program.parse(text, dialect).start(1).suggestions[0].words


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("color", '10 CLS:PRINT @JOYSTK(0)+32*INT(JOYSTK(1)/4),"*";\n20 GOTO 10'),
        ("applesoft", '10 X=PDL(0)/7:Y=PDL(1)/9\n20 VTAB Y:HTAB X+1:PRINT "*"\n30 GOTO 10'),
        ("ti", "10 CALL JOYST(1,X,Y)\n20 R=R+Y/4\n30 CALL HCHAR(R+12,X+9,42)\n40 GOTO 10"),
        (
            "commodore",
            "10 J=PEEK(56320)\n20 IF J=126 THEN Y=Y-1\n30 X=X+D(J AND 15):PRINT X\n40 GOTO 10",
        ),
    ],
)
def test_a_stick_that_is_used_as_a_place_is_turned_by_arrows(dialect: str, text: str) -> None:
    """Where a program makes a place of a joystick or a paddle, the arrows are offered and no
    letters."""
    keys = set(offered(text, dialect))

    assert (ARROWS, set()) == (keys & ARROWS, keys & set(LETTERS))


@pytest.mark.parametrize(
    "text",
    [
        '10 A$=INKEY$:IF A$="" THEN 10\n20 IF LEN(A$)=2 THEN 10\n30 PRINT A$;:GOTO 10',
        '10 K$=INKEY$:IF LEN(K$)<>1 THEN 10\n20 PRINT "YOU TYPED ";K$:GOTO 10',
    ],
)
def test_keys_that_are_printed_are_typed(text: str) -> None:
    """Where a program prints the key that it takes, letters and digits are offered."""
    assert set(LETTERS) <= set(offered(text, "gw"))


@pytest.mark.parametrize(
    "text",
    [
        '10 PRINT "PRESS ANY KEY"\n20 CALL KEY(0,K,S)\n30 IF S<1 THEN 20\n40 CALL CLEAR\n50 END',
        '10 PRINT "PRESS A KEY"\n20 CALL KEY(0,K,S)\n30 IF S=0 THEN 20\n40 CALL CLEAR\n50 GOTO 10',
    ],
)
def test_a_key_of_which_nothing_is_made_is_any_key(text: str) -> None:
    """Where a TI only waits for a key, the alphabet is not offered."""
    assert not set(LETTERS) & set(offered(text, "ti"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '10 INPUT "MOVE";A$\n20 IF A$="" THEN GOSUB 90:GOTO 10\n30 IF A$="N" THEN Y=Y-1\n'
            '40 IF A$="S" THEN Y=Y+1\n50 GOTO 10\n90 FOR I=1 TO 3:PRINT B(I);:NEXT:RETURN',
            ("", "N", "S"),
        ),
        (
            '10 INPUT "CARD";A$\n20 IF LEN(A$)=0 THEN PRINT "BYE":END\n'
            '30 IF A$="ACE" THEN PRINT 1\n40 IF A$="KING" THEN PRINT 13\n50 GOTO 10',
            ("", "ACE", "KING"),
        ),
        (
            '10 INPUT "MOVE";A$\n20 IF A$="" THEN PRINT "TYPE N OR S!":GOTO 10\n'
            '30 IF A$="N" THEN Y=Y-1\n40 IF A$="S" THEN Y=Y+1\n50 GOTO 10',
            ("N", "S"),
        ),
    ],
    ids=["a picture", "the end", "a complaint"],
)
def test_return_is_offered_where_it_has_a_branch_of_its_own(
    text: str, expected: tuple[str, ...]
) -> None:
    """The return key alone stands beside the words unless the program only complains of it."""
    assert expected == offered(text)


@pytest.mark.parametrize(
    ("prompt", "is_person"),
    [
        ("WHAT IS THE NAME OF YOUR HORSE", False), ("NAME YOUR DOG", False), ("NAME OF THE RIVER", False),
        ("WHAT WILL YOU CALL YOUR ROBOT", False), ("YOUR KINGDOM'S NAME", False), ("STOCK NAME", False),
        ("NAME OF YOUR FIRST CHILD", True), ("PLAYER 2'S NAME", True), ("YOUR LAST NAME", True),
        ("YOUR OPPONENT'S NAME", True), ("WHAT SHALL I CALL YOU", True),
    ],
)  # fmt: skip
def test_names_are_offered_for_persons(prompt: str, is_person: bool) -> None:
    """A horse, a river or a kingdom gets no person's name."""
    expected = ("ADA", "GRACE", "ALAN") if is_person else ()

    assert expected == offered(f'10 INPUT "{prompt}";A$\n20 PRINT A$')


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '10 INPUT "KEEP IT (Y/N)";A$\n20 IF LEFT$(A$+" ",1)="Y" THEN 40\n'
            '30 IF LEFT$(A$+" ",1)<>"N" THEN 10\n40 PRINT "OK"',
            ("Y", "N"),
        ),
        ('10 INPUT "SHALL I SAVE IT (Y/N)";A$\n20 IF ASC(A$) AND 16 THEN PRINT "OK"', ("Y", "N")),
        (
            '10 INPUT "CHANGES";Z$\n20 IF Z$="WHAT" THEN PRINT "YES, NO, NEVER OR LATER":GOTO 10\n'
            '30 IF Z$="NEVER" THEN END\n40 IF LEFT$(Z$,1)="Y" THEN PRINT "SO BE IT"\n'
            '50 IF Z$="LATER" THEN PRINT "AGAIN"',
            ("WHAT", "NEVER", "LATER", "YES", "NO"),
        ),
        (
            '10 PRINT "ANOTHER GO? IF SO, PLEASE TYPE y"\n20 INPUT A$\n30 IF A$="y" THEN 10\n40 END',
            ("y", "n"),
        ),
    ],
)
def test_yes_has_its_no(text: str, words: tuple[str, ...]) -> None:
    """Yes and no are offered where the prompt has them, and no beside yes."""
    assert words == offered(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "10 PRINT \"IF YOU KNOW NONE, SIMPLY ENTER THE WORD 'PEACE'\"\n"
            '20 INPUT "YOUR MESSAGE";A$\n30 FOR I=1 TO LEN(A$):PRINT MID$(A$,I,1):NEXT',
            ("PEACE",),
        ),
        (
            '10 INPUT "THE PASSWORD? IT\'S Mouse #7 ";P$\n20 IF P$<>"Mouse #7" THEN END\n'
            '30 PRINT "WELCOME"',
            ("Mouse #7",),
        ),
        (
            '10 GOSUB 90\n20 INPUT "THE RIVER OF LONDON";A$\n30 IF A$="I PASS" THEN PRINT "THE NEXT":GOTO 60\n'
            '40 IF A$="THAMES" THEN PRINT "RIGHT"\n50 GOTO 20\n60 END\n'
            "90 PRINT \"TYPE 'I PASS' FOR THE NEXT ONE\":RETURN",
            ("I PASS",),
        ),
        (
            '10 INPUT "WORD (XYZ TO STOP)";W$\n20 IF W$="XYZ" THEN END\n30 PRINT LEN(W$):GOTO 10',
            ("XYZ",),
        ),
        ('10 INPUT "THE RIVER OF LONDON";A$\n20 IF A$="THAMES" THEN PRINT "RIGHT"', ()),
    ],
)
def test_what_the_screen_says_may_be_typed(text: str, words: tuple[str, ...]) -> None:
    """Words that the program says one may type are offered, but not the answer of a quiz."""
    assert words == offered(text, "gw")


LIST = '1 CLS:PRINT "0. BLACK":PRINT "1. BLUE":PRINT "2. RED":PRINT "3. WHITE"\n'


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ('2 INPUT "INK";A\n3 IF A<0 OR A>3 THEN GOSUB 8:GOTO 1\n4 C(A)=1:PRINT A:END\n', 0),
        (
            '2 INPUT "INK";B\n3 INPUT "PAPER";A\n4 IF A<0 OR A>3 THEN GOSUB 8:GOTO 1\n'
            "5 COLOR A:C(A)=1:PRINT A:END\n",
            1,
        ),
    ],
)
def test_a_range_is_checked_though_the_program_waits_or_begins_again(
    text: str, question: int
) -> None:
    """What a program complains of, waits for a key and asks again, or asks from the start again,
    is beyond a range."""
    pause = '8 PRINT "NO SUCH COLOUR"\n9 IF INKEY$="" THEN 9 ELSE RETURN'
    state = Program.parse(LIST + text + pause, "gw").start(1)
    for _ in range(question):
        state = state.answer("1")

    assert ("0", "1", "2", "3") == state.suggestions[0].answers()


@pytest.mark.parametrize(
    "pause",
    [
        'INPUT "PRESS ENTER";Z$:GOTO 10',
        "GOTO 90",
        "SOUND 100,5:FOR I=1 TO 500:NEXT:GOTO 10",
    ],
)
def test_a_pause_after_a_complaint_is_of_no_account(pause: str) -> None:
    """However a program waits before it asks again, it has refused the answer."""
    text = (
        f'10 INPUT "INK";A\n20 IF A<0 OR A>3 THEN PRINT "NO":{pause}\n30 C(A)=1:PRINT A:END\n'
        '90 K$=INKEY$:IF K$="" THEN 90\n95 CLS:GOTO 10'
    )
    state = Program.parse(text, "gw").start(1)

    assert ("0", "1", "2", "3") == state.suggestions[0].answers()


LOOP = '10 A$=INKEY$\n20 {}\n30 X=X+D:LOCATE 5,X MOD 9+1:PRINT "*":GOTO 10'


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            '10 A$=INKEY$\n15 DO:LOOP WHILE INKEY$<>""\n20 IF A$=CHR$(0)+CHR$(75) THEN D=-1\n'
            "30 IF A$=CHR$(0)+CHR$(77) THEN D=1\n40 X=X+D:PRINT X:GOTO 10",
            ("\0K", "\0M", ""),
        ),
        (LOOP.format('IF A$="q" THEN D=1 ELSE IF A$="Q" THEN END'), ("q", "Q", "")),
        (LOOP.format('IF A$="q" OR A$="Q" THEN END'), ("Q", "")),
        (LOOP.format('IF A$="A" THEN D=-1 ELSE IF A$="D" THEN D=1'), ("A", "D", "")),
        (
            LOOP.format('IF A$="A" THEN D=-1 ELSE IF A$<>"" THEN END'),
            ("A", "\r", " ", ""),
        ),
    ],
)
def test_keys_are_those_that_do_something(text: str, keys: tuple[str, ...]) -> None:
    """Keys that are looked for behind a loop that empties the buffer, and small letters with a
    meaning of their own, are offered; return and space are not if they do as much as no key."""
    assert keys == offered(text, "qbasic")


def test_no_key_lets_pictures_go_on() -> None:
    """Where a subroutine draws until a key is pressed, no key is an answer too."""
    text = '10 GOSUB 40\n20 IF INKEY$="" THEN 10\n30 END\n40 P=(P+1) MOD 64:PRINT "*";:RETURN'

    assert ("\r", " ", "") == offered(text, "gw")


def test_signs_of_a_text_that_a_key_is_put_into_are_no_keys() -> None:
    """INSTR looks for the key in a text, not for a text behind the key."""
    text = (
        '10 PRINT "WHICH DRIVE";\n20 D$=INKEY$:IF D$="" THEN 20\n30 P$=D$+":"\n'
        '40 W=INSTR(1,P$,"\\"):PRINT P$;W'
    )

    assert "\\" not in offered(text, "gw")


def test_return_is_not_offered_where_it_is_refused() -> None:
    """An answer that only must not be empty is free."""
    text = '10 DO\n20 LINE INPUT "DESCRIBE IT: ",T$\n30 LOOP WHILE RTRIM$(T$)=""\n40 D$=T$'

    assert () == offered(text, "qbasic")


def test_a_numbered_list_with_two_signs_explains_its_numbers() -> None:
    """The notes are those of the nearest list though it has a colon and a dash."""
    text = (
        '5 PRINT "1- LASER":A=0\n10 PRINT "YOUR RANK   1:- CADET    2:- MAJOR"\n'
        '20 INPUT A\n30 IF A<1 OR A>2 THEN 20\n40 ON A GOTO 50,60\n50 PRINT "C":END\n60 PRINT "M"'
    )
    asked = Program.parse(text).start(1).suggestions[0]

    assert {"1": "CADET", "2": "MAJOR"} == dict(asked.notes)


def test_a_question_is_not_the_one_before_unless_the_machine_complains() -> None:
    """After a number was taken, what has no prompt of its own is the next question."""
    text = (
        '10 PRINT "(1) EAST":PRINT "(2) WEST":INPUT Z\n20 IF Z<1 OR Z>2 THEN 10\n'
        '30 Y=INT(RND(1)*9):PRINT H$(Y)\n40 INPUT A$\n50 IF A$="QUIT" THEN END\n60 GOTO 30'
    )
    state = Program.parse(text).start(1).answer("1")

    assert ("QUIT",) == state.suggestions[0].words


def test_a_trap_for_errors_is_not_the_way_to_each_question() -> None:
    """A program that traps errors is asked what it asks though any statement may lead to the trap."""
    text = (
        '10 ON ERROR GOTO 90\n20 PRINT "WHICH LEVEL, 1) LOW 2) HIGH";:LOCATE 5,5\n'
        '30 A$=INKEY$:IF A$="" THEN 30\n40 IF VAL(A$)<1 OR VAL(A$)>2 THEN 30\n'
        '50 PRINT "COMMAND";:GOSUB 70\n60 GOTO 60\n70 B$=INKEY$:IF B$="" THEN 70\n'
        '80 IF B$="L" OR B$="R" THEN RETURN ELSE 70\n90 X=0:RESUME 70'
    )

    assert {"1", "2"} == set(offered(text, "gw"))


def test_keys_that_were_waited_for_in_silence_are_not_those_of_the_next_question() -> None:
    """Where something is shown after a key, a loop that shows nothing does not ask again."""
    text = (
        '10 PRINT "WHICH DRIVE";\n20 D$=INKEY$:IF D$="" THEN 20\n30 CLS:PRINT D$;\n'
        '40 K$=INKEY$:IF K$="" THEN 40\n50 IF K$="U" THEN T=T-1\n60 IF K$="D" THEN T=T+1\n70 GOTO 30'
    )
    state = Program.parse(text, "gw").start(1).answer("C")

    assert not set("AXZ") & set(state.suggestions[0].words)


def test_a_number_to_guess_is_rounded_down_as_it_is_drawn() -> None:
    """The least number of a range that ends between two is the one below it."""
    text = (
        '10 X=INT(RND(1)*9-4.5)\n20 INPUT "A NUMBER FROM BELOW ZERO";G\n'
        '30 IF G<X THEN PRINT "HIGHER":GOTO 20\n40 IF G>X THEN PRINT "LOWER":GOTO 20\n'
        '50 PRINT "YES"\n60 IF G<-50 THEN 20'
    )
    found = Program.parse(text, "gw").start(1).suggestions[0]

    assert (-5.0, 4.0) == (found.low, found.high)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ('10 INPUT "FIRST OR SECOND HAND (1 OR 2)";W\n20 IF W=1 THEN PRINT "A"', "1 2"),
        ('10 INPUT "TAKE 1, 2 OR 3 COINS";W\n20 N=N-W', "1 2 3"),
        (
            '10 PRINT "TYPE \'1\' TO ROLL":PRINT "TYPE \'2\' TO STOP":PRINT:PRINT "GO"\n'
            "20 INPUT I\n30 IF I=2 THEN END\n40 N=N+1:PRINT N*I:GOTO 20",
            "1 2",
        ),
    ],
)
def test_numbers_that_the_screen_explains_are_listed(text: str, numbers: str) -> None:
    """Numbers joined by OR, or told one by one above the question, are listed."""
    found = Program.parse(text).start(1).suggestions[0]

    assert tuple(numbers.split()) == found.answers()


def test_a_comparison_with_what_was_typed_before_sets_no_limit() -> None:
    """Of two numbers the larger one is found: nothing is said about the second one."""
    text = (
        '10 INPUT "FIRST LOSS";A\n20 INPUT "SECOND LOSS";B\n30 R=A:IF B>A THEN R=B\n'
        "40 PRINT 10*LOG(R)"
    )
    state = Program.parse(text).start(1).answer("2")

    assert (None, False) == (state.suggestions[0].high, state.suggestions[0].stock)


def test_signs_of_an_expression_are_single_characters() -> None:
    """Where signs and the names of functions are looked for in an answer, no name is taken apart
    into signs."""
    text = (
        '10 INPUT "SUM";X$\n20 FOR I=1 TO LEN(X$):C$=MID$(X$,I,1)\n'
        '30 IF C$="+" OR C$="-" OR (C$>="0" AND C$<="9") OR C$="SIN" THEN PRINT I\n'
        '40 IF ASC(C$)>=48 AND ASC(C$)<=57 THEN PRINT "DIGIT"\n50 NEXT'
    )

    assert not set("SIN") & set(Program.parse(text).start(1).suggestions[0].signs)


def test_an_apple_waits_for_the_key_that_it_gets() -> None:
    """GET of Applesoft waits, so there is no going on without a key."""
    text = '10 HOME:PRINT "PRESS ANY KEY"\n20 GET A$\n30 PRINT "ON"'

    assert "" not in offered(text, "applesoft")


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ('10 INPUT "ROCKS (10 TO 200)";X$:T=VAL(X$):IF T<10 OR T>200 THEN 10\n20 PRINT T', 10, 200),
        ('10 INPUT "WEIGHT";X$:T=VAL(X$):IF T<=0 THEN 10\n20 PRINT T*3', 1, None),
    ],
)
def test_a_text_that_is_only_a_number_is_typed_as_one(
    text: str, low: float, high: float | None
) -> None:
    """Where a text is read as a number and as nothing else, its range is offered and not the
    digits."""
    found = Program.parse(text).start(1).suggestions[0]

    assert (False, low, high, ()) == (found.text, found.low, found.high, found.answers())


def test_return_that_ends_is_offered_beside_digits() -> None:
    """A number of three digits is typed, or nothing, which ends the game."""
    text = (
        '10 INPUT "YOUR GUESS";A$:IF A$="" THEN END\n20 IF LEN(A$)<>3 THEN 10\n'
        "30 A=VAL(A$):IF A<0 OR A>999 THEN 10\n40 PRINT 7*A:GOTO 10"
    )
    found = Program.parse(text).start(1).suggestions[0]

    assert (("",), "0123456789") == (found.words, found.signs)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('10 PRINT "TYPE SPIN TO MOVE THE WHEEL."\n20 INPUT N$\n30 PRINT RND(1)', ("SPIN",)),
        ("10 LINE INPUT \"ENTER 'RETURN' WHEN YOU ARE SET. \";R$\n20 PRINT", ("",)),
        (
            '10 PRINT "PLEASE TYPE BYE TO LEAVE"\n20 PRINT "HELLO"\n30 INPUT "";I$\n'
            '40 I$=" "+I$+" "\n50 IF I$=" BYE " THEN END\n60 PRINT LEN(I$):GOTO 30',
            ("BYE",),
        ),
        (
            '10 INPUT "CITY";I$\n20 I$=" "+I$+" "\n30 IF I$=" ROME " THEN PRINT "RIGHT":END\n40 GOTO 10',
            (),
        ),
    ],
)
def test_a_word_that_a_program_says_is_typed(text: str, words: tuple[str, ...]) -> None:
    """A word that the program says is to be typed is offered, with blanks around it too; one that
    it only compares is not, and RETURN is a key."""
    assert words == offered(text, "gw")


def test_a_key_is_compared_with_a_constant_of_a_name() -> None:
    """A variable that only ever has one value is that value."""
    text = (
        "10 L=12:R=20\n20 K=PEEK(197):IF K=L THEN X=X-1\n30 IF K=R THEN X=X+1\n40 PRINT X:GOTO 20"
    )

    assert {"Z", "C"} == set(offered(text, "commodore")) & {*LETTERS}


def test_two_elements_of_a_place_are_checked_one_after_the_other() -> None:
    """The second of two values is refused though the first one is tested before it."""
    text = (
        "10 DIM N(6,6),X(2),Y(2):B=1+RND(1)\n20 INPUT Y(B),X(B)\n"
        '30 IF X(B)<=5 THEN IF X(B)>0 THEN 50\n40 PRINT "ILLEGAL":GOTO 20\n'
        "50 IF Y(B)<=5 THEN IF Y(B)>0 THEN 70\n60 GOTO 40\n70 N(X(B),Y(B))=1:PRINT B:GOTO 20"
    )
    found = Program.parse(text).start(1).suggestions

    assert [(1, 5), (1, 5)] == [(one.low, one.high) for one in found]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '10 PRINT "Q=QUIT":PRINT "H=HELP":PRINT "READY (Y/N)";\n20 INPUT A$\n'
            '30 IF A$="N" OR A$="Q" THEN END\n40 IF A$="H" THEN PRINT "NO HELP":GOTO 10\n50 PRINT 7',
            {"Y", "N", "Q", "H"},
        ),
        ('10 INPUT "WHICH CODE DO YOU WANT OR \'ALL\'";B$\n20 IF B$="ALL" THEN PRINT 7', {"ALL"}),
        (
            '10 INPUT "INSTRUCTIONS";Z$:IF Z$="YES" THEN GOSUB 90\n20 Y=1+INT(RND(1)*3)\n'
            '30 INPUT "WORD";A$\n40 IF A$="QUIT" THEN END\n'
            '50 IF A$="I PASS" THEN PRINT "NEXT":GOTO 20\n60 IF A$=T$(Y) THEN PRINT "RIGHT"\n'
            "70 GOTO 20\n90 PRINT \"TYPE 'I PASS' AS YOUR ANSWER\":RETURN",
            {"QUIT", "I PASS"},
        ),
    ],
)
def test_words_of_a_prompt_and_of_instructions_are_offered(text: str, words: set[str]) -> None:
    """Yes and no stand beside commands, a quoted word stands alone, and instructions may be printed
    after the first question."""
    state = Program.parse(text).start(1)
    found = (state.answer("NO") if "INSTRUCTIONS" in text else state).suggestions[0].words

    assert words == set(found)


def test_a_number_of_its_own_stands_before_the_places_of_an_array() -> None:
    """0, which ends, is offered beside the places of a board."""
    text = '10 DIM A(8)\n20 INPUT "FROM";F\n30 IF F=0 THEN END\n40 A(F)=A(F)+1:PRINT A(F):GOTO 20'
    found = Program.parse(text).start(1).suggestions[0]

    assert tuple("012345678") == found.answers()


def test_return_ends_what_was_typed_before_it() -> None:
    """A number is wanted where a program says to type it and then press the return key."""
    text = '10 INPUT "Type the balance, then press <ENTER>: ",B\n20 PRINT B*2'
    found = Program.parse(text, "gw").start(1).suggestions[0]

    assert () == found.words


def test_a_word_in_the_prompt_is_no_key() -> None:
    """Of a choice between keys and words, one key is wanted and only keys are offered."""
    text = (
        '10 PRINT "GO ON (Y/STOP/N)"\n15 A$=INKEY$:IF A$="" THEN 15\n'
        '20 IF A$="Y" THEN PRINT "ON":GOTO 10\n30 IF A$="N" THEN PRINT "NO"\n40 PRINT "BYE":END'
    )

    assert [] == [key for key in offered(text, "gw") if key[1:].isalpha()]


def test_y_is_an_axis_beside_x() -> None:
    """Two axes are not an answer of yes."""
    text = '10 INPUT "WHICH AXIS";A$\n20 IF A$="X" THEN PRINT 1:END\n30 IF A$="Y" THEN PRINT 2'

    assert {"X", "Y"} == {*offered(text)}


def test_words_beside_a_letter_to_guess_are_not_the_letters() -> None:
    """A list of words in the prompt does not stand for the letters that are wanted."""
    text = (
        '10 READ W$:FOR I=1 TO LEN(W$):PRINT "-";:NEXT:PRINT\n'
        '20 INPUT "LETTER (HELP/QUIT)";G$\n30 FOR I=1 TO LEN(W$)\n'
        '40 IF MID$(W$,I,1)=G$ THEN PRINT "YES"\n50 NEXT:GOTO 20\n60 DATA BANANA'
    )

    assert {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"} <= {*offered(text)}


def test_a_letter_to_guess_may_be_any() -> None:
    """Where the code of an answer is compared with a number, all letters are offered."""
    text = (
        '10 L=65+INT(RND(1)*26)\n20 INPUT "YOUR GUESS";A$:A=ASC(A$)\n30 IF A=L THEN PRINT "YES":END\n'
        '40 IF A>L THEN PRINT "TOO HIGH":GOTO 20\n50 PRINT "TOO LOW":GOTO 20'
    )

    assert tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == Program.parse(text).start(1).suggestions[0].words


@pytest.mark.parametrize(
    ("signs", "note"),
    [("<N>ew game", "New game"), ("(N)EW GAME", "NEW GAME"), ("<N>THE NILE", "THE NILE")],
)
def test_a_letter_in_brackets_may_begin_its_note(signs: str, note: str) -> None:
    """A letter belongs to the word behind it unless another word begins there."""
    text = f'10 PRINT "{signs}"\n20 A$=INKEY$:IF A$="N" THEN PRINT "N":END\n30 GOTO 20'
    [suggestion] = Program.parse(text, "gw").start(1).suggestions

    assert note == dict(suggestion.notes)["N"]


def test_a_note_closes_its_brackets() -> None:
    """A line that ends in a bracket explains an answer with the bracket closed."""
    text = (
        '10 PRINT "1. ADD RECORD(S)":PRINT "2. END (NOW)":INPUT Q\n'
        "20 ON Q GOTO 30,40\n30 PRINT 1\n40 END"
    )

    assert {"1": "ADD RECORD(S)", "2": "END (NOW)"} == dict(
        Program.parse(text).start(1).suggestions[0].notes
    )


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            '10 PRINT "DATEI LADEN (J/N)"\n20 GET A$:IF A$="" THEN 20\n30 IF A$="j" THEN PRINT 7',
            "jn",
        ),
        ('10 PRINT "INSTRUCTIONS?"\n20 GET A$:IF A$="" THEN 20\n30 IF A$="y" THEN PRINT 7', "yn"),
    ],
)
def test_the_other_answer_is_a_small_letter_too(text: str, keys: str) -> None:
    """Of yes and no the one that is not compared has the case of the other."""
    assert tuple(keys) == offered(text, "commodore")[:2]


def test_digits_stand_beside_a_command_whose_case_does_not_matter() -> None:
    """A number, or Q in either case, is typed."""
    text = (
        '10 INPUT "MOVE (<Q>UIT): ",M$:M$=UCASE$(M$)\n20 IF M$="Q" THEN END\n'
        "30 M=VAL(M$):PRINT 7*M:GOTO 10"
    )
    found = Program.parse(text, "qbasic").start(1).suggestions[0]

    assert (("Q",), "0123456789") == (found.words, found.signs)


def test_return_for_none_stands_beside_the_number() -> None:
    """Where return alone will do, it is offered, and any number besides."""
    text = '10 INPUT "A NUMBER (PRESS ENTER IF NONE): ",C\n20 INPUT "SEED: ",X\n30 IF C<>0 THEN X=C\n40 PRINT X'

    found = Program.parse(text, "gw").start(1).suggestions[0]

    assert (("",), False) == (found.answers(), found.text)


def test_signs_between_two_are_those_of_a_number() -> None:
    """Where every sign must be from 0 to 9, the digits are typed."""
    text = (
        '10 INPUT "SUM";S$\n20 FOR N=1 TO LEN(S$):A$=MID$(S$,N,1)\n'
        '30 IF (A$<"0" OR A$>"9") AND A$<>"." THEN 10\n40 NEXT:PRINT S$'
    )

    assert set(".0123456789") == set(Program.parse(text).start(1).suggestions[0].signs)


def test_a_menu_in_small_letters_is_offered_whole() -> None:
    """The rest of a printed menu is offered where the program compares two of its letters in
    capitals."""
    text = (
        '10 PRINT "a) RED":PRINT "b) BLUE":PRINT "c) GREEN":PRINT "d) NONE"\n'
        '20 A$=INPUT$(1):IF INSTR("abAB",A$) THEN 40\n30 PRINT "COLD":END\n40 PRINT "WARM"'
    )
    assert {*"ABCD"} == set(offered(text)) - {"\r", " "}


def test_keys_behind_the_last_branch_are_not_offered() -> None:
    """A key that no branch of a menu belongs to only shows the menu once more."""
    text = (
        '10 CLS:IF F$<>"" THEN PRINT F$:F=F+1\n20 A$=INKEY$:IF A$="" THEN 20\n'
        "30 IF ASC(A$)<65 THEN 20 ELSE IF ASC(A$)>96 THEN A$=CHR$(ASC(A$)-32)\n"
        "40 CLS:ON ASC(A$)-64 GOTO 50,60,70,80,90,100,110,120,130,140,150,160\n45 GOTO 10\n"
    )
    branches = "\n".join(f"{line} PRINT {line}:END" for line in range(50, 170, 10))
    assert tuple("ABCDEFGHIJKL") == offered(text + branches)


DIAGONALS = ("\0G", "\0O", "\0I", "\0Q")
STICKS = {
    "one axis": ("gw", "10 X=STICK(0)\n20 PRINT X:GOTO 10", ("\0K", "\0M", "")),
    "one outcome": (
        "qbasic",
        '10 IF STICK(0)<90 THEN PRINT "LEFT"\n20 IF STICK(0)>110 THEN END\n30 GOTO 10',
        ("\0K", "\0M", ""),
    ),
    "no button": (
        "commodore",
        "10 J=PEEK(56320):IF J=119 THEN X=X+1\n20 IF J=123 THEN X=X-1\n30 PRINT X:GOTO 10",
        ("\0K", "\0M", ""),
    ),
    "diagonals": (
        "commodore",
        "10 J=PEEK(56320):IF J=122 THEN PRINT 1\n20 IF J=118 THEN PRINT 2\n"
        "30 IF J=121 THEN PRINT 3\n40 IF J=117 THEN PRINT 4\n50 X=X+1:PRINT X:GOTO 10",
        (*DIAGONALS, ""),
    ),
}


@pytest.mark.parametrize("name", STICKS)
def test_a_stick_is_offered_where_it_makes_a_difference(name: str) -> None:
    """Only the directions that a program tells apart are offered, and the button where it is
    tested."""
    dialect, text, keys = STICKS[name]

    assert keys == offered(text, dialect)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('10 LOCATE 12:PRINT "MORE":A$=INKEY$:IF A$="" THEN 10\n20 IF A$="Y" OR A$="N" THEN END', "YN"),
        ('10 A$=INKEY$:R=RND(1):IF A$="" THEN 10\n20 IF A$<"1" OR A$>"3" THEN 10\n30 PRINT A$', "123"),
        ('10 PRINT "HIT S"\n20 A$=INKEY$:IF A$="S" THEN END\n30 X=X+1:PRINT X:GOTO 20', ("S", "")),
        ('10 A$=INKEY$:IF A$<>CHR$(13) THEN 10\n20 END', "\r"),
        (
            '10 PRINT "Enter your code (1-3)"\n20 A$=INKEY$:IF A$="" THEN 20\n'
            '30 IF VAL(A$)<1 OR VAL(A$)>3 THEN PRINT "Enter a VALID code":X=X+1:GOTO 10\n40 PRINT A$',
            "123",
        ),
        ('10 FOR I=1 TO 9:ON KEY(I) GOSUB 90:KEY(I) ON:NEXT\n20 ON KEY(10) GOSUB 80:KEY(10) ON\n'
         '30 A$=INKEY$:IF A$<>"Y" AND A$<>"N" THEN 30\n40 END\n80 PRINT 1\n90 RETURN', ("Y", "N", "\0D")),
    ],
)  # fmt: skip
def test_keys_that_do_nothing_are_not_offered(text: str, keys: Sequence[str]) -> None:
    """Return, space, a key whose subroutine is empty and waiting are offered only where something
    comes of them."""
    assert tuple(keys) == offered(text, "gw")


@pytest.mark.parametrize(
    ("dialect", "keys", "text"),
    [
        # What only prints the same again, and sounds or stirs luck, is no reason to wait.
        ("commodore", ("1", "2"), '10 S=54272\n20 POKE S+24,15:PRINT "LEVEL (1-2)"\n30 GET A$\n'
         '40 IF A$<"1" THEN PRINT:GOTO 20\n50 IF A$>"2" THEN 20\n60 PRINT "LEVEL ";A$'),
        ("gw", ("1", "2"), '10 PRINT "LEVEL"\n20 A$=INKEY$:A=RND(1)*9:RANDOMIZE A:IF A$="" THEN 20\n'
         '30 IF A$<"1" OR A$>"2" THEN BEEP:GOTO 20\n40 PRINT A$'),
        # Return and space are keys that no program expects, "~" is none.
        ("commodore", ("A", "D", ""), '10 K=PEEK(197):IF K=64 THEN 40\n20 PRINT X\n'
         '30 X=X+(K=10)-(K=18)\n40 Y=Y+1:PRINT Y:GOTO 10'),
        # Any key may be kept, in capitals too.
        ("gw", ("\r", " "), '10 PRINT "HIT ANY KEY ...";:A$=INPUT$(1)\n'
         '20 IF ASC(A$)>96 THEN A$=CHR$(ASC(A$)-32)\n30 PRINT "ON"'),
        ("gw", (" ",), '10 PRINT "PRESS ANY KEY EXCEPT ENTER":A$=INPUT$(1):PRINT "ON"'),
        # A question is recognized by its text, not by a picture.
        ("color", ("1", "2"), '10 PRINT "ÇÇÇÇ"\n20 W$=INKEY$:PRINT "1 OR 2"\n30 Z$=INKEY$\n'
         '40 IF Z$<>"1" AND Z$<>"2" THEN 30\n50 PRINT Z$'),
    ],
)  # fmt: skip
def test_keys_that_are_as_good_as_none_are_not_offered(
    dialect: str, keys: tuple[str, ...], text: str
) -> None:
    """A key is not offered if it shows the same screen, is excluded there, or is only stored."""
    state = Program.parse(text, dialect).start(1)
    if "W$" in text:
        state = state.answer("")
    assert keys == state.suggestions[0].words


def test_keys_that_an_array_names() -> None:
    """A key that is compared with a constant in an array is no letter to guess."""
    text = "10 A$(0)=CHR$(29):A$(1)=CHR$(157)\n20 GET M$:IF M$=A$(N) THEN N=1-N:PRINT N\n30 GOTO 20"

    assert {"\x1d", "\x9d"} == {*offered(text, "commodore")} - {"\r", " ", ""}


def test_a_question_is_recognized_by_all_that_a_line_prints() -> None:
    """Two questions behind the same last word are told apart by the words before it."""
    text = (
        '10 PRINT "SCORE";S;"FOOD";F;"TIME";T\n20 K$=INKEY$:IF K$="L" THEN S=S+1:GOTO 10\n'
        '30 IF K$="R" THEN PRINT "SCORE";S;"TIME";T:GOTO 50\n40 GOTO 20\n'
        '50 K$=INKEY$:IF K$="Y" THEN RUN\n60 IF K$="N" THEN END\n70 GOTO 50'
    )
    first = Program.parse(text, "gw").start(1)

    found = [state.suggestions[0].words for state in (first, first.answer("R"))]
    assert [("L", "R"), ("Y", "N")] == found


def test_an_adventure_keeps_what_is_not_yet_found() -> None:
    """Of a list of many words, and of words compared beside it, only commands are offered."""
    things = [f"{first}{second}BOX" for first in "ABCDEFG" for second in "AEIOUY"]
    text = (
        f'10 DIM T$(42):FOR I=1 TO {len(things)}:READ T$(I):NEXT\n20 PRINT "I SEE A GUYBOX."\n'
        '30 INPUT "WHAT NOW";A$:FOR I=1 TO 42:IF A$=T$(I) THEN PRINT "TAKEN":GOTO 30\n40 NEXT\n'
        '50 IF A$="QUIT" THEN END\n60 IF A$="XYZZY" THEN PRINT "MAGIC"\n70 GOTO 30\n'
        f"80 DATA {','.join([*things[:-1], 'GUYBOX'])}"
    )

    assert ("QUIT",) == offered(text)


@pytest.mark.parametrize(
    ("back", "keys"),
    [
        # The loop looks for itself, and does not come back to the first look.
        (30, ("",)),
        # Here the first look is the only one at which the program stops.
        (10, ("\0M", "\0K", "")),
    ],
)
def test_a_look_that_is_overwritten_needs_no_key(back: int, keys: tuple[str, ...]) -> None:
    """What is found by a look whose variable gets something else before it is used does nothing."""
    text = (
        '5 PRINT "GO"\n10 J=PEEK(56320)\n20 PRINT "SCORE";S\n30 J=PEEK(56320)\n'
        '40 IF J=119 THEN PRINT "RIGHT"\n50 IF J=123 THEN PRINT "LEFT"\n'
        f"60 S=S+1:GOTO {back}"
    )

    assert {*keys} == {*offered(text, "commodore")}


def test_a_stick_is_turned_only_along_the_axis_that_is_reckoned_with() -> None:
    """A direction that leaves every calculation as it is without one does nothing."""
    text = (
        "10 T=T+(PEEK(56320)AND 4)/4-(PEEK(56320)AND 8)/8:PRINT T\n20 GET A$\n"
        "30 IF (PEEK(56320)AND 16)=0 AND A$=CHR$(13) THEN END\n40 GOTO 10"
    )

    assert {"\0K", "\0M", ""} == {*offered(text, "commodore")}


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        # No use is made of the key.
        (("",), '10 FOR I=0 TO 9:A$=INKEY$:NEXT\n20 INPUT "AGAIN";A$:IF A$="Y" THEN RUN'),
        # The screen asks for one, though.
        (("\r", " ", ""), '10 PRINT "PRESS ANY KEY"\n20 A$=INKEY$\n30 PRINT "HELLO"'),
        # After any other key the program loops for ever.
        (
            ("0", "1"),
            '10 PRINT "PRESS 1 TO CONTINUE OR 0 TO EXIT, THEN RETURN"\n'
            '20 Z$=INKEY$:IF Z$="" THEN 20\n30 IF Z$="0" THEN END\n'
            '40 IF Z$="1" THEN PRINT "GO":END\n50 GOTO 30',
        ),
    ],
)
def test_keys_that_come_to_nothing_are_not_offered(keys: tuple[str, ...], text: str) -> None:
    """Only `wait` is offered where a key is thrown away, and no key that leads to an endless loop."""
    assert keys == offered(text, "gw")


def test_a_command_in_small_letters_is_no_secret() -> None:
    """The word that ends a list of texts is offered in any case."""
    text = '10 INPUT "TWO SIGNS";H$\n20 IF H$="end" THEN 40\n30 PRINT LEN(H$):GOTO 10\n40 END'
    assert ("end",) == offered(text)


@pytest.mark.parametrize(
    ("text", "typed", "expected"),
    [
        (
            '10 GOSUB 90\n20 INPUT "LENGTH";L\n30 GOSUB 90\n40 INPUT "WIDTH";W:PRINT L*W:END\n'
            '90 PRINT "IF UNKNOWN, PRESS <ENTER>":RETURN',
            ("5",),
            ["return"],
        ),
        ('10 PRINT "TYPE A NUMBER AND":PRINT "PRESS ENTER":INPUT N\n20 PRINT N*2', (), []),
        (
            '10 PRINT "PRESS ENTER TO TURN A PAGE":PRINT "AS OFTEN":PRINT "AS YOU":PRINT "LIKE"\n'
            '20 INPUT "PAGES";N\n30 PRINT N*2',
            (),
            [],
        ),
        ('10 PRINT "HIT ENTER TO START"\n20 INPUT N\n30 PRINT 1', (), ["return", "other"]),
        ('10 PRINT "PRESS ENTER":CLS:LOCATE 2,2\n20 INPUT "HEIGHT";N\n30 PRINT N*2', (), []),
    ],
)
def test_return_stands_beside_a_number_where_the_screen_asks_for_it(
    text: str, typed: Sequence[str], expected: list[str]
) -> None:
    """The lines above the cursor say what return is for; a number is typed beside it."""
    stop = Program.parse(text).start(1)
    for answer in typed:
        stop = stop.answer(answer)

    assert expected == [str(label) for label, _ in BasicScreen(stop).display_options]


@pytest.mark.parametrize(
    ("menu", "expected"),
    [
        ('PRINT "1 - SOUP":PRINT "2 - FISH":PRINT "3 - CAKE"', {"1": "SOUP", "2": "FISH", "3": "CAKE"}),
        ('PRINT "1 OR 2"', {}),
    ],
)  # fmt: skip
def test_a_note_is_from_the_screen_and_not_from_another_menu(
    menu: str, expected: dict[str, str]
) -> None:
    """What stands on the screen explains the answers, before another list of the program does."""
    text = (
        '10 A=1:ON A GOTO 40\n20 PRINT "1 - OAK":PRINT "2 - ELM":PRINT "3 - ASH":END\n'
        f'40 {menu}\n50 INPUT "WHICH";B\n60 ON B GOTO 40,40{",40" * ("3" in menu)}\n'
    )
    assert expected == dict(Program.parse(text).start(1).suggestions[0].notes)


_THINGS = (
    "LAMP,SWORD,KEY,CROWN,ROPE,BOOK,RING,COIN,MAP,TORCH,KNIFE,AXE,BELL,CUP,GEM,IDOL,ORB,PEARL,"
    "URN,VASE,WAND,DRUM,FLUTE,RUBY"
)
_ROOM = '10 PRINT "A HALL. YOU SEE: LAMP":INPUT "WHAT NOW";A$\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "".join(
                f'{100 + i} IF A$="{word}" THEN L({i})=1:GOTO 10\n'
                for i, word in enumerate(
                    f"TAKE,DROP,LOOK,OPEN,SING,JUMP,CLIMB,{_THINGS}".split(",")
                )
            ),
            {"TAKE", "DROP", "LOOK", "OPEN"},
        ),
        (
            f'20 W$="LOOTAK{"".join(word[:3] for word in _THINGS.split(","))}"\n'
            "30 FOR I=1 TO 32:IF LEFT$(A$,3)=MID$(W$,I*3-2,3) THEN L(I)=1\n40 NEXT:GOTO 10",
            {"LOO", "TAK"},
        ),
        (
            "5 DIM W$(32):FOR I=1 TO 32:READ W$(I):NEXT\n20 FOR I=1 TO 32:IF A$=W$(I) THEN L(I)=1\n"
            f"30 NEXT:GOTO 10\n40 DATA GET,READ,FLY,SWIM,DIG,EAT,RUB,SAY,{_THINGS}",
            {"GET", "READ"},
        ),
    ],
    ids=["one by one", "pieces of a text", "an array"],
)
def test_an_adventure_lists_common_verbs(text: str, expected: set[str]) -> None:
    """Of a parser's words only those that any adventure has are offered."""
    assert expected == set(offered(_ROOM + text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('10 INPUT "FORMAT IT (J/N)";A$\n20 IF ASC(A$) AND 8 THEN PRINT "OK"', ("J", "N")),
        (
            '10 INPUT "A RISE (Y or N)";A$\n20 IF A$="Y" OR A$="YES" THEN PRINT 1:END\n'
            '30 IF A$="N" OR A$="NO" THEN PRINT 2:END\n40 GOTO 10',
            ("Y", "N"),
        ),
        (
            '10 INPUT "AGAIN (Y/N)";A$:A$=LEFT$(A$,1)\n20 IF A$="y" OR A$="Y" THEN 10\n'
            '30 IF A$="n" OR A$="N" THEN END\n40 GOTO 10',
            ("Y", "N"),
        ),
    ],
)
def test_a_choice_is_spelled_as_the_prompt_has_it(text: str, expected: Sequence[str]) -> None:
    """Letters that the prompt has are offered as letters."""
    assert expected == offered(text)


def test_a_number_typed_as_text_has_a_point_and_a_sign() -> None:
    """Where nothing sets an end to a text's value, it may be less than nought."""
    text = '10 INPUT "NEXT (S TO STOP)";X$\n20 IF X$="S" THEN END\n30 T=T+VAL(X$):PRINT T:GOTO 10'
    assert "0123456789.-" == Program.parse(text).start(1).suggestions[0].signs


def test_what_a_menu_gives_its_variable_later_is_no_answer() -> None:
    """A text that the program puts in the answer's place is not offered."""
    text = (
        '10 INPUT "1 OR 2";S$\n20 S=VAL(S$):IF S<1 OR S>2 THEN 10\n30 IF S=2 THEN END\n'
        '40 INPUT "PRINTER (Y/N)";P$\n50 IF P$="Y" THEN S$="1P"\n60 IF P$="N" THEN S$="1S"\n'
        '70 IF S$="1P" THEN PRINT "PRINTING"\n80 IF S$="1S" THEN PRINT "SCREEN"\n90 GOTO 10'
    )
    assert ("1", "2") == offered(text)


def test_the_beginning_of_an_unknown_text_may_be_short() -> None:
    """What is cut from an unknown text can have fewer characters than are asked for."""
    vocabulary = Vocabulary(Intervals(Sources(())))
    beginning = n.BuiltInCall("LEFT$", (n.Var("B$"), n.Num("3")))

    assert vocabulary.of(beginning).can_be("UP")
