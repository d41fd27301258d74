"""Programs that go on forever: they end if nothing is asked any more, and fail where they wait in
vain."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program, ProgramState


def gone_on(text: str, mores: int = 4) -> ProgramState:
    """A program told to go on a few times while it wants to."""
    state = Program.parse(text).start(1)
    for _ in range(mores):
        state = state.more() if state.status == "more" else state
    return state


@pytest.mark.parametrize(
    "text",
    [
        '10 PRINT "THE END"\n20 GOTO 20\n',
        '10 PRINT "HI":GOTO 10\n',
        "10 PRINT RND(1):GOTO 10\n",
        "10 FOR I=1 TO 1000:J=I*2:NEXT\n20 K=K+1:GOTO 10\n",
        "10 GOSUB 30:GOTO 10\n30 ON INT(RND(1)*2) GOTO 40\n40 PRINT RND(1):RETURN\n50 INPUT A\n",
    ],
)
def test_endless_program_is_over(text: str) -> None:
    """What neither asks nor ends ever again is over, at once where it repeats itself, and that is
    told."""
    state = gone_on(text)
    assert (state.status, len(state.remarks)) == ("ended", 1)
    assert "forever" in state.remarks[0]


@pytest.mark.parametrize("wait", ["PEEK(4096)=0", "INP(96)<5"])
def test_wait_for_what_is_not_here_is_a_fault(wait: str) -> None:
    """A loop that waits for a place in memory or a port to change is told with its line."""
    state = gone_on(f'10 PRINT "PUSH THE BUTTON"\n20 IF {wait} THEN 20\n30 INPUT A\n')
    assert (state.status, str(state.error)) == (
        "error",
        "THE PROGRAM AWAITS SOMETHING THAT IS NOT SUPPORTED IN 20",
    )


@pytest.mark.parametrize(
    "text",
    [
        '10 X=X+1:IF X<2E6 THEN 10\n20 PRINT "DONE"\n',
        "10 IF RND(1)<2 THEN 10\n20 INPUT A\n",
    ],
)
def test_long_run_goes_on(text: str) -> None:
    """What may still come to an end or a question runs on."""
    assert Program.parse(text).start(1).status == "more"
    assert gone_on(text).error is None


def test_endless_picture_of_an_asking_program_is_its_end() -> None:
    """A game that keeps its last picture by a jump to itself ends there."""
    state = Program.parse('10 INPUT A\n20 PRINT "BYE"\n30 GOTO 30\n').start(1).answer("1")
    assert (state.status, state.output) == ("ended", "BYE\n")
