"""Boards: codes, 3BV, generation, boards without guesses, many games."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import combinations
from random import Random

import pytest
from distributed import Client, LocalCluster
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.minesweeper_games import Opening, play_games
from interactive_provider.builtin.minesweeper import (
    Layout,
    generate,
    read_code,
    read_rows,
    solvable_without_guess,
    three_bv,
    write_code,
)
from interactive_provider.builtin.minesweeper.rules import kept_free
from interactive_provider.errors import BadParameter
from interactive_provider.support.generators import luck
from tests.thorough import some

GENERATE = importlib.import_module("interactive_provider.builtin.minesweeper.generate")
"""The module; in its package the function has its name."""


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_codes_are_read_as_they_were_written(rows: int, columns: int, data: st.DataObject) -> None:
    """Every board and first click survives the way through a code."""
    mined = data.draw(st.integers(0, (1 << rows * columns) - 1))
    first = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    board = Layout(rows, columns, mined, first)
    assert board == read_code(write_code(board))


def test_a_code_is_what_the_format_says() -> None:
    """Width before height, x before y, bits in reading order from the highest of each byte."""
    assert "5x2n3:3,1,u80c0" == write_code(Layout(2, 5, 1 | 1 << 8 | 1 << 9, (1, 3)))


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("9x9n10:4,3,u00", "2 hex digits"),
        ("2x2n1:0,0,uf0", "says 1 mine,"),
        ("2x2n1:0,0,u08", "says 1 mine,"),
        ("2x2n1:5,0,u80", "outside"),
        ("2x2:0;0,u80", "not a board code"),
        ("2x2n1:0,0,m80", "says 1 mine,"),
        ("2x2n1:0,0,x80", "not a board code"),
        ("2x2n1:r1,u,80", "only a seed"),
        ("0x2n0:0,0,u", "columns=0"),
    ],
)
def test_broken_codes_are_refused(code: str, fault: str) -> None:
    """One sentence that quotes the code or the number."""
    with pytest.raises(BadParameter, match=fault):
        read_code(code)


@pytest.mark.parametrize("board", [None, 5, "", [], ["*.", 1], ["*.", "."]])
def test_what_is_no_board_is_refused(board: object) -> None:
    """Neither rows of one length nor a code."""
    with pytest.raises(BadParameter, match="board"):
        three_bv(board)  # type: ignore[arg-type] # refused


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["..*"], 1),
        (["*.*"], 1),
        (["...", "...", "..."], 1),
        (["*....", ".....", "....*"], 1),
        ([".*.", "..."], 5),
    ],
)
def test_three_bv_by_hand(rows: list[str], expected: int) -> None:
    """Openings, and numbers beside none."""
    assert expected == three_bv(rows)


@pytest.mark.slow
def test_three_bv_means_are_the_known_ones() -> None:
    """Random boards of the levels average 15.7 and 65.9 (a published measurement)."""
    for rows, columns, mines, mean in ((9, 9, 10, 15.7), (16, 16, 40, 65.9)):
        rng = luck("3bv", rows)
        found = [
            three_bv(generate((rows, columns, mines), rng.random(), (0, 0), start="unsafe"))
            for _ in range(400)
        ]
        assert abs(sum(found) / 400 - mean) < 2.0


@pytest.mark.parametrize("first", [None, (1,), (1, 2, 3), "ab", (1.0, 1)])
def test_a_first_click_that_is_no_square_is_refused(first: object) -> None:
    """The same sentence wherever a first click is given."""
    for ask in (
        lambda: generate((5, 5, 3), 0, first),  # type: ignore[arg-type] # refused
        lambda: play_games(2, (5, 5, 3), Opening(first=first)),  # type: ignore[arg-type] # refused
        lambda: solvable_without_guess(["...*"], first or "x"),  # type: ignore[arg-type] # refused
    ):
        with pytest.raises(BadParameter, match="is not a square: give"):
            ask()


def test_an_unknown_start_is_refused_by_generate() -> None:
    """It was taken for one that opens a region."""
    with pytest.raises(BadParameter, match="start='soft' is not a kind of start"):
        generate((5, 5, 3), 0, (1, 1), start="soft")


def test_generate_keeps_the_promise_and_the_seed() -> None:
    """Same seed, same board; the first click is what the start promises."""
    board = generate((9, 7, 12), "seed", (4, 2))
    assert board == generate((9, 7, 12), "seed", (4, 2))
    assert board != generate((9, 7, 12), "another", (4, 2))
    assert (12, "0") == (board.mines, board.text[4][2])
    assert "*" != generate((2, 2, 3), 0, (1, 1), start="safe").text[1][1]
    with pytest.raises(
        BadParameter, match="mines=8 is too many: the first click leaves only 7 squares"
    ):
        generate((4, 4, 8), 0, (1, 1))


@pytest.mark.slow
def test_boards_without_guesses_are_uniform() -> None:
    """On a small size all boards that can be solved without guessing turn up, and about equally
    often."""
    solvable = {
        mined
        for squares in combinations([s for s in range(15) if s not in (0, 1, 5, 6)], 3)
        if solvable_without_guess(Layout(3, 5, mined := sum(1 << s for s in squares)), (0, 0))
    }
    drawn = Counter(
        generate((3, 5, 3), seed, (0, 0), no_guess=True).mined for seed in range(40 * len(solvable))
    )
    assert solvable == set(drawn)
    assert sum((count - 40) ** 2 / 40 for count in drawn.values()) < 1.6 * len(solvable)


def test_a_board_is_repaired_step_by_step() -> None:
    """A trade is kept where it leaves no more squares closed: ten boards of ten come right within
    the steps."""
    empty = Layout(6, 7, 0, (3, 3))
    free = kept_free(empty.grid, empty.grid.square(3, 3), "zero")
    for seed in range(10):
        board = GENERATE.repaired(empty, 12, free, Random(seed), GENERATE.Work(42, 6))
        assert (12, 0) == (board.mines, board.mined & free)
        assert solvable_without_guess(board)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "columns", "mines"),
    [(9, 9, 10), (16, 16, 40), (16, 30, 99), (16, 30, 170)][: some(3, of=4)],
)
def test_boards_without_guesses_on_every_density(rows: int, columns: int, mines: int) -> None:
    """Rejection where it is hopeful, repairing where not: the board has its mines and needs no
    guess."""
    board = generate((rows, columns, mines), 3, (rows // 2, columns // 2), no_guess=True)
    assert mines == board.mines
    assert solvable_without_guess(board)
    assert board == generate((rows, columns, mines), 3, (rows // 2, columns // 2), no_guess=True)


def test_a_guess_is_recognised() -> None:
    """A pair of squares that nothing tells apart needs a guess; a counted last mine does not."""
    assert not solvable_without_guess(["*.", ".."], (0, 1))
    assert solvable_without_guess(["....*"], (0, 0))
    assert not solvable_without_guess(["*..."], (0, 0))


@pytest.mark.slow
@pytest.mark.parametrize("pool_of", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_many_games_are_the_same_with_an_executor(pool_of: Callable[[int], Executor]) -> None:
    """The flags, the wins and the interval; threads change nothing."""
    alone = play_games(450, "beginner", policy="fast", seed=4)
    with pool_of(2) as pool:
        shared = play_games(450, "beginner", policy="fast", seed=4, executor=pool)
    assert alone.won == shared.won
    assert (450, sum(alone.won)) == (alone.games, alone.wins)
    low, high = alone.interval
    assert 0.85 < low < alone.rate < high < 0.96


@pytest.fixture
def client() -> Iterator[Client]:
    """A cluster of two threads inside this process: no port is opened."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        Client(cluster) as found,
    ):
        assert cluster.scheduler_address.startswith("inproc://")
        yield found


