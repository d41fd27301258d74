"""The compiled search does what the pure one does, board for board."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from interactive_provider.builtin.capture import compiled
from interactive_provider.builtin.capture.bitboard import bits
from interactive_provider.builtin.capture.generate import backwards
from interactive_provider.builtin.capture.rules import Board, parse
from interactive_provider.builtin.capture.solver import solve
from interactive_provider.builtin.capture.solving import proof
from interactive_provider.builtin.capture.solving.appraisal import (
    DEAD,
    FAR,
    Appraiser,
    displacement,
    divisible,
)
from interactive_provider.builtin.capture.solving.packing import compact
from interactive_provider.builtin.capture.solving.task import OutOfLimitError, Task
from tests.thorough import some

from .boards import WIGHT, random_board

pytestmark = pytest.mark.slow

SIZES = [(8, 8), (8, 8), (5, 7), (8, 3), (1, 8), (8, 1), (4, 4)]


def _boards(count: int) -> list[Board]:
    """Boards of many sizes and kinds, random and made backwards."""
    found = []
    for seed in range(count):
        rows, columns = SIZES[seed % len(SIZES)]
        found.append(
            random_board(seed, rows, columns, ("ybgrpcsS", "rgs", "rgsS", "rgb")[seed % 4])
        )
        kinds, tiles = 2 + seed % 6, 20 + seed % 40
        found.append(
            backwards(
                Random(seed),
                kinds=kinds,
                tiles=tiles,
                symmetric=seed % 2 == 0,
                flaming=seed % 3 == 0,
            )[0]
        )
    return found


def _without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "installed", lambda: False)


def _early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand over to compiled code while layers are still small, so that it has something to do."""
    monkeypatch.setattr(compiled, "_WORTH_CALLING", 20)
    monkeypatch.setattr(compiled, "_WORTH_LOADING", 20)


def _within(board: Board, length: int) -> tuple[list[int] | str | None, int]:
    """The line and the boards generated, or "limit" and nothing."""
    task = Task(board, limit_nodes=20_000)
    try:
        return proof.within(task, length, compiled), task.nodes
    except OutOfLimitError:
        return "limit", 0


def test_words_and_codes_are_the_same_boards() -> None:
    """What is packed for the compiled code unpacks to the same code."""
    for board in _boards(14):
        where, code = compact(board)
        assert code == compiled.code_of(where, compiled.words_of(where, code))


def test_compiled_rules_and_bound_agree_with_the_bitboard() -> None:
    """On random lines every exchange, every board after it and every bound is the same."""
    twin: Any = pytest.importorskip("interactive_provider.builtin.capture.compiled.proof")
    import numpy as np

    compared = 0
    for number, board in enumerate(_boards(some(14, of=42))):
        where, code = compact(board)
        appraiser, rng, task = Appraiser(where), Random(number), Task(board)
        shape = compiled.shape_of(task)
        memory = np.zeros(twin.REMEMBERED, np.int64)
        while code:
            words = [np.uint64(word) for word in compiled.words_of(where, code)]
            options = bits(where.exchanges(code))
            legal = [0, 0]
            for exchange in options:
                row, column = divmod(exchange % where.plane, where.width)
                first, down = 1 << row * 8 + column, exchange >= where.plane
                legal[down] |= first
                after = twin.play(
                    *words, np.uint64(first), np.uint64(8 if down else 1), shape.everything
                )
                assert compiled.words_of(where, where.play(code, exchange)) == [
                    int(word) for word in after
                ]
                compared += 1
            assert legal == [
                int(word) for word in twin.exchanges(*words[:3], shape.rights, shape.downs)
            ]
            bound = twin.bound(tuple(words), shape, memory)
            assert appraiser.appraise(code)[0] == (DEAD if bound == twin.NONE else bound)
            if not options:
                break
            code = where.play(code, rng.choice(options))
    assert compared > some(500, of=2_000)


