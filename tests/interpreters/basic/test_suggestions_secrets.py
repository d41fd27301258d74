"""What is offered does not depend on what luck has drawn, but for what a player has seen of it."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program
from tests.thorough import some
from tools.basic_secrets import Author, leak_of

from .guessing_games import Gamemaster

HEAD = '5 PRINT "1 2 3 4 5":K=1:Y=0:X=INT(RND(1)*5)+1:PRINT X\n'
TEST = '30 INPUT "GUESS";G\n40 IF G>X THEN PRINT "YOU HAVE ONLY";X:GOTO 30\n'
DRAW = "100 X=INT(RND(1)*5)+1\n"
SECRETS = {
    "a loop by GOTO": HEAD + TEST + "50 X=INT(RND(1)*5)+1:GOTO 30",
    "a loop of FOR": HEAD + "20 FOR R=1 TO 4\n" + TEST + "50 X=INT(RND(1)*5)+1\n60 NEXT R",
    "a loop of FOR whose NEXT is on a condition": (
        HEAD + "20 FOR R=1 TO 4\n" + TEST + "50 X=INT(RND(1)*5)+1:IF Y=0 THEN NEXT"
    ),
    "a loop of WHILE": HEAD + "20 WHILE R<4\n" + TEST + "50 X=INT(RND(1)*5)+1:R=R+1:WEND",
    "the return from ON GOSUB": (
        HEAD + "20 ON K GOSUB 100\n" + TEST + "60 GOTO 20\n" + DRAW + "110 RETURN"
    ),
    "the return from a call of a call": (
        HEAD + "20 GOSUB 90\n" + TEST + "60 GOTO 20\n90 GOSUB 100:RETURN\n" + DRAW + "110 RETURN"
    ),
    "SWAP": HEAD + TEST + "50 Z=INT(RND(1)*5)+1:SWAP X,Z:GOTO 30",
    "an element of an array": (HEAD + TEST + "50 X=INT(RND(1)*5)+1:GOTO 30").replace("X", "X(1)"),
    "an element of an array in a loop": (
        (HEAD + "20 FOR R=1 TO 4\n" + TEST + "50 X=INT(RND(1)*5)+1:NEXT").replace("X", "X(1)")
    ),
    "an element that another draw chooses": (
        '5 PRINT "1 2 3 4 5":FOR I=1 TO 5:A(I)=I:NEXT:W=1:PRINT A(W)\n30 INPUT "GUESS";G\n'
        "40 IF G>A(W) THEN 30\n50 W=INT(RND(1)*5)+1:GOTO 30"
    ),
    "a trap with RESUME NEXT": (
        HEAD + "10 ON ERROR GOTO 100\n" + TEST + "50 Z=1/Y\n60 GOTO 30\n" + DRAW + "110 RESUME NEXT"
    ),
    "a trap with RESUME and a line": (
        HEAD + "10 ON ERROR GOTO 100\n" + TEST + "50 ERROR 11\n" + DRAW + "110 RESUME 30"
    ),
    "READ": HEAD + "10 DATA 3,2,4,1,5,3\n" + TEST + "50 FOR I=1 TO RND(1)*4+1:READ X:NEXT:GOTO 30",
    "DEF FN": HEAD + "6 DEF FNR(Q)=INT(RND(1)*Q)+1\n" + TEST + "50 X=FNR(5):GOTO 30",
    "a PRINT on a condition": (
        '5 PRINT "1 2 3":X=INT(RND(1)*3)+1:IF K=1 THEN PRINT X\n30 INPUT G\n40 IF G>X THEN 30'
    ),
    "constants by a drawn test": (
        '5 PRINT "1 2 3":X=1:PRINT X\n10 IF RND(1)<.5 THEN X=2\n30 INPUT G\n'
        '40 IF G>X THEN PRINT "NO":GOTO 30'
    ),
    "constants by a drawn branch": (
        '5 PRINT "1 2 3":X=1:PRINT X\n10 ON INT(RND(1)*3)+1 GOTO 20,22\n15 GOTO 30\n'
        '20 X=2:GOTO 30\n22 X=3\n30 INPUT G\n40 IF G>X THEN PRINT "NO":GOTO 30'
    ),
    "a number that a loop of drawn length counts": (
        '5 PRINT "1 2 3":X=0:PRINT X\n10 FOR I=1 TO INT(RND(1)*3)+1:X=X+1:NEXT\n30 INPUT G\n'
        "40 IF G>X THEN 30"
    ),
    "two values one of which is printed": (
        "5 X=INT(RND(1)*3)+1:Y=INT(RND(1)*3)+1\n10 IF RND(1)<.5 THEN PRINT X ELSE PRINT Y\n"
        "30 INPUT G\n40 IF G>X THEN 30"
    ),
    "an answer that comes straight back": (
        '5 X=INT(RND(1)*2)\n10 INPUT "1-3";G\n20 IF G<1 OR G>3 THEN 10\n'
        '30 IF X=1 THEN IF G=2 THEN 10\n40 PRINT "ON"'
    ),
    "an answer that keeps a secret": (
        '5 X=INT(RND(1)*2)\n10 INPUT "1-3";G\n20 IF G<1 OR G>3 THEN 10\n'
        '30 IF G=2 THEN W=X:GOTO 10\n40 PRINT "ON"'
    ),
    "a word": (
        '5 PRINT "RED BLUE":S$="RED":PRINT S$\n10 INPUT "COLOUR";G$\n20 IF G$<>S$ THEN PRINT "NO"\n'
        '30 IF RND(1)<.5 THEN S$="BLUE"\n40 GOTO 10'
    ),
    "two questions that look the same": (
        "10 ON INT(RND(1)*2)+1 GOTO 20,30\n20 INPUT G\n25 ON G GOTO 10,20,30\n30 INPUT G\n"
        "40 IF G>7 THEN 30"
    ),
}


@pytest.mark.parametrize("name", SECRETS)
def test_what_luck_has_drawn_is_not_offered(name: str) -> None:
    """Plays that have shown the same are offered the same, by whatever way the draw comes to the
    question."""
    assert leak_of(SECRETS[name]) is None


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, some(25, of=300), 25))
def test_programs_made_at_random_tell_nothing(first: int) -> None:
    """The same holds in programs that combine draws, loops, calls, choices and traps at random."""
    leaks = {seed: leak_of(Author(seed).program(), seeds=10) for seed in range(first, first + 25)}
    assert {} == {seed: leak for seed, leak in leaks.items() if leak is not None}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, some(25, of=300), 25))
def test_games_of_guessing_tell_nothing(first: int) -> None:
    """The same holds in games that begin anew, with a series of their own each time, lists, keys
    and stocks."""
    leaks = {
        seed: leak_of(Gamemaster(seed).program(), seeds=24) for seed in range(first, first + 25)
    }
    assert {} == {seed: leak for seed, leak in leaks.items() if leak is not None}


def test_what_was_printed_in_a_subroutine_is_offered() -> None:
    """A number that ON GOSUB has drawn and printed is known; what a player can reckon from it is
    too."""
    text = (
        '10 K=1:GOSUB 100\n20 INPUT "BET";B\n30 IF B>M THEN 20\n40 M=M-B:GOTO 20\n'
        "100 M=INT(RND(1)*90)+9\n"
    )
    start = Program.parse(text + '110 PRINT "YOU HAVE";M:RETURN').start(1)
    high = float(start.variable("M"))
    assert [high, high - 5] == [state.suggestions[0].high for state in (start, start.answer("5"))]


def test_an_answer_may_be_compared_with_a_number_drawn_in_the_test() -> None:
    """A question whose answer is compared with RND itself has suggestions, though nothing was
    followed before."""
    program = Program.parse(
        '10 INPUT "NUMBER";G\n20 IF G=INT(RND(1)*6) THEN PRINT "YES"\n30 GOTO 10'
    )
    [found] = program.start(1).suggestions
    assert (0.0, 5.0) == (found.low, found.high)
