"""An engine that speaks UCI, by default Stockfish from the system's packages: one process, closed when ours ends.

Each question is a new game to the engine and is given a number of nodes, one thread and a fixed memory, so that the
same question has the same answer. (Without the new game three equal questions had three answers.)
"""

from __future__ import annotations

import atexit
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import chess

from ...boards import Place
from ...errors import BrokenGame, NoAbility, quote
from ...game import Hint, Opponent, Policy, Solution, Verdict

NODES = 20_000
"""What a move is given where nothing is said: about a tenth of a second."""

_GREETING_SECONDS = 10.0
_NODES_A_SECOND = 1_000
"""Far less than any machine does: by it is told when an engine hangs."""

_PLACES = ("/usr/games/stockfish", "/usr/local/games/stockfish", "/usr/local/bin/stockfish")
MISSING = (
    "No engine is installed: the package 'stockfish' brings one (apt-get or brew install stockfish), or STOCKFISH "
    "names one."
)


def found() -> str | None:
    """The path of an engine: what STOCKFISH names, else Stockfish where systems put it."""
    named = os.environ.get("STOCKFISH", "")
    if named:
        return shutil.which(named) or named
    return shutil.which("stockfish") or next((path for path in _PLACES if os.access(path, os.X_OK)), None)


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of an engine: moves, the score in hundredths of a pawn or moves to mate, chances in thousandths."""

    moves: tuple[str, ...]
    score: int
    is_mate: bool
    chances: tuple[int, int, int] | None

    @property
    def value(self) -> float:
        """From 0, lost, to 1, won, for who is to move."""
        if self.chances:
            return (self.chances[0] + self.chances[1] / 2) / 1000
        return float(self.score > 0) if self.is_mate else 1 / (1 + 10 ** (-self.score / 400))

    def __str__(self) -> str:
        if self.is_mate:
            return f"mates in {self.score}" if self.score > 0 else f"is mated in {-self.score}"
        told = f"{self.score / 100:+.2f}"
        if self.chances:
            told += " (wins {:.0f} %, draws {:.0f} %)".format(*(part / 10 for part in self.chances[:2]))
        return told


class Engine:
    """A running engine; raises `BrokenGame` where the program is none, ends or hangs, and is then of no more use."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.pid = os.getpid()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                encoding="utf-8", errors="replace",  # whatever the system's own encoding is
                start_new_session=True, creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )  # fmt: skip
        except OSError as fault:
            raise BrokenGame(f"The engine {quote(path)} does not start: {fault.strerror}.") from None
        threading.Thread(target=self._listen, daemon=True).start()
        self._say("uci")
        self._until("uciok", _GREETING_SECONDS, "does not answer as a UCI engine does")
        for option, value in (("Threads", 1), ("Hash", 16), ("UCI_ShowWDL", "true")):
            self._say(f"setoption name {option} value {value}")

    def alive(self) -> bool:
        """Whether the process runs and is ours, not that of the process we were forked from."""
        return self.pid == os.getpid() and self._process.poll() is None

    def close(self) -> None:
        """End the process."""
        if self.pid == os.getpid():
            self._process.kill()
            self._process.wait()

    def ask(self, board: chess.Board, nodes: int, lines: int = 1) -> list[Answer]:
        """The best ``lines`` answers to a position, best first."""
        self._say(f"setoption name MultiPV value {lines}")
        self._say(f"setoption name UCI_Chess960 value {str(board.chess960).lower()}")
        self._say("ucinewgame")
        self._say("isready")
        self._until("readyok", _GREETING_SECONDS, "hangs")
        self._say(f"position fen {board.fen(shredder=board.chess960)}")
        self._say(f"go nodes {nodes}")
        told: dict[int, Answer] = {}
        for line in self._until("bestmove", _GREETING_SECONDS + nodes / _NODES_A_SECOND, "hangs"):
            words = line.split()
            if words[:1] == ["info"] and "pv" in words and "score" in words:
                told[int(_after(words, "multipv") or 1)] = _answer(words)
        return [told[number] for number in sorted(told)]

    def _say(self, line: str) -> None:
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._fault("has ended") from None

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError, OSError):
            for line in self._process.stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _until(self, word: str, seconds: float, fault: str) -> list[str]:
        """All lines up to the one that begins with ``word``."""
        lines: list[str] = []
        while not lines or lines[-1].split(maxsplit=1)[:1] != [word]:
            try:
                line = self._lines.get(timeout=seconds)
            except queue.Empty:
                raise self._fault(f"{fault}: no {word!r} within {seconds:.0f} seconds") from None
            if line is None:
                raise self._fault(f"has ended before it said {word!r}")
            lines.append(line)
        return lines

    def _fault(self, what: str) -> BrokenGame:
        self.close()
        return BrokenGame(f"The engine {quote(self.path)} {what}.")


