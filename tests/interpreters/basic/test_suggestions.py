"""What the text of a program tells about the answers it expects, and that no secret shows in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider, describe, options
from interactive_provider.interpreters.basic import Program
from interactive_provider.interpreters.basic.suggestions.analysis import Suggestion


def suggestion(text: str) -> Suggestion:
    """The suggestion at a program's first INPUT."""
    return Program.parse(text).start(1).suggestions[0]


WORDS = {
    "words compared": (
        '10 INPUT A$\n20 IF A$="RED" THEN 10\n30 IF A$="BLUE" THEN END',
        ("RED", "BLUE"),
    ),
    "yes brings no": ('10 INPUT A$\n20 IF A$="YES" THEN 10', ("YES", "NO")),
    "a first letter": ('10 INPUT A$\n20 IF LEFT$(A$,1)="Y" THEN 10', ("YES", "NO")),
    "through a copy": (
        '10 INPUT A$\n20 B$=A$:IF B$="UP" THEN 10\n30 IF B$="DOWN" THEN END',
        ("UP", "DOWN"),
    ),
    "through a subroutine": (
        '10 INPUT A$:GOSUB 90\n20 END\n90 IF A$="GO" THEN X=1\n95 IF A$="COME" THEN X=2\n99 RETURN',
        ("GO", "COME"),
    ),
    "after a return": (
        '10 GOSUB 90\n20 IF A$="HIT" THEN 10\n30 IF A$="STAND" THEN END\n90 INPUT A$:RETURN',
        ("HIT", "STAND"),
    ),
    "a packed table": (
        (
            '5 C$="NAVSRSLRS"\n10 INPUT A$\n20 FOR I=1 TO 3\n'
            "30 IF LEFT$(A$,3)=MID$(C$,3*I-2,3) THEN 10\n40 NEXT"
        ),
        ("NAV", "SRS", "LRS"),
    ),
    "the words behind their beginnings": (
        (
            '5 C$="NORTHWEST "\n10 INPUT A$\n20 FOR I=1 TO 2\n'
            "30 IF LEFT$(A$,2)=LEFT$(MID$(C$,5*I-4,5),2) THEN 10\n40 NEXT"
        ),
        ("NORTH", "WEST"),
    ),
    "a variable that is a constant": ('5 Q$="QUIT"\n10 INPUT A$\n20 IF A$=Q$ THEN 10', ("QUIT",)),
    "not what is compared after it is overwritten": (
        (
            '10 INPUT A$\n20 IF A$="UP" THEN 10\n25 IF A$="DN" THEN END\n'
            '30 A$="X":IF A$="NEVER" THEN 10'
        ),
        ("UP", "DN"),
    ),
    "letters": ("10 INPUT A$\n20 IF MID$(W$,I,1)=A$ THEN 10", tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    "a table of READ, item by item": (
        (
            "5 DATA 1,NORTH,2,SOUTH\n10 FOR I=1 TO 2:READ N(I),D$(I):NEXT\n20 INPUT A$\n"
            "30 FOR I=1 TO 2:IF A$=D$(I) THEN 20\n40 NEXT"
        ),
        ("NORTH", "SOUTH"),
    ),
    "a word anywhere in a sentence": (
        (
            '10 INPUT A$\n20 A$=" "+A$+" ":FOR I=1 TO LEN(A$)\n'
            '30 IF MID$(A$,I,4)="QUIT" THEN END\n40 NEXT:GOTO 10'
        ),
        ("QUIT",),
    ),
    "a code": ("10 INPUT A$\n20 IF ASC(A$)=80 OR ASC(A$)=71 THEN END\n30 GOTO 10", ("P", "G")),
    "beginnings of the prompt's words": (
        '10 INPUT "FORWARD, LEFT OR RIGHT";A$\n20 IF LEFT$(A$,1)="L" OR LEFT$(A$,1)="R" THEN END',
        ("LEFT", "RIGHT"),
    ),
    "the other word of the prompt": (
        '10 INPUT "STOP OR GO";A$\n20 IF A$="GO" THEN 10',
        ("STOP", "GO"),
    ),
    "nothing, where any answer does": ('10 INPUT "PRESS RETURN";A$\n20 PRINT "ON"', ("",)),
    "not what the program turns away": (
        (
            '10 INPUT A$:IF A$="A" THEN 90\n20 IF A$<>"B" THEN 10\n30 END\n90 B$=A$:INPUT C\n'
            '95 IF B$="NEVER" THEN END'
        ),
        ("A", "B"),
    ),
    "not the pieces of a code that overlap": (
        '10 C$="XQVRAV":X=INT(RND(1)*3)+1\n20 INPUT A$\n30 IF A$=MID$(C$,X,3) THEN END',
        (),
    ),
    "not the second word of two": (
        (
            "10 INPUT A$\n"
            '20 FOR I=1 TO LEN(A$):IF MID$(A$,I,1)=" " THEN V$=LEFT$(A$,I-1):'
            "W$=MID$(A$,I+1,LEN(A$)-1)\n30 NEXT\n"
            '40 IF V$="GO" THEN IF W$="LAMP" OR W$="NORTH" THEN 10\n50 IF V$="TAKE" THEN END'
        ),
        ("GO", "TAKE"),
    ),
    "comparisons that are reckoned with": (
        '10 INPUT A$\n20 X=X+(A$="EAST")-(A$="WEST"):PRINT X:GOTO 10',
        ("EAST", "WEST"),
    ),
    "no person's name for a file": ('10 INPUT "NAME OF THE FILE";A$\n20 PRINT A$', ()),
    "free": ('10 INPUT "YOUR WISH";A$\n20 PRINT A$', ()),
    "a name": ('10 INPUT "YOUR NAME";A$\n20 PRINT A$', ("ADA", "GRACE", "ALAN")),
    "a right answer alone": ('10 INPUT "CAPITAL";A$\n20 IF A$="PARIS" THEN PRINT "RIGHT"', ()),
    "one of a store": (
        "10 FOR I=1 TO 2*RND(1):READ A$:NEXT\n20 INPUT B$\n30 IF A$=B$ THEN END\n40 DATA CAT,DOG",
        (),
    ),
    "a list of commands": (
        (
            "10 FOR I=1 TO 2:READ V$(I):NEXT\n20 INPUT B$\n"
            "30 FOR I=1 TO 2:IF B$=V$(I) THEN V=I\n40 NEXT\n50 ON V GOTO 20,20\n60 DATA GO,TAKE"
        ),
        ("GO", "TAKE"),
    ),
    "a list to be remembered": (
        (
            "10 FOR I=1 TO 2:READ V$(I):NEXT\n20 FOR I=1 TO 2:INPUT B$:IF B$=V$(I) THEN S=S+1\n"
            "40 NEXT\n60 DATA CAT,DOG"
        ),
        (),
    ),
    "the other of two": (
        '10 INPUT "QUIT OR TRY NEW NUMBERS (Q or N)";A$\n20 IF A$="N" THEN 10',
        ("Q", "N"),
    ),
    "return is asked for": (
        '10 INPUT "PRESS [RETURN] OR [Q] FOR MENU";A$\n20 IF A$="Q" THEN END',
        ("", "Q"),
    ),
    "not an answer that was read by itself": (
        (
            "10 READ A$(1),A$(2)\n20 PRINT A$(1)\n30 INPUT X$\n40 IF X$=A$(2) THEN END\n"
            "50 DATA TAC,CAT"
        ),
        (),
    ),
    "not the list of which one is shown": (
        (
            '10 FOR I=1 TO 3:READ W$(I):NEXT:G=INT(3*RND(1))+1\n20 PRINT "LIKE ";W$(G);:INPUT A$\n'
            "30 FOR K=1 TO 3:IF A$=W$(K) THEN 10\n40 NEXT\n50 DATA FIRST,START,ONSET"
        ),
        (),
    ),
    "letters in their order": (
        (
            "10 READ W$\n20 INPUT G$\n30 FOR I=1 TO 3:IF MID$(W$,I,1)=G$ THEN D$(I)=G$\n"
            "40 NEXT:IF H<9 THEN 20\n50 DATA SUN,GUM"
        ),
        tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ),
    "not quotations": ('10 INPUT "AFTER \'YOUR MOVE\' WAIT";A$\n20 PRINT "ON"', ("",)),
    "a list that may be cut short": (
        (
            "5 FOR I=1 TO 3:READ C$(I):NEXT\n10 INPUT A$\n20 FOR I=1 TO 3\n"
            "30 IF A$=LEFT$(C$(I),LEN(A$)) THEN 60\n40 NEXT:GOTO 10\n60 ON I GOTO 10,70\n"
            "70 PRINT I\n80 DATA SCAN,WARP,FIRE"
        ),
        ("SCAN", "WARP", "FIRE"),
    ),
    "N is not NO where it goes north": (
        '10 INPUT C$\n20 IF LEFT$(C$,1)="N" THEN R=1\n30 IF LEFT$(C$,1)="S" THEN R=2',
        ("N", "S"),
    ),
    "one of two that are named": (
        (
            '5 C$="HEADS":IF RND(1)<.5 THEN C$="TAILS"\n10 INPUT "HEADS OR TAILS";A$\n'
            "20 IF A$=C$ THEN 5"
        ),
        ("HEADS", "TAILS"),
    ),
    "no beside another letter": (
        '10 INPUT A$\n20 IF A$="S" THEN END\n30 IF A$="Y" THEN 10',
        ("S", "Y", "N"),
    ),
    "a range of texts": (
        '10 INPUT "WHERE (0-9)";A$:A=VAL(A$)\n20 IF A$<"0" OR A$>"9" THEN 10\n30 L(A)=1:GOTO 10',
        tuple("0123456789"),
    ),
    "all spellings of yes": (
        '10 INPUT A$\n20 IF A$="y" OR A$="Y" OR A$="yes" OR A$="YES" THEN 10',
        ("YES", "NO"),
    ),
    "both spellings": ('10 INPUT A$\n20 IF A$="Y" OR A$="YES" THEN 10', ("YES", "NO")),
    "both spellings of directions": (
        '10 INPUT A$\n20 IF A$="N" OR A$="NORTH" THEN Y=1\n30 IF A$="S" OR A$="SOUTH" THEN Y=2',
        ("N", "NORTH", "S", "SOUTH"),
    ),
    "a command beside yes": (
        '10 INPUT A$\n20 IF A$="YES" THEN 10\n30 IF A$="LIST" THEN PRINT 1',
        ("YES", "LIST", "NO"),
    ),
    "no letters where a number is read": (
        (
            "10 INPUT A$:IF A$=R$ THEN END\n20 FOR I=1 TO 3:B=VAL(MID$(A$,I,1)):C(B)=1\n"
            "25 IF MID$(A$,I,1)=MID$(R$,I,1) THEN N=1\n30 NEXT"
        ),
        (),
    ),
    "both cases": ('10 INPUT A$\n20 IF A$="YES" OR A$="yes" THEN 10', ("YES", "NO")),
    "what stops the program": (
        "10 INPUT A$\n20 B=ASC(A$)-64\n30 IF B<1 OR B>3 THEN 10\n40 PRINT B",
        ("A", "B", "C"),
    ),
    "tails": (
        '10 INPUT A$\n20 IF RIGHT$(A$,3)="NCH" THEN PRINT 1\n30 IF RIGHT$(A$,3)="OOR" THEN PRINT 2',
        (),
    ),
}


@pytest.mark.parametrize(
    ("prompt", "is_person"),
    [
        ("NAME OF YOUR TARGET", False), ("NAME YOUR SHIP", False), ("WHAT IS THE NAME OF THE HOME TEAM?", False),
        ("PLANET'S NAME", False), ("TEAM NAME", False), ("NAME OF A COUNTRY (IN EUROPE)", False),
        ("YOUR NAME", True), ("NAME OF PLAYER 1", True), ("NAME OF THE SHIP'S CAPTAIN", True),
        ("NAME OF THE TEAM LEADER", True), ("YOUR NAME, CAPTAIN OF THE SHIP", True),
    ],
)  # fmt: skip
def test_only_a_person_has_the_name_of_one(prompt: str, is_person: bool) -> None:
    """Where a thing is to be named no person's name is offered."""
    [asked] = Program.parse(f'10 INPUT "{prompt}";A$\n20 PRINT A$').start().suggestions

    assert (("ADA", "GRACE", "ALAN") if is_person else ()) == asked.words


@pytest.mark.parametrize("name", WORDS)
def test_words(name: str) -> None:
    """The words that a text is compared with are its choices."""
    text, expected = WORDS[name]
    assert suggestion(text).words == expected


SECRETS = {
    "two spellings": (
        '10 INPUT "PASSWORD";P$\n20 IF P$="SESAME" OR P$="sesame" THEN END\n30 GOTO 10',
        (),
    ),
    "two answers": (
        '10 INPUT "WHO WROTE CANDIDE";A$\n20 IF A$="VOLTAIRE" OR A$="AROUET" THEN S=S+1',
        (),
    ),
    "a constant and more": (
        '10 R$="PIANO"\n20 INPUT A$\n30 IF A$=R$ OR A$="A "+R$ THEN END\n40 GOTO 20',
        (),
    ),
    "one of two words": (
        '5 W$="CAT"\n6 IF RND(1)<.5 THEN W$="DOG"\n10 INPUT A$\n20 IF A$=W$ THEN END',
        (),
    ),
    "its letters": (
        (
            '5 W$="ELEPHANT"\n10 INPUT L$\n20 FOR I=1 TO 8:IF MID$(W$,I,1)=L$ THEN F=1\n'
            "30 NEXT\n40 IF F THEN 10"
        ),
        tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ),
    "one of the printed letters": (
        (
            '10 PRINT "A) MARS":PRINT "B) JUPITER":PRINT "C) EARTH"\n20 INPUT "WHICH";A$\n'
            '30 IF A$="B" OR A$="b" THEN END\n40 GOTO 20'
        ),
        ("A", "B", "C"),
    ),
    "the second of a choice": (
        '10 INPUT "A, B OR C";A$\n20 IF A$="B" THEN END\n30 GOTO 10',
        ("A", "B", "C"),
    ),
    "no": ('10 INPUT "IS A WHALE A FISH";A$\n20 IF A$="NO" THEN END\n30 GOTO 10', ("YES", "NO")),
    "among the letters of a prompt": (
        '10 READ R$\n20 INPUT "YOUR ANSWER (A,B,C)";A$\n30 IF A$=R$ THEN END\n40 DATA C',
        ("A", "B", "C"),
    ),
}


@pytest.mark.parametrize("name", SECRETS)
def test_the_answer_of_a_quiz_is_not_told(name: str) -> None:
    """What a program takes for the one right answer is not offered, nor put first, nor told by what
    is missing."""
    text, expected = SECRETS[name]
    assert suggestion(text).words == expected


SUMS = {
    "a product": "IF C=A*B THEN 10",
    "a difference": "IF C-A-B=0 THEN 10",
    "a sum that was kept": "S=A+B:IF C=S THEN 10",
    "nearly": "IF ABS(C-A/B)<.01 THEN 10",
    "more and less": (
        'IF C<A*B THEN PRINT "MORE":GOTO 20\n35 IF C>A*B THEN PRINT "LESS":GOTO 20\n36 GOTO 10'
    ),
}


@pytest.mark.parametrize("name", SUMS)
def test_a_sum_is_not_worked_out_for_the_player(tmp_path: Path, name: str) -> None:
    """Numbers on the screen set bounds, but what is to be reckoned from them is the question."""
    listing = (
        "10 A=INT(9*RND(1))+1:B=INT(9*RND(1))+1:S=0\n20 PRINT A;B;:INPUT C\n30 {}\n40 GOTO 20\n"
    )
    (tmp_path / "sum.bas").write_text(listing.format(SUMS[name]))
    game = InteractiveProvider(tmp_path).sum
    assert len({tuple(dir(game(seed=seed))) for seed in range(6)}) == 1


def test_the_right_number_of_a_printed_list_is_not_left_alone(tmp_path: Path) -> None:
    """Where all numbers of a list but one only lead back, they are offered all the same."""
    listing = (
        '10 PRINT "1. MARS":PRINT "2. JUPITER":PRINT "3. EARTH"\n20 INPUT A\n'
        '30 IF A<>2 THEN PRINT "NO":GOTO 20\n'
    )
    (tmp_path / "quiz.bas").write_text(listing)
    assert {"n1", "n2", "n3"} <= set(dir(InteractiveProvider(tmp_path).quiz(seed=1)))


RANGES = {
    "both ends refuse": ("10 INPUT N\n20 IF N<1 THEN 10\n30 IF N>9 THEN 10", (1, 9)),
    "in one test": ("10 INPUT N\n20 IF N<2 OR N>6 THEN 10", (2, 6)),
    "a menu": ("10 INPUT N\n20 ON N GOTO 10,10,10", (1, 3)),
    "a menu from nought": ("10 INPUT N\n20 ON N+1 GOTO 10,10,10", (0, 2)),
    "a subscript": ("5 DIM A(7)\n10 INPUT N\n20 A(N)=1", (1, 7)),
    "a bound that is a constant": ("5 M=12\n10 INPUT N\n20 IF N<1 OR N>M THEN 10", (1, 12)),
    "a bound by luck is the most it can be": (
        "5 M=INT(RND(1)*6)+5\n10 INPUT N\n20 IF N<1 OR N>M THEN 10",
        (1, 10),
    ),
    "a refusal with words": (
        '10 INPUT N\n20 IF N>3 THEN PRINT "TOO MANY":GOTO 10\n30 IF N<0 THEN 10',
        (0, 3),
    ),
    "what is accepted goes on": (
        "10 INPUT N\n20 IF N>=1 THEN 40\n30 GOTO 10\n40 IF N<=5 THEN 60\n50 GOTO 10\n60 END",
        (1, 5),
    ),
    "what is asked with another": (
        "10 INPUT N,M\n20 IF M<0 THEN 10\n30 IF N<1 OR N>6 THEN 10",
        (1, 6),
    ),
    "a board, and what is not on it": (
        "5 DIM A(7)\n10 INPUT N\n20 IF N<0 THEN END\n30 IF A(N)=1 THEN 10\n40 A(N)=1:GOTO 10",
        (1, 7),
    ),
    "products": ("10 INPUT N\n20 IF (6-N)*(N-3)>=0 THEN 40\n30 GOTO 10\n40 PRINT N", (3, 6)),
    "what can never be right": (
        "5 S=INT(RND(1)*9)+1\n10 INPUT N\n20 IF N=S THEN END\n30 GOTO 10",
        (1, 9),
    ),
    "not what there is at first": (
        "5 C=100\n10 INPUT N\n20 IF N>C THEN 10\n30 C=C-N:GOTO 10",
        (0, None),
    ),
    "a range in the prompt's variable": (
        '5 X$="8"\n10 PRINT "WARP (0-";X$;")";:INPUT N\n20 X=N*2:GOTO 10',
        (0, 8),
    ),
    "nothing of negative numbers": ('10 INPUT "HOW MANY";N\n20 PRINT N*2', (0, None)),
    "a temperature may be negative": (
        '10 INPUT "ENTER LOW TEMP: ";N\n20 X=N*2:PRINT X',
        (None, None),
    ),
    "so may what nothing is said about": ('10 INPUT "LEFT HALF";N\n20 PRINT N*2', (None, None)),
    "so may what is turned round below 0": (
        (
            '10 INPUT "WIND";N\n20 IF N<0 THEN M=-N ELSE M=N\n30 IF M>9 THEN END\n'
            "40 FOR I=1 TO M:PRINT I:NEXT"
        ),
        (None, None),
    ),
    "not an amount": ('10 INPUT "LENGTH (CM)";N\n20 PRINT N*2', (0, None)),
    "not what has a root": ('10 INPUT "LEFT HALF";N\n20 PRINT "R";SQR(N)', (0, None)),
    "not what only has a top": ('10 INPUT "ARMY";N\n20 IF N>70 THEN 10\n30 PRINT N*2', (0, 70)),
    "so may any number": ('10 INPUT "ENTER NUMBER: ";N\n20 X=N*2:PRINT X', (None, None)),
    "negative numbers if they are spoken of": (
        '10 INPUT "CHANGE (-5 IS LESS)";N\n20 PRINT N*2',
        (None, None),
    ),
    "constants of a formula are not choices": (
        (
            '10 PRINT "ADD 3. DIVIDE BY 5. MULTIPLY BY 8. WHAT DO YOU HAVE";\n20 INPUT B\n'
            "30 PRINT (B*5-1)/8"
        ),
        (None, None),
    ),
    "the range of this question, not of the one before": (
        '10 PRINT "UP TO 6 ROWS":GOSUB 90\n20 INPUT "HOW MUCH";N\n30 PRINT N*2:END\n90 RETURN',
        (0, None),
    ),
    "what is formed by luck": (
        "10 W=7*INT(RND(1)*50)/3\n20 INPUT R\n30 IF ABS(W-R)>W/20 THEN 10",
        (0, None),
    ),
    "a range that the text before sets": (
        (
            '10 PRINT "ANY VALUE BETWEEN":PRINT "0 (FREE FALL) AND 200 (MOST)"\n20 INPUT K\n'
            "30 A=A+K:GOTO 20"
        ),
        (0, 200),
    ),
    "what a loop counts to": ("10 INPUT N\n20 FOR I=1 TO N:PRINT I:NEXT", (1, None)),
    "the least that is let pass": ("10 INPUT N\n20 IF N<5 THEN 10\n30 PRINT N", (5, None)),
    "what the complaint says": (
        (
            '10 INPUT N\n20 IF N>80 OR N<0 OR N=0 THEN PRINT "FROM 1 TO 80, PLEASE":GOTO 10\n'
            "30 PRINT N"
        ),
        (1, 80),
    ),
    "dice to be guessed": (
        "10 A=INT(RND(1)*6)+1:B=INT(RND(1)*6)+1\n20 INPUT N\n30 IF N=A+B THEN END\n40 PRINT N",
        (2, 12),
    ),
    "nought to end, before what a loop counts to": (
        "10 INPUT A\n20 IF A=0 THEN END\n30 FOR I=1 TO A:PRINT I:NEXT",
        (0, None),
    ),
    "not what only a delay counts to": (
        '10 INPUT "SPEED";A\n20 FOR I=1 TO A:NEXT\n30 PRINT 1',
        (0, None),
    ),
    "no error for an end": ('10 INPUT "CODE";A\n20 PRINT CHR$(65);CHR$(A)', (0, None)),
    "not what a counter comes by": (
        "10 INPUT A\n20 IF A=7 THEN A=8\n30 PRINT A:A=A+1:IF A=99 THEN END\n40 GOTO 20",
        (0, None),
    ),
    "any number": ('10 INPUT "WHAT IS YOUR NUMBER";A\n20 PRINT A/180', (None, None)),
    "what is asked without a word": ("10 INPUT A\n20 PRINT A*3", (None, None)),
    "a refusal that prints on a condition": (
        (
            '10 PRINT "F";F\n20 IF F>30 THEN PRINT "THRUST (0-30)";\n30 INPUT B\n'
            "40 IF B>=0 THEN IF B<=30 THEN IF B<=F THEN 60\n50 GOTO 20\n60 F=F-B:GOTO 10"
        ),
        (0, 30),
    ),
    "the prompt before an assignment": (
        '10 PRINT "HOW MANY (1-9)":A=0:INPUT A\n20 PRINT A*2',
        (1, 9),
    ),
    "nought to end, before a range that is named": (
        (
            '10 INPUT "A BASE BETWEEN 2 AND 36 (OR 0 TO EXIT)";A\n20 IF A=0 THEN END\n'
            '30 IF A<2 OR A>36 THEN PRINT "BETWEEN 2 AND 36":GOTO 10\n40 PRINT A'
        ),
        (0, 36),
    ),
    "fractions from nought": (
        '10 INPUT "ECCENTRICITY (0 TO 0.9)";E\n20 IF E<0 OR E>.9 THEN 10\n30 PRINT E',
        (0, 0.9),
    ),
    "no number of things below 0": (
        (
            '5 PRINT "-5 IS LESS":DIM A(50)\n10 INPUT "HOW MANY CARDS";T\n20 IF T>3 THEN 10\n'
            "30 Z=10+T:A(Z)=1:IF Z<1 THEN END"
        ),
        (0, 3),
    ),
    "a letter of a formula": ('10 INPUT "ENTER X";X\n20 PRINT X*X+3', (None, None)),
    "a range at the end of a sentence": (
        '10 PRINT "TYPE ANY NUMBER BETWEEN 1 AND 1000."\n20 INPUT A\n30 PRINT A*2',
        (1, 1000),
    ),
    "an element of a list that is gone through by half": (
        (
            '10 INPUT "HOW MANY";K\n'
            "20 FOR I=1 TO INT(K/2):T=N(I):N(I)=N(K+1-I):N(K+1-I)=T:NEXT\n30 DIM N(6)"
        ),
        (0, None),
    ),
    "a coefficient": ('10 INPUT "COEFFICIENT FOR X";A\n20 PRINT A*3', (None, None)),
    "a temperature": (
        '10 PRINT "SAY IT. DEGREES FAHRENHEIT";:INPUT A\n20 PRINT (A-32)*5/9',
        (None, None),
    ),
    "the number of things": ('10 INPUT "A NUMBER OF APPLES";A\n20 PRINT A/180', (0, None)),
    "the other of two values": ('10 INPUT "VALUE, HOW MANY";B,A\n20 PRINT A*B', (None, None)),
    "signs in the prompt": (
        '10 INPUT "A NUMBER BETWEEN -200 AND 200";A\n20 PRINT A*2',
        (-200, 200),
    ),
    "long numbers in the prompt": ('10 INPUT "SPEED (0-40000)";A\n20 PRINT A*2', (0, 40000)),
    "millions": (
        '10 INPUT "HOW FAR";A\n20 IF A<0 OR A>1E8 THEN PRINT "(0-100 MILLION)":GOTO 10',
        (0, 1e8),
    ),
    "the prompt before the call": (
        '10 PRINT "HOW MANY (1-9)";:GOSUB 90\n20 PRINT A*2:END\n90 INPUT A:RETURN',
        (1, 9),
    ),
    "the prompt's own words": ('10 INPUT "HOW MANY (1-4)";N\n20 PRINT N', (1, 4)),
}


@pytest.mark.parametrize("name", RANGES)
def test_ranges(name: str) -> None:
    """The ends of a range are found where the program tests for them."""
    text, expected = RANGES[name]
    found = suggestion(text)
    assert (found.low, found.high) == expected


def test_numbers_asked_after() -> None:
    """Numbers that are compared one by one are the choices."""
    assert suggestion("10 INPUT N\n20 IF N=3 THEN 10\n30 IF N=7 THEN 10").numbers == (3.0, 7.0)


def test_numbers_within_a_range_that_are_turned_away() -> None:
    """A range with a gap is listed without it."""
    found = suggestion("10 INPUT N\n20 IF N<1 OR N>5 OR N=3 OR N=4 THEN 10\n30 PRINT N")
    assert (found.numbers, found.sure) == ((1.0, 2.0, 5.0), True)


def test_success_is_no_bound() -> None:
    """Tests that turn nothing away do not narrow the range to what succeeds."""
    found = suggestion('10 INPUT N\n20 IF N>159 AND N<161 THEN PRINT "HIT"\n30 PRINT N')
    assert not found.sure
    assert found.low == 0


def test_next_question_is_no_refusal() -> None:
    """A quiz that goes on to its next question after a wrong answer turns nothing away."""
    quiz = (
        '10 INPUT "1)CAT 2)DOG";A:IF A=2 THEN PRINT "YES"\n'
        '20 INPUT "1)SUN 2)MOON";A:IF A=1 THEN PRINT "YES"'
    )
    assert suggestion(quiz).numbers == (1.0, 2.0)


def test_signs_of_which_an_answer_consists() -> None:
    """An answer that is read sign by sign has its signs offered."""
    digits = suggestion(
        "10 INPUT A$\n20 IF LEN(A$)<>3 THEN 10\n"
        "30 FOR I=1 TO 3:C=ASC(MID$(A$,I,1)):IF C<48 OR C>57 THEN 10\n40 NEXT:PRINT A$"
    )
    assert digits.signs == "0123456789"


def test_free_text() -> None:
    """A text that is compared with nothing is free, one that is tested is not."""
    assert suggestion('10 INPUT A$\n20 PRINT "HELLO ";A$').free
    assert not suggestion('10 INPUT A$\n20 IF A$="BYE" THEN END\n30 PRINT A$').free


def test_notes_are_what_the_program_prints() -> None:
    """An answer stands with the line of the program that explains it."""
    found = suggestion(
        '10 PRINT "  1 - NAVIGATION":PRINT "2=SONAR":PRINT "CAR (3)"\n20 INPUT "ORDERS";N\n'
        "30 ON N GOTO 20,20,20"
    )
    assert found.notes == (("1", "NAVIGATION"), ("2", "SONAR"), ("3", "CAR"))


def test_notes_of_an_earlier_question_do_not_stay() -> None:
    """A menu explains a later question only if it explains all its answers."""
    program = Program.parse(
        '10 PRINT "1) DOG 2) CAT"\n20 INPUT A:ON A GOTO 30,30\n30 INPUT B:IF B<1 OR B>2 THEN 30\n'
        "40 INPUT C:IF C<0 OR C>9 THEN 40"
    )
    first = program.start(1)
    second = first.answer("1")
    third = second.answer("1")
    dog_or_cat = (("1", "DOG"), ("2", "CAT"))

    assert [dog_or_cat, dog_or_cat, ()] == [
        state.suggestions[0].notes for state in (first, second, third)
    ]


def test_number_that_is_refused_is_no_choice() -> None:
    """The one number that leads back to the question is not offered."""
    assert (
        suggestion(
            '10 INPUT N\n20 IF N<>1 THEN 50\n30 PRINT "NOT ONE.":GOTO 10\n50 PRINT N'
        ).numbers
        == ()
    )


@pytest.mark.parametrize("test", ["STRING$(A,B$)=1", "1=STRING$(A,B$)", "MID$(T$,A)<>3"])
def test_text_beside_a_number_decides_nothing(test: str) -> None:
    """A test that stops the program wherever it is reached is read all the same, and the other
    tests count."""
    found = suggestion(
        f"10 INPUT A\n20 IF A=7 OR A=2 THEN 50\n30 IF {test} THEN 10\n40 PRINT A\n50 END\n"
    )
    assert (2, 7) == found.numbers


def test_half_range_is_open() -> None:
    """One end alone leaves the other open."""
    found = suggestion("10 INPUT N\n20 IF N<=0 THEN 10\n30 IF N>M THEN 10\n40 INPUT M")
    assert found.high is None
    assert not found.closed


def test_secret_never_shows() -> None:
    """With a secret drawn by luck, every seed gives the same options."""
    text = (
        "10 S=INT(RND(1)*100)+1:W$=CHR$(65+INT(RND(1)*26))\n20 INPUT N,A$\n30 IF N=S THEN 10\n"
        "40 IF A$=W$ THEN 10"
    )
    program = Program.parse(text)
    found = {program.start(seed).suggestions for seed in range(20)}
    assert len(found) == 1
    [(number, word)] = found
    assert (number.low, number.high, number.numbers, word.words) == (
        1,
        100,
        (),
        tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    )


def test_number_that_luck_is_made_of_has_no_bounds() -> None:
    """What RND makes of an answer says nothing of its ends, and no dust of fractions is offered."""
    found = suggestion(
        "10 INPUT H\n20 X=INT(RND(1)*H+1):IF X-1=0 THEN 10\n30 R=1\n40 IF R<>H THEN R=R+1:GOTO 40"
    )
    assert (found.numbers, found.low, found.high) == ((), 0, None)


def test_numbers_in_a_sentence_are_no_menu() -> None:
    """Numbers that a sentence ends with are not a list; numbers explained one after the other
    are."""
    sentence = (
        '10 PRINT "ADD 3. DIVIDE BY 5. MULTIPLY BY 8. WHAT DO YOU HAVE";\n20 INPUT B\n30 PRINT B*2'
    )
    listed = '10 INPUT "1 FOR YES OR 2 FOR NO";B\n20 IF B=1 THEN 10\n30 PRINT B+1'
    assert [(), (1, 2)] == [suggestion(text).numbers for text in (sentence, listed)]


LISTS = {
    "two that are explained": (
        '10 INPUT "1 FOR YES OR 2 FOR NO";B\n20 IF B=1 THEN 10\n30 PRINT B+1',
        (1, 2),
    ),
    "keys to be printed": (
        '10 PRINT "TO PLAY PRINT 5 IF NOT PRINT 2";\n20 INPUT M\n30 IF M=5 THEN 10',
        (2, 5),
    ),
    "the last of a list needs no test": (
        (
            '10 PRINT "1) HOOK":PRINT "2) JAB":PRINT "3) SWING"\n20 INPUT P\n30 IF P=1 THEN 20\n'
            "40 IF P=2 THEN 20"
        ),
        (1, 2, 3),
    ),
    "a range for each of several": (
        '10 INPUT "HOW MANY (1-4) AND HOW LONG (2-6)";A,B\n20 PRINT A*B',
        (1, 2, 3, 4),
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists(name: str) -> None:
    """The numbers of a list are the choices."""
    text, expected = LISTS[name]
    assert tuple(map(int, suggestion(text).answers())) == expected


def test_right_answer_that_alone_is_taken_is_not_offered() -> None:
    """Where all but one number lead back the one is not told."""
    found = suggestion(
        '10 INPUT "6 TIMES 7";N\n20 IF N<>42 THEN PRINT "NO":GOTO 10\n30 PRINT "YES"'
    )
    assert "42" not in found.answers()


def test_end_that_stands_on_the_screen() -> None:
    """What is left of a player's money is the end of his bet once it was printed, and not
    before."""
    told = '10 M=20\n20 PRINT "YOU HAVE";M\n30 INPUT "BET";B\n40 IF B>M THEN 30\n50 M=M-B:GOTO 20'
    start = Program.parse(told).start()
    assert [(0, 20), (0, 15)] == [
        (s.low, s.high) for s in (*start.suggestions, *start.answer("5").suggestions)
    ]
    rich = Program.parse(told.replace("M=20", "M=900")).start().suggestions[0]
    parts = {name: value for name, value, _ in rich.parts}
    assert {"all": "900", "half": "450", "tenth": "90", "none": "0"} == parts
    silent = Program.parse(told.replace(";M", "")).start().answer("5")
    assert silent.suggestions[0].high != 15


FARM = (
    "10 S=INT(1000*RND(1))+5000:Y=INT(10*RND(1))+17\n"
    '20 PRINT "IN STORE";S:PRINT "A FIELD COSTS";Y\n30 INPUT "BUY";Q\n40 IF Y*Q<=S THEN 60\n'
    '50 PRINT "NO":GOTO 30\n60 S=S-Y*Q\n70 INPUT "FEED";Q\n80 IF Q>S THEN 70\n90 S=S-Q:GOTO 20'
)


def test_end_that_stands_on_the_screen_in_a_list() -> None:
    """Each player's money, printed with his question, is the most that he may bet; what is not
    printed stays secret."""
    text = "10 DIM M(2):M(1)=50+INT(RND(1)*900):M(2)=M(1)+7\n20 FOR J=1 TO 2\n"
    text += '30 PRINT "YOU HAVE";M(J);:INPUT B\n40 IF B>M(J) OR B<1 THEN 30\n50 NEXT'
    first = Program.parse(text).start(3)
    high = float(first.output.split()[2])
    assert [high, high + 7] == [state.suggestions[0].high for state in (first, first.answer("5"))]
    assert high != Program.parse(text.replace(";M(J);", ";")).start(3).suggestions[0].high


def test_end_that_can_be_reckoned() -> None:
    """What is left after a purchase is known to who saw what there was and the price."""
    start = Program.parse(FARM).start(3)
    store, price = int(start.variable("S")), int(start.variable("Y"))
    assert start.suggestions[0].high == store // price
    bought = start.answer("10").suggestions[0]
    assert (bought.high, bought.stock) == (store - 10 * price, True)


def test_parts_of_a_stock_stand_before_the_keypad(tmp_path: Path) -> None:
    """All, half, a tenth and none are choices with their numbers; then the keys."""
    (tmp_path / "farm.bas").write_text(FARM)
    start = InteractiveProvider(tmp_path).farm(seed=1)
    assert list(start._choices)[:5] == ["all", "half", "tenth", "none", "n0"]
    assert start.all == start(start._state.display_options[0][1])
    assert start.tenth == start[start._state.display_options[2][0]]


def test_end_that_luck_has_set_stays_secret() -> None:
    """A number to be guessed is not told, even where it happens to stand on the screen."""
    text = (
        "10 N=INT(9*RND(1))+1\n20 PRINT 1;2;3;4;5;6;7;8;9\n30 INPUT G\n"
        '40 IF G>N THEN PRINT "HIGH":GOTO 30'
    )
    state = Program.parse(text).start(3)
    assert state.suggestions[0].high != state.variable("N")


def test_word_that_only_tells_something_stays() -> None:
    """A command that prints what one sees changes nothing, and is offered again and again."""
    from interactive_provider.adapters.basic import BasicScreen

    text = (
        '10 INPUT "WHAT NOW";C$\n20 IF C$="LOOK" THEN PRINT "DARK":GOTO 10\n'
        '30 IF C$="OUT" THEN END\n40 GOTO 10'
    )
    start = Program.parse(text).start()
    for state in (start, start.answer("LOOK")):
        assert ["LOOK", "OUT"] == [label for label, _ in BasicScreen(state).display_options][:2]


def test_number_that_only_waits_for_return() -> None:
    """Where a number is asked for to wait for the return key, that is the choice."""
    assert suggestion('10 INPUT "PRESS RETURN TO BEGIN";I\n20 PRINT "GO"').answers() == ("",)


def test_number_that_is_compared_with_a_number() -> None:
    """What the return key means for a number is 0, in every test that it meets."""
    found = suggestion("10 INPUT N\n20 IF N=M THEN 10\n30 IF N>7 THEN 10\n40 PRINT N")
    assert found.high == 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10 INPUT A$\n20 V=VAL(A$):IF V<1 OR V>4 THEN 10\n30 PRINT V", ("1", "2", "3", "4")),
        (
            '10 INPUT A$:IF A$="Q" THEN END\n20 IF VAL(A$)<1 OR VAL(A$)>3 THEN 10\n30 PRINT A$',
            ("Q", "1", "2", "3"),
        ),
        ('10 INPUT A$\n20 V=VAL("0"+A$):IF V<5 OR V>6 THEN 10\n30 PRINT V', ("5", "6")),
        ("10 INPUT A$\n20 ON VAL(A$) GOTO 30,30\n25 GOTO 10\n30 PRINT A$", ("1", "2")),
    ],
    ids=["bounds", "beside a word", "behind a zero", "a menu"],
)
def test_text_that_is_read_as_a_number(text: str, words: tuple[str, ...]) -> None:
    """A text whose value the program takes is offered the numbers that fit, not the bounds
    alone."""
    assert words == suggestion(text).words


def test_digits_of_a_text_that_is_read_as_a_long_number() -> None:
    """Where too many numbers fit to be listed, a text is typed by digits, beside the words that are
    compared."""
    found = suggestion(
        '10 INPUT A$:IF A$="END" THEN END\n20 V=VAL(A$):IF V<1 OR V>500 THEN 10\n30 PRINT V'
    )
    assert (("END",), "0123456789") == (found.words, found.signs)


def test_number_asked_for_return_is_not_what_the_variable_is_at_other_questions() -> None:
    """A question that only waits for the return key offers no numbers of a question further on."""
    text = (
        '10 INPUT "PRESS RETURN TO CONTINUE";A\n20 INPUT "WHICH";A\n30 IF A=5 THEN END\n40 GOTO 10'
    )
    assert ("",) == suggestion(text).answers()


def test_number_with_a_default_for_nought() -> None:
    """A number of which 0 is replaced, and that a formula prints, is any number."""
    assert (
        ()
        == suggestion('10 INPUT "OHM";R\n20 IF R=0 THEN R=1\n30 PRINT "IT IS";1/(1/R+2)').answers()
    )


def test_guess_is_no_stock() -> None:
    """The end of what is to be guessed, which stands on the screen, is not parted into all, half
    and a tenth."""
    text = (
        "10 W=900:N=INT(RND(1)*W)+1\n20 PRINT W:INPUT Q\n30 IF Q=N THEN END\n"
        "40 IF Q<1 OR Q>W THEN 20\n50 GOTO 20"
    )
    found = Program.parse(text).start().suggestions[0]
    assert (900, ()) == (found.high, found.parts)


def test_first_of_a_long_menu() -> None:
    """Where 2 to 12 are asked after one by one, 1 is what the program does without asking."""
    tests = "\n".join(f"{20 + n} IF M={n} THEN {100 + n}" for n in range(2, 13))
    ways = "\n".join(f"{100 + n} PRINT {n}:END" for n in range(2, 13))
    text = f'10 INPUT "WHICH";M\n{tests}\n50 PRINT 1:END\n{ways}'
    assert tuple(map(str, range(1, 13))) == suggestion(text).answers()


def test_choice_with_strokes() -> None:
    """1/YES 2/NO is a choice of two numbers, and no number between a whole one and the next stands
    in a list."""
    assert ("1", "2") == suggestion(
        '10 INPUT "AGAIN 1/YES 2/NO";A\n20 IF A=2 THEN END\n30 GOTO 10'
    ).answers()
    assert (
        () == suggestion('10 INPUT "(0 TO 0.9)";E\n20 IF E<0 OR E>.9 THEN 10\n30 PRINT E').answers()
    )


def test_what_is_named_is_less_than_what_is_at_hand() -> None:
    """Of what is at hand no more is offered than the text before the question names."""
    told = '10 M=900:PRINT "ANY VALUE BETWEEN 0 AND 200"\n20 PRINT M:INPUT K\n'
    text = told + "30 S=2:IF M>=S*K THEN 50\n40 S=M/K\n50 M=M-S*K:GOTO 20"
    found = Program.parse(text).start().suggestions[0]
    assert (0, 200) == (found.low, found.high)


def test_numbers_between_nought_and_a_range() -> None:
    """Where 0 ends a program and a table begins at 2, 1 is offered as well."""
    text = (
        "5 DIM A(5)\n10 INPUT R\n20 IF R=0 THEN END\n30 IF R>5 THEN 10\n"
        "40 FOR K=1 TO INT(R/2):A(K)=1:NEXT"
    )
    assert ("0", "1", "2", "3", "4", "5") == suggestion(text).answers()


def test_open_end_of_luck_where_more_is_added() -> None:
    """The integer part of luck times 4 and 1 more is never 5."""
    assert suggestion("10 R=INT(RND(1)*4+1)\n20 INPUT G\n30 IF G=R THEN END\n40 GOTO 20").high == 4


EXPLAINED = {
    "signs": ('10 PRINT "1=DIVE 2=CLIMB"', "DIVE", "CLIMB"),
    "brackets": ('10 PRINT "<1> DIVE":PRINT "<2> CLIMB"', "DIVE", "CLIMB"),
    "behind": ('10 PRINT "WILL YOU DIVE (1) OR CLIMB (2)"', "DIVE", "CLIMB"),
    "dots": ('10 PRINT "DIVE......1":PRINT "CLIMB.....2"', "DIVE", "CLIMB"),
    "columns": ('10 PRINT "1 DIVE";TAB(20);"2 CLIMB"', "DIVE", "CLIMB"),
    "out of DATA": ("10 FOR I=1 TO 2:READ N$:PRINT I;N$:NEXT\n15 DATA DIVE,CLIMB", "DIVE", "CLIMB"),
}


@pytest.mark.parametrize("name", EXPLAINED)
def test_menus_are_explained_by_any_list(tmp_path: Path, name: str) -> None:
    """What a number means is found in a printed list of whatever form, and of a loop's on the
    screen."""
    listing, *expected = EXPLAINED[name]
    (tmp_path / "menu.bas").write_text(
        listing.replace("\\\n", "\n") + "\n20 INPUT A:ON A GOTO 30,40\n30 END\n40 PRINT 1\n"
    )
    start = InteractiveProvider(tmp_path).menu(seed=1)
    assert [describe(start, option) for option in options(start)][:2] == expected


def test_bracketed_letters_belong_to_their_words() -> None:
    """The letter in "(N)EW" is the first of the word that explains it."""
    text = '10 PRINT "(N)EW (Q)UIT"\n20 INPUT A$\n30 IF A$="N" THEN 10\n40 IF A$="Q" THEN END'
    assert dict(suggestion(text).notes) == {"N": "NEW", "Q": "QUIT"}


def test_list_whose_program_only_prints_the_answer() -> None:
    """What is inside the only range that is turned away is taken, though it leads back too."""
    found = suggestion("10 INPUT A:IF A<1 OR A>6 THEN 10\n20 PRINT A:GOTO 10")
    assert (1.0, 6.0) == (found.low, found.high)
