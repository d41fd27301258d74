"""What does a hint cost, and the same question again? `python -m benchmarks.hints [NAME …]`

Every game that can be played from here is asked: those of the package with their presets,
OpenSpiel's, and Gymnasium's toy texts as `from_environment` makes them; each at its start, in the
middle of a random game, and three choices before that game's end. Times are CPU seconds of one
process, a group of games each. What takes longer than ``PATIENCE`` is ended and marked.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from interactive_provider import (
    InteractiveProvider,
    NoAbility,
    ProviderError,
    choose,
    evaluate,
    hint,
    history,
    options,
    outcome,
)
from interactive_provider.heart.catalogue.provider import Catalogue
from interactive_provider.heart.play.nodes import Lobby, Position, plain_start

from .measure import machine, table

PATIENCE = 60.0
"""The CPU seconds after which a question is ended."""

PROMISED, AGAIN = 2.0, 0.05
"""The CPU seconds that a hint may take, and that the same question may take again."""

LONGEST = 400
"""The choices after which a random game is long enough."""

PRESETS = 40
"""The presets of one game that are tried."""

SHOWN, LENGTH = 30, 100
"""The rows that are printed, and the letters of an answer."""

TOYS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Blackjack-v1", {}),
    ("CliffWalking-v1", {}),
    ("FrozenLake-v1", {}),
    ("FrozenLake-v1", {"is_slippery": False}),
    ("Taxi-v4", {}),
)
"""Gymnasium's toy texts."""


games: Any = InteractiveProvider(seed=1)


class OutOfPatience(BaseException):
    """A question took too long."""


def timed(ask: Callable[[], object]) -> tuple[float, object]:
    """The CPU seconds of a question and its answer; minus the seconds if it was ended."""

    def end(*_: object) -> None:
        raise OutOfPatience

    signal.signal(signal.SIGPROF, end)
    begin, answer = time.process_time(), object()
    try:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        answer = ask()
    except NoAbility as reason:
        answer = reason
    except OutOfPatience:
        return -PATIENCE, "ended"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - begin, answer


def starts(node: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The positions from which the games below a node begin, with their names."""
    if isinstance(node, Position):
        yield name, node
    elif isinstance(node, Catalogue):
        for part in dir(node):
            yield from starts(getattr(node, part), f"{name}.{part}" if name else part)
    elif isinstance(node, Lobby):
        plain = plain_start(node)
        if plain is not None:
            yield name, plain
        for part in dir(node)[:PRESETS]:
            if "against" not in part and part not in ("daily", "both_sides"):
                yield from starts(getattr(node, part), f"{name}.{part}")


def toys() -> Iterator[tuple[str, Any]]:
    """Gymnasium's toy texts, with what they hide and without."""
    import gymnasium

    from interactive_provider.adapters.environment_games import from_environment

    for kind, arguments in TOYS:
        for sees_all in (False, True):
            made = from_environment(gymnasium.make(kind, **arguments), fully_observable=sees_all)
            root: Any = InteractiveProvider(made, seed=1)
            words = [kind, *(f"{key}={value}" for key, value in arguments.items())]
            name = " ".join([*words, *(["fully observable"] if sees_all else [])])
            yield from starts(getattr(root, dir(root)[0]), name)
    root = InteractiveProvider(from_environment(_corridor(), actions=["left", "right"]), seed=1)
    yield from starts(getattr(root, dir(root)[0]), "a corridor of six states")


def _corridor() -> Any:
    """An environment of an author's own: six states in a row, the goal at the end."""
    import gymnasium

    class Corridor(gymnasium.Env):  # type: ignore[misc]
        """Six states in a row."""

        observation_space = gymnasium.spaces.Discrete(6)
        action_space = gymnasium.spaces.Discrete(2)

        def reset(self, *, seed: Any = None, options: Any = None) -> Any:
            """In the middle."""
            super().reset(seed=seed)
            self.at = 2
            return self.at, {}

        def step(self, action: Any) -> Any:
            """One state to the left or to the right."""
            self.at = max(0, min(5, self.at + (1 if action else -1)))
            return self.at, float(self.at == 5), self.at == 5, False, {}

    return Corridor()


def of_package(name: str) -> Iterator[tuple[str, Any]]:
    """The positions from which a game, or a group of games, of the package begins."""
    node = getattr(games, name)
    return starts(node if isinstance(node, Catalogue) else node(seed=1), name)


def places(start: Any, name: str) -> list[tuple[str, Any]]:
    """A start, and two later positions of a random game."""
    rng, p = Random(name), start
    while outcome(p) is None and len(history(p)) < LONGEST and options(p):
        try:
            p = choose(p, rng.choice(options(p)))
        except ProviderError:
            break
    line = history(p)
    found = {0: "start", len(line) // 2: "middle", max(0, len(line) - 4): "near the end"}
    return [(words, line[number]) for number, words in sorted(found.items())]


def rows(group: str) -> Iterator[tuple[object, ...]]:
    """For each place its name and the CPU seconds of a hint, again, and of the verdicts."""
    for name, start in toys() if group == "toys" else of_package(group):
        for words, p in places(start, name):
            first, answer = timed(partial(hint, p))
            again = verdicts = 0.0
            if first >= 0:
                again, _ = timed(partial(hint, p))
                verdicts, _ = timed(partial(evaluate, p))
            yield name, words, first, again, verdicts, str(answer).partition("\n")[0]


def main() -> None:
    """Print the dearest rows and how many are dearer than promised; ``--all`` prints every row."""
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="*", default=["toys", *dir(games)])
    parser.add_argument("--quick", action="store_true", help="only the smallest group")
    parser.add_argument("--all", action="store_true", help="every row")
    parser.add_argument("--one", action="store_true", help="the rows of one group, unformatted")
    given = parser.parse_args()
    if given.one:
        for row in rows(given.groups[0]):
            print(*row, sep="\t", flush=True)
        return
    found: list[list[str]] = []
    for group in ["null"] if given.quick else given.groups:
        command = [sys.executable, "-m", "benchmarks.hints", "--one", group]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found += [line.split("\t") for line in done.stdout.splitlines()]
    found.sort(key=lambda row: -abs(float(row[2])))
    dear = sum(abs(float(row[2])) > PROMISED or float(row[3]) > AGAIN for row in found)
    print(f"{machine()}\n\n{len(found)} positions, of which {dear} are dearer than promised\n")
    header = ("game", "place", "hint", "again", "verdicts", "answer")
    body = [
        (*row[:2], *(f"{float(seconds):.2f}" for seconds in row[2:5]), row[5][:LENGTH])
        for row in (found if given.all else found[:SHOWN])
    ]
    print(table("CPU seconds", header, body))


if __name__ == "__main__":
    main()
