"""What is offered does not depend on what luck has drawn, but for what a player has seen of it."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program
from tests.thorough import some

from .secrets import Author, leak_of

HEAD = '5 PRINT "1 2 3 4 5":K=1:Y=0:X=INT(RND(1)*5)+1:PRINT X\n'
TEST = '30 INPUT "GUESS";G\n40 IF G>X THEN PRINT "YOU HAVE ONLY";X:GOTO 30\n'
DRAW = "100 X=INT(RND(1)*5)+1\n"
SECRETS = {
    "a loop by GOTO": HEAD + TEST + "50 X=INT(RND(1)*5)+1:GOTO 30",
    "a loop of FOR": HEAD + "20 FOR R=1 TO 4\n" + TEST + "50 X=INT(RND(1)*5)+1\n60 NEXT R",
    "a loop of FOR whose NEXT is on a condition": (
        HEAD + "20 FOR R=1 TO 4\n" + TEST + "50 X=INT(RND(1)*5)+1:IF Y=0 THEN NEXT"),
    "a loop of WHILE": HEAD + "20 WHILE R<4\n" + TEST + "50 X=INT(RND(1)*5)+1:R=R+1:WEND",
    "the return from ON GOSUB": HEAD + "20 ON K GOSUB 100\n" + TEST + "60 GOTO 20\n" + DRAW + "110 RETURN",
    "the return from a call of a call": (
        HEAD + "20 GOSUB 90\n" + TEST + "60 GOTO 20\n90 GOSUB 100:RETURN\n" + DRAW + "110 RETURN"),
    "SWAP": HEAD + TEST + "50 Z=INT(RND(1)*5)+1:SWAP X,Z:GOTO 30",
    "an element of an array": (HEAD + TEST + "50 X=INT(RND(1)*5)+1:GOTO 30").replace("X", "X(1)"),
    "an element of an array in a loop": (
        HEAD + "20 FOR R=1 TO 4\n" + TEST + "50 X=INT(RND(1)*5)+1:NEXT").replace("X", "X(1)"),
    "an element that another draw chooses": (
        '5 PRINT "1 2 3 4 5":FOR I=1 TO 5:A(I)=I:NEXT:W=1:PRINT A(W)\n30 INPUT "GUESS";G\n'
        "40 IF G>A(W) THEN 30\n50 W=INT(RND(1)*5)+1:GOTO 30"),
    "a trap with RESUME NEXT": (
        HEAD + "10 ON ERROR GOTO 100\n" + TEST + "50 Z=1/Y\n60 GOTO 30\n" + DRAW + "110 RESUME NEXT"),
    "a trap with RESUME and a line": (
        HEAD + "10 ON ERROR GOTO 100\n" + TEST + "50 ERROR 11\n" + DRAW + "110 RESUME 30"),
    "READ": HEAD + "10 DATA 3,2,4,1,5,3\n" + TEST + "50 FOR I=1 TO RND(1)*4+1:READ X:NEXT:GOTO 30",
    "DEF FN": HEAD + "6 DEF FNR(Q)=INT(RND(1)*Q)+1\n" + TEST + "50 X=FNR(5):GOTO 30",
    "a PRINT on a condition": '5 PRINT "1 2 3":X=INT(RND(1)*3)+1:IF K=1 THEN PRINT X\n30 INPUT G\n40 IF G>X THEN 30',
    "constants by a drawn test": (
        '5 PRINT "1 2 3":X=1:PRINT X\n10 IF RND(1)<.5 THEN X=2\n30 INPUT G\n40 IF G>X THEN PRINT "NO":GOTO 30'),
    "constants by a drawn branch": (
        '5 PRINT "1 2 3":X=1:PRINT X\n10 ON INT(RND(1)*3)+1 GOTO 20,22\n15 GOTO 30\n20 X=2:GOTO 30\n22 X=3\n'
        '30 INPUT G\n40 IF G>X THEN PRINT "NO":GOTO 30'),
    "a number that a loop of drawn length counts": (
        '5 PRINT "1 2 3":X=0:PRINT X\n10 FOR I=1 TO INT(RND(1)*3)+1:X=X+1:NEXT\n30 INPUT G\n40 IF G>X THEN 30'),
    "two values one of which is printed": (
        "5 X=INT(RND(1)*3)+1:Y=INT(RND(1)*3)+1\n10 IF RND(1)<.5 THEN PRINT X ELSE PRINT Y\n"
        "30 INPUT G\n40 IF G>X THEN 30"),
    "an answer that comes straight back": (
        '5 X=INT(RND(1)*2)\n10 INPUT "1-3";G\n20 IF G<1 OR G>3 THEN 10\n30 IF X=1 THEN IF G=2 THEN 10\n40 PRINT "ON"'),
    "an answer that keeps a secret": (
        '5 X=INT(RND(1)*2)\n10 INPUT "1-3";G\n20 IF G<1 OR G>3 THEN 10\n30 IF G=2 THEN W=X:GOTO 10\n40 PRINT "ON"'),
    "a word": (
        '5 PRINT "RED BLUE":S$="RED":PRINT S$\n10 INPUT "COLOUR";G$\n20 IF G$<>S$ THEN PRINT "NO"\n'
        '30 IF RND(1)<.5 THEN S$="BLUE"\n40 GOTO 10'),
    "two questions that look the same": (
        "10 ON INT(RND(1)*2)+1 GOTO 20,30\n20 INPUT G\n25 ON G GOTO 10,20,30\n30 INPUT G\n40 IF G>7 THEN 30"),
}  # fmt: skip


@pytest.mark.parametrize("name", SECRETS)
def test_what_luck_has_drawn_is_not_offered(name: str) -> None:
    """Plays that have shown the same are offered the same, by whatever way the draw comes to the question."""
    assert leak_of(SECRETS[name]) is None


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, some(100, of=300), 50))
def test_programs_made_at_random_tell_nothing(first: int) -> None:
    """The same holds in programs that combine draws, loops, calls, choices and traps at random."""
    leaks = {seed: leak_of(Author(seed).program(), seeds=10) for seed in range(first, first + 50)}
    assert {} == {seed: leak for seed, leak in leaks.items() if leak is not None}


def test_what_was_printed_in_a_subroutine_is_offered() -> None:
    """A number that ON GOSUB has drawn and printed is known; what a player can reckon from it is too."""
    text = '10 K=1:GOSUB 100\n20 INPUT "BET";B\n30 IF B>M THEN 20\n40 M=M-B:GOTO 20\n100 M=INT(RND(1)*90)+9\n'
    start = Program.parse(text + '110 PRINT "YOU HAVE";M:RETURN').start(1)
    high = float(start.variable("M"))
    assert [high, high - 5] == [state.suggestions[0].high for state in (start, start.answer("5"))]


def test_way_that_a_text_tells_hides_nothing() -> None:
    """Where the program says whether luck was good, what is reckoned with is known on either way."""
    text = '10 M=50:PRINT M\n20 INPUT "BET";B\n30 IF B>M THEN 20\n40 IF RND(1)<.5 THEN M=M+B:PRINT "YOU WIN":GOTO 20\n'
    state = Program.parse(text + '50 M=M-B:PRINT "YOU LOSE":GOTO 20').start(1)
    for answer in ("10", "20", "5"):
        state = state.answer(answer)
        assert state.variable("M") == state.suggestions[0].high


def test_values_are_not_followed_where_the_listing_alone_tells() -> None:
    """A question that a text of its own announces needs no search for the ways on which a player may be lost."""
    text = '10 IF RND(1)<.5 THEN A=1\n20 PRINT "DO YOU WANT TO PLAY"\n30 INPUT A$\n40 IF A$="YES" THEN 10\n'
    text += '50 IF A$<>"NO" THEN 20'
    program = Program.parse(text)
    assert {"YES", "NO"} <= set(program.start(1).suggestions[0].words)
    assert "states" not in vars(program.analyst.knowledge)


def test_values_are_not_followed_where_no_other_question_could_be_meant() -> None:
    """A question that looks like no other is the only one it can be, by whatever way control came to it."""
    text = '10 IF RND(1)<.5 THEN A=1\n30 INPUT "OK";A$\n40 INPUT B\n50 IF B=1 THEN 10\n'
    program = Program.parse(text + '60 IF A$="YES" OR A$="NO" THEN 10')
    assert {"YES", "NO"} <= set(program.start(1).suggestions[0].words)
    assert "ways" not in vars(program.analyst.knowledge)


@pytest.mark.parametrize(
    ("between", "is_told"),
    [
        ("", True),
        ("35 IF RND(1)<.5 THEN 36\n36 B=2\n", True),
        ("35 S=INT(RND(1)*9)\n", False),
        ("35 IF RND(1)<.5 THEN S=5\n", False),
        ("35 GOSUB 90\n", False),
        ("35 FOR S=1 TO RND(1)*9:NEXT\n", False),
    ],
)
def test_a_stock_that_was_just_shown_need_not_be_followed(between: str, is_told: bool) -> None:
    """What a text of its own shows last before a question holds the stock, unless it may have changed since."""
    text = f'20 S=INT(RND(1)*9)+20\n30 PRINT "YOU HAVE";S;"BUSHELS"\n{between}40 INPUT Q\n50 IF Q>S THEN 40\n'
    program = Program.parse(text + "60 IF RND(1)<.5 THEN 20\n70 END\n90 S=S+INT(RND(1)*9):RETURN")
    state = program.start(1)
    ends = program.analyst.ends(0)
    assert is_told == (state.variable("S") == state.suggestions[0].high)
    assert is_told == any(end.followed for end in ends) == ("states" not in vars(program.analyst.knowledge))


def test_an_answer_that_is_never_read_is_not_followed_far() -> None:
    """A key to go on is asked for and forgotten: no way from there is looked at."""
    program = Program.parse('10 INPUT "GO ON";Z$\n20 A=A+1:IF A<5 THEN 10\n30 INPUT "NAME";N$\n40 PRINT N$:GOTO 10')
    analyst = program.analyst
    walks = [analyst.meetings(analyst.place(number), target, True)
             for number, asked in enumerate(analyst.context.flow.inputs) for target in asked.targets]  # fmt: skip
    assert [False, True] == [bool(walk.seen) for walk in walks]


def test_values_are_not_followed_where_every_question_is_forgotten() -> None:
    """Of several questions to go on a player need not know which it is: all answers are forgotten, all offers equal."""
    text = "10 IF RND(1)<.5 THEN 40\n20 A=A+1:INPUT Z$\n30 IF A<5 THEN 10\n40 INPUT Z$\n50 A=A-1:GOTO 10"
    program = Program.parse(text)
    assert ("",) == program.start(1).suggestions[0].words
    assert "ways" not in vars(program.analyst.knowledge)


def test_an_answer_may_be_compared_with_a_number_drawn_in_the_test() -> None:
    """A question whose answer is compared with RND itself has suggestions, though nothing was followed before."""
    program = Program.parse('10 INPUT "NUMBER";G\n20 IF G=INT(RND(1)*6) THEN PRINT "YES"\n30 GOTO 10')
    [found] = program.start(1).suggestions
    assert (0.0, 5.0) == (found.low, found.high)
