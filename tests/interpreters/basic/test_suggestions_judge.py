"""The judge of what Tab offers at an INPUT: each verdict by its rule, and the way to a labelled
line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from benchmarks.basic_inputs import DATA, Label, Offer, Range, Stand, judge, read, stands, verdict
from interactive_provider.adapters.basic import BasicProgram
from interactive_provider.interpreters.basic import Program

MENU = (
    '10 M=8:S=5:PRINT "1 TO 3, OR STOP"\n20 INPUT A$\n30 IF A$="BAD" THEN PRINT 1/LOG(1)\n'
    '40 IF A$="3" THEN 20\n'
)
NOTHING = Offer((), frozenset(), other=False, keypad=None)
BET = "10 M=50\n20 INPUT B\n30 PRINT B\n"


@dataclass(frozen=True)
class Offered(Stand):
    """A position with an offer that is made up."""

    offer: Offer = NOTHING


def offered(
    text: str,
    sensible: str,
    *listed: str,
    other: bool = False,
    ends: tuple[float, float] | None = None,
    secret: str = "",
) -> Offered:
    """The program at its first question, with such an offer."""
    game = BasicProgram(Program.parse(text))
    keypad = None if ends is None else Range(*ends, True, (True, True))
    label = Label("of/books", "a.bas", 20, 1, "A$", "menu", sensible, secret, "")
    return Offered(
        game, game.new_state(Random(0)), label, Offer(listed, frozenset(), other, keypad)
    )


@pytest.mark.parametrize(
    ("offer", "expected"),
    [
        (offered(MENU, "1 / 2", "1", "2", other=True), "right"),
        (offered(MENU, "1 / 2 / 3", "1", "2"), "right"),  # 3 only leads back
        (offered(MENU, "STOP,S / GO,G", "STOP", "G"), "right"),
        (offered(MENU, "1 / (2)", "1", "2"), "right"),
        (offered(MENU, "1 / 2", "1", "2", "7"), "loose"),
        (offered(MENU, "STOP,S", "STOP", "S"), "loose"),
        (offered(MENU, "1 / BAD", "1"), "wrong"),
        (offered(MENU, "1", "1", "BAD"), "wrong"),
        (offered(MENU, "1", "1", "5", "6"), "wrong"),
        (offered(MENU, "any text", "BLUE", other=True, secret="$M"), "right"),
        (offered(MENU, "any text", "8", "9", other=True, secret="$M"), "spoiling"),
        (offered(MENU, "1..9", *"123456789", secret="$M"), "right"),
        (offered(BET, "1..$M", "1", "25", "50", other=True), "right"),
        (offered(BET, "1..$M", ends=(1, 50)), "right"),
        (offered(BET, "1..$M", "50", "25", ends=(1, 50)), "right"),
        (offered(BET, "1..9", "5", ends=(1, 9)), "loose"),
        (offered(BET, "1..$M", ends=(1, 90)), "loose"),
        (offered(BET, "1..(50)", ends=(1, 90)), "right"),
        (offered(BET, "1..5", ends=(1, 5)), "loose"),
        (offered(BET, "1..$M", ends=(10, 50)), "wrong"),
        (offered(BET, "0..1 real", ends=(0, 1)), "wrong"),
    ],
)
def test_verdicts(offer: Offered, expected: str) -> None:
    """Each rule passes its verdict."""
    assert verdict(offer) == expected


def test_a_labelled_line_is_reached_and_judged(tmp_path: Path) -> None:
    """Random plays come to the second value that a later line asks for."""
    (tmp_path / "books").mkdir()
    text = (
        '10 INPUT "AGAIN";A$:IF A$="YES" THEN 10\n20 INPUT "ROW, COLUMN";R,C\n'
        "30 IF C<1 OR C>3 THEN 20\n"
    )
    (tmp_path / "books" / "a.bas").write_text(text)
    label = Label("of/books", "a.bas", 20, 2, "C", "coordinate", "1..3", "", "")
    (stand,) = stands(BasicProgram(Program.parse(text)), [label])
    assert [target.name for target in stand.screen.stop.wanted][len(stand.screen.given) :] == ["C"]
    judged, right, *_, not_reached, not_there = judge(
        tmp_path, [label, label._replace(path="b.bas")], details=False
    )
    assert (judged, right, not_reached, not_there) == (1, "1 = 100.0%", 0, 1)


def test_every_label_can_be_read() -> None:
    """Each label names a program, a line, a variable and what makes sense there, and says why."""
    labels = [label for path in DATA.glob("basic_inputs*.csv") for label in read(path)]
    assert len(labels) >= 100
    assert [
        label
        for label in labels
        if not all((label.path, label.variable, label.sensible, label.reason))
    ] == []
    assert len({(label.file, label.line, label.place, label.variable) for label in labels}) == len(
        labels
    )
