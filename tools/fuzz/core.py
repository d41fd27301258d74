"""How an attack is run and counted.

An attack is a generator of attempts: a text that reproduces the attempt, and a function that makes
it. An attempt is survived if it returns or raises one of the package's own errors, soon enough, and
its own assertions hold.
"""

from __future__ import annotations

import contextlib
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from types import FrameType
from typing import TypeAlias

from interactive_provider.errors import ProviderError, message_of

Attempt: TypeAlias = "tuple[str, Callable[[], object]]"
Attack: TypeAlias = "Callable[[Random], Iterator[Attempt]]"

PATIENCE = 20.0
"""Seconds that one attempt may take, on a busy machine too."""

_MOST_TOLD = 40
_PACKAGE = "interactive_provider/"


class TooSlow(KeyboardInterrupt):
    """An attempt that has not ended in time; as Ctrl-C would, it passes through a game's own
    code."""


@dataclass
class Count:
    """What an attack came to."""

    tried: int = 0
    survived: int = 0
    seconds: float = 0.0
    failures: dict[str, str] = field(default_factory=dict)
    """What went wrong, each with the first attempt that did it."""


def run(attack: Attack, seed: int, seconds: float, most: int | None = None) -> Count:
    """Make attempts until they, the seconds or the number of attempts are used up."""
    count, begun = Count(), 0.0
    for told, attempt in attack(Random(seed)):
        # what is prepared for the first attempt takes none of the seconds
        begun = begun or time.monotonic()
        count.tried += 1
        fault = _fault_of(attempt)
        if fault is None:
            count.survived += 1
        elif fault not in count.failures and len(count.failures) < _MOST_TOLD:
            count.failures[fault] = told
        if time.monotonic() - begun > seconds or count.tried == most:
            break
    count.seconds = time.monotonic() - begun if begun else 0.0
    return count


def _fault_of(attempt: Callable[[], object]) -> str | None:
    """What an attempt broke, None if it was survived."""
    try:
        with within(PATIENCE):
            attempt()
    except ProviderError:
        return None
    except TooSlow:
        return f"took more than {PATIENCE:g} s"
    except BaseException as fault:  # noqa: BLE001 - whatever comes out that is not ours is what is looked for
        return f"{type(fault).__name__} at {_place(fault)}: {message_of(fault)[:100]!r}"
    return None


def _place(fault: BaseException) -> str:
    """The last three lines of the package that an error came through."""
    frames = [
        frame for frame in traceback.extract_tb(fault.__traceback__) if _PACKAGE in frame.filename
    ]
    return " < ".join(
        f"{frame.filename.rpartition(_PACKAGE)[2]}:{frame.lineno}"
        for frame in reversed(frames[-3:])
    )


@contextlib.contextmanager
def within(seconds: float, error: type[BaseException] = TooSlow) -> Iterator[None]:
    """Raise ``error`` in the main thread when the work takes longer."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
