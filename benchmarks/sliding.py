"""How long does a sliding puzzle take?
`python -m benchmarks.sliding [--quick] [--hardest] [--peers PYTHON]`.

Shortest solutions of Korf's hundred fifteen puzzles, near-shortest ones of Korf and Felner's fifty
24-puzzles, and large boards. By hand: `--hardest` proves all seventeen positions of 80 moves, which
takes half an hour, and `--peers PYTHON` asks what pip brings. Data: `benchmarks/data`, with the
published lengths.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import machine, table
from interactive_provider.builtin.sliding import Position, TileSolution, scramble, solve
from interactive_provider.builtin.sliding.rules import shape_up
from interactive_provider.builtin.sliding.solving import complete

DATA = Path(__file__).parent / "data"

HARDEST = (
    "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1",
    "0 12 10 13/15 11 14 9/3 7 2 5/4 8 6 1",
    "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1",
    "0 15 9 13/11 12 10 14/3 7 6 2/4 8 5 1",
    "0 12 9 13/15 11 10 14/3 7 6 2/4 8 5 1",
    "0 12 14 13/15 11 9 10/3 7 6 2/4 8 5 1",
    "0 12 10 13/15 11 14 9/3 7 6 2/4 8 5 1",
    "0 12 11 13/15 14 10 9/3 7 6 2/4 8 5 1",
    "0 12 10 13/15 11 9 14/7 3 6 2/4 8 5 1",
    "0 12 9 13/15 11 14 10/3 8 6 2/4 7 5 1",
    "0 12 9 13/15 11 10 14/8 3 6 2/4 7 5 1",
    "0 12 14 13/15 11 9 10/8 3 6 2/4 7 5 1",
    "0 12 9 13/15 11 10 14/7 8 6 2/4 3 5 1",
    "0 12 10 13/15 11 14 9/7 8 6 2/4 3 5 1",
    "0 12 9 13/15 8 10 14/11 7 6 2/4 3 5 1",
    "0 12 9 13/15 11 10 14/3 7 5 6/4 8 2 1",
    "0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1",
)
"""The seventeen positions of the fifteen puzzle that need 80 moves; none needs more (Brüngger and
others 1999)."""

PEER_SECONDS = 60

PEERS = {
    "fifteen-puzzle-solvers": (
        """
from fifteen_puzzle_solvers.domain import Puzzle
from fifteen_puzzle_solvers.services import AStar
solver = AStar(Puzzle([list(row) for row in rows]))
length = len(solver.solve_puzzle())
"""
    ),
    "slidingpuzzle": (
        """
