"""Which constant of exploration plays best?
`python -m benchmarks.exploration [--games 100] [--simulations 150]`

Each constant plays the usual one in eight games, the seats exchanged after half of the games, after
two random choices. It takes half an hour; what came of it stands in `exploration.md`, beside this
file.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

from interactive_provider.adapters.openspiel.game import game_class
from interactive_provider.builtin.k_in_a_row import KInARow
from interactive_provider.game import Game
from interactive_provider.search.mcts import EXPLORATION, TreeSearch
from interactive_provider.search.model import Model
from tests.search.rules import DotsAndBoxes, Pig

from .measure import machine, table

CONSTANTS = (0.5, 0.7, 1.4, 2.0)


def beginnings() -> Iterator[tuple[str, Game[Any], Any]]:
    """The games with the states that they begin with."""
    own = KInARow()
    yield "noughts and crosses", own, own.new_state(Random(0))
    yield "four in a row, 5×5", own, own.new_state(Random(0), rows=5, columns=5, k=4)
    yield "connect four", own, own.new_state(Random(0), rows=6, columns=7, k=4, gravity=True)
    for rules in (DotsAndBoxes(2, 3), Pig(50)):
        yield type(rules).__name__, rules, rules.new_state(Random(0))
    for name, parameters in (
        ("breakthrough", {"rows": 6, "columns": 6}),
        ("othello", {}),
        ("hex", {"board_size": 5}),
    ):
        other = game_class(name)()
        yield name, other, other.new_state(Random(0), **parameters)


def play(
    game: Game[Any], start: Any, constants: tuple[float, float], simulations: int, seed: str
) -> float:
    """What the first of two constants gets, in shares of a win."""
    model, rng, turn, state, plies = Model(game), Random(seed), 0, start, 0
    while values := model.values(state):
        mover = model.mover(state, turn)
        if plies < 2:
            value = rng.choice(values)
        else:
            search = TreeSearch(model, state, mover, rng)
            search.exploration = constants[mover]
            search.run(simulations)
            value = search.best().value
        state, turn, plies = model.respond(state, value, rng), model.next_turn(mover), plies + 1
    paid = model.payoffs(state)
    return 0.5 + (paid[0] > paid[1]) / 2 - (paid[0] < paid[1]) / 2


def main() -> None:
    """Print the table, a row for each game as it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each pair")
    parser.add_argument("--simulations", type=int, default=150)
    arguments = parser.parse_args()
    rows: list[tuple[object, ...]] = []
    for name, game, start in beginnings():
        scores = []
        for constant in CONSTANTS:
            won = 0.0
            for number in range(arguments.games):
                pair = (constant, EXPLORATION) if number % 2 else (EXPLORATION, constant)
                score = play(game, start, pair, arguments.simulations, f"{name}/{number // 2}")
                won += score if number % 2 else 1 - score
            scores.append(f"{won / arguments.games:.3f}")
        rows.append((name, *scores))
        print(*rows[-1], flush=True)
    means = [
        f"{sum(float(str(row[n])) for row in rows) / len(rows):.3f}"
        for n in range(1, len(CONSTANTS) + 1)
    ]
    title = (
        f"Score against {EXPLORATION}, {arguments.games} games each, {arguments.simulations}"
        " simulations a move"
    )
    print(
        f"{machine()}\n\n{table(title, ('game', *map(str, CONSTANTS)), [*rows, ('mean', *means)])}"
    )


if __name__ == "__main__":
    main()
