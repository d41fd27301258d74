"""The time that something takes, even on a busy machine."""

from __future__ import annotations

import time
from collections.abc import Callable

own_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""The processor time of this thread; in a browser, which has only one thread, that of the whole
process."""

_MOST_BUSY = 10
"""How many times longer a call may take in real time than on an idle machine."""


class Stopwatch:
    """Measures processor time: time used by other programs on a busy machine is not counted."""

    def __init__(self) -> None:
        self._own = own_time()
        self._begun = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The time since the start. A waiting process uses no processor time, so at
        least a tenth of the real time counts."""
        real = time.perf_counter() - self._begun
        return max(own_time() - self._own, real / _MOST_BUSY)
