"""What does a step cost, and a position? `python -m benchmarks.heart`

A step is one choice: the next state from the game, its options, and a position of the right class.
It is measured against the game's own work alone and against a bare `type()` call that makes a class
with as many attributes, which is what one class per state would cost.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time
import tracemalloc
from random import Random
from typing import Any

from interactive_provider import InteractiveProvider
from interactive_provider.game import Game, State
from interactive_provider.heart.play.nodes import memory

from .measure import machine, microseconds, table


class Counted(State):
    """A number of steps, and options that never change."""

    __slots__ = ("display_options", "steps")

    def __init__(self, steps: int, options: tuple[tuple[Any, int], ...]) -> None:
        self.steps = steps
        self.display_options = options


class Plain(Game[Counted]):
    """Options side by side."""

    def new_state(self, rng: Random, width: int = 3) -> Counted:
        """No steps taken."""
        return Counted(0, tuple((f"c{number:03}", number) for number in range(width)))

    def process_response(self, state: Counted, value: int, rng: Random) -> Counted:
        """One step more."""
        return Counted(state.steps + 1, state.display_options)


class Grouped(Plain):
    """Options in three stages, as on a field of squares."""

    def new_state(self, rng: Random, width: int = 3) -> Counted:
        """No steps taken."""
        names = (
            (("open", f"r{number // 30:02}", f"c{number % 30:02}"), number)
            for number in range(width)
        )
        return Counted(0, tuple(names))


def step_row(width: int, steps: int) -> tuple[object, ...]:
    """Microseconds of a step, of the game alone, of a bare class, and what is ours alone."""
    provider = InteractiveProvider(Plain)

    def play() -> None:
        memory.clear()
        p = provider.plain(width=width)
        for _ in range(steps):
            p = p.c001

    game, generator = Plain(), Random(1)

    def play_alone() -> None:
        state = game.new_state(generator, width)
        for _ in range(steps):
            state = game.process_response(state, 1, generator)

    def make_classes() -> None:
        for _ in range(200):
            type("State", (), {f"c{number:03}": property() for number in range(width)})

    ours, alone, bare = (
        microseconds(play, steps),
        microseconds(play_alone, steps),
        microseconds(make_classes, 200),
    )
    return width, ours, alone, ours - alone, bare, f"{(ours - alone) / bare:.2f}"


def grouped_row(steps: int) -> tuple[object, ...]:
    """The same for 480 options in three stages, of which a player touches three."""
    provider = InteractiveProvider(Grouped)

    def play() -> None:
        memory.clear()
        p = provider.grouped(width=480)
        for _ in range(steps):
            p = p.open.r03.c07

    ours = microseconds(play, steps, repeats=3)
    return "480 in three stages", ours, "", ours, "", ""


def bytes_per_position(count: int) -> tuple[float, float]:
    """Bytes a retained position takes, author's state included, and those of the state alone."""
    provider = InteractiveProvider(Plain)
    p = provider.plain(width=10)
    options = p._state.display_options
    gc.collect()
    tracemalloc.start()
    held: list[object] = []
    for _ in range(count):
        p = p.c001
        held.append(p)
    memory.clear()
    gc.collect()
    both = tracemalloc.get_traced_memory()[0]
    del held, p
    gc.collect()
    tracemalloc.stop()
    tracemalloc.start()
    states = [Counted(number, options) for number in range(count)]
    alone = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del states
    return both / count, alone / count


def import_seconds(code: str) -> float:
    """CPU seconds of a fresh Python that runs ``code``, less those of one that runs nothing."""

    def once(text: str) -> float:
        script = f"{text}\nimport time; print(time.process_time())"
        return min(float(subprocess.check_output([sys.executable, "-c", script])) for _ in range(5))

    return once(code) - once("")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer steps, for the gate")
    quick = parser.parse_args().quick
    steps, count = (1_000, 10_000) if quick else (5_000, 100_000)
    begin = time.time()
    print(f"{machine()}\n")
    header = (
        "options",
        "a step, µs",
        "the game alone, µs",
        "ours, µs",
        "a bare type(), µs",
        "ours / bare type()",
    )
    rows = [step_row(width, steps) for width in (2, 70, 480)]
    print(table("A step", header, [*rows, grouped_row(steps // 10)]))
    both, alone = bytes_per_position(count)
    print(
        table(
            f"Memory over {count:,} positions",
            ("bytes a position", "of it the author's state", "ours"),
            [(round(both), round(alone), round(both - alone))],
        )
    )
    ours, ipython = (
        import_seconds("import interactive_provider; interactive_provider.games"),
        import_seconds("import IPython"),
    )
    print(
        table(
            "Import, CPU ms",
            ("import interactive_provider and games", "import IPython", "ratio"),
            [(ours * 1e3, ipython * 1e3, ours / ipython)],
        )
    )
    print(f"(measured in {time.time() - begin:.0f} s)")


if __name__ == "__main__":
    main()
