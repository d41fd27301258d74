"""Looking has a time budget: answers that a game has not given by then are left out.

Tab, Shift-Tab and the pop-up play the moves typed so far and ask the game for labels and descriptions; a game may loop,
sleep or wait for a network in any of these. So it is asked in a separate thread, which is abandoned when the time is
up. That serves in a kernel, in a terminal (where Tab runs in a thread already) and on Windows alike. A signal's timer
would work only in the main thread and replace the user's own timer, and neither it nor a watching thread can end a call
into C. What a late thread has played is remembered as usual, so that the next Tab finds it; one that runs too long is
ended by an interrupt, which leaves nothing half done. If there are no threads (in a browser) the game is watched from
within.

A kept thread costs a tenth of a millisecond for each look, a new one three milliseconds (see benchmarks/tab.py).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, Generic, TypeVar

from ..heart.play.table import wait_for_nobody
from ..support.locks import is_importing, new_lock

_OURS = str(Path(__file__).parents[1])
_TRIES = 20

T = TypeVar("T")


class Ended(KeyboardInterrupt):
    """The end of a look that took too long: it passes through a game's code as Ctrl-C does."""


class Budget:
    """The seconds for a look, and how many more a late one may run on its own.

    While ``most`` late looks at one game are still running, that game is not asked again. While ``all_games`` of them
    are running in total, only games without any are asked.
    """

    def __init__(self, seconds: float, longest: float, most: int = 4, all_games: int = 32) -> None:
        self.seconds = seconds
        self.longest = longest
        self.most = most
        self.all_games = all_games
        self._late: dict[object, _Look[Any]] = {}
        _budgets.append(self)

    def spent(
        self, ask: Callable[[], T], otherwise: T, so_far: Callable[[], T | None] = lambda: None, key: object = None
    ) -> T:
        """What ``ask`` returns or raises; if the budget does not suffice, what it has found so far, or ``otherwise``.

        If something was found, the look is not continued. A question with the ``key`` of one that is still running
        waits for that one.
        """
        key = object() if key is None else key
        before: _Look[T] | None = self._late.get(key)
        if before is not None and not before.ends(0.0 if before.so_far() is not None else self.seconds):
            return before.found(otherwise)
        if not self.may_ask(None):
            return otherwise
        look = _Look(ask, so_far, self)
        try:
            worker = _worker()
        except RuntimeError:  # there are no threads
            return _watched(look, otherwise, self.seconds)
        if look.asked_of(worker, self.seconds):
            _idle.append(worker)
            return look.found(otherwise) if look.is_refused else look.answer()
        self._late[key] = look
        longest = self.longest if look.so_far() is None else 0.0
        threading.Thread(target=self._end, args=(key, worker, longest), daemon=True).start()
        return look.found(otherwise)

    def may_ask(self, game: object) -> bool:
        """True if not too many late looks at a game are still running."""
        late = [look.game for look in list(self._late.values())]
        return late.count(game) < (self.most if len(late) < self.all_games else 1)

    def _end(self, key: object, worker: _Worker, longest: float) -> None:
        """Let a late look go on for a while, then interrupt it until it ends."""
        look = self._late[key]
        look.ends(longest)
        for attempt in range(_TRIES):
            frame = sys._current_frames().get(worker.ident or 0)
            # An interrupted import might leave a module half done for good.
            if attempt > _TRIES // 2 or not is_importing(frame):
                look.interrupt(worker)
            if look.ends(0.5):
                break
        worker.join()  # one that cannot be interrupted stays late
        self._late.pop(key, None)


_budgets: list[Budget] = []

STEPS = Budget(0.7, 10.0)
"""For all that one Tab or Shift-Tab shows: JupyterLab drops an answer that takes a second."""

WORDS = Budget(0.3, 0.0)
"""For one part of it, whose result is not remembered: a late answer is lost."""

WORTH = Budget(0.3, 10.0)
"""For verdicts."""


