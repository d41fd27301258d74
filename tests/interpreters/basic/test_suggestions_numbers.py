"""What is offered where a number is asked for: amounts that the screen limits, nought, and return."""

from __future__ import annotations

import pytest

from interactive_provider.adapters.basic import BasicProgram, BasicScreen
from interactive_provider.interpreters.basic import Program
from interactive_provider.interpreters.basic.suggestions.analysis import Suggestion


def last(text: str, *answers: str) -> Suggestion:
    """What is offered for the value that is asked for after some answers."""
    state = Program.parse(text).start(1)
    for answer in answers:
        state = state.answer(answer)
    return state.suggestions[0]


def free_input(text: str) -> str:
    """What may be typed at the first question besides the choices."""
    return str(BasicScreen(BasicProgram(Program.parse(text)).program.start(1)).free_input)


BANK = (
    '10 INPUT "YOUR MONEY";M\n20 W=M\n30 INPUT "YOUR BET";B\n40 IF B=0 THEN END\n'
    '50 IF B<1 THEN PRINT "TOO LITTLE":GOTO 30\n60 IF B>W THEN PRINT "NO CREDIT":GOTO 30\n'
    "70 W=W-B\n80 IF W<1 THEN END\n90 IF W>M THEN END\n100 IF W<M THEN END"
)
LAND = (
    '10 G=700:P=20+INT(RND(1)*9):P=30\n15 PRINT "YOU OWN";G;"BUSHELS":PRINT "LAND COSTS";P;"EACH"\n'
    '20 INPUT "HOW MANY ACRES";A\n25 IF A<0 THEN 20\n'
    '30 IF P*A=G THEN PRINT "KEEP ONE BUSHEL":GOTO 20\n'
    '40 IF P*A>G THEN PRINT "YOU HAVE ONLY";G:GOTO 20\n50 L=L+A:G=G-A*P:GOTO 15'
)
RIDDLE = (
    '10 N=56:D=7\n15 PRINT "YOU SHARE";N;"NUTS":PRINT "AMONG";D;"MICE"\n20 INPUT "HOW MANY EACH";A\n'
    '30 IF D*A=N THEN PRINT "RIGHT":GOTO 15\n40 IF D*A>N THEN PRINT "TOO MANY":GOTO 20\n'
    '50 PRINT "TOO FEW":GOTO 20'
)


@pytest.mark.parametrize(
    ("text", "answers", "expected"),
    [
        (BANK, ("3",), (0.0, 3.0)),
        (LAND, (), (0.0, 23.0)),
        (RIDDLE, (), (0.0, None)),
        ('10 M=40:PRINT "YOU HAVE";M;"COINS"\n20 INPUT "BET";B\n'
         '30 IF M-B<0 THEN PRINT "TOO MUCH":GOTO 20\n40 M=M-B:GOTO 20', (), (0.0, 40.0)),
    ],
    ids=["a bank", "a price", "a riddle", "what is left"],
)  # fmt: skip
def test_an_amount_ends_where_the_screen_and_arithmetic_say(
    text: str, answers: tuple[str, ...], expected: tuple[float, float | None]
) -> None:
    """What there is limits an amount whatever else is worked out with it; only the answer of a
    riddle stays hidden."""
    found = last(text, *answers)

    assert expected == (found.low, found.high)


def test_a_stock_that_never_changes_has_a_half() -> None:
    """All and half are offered of an amount that only ever has one value."""
    text = (
        '10 M=500:PRINT "YOU HAVE";M;"CROWNS"\n20 INPUT "HOW MUCH";B\n'
        '30 IF B>M THEN PRINT "NOT THAT MUCH":GOTO 20\n40 S=S+B:GOTO 10'
    )

    assert ["all", "half", "tenth", "none"] == [name for name, _, _ in last(text).parts]


