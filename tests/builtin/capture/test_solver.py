"""The solver against exhaustive search, its proofs, its limits and its bound."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from interactive_provider.builtin.capture import advice, solver
from interactive_provider.builtin.capture.generate import backwards
from interactive_provider.builtin.capture.rules import (
    CaptureBoard,
    Move,
    apply,
    moves,
    parse,
    trace,
)
from interactive_provider.builtin.capture.solver import solve
from interactive_provider.builtin.capture.solving.appraisal import (
    DEAD,
    Appraiser,
    displacement,
    divisible,
)
from interactive_provider.builtin.capture.solving.task import Task
from interactive_provider.errors import BadParameter
from interactive_provider.game import Solution, Verdict
from interactive_provider.support.plurals import counted

from .boards import WIGHT, random_board

NEVER = 10_000


@cache
def least_moves(board: CaptureBoard) -> int:
    """Moves of a shortest solution by looking at everything, `NEVER` if there is none."""
    if not board.tiles:
        return 0
    return 1 + min((least_moves(apply(board, move)) for move in moves(board)), default=NEVER)


def _small_boards() -> list[CaptureBoard]:
    """Small boards, solvable and not: random ones, and ones made backwards and then spoiled or
    not."""
    boards = [
        random_board(seed, 4, 5, signs) for seed in range(60) for signs in ("rg", "rgs", "rgsS")
    ]
    for seed in range(60):
        rng = Random(seed)
        boards.append(backwards(rng, kinds=3, tiles=15, shape=(5, 5), flaming=seed % 2 == 0)[0])
    return [board for board in boards if board.tiles <= 18]


def _replay(board: CaptureBoard, played: tuple[Move, ...]) -> CaptureBoard:
    for move in played:
        board = apply(board, move)
    return board


@pytest.mark.slow
def test_the_solver_agrees_with_exhaustive_search() -> None:
    """On small boards, solvable or not, any and shortest solutions and all verdicts are what
    looking at all says."""
    solvable = 0
    for board in _small_boards():
        least = least_moves(board)
        solvable += least < NEVER
        any_way, best = solve(board), solve(board, shortest=True)
        if least >= NEVER:
            assert (any_way.status, best.status) == ("unsolvable", "unsolvable")
            assert (any_way.values, best.values) == (None, None)
        else:
            assert (any_way.status, best.status, len(best.values or ())) == (
                _solved(least),
                "shortest",
                least,
            )
            assert (
                _replay(board, any_way.values or ()).tiles
                == _replay(board, best.values or ()).tiles
                == 0
            )
        for move, verdict in advice.evaluate(board).items():
            assert verdict == _verdict(1 + least_moves(apply(board, move)))
    assert 40 < solvable < len(_small_boards()) - 40


def _verdict(togo: int) -> Verdict:
    if togo >= NEVER:
        return Verdict("dead: the board can no longer be cleared", 0.0)
    return Verdict(f"winning: {counted(togo, 'move')} to go", 1.0)


def _solved(least: int) -> str:
    return "solved" if least else "shortest"


@pytest.mark.slow
def test_the_bound_never_exceeds_the_truth() -> None:
    """No board is called dead that can be cleared, and no bound is above the moves that are
    needed."""
    useful = 0
    for board in _small_boards():
        bound, _ = Appraiser(board.planes).appraise(board.code)
        least = least_moves(board)
        assert bound <= max(1, least) or least >= NEVER
        useful += bound > 1
    assert useful > 20


def test_wight_takes_six_moves() -> None:
    """The published solution has seven; six are enough, and five are not."""
    found = solve(parse(WIGHT), shortest=True)
    assert (found.status, len(found.values or ())) == ("shortest", 6)
    assert _replay(parse(WIGHT), found.values or ()).tiles == 0


@pytest.mark.slow
def test_all_verdicts_on_wight_agree_with_enumeration() -> None:
    """Every label of the table is what a plain recursion over all boards finds."""
    board = parse(WIGHT)
    for move, verdict in advice.evaluate(board).items():
        assert verdict == _verdict(1 + least_moves(apply(board, move)))


def test_a_proof_asks_for_no_more_moves_than_are_needed() -> None:
    """A short solution is proved without the many boards of longer ones, although the first line
    that was found is long."""
    board = backwards(Random(61), kinds=3, tiles=31, flaming=True)[0]
    found = solve(board, shortest=True)
    assert ("shortest", 4, True) == (found.status, len(found.values or ()), found.nodes < 3_000)


def test_a_dead_board_is_proved_unsolvable() -> None:
    """No move, too few of a kind, or a board whose every line has been tried."""
    for text in ("rg / gr", "rrgrr", "r_r / ggr / rgg"):
        found = solve(parse(text))
        assert (found.status, found.values) == ("unsolvable", None)


def test_the_empty_board_is_solved() -> None:
    """Nothing to do takes no move, and none is less."""
    found = solve(parse("__ / __"))
    assert (found.status, found.values, found.nodes) == ("shortest", (), 0)


def _large() -> CaptureBoard:
    return backwards(Random(3), kinds=3, tiles=60)[0]


def test_a_limit_of_nodes_is_kept_and_told() -> None:
    """Out of nodes: the status is unknown, the effort is near the limit, and the same each time."""
    first, second = (solve(_large(), limit_nodes=300) for _ in range(2))
    assert (first.status, first.values, first.nodes) == (second.status, second.values, second.nodes)
    assert first.status == "unknown"
    assert 300 <= first.nodes < 300 + 64 * 112


@pytest.mark.usefixtures("processor_clock")
def test_a_limit_of_time_is_kept_and_told() -> None:
    """Out of time: the status is unknown."""
    found = solve(_large(), shortest=True, limit_seconds=0.05)
    assert found.status == "unknown"
    assert found.seconds < 2


def test_out_of_limit_while_proving_gives_the_best_so_far() -> None:
    """A solution that is found but not proved shortest is handed back as unknown, and it clears the
    board."""
    board = backwards(Random(11), kinds=4, tiles=40)[0]
    needed = solve(board).nodes
    found = solve(board, shortest=True, limit_nodes=needed + 1500)
    assert found.status == "unknown"
    assert found.values is not None
    assert _replay(board, found.values).tiles == 0


def test_an_interrupt_gives_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while proving ends the search like a limit."""
    board = backwards(Random(11), kinds=4, tiles=40)[0]
    seen = solve(board)
    spend = Task.spend

    def stop(task: Task, nodes: int) -> int:
        if task.nodes > seen.nodes:
            raise KeyboardInterrupt
        return spend(task, nodes)

    monkeypatch.setattr(Task, "spend", stop)
    found = solve(board, shortest=True)
    assert (found.status, found.values is not None) == ("unknown", True)


