"""An engine of chess: the real one, and programs that are none."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, evaluate, hint, line, outcome, replay, solve
from interactive_provider.adapters.chess import engine
from interactive_provider.errors import BrokenGame, NoAbility
from tests.sure import sure

games: Any = InteractiveProvider(seed=7)

TALKS = """\
import sys
for line in sys.stdin:
    if line.startswith("uci\\n"): print("uciok", flush=True)
    if line.startswith("isready"): print("readyok", flush=True)
    if line.startswith("go"): {}
"""


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put a program of our own in the place of the engine, and make patience short."""

    def put(code: str) -> str:
        path = tmp_path / "engine"
        path.write_text(f"#!{sys.executable}\n{code}")
        path.chmod(0o755)
        monkeypatch.setenv("STOCKFISH", str(path))
        return str(path)

    monkeypatch.setattr(engine, "_GREETING_SECONDS", 0.6)
    monkeypatch.setattr(engine, "_NODES_A_SECOND", 10_000_000)
    return put


@pytest.mark.slow
def test_the_engine_finds_a_mate_and_says_how() -> None:
    """The hint is the mating move with its line, the verdicts put it first, and the solution is proved."""
    p = games.chess(fen="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    told = sure(hint(p))
    assert ("a1a8", "mates in 1, by Ra8#.") == (told.value, told.reason)
    verdicts = evaluate(p)
    assert "a1a8" == max(verdicts, key=lambda value: sure(verdicts[value].score))
    assert (len(p._state.legal), 1.0) == (len(verdicts), verdicts["a1a8"].score)
    assert (("a1a8",), "solved") == (solve(p).values, solve(p).status)


@pytest.mark.slow
def test_the_same_question_has_the_same_answer_in_another_process() -> None:
    """A game of three replies against the engine is the same here, again, and elsewhere."""
    code = (
        "from interactive_provider import games, line\n"
        "p = games.chess(against=('stockfish', 5_000), seed=1).e4\n"
        "for _ in range(2): p = getattr(p, dir(p)[0])\n"
        "print(line(p), p._state.fen)"
    )
    once, again = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    assert once == again
    assert 6 == len(replay(once.rsplit(" ", 6)[0])._state.moves)


@pytest.mark.slow
def test_a_line_against_the_engine_needs_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line holds both sides' moves, so it leads to the same position where no engine is."""
    p = games.chess(against=("stockfish", 2_000), seed=1).d4
    monkeypatch.setattr(engine, "found", lambda: None)
    assert p._state.fen == replay(line(p))._state.fen
    assert outcome(p) is None


def test_without_an_engine_one_sentence_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hint, evaluate and an opponent say which package brings an engine."""
    monkeypatch.setattr(engine, "found", lambda: None)
    p = games.chess.e4
    for ask in (hint, evaluate, solve, lambda p: games.chess(against=("stockfish", 10), seed=99).e3):
        with pytest.raises(NoAbility, match="package 'stockfish'"):
            ask(p)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "has ended"),
        ("import sys\nfor line in sys.stdin: print(line, flush=True)", "does not answer as a UCI engine does"),
        (TALKS.format("sys.exit(3)"), "has ended"),
        (TALKS.format("pass"), "hangs"),
    ],
)
def test_a_program_that_is_no_engine_or_fails_is_told(code: str, said: str, fake: Any) -> None:
    """An engine that ends, hangs or is something else is one sentence with its path, and its process is gone."""
    path = fake(code)
    with pytest.raises(BrokenGame, match=said) as caught:
        hint(games.chess.e4)
    assert path[-10:] in str(caught.value)
    assert not any(running.path == path and running.alive() for running in engine._running)


def test_a_file_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """STOCKFISH may name what is not there or cannot be run."""
    monkeypatch.setenv("STOCKFISH", str(tmp_path / "nothing"))
    with pytest.raises(BrokenGame, match="does not start"):
        hint(games.chess.e4)


@pytest.mark.slow
def test_an_engine_that_was_killed_is_started_anew() -> None:
    """After its process has ended the next question is answered by a new one."""
    first = hint(games.chess.e4)
    running = engine._running[-1]
    os.kill(running._process.pid, 9)
    running._process.wait()
    assert first == hint(games.chess.e4)
    assert running is not engine._running[-1]


def _asked_in_child(fen: str, answers: Any) -> None:
    answers.put((sure(hint(games.chess(fen=fen))).value, engine._running[-1].pid == os.getpid()))


@pytest.mark.slow
def test_a_fork_has_an_engine_of_its_own() -> None:
    """A child of ours asks its own engine, and ours goes on answering."""
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    hint(games.chess.e4)
    process = engine._running[-1]._process
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_asked_in_child, args=(fen, answers))
    child.start()
    assert ("a1a8", True) == answers.get(timeout=30)
    child.join(30)
    assert process.poll() is None
    assert "a1a8" == sure(hint(games.chess(fen=fen))).value


@pytest.mark.slow
def test_the_engine_ends_with_our_process() -> None:
    """One process runs however much is asked, and none is left when Python ends."""
    code = (
        "from interactive_provider import games, hint\n"
        "from interactive_provider.adapters.chess import engine\n"
        "hint(games.chess.e4); hint(games.chess.d4)\n"
        "print(len(engine._running), engine._running[-1]._process.pid)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "1" == told[0]
    assert not Path(f"/proc/{told[1]}").exists()


@pytest.mark.slow
def test_an_interrupt_leaves_no_answer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an interrupt while the engine thinks the next question gets its own answer."""
    wanted = hint(games.chess.e4)
    until = engine.Engine._until

    def interrupted(self: Any, word: str, seconds: float, fault: str) -> Any:
        if word == "bestmove":
            raise KeyboardInterrupt
        return until(self, word, seconds, fault)

    monkeypatch.setattr(engine.Engine, "_until", interrupted)
    with pytest.raises(KeyboardInterrupt):
        hint(games.chess.d4)
    monkeypatch.undo()
    assert wanted == hint(games.chess.e4)
