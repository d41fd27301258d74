"""What do the traits of a Minesweeper position weigh? Plays games and fits `evaluation.TRAITS` to how they ended.

Run `python -m benchmarks.minesweeper_fit --games 20000` (numpy and numba needed; about a hundred games a second).
After every guess the traits of the position are written down, and at the end of the game whether it was won.
Part of the guesses are drawn by lot among the better squares, so that more than one policy's positions are seen.
The weights are those of the greatest likelihood, found by Fisher's scoring.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from benchmarks.measure import table
from interactive_provider.builtin.minesweeper import Layout, fast, generate
from interactive_provider.builtin.minesweeper.evaluation import LEAST_DANGER, TRAITS, traits_of
from interactive_provider.builtin.minesweeper.generate import rng_of, view_of
from interactive_provider.builtin.minesweeper.grid import Square, members
from interactive_provider.builtin.minesweeper.policy import candidates, certain_squares, safest
from interactive_provider.builtin.minesweeper.probability import count_layouts, probabilities
from interactive_provider.builtin.minesweeper.rules import flood
from interactive_provider.builtin.minesweeper.view import View

DENSE = (("expert", (16, 30, 99), (0, 0), "safe"), ("expert", (16, 30, 99), (3, 3), "zero"))
SPARSE = (
    ("intermediate", (16, 16, 40), (0, 0), "safe"),
    ("beginner", (9, 9, 10), (0, 0), "safe"),
    ("beginner_8x8", (8, 8, 10), (0, 0), "safe"),
)

LOTS = 0.2
"""The share of guesses drawn by lot."""

Game = tuple[list[list[float]], bool]


def play(board: Layout, first: Square, seed: object) -> Game:
    """The traits after each guess since the last one drawn by lot, and whether the game was won."""
    rng, opened, square = rng_of("fit", seed), 0, first
    seen: list[list[float]] = []
    while not board.mined >> square & 1:
        if opened:
            seen.append(_traits(view_of(board, opened).opened(square, _number(board, square))))
        opened |= flood(board.grid, board.mined, square)
        while safe := certain_squares(view_of(board, opened))[0]:
            for other in members(safe):
                opened |= flood(board.grid, board.mined, other)
        if opened.bit_count() == board.grid.size - board.mines:
            return seen, True
        view = view_of(board, opened)
        if rng.random() < LOTS:
            chance = probabilities(view)
            square, seen = rng.choice(candidates(view, chance, safest(view, chance))), []
        else:
            found = fast.best_guess(view)
            assert found is not None, "the front of a game is never too wide for compiled code"
            square = found[0]
    return seen, False


def _number(board: Layout, square: Square) -> int:
    return (board.mined & board.grid.neighbours[square]).bit_count()


def _traits(view: View) -> list[float]:
    return traits_of(view, probabilities(view), count_layouts(view).layouts)


def collect(levels: Sequence[tuple[str, tuple[int, int, int], tuple[int, int], str]], games: int) -> tuple[Any, Any]:
    """The traits (positions x traits) and the outcomes (1 won, 0 lost) of so many games of each level."""
    import numpy as np

    rows, ends = [], []
    for name, size, first, start in levels:
        for seed in range(games):
            board = generate(*size, ("fit", name, start, seed), first, start=start)
            seen, won = play(board, board.grid.square(*first), (name, start, seed))
            rows += [traits for traits in seen if traits]
            ends += [float(won) for traits in seen if traits]
    return np.array(rows), np.array(ends)


def fit(traits: Any, won: Any, rounds: int = 100) -> tuple[Any, Any]:
    """The weights of the greatest likelihood and their standard errors; a step that makes it less is halved."""
    import numpy as np

    scale = traits.std(0)
    scale[scale == 0.0] = 1.0
    scaled = traits / scale
    weights = np.zeros(traits.shape[1])
    weights[0] = -np.log(won.mean())
    penalty, _, _ = _likelihood(scaled, won, weights)
    for _ in range(rounds):
        _, gradient, fisher = _likelihood(scaled, won, weights)
        step = np.linalg.solve(fisher, gradient)
        while _likelihood(scaled, won, weights - step)[0] > penalty and np.abs(step).max() > 1e-9:
            step = step / 2.0
        weights = weights - step
        before, penalty = penalty, _likelihood(scaled, won, weights)[0]
        if before - penalty < 1e-6:
            break
    return weights / scale, np.sqrt(np.diag(np.linalg.inv(fisher))) / scale


def _likelihood(scaled: Any, won: Any, weights: Any) -> tuple[float, Any, Any]:
    """Minus the logarithm of the likelihood, its gradient and Fisher's information, with a little ridge."""
    import numpy as np

    danger = scaled @ weights
    bent = np.exp(np.minimum(danger / LEAST_DANGER, 1.0) - 1.0)
    chance = np.clip(np.exp(-np.where(danger > LEAST_DANGER, danger, LEAST_DANGER * bent)), 1e-6, 1.0 - 1e-6)
    slope, spread = -chance * bent, chance * (1.0 - chance)
    penalty = float(-(won * np.log(chance) + (1.0 - won) * np.log(1.0 - chance)).sum() + weights @ weights / 2.0)
    gradient = scaled.T @ ((chance - won) / spread * slope) + weights
    fisher = (scaled * (slope**2 / spread)[:, None]).T @ scaled + np.eye(len(weights))
    return penalty, gradient, fisher


def main() -> None:
    """Print the weights for both kinds of boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    games = parser.parse_args().games
    generate(4, 4, 3, 0, (0, 0), no_guess=True)
    columns = []
    for levels in (DENSE, SPARSE):
        traits, won = collect(levels, games)
        weights, errors = fit(traits, won)
        columns.append([f"{weight:.4f} ± {error:.4f}" for weight, error in zip(weights, errors, strict=True)])
    rows = list(zip((trait.name for trait in TRAITS), *columns, strict=True))
    print(table(f"Weights fitted to {games} games of each level", ("trait", "dense", "sparse"), rows))


if __name__ == "__main__":
    main()