@pytest.mark.parametrize(
    "limits", [{"limit_nodes": 0}, {"limit_seconds": -1.0}, {"limit_seconds": "soon"}]
)
def test_bad_limits_are_refused(limits: dict[str, float]) -> None:
    """A limit is a number of boards or of seconds, or None."""
    with pytest.raises(BadParameter, match=r"must be a (whole )?number"):
        solve(parse("rg"), **limits)  # type: ignore[arg-type] # refused


def test_text_is_no_board() -> None:
    """What is not a board is refused in one sentence that says what is."""
    with pytest.raises(BadParameter, match="Only a board can be solved, such as parse"):
        solve("rr_ / bbr")  # type: ignore[arg-type] # refused


def test_other_sizes_are_solved() -> None:
    """A single row, a single column, a board wider than a word of the compiled code, and a lone
    tile."""
    wide = "rrgrrggrgg / ggrggrrgrr / rrgrrggrgg"
    found = [solve(parse(text), shortest=True) for text in ("rr_r", "r / g / r / r", wide, "_r_")]
    assert [1, None, 5, None] == [None if one.values is None else len(one.values) for one in found]
    assert ["shortest", "unsolvable", "shortest", "unsolvable"] == [one.status for one in found]


def test_a_board_in_motion_is_refused() -> None:
    """Only a board at rest can be solved."""
    with pytest.raises(BadParameter, match="at rest"):
        solve(trace(parse("rr_ / bbr"), (1, 2, "up")).swapped)


@pytest.mark.parametrize(
    ("columns", "shifts"),
    [
        ((3, 0, 0), 0), ((1, 1, 1), 0), ((1, 1, 1, 1), 0), ((3, 1, 1), 0), ((1, 2, 2, 1), 0), ((2, 1, 2), 2),
        ((2, 1, 1), 3), ((1, 0, 1, 1), 1), ((1, 0, 0, 0, 1, 1), 3), ((2, 0, 1), 1), ((4, 1), 1), ((2, 2, 2), 0),
        ((1, 0, 0, 0, 0, 0, 0, 2), 6), ((3, 0, 0, 3), 0),
    ],
)  # fmt: skip
def test_shifts_by_hand(columns: tuple[int, ...], shifts: int) -> None:
    """The fewest shifts until the columns can be cut into runs, counted by hand."""
    assert displacement(columns) == shifts
    assert divisible(columns) == (shifts == 0)


def test_two_tiles_of_a_kind_can_never_be_cut_into_runs() -> None:
    """No shift helps where the tiles are too few."""
    assert displacement((1, 0, 1)) == DEAD


def test_solutions_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that does not clear the board is never handed out."""
    monkeypatch.setattr(
        solver, "_improve", lambda search, shortest: iter([([search.root], "solved")])
    )
    with pytest.raises(AssertionError, match="leaves tiles"):
        solve(parse(WIGHT))
    assert isinstance(solve(parse("__")), Solution)
