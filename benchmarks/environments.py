"""How many steps a second does an environment make, and what does a copy of it cost?
`python -m benchmarks.environments [--quick]`.

Actions are drawn from the mask; beginning new games is part of the time.
"""

from __future__ import annotations

import copy
import pickle
import sys
from typing import Any

import gymnasium

from benchmarks.measure import cpu_seconds, machine, microseconds, table
from interactive_provider.adapters import gymnasium_ids

GAMES: dict[str, dict[str, Any]] = {
    "minesweeper": {"rows": 5, "columns": 5, "mines": 4},
    "sliding": {},
    "match_game": {},
    "k_in_a_row": {},
    "rock_paper_scissors": {},
    "capture": {"grade": "gentle"},
}


def main() -> int:
    """Print one table, with an environment of Gymnasium's own at the end."""
    steps = 200 if "--quick" in sys.argv else 2_000
    print(machine() + "\n")
    rows = [(name, *_costs(_made(name), steps)) for name in GAMES]
    rows.append(("Gymnasium's Taxi-v4", *_costs(gymnasium.make("Taxi-v4"), steps)))
    print(table("An environment", ("game", "steps/s", "deepcopy, µs", "pickle, µs"), rows))
    return 0


def _made(name: str) -> Any:
    assert name in gymnasium_ids.GAMES
    return gymnasium.make(f"interactive_provider/{name}-v0", seed=1, **GAMES[name])


def _costs(env: Any, steps: int) -> tuple[int, float, float]:
    """Steps a second, and microseconds a copy."""
    env.action_space.seed(1)
    seconds = cpu_seconds(lambda: _play(env, steps))
    copies = microseconds(lambda: [copy.deepcopy(env) for _ in range(100)], 100)
    pickled = microseconds(lambda: [pickle.loads(pickle.dumps(env)) for _ in range(100)], 100)
    return round(steps / seconds), copies, pickled


def _play(env: Any, steps: int) -> None:
    _, info = env.reset(seed=1)
    for _ in range(steps):
        _, _, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
        if over or cut:
            _, info = env.reset()


if __name__ == "__main__":
    sys.exit(main())
