"""A UCI engine, by default Stockfish from the system's packages: one process, which ends with ours.

python-chess's `chess.engine` implements the protocol. Each question is a new game to the engine,
with a fixed number of nodes, one thread and a fixed memory, so that the same question always has
the same answer. (Without a new game, three equal questions had three different answers.)
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import logging
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any

import chess
import chess.engine
import chess.variant
from chess.engine import EngineError

from ...boards import Place
from ...errors import BrokenGame, NoAbility, quote
from ...game import Hint, Opponent, Policy, Solution, Verdict
from ...search.sentences import amount
from . import own_search

NODES = 20_000
"""The default node budget of a move: about a tenth of a second."""

_NODES_A_MOVE = 3_000
"""The number of nodes for each legal move if all are judged: the best one is then found as often as
with the default budget alone."""

_JUDGED = 64
"""The number of positions whose answers are remembered."""

_GREETING_SECONDS = 10.0
_ANSWER_SECONDS = 10.0
"""The time in seconds that an answer may take in addition to the time for its nodes."""
_NODES_A_SECOND = 5_000
"""Far fewer than any machine searches: an engine that takes longer for a whole answer is considered
to hang."""
_OPTIONS = {"Threads": 1, "Hash": 16, "UCI_ShowWDL": True}
_OUTPUT_LIMIT = 4_000_000
"""The maximum size of one answer in bytes: ten times what Stockfish prints for a position with 218
moves."""

_COMPARED = 10
"""How many times more nodes a comparison of a few moves takes."""

DECIDED = 10.0
"""The advantage in pawns above which any more does not matter: as large as a mate."""

WINNING = 7
"""The number of pawns that a review counts as a win: seven tenths of a pawn are then worth
reporting, since a loss of one and a half may look that small after a short search."""

_SOONER = 0.01
"""How much more a mate in one counts than a distant mate, in pawns: enough to be listed first."""

_PAWNS_OFF = 0.3
"""The error of an advantage, in pawns."""

EVEN = 0.5
"""The advantage in pawns below which a position is called even."""

_MOVES_NAMED = 4
"""The number of moves of the expected line that a hint names, including its own."""

MISSING = (
    "No engine is installed: install the package 'stockfish' (apt-get or brew install stockfish),"
    " or name one in STOCKFISH."
)

_OWN = "That is what our own short search sees."

# python-chess logs each line that it does not understand; our own message has what matters.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())


def found() -> str | None:
    """Return the path of an engine: the one that STOCKFISH names, otherwise Stockfish where systems
    install it."""
    named = os.environ.get("STOCKFISH", "")
    folders = os.environ.get("PATH", os.defpath), "/usr/games", "/usr/local/games", "/usr/local/bin"
    return shutil.which(named or "stockfish", path=os.pathsep.join(folders)) or named or None


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of an engine: its moves, and the score and the chances for the player to move, if it
    gives them."""

    moves: tuple[chess.Move, ...]
    score: chess.engine.PovScore | None = None
    chances: chess.engine.PovWdl | None = None

    @property
    def value(self) -> float | None:
        """The value for the player to move, from 0 (lost) to 1 (won); None without a score."""
        chances = self.chances or (self.score and self.score.wdl(model="lichess"))
        return chances.relative.expectation() if chances else None

    def mate_or_pawns(self) -> tuple[int | None, float]:
        """Return the number of moves to mate, if there is one, and the advantage in pawns: below 0
        if the player to move is behind."""
        if self.score is None:
            return None, 0.0
        score = self.score.relative
        mate = score.mate()
        return None if mate is None else abs(mate), score.score(mate_score=100_000) / 100

    def verdict(self) -> Verdict:
        """Return the answer in words, with its value and its pawns."""
        mate, pawns = self.mate_or_pawns()
        sooner = math.copysign(_SOONER / mate, pawns) if mate else 0.0
        level = 0.5 + (max(-DECIDED, min(DECIDED, pawns)) + sooner) / WINNING
        return Verdict(str(self), self.value, error=_PAWNS_OFF / WINNING, level=level)

    def __str__(self) -> str:
        if self.score is None:
            return "no score given"
        mate, pawns = self.mate_or_pawns()
        if mate is not None:
            return f"mates in {mate}" if pawns > 0 else f"is mated in {mate}"
        text = f"{pawns:+.2f}"
        if self.chances:
            chances = self.chances.relative
            text += f" (wins {chances.wins / 10:.0f} %, draws {chances.draws / 10:.0f} %)"
        return text


