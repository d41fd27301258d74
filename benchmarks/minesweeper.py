"""How strong and how fast is the Minesweeper player, and what do its answers cost?

Run `python -m benchmarks.minesweeper` (half an hour), with `--quick` for a look.
`--rates --games 100000` plays only the games for the win rates, for a narrow interval;
`--level expert` only those of one level, `--seed` others than last time. The peer is `ms_toollib`
(Rust, from PyPI) if it is installed, on the same positions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

from benchmarks.measure import cpu_seconds, machine, table
from benchmarks.minesweeper_games import Opening, play_games
from interactive_provider.builtin.minesweeper import (
    Layout,
    generate,
    mine_probabilities,
    optimal_value,
)
from interactive_provider.builtin.minesweeper.analysis import FieldStudy
from interactive_provider.builtin.minesweeper.grid import Square, Squares, members
from interactive_provider.builtin.minesweeper.rules import Field, flood
from interactive_provider.builtin.minesweeper.solving import ordering
from interactive_provider.builtin.minesweeper.view import PlayerView
from interactive_provider.support.generators import luck

SERIES = (
    # level, start, first click, the record known, in per cent
    ("expert", "safe", (0, 0), "41.13"),
    ("expert", "zero", (3, 3), "54.3-54.5"),
    ("intermediate", "safe", (0, 0), "78.5"),
    ("beginner", "safe", (0, 0), "91.6"),
    ("beginner_8x8", "safe", (0, 0), "81.8"),
)


def win_rates(games: int, seed: str = "benchmark", only: str | None = None) -> str:
    """Wins of each policy on the same boards, with 95 % intervals."""
    rows = []
    for level, start, first, known in SERIES:
        if only not in (None, level):
            continue
        results = {
            policy: play_games(games, level, Opening(start, first), policy, seed)
            for policy in ("fast", "record")
        }
        for policy, result in results.items():
            low, high = result.interval
            gain = result.wins - results["fast"].wins
            rate = f"{result.rate:.2%} ({low:.2%} to {high:.2%})"
            speed = f"{result.games_per_second:.0f}"
            rows.append(
                (
                    f"{level}, {start} {first}",
                    policy,
                    result.games,
                    rate,
                    f"{gain:+d}",
                    known,
                    speed,
                )
            )
    header = (
        "boards",
        "policy",
        "games",
        "won (95 %)",
        "more wins than fast",
        "record known, %",
        "games/s",
    )
    return table("Games won, the same boards for both policies", header, rows)


def positions(games: int) -> list[PlayerView]:
    """The views of expert games in which a guess is needed, played by the safest square."""
    found = []
    for seed in range(games):
        board = generate((16, 30, 99), ("positions", seed), (0, 0), start="safe")
        opened = flood(board.grid, board.mined, 0)
        while True:
            view = view_of(board, opened)
            safe = FieldStudy(view).safe
            found.append(view)
            if not safe:
                if opened.bit_count() == board.grid.size - board.mines:
                    break
                safe = candidates(FieldStudy(view))[:1]
            if board.mined >> safe[0] & 1:
                break
            for square in safe:
                opened |= flood(board.grid, board.mined, square)
    return found


def view_of(board: Layout, opened: Squares) -> PlayerView:
    """What a player sees of a board when some safe squares are open."""
    return Field(board.rows, board.columns, board.mines, layout=board.mined, opened=opened).view()


def candidates(study: FieldStudy) -> list[Square]:
    """The squares that the policies look at more closely, the safest first."""
    order = ordering.ranks(study.view.cells, study.risks, study.view.grid.near)
    return ordering.candidates(order)


def lattice(rows: int, columns: int, mines: int) -> PlayerView:
    """Every second square of every second row open: one front over the whole board."""
    opened = sum(
        1 << (row * columns + column)
        for row in range(1, rows, 2)
        for column in range(1, columns, 2)
    )
    board = generate((rows, columns, mines), "lattice", (1, 1), start="safe")
    clear = list(members(board.grid.all & ~opened))
    mined = sum(1 << square for square in luck("lattice").sample(clear, mines))
    return view_of(Layout(rows, columns, mined), opened)


def costs(games: int, whole: bool) -> str:
    """What one call for probabilities costs: in play, and on number lattices."""
    views = positions(games)
    peer = _peer()
    rows: list[Sequence[object]] = []
    solvers: list[tuple[str, Callable[[PlayerView], object]]] = [("this package", _public)]
    if peer is not None:
        solvers.append(("ms_toollib", peer))
    for name, solver in solvers:
        spent = sorted(cpu_seconds(partial(solver, view), 1) * 1e3 for view in views)
        rows.append(
            (f"{len(views)} views in play", name, f"{median(spent):.3f}", f"{spent[-1]:.2f}")
        )
    for size in ((16, 16, 40), (16, 30, 99))[: 2 if whole else 1]:
        spent_here = f"{cpu_seconds(partial(_public, lattice(*size)), 1) * 1e3:.1f}"
        rows.append(
            (f"lattice {size[0]}x{size[1]}/{size[2]}", "this package", spent_here, spent_here)
        )
    return table(
        "Milliseconds for all probabilities of a view", ("views", "who", "median", "worst"), rows
    )


def _public(view: PlayerView) -> object:
    return mine_probabilities(view.text(), view.mines)


def _peer() -> Callable[[PlayerView], object] | None:
    try:
        import ms_toollib
    except ImportError:
        return None

    def ask(view: PlayerView) -> object:
        codes = [10 if code == 9 else code for code in view.cells]
        rows = [codes[at : at + view.columns] for at in range(0, len(codes), view.columns)]
        return ms_toollib.cal_probability_onboard(rows, view.mines)

    return ask


def boards(count: int) -> str:
    """What a board without guesses costs."""
    rows = []
    for name, size, first in (
        ("beginner", (9, 9, 10), (4, 4)),
        ("intermediate", (16, 16, 40), (8, 8)),
        ("expert", (16, 30, 99), (8, 15)),
        ("16x30 with 170", (16, 30, 170), (8, 15)),
    ):
        number = count if size[2] < 170 else max(count // 10, 2)
        generate(size, "warm", first, no_guess=True)
        begin = time.process_time()
        for seed in range(number):
            generate(size, seed, first, no_guess=True)
        rows.append((name, number, f"{(time.process_time() - begin) / number * 1e3:.1f}"))
    return table("Milliseconds for a board that needs no guess", ("board", "boards", "mean"), rows)


def exact(sizes: Sequence[tuple[int, int, int]]) -> str:
    """What exact optimal play of a whole board costs."""
    optimal_value(["..", ".."], 1)
    rows = []
    for size in sizes:
        begin = time.process_time()
        value = optimal_value(["." * size[1]] * size[0], size[2])
        rows.append((f"{size[0]}x{size[1]}/{size[2]}", value, f"{time.process_time() - begin:.2f}"))
    return table("Exact optimal play from a covered board", ("board", "won", "seconds"), rows)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--rates", action="store_true")
    parser.add_argument("--level", choices=sorted({level for level, *_ in SERIES}))
    parser.add_argument("--seed", default="benchmark")
    options = parser.parse_args()
    quick = options.quick
    print(machine(), "\n")
    if options.rates:
        print(win_rates(options.games, options.seed, options.level))
        return
    print(costs(2 if quick else 30, not quick), "\n")
    print(boards(10 if quick else 100), "\n")
    print(exact([(4, 4, 4)] if quick else [(4, 4, 4), (5, 5, 4), (5, 5, 5)]), "\n")
    print(win_rates(200 if quick else options.games, options.seed, options.level))


if __name__ == "__main__":
    main()
