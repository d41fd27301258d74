"""What do guests cost behind the dot, and are their rules right?

``python -m benchmarks.guests`` measures a step through a position of OpenSpiel's games and of chess
against the guest's own step with the same labels; ``--perft`` counts the leaves of chess to depth 4
through the options, ``--pgn FOLDER`` reads every game of every PGN file there, replays it through
positions, writes it and reads it back.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import chess

from interactive_provider import InteractiveProvider, save, solve
from interactive_provider.adapters.chess import records
from interactive_provider.adapters.chess.game import Chess
from interactive_provider.adapters.openspiel import facts
from interactive_provider.adapters.openspiel.game import game_class
from interactive_provider.errors import ProviderError
from interactive_provider.heart.play.nodes import Lobby, memory

from .measure import machine, table

STEPS = 60
FORTY = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"
"""A position of the middle game with forty-odd moves."""

PERFT = {
    None: (20, 400, 8_902, 197_281),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (
        48,
        2_039,
        97_862,
        4_085_603,
    ),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2_812, 43_238),
}
"""Published at chessprogramming.org/Perft_Results."""


def _cpu(action: Callable[[], object]) -> float:
    """CPU time in microseconds of one call."""
    begun = time.process_time()
    action()
    return (time.process_time() - begun) * 1e6


def _own_step(state: Any, value: int) -> None:
    """OpenSpiel's own step, with the texts that a player would have to be shown."""
    after = state.inner.clone()
    after.apply_action(value)
    if not after.is_terminal() and not after.is_chance_node():
        mover = after.current_player()
        [after.action_to_string(mover, action) for action in after.legal_actions()]


def _walk(name: str) -> Iterator[tuple[float, float]]:
    """For each step of a random game the microseconds through the position, and OpenSpiel's own."""
    rng, games = Random(name), InteractiveProvider(game_class(name)(), seed=1)
    start: Any = getattr(games, dir(games)[0])
    node = start.both_sides if isinstance(start, Lobby) else start
    for _ in range(STEPS):
        if node._state.outcome is not None:
            return
        option = rng.choice(list(node))
        held, last = node, option.names[-1]
        for part in option.names[:-1]:
            held = getattr(held, part)
        yield (
            _least(partial(getattr, held, last)),
            _least(partial(_own_step, node._state, option.value)),
        )
        node = getattr(held, last)


def _least(action: Callable[[], object]) -> float:
    """The least of three measurements, nothing remembered from the one before."""
    found = []
    for _ in range(3):
        memory.clear()
        found.append(_cpu(action))
    return min(found)


def steps() -> str:
    """A step through each of OpenSpiel's games."""
    rows, differences = [], []
    for name in sorted(facts.FACTS):
        pairs = list(_walk(name))
        through, own = (statistics.median(column) for column in zip(*pairs, strict=True))
        differences.append(through - own)
        rows.append((name, through, own, through - own))
    rows.sort(key=lambda row: row[3])
    shown = [rows[0], *rows[len(rows) // 4 :: len(rows) // 4][:3], rows[-1]]
    middle = ("median over all", "", "", statistics.median(differences))
    header = ("game", "through a position, µs", "OpenSpiel's own, µs", "over it, µs")
    return table(f"A step, {len(rows)} games (least, quarters, most)", header, [*shown, middle])


def chess_step() -> str:
    """A step of chess at forty moves, with its names, against copy, moves and short forms of
    python-chess."""
    board = chess.Board(FORTY)
    moves = list(board.legal_moves)

    def own() -> None:
        for move in moves:
            after = board.copy(stack=False)
            after.push(move)
            [after.san(reply) for reply in after.legal_moves]

    start: Any = InteractiveProvider(Chess, seed=1).chess(fen=FORTY)
    names = dir(start)

    def through() -> None:
        memory.clear()
        for name in names:
            getattr(start, name)

    pairs = [(_cpu(through) / len(names), _cpu(own) / len(moves)) for _ in range(7)]
    ours, theirs = (min(column) for column in zip(*pairs, strict=True))
    row = (f"{len(moves)} moves", ours, theirs, ours / theirs)
    return table(
        "Chess",
        ("position", "through a position, µs", "python-chess: copy, moves, SAN, µs", "ratio"),
        [row],
    )


def perft() -> str:
    """Leaves of the tree of options."""
    rows = []
    for fen, counts in PERFT.items():
        begun = time.perf_counter()
        found = tuple(
            _leaves(Chess().new_state(Random(0), fen=fen), depth) for depth in (1, 2, 3, 4)
        )
        rows.append(
            (
                fen or "start",
                " ".join(map(str, found)),
                found == counts,
                time.perf_counter() - begun,
            )
        )
    return table("Perft through the options", ("position", "leaves", "as published", "s"), rows)


def _leaves(state: Any, depth: int) -> int:
    if depth == 1:
        return len(state.option_values)
    game, rng = Chess(), Random(0)
    return sum(
        _leaves(game.process_response(state, value, rng), depth - 1)
        for value in state.option_values
    )


def round_trip(folder: Path) -> str:
    """Every game of every PGN file: read, replayed through positions, written, read back."""
    read, refused, wrong = 0, [], []
    for path in sorted(folder.glob("*.pgn")):
        menu: Any = InteractiveProvider(path, seed=1)
        menu = getattr(menu, dir(menu)[0])
        for name in dir(menu):
            try:
                ok = _comes_back(getattr(menu, name))
            except ProviderError as fault:
                refused.append(f"{path.name}: {fault}")
                continue
            read += 1
            if not ok:
                wrong.append(f"{path.name}: {name}")
    for line in (*refused, *wrong):
        print(line)
    return table(
        "PGN there and back",
        ("games", "equal", "refused with a reason"),
        [(read, read - len(wrong), len(refused))],
    )


def _comes_back(start: Any) -> bool:
    """Whether a recorded game is the same after replaying it through positions, writing it and
    reading it."""
    values = solve(start).values or ()
    variant, _, begun = start._state.start.partition(":")
    chess960 = start._state.inner.chess960
    played: Any = InteractiveProvider(Chess, seed=1).chess(
        fen=begun, variant=variant, chess960=chess960
    )
    walked = start
    for value in values:
        played, walked = played(value), walked(value)
    with tempfile.TemporaryDirectory() as folder:
        save(walked, Path(folder) / "game.pgn")
        again = records.read_one((Path(folder) / "game.pgn").read_text("utf-8"))
    same_moves = (
        tuple(move.uci() for move in again.mainline_moves()) == values == played._state.moves
    )
    return (
        same_moves
        and dict(again.headers) == dict(walked._state.tags)
        and walked._state.fen == played._state.fen
    )


def main() -> None:
    """Measure what the command line asks for."""
    print(f"{machine()}\n")
    if "--pgn" in sys.argv:
        print(round_trip(Path(sys.argv[sys.argv.index("--pgn") + 1])))
    elif "--perft" in sys.argv:
        print(perft())
    else:
        print(chess_step())
        print(steps())


if __name__ == "__main__":
    main()
