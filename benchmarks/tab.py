"""How long is one Tab? `python -m benchmarks.tab` asks a real kernel, with the extension and without.

The time is that of the kernel's answer to a complete_request, sent and received on this machine; "plays" is how often
the game was asked for a state meanwhile, and must be at most one for each link of a chain that was not walked before. A
second table says what the budget of a look costs (`interactive_provider.shell.time_budget`): the same Tabs by turns
with it and without.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from tests.kernel.client import Kernel, running_kernel

from .measure import machine, table

SETUP = """
from dataclasses import dataclass
from interactive_provider import Game, InteractiveProvider, State
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

mine = InteractiveProvider(Plain)
p4, p100, p480 = (mine.plain(width=width) for width in (4, 100, 480))
"""

CASES = (
    ("4 options", "p4."),
    ("100 options", "p100."),
    ("480 options", "p480."),
    ("a chain of 5 links", "p4" + ".c001" * 5 + "."),
    ("a chain of 50 links", "p4" + ".c002" * 50 + "."),
    ("a chain of 400 links", "p4" + ".c003" * 400 + "."),
)


def measure(kernel: Kernel, code: str, repeats: int) -> tuple[float, float, int, int, int]:
    """Milliseconds of the first Tab and the median of later ones, plays of each, and names offered."""
    kernel.run("PLAYS = 0")
    begin = time.perf_counter()
    offered = len(kernel.complete(code).names)
    first = time.perf_counter() - begin
    plays = int(kernel.value("PLAYS"))
    later = []
    for _ in range(repeats):
        begin = time.perf_counter()
        kernel.complete(code)
        later.append(time.perf_counter() - begin)
    again = int(kernel.value("PLAYS")) - plays
    return first * 1e3, statistics.median(later) * 1e3, plays, again, offered


SWITCH = """
from interactive_provider.shell.time_budget import Budget
SPENT, BUDGET = Budget.spent, True
def spent(self, ask, *others, **named):
    return SPENT(self, ask, *others, **named) if BUDGET else ask()
Budget.spent = spent
"""


def cost_of_the_budget(kernel: Kernel, repeats: int) -> list[tuple[object, ...]]:
    """Rows: the case, the median milliseconds of a Tab with the budget and without, and their ratio."""
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
    repeats = 3 if parser.parse_args().quick else 15
    print(f"{machine()}\n")
    rows = []
    results = {}
    for extended in (True, False):
        with running_kernel(dict(os.environ)) as kernel:
            if extended:
                kernel.run("%load_ext interactive_provider")
            kernel.run(SETUP)
            for name, code in CASES:
                results[name, extended] = measure(kernel, code, repeats)
            if extended:
                budget = cost_of_the_budget(kernel, 3 * repeats)
    for name, _ in CASES:
        ours, plain = results[name, True], results[name, False]
        rows.append((name, *ours[:4], *plain[:4], f"{plain[1] / ours[1]:.1f}", ours[4], plain[4]))
    header = (
        "at", "first, ms", "later, ms", "plays", "again",
        "without: first, ms", "later, ms", "plays", "again", "without / with", "offered", "without",
    )  # fmt: skip
    print(table("One Tab through a real kernel, with the extension and without", header, rows))
    print(table("What the budget of a look costs", ("at", "with it, ms", "without, ms", "with / without"), budget))


if __name__ == "__main__":
    main()
