"""The time that something takes, also on a machine that is busy with something else."""

from __future__ import annotations

import time
from collections.abc import Callable

own_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""The processor time of this thread, or of all Python in a browser, where there is only one
thread."""

_MOST_BUSY = 10
"""How many times as long as on a quiet machine a call may take by the clock on the wall."""


class Stopwatch:
    """Measures processor time: what other programs use of a busy machine is not counted."""

    def __init__(self) -> None:
        self._own = own_time()
        self._begun = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The time since the start. A waiting process uses no processor time, so at
        least a tenth of the real time counts."""
        real = time.perf_counter() - self._begun
        return max(own_time() - self._own, real / _MOST_BUSY)
