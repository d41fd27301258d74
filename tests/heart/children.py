"""Children of a fork: how they end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from tests.patience import PATIENCE


def ended(work: Callable[[], object], seconds: float = PATIENCE) -> int:
    """How a child that does the work ended: 0 if well, 9 if it had to be killed after
    ``seconds``."""
    child = os.fork()
    if not child:
        try:
            work()
        except BaseException:  # noqa: BLE001 - a child must never return into the test
            os._exit(1)
        os._exit(0)
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 9
