"""What the benchmarks share: CPU time of a function, a table, a description of the machine."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence


def cpu_seconds(function: Callable[[], object], repeats: int = 5) -> float:
    """The least CPU time of several calls: noise only ever adds."""
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        function()
        best = min(best, time.process_time() - begin)
    return best


def microseconds(function: Callable[[], object], count: int, repeats: int = 5) -> float:
    """CPU time in microseconds of one of the ``count`` things that a call does."""
    return cpu_seconds(function, repeats) / count * 1e6


def machine() -> str:
    """The processor, its cores and the Python, in a line."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as info:  # noqa: PTH123 - a pseudo-file
            model = next(
                (line.split(":")[1].strip() for line in info if line.startswith("model name")),
                model,
            )
    except OSError:
        pass
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    )


def table(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table under a heading."""
    lines = [f"### {title}", "", f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    lines += [f"| {' | '.join(_shown(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _shown(cell: object) -> str:
    return f"{cell:.3g}" if isinstance(cell, float) else str(cell)