def test_mistakes_may_be_counted() -> None:
    """A number is turned away although the program counts how often that happens."""
    text = (
        '10 INPUT "YOUR PURSE";P\n20 IF P<501 THEN 70\n30 E=E+1\n40 IF E>1 THEN 60\n'
        '50 PRINT "TOO RICH":GOTO 10\n60 PRINT "BE REASONABLE":GOTO 10\n70 S=P:PRINT S'
    )

    assert 500.0 == last(text).high


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("PRINT 9/W", "a number above 0"),
        ("X=V*8:PRINT V/(2*X*W)", "a number above 0"),
        ("IF W=0 THEN END ELSE PRINT 9/W", "a number, at least 0"),
        ("PRINT 9/(W+1)", "a number, at least 0"),
    ],
)
def test_nought_is_left_out_where_it_divides(formula: str, expected: str) -> None:
    """An amount by which the program divides is above 0 unless it looks for 0 first."""
    assert expected == free_input(f'10 INPUT "DELAY";W\n20 {formula}')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('10 INPUT "STEP (default is 1)";N\n20 IF N=0 THEN N=1\n30 PRINT N*2', ("",)),
        ('10 INPUT "LEVEL 1-3 (ENTER = 2)";N\n20 IF N=0 THEN N=2\n30 PRINT N*2', ("", "1", "2", "3")),
        ('10 INPUT "STEP";N\n20 PRINT N*2', ()),
    ],
)  # fmt: skip
def test_return_takes_the_default(text: str, expected: tuple[str, ...]) -> None:
    """Where a prompt says what return alone does, it is offered beside the numbers."""
    assert expected == last(text).answers()


@pytest.mark.parametrize(
    ("text", "answers", "expected"),
    [
        (
            '10 M=900:P=3:GOSUB 90\n20 PRINT "\x11SEED COSTS $";P;"A BAG"\n30 INPUT "HOW MUCH SEED";S\n'
            '40 IF S*P>M THEN PRINT "NOT ENOUGH":GOTO 30\n50 M=M-S*P:GOSUB 90:GOTO 20\n'
            '90 PRINT "\x12CASH: $";M:PRINT "PRESS A KEY"\n95 K$=INKEY$:IF K$="" THEN 95\n99 RETURN',
            (" ",),
            (0.0, 300.0),
        ),
        (
            '5 K=0\n10 INPUT "HOURS OF WORK";H\n20 IF K=1 THEN 60\n30 IF H>9 THEN PRINT "TOO MUCH":GOTO 10\n'
            '40 IF H<3 THEN PRINT "LAZY":GOTO 10\n60 T=T+H:K=1:GOTO 10',
            (),
            (3.0, 9.0),
        ),
        (
            '10 INPUT "HOW MANY ROWS";R\n20 IF R>7 THEN PRINT "TOO MANY":GOTO 10\n'
            '30 INPUT "WORD";W$\n40 FOR I=1 TO R:PRINT W$:NEXT',
            (),
            (1.0, 7.0),
        ),
        (
            '5 DIM G(40)\n10 INPUT "UNIT";U$\n20 INPUT "DIAMETER";D\n30 IF U$="MM" THEN W=D/25.4\n'
            '40 IF U$="AWG" THEN W=G(D)\n50 PRINT W',
            ("MM",),
            (0.0, None),
        ),
    ],
    ids=[
        "a price before a key",
        "a limit beside another test",
        "a loop after the next",
        "a measure",
    ],
)
def test_the_ends_of_numbers(
    text: str, answers: tuple[str, ...], expected: tuple[float, float | None]
) -> None:
    """Ends are found past keys, codes in texts, other tests and other questions, and none where a
    number is also divided."""
    found = last(text, *answers)

    assert expected == (found.low, found.high)


def test_a_menu_that_comes_later_explains_no_pair() -> None:
    """Of two answers nothing is said that belongs to the menu of the next question."""
    text = (
        '10 PRINT "1 OR 2";:INPUT A\n20 IF A<1 OR A>2 THEN 10\n30 PRINT A\n'
        '40 PRINT "1 - RAISE":PRINT "2 - FOLD"\n50 INPUT B'
    )

    assert () == last(text).notes


