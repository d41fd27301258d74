"""A sign of life on a terminal while a function takes its time."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import ParamSpec, TypeVar

SECONDS = 1.0
"""How long nothing is said."""

_SIGN = "Thinking… (Ctrl-C ends it)"
_BLANK = f"\r{' ' * len(_SIGN)}\r"

_in_sight = Lock()

P = ParamSpec("P")
R = TypeVar("R")


def thinking(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function say on the terminal that it takes its time, and wipe that away at the end; a
    notebook marks its running cell itself.

    Of functions that call one another only the outermost speaks.
    """

    # Not a context manager: its frames would stand in a player's traceback.
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
    """Write the sign after a while, until something is done."""
    if not is_done.wait(SECONDS):
        _write(_SIGN)
        is_done.wait()
        _write(_BLANK)


def _write(words: str) -> None:
    sys.stderr.write(words)
    sys.stderr.flush()
