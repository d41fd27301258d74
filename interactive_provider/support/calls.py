"""Calls of somebody else's code that may take too long.

Each is made in another thread, and ended by an interrupt when its time is up. That serves in a
kernel, in a terminal and on Windows alike: a signal's timer would work only in the main thread and
replace the user's own. Nothing can end a call into C: its thread is left alone until it returns to
Python. Threads are kept for the next call, since a new one costs as much processor time as all the
rest of a Tab.
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
    """The end of a call that took too long: it passes through a game's code as Ctrl-C does."""


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
        """True until the call has ended. In a forked process nobody makes it."""
        return self._is_running and self._worker.is_alive()

    def ends(self, seconds: float) -> bool:
        """Wait for the end of the call for some seconds; True if it has ended."""
        with contextlib.suppress(Empty):
            self._end.get(timeout=seconds)
            self._end.put(None)  # for others who wait
            return True
        return False

    def answer(self) -> T:
        """What the function returned; if it raised an exception, that is raised again."""
        if self._fault is not None:
            raise self._fault
        return self._answers[0]

    def end_after(self, seconds: float) -> None:
        """Let it go on for some seconds, then interrupt it until it ends; nobody waits for that."""
        threading.Thread(target=self._interrupt_after, args=(seconds,), daemon=True).start()

    def _interrupt_after(self, seconds: float) -> None:
        self.ends(seconds)
        for attempt in range(_TRIES):
            # An interrupted import might leave a module half done for good.
            if attempt > _TRIES // 2 or not is_importing(
                sys._current_frames().get(self._worker.ident or 0)
            ):
                self._interrupt()
            if self.ends(0.5):
                return

    def _interrupt(self) -> None:
        """Raise `Ended` in the worker's thread, at its next step in Python."""
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
        """Make this call, in the worker's thread."""
        self.call = call
        self._calls.put(call)

    def run(self) -> None:
        """Make the first call, and others unless enough workers wait for one."""
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
    """A worker that waits for a call; raises RuntimeError if there are no threads."""
    with contextlib.suppress(IndexError):
        while True:
            worker = _idle.pop()
            if worker.is_alive():  # not in a forked process
                return worker
    worker = _Worker()
    worker.start()
    return worker