@pytest.mark.slow
def test_dask_plays_the_same_games(client: Client) -> None:
    """A client's executor gives the flags that one process gives, in the same order, from a count
    or from boards."""
    alone = play_games(450, "beginner", policy="fast", seed=4)
    shared = play_games(450, "beginner", policy="fast", seed=4, executor=client.get_executor())
    assert (alone.won, alone.wins, alone.games) == (shared.won, shared.wins, shared.games)
    assert 0 < shared.wins < 450
    boards = [["....", "...*"], ["*...", "...."]]
    assert (True, False) == play_games(
        boards, (2, 4, 1), policy="fast", executor=client.get_executor()
    ).won


@pytest.mark.slow
def test_exact_probabilities_beat_single_numbers_on_the_same_boards() -> None:
    """What look-ahead adds is a point in a hundred: the benchmarks measure it."""
    rates = {
        policy: play_games(some(150, of=600), "expert", policy=policy, seed=1).rate
        for policy in ("classic", "fast")
    }
    assert rates["classic"] < 0.07
    assert 0.33 < rates["fast"] < 0.49


@pytest.mark.slow
def test_classic_wins_three_of_four_and_more_with_a_safe_start() -> None:
    """On its sparse board about 75 % without a promise for the first click and 82.5 % with one."""
    games = some(1500, of=3000)
    unsafe = play_games(games, "classic", Opening("unsafe"), policy="classic")
    safe = play_games(games, "classic", policy="classic")
    assert 0.70 < unsafe.rate < 0.76 < safe.rate < 0.85


