"""Boards: laid at random, and boards that need no guess.

A board needs no guess when exact reasoning, from the first click on, always finds a square that is safe in every
layout that explains what is seen. Those boards are drawn by rejection: lay, solve, lay again, which is uniform
among them. Where mines are so dense that this is hopeless, a stuck board is repaired instead: a mine beside the
open region trades places with a free square, as long as the region grows. Such boards are not uniform.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random

from interactive_provider.errors import BadParameter

from . import compiled
from .constants import COVERED, GIVEN_UP
from .grid import Square, Squares, as_place, members
from .layouts import Layout, Place, as_layout, check_first, check_size
from .rules import STARTS, flood, kept_free, lay_mines
from .solver import certain_squares
from .view import View

REJECTIONS = 300
"""So many boards are laid before repairing begins."""

REPAIRS = 30
"""So many boards are repaired before the search is given up."""

STEPS = 1500
"""So many trades are tried on one board."""


def rng_of(*parts: object) -> Random:
    """A generator that depends on nothing but the parts: the same on every machine and in every process."""
    return Random(int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()))


def generate(
    rows: int, columns: int, mines: int, seed: object, first: Place, no_guess: bool = False, start: str = "zero"
) -> Layout:
    """A board for a first click at `first` (row, column from 0), drawn uniformly with the luck of `seed`.

    `start` is what the first click is promised. With `no_guess` the board is uniform among those that exact
    reasoning solves; the same seed gives the same board, the k-th attempt being derived from seed and k. Raises
    `BadParameter` when the mines don't fit or, with `no_guess`, when no such board is found.
    """
    grid = check_size(rows, columns, mines)
    first = as_place(first)
    if start not in STARTS:
        raise BadParameter(f"start={start!r} is not a kind of start; choose one of {', '.join(STARTS)}")
    free = kept_free(grid, grid.square(*first), start)
    luck = rng_of("minesweeper", rows, columns, mines, seed, first, start)
    return lay(Layout(rows, columns, 0, first), mines, free, luck, no_guess)


def lay(empty: Layout, mines: int, free: Squares, rng: Random, no_guess: bool) -> Layout:
    """Mines laid with the luck of `rng` outside the `free` squares; `empty` says size and first click."""
    if not no_guess:
        return Layout(empty.rows, empty.columns, lay_mines(empty.grid, mines, free, rng), empty.first)
    luck = rng.getrandbits(128)
    for attempt in range(REJECTIONS):
        mined = lay_mines(empty.grid, mines, free, rng_of(luck, attempt))
        board = Layout(empty.rows, empty.columns, mined, empty.first)
        if solvable_without_guess(board, empty.first):
            return board
    for attempt in range(REPAIRS):
        found = repaired(empty, mines, free, rng_of(luck, "repair", attempt))
        if found is not None:
            return found
    raise BadParameter(
        f"no {empty.rows}x{empty.columns} board with {mines} mines was found that needs no guess; try fewer mines"
    )


def solvable_without_guess(board: Layout | str | Sequence[str], first: Place | None = None) -> bool:
    """Whether exact reasoning opens every free square from a first click at `first` without a guess.

    `board` is a `Layout`, a board code or rows with `*` for mines; `first` is (row, column) from 0, by default
    the board's own. The number of mines is known to the player. A first click on a mine is not solvable.
    """
    laid = as_layout(board)
    square = check_first(laid, None if first is None else as_place(first))
    if laid.mined >> square & 1:
        return False
    return reach(laid, square).count(COVERED) == laid.mines


def reach(board: Layout, square: Square, wait: bool = True) -> bytes:
    """What is seen once everything that is certain has been opened from a safe first click.

    Without `wait` compiled code is used only where it is loaded.
    """
    if compiled.serves(board.rows, board.columns) and (wait or compiled.ready("play")):
        played = compiled.play(board, square, "fast", guesses=False)
        if played is not None and played[0] != GIVEN_UP:  # a front too wide even for compiled code is left to the exact
            return played[2]
    grid, opened, fresh = board.grid, 0, 1 << square
    while fresh:
        for safe in members(fresh):
            if not opened >> safe & 1:
                opened |= flood(grid, board.mined, safe)
        view = view_of(board, opened)
        fresh = 0 if opened.bit_count() == grid.size - board.mines else certain_squares(view, wait)[0]
    return view_of(board, opened).cells


def view_of(board: Layout, opened: Squares) -> View:
    """What a player sees of a board when some free squares are open."""
    cells = bytearray([COVERED]) * board.grid.size
    near = board.grid.neighbours
    for square in members(opened):
        cells[square] = (board.mined & near[square]).bit_count()
    return View(board.rows, board.columns, board.mines, bytes(cells))


def repaired(empty: Layout, mines: int, free: Squares, rng: Random) -> Layout | None:
    """A board made solvable by trading mines beside the open region for free squares, or None."""
    board = Layout(empty.rows, empty.columns, lay_mines(empty.grid, mines, free, rng), empty.first)
    square = check_first(board, None)
    seen = reach(board, square)
    for _ in range(STEPS):
        if seen.count(COVERED) == mines:
            return board
        trial = _trade(board, seen, free | 1 << square, rng)
        if trial is None:
            return None
        trial_seen = reach(trial, square)
        if trial_seen.count(COVERED) <= seen.count(COVERED):
            board, seen = trial, trial_seen
    return None


def _trade(board: Layout, seen: bytes, free: Squares, rng: Random) -> Layout | None:
    """The board with one covered square beside the open region traded for a covered one of the other kind."""
    covered = sum(1 << square for square, code in enumerate(seen) if code == COVERED) & ~free
    beside = covered & board.grid.spread(board.grid.all & ~covered)
    if not beside:
        return None
    one = rng.choice(list(members(beside)))
    others = covered & (~board.mined if board.mined >> one & 1 else board.mined)
    if not others:
        return None
    return Layout(
        board.rows, board.columns, board.mined ^ 1 << one ^ 1 << rng.choice(list(members(others))), board.first
    )
