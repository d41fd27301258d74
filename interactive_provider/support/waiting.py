"""A progress message on a terminal while a function is slow."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import ParamSpec, TypeVar

SECONDS = 1.0
"""The number of seconds before anything is shown."""

_SIGN = "Thinking… (Ctrl-C ends it)"
_BLANK = f"\r{' ' * len(_SIGN)}\r"

_in_sight = Lock()

P = ParamSpec("P")
R = TypeVar("R")


def thinking(function: Callable[P, R]) -> Callable[P, R]:
    """Make a slow function say so on the terminal, and erase that at the end; a notebook marks its
    running cell itself.

    If such functions call one another, only the outermost one shows the message.
    """

    # Not a context manager: its frames would appear in a player's traceback.
    @functools.wraps(function)
    def shown(*arguments: P.args, **named: P.kwargs) -> R:
        if not sys.stderr.isatty() or not _in_sight.acquire(blocking=False):
            return function(*arguments, **named)
        is_done = Event()
        sign = Thread(target=_show, args=(is_done,), daemon=True)
        sign.start()
        try:
            return function(*arguments, **named)
        finally:
            is_done.set()
            sign.join()
            _in_sight.release()

    return shown


def _show(is_done: Event) -> None:
    """Write the message after a while, and keep it until something is done."""
    if not is_done.wait(SECONDS):
        _write(_SIGN)
        is_done.wait()
        _write(_BLANK)


def _write(words: str) -> None:
    sys.stderr.write(words)
    sys.stderr.flush()