def test_boards_of_any_form_are_played() -> None:
    """Layouts, codes and rows; won is won for each alike."""
    board = Layout(3, 4, 1, (2, 3))
    boards: list[Layout | str | Sequence[str]] = [board, write_code(board), list(board.text)]
    assert (True, True, True) == play_games(
        boards, (3, 4, 1), Opening(first=(2, 3)), policy="fast"
    ).won
    assert (False,) == play_games([board], (3, 4, 1), policy="fast").won
    assert (False,) == play_games([board], policy="fast").won


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ((0,), "at least one game"),
        ((5, "export"), "Did you mean 'expert'"),
        ((5, "expert", Opening("soft")), "start='soft'"),
        ((5, "expert", Opening(first=(16, 0))), "outside"),
        ((5, "expert", Opening(), "bold"), "policy='bold'"),
        (([["*."]], "expert"), "a board is 1x2 with 1 mine,"),
        ((5, (3, 3)), "neither one of"),
        ((5, (3, 3, 9)), "mines=9"),
        (("expert",), "neither a number of games"),
    ],
)
def test_impossible_series_are_refused(arguments: tuple[object, ...], fault: str) -> None:
    """One sentence each."""
    with pytest.raises(BadParameter, match=fault):
        play_games(*arguments)  # type: ignore[arg-type] # refused


def test_rows_of_a_board_are_read() -> None:
    """Stars are mines; ragged rows are refused."""
    assert Layout(2, 2, 0b0010) == read_rows([".*", ".."])
    with pytest.raises(BadParameter, match="same length"):
        read_rows(["*", ".."])


@pytest.mark.slow
def test_a_search_for_a_board_without_guesses_ends_and_says_what_is_possible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A field this full was searched for minutes; the refusal quotes what was asked and a number
    that can be met."""
    monkeypatch.setattr(GENERATE, "MOST_WORK", 200_000)
    with pytest.raises(
        BadParameter, match=r"rows=40, columns=40, mines=400, no_guess=True.* with 160 mines"
    ):
        generate((40, 40, 400), 1, (20, 20), no_guess=True)
    assert 160 == generate((40, 40, 160), 1, (20, 20), no_guess=True).mines


@pytest.mark.parametrize(("boards", "is_found"), [(1, False), (200, True)])
def test_the_work_for_a_board_without_guesses_counts_boards(
    boards: int, is_found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts boards, not time: where it runs out the seed leads to no board."""
    monkeypatch.setattr(GENERATE, "MOST_WORK", 6 * 7 * 6 * boards)
    if is_found:
        assert 16 == generate((6, 7, 16), 5, (2, 2), no_guess=True).mines
    else:
        with pytest.raises(BadParameter, match="within the limit"):
            generate((6, 7, 16), 5, (2, 2), no_guess=True)
