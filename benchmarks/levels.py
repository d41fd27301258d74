"""How strong are the levels of the lobbies, and how soon do they answer?
`python -m benchmarks.levels [--rounds 10]`

A league of the levels on each of four games, two random choices at the start of each game.
``--every`` asks every level that a lobby of ours or of OpenSpiel's games lists for its first reply.
What came of it stands in `levels.md`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import games
from interactive_provider.analysis import Schedule, league
from interactive_provider.errors import ProviderError
from interactive_provider.game import Game, player_names
from interactive_provider.heart.play.presets import presets_of
from interactive_provider.search.model import Model
from interactive_provider.search.opponents import LEVELS, player, seated

from .measure import machine, table

PLAYERS: dict[str, Any] = {
    "random player": "random",
    **{
        label.removeprefix("against a ").removesuffix(" computer"): ("mcts", count)
        for label, count in LEVELS.items()
    },
}
REPLIES = 5
"""Positions in which a level is asked."""


def beginnings() -> Iterator[tuple[str, Any]]:
    """The games of the ladder."""
    yield "noughts and crosses", games.k_in_a_row(seed=1).noughts_and_crosses
    yield "the match game, 3-4-5", games.match_game(rows=(3, 4, 5), seed=1)
    yield "breakthrough, 6×6", games.openspiel.boards.breakthrough(rows=6, columns=6, seed=1)
    yield "connect four", games.k_in_a_row(seed=1).connect_four


def slowest_reply(game: Game[Any], state: Any, who: Any) -> float:
    """The most CPU seconds of a reply, at the beginning and after some random choices."""
    model, rng, turn, slowest = Model(game, hidden=True), Random(1), 0, 0.0
    for _ in range(REPLIES):
        if not (values := model.values(state)):
            break
        mover, chooser = model.mover(state, turn), player(game, seated(game, who))
        begin = time.process_time()
        chooser(game, state, mover, rng)
        slowest = max(slowest, time.process_time() - begin)
        state, turn = model.respond(state, rng.choice(values), rng), model.next_turn(mover)
    return slowest


def ladder_rows(rounds: int, folder: Path | None) -> Iterator[tuple[object, ...]]:
    """The levels of each game, the strongest first."""
    for name, p in beginnings():
        keep = None if folder is None else folder / f"{name}.json"
        found = league(p, PLAYERS, Schedule(rounds, opening=2), keep=keep, progress=False)
        print(f"{found}\n", flush=True)
        points, standings = found.points(), found.standings()
        for one, below in zip(standings, [*standings[1:], None], strict=True):
            score, met = points[one.player, below.player] if below else (0.0, 0)
            slowest = slowest_reply(p._table.game, p._state, PLAYERS[one.player])
            yield (
                name,
                one.player,
                f"{one.rating:.0f} ({one.low:.0f} to {one.high:.0f})",
                f"{one.score:.3f}",
                f"{score / met:.3f}" if met else "",
                f"{1_000 * slowest:.0f}",
            )


def listed_rows() -> Iterator[tuple[object, ...]]:
    """The levels of all lobbies that take more than a quarter of a second, and how many there are
    in all."""
    count, names = (
        0,
        [
            *games,
            *(f"openspiel.{menu}.{name}" for menu in games.openspiel for name in menu_of(menu)),
        ],
    )
    for name in names:
        try:
            game = games._game(name)
            for label, preset in presets_of(game).items() if player_names(game)[1:] else ():
                parameters = {
                    key: value for key, value in preset.items() if key not in ("against", "seat")
                }
                if preset.get("against") not in (None, "perfect"):
                    count += 1
                    slowest = slowest_reply(
                        game, game.new_state(Random(1), **parameters), preset["against"]
                    )
                    print(name, label, f"{1_000 * slowest:.0f} ms", flush=True)
                    if slowest > 0.25:
                        yield name, label, f"{1_000 * slowest:.0f}"
        except ProviderError as fault:
            print(name, fault)
    yield "", f"{count} levels in all", ""


def menu_of(name: str) -> Any:
    """The games of one of OpenSpiel's menus."""
    return getattr(games.openspiel, name)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one round, for the gate")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument(
        "--every", action="store_true", help="the time of every level that a lobby lists"
    )
    parser.add_argument("--folder", type=Path, help="where the leagues are kept, to go on later")
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    head = ("game", "level", "Elo (95 %)", "score", "against the next one", "slowest reply, CPU ms")
    if arguments.every:
        print(
            table(
                "Levels that take more than 250 ms",
                ("game", "level", "CPU ms"),
                list(listed_rows()),
            )
        )
    else:
        rows = list(ladder_rows(1 if arguments.quick else arguments.rounds, arguments.folder))
        print(table("The levels of the lobbies", head, rows))


if __name__ == "__main__":
    main()