class _Protocol(chess.engine.UciProtocol):
    """python-chess's side of the protocol, for a program that may print anything; all faults are
    handled in the event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.begin()

    def begin(self) -> None:
        """Forget what was printed for the previous question."""
        self.received = 0
        self.by_depth = dict[str, dict[tuple[str, bool, bool], str]]()

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        self.received += len(data)
        if self.received > _OUTPUT_LIMIT:
            raise EngineError(f"it printed more than {_OUTPUT_LIMIT:,} bytes")
        super().pipe_data_received(fd, data)

    def _line_received(self, line: str) -> None:
        # python-chess replays every line, which takes as long as the engine: those of the deepest
        # search that judged all moves are enough.
        if line.startswith("info "):
            kind = _field(line, "multipv"), " score " in line, " pv " in line
            depth = _field(line, "depth")
            # At the end an engine prints again what it knows from the previous depth.
            is_over = depth in self.by_depth and depth != next(reversed(self.by_depth))
            is_bound = re.search(r"\b(lower|upper)bound\b", line)
            # No position has a thousand moves; without this limit an engine could fill the memory.
            many = len(kind[0]) > 3
            if any(kind[1:]) and not (is_over or is_bound or many):
                self.by_depth.setdefault(depth, {})[kind] = line
            return
        lines = list[str]()
        if line.startswith("bestmove") and self.by_depth:
            most = max(map(len, self.by_depth.values()))
            *_, whole = (found for found in self.by_depth.values() if len(found) == most)
            lines += whole.values()
        for text in (*lines, line):
            super()._line_received(text)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        raise EngineError(f"it ended with code {self.returncode.result()}")


def _field(line: str, name: str) -> str:
    """Return the number after a word in an engine's line; 1 if the word is missing."""
    found = re.search(rf"\b{name}\s+(\S+)", line)
    return found[1] if found else "1"


class Engine:
    """A running engine; raises `BrokenGame` if the program is not an engine, ends or hangs, and
    cannot be used after that."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.transport: asyncio.SubprocessTransport | None = None
        self.protocol: _Protocol
        self._fault: BaseException | None = None
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._fail)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self.run(self._start(), _GREETING_SECONDS)

    def alive(self) -> bool:
        """True if the process is running and is ours: in a forked process the thread has ended."""
        return self._fault is None and self._thread.is_alive()

    def close(self) -> None:
        """End the process."""
        with suppress(RuntimeError):  # the loop may have ended already
            self._loop.call_soon_threadsafe(
                self._fail, self._loop, {"exception": EngineError("it was closed")}
            )
        self._thread.join(_GREETING_SECONDS)

    def run(self, work: Coroutine[Any, Any, Any], seconds: float) -> Any:
        """Return the result of ``work``, done in the engine's thread within a given number of
        seconds."""
        future = asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, seconds), self._loop)
        try:
            return future.result()
        except TimeoutError:
            reason = f"does not answer like a UCI engine within {seconds:.0f} seconds"
        except OSError as error:
            reason = f"does not start: {error.strerror}"
        except (CancelledError, EngineError) as error:
            reason = f"fails: {self._fault or error}"
        finally:
            # an interrupt: the engine is still thinking
            if not future.done() or future.cancelled() or future.exception():
                self.close()
        raise BrokenGame(f"The engine {quote(self.path)} {reason}.")

    def _listen(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._live())

    async def _live(self) -> None:
        with suppress(asyncio.CancelledError):
            await self._loop.create_future()
        if self.transport is not None:
            self.transport.close()
            while self.transport.get_returncode() is None:
                await asyncio.sleep(0.005)

    def _fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End the process and its questions: python-chess does not pass every fault on to the
        caller waiting for an answer."""
        if self._fault is None:
            self._fault = context.get("exception") or EngineError(context["message"])
            for task in asyncio.all_tasks(loop):
                task.cancel()

    async def _start(self) -> None:
        # A hanging engine would outlive us if we are killed: 1 is PR_SET_PDEATHSIG.
        guard = (
            {"preexec_fn": partial(ctypes.CDLL(None).prctl, 1, signal.SIGKILL)}
            if sys.platform == "linux"
            else {}
        )
        popen = _Protocol.popen(self.path, setpgrp=True, stderr=subprocess.DEVNULL, **guard)
        self.transport, self.protocol = await popen
        await self.protocol.initialize()
        await self.protocol.configure(
            {name: _OPTIONS[name] for name in _OPTIONS if name in self.protocol.options}
        )

    async def answers(
        self, board: chess.Board, nodes: int, lines: int, only: Sequence[chess.Move] = ()
    ) -> list[Answer]:
        """Return the best ``lines`` answers to a position, or those among ``only`` the given moves,
        best first."""
        self.protocol.begin()
        limit = chess.engine.Limit(nodes=nodes)
        analysis = await self.protocol.analysis(
            board, limit, multipv=lines, game=object(), root_moves=only or None
        )
        best = (await analysis.wait()).move
        if not best:
            raise EngineError(f"it gave no move for {board.fen()}")
        answers: dict[chess.Move, Answer] = {}
        for info in analysis.multipv:
            moves = tuple(takewhile(bool, info.get("pv", ()))) or (best,)
            answers.setdefault(moves[0], Answer(moves, info.get("score"), info.get("wdl")))
        return [answers.pop(best, Answer((best,))), *answers.values()]


_running: list[Engine] = []
"""The only engine, which answers all questions, once it has been started."""
_asking = threading.Lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _asking.release() if _asking.locked() else None)


