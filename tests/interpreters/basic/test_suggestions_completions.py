"""Causes of wrong or imprecise completions that people have found in programs which nobody had seen
before."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interactive_provider import InteractiveProvider, NoAbility, extra, games
from interactive_provider.adapters.basic import BasicProgram, BasicScreen
from interactive_provider.interpreters.basic import Program

MENU = (
    '10 PRINT "1 = MOVE":PRINT "2 = SHORT RANGE SENSORS":PRINT "3 = FIRE"\n20 INPUT "COMMAND";C\n'
)


def first(text: str) -> BasicScreen:
    """The first question of a program."""
    return BasicProgram(Program.parse(text)).new_state(Random(1))


def answered(text: str, *answers: object) -> BasicScreen:
    """The screen of a program after some answers."""
    game = BasicProgram(Program.parse(text))
    screen = game.new_state(Random(1))
    for answer in answers:
        screen = game.process_response(screen, answer, Random(1))
    return screen


def labels(screen: BasicScreen) -> list[str]:
    """What is offered there."""
    return [str(label) for label, _ in screen.display_options if label != "other"]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("ON", "25 IF C<1 OR C>3 THEN PRINT 0:GOTO 20\n30 ON C GOTO 40,50,60\n40 X=X+1:GOTO 20\n50 PRINT 7:GOTO 20\n"
         "60 Y=Y+1:GOTO 20", ["1", "2", "3"]),
        ("IF", "30 IF C=1 THEN X=X+1:GOTO 20\n40 IF C=2 THEN 70\n50 IF C=3 THEN Y=Y+1:GOTO 20\n60 GOTO 20\n"
         "70 PRINT \"SCAN\":GOTO 20", ["1", "2", "3"]),
    ],
)  # fmt: skip
def test_a_command_that_comes_back_stays(name: str, text: str, expected: list[str]) -> None:
    """A command of a printed menu is offered though it only tells something and asks again."""
    assert expected == labels(first(MENU + text))


@pytest.mark.parametrize(
    "wait", ["20 WHILE LEN(INKEY$)=0:WEND", "20 A$=INKEY$:IF LEN(A$)=0 THEN 20"]
)
def test_any_key_is_enter_or_space(wait: str) -> None:
    """A program that waits for any key is not offered the whole keyboard."""
    assert ["enter", "space", "wait"] == labels(
        first(f'10 PRINT "PRESS ANY KEY"\n{wait}\n30 PRINT "ON":GOTO 10')
    )


def test_a_choice_is_described_by_the_nearest_word() -> None:
    """Of two words with the letter the one nearest to the brackets is its meaning."""
    text = (
        '10 PRINT "FIND A RANDOM OR FIXED BOARD (R/F)";:INPUT A$\n20 IF A$="R" THEN 40\n'
        '30 IF A$<>"F" THEN 10\n40 END'
    )
    game = BasicProgram(Program.parse(text))
    screen = game.new_state(Random(1))
    assert {"R": "RANDOM", "F": "FIXED"} == {
        str(label): game.describe(screen, value)
        for label, value in screen.display_options
        if label != "other"
    }


def test_of_nothing_there_is_no_half() -> None:
    """All, half and a tenth are offered of what there is, and no minus where a number is 0 or
    more."""
    text = (
        '10 M={}\n20 PRINT "YOU HAVE";M;"DOLLARS. YOUR BET";:INPUT B\n'
        '30 IF B<0 OR B>M THEN PRINT "NO.":GOTO 20\n'
    )
    text += "40 IF RND(1)<.5 THEN M=M-B:GOTO 20\n50 M=M+B:GOTO 20"
    assert not {"all", "half", "tenth"} & set(labels(first(text.format(0))))
    rich = first(text.format(100))
    assert {"all", "half", "tenth"} <= set(labels(rich))
    assert "minus" not in labels(answered(text.format(100), ("other",)))


def test_a_choice_says_which_line_compares_it() -> None:
    """Where each answer is compared, its description is that line; one that would stand out is not
    told."""
    game = BasicProgram(
        Program.parse(
            '10 INPUT "COMMAND";A$\n20 IF A$="NAV" THEN X=1:GOTO 10\n30 IF A$="LRS" THEN 10'
        )
    )
    screen = game.new_state(Random(1))
    told = {
        str(label): game.describe(screen, value)
        for label, value in screen.display_options
        if label != "other"
    }
    assert {"NAV": 'line 20: IF A$="NAV"', "LRS": 'line 30: IF A$="LRS"'} == told
    quiz = BasicProgram(
        Program.parse(
            '10 PRINT "PARIS, ROME OR OSLO";:INPUT A$\n20 IF A$="OSLO" THEN PRINT "RIGHT":END'
        )
    )
    start = quiz.new_state(Random(1))
    assert not any(
        "line" in quiz.describe(start, value)
        for label, value in start.display_options
        if label != "other"
    )


BETS = """10 S=INT(RND(1)*9)+1:M=100
20 PRINT "YOU HAVE";M
30 INPUT "BET";B
40 IF B<1 OR B>M THEN 30
50 M=M-B*S:GOTO 20
"""


def test_the_listing_marks_the_lines_that_ask_and_compare(tmp_path: Path) -> None:
    """An arrow stands before the line that asks, a dot before those that compare; shown variables
    are known."""
    (tmp_path / "bets.bas").write_text(BETS)
    p = InteractiveProvider(tmp_path).bets(seed=1)
    assert ["  10", "  20", "→ 30", "· 40", "  50"] == [
        row[:4] for row in extra(p, "listing").splitlines()
    ]
    assert ["M = 100"] == extra(p, "variables").splitlines()
    assert any(row.startswith("M = ") for row in extra(p(10), "variables").splitlines())
    with pytest.raises(NoAbility, match="no 'listing'"):
        extra(games.guess(seed=1), "listing")


NOES = (
    '10 PRINT "INSTRUCTIONS ?"\n20 A$=INKEY$:IF A$="" THEN 20\n30 IF A$="N" THEN 50\n'
    "40 PRINT 1\n50 GOTO 50"
)
LISTED = """10 PRINT "GO <G>, ADD <A>, VIEW <V>, READ <R>"
20 A$=INPUT$(1)
30 IF A$="G" THEN X=1:GOTO 10
40 IF A$="A" THEN X=2:GOTO 10
50 IF A$="V" THEN X=3:GOTO 10
60 PRINT "NOTES":END
"""
COLOUR = (
    '10 INPUT "BORDER = ",C\n20 IF C=0 THEN S=0 ELSE S=1\n30 COLOR 7,0,C:PRINT\n40 INPUT "NEXT";D'
)


@pytest.mark.parametrize(("text", "expected"), [(NOES, ["Y", "N"]), (LISTED, ["G", "A", "V", "R"])])
def test_what_needs_no_test_is_offered_too(text: str, expected: list[str]) -> None:
    """Yes is offered beside no, and the last key of a printed list, which the program need not
    test."""
    assert expected == [key for key in labels(first(text)) if key not in ("enter", "space", "wait")]


def test_a_colour_is_more_than_two_numbers() -> None:
    """Where only 0 is tested, but the number is used, the list is not 0 and 1."""
    assert ["0", "1"] != labels(first(COLOUR))


def _choices(text: str, dialect: str = "lenient") -> list[str]:
    """What is offered at the first stop of a program."""
    game = BasicProgram(Program.parse(text, dialect))
    return [str(label) for label, _ in game.new_state(Random(1)).display_options]


def test_the_arrows_of_tandy_are_named() -> None:
    """On Tandy's machines the codes of backspace, tab, line feed and ^ are those of the arrows, in
    variables too."""
    text = (
        "10 L$=CHR$(8):R$=CHR$(9):X=1\n20 K$=INKEY$:IF K$=L$ THEN X=X-1\n30 IF K$=R$ THEN X=X+1\n"
    )
    text += (
        '40 IF K$=CHR$(94) THEN Y=Y-1\n50 IF K$=CHR$(10) THEN Y=Y+1\n60 PRINT@Y*32+X,"*":GOTO 20'
    )
    assert {"left", "right", "up", "down"} <= set(_choices(text, "color"))
    assert {"backspace", "tab", "^", "line_feed"} <= set(_choices(text))


def test_signs_of_a_secret_word_do_not_list_its_letters() -> None:
    """A key that is sought among the signs of a drawn word may be any letter, whatever words there
    are."""
    text = "10 DATA CAB,BEAD,FACE\n20 FOR I=1 TO 3:READ W$(I):NEXT:W$=W$(INT(RND(1)*3)+1)\n"
    text += '30 FOR I=1 TO LEN(W$):L$(I)=MID$(W$,I,1):NEXT\n40 K$=INKEY$:IF K$="" THEN 40\n'
    text += "50 FOR I=1 TO LEN(W$):IF L$(I)=K$ THEN PRINT K$:S=S+1\n60 NEXT:GOTO 40"
    assert [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"] == [key for key in _choices(text) if len(key) == 1]


def test_letters_compared_by_size_are_all_letters() -> None:
    """Two letters that a text quotes are the ends of the alphabet where the program tells higher
    from lower."""
    text = (
        "10 PRINT \"THE LOWEST IS 'A', THE HIGHEST IS 'Z'\"\n20 A$=\"ABCDEFGHIJKLMNOPQRSTUVWXYZ\"\n"
    )
    text += (
        '30 L$=MID$(A$,INT(RND(1)*26)+1,1)\n40 INPUT "GUESS";G$\n50 IF G$=L$ THEN 30\n'
        '60 IF G$>L$ THEN PRINT "LOWER"\n'
    )
    assert [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "other"] == _choices(text + "70 GOTO 40")


def test_an_answer_that_is_cleared_before_the_question_is_refused() -> None:
    """A program that clears the answer and asks again has turned it away."""
    text = (
        '10 PRINT "YOUR TURN";\n15 Q=0\n20 INPUT Q\n30 IF Q<1 THEN 60\n40 IF Q>5 THEN 60\n'
        "50 Z=Z+Q:GOTO 10\n"
    )
    assert ["1", "2", "3", "4", "5"] == _choices(text + '60 PRINT "ILLEGAL"\n70 GOTO 10')


def test_what_marks_a_thing_out_of_play_is_no_guess() -> None:
    """The -1 by which a program marks what was found is not among the numbers to guess."""
    text = (
        "10 P=INT(RND(1)*10)\n20 INPUT M\n30 IF P=-1 THEN 60\n40 IF P<>M THEN 20\n50 P=-1\n"
        "60 GOTO 20"
    )
    assert [*"0123456789"] == [label for label in _choices(text) if label != "other"]


def test_an_angle_need_not_be_whole() -> None:
    """What goes into a sine is measured and not counted."""
    text = "10 INPUT B\n20 IF B>89 THEN 10\n30 IF B<1 THEN 10\n40 PRINT SIN(B/57.3)"
    [found] = Program.parse(text).start(1).suggestions
    assert (1.0, 89.0, False) == (found.low, found.high, found.whole)


def test_a_sentence_that_begins_with_yes_explains_nothing() -> None:
    """What stands behind YES or NO in a sentence is no note on the answer."""
    text = (
        '10 PRINT "NO SCORE CHANGE."\n20 PRINT "CONTINUE";\n30 INPUT V$\n40 IF V$="YES" THEN 10\n'
    )
    found = Program.parse(
        text + '50 IF V$="NO" THEN END\n60 PRINT "YES OR NO, PLEASE.  ";:GOTO 20'
    ).start(1)
    assert () == found.suggestions[0].notes


def test_a_list_from_which_luck_chooses_is_not_offered() -> None:
    """The answers of a quiz stay hidden though a loop reads them by the variable that luck sets
    later."""
    text = (
        "10 DATA FRANCE,PARIS,ITALY,ROME,SPAIN,MADRID,PERU,LIMA\n"
        "20 FOR I=1 TO 4:READ A$(I),B$(I):NEXT\n"
    )
    text += (
        '30 I=INT(RND(1)*4)+1\n40 PRINT "CAPITAL OF ";A$(I);:INPUT Z$\n'
        '50 IF Z$=B$(I) THEN PRINT "RIGHT":GOTO 30\n'
    )
    assert {"PARIS", "ROME", "MADRID"}.isdisjoint(_choices(text + '60 PRINT "WRONG":GOTO 40'))


def test_an_empty_line_that_is_refused_is_not_offered() -> None:
    """Return stands beside free text unless the program only asks again."""
    text = '10 INPUT "MESSAGE";M$\n20 IF M$="" THEN 10\n30 PRINT M$:FOR I=1 TO LEN(M$):NEXT'
    assert ["other"] == _choices(text)
    assert ["return", "other"] == _choices(text.replace("THEN 10", "PRINT"))


def test_the_keys_of_a_commodore_are_named() -> None:
    """Cursor and function keys of a Commodore have names, and the control codes among them are
    keys."""
    tests = "".join(
        f"{20 + i} IF K$=CHR$({code}) THEN X=X+{i}\n"
        for i, code in enumerate((17, 145, 29, 157, 133))
    )
    text = f"10 GET K$\n{tests}40 POKE 1024+X,1:GOTO 10"
    assert {"down", "up", "right", "left", "f1"} <= set(_choices(text, "commodore"))


def test_a_key_that_erases_does_not_hide_what_is_typed() -> None:
    """Where a text is typed key by key, all letters are offered beside the key that erases one."""
    text = (
        '10 GET X$:IF X$="" THEN 10\n20 L=ASC(X$):IF L=20 THEN I$=""\n'
        "30 IF L<>20 THEN I$=I$+X$:PRINT I$\n40 GOTO 10"
    )
    assert {"delete", *"ABCXYZ"} <= set(_choices(text, "commodore"))


def test_subscripts_begin_at_whole_numbers() -> None:
    """The range of what is reckoned into a subscript has no fractions."""
    text = "10 DIM S$(16)\n20 INPUT A(1),A(2)\n30 T=A(1)+(A(2)-1)*4\n40 PRINT S$(T)"
    found = Program.parse(text).start(1).suggestions
    assert [True, True] == [one.low is None or one.low.is_integer() for one in found]


def test_function_keys_in_a_commodore_keyboard_memory_are_keys() -> None:
    """PEEK(197) finds F1, F3, F5 and F7 by their places in the matrix."""
    tests = "".join(
        f"{20 + i} IF PEEK(197)={place} THEN X=X+{i}\n" for i, place in enumerate((4, 5, 6, 3))
    )
    assert {"f1", "f3", "f5", "f7"} <= set(_choices(f"10 X=0\n{tests}30 GOTO 20", "commodore"))


def test_yes_and_no_of_another_question_explain_no_number() -> None:
    """Where three numbers are wanted, 1 for yes and 0 for no belong to a question before."""
    text = (
        '10 PRINT "INSTRUCTIONS (1 FOR YES, 0 FOR NO)"\n20 INPUT "DIGIT";N\n'
        "30 IF N<0 OR N>2 THEN 20\n40 PRINT N"
    )
    found = Program.parse(text).start(1).suggestions[0]
    assert (("0", "1", "2"), ()) == (found.answers(), found.notes)


WAIT = '20 A$=INKEY$:IF A$="" THEN 20\n'
OPTIONS = '10 PRINT "1> SOUND":PRINT "2> NAME":PRINT "3> END"\n20 INPUT C:IF C<1 OR C>3 THEN 10\n'
LISTS: dict[str, tuple[str, str, list[str]]] = {
    "letters in either case, of which those behind the list are refused": (
        (
            f"{WAIT}30 A=ASC(A$):IF A<65 OR A>122 THEN 20 ELSE IF A>96 THEN A=A-32\n40 IF A>67 THEN"
            " 20\n50 ON A-64 GOTO 60,70,80\n60 PRINT 1:END\n70 PRINT 2:END\n80 PRINT 3"
        ),
        "lenient",
        ["A", "B", "C"],
    ),
    "no people's names for a thing's": (
        '10 INPUT "ENTER THE NAME OF YOUR SELECTION";A$\n20 PRINT A$',
        "lenient",
        ["return"],
    ),
    "the enter key is no word": (
        (
            "10 INPUT \"HIT 'ENTER' TO BEGIN\";A$\n"
            '20 INPUT "OPTION";A$:IF A$="F" OR A$="R" THEN PRINT A$'
        ),
        "lenient",
        ["return"],
    ),
    "the letters of the prompt, not of the text above": (
        (
            '10 PRINT "MARK A SQUARE WITH (X)":PRINT\n'
            '20 PRINT "PLAY WITH PARTNER(P) OR COMPUTER(C) ";:INPUT R$\n'
            '30 IF R$="C" THEN PRINT "I BEGIN"\n40 PRINT "READY"'
        ),
        "lenient",
        ["P", "C"],
    ),
    "a sign that is compared beside a word whose signs are looked at": (
        (
            '10 FOR I=1 TO 3\n20 INPUT T$:IF T$="-" THEN I=I-1:PRINT "REDO":GOTO 20\n'
            '30 IF T$="." THEN 70\n40 J=1\n50 E$=MID$(T$,J,1):IF E$=T$ THEN 20\n'
            "60 J=J+1:IF J<=LEN(T$) THEN 50\n65 PRINT T$:NEXT I\n70 END"
        ),
        "lenient",
        ["-", "."],
    ),
    "text of any kind is not put together from the signs that it is searched for": (
        (
            '10 INPUT "ENTER A SENTENCE";S$\n20 FOR I=1 TO LEN(S$):C$=MID$(S$,I,1)\n'
            '30 IF C$="A" OR C$="E" THEN N=N+1\n40 NEXT:PRINT N'
        ),
        "lenient",
        ["return"],
    ),
    "nor from a comma": (
        (
            '10 INPUT "CARD";S$\n20 FOR I=1 TO LEN(S$):C$=MID$(S$,I,1)\n'
            '30 IF C$="," OR C$=";" THEN N=N+1\n40 NEXT:PRINT N'
        ),
        "lenient",
        ["return"],
    ),
    "a switch in a menu that is printed again": (
        f"{OPTIONS}30 IF C>1 THEN 50\n40 S=NOT S:GOTO 10\n50 IF C>2 THEN END\n60 INPUT N$:GOTO 10",
        "lenient",
        ["1", "2", "3"],
    ),
    "the digits where a key is read as a number": (
        f"{WAIT}30 R=VAL(A$):IF R>7 THEN 20\n40 PRINT R",
        "lenient",
        [*"01234567"],
    ),
    "the letters where a key is made a capital": (
        (
            '10 A$=INKEY$:A$=UCASE$(A$)\n20 IF A$="U" THEN Y=Y-1\n30 IF A$="D" THEN Y=Y+1\n'
            '40 IF A$="E" THEN END\n50 GOTO 10'
        ),
        "gw",
        ["U", "D", "E"],
    ),
    "no words of stops alone": (
        (
            '10 INPUT M$\n20 IF MID$(M$,1,1)="=" OR MID$(M$,1,1)="-" THEN X=1\n'
            '30 IF MID$(M$,2,1)="," THEN X=X+1\n40 PRINT X;M$'
        ),
        "lenient",
        ["return"],
    ),
    "any letter": (
        f'{WAIT}30 IF A$<"A" OR A$>"z" THEN 20\n40 PRINT "GO ON"',
        "lenient",
        [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_what_is_listed(name: str) -> None:
    """The list has the answers that make sense, in their order."""
    text, dialect, expected = LISTS[name]
    assert expected == [
        label
        for label in _choices(text, dialect)
        if label not in ("enter", "space", "wait", "other")
    ]


def test_a_mark_to_be_reached_is_not_the_most() -> None:
    """A number that is compared with a mark to reach may be more."""
    text = '10 P=40\n20 INPUT "SCIENCE";S\n30 IF S>=P THEN PRINT "PASSED"\n40 PRINT S'
    found = Program.parse(text).start(1).suggestions[0]
    assert (None, None) == (found.low, found.high)


NOTES = {
    "of the list that has all answers": (
        (
            '10 PRINT "ORDERS":PRINT "1   FIRE":PRINT "2   STATUS":PRINT "3   RETREAT"\n'
            '20 PRINT "WEAPONS":PRINT "1   BOMB":PRINT "2   LASER"\n'
            '30 INPUT "ORDERS";O:ON O GOTO 40,50,60\n40 PRINT 4:END\n50 PRINT 5:END\n60 PRINT 6'
        ),
        ["FIRE", "STATUS", "RETREAT"],
    ),
    "behind a stroke": (
        '10 INPUT "INSTRUCTIONS  1/YES  2/NO";J\n20 IF J=1 THEN PRINT "NONE"\n30 IF J=2 THEN END',
        ["YES", "NO"],
    ),
    "behind brackets": (
        (
            '10 PRINT "IS IT [1] WET, [2] DRY, OR [3] MODERATE ALL YEAR";\n20 INPUT S\n'
            "30 ON S GOTO 40,50,60\n40 PRINT 4:END\n50 PRINT 5:END\n60 PRINT 6"
        ),
        ["WET", "DRY", "MODERATE ALL YEAR"],
    ),
    "without the stops around them": (
        (
            '10 PRINT "DO YOU WANT TO (F)IGHT, (R)UN, OR (B)RIBE ? "\n20 INPUT Z$\n'
            '30 IF Z$="F" THEN PRINT 1\n40 IF Z$="R" THEN PRINT 2\n50 IF Z$="B" THEN PRINT 3'
        ),
        ["FIGHT", "RUN", "BRIBE"],
    ),
    "not one word for all": (
        (
            '10 INPUT "FROM 1 TO 3";N\n20 ON N GOTO 30,40,50\n30 PRINT "N = 1":END\n'
            '40 PRINT "N = 2":END\n50 PRINT "N = 3"'
        ),
        [],
    ),
}


@pytest.mark.parametrize("name", NOTES)
def test_what_is_said_of_answers(name: str) -> None:
    """Answers are described by the words of the list that they belong to."""
    text, expected = NOTES[name]
    game, screen = BasicProgram(Program.parse(text)), first(text)
    notes = dict(screen.suggestion.notes) if screen.suggestion else {}
    described = [
        game.describe(screen, value) for label, value in screen.display_options if label in notes
    ]
    assert expected == described


def test_a_list_of_numbers_is_no_board() -> None:
    """Numbers below one another are not the squares of a board."""
    text = (
        '10 PRINT "1":PRINT "2":PRINT "3":PRINT "4"\n20 PRINT:INPUT X\n'
        "30 IF ABS(X-T)>=.6 THEN END\n40 PRINT T"
    )
    found = Program.parse(text).start(1).suggestions[0]
    assert (None, None) == (found.low, found.high)