def test_what_a_later_test_sends_back_is_not_offered() -> None:
    """A number ends where a test behind the next question leads back, and where a remark is printed
    before an earlier question."""
    text = (
        '10 INPUT "HOUR";H\n20 INPUT "ROOM";R\n30 IF R<110 OR R>340 THEN PRINT "NO ROOM":GOTO 10\n'
        "40 IF H<7 OR H>19 THEN 10\n50 PRINT H*60+R"
    )

    hour, room = last(text), last(text, "8")

    assert ((7.0, 19.0), (110.0, 340.0)) == ((hour.low, hour.high), (room.low, room.high))


def test_numbers_between_two_ranges_are_not_offered() -> None:
    """Two ranges with a gap are listed without it, also where other tests come between."""
    text = (
        '5 IF F=1 THEN 10\n7 PRINT "LOCKERS":F=1\n10 INPUT "LOCKER";C\n'
        "20 IF C<1 THEN 50 ELSE IF C>9 THEN 50 ELSE IF C>3 THEN 60\n"
        '30 IF D<7 THEN 80 ELSE IF C=9 THEN 80\n50 PRINT "NONE":GOTO 5\n'
        "60 IF C<7 THEN 50 ELSE C=C-3\n70 GOTO 30\n80 W=W+C:PRINT W:D=D+1:GOTO 10"
    )

    assert ("1", "2", "3", "7", "8", "9") == last(text).answers()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("10 INPUT A\n20 PRINT PEEK(A)\n30 GOTO 10", "a whole number from 0 to 65535"),
        ("10 INPUT P\n20 POKE 53281,P\n30 GOTO 10", "a whole number from 0 to 255"),
        (
            "10 INPUT S\n20 POKE 251,S-INT(S/256)*256\n30 POKE 252,S/256\n40 SYS 828\n50 GOTO 10",
            "a whole number from 0 to 65535",
        ),
    ],
)
def test_memory_and_its_bytes_end(text: str, said: str) -> None:
    """An address is at most 65535, and a byte 255, though no test says so."""
    assert said == free_input(text)


def test_a_number_that_is_cut_down_later_has_that_end() -> None:
    """What is larger is replaced by the largest that fits."""
    text = (
        '10 INPUT "CRATES ON THE RAFT";C\n20 IF C<4 THEN PRINT "TOO FEW":GOTO 10\n'
        '30 PRINT "LOADING":GOSUB 90\n40 IF C>60 THEN C=60:PRINT "THE RAFT IS FULL"\n'
        "50 PRINT C*3:END\n90 FOR I=1 TO 9:NEXT:RETURN"
    )

    assert "a whole number from 4 to 60" == free_input(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('10 INPUT "PRICE";L\n20 IF L=0 THEN 10\n30 PRINT L*7', "a number above 0"),
        ('10 INPUT "MEASURED SPAN";S\n20 IF S>0 THEN PRINT S*2 ELSE 10', "a number above 0"),
        ('10 INPUT "WIDTH OF THE DOOR (CM)";W\n20 PRINT W*2.54', "a number above 0"),
        ('10 INPUT "ROPE PULLED IN, FEET";F\n20 PRINT F*2', "a number, at least 0"),
    ],
)
def test_nought_is_left_out_where_it_is_turned_away_or_no_size(text: str, said: str) -> None:
    """A number that may be a fraction is above 0 where 0 alone is asked for again, and a thing has
    a size."""
    assert said == free_input(text)