def asked(
    board: chess.Board, nodes: int, lines: int = 1, only: Sequence[chess.Move] = ()
) -> list[Answer]:
    """Return the engine's answers; raise `NoAbility` if there is no engine or it does not know the
    variant."""
    path = found()
    if path is None or board.uci_variant != "chess":
        raise NoAbility(_why_not(board))
    with _asking:
        if not (_running and _running[0].alive() and _running[0].path == path):
            _close()
            _running[:] = [Engine(path)]
        seconds = _ANSWER_SECONDS + nodes / _NODES_A_SECOND
        return list(_running[0].run(_running[0].answers(board, nodes, lines, only), seconds))


def _why_not(board: chess.Board) -> str:
    """Return why no engine answers for a board; empty if one does."""
    if board.uci_variant != "chess":
        return f"The engine plays chess and its 960 starts, not {board.uci_variant}."
    return MISSING if found() is None else ""


def judged(board: chess.Board) -> tuple[Answer, ...]:
    """Return the engine's answers for all moves, the best first, or without an engine those of our
    own search: hints, verdicts and solutions are all made from these, so that they agree."""
    path = "" if _why_not(board) else found()
    return _judged(path or "", board.uci_variant, board.fen(), board.chess960)


@lru_cache(maxsize=_JUDGED)
def _judged(path: str, variant: str, fen: str, is_chess960: bool) -> tuple[Answer, ...]:
    board = chess.variant.find_variant(variant)(fen, chess960=is_chess960)
    moves = board.legal_moves.count()
    if path:
        answers = asked(board, NODES + _NODES_A_MOVE * moves, moves)
    else:
        answers = [Answer((move,), score) for move, score in own_search.scores(board)]
    return tuple(sorted(answers, key=lambda one: -1.0 if one.value is None else -one.value))


@atexit.register
def _close() -> None:
    for running in _running:
        running.close()


def _player(budget: int) -> Policy:
    """Return the engine as an opponent that spends a given number of nodes on each move."""
    return lambda game, state, rng: asked(state.inner, budget)[0].moves[0].uci()


OPPONENT = Opponent(_player, NODES, "Stockfish with a number of nodes", recorded=True)


def verdicts(board: chess.Board, only: Sequence[str] = ()) -> dict[str, Verdict]:
    """Return the engine's opinion of each move, or of ``only`` the given ones (nothing without an
    engine), for the player to move."""
    if only and _why_not(board):
        return {}
    moves = [chess.Move.from_uci(one) for one in only]
    nodes = _COMPARED * NODES
    answers = asked(board, nodes, len(moves), moves) if only else judged(board)
    return {answer.moves[0].uci(): answer.verdict() for answer in answers}


def advice(board: chess.Board, place: Callable[[int], Place]) -> Hint:
    """Return the engine's move, and the reason in words with the line that it expects."""
    best = judged(board)[0]
    after = board.copy(stack=False)
    move = best.moves[0]
    (_, *line) = map(after.san_and_push, best.moves[:_MOVES_NAMED])
    is_over = after.is_game_over() and not line
    reason = reason_for(
        best, chess.COLOR_NAMES[not board.turn].capitalize(), is_over, " ".join(line)
    )
    cells = place(move.from_square), place(move.to_square)
    if why := _why_not(board):
        return Hint(
            move.uci(), f"{reason} {_OWN} {why}", cells, certainty="as a short search sees it"
        )
    return Hint(move.uci(), reason, cells, certainty="as an engine sees it")


def reason_for(best: Answer, opponent: str, is_over: bool = False, line: str = "") -> str:
    """Return the engine's evaluation, in pawns or in moves to mate, and the moves that it
    expects."""
    mate, pawns = best.mate_or_pawns()
    if best.score is None:
        return "The engine chose it and gave no score."
    if mate is not None and pawns > 0:
        mates = "mate at once" if is_over else f"mate in {mate}"
        words = f"You {mates}, whatever {opponent} replies." if line else f"You {mates}."
    elif mate is not None:
        words = f"{opponent} mates in {mate}; a slip may save you."
    elif abs(pawns) < EVEN:
        words = "It leaves you about even."
    else:
        size = amount(round(abs(pawns), 1), 4)
        side = "ahead" if pawns > 0 else "behind"
        words = f"It leaves you about {size} {'pawn' if size == '1' else 'pawns'} {side}."
    return f"{words} The engine expects {line}." if line else words


def expectation(board: chess.Board) -> Solution:
    """Return the best play that the engine expects from here on."""
    answers = judged(board)
    best = answers[0]
    proved = best.score is not None and best.score.relative == chess.engine.Mate(
        (len(best.moves) + 1) // 2
    )
    moves = tuple(move.uci() for move in best.moves)
    nodes = NODES + _NODES_A_MOVE * len(answers)
    who = "our own short search" if _why_not(board) else "the engine"
    note = f"{who} expects this: {best}"
    return Solution(moves, "solved" if proved else "unknown", nodes, note=note)