import slidingpuzzle
board = slidingpuzzle.from_rows(*rows)
length = len(slidingpuzzle.search(board, "ida*", heuristic=slidingpuzzle.linear_conflict_distance).solution)
"""
    ),
}
"""What pip brings, and how each is asked. They want versions of their own of what they need:
`--peers PYTHON` names the Python of an environment where
`pip install fifteen-puzzle-solvers slidingpuzzle` was done."""


def instances(name: str, columns: int) -> list[tuple[int, Position]]:
    """Published positions with their optimal lengths."""
    found = []
    for line in (DATA / name).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            numbers, tiles = line.split("|")
            found.append(
                (int(numbers.split()[1]), shape_up(tuple(map(int, tiles.split())), columns))
            )
    return found


def timed(position: Position | str, **options: Any) -> tuple[TileSolution, float]:
    """The solution and the CPU seconds it took."""
    begin = time.process_time()
    solution = solve(position, **options)
    return solution, time.process_time() - begin


def korf(quick: bool) -> list[object]:
    """A row: how long proofs of the hundred take."""
    chosen = instances("korf100.txt", 4)[:: 10 if quick else 1]
    solve(scramble(4, 4, 1))
    seconds = []
    for length, position in chosen:
        solution, taken = timed(position)
        assert (length, "shortest") == (solution.length, solution.status)
        seconds.append(taken)
    return [
        f"{len(chosen)} of Korf's hundred",
        f"{sum(seconds):.2f} (per hundred {100 * statistics.mean(seconds):.1f})",
        f"{statistics.median(seconds):.3f}",
        f"{max(seconds):.2f}",
        "all optimal",
        "16; median 0.05; worst 2",
    ]


def cold() -> list[object]:
    """A row: a fresh process that solves one random board, by the wall clock."""
    code = "from interactive_provider.builtin.sliding import *; solve(scramble(4, 4, {}))"
    seconds = []
    for seed in range(5):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code.format(seed)], check=True)
        seconds.append(time.perf_counter() - begin)
    return [
        "cold process, one random 4×4",
        sum(seconds),
        statistics.median(seconds),
        max(seconds),
        "optimal",
        "0.8 each",
    ]


def complete_table() -> list[object]:
    """A row: all distances of 3×3."""
    begin = time.process_time()
    positions = len(complete.distances(3, 3))
    taken = time.process_time() - begin
    return ["3×3, complete table", taken, taken, taken, f"{positions:,} distances", "0.24"]


def korf_felner(quick: bool) -> list[object]:
    """A row: how near to the optimum the 24-puzzles come."""
    chosen = instances("korf_felner50.txt", 5)[:: 25 if quick else 1]
    solve(scramble(5, 5, 1), shortest=False, limit_seconds=0.5)
    seconds, ratios = [], []
    for length, position in chosen:
        solution, taken = timed(position, shortest=False, limit_seconds=1.5)
        assert solution.length is not None and solution.lower_bound <= length <= solution.length
        seconds.append(taken)
        ratios.append(solution.length / length)
    return [
        f"{len(chosen)} of Korf and Felner's fifty, 1.5 s each",
        sum(seconds),
        statistics.median(seconds),
        max(seconds),
        f"{statistics.mean(ratios):.3f} × optimal",
        "≤ 1.05 ×",
    ]


def large(side: int, limit: float, goal: str) -> list[object]:
    """A row: one large board."""
    solution, taken = timed(scramble(side, side, 1), shortest=False, limit_seconds=limit)
    length = solution.length or 0
    text = f"{length:,} moves, {length / side**3:.3f} n³, bound {solution.lower_bound:,}"
    return [f"{side}×{side}, limit {limit:g} s", taken, taken, taken, text, goal]


def hardest() -> list[object]:
    """A row: the proof that 80 moves are needed."""
    seconds = []
    for position in HARDEST:
        solution, taken = timed(position)
        assert (solution.length, solution.status) == (80, "shortest")
        seconds.append(taken)
    row = [
        f"the {len(HARDEST)} positions of 80 moves",
        sum(seconds),
        statistics.median(seconds),
        max(seconds),
    ]
    return [*row, "all optimal", "60 each"]


def peers(python: str) -> list[list[object]]:
    """A row for us and for each peer: the same three easy positions, one process each, by the wall
    clock."""
    chosen = sorted(instances("korf100.txt", 4), key=lambda one: one[0])[:3]
    ours = "from interactive_provider.builtin.sliding import solve; length = solve(rows).length"
    tasks = {
        "this package": (sys.executable, ours),
        **{name: (python, code) for name, code in PEERS.items()},
    }
    rows: list[list[object]] = []
    for name, (interpreter, code) in tasks.items():
        answers, seconds = [], []
        for length, position in chosen:
            begin = time.perf_counter()
            program = f"rows = {position!r}\n{code}\nprint(length)"
            try:
                run = subprocess.run(
                    [interpreter, "-c", program], capture_output=True, timeout=PEER_SECONDS
                )
                answers.append(
                    f"{run.stdout.decode().split()[-1]} for {length}"
                    if not run.returncode
                    else "an error"
                )
            except subprocess.TimeoutExpired:
                answers.append(f"none for {length}")
            seconds.append(time.perf_counter() - begin)
        row = [
            f"three easy ones of the hundred, cold: {name}",
            sum(seconds),
            statistics.median(seconds),
            max(seconds),
        ]
        rows.append([*row, ", ".join(answers), "optimal"])
    return rows


def main(arguments: list[str]) -> None:
    """Print the table."""
    quick = "--quick" in arguments
    rows = [complete_table(), korf(quick), cold(), korf_felner(quick)]
    rows.append(large(10, 3, "≤ 2.0 n³ in 3 s"))
    if not quick:
        rows += [large(50, 10, "≤ 2.6 n³ in 10 s"), large(100, 30, "≤ 8/3 n³ in 30 s")]
    if "--hardest" in arguments:
        rows.append(hardest())
    if "--peers" in arguments:
        rows += peers(arguments[arguments.index("--peers") + 1])
    print(machine())
    print(
        table(
            "Sliding puzzle, CPU seconds",
            ["what", "in all", "median", "worst", "result", "goal"],
            rows,
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
