"""What does looking ahead cost? `python -m benchmarks.search [--quick] [--peers]`

Every figure is a ratio of two things done one after the other in one process, by CPU time.
``--peers`` compares with easyAI and OpenSpiel on the same rules and writes peers.md.
(`benchmarks.levels` compares levels.)
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from interactive_provider import games
from interactive_provider.analysis import simulate
from interactive_provider.builtin.k_in_a_row import KInARow
from interactive_provider.game import Game, State
from interactive_provider.heart.play.nodes import memory
from interactive_provider.search.analysis import Question
from interactive_provider.search.chance import Script, Watch, enumerated
from interactive_provider.search.experiments.perft import counts
from interactive_provider.search.mcts import TreeSearch
from interactive_provider.search.model import Model
from interactive_provider.search.retrograde import completed, rooted
from tests.search.rules import Pig

from .measure import cpu_seconds, machine, table
from .peers import LINES, compare_with_peers

BOARDS: dict[str, dict[str, Any]] = {
    "noughts and crosses": {},
    "four in a row, 6×6": {"rows": 6, "columns": 6, "k": 4},
    "connect four": {"rows": 6, "columns": 7, "k": 4, "gravity": True},
}


@dataclass(frozen=True, slots=True)
class Grid(State):
    """Noughts and crosses as the guide for authors writes it: the outcome is a property of eight
    lines."""

    squares: str = "         "

    @property
    def mover(self) -> str:
        """X when as many signs of both stand."""
        return "XO"[self.squares.count(" ") % 2 == 0]

    @property
    def display_options(self) -> tuple[Any, ...]:
        """The safe squares."""
        free = () if self.outcome else (n for n, sign in enumerate(self.squares) if sign == " ")
        return tuple(((f"row{n // 3 + 1}", ("left", "middle", "right")[n % 3]), n) for n in free)

    @property
    def outcome(self) -> str | None:
        """Who won."""
        if self.winner:
            return f"{self.winner} won"
        return None if " " in self.squares else "drawn"

    @property
    def winner(self) -> str | None:
        """Whoever has a line."""
        return next(
            (
                sign
                for sign in "XO"
                if any(all(self.squares[n] == sign for n in line) for line in LINES)
            ),
            None,
        )


class Documented(Game[Grid]):
    """Noughts and crosses of the guide."""

    players = ("X", "O")

    def new_state(self, rng: Random) -> Grid:
        """Empty."""
        return Grid()

    def process_response(self, state: Grid, value: int, rng: Random) -> Grid:
        """One sign more."""
        return Grid(state.squares[:value] + state.mover + state.squares[value + 1 :])


class Counted(TreeSearch):
    """A tree search that counts its plies."""

    plies = 0

    def _count(self, path: Any, last: Any) -> None:
        self.plies += len(path)
        super()._count(path, last)

    def rollout(self, state: Any) -> Any:
        """As ever, a ply counted for each choice."""
        respond, model = self.model.respond, self.model

        def counting(*given: Any) -> Any:
            self.plies += 1
            return respond(*given)

        model.respond = counting  # type: ignore[assignment]
        try:
            return super().rollout(state)
        finally:
            model.respond = respond


def bare_ply(game: Game[Any], start: Any, count: int) -> float:
    """Microseconds of a ply of bare random games over the two methods that every game has."""
    rng, plies, begin = Random(1), 0, time.process_time()
    for _ in range(count):
        state = start
        while options := state.display_options:
            state = game.process_response(state, options[int(rng.random() * len(options))][1], rng)
            plies += 1
    return (time.process_time() - begin) / plies * 1e6


def mcts_ply(game: Game[Any], start: Any, count: int) -> float:
    """Microseconds of a ply of tree search: its time, by the plies that the same search makes when
    counted."""
    counted = Counted(Model(game), start, 0, Random(1))
    counted.run(count)
    timed = cpu_seconds(lambda: TreeSearch(Model(game), start, 0, Random(1)).run(count), 3)
    return timed / counted.plies * 1e6


def ply_rows(count: int) -> list[tuple[object, ...]]:
    """A ply of tree search against a bare random one."""
    rows: list[tuple[object, ...]] = []
    for name, game, parameters in (
        ("noughts and crosses, built in", KInARow(), {}),
        ("noughts and crosses, documented", Documented(), {}),
        ("connect four", KInARow(), BOARDS["connect four"]),
    ):
        start = game.new_state(Random(0), **parameters)
        bare = min(bare_ply(game, start, count) for _ in range(3))
        ours = mcts_ply(game, start, count)
        rows.append((name, bare, ours, ours / bare))
    return rows


def luck_rows(count: int) -> list[tuple[object, ...]]:
    """Watching a step, and enumerating one, against the plain step."""

    def timed(step: Callable[[Any], Any], rng: Random) -> float:
        begin = time.process_time()
        for _ in range(count):
            step(rng)
        return (time.process_time() - begin) / count * 1e6

    game = KInARow()
    start = game.new_state(Random(0), **BOARDS["connect four"])
    pig = Pig(100)
    first = pig.new_state(Random(0))
    rows: list[tuple[object, ...]] = []
    for name, step in (
        ("connect four, no luck", lambda rng: game.process_response(start, 3, rng)),
        ("pig, a roll", lambda rng: pig.process_response(first, "roll", rng)),
    ):
        plain, watched = (min(timed(step, rng) for _ in range(5)) for rng in (Random(1), Watch(1)))
        script = Script()
        begin = time.process_time()
        for _ in range(count // 10):
            ways = enumerated(step, script)
        each = (time.process_time() - begin) / (count // 10) / len(ways or [0]) * 1e6
        rows.append((name, plain, watched, watched / plain, each, each / plain))
    return rows


def walk(game: Game[Any], state: Any, rng: Random) -> int:
    """The games below a state, each walked."""
    values = state.option_values
    return (
        sum(walk(game, game.process_response(state, value, rng), rng) for value in values)
        if values
        else 1
    )


def bare_breadth_first(game: Game[Any], start: Any) -> int:
    """The states below one, by the loop that anyone would write."""
    seen, waiting, rng = {start.key}, deque([start]), Random(0)
    while waiting:
        state = waiting.popleft()
        for _, value in state.display_options:
            after = game.process_response(state, value, rng)
            if after.key not in seen:
                seen.add(after.key)
                waiting.append(after)
    return len(seen)


def whole_rows(series: int) -> list[tuple[object, ...]]:
    """Counting against walking, our graph against a bare loop, a series against a loop over
    positions."""
    game = KInARow()
    start = game.new_state(Random(0))
    found = []
    walked = cpu_seconds(lambda: walk(game, start, Random(0)), 1)
    found.append(
        (
            "255,168 games, walked / counted",
            walked,
            cpu_seconds(lambda: counts(Question(game, start)), 3),
        )
    )
    bare = cpu_seconds(lambda: bare_breadth_first(game, start), 3)
    graph = cpu_seconds(lambda: completed(rooted(Model(game), start, 0), 10**5), 3)
    found.append(("5,478 positions, bare loop / graph", bare, graph))
    p = games.k_in_a_row(seed=1).noughts_and_crosses

    def by_positions() -> None:
        memory.clear()
        for number in range(series):
            position, rng = p, Random(number)
            while options := list(position):
                position = _walked(position, rng.choice(options).names)

    positions = cpu_seconds(by_positions, 1)
    states = cpu_seconds(lambda: simulate(p, series, progress=False), 3)
    found.append((f"{series:,} random games, over positions / simulate", positions, states))
    return [(name, one, other, one / other) for name, one, other in found]


def _walked(position: Any, names: tuple[str, ...]) -> Any:
    for name in names:
        position = getattr(position, name)
    return position


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer games, for the gate")
    parser.add_argument("--peers", action="store_true", help="compare with easyAI and OpenSpiel")
    asked = parser.parse_args()
    count = 300 if asked.quick else 2_000
    print(f"{machine()}\n")
    print(table("A ply, µs", ("game", "bare random", "tree search", "ratio"), ply_rows(count)))
    header = ("step", "plain, µs", "watched, µs", "ratio", "a way enumerated, µs", "ratio")
    print(table("Luck", header, luck_rows(20_000 if asked.quick else 100_000)))
    print(
        table(
            "Whole games, s",
            ("what", "plainly", "ours", "ratio"),
            whole_rows(count // 10 if asked.quick else 1_000),
        )
    )
    if asked.peers:
        compare_with_peers(quick=asked.quick)


if __name__ == "__main__":
    main()