def test_a_number_of_its_own_stands_beside_a_range() -> None:
    """A number that starts again is listed beside those of a board if the program says so, not if
    it is hidden."""
    text = (
        '5 DIM P(12)\n10 PRINT "{}"\n20 INPUT M\n30 IF M=77 THEN T=0:GOTO 60\n'
        "40 IF M<1 OR M>12 THEN PRINT CHR$(7):GOTO 20\n50 IF P(M)=0 THEN 20\n55 P(M)=0\n60 T=T+1\n70 IF T<9 THEN 20"
    )

    told, hidden = (last(text.format(words)) for words in ("77 BEGINS ANEW", "WELCOME"))

    assert (*map(str, range(1, 13)), "77") == told.answers()
    assert tuple(map(str, range(1, 13))) == hidden.answers()


def test_an_array_without_dim_does_not_end_a_number() -> None:
    """Nobody knows how much is used of the eleven places that such an array has."""
    text = '20 FOR I=1 TO 8:PRINT B(I);:NEXT\n30 INPUT "ROW";R\n40 B(R)=1:GOTO 20'

    assert "a number, at least 0" == free_input(text)


@pytest.mark.parametrize(
    ("asked", "low"),
    [
        ('INPUT "RATING";I:PRINT "-1 VOLT":PRINT (I/10244)^(2/3)', 0),
        ('INPUT "RATING";I:IF I<-5 THEN PRINT "LOW" ELSE PRINT SQR(I+9)', None),
    ],
)
def test_what_has_no_value_below_0_is_not_asked_for(asked: str, low: float | None) -> None:
    """A power of a number less than 0 stops the program, whatever else is printed; where the
    program looks for such numbers they make sense."""
    found = Program.parse(f'5 PRINT "AT -1 VOLT"\n10 {asked}\n20 GOTO 10').start(1).suggestions[0]

    assert low == found.low


def test_a_range_may_stand_in_a_sentence() -> None:
    """The one range of which the lines before a question speak has the ends."""
    text = (
        '10 PRINT "Usual values are in the range of 500 to 1200 units. Coils have 3 to 7 taps."\n'
        '15 PRINT\n20 INPUT "Density";S\n30 PRINT 1/S\n40 GOTO 10'
    )
    found = Program.parse(text).start(1).suggestions[0]

    assert (500, 1200) == (found.low, found.high)


def test_minutes_may_be_none() -> None:
    """Degrees, minutes and seconds have no size in millimetres."""
    text = '10 INPUT "Latitude (dd,mm,ss)";D,M,S\n20 PRINT D+M/60+S/3600\n30 GOTO 10'

    assert [False] * 3 == [one.above for one in Program.parse(text).start(1).suggestions]


def test_words_between_two_numbers_belong_to_both() -> None:
    """What stands before one number and behind another still tells how much there is."""
    text = (
        '10 R=200:B=2800:C=18\n20 PRINT R;" BUSHELS LEAVING ";B\n30 PRINT "LAND COSTS ";C;" EACH"\n'
        '40 INPUT "BUY HOW MANY ACRES";I\n50 IF I*C<=B THEN 80\n60 PRINT "THINK AGAIN":GOTO 40\n'
        "80 B=B-I*C:PRINT B:GOTO 40"
    )
    found = Program.parse(text).start(1).suggestions[0]

    assert (0, 155) == (found.low, found.high)


def test_three_numbers_far_from_one_are_not_a_range() -> None:
    """Of numbers that are tested for, only those from 1 or 2 on are the end of a list from 1 on."""
    tests = ":".join(f'IF N={n} THEN PRINT "{n}!"' for n in (7, 8, 9))
    text = "10 INPUT N\n" + "\n".join(f"{20 + i} {t}" for i, t in enumerate(tests.split(":")))

    assert (7, 8, 9) == Program.parse(text).start(1).suggestions[0].numbers


def test_the_last_one_can_be_bet() -> None:
    """Where the screen says that one is left, one is both the least and the most."""
    text = (
        '10 M=1\n20 PRINT "YOU HAVE $";M\n30 INPUT "YOUR BET";B\n40 IF B<1 OR B>M THEN 30\n'
        "50 M=M-B:PRINT M:GOTO 20"
    )
    found = Program.parse(text).start(1).suggestions[0]

    assert (1, 1) == (found.low, found.high)
