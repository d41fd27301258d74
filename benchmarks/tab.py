"""How long is one Tab? `python -m benchmarks.tab` asks two real kernels by turns, with the
extension and without.

The time is that of the kernel's answer to a complete_request, sent and received on this machine:
the first, the least and the median of later ones, and the least CPU time of the kernel alone.
"Plays" is how often the game was asked for a state meanwhile, and must be at most one for each link
of a chain that was not walked before. A second table says what the budget of a look costs
(`interactive_provider.shell.time_budget`): the same Tabs by turns with it and without.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from tests.kernel.client import Kernel, running_kernel

from .measure import machine, table

SETUP = """
import time
from interactive_provider import InteractiveProvider, games
from interactive_provider.game import Game, State
PLAYS = 0

class Steps(State):
    def __init__(self, options):
        self.display_options = options

class Plain(Game):
    def new_state(self, rng, width=4):
        return Steps(tuple((f"c{number:03}", number) for number in range(width)))
    def process_response(self, state, value, rng):
        global PLAYS
        PLAYS += 1
        return Steps(state.display_options)

class Described(Plain):
    def describe(self, state, value):
        return f"goes to place {value}"

mine = InteractiveProvider(Plain, Described)
p4, p100, p480 = (mine.plain(width=width) for width in (4, 100, 480))
d480 = mine.described(width=480)
"""

FIRST = ("the first after games.", "games.")
CASES = (
    ("4 options", "p4."),
    ("100 options", "p100."),
    ("480 options", "p480."),
    ("480 options, described", "d480."),
    ("a chain of 5 links", "p4" + ".c001" * 5 + "."),
    ("a chain of 50 links", "p4" + ".c002" * 50 + "."),
    ("a chain of 400 links", "p4" + ".c003" * 400 + "."),
)


BATCH = 10


class Place:
    """The Tabs at one place in one kernel: milliseconds of the first, of all later ones, and of the
    kernel's CPU.

    ``plays`` counts those of the first Tab and of all later ones.
    """

    def __init__(self, kernel: Kernel, code: str) -> None:
        self.kernel = kernel
        self.code = code
        self.later: list[float] = []
        self.cpu: list[float] = []
        before = self._plays()
        self.first, self.offered = self._tab()
        self.plays = [self._plays() - before, 0]

    def batch(self) -> None:
        """Press Tab ten times more."""
        before = self._plays()
        self._cpu()
        idle = -self._cpu() + self._cpu()  # what the question itself takes
        begin = self._cpu()
        self.later += [self._tab()[0] for _ in range(BATCH)]
        self.cpu.append((self._cpu() - begin - idle) / BATCH)
        self.plays[1] += self._plays() - before

    def _tab(self) -> tuple[float, int]:
        begin = time.perf_counter()
        names = self.kernel.complete(self.code).names
        return (time.perf_counter() - begin) * 1e3, len(names)

    def _cpu(self) -> float:
        return float(self.kernel.value("time.process_time()")) * 1e3

    def _plays(self) -> int:
        return int(self.kernel.value("PLAYS"))


SWITCH = """
from interactive_provider.shell.time_budget import Budget
SPENT, BUDGET = Budget.spent, True
def spent(self, ask, *others, **named):
    return SPENT(self, ask, *others, **named) if BUDGET else ask()
Budget.spent = spent
"""


def cost_of_the_budget(kernel: Kernel, repeats: int) -> list[tuple[object, ...]]:
    """Rows: the case, the median milliseconds of a Tab with the budget and without, and their
    ratio."""
    kernel.run(SWITCH)
    rows: list[tuple[object, ...]] = []
    for name, code in CASES:
        spent: dict[bool, list[float]] = {True: [], False: []}
        for turn in range(repeats):
            for budget in (True, False) if turn % 2 else (False, True):
                kernel.run(f"BUDGET = {budget}")
                begin = time.perf_counter()
                kernel.complete(code)
                spent[budget].append((time.perf_counter() - begin) * 1e3)
        with_it, without = statistics.median(spent[True]), statistics.median(spent[False])
        rows.append((name, with_it, without, f"{with_it / without:.2f}"))
    return rows


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats, for the gate")
    turns = 2 if parser.parse_args().quick else 12
    print(f"{machine()}\n")
    with running_kernel(dict(os.environ)) as ours, running_kernel(dict(os.environ)) as plain:
        ours.run("%load_ext interactive_provider")
        for kernel in (ours, plain):
            kernel.run(SETUP)
        cases = (FIRST, *CASES)
        places = [(name, Place(ours, code), Place(plain, code)) for name, code in cases]
        for turn in range(turns):
            for _, *both in places:
                for place in both if turn % 2 else reversed(both):
                    place.batch()
        budget = cost_of_the_budget(ours, 4 * turns)
    rows = [(name, *_cells(extended), *_cells(bare)) for name, extended, bare in places]
    header = ("first, ms", "least", "median", "CPU", "plays", "again", "offered")
    title = "One Tab through a real kernel, with the extension and without"
    print(table(title, ("at", *header, *(f"without: {word}" for word in header)), rows))
    print(
        table(
            "What the budget of a look costs",
            ("at", "with it, ms", "without, ms", "with / without"),
            budget,
        )
    )


def _cells(place: Place) -> tuple[object, ...]:
    later = place.later
    return (
        place.first,
        min(later),
        statistics.median(later),
        min(place.cpu),
        *place.plays,
        place.offered,
    )


if __name__ == "__main__":
    main()
