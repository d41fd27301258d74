"""Calls of third-party code that may take too long.

Each runs in another thread and is interrupted when its time is up. This works in a kernel, in a
terminal and on Windows: a signal's timer would work only in the main thread and replace the user's
own. Nothing can end a call into C: its thread is left alone until it returns to Python. Threads are
reused, since a new one costs as much processor time as everything else that a Tab does.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from .locks import is_importing, new_lock

_TRIES = 20
_MOST_IDLE = 4

T = TypeVar("T")


class Ended(KeyboardInterrupt):
    """The end of a call that took too long: it propagates through a game's code as Ctrl-C does."""


class Call(Generic[T]):
    """One call of a function in another thread; raises RuntimeError if there are no threads."""

    def __init__(self, function: Callable[[], T]) -> None:
        self.function = function
        self._is_running = True
        self._end: SimpleQueue[None] = SimpleQueue()
        self._answers: list[T] = []
        self._fault: BaseException | None = None
        self._worker = _idle_worker()
        self._worker.begin(self)

    def run(self) -> None:
        """Call the function, in the worker's thread."""
        try:
            self._answers.append(self.function())
        except BaseException as fault:  # noqa: BLE001 - raised again for the waiting caller
            self._fault = fault

    def finish(self) -> None:
        """Mark the call as finished: from now on nobody interrupts the thread, which may soon make
        another call."""
        with self._worker.lock:
            self._is_running = False
        self._end.put(None)

    @property
    def is_running(self) -> bool:
        """True until the call has ended. In a forked process no thread makes it."""
        return self._is_running and self._worker.is_alive()

    def ends(self, seconds: float) -> bool:
        """Wait a given number of seconds for the call to end; True if it has ended."""
        with contextlib.suppress(Empty):
            self._end.get(timeout=seconds)
            self._end.put(None)  # for other waiting threads
            return True
        return False

    def answer(self) -> T:
        """Return the function's result; if it raised an exception, raise that again."""
        if self._fault is not None:
            raise self._fault
        return self._answers[0]

    def end_after(self, seconds: float) -> None:
        """Let the call continue for some seconds, then interrupt it until it ends; this does not
        block."""
        threading.Thread(target=self._interrupt_after, args=(seconds,), daemon=True).start()

    def _interrupt_after(self, seconds: float) -> None:
        self.ends(seconds)
        for attempt in range(_TRIES):
            # An interrupted import could leave a module permanently half loaded.
            if attempt > _TRIES // 2 or not is_importing(
                sys._current_frames().get(self._worker.ident or 0)
            ):
                self._interrupt()
            if self.ends(0.5):
                return

    def _interrupt(self) -> None:
        """Raise `Ended` in the worker's thread at its next step in Python."""
        with self._worker.lock:
            if self._is_running:
                raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
                raise_in(ctypes.c_ulong(self._worker.ident or 0), ctypes.py_object(Ended))


class _Worker(threading.Thread):
    """A thread that makes one call after another."""

    call: Call[Any]

    def __init__(self) -> None:
        super().__init__(name="interactive_provider: calling", daemon=True)
        self.lock = new_lock()
        self._calls: SimpleQueue[Call[Any]] = SimpleQueue()

    def begin(self, call: Call[Any]) -> None:
        """Make this call in the worker's thread."""
        self.call = call
        self._calls.put(call)

    def run(self) -> None:
        """Make the first call, and further ones unless enough workers are idle."""
        self._make_call()
        while len(_idle) < _MOST_IDLE:
            _idle.append(self)
            self._make_call()

    def _make_call(self) -> None:
        try:
            self._calls.get().run()
            self.call.finish()
        except Ended:  # just before the call or just after it
            self.call.finish()


_idle: list[_Worker] = []


def _idle_worker() -> _Worker:
    """Return an idle worker; raise RuntimeError if there are no threads."""
    with contextlib.suppress(IndexError):
        while True:
            worker = _idle.pop()
            if worker.is_alive():  # not in a forked process
                return worker
    worker = _Worker()
    worker.start()
    return worker
