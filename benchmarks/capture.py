"""How fast is Capture: playing, solving, proving, judging, making?
`python -m benchmarks.capture [--quick]`.

`--hard` adds a table that takes some minutes: boards whose proof generates many boards.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from benchmarks.measure import machine, table
from interactive_provider.builtin.capture import (
    CaptureBoard,
    apply,
    evaluate,
    generate,
    moves,
    parse,
    solve,
)
from interactive_provider.builtin.capture.bitboard import bits
from interactive_provider.builtin.capture.generate import GRADES, backwards
from interactive_provider.builtin.capture.puzzles import PUZZLES

Row = tuple[object, ...]
_PLAIN_LIMIT = 30_000
"""Boards that plain searches may generate before they give up."""


def main() -> int:
    """Print one table a question."""
    quick = "--quick" in sys.argv
    print(machine() + "\n")
    print(
        table(
            "Random play on 8×8, all legal moves listed at each step",
            ("engine", "steps/s", "ratio"),
            _steps(quick),
        )
    )
    header = ("search", "solved", "boards generated", "CPU s", "worst s")
    print(table(f"Solving {len(_boards(quick))} boards", header, _solving(_boards(quick))))
    print(table("Any solution of boards made backwards", _ANY_HEADER, _any(quick)))
    print(
        table(
            "Proved shortest, 10 CPU s each",
            _PROOF_HEADER,
            [_proofs(_made(quick), 10.0)],
        )
    )
    if "--hard" in sys.argv:
        print(table("Hard proofs", _HARD_HEADER, _hard()))
    print(
        table("Least moves to go after every move", ("board", "boards", "CPU s"), _judging(quick))
    )
    print(table("Verified boards made in a second", ("tiles", "boards/s"), _making(quick)))
    print(table("Graded boards", ("grade", "CPU s a board"), _grading(quick)))
    return 0


def _steps(quick: bool) -> list[Row]:
    count = 10_000 if quick else 60_000
    ours = max(_our_steps(count) for _ in range(2))
    rows: list[Row] = [("ours", round(ours), 1.0)]
    theirs = _their_steps(50 if quick else 500)
    rows.append(
        (
            "tile-match-gym",
            "not installed" if theirs is None else round(theirs),
            theirs and ours / theirs,
        )
    )
    return rows


def _our_steps(count: int) -> float:
    rng = Random(1)
    starts = [backwards(rng, kinds=7, tiles=60)[0] for _ in range(20)]
    done, begin = 0, process_time()
    while done < count:
        board = starts[done % len(starts)]
        while legal := moves(board):
            board = apply(board, legal[int(rng.random() * len(legal))])
            done += 1
    return done / (process_time() - begin)


def _their_steps(count: int) -> float | None:
    """Steps a second of tile-match-gym 1.0, which refills the board and lists the effective actions
    at each step."""
    try:
        from tile_match_gym.tile_match_env import TileMatchEnv
    except ImportError:
        return None
    env: Any = TileMatchEnv(8, 8, 7, count + 1, [], [], seed=1)
    rng, (_, info) = Random(1), env.reset()
    # what it compiles is compiled before the clock starts
    *_, info = env.step(rng.choice(info["effective_actions"]))
    begin = process_time()
    for _ in range(count):
        actions = info["effective_actions"]
        if not actions:
            break
        *_, info = env.step(rng.choice(actions))
    return count / (process_time() - begin)


def _boards(quick: bool) -> list[tuple[str, CaptureBoard]]:
    named = [(name, parse(puzzle.board)) for name, puzzle in PUZZLES.items()]
    return named[::6] if quick else named


def _solving(boards: list[tuple[str, CaptureBoard]]) -> list[Row]:
    return [
        _timed("solve, any", boards, lambda board: _ours(board, False)),
        _timed("solve, shortest", boards, lambda board: _ours(board, True)),
        _timed(
            f"plain breadth-first, at most {_PLAIN_LIMIT:,}", boards, lambda board: _plain(board, 0)
        ),
        _timed(
            f"plain depth-first, at most {_PLAIN_LIMIT:,}", boards, lambda board: _plain(board, -1)
        ),
    ]


_ANY_HEADER = ("boards", "tiles", "solved", "CPU s together", "median s", "worst s")
_PROOF_HEADER = (
    "boards",
    "proved",
    "in 1 s",
    "sum of lengths",
    "CPU s together",
    "worst s",
)
_HARD_HEADER = ("board", "status", "moves", "boards generated", "CPU s", "peak MB")
_HARD = (
    "___pp___/__cyyc__/c_yccy_c/pcyccycp/cpcppcpc/ccyppycc/yppyyppy/yppyyppy",
    "___r__yr/_s_s__ys/yr_y_yss/rr_rryyr/yyrrsrys/yrsyryrr/syrryyrr/yrsrssyy",
    "_s____s_/bs____sb/cc____cc/bs_cc_sb/scbssbcs/scsccscs/csbccbsc/sbcbbcbs",
)


def _made(quick: bool) -> list[CaptureBoard]:
    """Boards of 12 to 60 tiles in 2 to 7 kinds, every second one symmetric, every third one with
    flaming skulls."""
    boards = []
    for seed in range(12 if quick else 60):
        rng = Random(f"benchmark {seed}")
        kinds, tiles = rng.randint(2, 7), rng.randint(12, 60)
        boards.append(
            backwards(
                rng, kinds=kinds, tiles=tiles, symmetric=seed % 2 == 0, flaming=seed % 3 == 0
            )[0]
        )
    return boards


def _any(quick: bool) -> list[Row]:
    """One row: how soon `solve` clears each of the boards."""
    seconds, solved, boards = [], 0, _made(quick)
    for board in boards:
        begin = process_time()
        solved += solve(board).status in ("solved", "shortest")
        seconds.append(process_time() - begin)
    tiles = f"{min(board.tiles for board in boards)} to {max(board.tiles for board in boards)}"
    return [
        (len(boards), tiles, solved, sum(seconds), sorted(seconds)[len(seconds) // 2], max(seconds))
    ]


def _proofs(boards: list[CaptureBoard], limit: float) -> Row:
    """How many boards are proved, with the limit in CPU seconds."""
    clock = time.perf_counter
    time.perf_counter = process_time
    try:
        found = [solve(board, shortest=True, limit_seconds=limit) for board in boards]
    finally:
        time.perf_counter = clock
    proved = [one for one in found if one.status == "shortest"]
    lengths = sum(len(one.values or ()) for one in proved)
    quickly = sum(one.seconds < 1 for one in proved)
    seconds = [one.seconds for one in found]
    return len(boards), len(proved), quickly, lengths, sum(seconds), max(seconds)


def _hard() -> list[Row]:
    """Each board with what its proof takes; the peak is that of the process up to then."""
    import resource

    rows: list[Row] = []
    for text in _HARD:
        begin = process_time()
        found = solve(parse(text), shortest=True, limit_seconds=300)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        rows.append(
            (text, found.status, len(found.values or ()), found.nodes, process_time() - begin, peak)
        )
    return rows


def _timed(
    name: str,
    boards: list[tuple[str, CaptureBoard]],
    search: Callable[[CaptureBoard], tuple[bool, int]],
) -> Row:
    solved = generated = 0
    seconds = []
    for _, board in boards:
        begin = process_time()
        found, nodes = search(board)
        seconds.append(process_time() - begin)
        solved, generated = solved + found, generated + nodes
    return name, f"{solved} of {len(boards)}", generated, sum(seconds), max(seconds)


def _ours(board: CaptureBoard, shortest: bool) -> tuple[bool, int]:
    found = solve(board, shortest=shortest, limit_seconds=60)
    return found.status in ("solved", "shortest"), found.nodes


def _plain(board: CaptureBoard, end: int) -> tuple[bool, int]:
    """Search with the same fast rules and a table of boards seen, but nothing else; `end` says
    which board is next."""
    where, root = board.planes, board.code
    waiting, seen = [root], {root}
    nodes = 0
    while waiting and nodes < _PLAIN_LIMIT:
        code = waiting.pop(end)
        for exchange in bits(where.exchanges(code)):
            after = where.play(code, exchange)
            nodes += 1
            if not after:
                return True, nodes
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False, nodes


def _judging(quick: bool) -> list[Row]:
    rows: list[Row] = []
    largest = sorted(PUZZLES.values(), key=lambda puzzle: -puzzle.live_boards)[: 1 if quick else 5]
    for puzzle in (PUZZLES["wight"], *largest):
        begin = process_time()
        evaluate(parse(puzzle.board))
        rows.append((puzzle.name, puzzle.live_boards, process_time() - begin))
    return rows


def _making(quick: bool) -> list[Row]:
    rows: list[Row] = []
    for tiles in (20, 40, 60):
        rng, count = Random(2), 20 if quick else 200
        begin = process_time()
        for number in range(count):
            kinds, symmetric, flaming = rng.randint(4, 7), number % 2 == 0, number % 3 == 0
            backwards(rng, kinds=kinds, tiles=tiles, symmetric=symmetric, flaming=flaming)
        rows.append((tiles, round(count / (process_time() - begin))))
    return rows


def _grading(quick: bool) -> list[Row]:
    count = 1 if quick else 8
    rows: list[Row] = []
    for grade in GRADES:
        begin = process_time()
        for seed in range(count):
            generate(seed, grade)
        rows.append((grade, (process_time() - begin) / count))
    return rows


if __name__ == "__main__":
    sys.exit(main())
