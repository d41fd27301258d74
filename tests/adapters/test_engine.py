"""An engine of chess: the real one, and programs that are none."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from chess.engine import Cp, Mate, PovScore, PovWdl, Wdl

from interactive_provider import InteractiveProvider, evaluate, hint, line, outcome, replay, solve
from interactive_provider.adapters.chess import engine
from interactive_provider.errors import BrokenGame, NoAbility
from interactive_provider.heart.play import overlays
from tests.patience import PATIENCE
from tests.sure import sure

games: Any = InteractiveProvider(seed=7)

FAKE = """\
import os, sys, time
def say(*lines): print(*lines, sep="\\n", flush=True)
with open(__file__ + ".new", "w") as file: file.write(str(os.getpid()))
os.replace(__file__ + ".new", __file__ + ".pid")
for line in sys.stdin:
    if line.startswith("uci\\n"): say("option name MultiPV type spin default 1 min 1 max 500", "uciok")
    if line.startswith("isready"): say("readyok")
    if line.startswith("go"): {}
while True: time.sleep(1)
"""
"""An engine that does not end when its input does."""


def install(folder: Path, code: str) -> Path:
    """Write a program that can stand for an engine."""
    path = folder / "engine"
    path.write_text(f"#!{sys.executable} -IS\n{code}")
    path.chmod(0o755)
    return path


def is_gone(path: Path) -> bool:
    """Whether no process of a fake engine is left, at once or after a while."""
    process_id = int(path.with_name(path.name + ".pid").read_text())
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if not Path(f"/proc/{process_id}").exists():
            return True
        time.sleep(0.05)
    os.kill(process_id, 9)
    return False


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Path]]:
    """Put a program of our own in the place of the engine, and make patience short."""

    def put(code: str) -> Path:
        path = install(tmp_path, code)
        monkeypatch.setenv("STOCKFISH", str(path))
        return path

    monkeypatch.setattr(engine, "_OUTPUT_LIMIT", 100_000)
    yield put
    engine._close()


@pytest.mark.slow
def test_the_engine_finds_a_mate_and_says_how() -> None:
    """The hint is the mating move with its line, the verdicts put it first, and the solution is
    proved."""
    p = games.chess(fen="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    told = sure(hint(p))
    assert ("a1a8", "You mate at once.") == (told.value, told.reason)
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
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
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


def test_without_an_engine_our_own_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint says so, and which package brings an engine; an opponent cannot do without it."""
    monkeypatch.setattr(engine, "found", lambda: None)
    p = games.chess(position="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    told = sure(hint(p))
    assert ("a1a8", "You mate at once.") == (told.value, told.reason[:17])
    assert "our own short search" in told.reason
    assert "package 'stockfish'" in told.reason
    assert "a1a8" == max(evaluate(p), key=lambda value: sure(evaluate(p)[value].score))
    assert ("a1a8",) == solve(p).values
    with pytest.raises(NoAbility, match="package 'stockfish'"):
        games.chess(against=("stockfish", 10), seed=99).e3  # noqa: B018 - it is played


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit(3)", "fails: it ended with code 3"),
        pytest.param(
            "pass", "does not answer like a UCI engine within 2 seconds", marks=pytest.mark.slow
        ),
        (
            "\n        while True: say('info string still here')",
            "fails: it printed more than 100,000 bytes",
        ),
        (
            "\n        while True: print('no end', end='')",
            "fails: it printed more than 100,000 bytes",
        ),
        ("say('bestmove e2e4')", "fails: illegal uci: 'e2e4' in rnbq"),
        ("say('bestmove Ω7')", "fails: expected uci string to be of length 4 or 5: 'ω7'"),
        ("say('bestmove 0000')", "fails: it gave no move for rnbq"),
        ("say('bestmove (none)')", "fails: it gave no move for rnbq"),
        ("say('bestmove')", "fails: it gave no move for rnbq"),
    ],
)
def test_an_engine_that_gives_no_answer_is_one_sentence(
    answer: str, reason: str, fake: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that dies, stalls, prints without end or names no legal move is named, and its
    process is gone."""
    path = fake(FAKE.format(answer))
    if answer == "pass":
        monkeypatch.setattr(engine, "_ANSWER_SECONDS", 2)
        monkeypatch.setattr(engine, "_NODES_A_SECOND", 10_000_000)
    for ask in (hint, evaluate, solve):
        with pytest.raises(BrokenGame, match=re.escape(f"/{path.name}' {reason}")):
            ask(games.chess.e4)
        assert is_gone(path)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "fails: it ended with code 0"),
        pytest.param(
            "for line in open(0): print(line)",
            "does not answer like a UCI engine",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_program_that_is_no_engine_is_told(
    code: str, reason: str, fake: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that ends at once or speaks otherwise is told in one sentence."""
    fake(code)
    if code:
        monkeypatch.setattr(engine, "_GREETING_SECONDS", 2)
    with pytest.raises(BrokenGame, match=reason):
        hint(games.chess.e4)
    assert not any(running.alive() for running in engine._running)


NO_SCORE = "The engine chose it and gave no score."


@pytest.mark.parametrize(
    ("answer", "moves", "text", "reason"),
    [
        ("say('bestmove e7e5')", ("e7e5",), "no score given", NO_SCORE),
        (
            "say('info score cp 20 pv e2e4', 'bestmove e7e5')",
            ("e7e5",),
            "+0.20",
            "It leaves you about even.",
        ),
        (
            "say('info score cp x depth - pv e7e5', 'info nonsense', 'bestmove e7e5')",
            ("e7e5",),
            "no score given",
            NO_SCORE,
        ),
        ("say('info score cp 20 pv d7d5', 'bestmove e7e5')", ("e7e5",), "no score given", NO_SCORE),
        (
            "say('info multipv 1000000000 score cp 1 pv e7e5', 'bestmove e7e5')",
            ("e7e5",),
            "no score given",
            NO_SCORE,
        ),
        (
            "say('info score cp 1 pv d7d5', 'info score cp 9', 'info pv e7e5', 'bestmove e7e5')",
            ("e7e5",),
            "+0.09",
            "It leaves you about even.",
        ),
        (
            "say('info score mate 3 pv e7e5 0000 d7d5', 'bestmove e7e5')",
            ("e7e5",),
            "mates in 3",
            "You mate in 3.",
        ),
        (
            "say('info score cp -20 pv e7e5 g1f3', 'bestmove e7e5')",
            ("e7e5", "g1f3"),
            "-0.20",
            "It leaves you about even. The engine expects Nf3.",
        ),
    ],
)
def test_what_an_engine_gives_without_a_legal_line_is_used(
    answer: str, moves: tuple[str, ...], text: str, reason: str, fake: Any
) -> None:
    """The move that is played is ``bestmove``; a line that is missing, illegal or passes is left
    out."""
    fake(FAKE.format(answer))
    p = games.chess.e4
    assert (moves, "unknown") == (solve(p).values, solve(p).status)
    assert ("e7e5", reason) == (sure(hint(p)).value, sure(hint(p)).reason)
    assert text == str(evaluate(p)["e7e5"])


def test_a_reply_that_is_not_legal_is_not_played(fake: Any) -> None:
    """An opponent that answers with an illegal move is a broken engine, and the position stays as
    it was."""
    fake(FAKE.format("say('bestmove e2e4')"))
    p = games.chess(against=("stockfish", 10), seed=98)
    with pytest.raises(BrokenGame, match="illegal uci: 'e2e4'"):
        _ = p.e4
    assert "e4" in dir(p)


@pytest.mark.parametrize(
    ("name", "reason"), [("nothing", "No such file"), ("", "Permission denied")]
)
def test_a_file_that_does_not_start_is_told(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """STOCKFISH may name what is not there or is a folder."""
    monkeypatch.setenv("STOCKFISH", str(tmp_path / name))
    with pytest.raises(BrokenGame, match=f"does not start: {reason}"):
        hint(games.chess.e4)


@pytest.mark.slow
def test_an_engine_that_hangs_ends_with_a_killed_parent(tmp_path: Path) -> None:
    """An engine that neither answers nor notices the end of its input is gone after SIGKILL for
    ours."""
    path = install(tmp_path, FAKE.format("say('info string thinking')"))
    code = "from interactive_provider import games, hint; hint(games.chess.e4)"
    parent = subprocess.Popen(
        [sys.executable, "-c", code], env=os.environ | {"STOCKFISH": str(path)}
    )
    while not (tmp_path / "engine.pid").exists():
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    assert is_gone(path)


@pytest.mark.slow
def test_nothing_but_our_sentence_is_printed(tmp_path: Path) -> None:
    """What python-chess logs of an engine's garbage does not reach the screen."""
    path = install(
        tmp_path, FAKE.format("say('?', 'info score cp x', 'info pv zz', 'bestmove e2e4')")
    )
    code = (
        "from interactive_provider import games, hint\n"
        "try: hint(games.chess.e4)\n"
        "except Exception as error: print(type(error).__name__)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"STOCKFISH": str(path)},
        capture_output=True,
        text=True,
    )
    assert ("BrokenGame\n", "") == (run.stdout, run.stderr)


@pytest.mark.slow
def test_an_engine_that_was_killed_is_started_anew() -> None:
    """After its process has ended the next question is answered by a new one."""
    first = hint(games.chess.e4)
    running = engine._running[0]
    os.kill(process_id(running), 9)
    while running.alive():
        time.sleep(0.01)
    engine._judged.cache_clear()
    assert first == hint(games.chess.e4)
    assert running is not engine._running[0]


def process_id(running: engine.Engine) -> int:
    """The number of an engine's process."""
    return sure(running.transport).get_pid()


def _asked_in_child(fen: str, answers: Any) -> None:
    forked = engine._running[0]
    answers.put((sure(hint(games.chess(fen=fen))).value, forked is not engine._running[0]))


@pytest.mark.slow
def test_a_fork_has_an_engine_of_its_own() -> None:
    """A child of ours asks its own engine, and ours goes on answering."""
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    hint(games.chess.e4)
    running = engine._running[0]
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_asked_in_child, args=(fen, answers))
    child.start()
    assert ("a1a8", True) == answers.get(timeout=PATIENCE)
    child.join(PATIENCE)
    assert [running] == engine._running
    assert running.alive()
    assert "a1a8" == sure(hint(games.chess(fen=fen))).value


@pytest.mark.slow
def test_the_engine_ends_with_our_process() -> None:
    """One process runs however much is asked, and none is left when Python ends."""
    code = (
        "from interactive_provider import games, hint\n"
        "from interactive_provider.adapters.chess import engine\n"
        "hint(games.chess.e4); hint(games.chess.d4)\n"
        "print(len(engine._running), engine._running[0].transport.get_pid())"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "1" == told[0]
    assert not Path(f"/proc/{told[1]}").exists()


@pytest.mark.slow
def test_an_interrupt_leaves_no_answer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an interrupt while the engine thinks the next question gets its own answer."""
    expected = hint(games.chess.e4)
    running = engine._running[0]
    answers = engine.Engine.answers

    async def interrupted(self: Any, *arguments: Any) -> Any:
        threading.Timer(0.05, os.kill, [os.getpid(), signal.SIGINT]).start()
        return await answers(self, arguments[0], 10**9, *arguments[2:])

    monkeypatch.setattr(engine.Engine, "answers", interrupted)
    with pytest.raises(KeyboardInterrupt):
        hint(games.chess.d4)
    monkeypatch.undo()
    assert not running.alive()
    assert expected == hint(games.chess.e4)


@pytest.mark.slow
def test_eight_games_in_threads_share_one_engine_and_have_equal_lines() -> None:
    """Questions from threads wait for each other, and each gets the answer that it gets alone."""

    def played(seed: int) -> str:
        p = InteractiveProvider(seed=seed).chess(against=("stockfish", 500)).e4
        for _ in range(3):
            p = getattr(p, dir(p)[0])
        return line(p).partition(")")[2]

    alone = played(1)
    with ThreadPoolExecutor(8) as pool:
        assert [alone] * 8 == list(pool.map(played, range(2, 10)))
    assert 1 == len(engine._running)


@pytest.mark.slow
def test_a_fork_that_ends_as_python_does_leaves_our_engine_alone() -> None:
    """What a forked process frees when it ends is not taken from the one that it was forked
    from."""
    code = (
        "import os, sys\nfrom interactive_provider import games, hint\n"
        "from interactive_provider.adapters.chess import engine\n"
        "first, running = hint(games.chess.e4), engine._running[0]\n"
        "engine._judged.cache_clear()\nchild = os.fork()\n"
        "if child == 0:\n"
        "    assert first == hint(games.chess.e4) and running is not engine._running[0]\n"
        "    sys.exit(7)\n"
        "print(os.waitpid(child, 0)[1] >> 8, hint(games.chess.e4) == first, engine._running "
        "== [running])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert "7 True True\n" == run.stdout


SCORES = [
    (Cp(31), "", "It leaves you about even."),
    (Cp(-100), "", "It leaves you about 1 pawn behind."),
    (Cp(81), "", "It leaves you about 0.8 pawns ahead."),
    (Mate(2), "Kf8 Qh8", "You mate in 2, whatever White replies. The engine expects Kf8 Qh8."),
    (Mate(-2), "", "White mates in 2; a slip may save you."),
]


@pytest.mark.parametrize(("score", "moves", "words"), SCORES)
def test_a_score_is_a_sentence(score: Cp | Mate, moves: str, words: str) -> None:
    """Pawns and moves to mate are said from the side of the player to move."""
    answer = engine.Answer((), PovScore(score, chess.BLACK))

    assert words == engine.reason_for(answer, "White", line=moves)


def test_a_hint_is_the_best_of_the_verdicts_and_asked_once(monkeypatch: Any) -> None:
    """A hint and the verdicts of chess come from one question to the engine, so they agree."""
    p = games.chess(seed=1).both_sides.e4.c5.Nh3.d5
    engine._judged.cache_clear()
    questions: list[Any] = []
    ask = engine.asked

    def counted(*question: Any) -> list[engine.Answer]:
        questions.append(question)
        return ask(*question)

    monkeypatch.setattr(engine, "asked", counted)
    verdicts = evaluate(p)
    best = verdicts[sure(hint(p)).value]

    assert max(sure(one.score) for one in verdicts.values()) == best.score
    assert 1 == len(questions)


def test_of_sure_wins_the_quickest_mate_comes_first() -> None:
    """When all moves win, or all lose, the chances of all are equal: then pawns and the length of
    the mate decide which is listed first."""
    scores = [Mate(1), Mate(3), Cp(640), Cp(639), Cp(-640), Mate(-5), Mate(-1)]
    answers = [engine.Answer((), PovScore(one, chess.WHITE)) for one in scores]
    ranks = [overlays.rank(replace(one.verdict(), score=1.0)) for one in answers]
    assert sorted(ranks, reverse=True) == ranks
    assert len(ranks) == len(set(ranks))


def test_the_chances_of_an_engine_are_percentages() -> None:
    """Those of a win and of a draw for the player to move, beside the pawns."""
    chances = PovWdl(Wdl(100, 300, 600), chess.WHITE)
    answer = engine.Answer((), PovScore(Cp(-150), chess.WHITE), chances)
    assert "-1.50 (wins 10 %, draws 30 %)" == str(answer)


def test_all_moves_of_a_won_game_are_listed_best_first() -> None:
    """The mate at once is the first line of what evaluate shows, before moves that only win."""
    p = games.chess(fen="6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    shown = repr(evaluate(p))
    assert shown.startswith("Rd8")
