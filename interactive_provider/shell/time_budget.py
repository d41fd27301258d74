"""A time budget for Tab and the inspector: answers that a game has not given by then are omitted.

Tab, Shift-Tab and the pop-up play the moves typed so far and ask the game for labels and
descriptions; a game may loop, sleep or wait for a network in any of these. So each look runs as a
`Call` in another thread, which is abandoned when the time is up (see benchmarks/tab.py for its
cost). Moves played by a late look are remembered as usual, so that the next Tab finds them; a look
that runs too long is ended, which leaves nothing half done. If there are no threads (in a browser)
the game is watched from within.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from ..heart.play.table import wait_for_nobody
from ..support.calls import Call, Ended

_OURS = str(Path(__file__).parents[1])

T = TypeVar("T")


class Budget:
    """The time in seconds for a look, and how much longer a late one may run in the background; at
    most ``most`` are late at a time."""

    def __init__(self, seconds: float, longest: float, most: int = 32) -> None:
        self.seconds = seconds
        self.longest = longest
        self.most = most
        self._late: dict[object, _Look[Any]] = {}

    def spent(
        self,
        ask: Callable[[], T],
        otherwise: T,
        so_far: Callable[[], T | None] = lambda: None,
        key: object = None,
    ) -> T:
        """Return or raise what ``ask`` does; if the budget is too small, return what it has found
        so far, or ``otherwise``.

        If something was found, the look is not continued. A question with the ``key`` of one that
        is still running waits for that one.
        """

        self._late = {key: look for key, look in self._late.items() if look.is_running}
        late: _Look[T] | None = self._late.get(key)
        if late is not None and not late.ends(self.seconds if late.so_far() is None else 0.0):
            return late.result(otherwise)
        if len(self._late) >= self.most:
            return otherwise
        try:
            look = _Look(ask, so_far)
        except RuntimeError:  # there are no threads
            found = _watched(ask, so_far, self.seconds)
            return otherwise if found is None else found
        if look.ends_in_time(self.seconds):
            return look.answer()
        self._late[object() if key is None else key] = look
        look.end_after(self.longest if so_far() is None else 0.0)
        return look.result(otherwise)


class _Look(Call[T]):
    """A question; ``so_far`` returns what was found before the end."""

    def __init__(self, ask: Callable[[], T], so_far: Callable[[], T | None]) -> None:
        self.so_far = so_far
        super().__init__(ask)

    def run(self) -> None:
        """Ask the question."""
        wait_for_nobody()  # no thread should wait for a look that never ends
        super().run()

    def ends_in_time(self, seconds: float) -> bool:
        """True if it ends within some seconds; if Ctrl-C ends the wait, the answer is no longer
        needed."""
        try:
            return self.ends(seconds)
        except BaseException:
            self.end_after(0.0)
            raise

    def result(self, otherwise: T) -> T:
        """Return what was found before the end."""
        found = self.so_far()
        return otherwise if found is None else found


STEPS = Budget(0.7, 10.0)
"""The budget for everything that one Tab or Shift-Tab shows: JupyterLab drops an answer that takes
a second."""

WORDS = Budget(0.3, 0.0)
"""The budget for one part of it whose result is not remembered: a late answer is lost."""

WORTH = Budget(0.3, 10.0)
"""The budget for verdicts."""


def _watched(ask: Callable[[], T], so_far: Callable[[], T | None], seconds: float) -> T | None:
    """Do the same within this thread: a trace function checks the clock at each call and at each
    line outside the package."""
    until = time.monotonic() + seconds

    def watch(frame: FrameType, event: str, _: object) -> Any:
        if time.monotonic() > until:
            raise Ended
        return None if frame.f_code.co_filename.startswith(_OURS) else watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        return ask()
    except Ended:
        return so_far()
    finally:
        sys.settrace(before)
