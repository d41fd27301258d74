"""OpenSpiel's games as environments, through the tests of PettingZoo and Gymnasium.

``python -m tools.environment_sweep`` tests all of them, with names only those: each in a process of
its own, with a line for its result. A game for one player must pass Gymnasium's `check_env`, others
PettingZoo's `api_test`, `seed_test` and `render_test`. The command fails if a game does.
"""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

from interactive_provider.adapters.openspiel import facts

SECONDS = 600
"""What a game may take."""

WIDE = 4_000
"""Actions by place in the list, for games of which random games do not meet all options."""


def passes(name: str) -> None:
    """Raise whatever the tests of the libraries raise."""
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, render_test, seed_test

    from interactive_provider import InteractiveProvider
    from interactive_provider.adapters.environments import as_environment
    from interactive_provider.adapters.openspiel.game import game_class

    provider: Any = InteractiveProvider(game_class(name), seed=1)
    begin = getattr(provider, dir(provider)[0])
    begin = begin if game_class(name).players == 1 else begin.both_sides

    def make(render_mode: Any = "ansi") -> Any:
        return as_environment(begin, actions=WIDE, render_mode=render_mode)

    if game_class(name).players == 1:
        check_env(make())
    else:
        api_test(make(), num_cycles=100)
        seed_test(make, num_cycles=20)
        render_test(make)


def result(name: str) -> str:
    """``passed``, or what went wrong in a process of its own."""
    if name in facts.REFUSED:
        return f"refused: {facts.REFUSED[name]}"
    command = [sys.executable, "-m", "tools.environment_sweep", "--one", name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"not done after {SECONDS} seconds"
    return (
        "passed"
        if done.returncode == 0
        else f"failed: {(done.stderr.strip() or 'no reason').splitlines()[-1]}"
    )


def main() -> None:
    """Test what the command line names, or everything."""
    if sys.argv[1:2] == ["--one"]:
        warnings.simplefilter("ignore")
        passes(sys.argv[2])
        return
    failed = 0
    for name in sys.argv[1:] or sorted({*facts.FACTS, *facts.REFUSED}):
        found = result(name)
        failed += found.startswith(("failed", "not done"))
        print(f"{name}: {found}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
