"""Boards with random mines, and boards that can be solved without guessing.

A board needs no guess if exact reasoning, from the first click on, always finds a square that is
safe in every layout consistent with the visible numbers. Such boards are drawn by rejection:
generate, solve, and generate again, which is uniform among them. If the mines are so dense that
this is hopeless, a stuck board is repaired instead: a mine beside the open region is swapped with a
safe square, as long as the region grows. Such boards are not uniform.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from interactive_provider.errors import BadParameter
from interactive_provider.support.generators import luck

from .constants import COVERED, UNLIMITED
from .difficulties import Level, level_of
from .grid import Square, Squares, as_place, grid, members
from .minefields import Layout, MinePlace, as_layout, check_first
from .rules import STARTS, kept_free, lay_mines
from .solving.opening import TooMuch, opened_from

REJECTIONS = 300
"""The number of boards generated before repairing begins."""

REPAIRS = 30
"""The number of boards repaired before the search gives up."""

STEPS = 1500
"""The number of swaps tried on one board."""

MOST_WORK = 10_000_000
"""The maximum work of one search, as `Work` counts it: within a minute."""

MANY_SQUARES = 1000
"""The number of squares above which the work counts each position instead of each board."""


class Work:
    """The work that the search for a board that needs no guess may still do.

    It is counted rather than timed: the same seed gives the same board, or none, everywhere.
    """

    def __init__(self, squares: int, side: int) -> None:
        self.left = MOST_WORK
        self.board = squares * side
        """The work of judging one board: a frontier is as wide as the shorter side, and swept along
        the longer one."""
        self.large = squares > MANY_SQUARES

    def judge(self) -> None:
        """Count the judging of one more board; raise `TooMuch` if the limit is exceeded."""
        self.left -= self.board
        if self.left < 0:
            raise TooMuch


def generate(
    level: str | Level | tuple[int, int, int],
    seed: object,
    first: MinePlace,
    no_guess: bool = False,
    start: str = "zero",
) -> Layout:
    """Return a board for a first click at `first` (row, column from 0), drawn uniformly with the
    luck of `seed`.

    `level` is a name or (rows, columns, mines), `start` the promise for the first click. With
    `no_guess` the board is uniform among those that exact reasoning solves; the same seed gives
    the same board, the k-th attempt being derived from seed and k. Raises `BadParameter` when the
    mines don't fit or, with `no_guess`, when no such board is found.
    """
    rows, columns, mines = level_of(level)
    board = grid(rows, columns)
    first = as_place(first)
    if start not in STARTS:
        raise BadParameter(
            f"start={start!r} is not a kind of start; choose one of {', '.join(STARTS)}"
        )
    free = kept_free(board, board.square(*first), start)
    rng = luck("minesweeper", rows, columns, mines, seed, first, start)
    return lay(Layout(rows, columns, 0, first), mines, free, rng, no_guess)


def lay(empty: Layout, mines: int, free: Squares, rng: Random, no_guess: bool) -> Layout:
    """Return mines placed with the luck of `rng` outside the `free` squares; `empty` gives the size
    and the first click."""
    if not no_guess:
        return Layout(
            empty.rows, empty.columns, lay_mines(empty.grid, mines, free, rng), empty.first
        )
    seed = rng.getrandbits(128)
    work = Work(empty.grid.size, min(empty.rows, empty.columns))
    try:
        board = _searched(empty, mines, free, seed, work)
    except TooMuch:
        board = None
    if board is None:
        raise BadParameter(
            f"rows={empty.rows}, columns={empty.columns}, mines={mines}, no_guess=True: no board"
            " that can be solved without guessing was found within the limit of one search; with"
            f" {empty.grid.size // 10} mines, a tenth of the squares, there is nearly always one,"
            " and without no_guess any number works"
        )
    return board


def _searched(empty: Layout, mines: int, free: Squares, seed: int, work: Work) -> Layout | None:
    """Return the first board that needs no guess, drawn or repaired; None if all attempts fail."""
    square = check_first(empty, None)
    for attempt in range(REJECTIONS):
        mined = lay_mines(empty.grid, mines, free, luck(seed, attempt))
        board = Layout(empty.rows, empty.columns, mined, empty.first)
        if reach(board, square, work).count(COVERED) == mines:
            return board
    for attempt in range(REPAIRS):
        mended = repaired(empty, mines, free, luck(seed, "repair", attempt), work)
        if mended is not None:
            return mended
    return None


def solvable_without_guess(
    board: Layout | str | Sequence[str], first: MinePlace | None = None
) -> bool:
    """True if exact reasoning opens every safe square from a first click at `first` without a
    guess.

    `board` is a `Layout`, a board code or rows with `*` for mines; `first` is (row, column) from 0,
    by default the board's own. The number of mines is known to the player. A first click on a mine
    makes a board unsolvable.
    """
    laid = as_layout(board)
    square = check_first(laid, None if first is None else as_place(first))
    if laid.mined >> square & 1:
        return False
    return _opened(laid, square)[0].count(COVERED) == laid.mines


def reach(board: Layout, square: Square, work: Work) -> bytes:
    """Return the view after opening everything that is certain from a first click.

    Raises `TooMuch` when the `work` is used up.
    """
    work.judge()
    seen, left = _opened(board, square, work.left if work.large else UNLIMITED)
    if work.large:
        work.left = left
    return seen


def _opened(board: Layout, square: Square, work: int = UNLIMITED) -> tuple[bytes, int]:
    """Return the view after everything certain is open, and the work left."""
    mined = [board.mined >> at & 1 for at in range(board.grid.size)]
    return opened_from(square, mined, board.grid.near, board.columns, work)


def repaired(empty: Layout, mines: int, free: Squares, rng: Random, work: Work) -> Layout | None:
    """Return a board made solvable by swapping mines beside the open region with safe squares, or
    None."""
    board = Layout(empty.rows, empty.columns, lay_mines(empty.grid, mines, free, rng), empty.first)
    square = check_first(board, None)
    seen = reach(board, square, work)
    for _ in range(STEPS):
        if seen.count(COVERED) == mines:
            return board
        trial = _trade(board, seen, rng)
        if trial is None:
            return None
        trial_seen = reach(trial, square, work)
        if trial_seen.count(COVERED) <= seen.count(COVERED):
            board = trial
            seen = trial_seen
    return None


def _trade(board: Layout, seen: bytes, rng: Random) -> Layout | None:
    """Return the board with one covered square beside the open region swapped with a covered one of
    the other kind."""
    covered = sum(1 << square for square, code in enumerate(seen) if code == COVERED)
    beside = covered & board.grid.spread(board.grid.all & ~covered)
    if not beside:
        return None
    one = rng.choice(list(members(beside)))
    others = covered & (~board.mined if board.mined >> one & 1 else board.mined)
    if not others:
        return None
    return Layout(
        board.rows,
        board.columns,
        board.mined ^ 1 << one ^ 1 << rng.choice(list(members(others))),
        board.first,
    )
