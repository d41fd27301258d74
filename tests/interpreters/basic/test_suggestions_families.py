"""What the programs of some families are offered: sticks, typed keys, the return key alone, names of
things."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
ARROWS = {"\0H", "\0P", "\0K", "\0M"}


def offered(text: str, dialect: str | None = None) -> tuple[str, ...]:
    """The words or keys of the first question."""
    return Program.parse(text, dialect).start(1).suggestions[0].words


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("color", '10 CLS:PRINT @JOYSTK(0)+32*INT(JOYSTK(1)/4),"*";\n20 GOTO 10'),
        ("applesoft", '10 X=PDL(0)/7\n20 HTAB X+1:PRINT "*"\n30 GOTO 10'),
        ("ti", "10 CALL JOYST(1,X,Y)\n20 R=R+Y/4\n30 CALL HCHAR(R+12,9,42)\n40 GOTO 10"),
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
