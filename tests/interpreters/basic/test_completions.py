"""Causes of wrong or imprecise completions that people have found in programs which nobody had seen before."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interactive_provider import InteractiveProvider, NoAbility, games, listing, variables
from interactive_provider.adapters.basic import BasicProgram, Screen
from interactive_provider.interpreters.basic import Program

MENU = '10 PRINT "1 = MOVE":PRINT "2 = SHORT RANGE SENSORS":PRINT "3 = FIRE"\n20 INPUT "COMMAND";C\n'
CASED = """10 INPUT "WHAT NOW";A$
20 ZZ$=A$:GOSUB 900:A$=ZZ$
30 IF A$="NORTH" THEN PRINT "N":GOTO 10
40 IF A$="SOUTH" THEN PRINT "S":GOTO 10
50 IF A$="QUIT" THEN END
60 PRINT "?":GOTO 10
900 Z1$="":FOR ZZ=1 TO LEN(ZZ$)
910 Z$=MID$(ZZ$,ZZ,1):IF Z$>="a" AND Z$<="z" THEN Z$=CHR$(ASC(Z$)-32)
920 Z1$=Z1$+Z$:NEXT ZZ:ZZ$=Z1$:RETURN
"""
CAVES = """10 DIM S(20,3):FOR I=1 TO 20:FOR J=1 TO 3:S(I,J)=INT(RND(1)*20)+1:NEXT J:NEXT I
20 L=1
30 PRINT "TUNNELS LEAD TO";S(L,1);",";S(L,2);"AND";S(L,3)
40 INPUT "WHERE TO";M
50 FOR K=1 TO 3:IF S(L,K)=M THEN L=M:GOTO 30
60 NEXT K
70 PRINT "NOT POSSIBLE":GOTO 40
"""


def first(text: str) -> Screen:
    """The first question of a program."""
    return BasicProgram(Program.parse(text)).new_state(Random(1))


def answered(text: str, *answers: object) -> Screen:
    """The screen of a program after some answers."""
    game = BasicProgram(Program.parse(text))
    screen = game.new_state(Random(1))
    for answer in answers:
        screen = game.process_response(screen, answer, Random(1))
    return screen


def labels(screen: Screen) -> list[str]:
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


def test_words_are_found_behind_a_subroutine_that_changes_their_letters() -> None:
    """A text that a subroutine puts together sign by sign is still the answer."""
    assert ["NORTH", "SOUTH", "QUIT"] == labels(first(CASED))


def test_a_number_beyond_the_range_is_offered_where_the_program_has_a_way_for_it() -> None:
    """Beside 1 to 5 stands 99, by which alone the game ends."""
    text = '10 DIM A(5)\n20 PRINT "SQUARE (1-5)";:INPUT T\n30 IF T=99 THEN PRINT "DONE":END\n40 A(T)=1:GOTO 20'
    assert ["1", "2", "3", "4", "5", "99"] == labels(first(text))
    assert 987 == first(text.replace("99", "987").replace("(5)", "(901)").replace("1-5", "0-901")).free_input.high  # type: ignore[union-attr]


def test_a_key_that_ends_stands_beside_return() -> None:
    """Where S ends the program and all else goes on, return and S are offered."""
    assert ["return", "S"] == labels(first('10 INPUT A$\n20 IF A$="S" THEN END\n30 PRINT "ON":GOTO 10'))


@pytest.mark.parametrize("wait", ["20 WHILE LEN(INKEY$)=0:WEND", "20 A$=INKEY$:IF LEN(A$)=0 THEN 20"])
def test_any_key_is_enter_or_space(wait: str) -> None:
    """A program that waits for any key is not offered the whole keyboard."""
    assert ["enter", "space", "wait"] == labels(first(f'10 PRINT "PRESS ANY KEY"\n{wait}\n30 PRINT "ON":GOTO 10'))


def test_what_stands_on_the_screen_is_offered() -> None:
    """The exits of a cave are offered as they are printed, though luck has dug them, and again when asked again."""
    screen = first(CAVES)
    exits = [word for word in screen.stop.output.replace(",", " ").split() if word.isdigit()]
    assert exits == labels(screen)
    others = [str(x) for x in range(1, 21) if str(x) not in exits]
    assert exits == labels(answered(CAVES, others[0]))


def test_a_choice_is_described_by_the_nearest_word() -> None:
    """Of two words with the letter the one nearest to the brackets is its meaning."""
    text = (
        '10 PRINT "FIND A RANDOM OR FIXED BOARD (R/F)";:INPUT A$\n20 IF A$="R" THEN 40\n30 IF A$<>"F" THEN 10\n40 END'
    )
    game = BasicProgram(Program.parse(text))
    screen = game.new_state(Random(1))
    assert {"R": "RANDOM", "F": "FIXED"} == {
        str(label): game.describe(screen, value) for label, value in screen.display_options if label != "other"
    }


def test_of_nothing_there_is_no_half() -> None:
    """All, half and a tenth are offered of what there is, and no minus where a number is 0 or more."""
    text = '10 M={}\n20 PRINT "YOU HAVE";M;"DOLLARS. YOUR BET";:INPUT B\n30 IF B<0 OR B>M THEN PRINT "NO.":GOTO 20\n'
    text += "40 IF RND(1)<.5 THEN M=M-B:GOTO 20\n50 M=M+B:GOTO 20"
    assert not {"all", "half", "tenth"} & set(labels(first(text.format(0))))
    rich = first(text.format(100))
    assert {"all", "half", "tenth"} <= set(labels(rich))
    assert "minus" not in labels(answered(text.format(100), ("other",)))


def test_a_choice_says_which_line_compares_it() -> None:
    """Where each answer is compared, its description is that line; one that would stand out is not told."""
    game = BasicProgram(Program.parse('10 INPUT "COMMAND";A$\n20 IF A$="NAV" THEN X=1:GOTO 10\n30 IF A$="LRS" THEN 10'))
    screen = game.new_state(Random(1))
    told = {str(label): game.describe(screen, value) for label, value in screen.display_options if label != "other"}
    assert {"NAV": 'line 20: IF A$="NAV"', "LRS": 'line 30: IF A$="LRS"'} == told
    quiz = BasicProgram(
        Program.parse('10 PRINT "PARIS, ROME OR OSLO";:INPUT A$\n20 IF A$="OSLO" THEN PRINT "RIGHT":END')
    )
    start = quiz.new_state(Random(1))
    assert not any("line" in quiz.describe(start, value) for label, value in start.display_options if label != "other")


BETS = """10 S=INT(RND(1)*9)+1:M=100
20 PRINT "YOU HAVE";M
30 INPUT "BET";B
40 IF B<1 OR B>M THEN 30
50 M=M-B*S:GOTO 20
"""


def test_the_listing_marks_the_lines_that_ask_and_compare(tmp_path: Path) -> None:
    """An arrow stands before the line that asks, a dot before those that compare; the variables are those one knows."""
    (tmp_path / "bets.bas").write_text(BETS)
    p = InteractiveProvider(tmp_path).bets(seed=1)
    assert ["  10", "  20", "→ 30", "· 40", "  50"] == [row[:4] for row in listing(p).splitlines()]
    assert ["B = 0", "M = 100"] == variables(p).splitlines()
    assert any(row.startswith("M = ") for row in variables(p(10)).splitlines())
    with pytest.raises(NoAbility, match="no listing"):
        listing(games.guess(seed=1))


NOES = '10 PRINT "INSTRUCTIONS ?"\n20 A$=INKEY$:IF A$="" THEN 20\n30 IF A$="N" THEN 50\n40 PRINT 1\n50 GOTO 50'
LISTED = """10 PRINT "GO <G>, ADD <A>, VIEW <V>, READ <R>"
20 A$=INPUT$(1)
30 IF A$="G" THEN X=1:GOTO 10
40 IF A$="A" THEN X=2:GOTO 10
50 IF A$="V" THEN X=3:GOTO 10
60 PRINT "NOTES":END
"""
COLOUR = '10 INPUT "BORDER = ",C\n20 IF C=0 THEN S=0 ELSE S=1\n30 COLOR 7,0,C:PRINT\n40 INPUT "NEXT";D'


@pytest.mark.parametrize(("text", "expected"), [(NOES, ["Y", "N"]), (LISTED, ["G", "A", "V", "R"])])
def test_what_needs_no_test_is_offered_too(text: str, expected: list[str]) -> None:
    """Yes is offered beside no, and the last key of a printed list, which the program need not test."""
    assert expected == [key for key in labels(first(text)) if key not in ("enter", "space", "wait")]


def test_a_colour_is_more_than_two_numbers() -> None:
    """Where only 0 is tested, but the number is used, the list is not 0 and 1."""
    assert ["0", "1"] != labels(first(COLOUR))
