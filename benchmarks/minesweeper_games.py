"""Many games at once: how often a policy wins, with an interval, and how fast it plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from interactive_provider.builtin.minesweeper.constants import COVERED, MINED, UNLIMITED
from interactive_provider.builtin.minesweeper.difficulties import LEVELS, Level, level_of
from interactive_provider.builtin.minesweeper.generate import generate
from interactive_provider.builtin.minesweeper.grid import Square, as_place
from interactive_provider.builtin.minesweeper.minefields import Layout, MinePlace, as_layout
from interactive_provider.builtin.minesweeper.rules import STARTS
from interactive_provider.builtin.minesweeper.solver import checked_policy
from interactive_provider.builtin.minesweeper.solving.evaluation import weights_for
from interactive_provider.builtin.minesweeper.solving.frontiers import (
    Integers,
    Knowledge,
    begin_position,
    deduce,
)
from interactive_provider.builtin.minesweeper.solving.opening import (
    number_board,
    open_certain,
    open_safe,
    open_square,
)
from interactive_provider.builtin.minesweeper.solving.policies import Outlook, guess
from interactive_provider.builtin.minesweeper.solving.probability import chances_of, weigh
from interactive_provider.errors import BadParameter
from interactive_provider.support.generators import luck
from interactive_provider.support.intervals import wilson
from interactive_provider.support.plurals import counted
from interactive_provider.support.whole_numbers import is_whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

BATCH = 200
"""The number of games in one task of an executor."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """The results of many games."""

    wins: int
    games: int
    seconds: float
    """Processor time spent on playing, over all workers."""
    won: tuple[bool, ...] = field(repr=False)
    """A flag for each board, in order."""

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate."""
        return wilson(self.wins, self.games)

    @property
    def games_per_second(self) -> float:
        """Games a second of processor time on one core."""
        return self.games / self.seconds if self.seconds else float("inf")

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.wins} of {self.games} won, {self.rate:.2%} (95 %: {low:.2%} to {high:.2%}), "
            f"{self.games_per_second:.1f} games a second"
        )


class Opening(NamedTuple):
    """The first click, and what is promised to it where boards are laid."""

    start: str = "safe"
    first: MinePlace = (0, 0)
    """Row and column, counted from 0."""


def play_games(
    boards_or_count: int | Iterable[Layout | str | Sequence[str]],
    level: str | Level | tuple[int, int, int] | None = None,
    opening: Opening = Opening(),  # noqa: B008 - a tuple, which nobody can change
    policy: str = "record",
    seed: object = 0,
    executor: Executor | None = None,
) -> WinRate:
    """Play games and count the wins.

    Give a number of games (laid from `seed` for the `level`, expert by default), or boards of one
    size and number of mines, which are played as they are. `executor` is any
    `concurrent.futures.Executor`; the result is the same with and without. Raises `BadParameter`
    for unknown levels, starts and policies, no games, and boards that are not of the level's size
    or differ in size.

    A process pool uses the cores of one machine, Dask those of many (workers need this package,
    too):

        with ProcessPoolExecutor() as pool:
            play_games(100_000, "expert", executor=pool)

        with distributed.Client("tcp://scheduler:8786") as client:
            play_games(1_000_000, "expert", executor=client.get_executor())
    """
    checked_policy(policy)
    start, first = opening
    size = None if level is None else level_of(level)
    if start not in STARTS:
        raise BadParameter(
            f"start={start!r} is not a kind of start; choose one of {', '.join(STARTS)}"
        )
    first = as_place(first)
    tasks = _tasks(boards_or_count, size, start, first, seed)
    if not tasks:
        raise BadParameter(f"{boards_or_count!r}: at least one game must be played")
    work: Callable[..., Iterable[tuple[list[bool], float]]] = executor.map if executor else map
    parts = list(work(_play_batch, tasks, [first] * len(tasks), [policy] * len(tasks)))
    won = tuple(flag for flags, _ in parts for flag in flags)
    return WinRate(sum(won), len(won), sum(seconds for _, seconds in parts), won)


Batch = list[Layout] | tuple[Level, str, MinePlace, object, range]


def _tasks(
    games: int | Iterable[Layout | str | Sequence[str]],
    size: Level | None,
    start: str,
    first: MinePlace,
    seed: object,
) -> list[Batch]:
    """Batches of games: generated ones by their numbers, or boards of one size."""
    if is_whole(games):
        size = size or LEVELS["expert"]
        generate(size, seed, first, start=start)
        return [
            (size, start, first, seed, range(at, min(at + BATCH, games)))
            for at in range(0, games, BATCH)
        ]
    if not isinstance(games, Iterable) or isinstance(games, str):
        raise BadParameter(f"{games!r} is neither a number of games nor a list of boards")
    boards = [as_layout(board) for board in games]
    for board in boards:
        board_size = Level(board.rows, board.columns, board.mines)
        size = size or board_size
        if board_size != size:
            raise BadParameter(
                f"a board is {_described(board_size)}, but the level is {_described(size)}"
            )
        board.grid.square(*first)
    return [boards[at : at + BATCH] for at in range(0, len(boards), BATCH)]


def _described(size: Level) -> str:
    return f"{size.rows}x{size.columns} with {counted(size.mines, 'mine')}"


def _play_batch(task: Batch, first: MinePlace, policy: str) -> tuple[list[bool], float]:
    """Won or lost for each game of a task, and the processor time for playing them."""
    if isinstance(task, tuple):
        size, start, first, seed, numbers = task
        boards = [
            generate(size, luck(seed, k).getrandbits(128), first, start=start) for k in numbers
        ]
    else:
        boards = task
    square = boards[0].grid.square(*first)
    begin = time.process_time()
    flags = [play_one(board, square, policy) for board in boards]
    return flags, time.process_time() - begin


def play_one(board: Layout, first: Square, policy: str) -> bool:
    """True if a policy wins one board."""
    return play(board, first, policy, [COVERED] * board.grid.size)


def play(board: Layout, first: Square, policy: str, cells: Integers) -> bool:
    """True if a policy wins a board that it plays on from a view with this click, seeing only what
    is open; `cells` becomes the last view."""
    size = board.grid.size
    near = board.grid.near
    numbers = number_board([board.mined >> square & 1 for square in range(size)], near)
    position = begin_position(cells, near, board.columns, board.mines)
    square = first
    while numbers[square] != MINED:
        open_square(square, numbers, position)
        if policy == "classic":
            open_simple(numbers, position)
        else:
            open_certain(numbers, position, UNLIMITED)
        if cells.count(COVERED) == board.mines:
            return True
        square = _clicked(position, policy, weights_for(size, board.mines))
    return False


def open_simple(numbers: Integers, position: Knowledge) -> None:
    """Open everything that single numbers decide."""
    deduce(position)
    while open_safe(numbers, position):
        deduce(position)


def _clicked(position: Knowledge, policy: str, weights: Sequence[float]) -> Square:
    """The square that a policy opens if nothing is certain."""
    if policy == "classic":
        covered = (square for square, code in enumerate(position.cells) if code == COVERED)
        return next(square for square in covered if not position.kinds[square])
    ways = weigh(position, UNLIMITED)
    outlook = Outlook(position, ways.layouts, chances_of(position, ways), weights)
    return guess(policy, outlook)[0]
