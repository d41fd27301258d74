"""The player of whole books: programs played to their end by attributes alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.basic_books import Reach, books
from interactive_provider.interpreters.basic import Program

SUM = (
    '10 INPUT "A NUMBER";A\n20 S=S+A:PRINT S:IF S<20 THEN 10\n'
    '30 INPUT "AGAIN";A$:IF A$="YES" THEN S=0:GOTO 10\n'
)
GUESS = (
    "10 REM A GAME THAT BEGINS ANEW FOR EVER\n20 X=INT(RND(1)*5)+1\n30 INPUT G\n40 IF G=X THEN 20\n"
    '50 PRINT "NO":GOTO 30\n60 END\n'
)


def test_programs_without_a_way_to_end_are_told_apart() -> None:
    """A program whose END no way leads to is known, and where it begins again."""
    summing, guessing = (Reach(Program.parse(text).analyst) for text in (SUM, GUESS))
    assert (summing.can_end, guessing.can_end) == (True, False)
    assert guessing.beginning() == 20


@pytest.mark.slow
def test_books_are_played_by_attributes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One program ends, one begins again, one cannot be played on; the figures say so."""
    (tmp_path / "sum.bas").write_text(SUM)
    (tmp_path / "guess.bas").write_text(GUESS)
    (tmp_path / "hello.bas").write_text('10 PRINT "HELLO"\n')
    books([tmp_path])
    told = capsys.readouterr().out
    assert "programs played: 3, without a crash 3" in told
    assert "text variables: 1, free text 0, of the other 1 with words offered 1 = 100.0%" in told
    assert (
        "programs that ask: 2; played to the end by Tab alone: 2 (1 end, 1 have no way to END"
        in told
    )
