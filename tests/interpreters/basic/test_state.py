"""States never change, branch freely, and pickle small."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from interactive_provider.interpreters.basic import Program, ProgramState
from interactive_provider.support.fingerprint import attributes

GAME = """10 DIM A(9),B$(3)
20 FOR R=1 TO 3
30 GOSUB 200
40 NEXT R
50 PRINT "END";A(1);A(2);A(3);RND(1)
60 END
200 INPUT "N";A(R):B$(R)="X"+STR$(A(R))
210 FOR I=1 TO A(R)
220 INPUT "M";M:S=S+M*RND(1)
230 NEXT I:PRINT S;B$(R)
240 RETURN
"""


def random_steps(
    state: ProgramState, rng: Random, steps: int
) -> list[tuple[ProgramState, str, ProgramState]]:
    """Random steps from a state, each with its answer."""
    taken = []
    for _ in range(steps):
        if state.over:
            break
        answer = str(rng.randint(0, 3))
        after = state.answer(answer)
        taken.append((state, answer, after))
        state = after
    return taken


def test_siblings_do_not_disturb_each_other() -> None:
    """Answers given in any order, again and again, lead to the same states."""
    rng = Random(1)
    start = Program.parse(GAME).start(1)
    steps = [step for seed in range(30) for step in random_steps(start, Random(seed), 12)]
    rng.shuffle(steps)
    for before, answer, after in steps:
        assert before.answer(answer) == after
        before.answer(str(rng.randint(0, 3)))


def test_replay_gives_the_same_transcript() -> None:
    """The same answers to the same seed print the same."""
    first = random_steps(Program.parse(GAME).start(7), Random(3), 20)
    again = Program.parse(GAME).start(7)
    for _, answer, after in first:
        again = again.answer(answer)
        assert again.output == after.output
    assert first[-1][2].transcript == again.transcript


def test_pickle_goes_on_where_it_stopped() -> None:
    """A state that was pickled in the middle of loops and calls continues as if nothing were."""
    state = Program.parse(GAME).start(2).answer("2").answer("3")
    revived = pickle.loads(pickle.dumps(state))
    assert revived == state
    assert revived.answer("1").answer("0").output == state.answer("1").answer("0").output


def test_large_state_pickles_small() -> None:
    """Two thousand cells and their program fit in five kilobytes."""
    text = "10 DIM A(40,50)\n20 FOR I=0 TO 40:FOR J=0 TO 50:A(I,J)=I*J:NEXT:NEXT\n30 INPUT X\n"
    assert len(pickle.dumps(Program.parse(text).start())) < 5_120


def test_states_cannot_be_written_to() -> None:
    """An attribute of a state cannot be set."""
    with pytest.raises(AttributeError, match="cannot assign"):
        Program.parse("10 INPUT A").start().output = ""  # type: ignore[misc] # it is what is tested


def test_column_is_kept_over_a_stop() -> None:
    """POS after an answer begins again, since the answer ended the line."""
    state = Program.parse('10 PRINT "AB";:INPUT A\n20 PRINT "X",POS(0)').start()
    assert state.answer("1").output == "X              14 \n"


def test_suspended_loops_resume() -> None:
    """However often a run is cut short, in plain loops or others, it prints the same."""
    text = (
        "10 FOR I=1 TO 20:FOR J=.5 TO 3:S=S+I*J:NEXT J:NEXT I\n"
        "20 FOR K=9 TO 1 STEP -2:S=S+K:NEXT\n30 PRINT S\n40 GOSUB 60\n50 END\n"
        "60 FOR L=1 TO 30:IF L=25 THEN 80\n70 T=T+L:NEXT\n80 PRINT T:RETURN"
    )
    program = Program.parse(text)
    whole = program.start().output
    for steps in (1, 2, 3, 7, 19):
        state = program.start(steps=steps)
        output = state.output
        while state.status == "more":
            state = state.more()
            output += state.output
        assert output == whole


@pytest.mark.parametrize("dialect", ["lenient", "gw"])
@pytest.mark.parametrize(
    "body", ["RANDOMIZE 5", "ERASE A:DIM A(30000)", ":".join(["A=A*1.1/3-C"] * 60)]
)
def test_budget_counts_work(body: str, dialect: str) -> None:
    """A turn that takes long uses up more of the budget than an empty one."""
    spent = [
        Program.parse(f"10 N=N+1:{text}:IF N<2000 THEN 10\n20 PRINT N", dialect)
        .start(steps=8000)
        .status
        for text in ("", body)
    ]
    assert ["ended", "more"] == spent


@pytest.mark.parametrize(
    ("statement", "most"),
    [
        ("A#=A#+.1#", 80_000),
        ("A#=1#/3", 60_000),
        ('A=VAL("1.5")', 20_000),
        (f'A=VAL("{"9" * 200}")', 2_000),
        ("A%=9999:B=1.0001^A%", 6_000),
        ('TIME$="10:11:12"', 110_000),
        ("WIDTH 40:WIDTH 80", 20_000),
    ],
)
def test_a_budget_is_spent_on_slow_work_too(statement: str, most: int) -> None:
    """A run stops after fewer turns where each does what takes long."""
    stopped = Program.parse(f"10 {statement}:N=N+1:GOTO 10", "gw").start()
    assert "more" == stopped.status
    turns = stopped.variable("N")
    assert isinstance(turns, float)
    assert 0 < turns <= most


def test_lines_are_no_part_of_a_fingerprint() -> None:
    """A fingerprint, of which each check of a game takes thousands, leaves out what follows from a
    program's text."""
    assert {"text", "dialect", "ignored", "folder"} == attributes(
        Program.parse('10 PRINT "HELLO"')
    ).keys()