def test_compiled_columns_agree_with_the_appraisal() -> None:
    """Divisible or not, and how many shifts: the same for random numbers of tiles."""
    twin: Any = pytest.importorskip("interactive_provider.builtin.capture.compiled.proof")
    rng = Random(9)
    for _ in range(1500):
        most = rng.choice((2, 3, 4, 8))
        columns = tuple(
            rng.randint(0, most) if rng.random() < 0.7 else 0 for _ in range(rng.randint(1, 8))
        )
        packed, tiles = (
            sum(count << 4 * number for number, count in enumerate(columns)),
            sum(columns),
        )
        assert divisible(columns) == twin.divisible(packed)
        if tiles > 2:
            limit = next(most for fewer, most in FAR if tiles < fewer)
            shifts = twin.displacement(packed, len(columns), limit)
            assert displacement(columns) == (DEAD if shifts == twin.NONE else shifts)


def test_both_searches_go_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every length up to the shortest both find the same line, or none, after as many
    boards."""
    pytest.importorskip("numba")
    assert compiled.usable()
    _early(monkeypatch)
    boards = [*_boards(some(4, of=10)), parse(WIGHT)]
    lengths = [(board, length) for board in boards if board.tiles for length in range(3, 8)]
    numba = [_within(*case) for case in lengths]
    _without_compiled_code(monkeypatch)
    pure = [_within(*case) for case in lengths]
    assert pure == numba
    assert 5 < sum(line is None for line, _ in pure) < len(pure)


def test_both_tiers_give_the_same_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Status, moves and boards generated do not tell whether the compiled code was there."""
    pytest.importorskip("numba")
    _early(monkeypatch)
    boards = [
        backwards(Random(seed), kinds=4, tiles=36, symmetric=seed % 2 == 0)[0]
        for seed in range(some(3, of=6))
    ]
    numba = [solve(board, shortest=True) for board in boards]
    _without_compiled_code(monkeypatch)
    pure = [solve(board, shortest=True) for board in boards]
    assert [(one.status, one.values, one.nodes) for one in pure] == [
        (one.status, one.values, one.nodes) for one in numba
    ]


def test_the_store_of_boards_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly any room at first, and with a few boards at a time, the answer is the same."""
    pytest.importorskip("numba")
    board = backwards(Random(8), kinds=4, tiles=40)[0]
    _early(monkeypatch)
    expected = _within(board, 6)
    monkeypatch.setattr(compiled, "_FIRST_BOARDS", 256)
    monkeypatch.setattr(compiled, "_BATCH", 100)
    assert expected == _within(board, 6)


def test_boards_before_the_last_move_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof with room for the layers before them answers as if it had room for all."""
    pytest.importorskip("numba")
    _early(monkeypatch)
    board = backwards(Random(61), kinds=3, tiles=31, flaming=True)[0]
    expected = _within(board, 4)
    monkeypatch.setattr(compiled, "_FIRST_BOARDS", 256)
    monkeypatch.setattr(compiled, "MOST_BOARDS", 1024)
    assert expected == _within(board, 4) != ("limit", 0)


def test_too_many_boards_are_out_of_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is a limit like time: the status is unknown, and the best line so far is given."""
    pytest.importorskip("numba")
    _early(monkeypatch)
    monkeypatch.setattr(compiled, "_FIRST_BOARDS", 256)
    monkeypatch.setattr(compiled, "MOST_BOARDS", 512)
    found = solve(backwards(Random(11), kinds=4, tiles=40)[0], shortest=True)
    assert ("unknown", True) == (found.status, found.values is not None)


def test_compiled_code_keeps_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of nodes in the middle of compiled code: told, near the limit, and with the best line so
    far."""
    pytest.importorskip("numba")
    _early(monkeypatch)
    board = backwards(Random(11), kinds=4, tiles=40)[0]
    limit = solve(board).nodes + 5_000
    found = solve(board, shortest=True, limit_nodes=limit)
    assert ("unknown", True) == (found.status, found.values is not None)
    assert limit <= found.nodes < limit + 64 * 112


def test_little_time_loads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where less time is given than compiling may take the pure search answers, unless the code is
    loaded already."""
    board = parse(WIGHT)
    monkeypatch.setattr(compiled, "installed", lambda: True)
    monkeypatch.delitem(
        sys.modules, "interactive_provider.builtin.capture.compiled.proof", raising=False
    )
    assert [False, True, True] == [
        compiled.serves(Task(board, limit_seconds=limit), 5_000) for limit in (10.0, 300.0, None)
    ]
    assert not compiled.serves(Task(random_board(1, 9, 8)), 5_000)
