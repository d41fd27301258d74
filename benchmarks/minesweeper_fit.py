"""What do the traits of a Minesweeper position weigh? Plays games and fits the weights of
`evaluation.TRAITS`.

Run `python -m benchmarks.minesweeper_fit --positions 100000` (numpy needed; some ten
positions a second). In half of the positions of a game where a guess is needed, each candidate is
clicked on the true board, and the rest is played by the policy: 1 for a game won, 0 for one lost.
The weights are those with which the look-ahead comes closest to these ends, by least squares. What
counts is how the candidates of one position differ, since they are compared with each other only;
all that they have in common is noise, and gets a small weight (`COMMON`), enough to keep the worth
of a position near its chance to win.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.measure import table
from benchmarks.minesweeper import candidates, view_of
from benchmarks.minesweeper_games import play
from interactive_provider.builtin.minesweeper import BadView, Layout, generate
from interactive_provider.builtin.minesweeper.analysis import FieldStudy
from interactive_provider.builtin.minesweeper.constants import COVERED, LEAST_DANGER
from interactive_provider.builtin.minesweeper.grid import Square, Squares
from interactive_provider.builtin.minesweeper.rules import flood
from interactive_provider.builtin.minesweeper.solver import guess
from interactive_provider.builtin.minesweeper.solving.evaluation import (
    TRAITS,
    traits_of,
)
from interactive_provider.builtin.minesweeper.view import PlayerView
from interactive_provider.support.generators import luck

DENSE = (("expert", (16, 30, 99)),)
SPARSE = (("intermediate", (16, 16, 40)), ("beginner", (9, 9, 10)), ("beginner_8x8", (8, 8, 10)))

COMMON = 0.2
"""The weight of what the candidates of a position have in common, against 1 for what tells them
apart."""

RIDGE = 0.001
"""How much the weights are held near those in use, as a share of what the positions say of each."""


class Click(NamedTuple):
    """A candidate: the shares (outcomes) and traits (outcomes x traits) of what it may show, and
    whether it won."""

    shares: Any
    traits: Any
    won: float


def guesses(board: Layout, seed: object) -> Iterator[PlayerView]:
    """Half of the positions, drawn by lot, where the policy has to guess and the end is too far to
    search."""
    rng, opened, square = luck("fit", seed), 0, 0
    while not board.mined >> square & 1:
        opened |= flood(board.grid, board.mined, square)
        view = open_certain(board, opened)
        opened = view.grid.all & ~view.covered
        if opened.bit_count() == board.grid.size - board.mines:
            return
        square, searched = guess(FieldStudy(view))
        if searched:
            return
        if rng.random() < 0.5:
            yield view


def open_certain(board: Layout, opened: Squares) -> PlayerView:
    """What is seen once everything that is certain is open, again and again."""
    while True:
        view = view_of(board, opened)
        safe = [] if view.cells.count(COVERED) == board.mines else FieldStudy(view).safe
        if not safe:
            return view
        for square in safe:
            opened |= flood(board.grid, board.mined, square)


def clicks(board: Layout, view: PlayerView) -> list[Click]:
    """Every candidate of a position, played to the end."""
    study, found = FieldStudy(view), []
    for square in candidates(study):
        won = play(board, square, "record", list(view.cells))
        shares, traits = outcomes(view, square)
        found.append(Click((1.0 - study.risks[square]) * shares, traits, float(won)))
    return found


def outcomes(view: PlayerView, square: Square) -> tuple[Any, Any]:
    """The share of each number among all that a safe square may show, and the traits of the
    position then."""
    import numpy as np

    ways, traits = [], []
    for number in range(9):
        after = view.opened(square, number)
        try:
            study = FieldStudy(after)
            chances, layouts = study.risks, study.counts.layouts
        except BadView:
            continue
        ways.append(float(layouts))
        traits.append(traits_of(after.cells, chances, layouts, after.grid.near, after.columns))
    return np.array(ways) / sum(ways), np.array(traits)


def collect(
    levels: Sequence[tuple[str, tuple[int, int, int]]], positions: int
) -> list[list[Click]]:
    """This many positions of each level."""
    found: list[list[Click]] = []
    for name, size in levels:
        wanted, seed = len(found) + positions, 0
        while len(found) < wanted:
            board = generate(size, ("fit", name, seed), (0, 0), start="safe")
            found += [clicks(board, view) for view in guesses(board, (name, seed))]
            seed += 1
    return found


def fit(positions: list[list[Click]], weights: Any, rounds: int = 6) -> tuple[Any, Any]:
    """The weights of the least squares and their standard errors, by the method of Gauss and
    Newton."""
    import numpy as np

    held = weights
    for _ in range(rounds):
        pairs = [_residuals(position, weights) for position in positions]
        missing, slopes = (
            np.concatenate([pair[0] for pair in pairs]),
            np.concatenate([pair[1] for pair in pairs]),
        )
        normal = slopes.T @ slopes
        ridge = RIDGE * np.diag(np.diag(normal)) + 1e-6 * np.eye(len(weights))
        weights = weights + np.linalg.solve(
            normal + ridge, slopes.T @ missing - ridge @ (weights - held)
        )
    errors = np.sqrt(np.diag(np.linalg.inv(normal + ridge)) * (missing**2).mean())
    return weights, errors


def _residuals(position: list[Click], weights: Any) -> tuple[Any, Any]:
    """What each candidate's end misses of its prospect, and the slopes of the prospects, both
    mostly centred."""
    import numpy as np

    missing, slopes = np.empty(len(position)), np.empty((len(position), len(weights)))
    for index, click in enumerate(position):
        danger = click.traits @ weights
        bent = np.exp(np.minimum(danger / LEAST_DANGER, 1.0) - 1.0)
        undecided = click.traits[:, 0] > 0.0
        worth = np.where(
            undecided, np.exp(-np.where(danger > LEAST_DANGER, danger, LEAST_DANGER * bent)), 1.0
        )
        missing[index] = click.won - click.shares @ worth
        slopes[index] = -(click.shares * worth * bent * undecided) @ click.traits
    return missing - (1.0 - COMMON) * missing.mean(), slopes - (1.0 - COMMON) * slopes.mean(0)


def main() -> None:
    """Print the weights for both kinds of boards."""
    import numpy as np

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    positions = parser.parse_args().positions
    columns = []
    for levels, held in (
        (DENSE, [trait.dense for trait in TRAITS]),
        (SPARSE, [trait.sparse for trait in TRAITS]),
    ):
        weights, errors = fit(collect(levels, positions), np.array(held))
        columns.append(
            [f"{weight:.4f} ± {error:.4f}" for weight, error in zip(weights, errors, strict=True)]
        )
    rows = list(zip((trait.name for trait in TRAITS), *columns, strict=True))
    print(
        table(
            f"Weights fitted to {positions} positions of each level",
            ("trait", "dense", "sparse"),
            rows,
        )
    )


if __name__ == "__main__":
    main()