class _Look(Generic[T]):
    """A question and its result; ``so_far`` gives what was found before the end."""

    def __init__(self, ask: Callable[[], T], so_far: Callable[[], T | None], budget: Budget) -> None:
        self.ask = ask
        self.so_far = so_far
        self.budget = budget
        self.game: object = None
        self.is_refused = False
        self._lock = new_lock()
        self._finished = self._late = False
        self._done: SimpleQueue[None] = SimpleQueue()
        self._given: list[T] = []
        self._fault: BaseException | None = None

    def asked_of(self, worker: _Worker, seconds: float) -> bool:
        """Let a worker answer it; True if that is in time. If not, the worker is not used again."""
        worker.asked.put(self)
        try:
            in_time = self.ends(seconds)
        except BaseException:  # Ctrl-C: the answer is no longer awaited
            self._late = True
            raise
        with self._lock:
            self._late = not self._finished
        return in_time or not self._late

    def ends(self, seconds: float) -> bool:
        """Wait for its end for some seconds; True if it has ended."""
        with contextlib.suppress(Empty):
            self._done.get(timeout=seconds)
            self._done.put(None)  # for other waiting threads
            return True
        return False

    def answer(self) -> T:
        """The result; if an exception was raised, it is raised again."""
        if self._fault is not None:
            raise self._fault
        return self._given[0]

    def found(self, otherwise: T) -> T:
        """What was found before the end."""
        found = self.so_far()
        return otherwise if found is None else found

    def run(self) -> bool:
        """Ask; True if the answer was still awaited."""
        try:
            try:
                _current.look = self
                self._given.append(self.ask())
            except BaseException as fault:  # noqa: BLE001 - raised again for whoever waits
                self._fault = fault
            self._finish()
        except Ended as fault:  # between the answer and the end, up to half a second
            self._fault = fault
            self._finish()
        return not self._late

    def _finish(self) -> None:
        """Mark it as ended; from now on nobody interrupts the thread, whose number may soon belong to another."""
        with self._lock:
            self._finished = True
        self._done.put(None)

    def interrupt(self, worker: _Worker) -> None:
        """Raise `Ended` in the asking thread, at its next step in Python."""
        with self._lock:
            if not self._finished:
                raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
                raise_in(ctypes.c_ulong(worker.ident or 0), ctypes.py_object(Ended))


class _Refused(BaseException):
    """The end of a look at a game that others are late at."""


class _Current(threading.local):
    """The look that this thread is working on."""

    look: _Look[Any] | None = None


_current = _Current()


def looks_at(game: object) -> None:
    """Announce which game is asked next; the look ends here if too many other looks at it are late."""
    look = _current.look
    if look is None or look.game == game:
        return
    if not look.budget.may_ask(game):
        look.is_refused = True
        raise _Refused
    look.game = game


class _Worker(threading.Thread):
    """A thread that answers one question after another, until one of them is late."""

    def __init__(self) -> None:
        super().__init__(name="interactive_provider: looking", daemon=True)
        self.asked: SimpleQueue[_Look[Any]] = SimpleQueue()

    def run(self) -> None:
        wait_for_nobody()  # nobody should wait for a look that never ends
        with contextlib.suppress(Ended):
            while self.asked.get().run():
                pass


_idle: list[_Worker] = []


def _forget_threads() -> None:
    """A forked process has neither workers nor running looks."""
    _idle.clear()
    for budget in _budgets:
        budget._late.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


def _worker() -> _Worker:
    """A worker who waits for a question; raises `RuntimeError` if there are no threads."""
    with contextlib.suppress(IndexError):
        return _idle.pop()
    worker = _Worker()
    worker.start()
    return worker


def _watched(look: _Look[T], otherwise: T, seconds: float) -> T:
    """The same within this thread: a trace function checks the clock at each call and each line outside the package."""
    until = time.monotonic() + seconds

    def watch(frame: FrameType, event: str, _: object) -> Any:
        if time.monotonic() > until:
            raise Ended
        return None if frame.f_code.co_filename.startswith(_OURS) else watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        return look.ask()
    except Ended:
        return look.found(otherwise)
    finally:
        sys.settrace(before)