def _after(words: Sequence[str], name: str) -> str | None:
    return words[words.index(name) + 1] if name in words else None


def _answer(words: Sequence[str]) -> Answer:
    at = words.index("score")
    chances = words.index("wdl") if "wdl" in words else None
    odds = None if chances is None else tuple(map(int, words[chances + 1 : chances + 4]))
    moves = tuple(words[words.index("pv") + 1 :])
    return Answer(moves, int(words[at + 2]), words[at + 1] == "mate", odds)  # type: ignore[arg-type] # three numbers


# One engine for all ------------------------------------------------------------------------

_running: list[Engine] = []
_asking = threading.Lock()
os.register_at_fork(after_in_child=lambda: _asking.release() if _asking.locked() else None)


def asked(board: chess.Board, nodes: int, lines: int = 1) -> list[Answer]:
    """The engine's answers; raises `NoAbility` where there is no engine or it does not know the variant."""
    path = found()
    if path is None:
        raise NoAbility(MISSING)
    if board.uci_variant != "chess":
        raise NoAbility(f"The engine plays chess and its 960 starts, not {board.uci_variant}.")
    with _asking:
        running = _engine(path)
        try:
            return running.ask(board, nodes, lines)
        except BaseException:  # interrupted: the engine is still thinking, and its answer would be taken for the next
            running.close()
            raise


def _engine(path: str) -> Engine:
    """The engine that runs, or a new one."""
    if not (_running and _running[-1].alive() and _running[-1].path == path):
        if _running:
            _running[-1].close()
        _running.append(Engine(path))
        del _running[:-2]
    return _running[-1]


@atexit.register
def _close() -> None:
    for running in _running:
        running.close()


# What it says ------------------------------------------------------------------------------


def _player(budget: int) -> Policy:
    """The engine as an opponent, with so many nodes for each move."""

    def choose(game: Any, state: Any, rng: Random) -> str:
        return asked(state.inner, budget)[0].moves[0]

    return choose


OPPONENT = Opponent(_player, NODES, "Stockfish, by a number of nodes", recorded=True)


def verdicts(board: chess.Board, moves: Sequence[str]) -> dict[str, Verdict]:
    """What the engine thinks of each move, for who is to move."""
    answers = asked(board, NODES + 1_000 * len(moves), min(len(moves), 256))
    return {answer.moves[0]: Verdict(str(answer), answer.value) for answer in answers}


def advice(board: chess.Board, place: Callable[[int], Place]) -> Hint:
    """The engine's move and the line that it expects, in the short form."""
    best = asked(board, NODES)[0]
    move = chess.Move.from_uci(best.moves[0])
    line = " ".join(_short(board, best.moves[:8]))
    return Hint(best.moves[0], f"{best}, by {line}.", (place(move.from_square), place(move.to_square)))


def expectation(board: chess.Board) -> Solution:
    """The best play that the engine expects from here on."""
    best = asked(board, NODES)[0]
    proved = best.is_mate and best.score == (len(best.moves) + 1) // 2
    return Solution(best.moves, "solved" if proved else "unknown", NODES, note=f"the engine expects this: {best}")


def _short(board: chess.Board, moves: Sequence[str]) -> Iterator[str]:
    after = board.copy(stack=False)
    for text in moves:
        move = chess.Move.from_uci(text)
        yield after.san(move)
        after.push(move)
