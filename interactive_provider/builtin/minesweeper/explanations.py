"""Why a square is safe, in words, with the clues behind the reason."""

from __future__ import annotations

from typing import NamedTuple

from interactive_provider.support.plurals import counted

from .analysis import FieldStudy
from .grid import Grid, Square, Squares, members
from .solving.counting import Clue, mine_numbers
from .view import PlayerView


class Reason(NamedTuple):
    """A sentence and the squares behind it."""

    text: str
    squares: tuple[Square, ...]


def safe_reason(study: FieldStudy, square: Square) -> Reason:
    """Return why a square that is safe in every layout is safe.

    It tries a single number, then two, then the smallest set of numbers found by leaving out one
    after another, and finally the number of mines.
    """
    view = study.view
    clues = study.clues
    return (
        _single(view.grid, clues, square)
        or _pair(view.grid, clues, square)
        or _several(view, clues, square)
        or _counted(study, square)
    )


def _named(grid: Grid, clue: Clue) -> str:
    return f"the {clue.mines} at {grid.name(clue.square)}"


def _single(grid: Grid, clues: list[Clue], square: Square) -> Reason | None:
    """Return the reason from one number: a 0, or a number all of whose mines are revealed by
    numbers with as many covered squares as mines."""
    sure: dict[Square, Clue] = {}
    for clue in clues:
        if clue.mines == clue.around.bit_count():
            for mine in members(clue.around):
                sure.setdefault(mine, clue)
    for clue in clues:
        if not clue.around >> square & 1:
            continue
        if clue.mines == 0:
            return Reason(f"{_named(grid, clue)} touches no mines", (clue.square,))
        mines = [mine for mine in members(clue.around) if mine in sure]
        if len(mines) == clue.mines:
            because = " and ".join(dict.fromkeys(_covered(grid, sure[mine]) for mine in mines))
            where = ", ".join(grid.name(mine) for mine in mines)
            whose = (
                f"mine of {_named(grid, clue)} is"
                if len(mines) == 1
                else f"mines of {_named(grid, clue)} are"
            )
            text = f"the {whose} at {where}, {because}"
            return Reason(text, (clue.square, *(sure[mine].square for mine in mines)))
    return None


def _covered(grid: Grid, clue: Clue) -> str:
    count = clue.around.bit_count()
    squares = "covered square" if count == 1 else f"{count} covered squares"
    return f"the only {squares} that {_named(grid, clue)} touches"


def _pair(grid: Grid, clues: list[Clue], square: Square) -> Reason | None:
    """Return the reason from two numbers: all the mines that the second still needs are on squares
    that both touch."""
    for big in clues:
        if not big.around >> square & 1:
            continue
        for small in clues:
            shared = small.around & big.around
            if small is big or not shared or shared >> square & 1:
                continue
            if small.mines - (small.around & ~big.around).bit_count() == big.mines:
                mines = counted(big.mines, "mine")
                text = (
                    f"{_named(grid, small)} puts at least {mines} on squares that"
                    f" {_named(grid, big)} touches too, and that is all it needs"
                )
                return Reason(text, (small.square, big.square))
    return None


def _several(view: PlayerView, clues: list[Clue], square: Square) -> Reason | None:
    """Return the reason from several numbers: the smallest set, found by leaving out one at a time,
    that rules out a mine."""
    if _allows(view, clues, square):
        return None
    needed = list(clues)
    row, column = view.grid.place(square)

    def distance(clue: Clue) -> int:
        r, c = view.grid.place(clue.square)
        return max(abs(r - row), abs(c - column))

    for reach in (2, 3, 4, 6, 8, 12):
        close = [clue for clue in clues if distance(clue) <= reach]
        if not _allows(view, close, square):
            needed = close
            break
    for clue in sorted(needed, key=distance, reverse=True):
        fewer = [other for other in needed if other is not clue]
        if not _allows(view, fewer, square):
            needed = fewer
    names = ", ".join(_named(view.grid, clue) for clue in needed)
    text = f"a mine here would contradict {names}, taken together"
    return Reason(text, tuple(clue.square for clue in needed))


def _allows(view: PlayerView, clues: list[Clue], square: Square) -> bool:
    """True if the clues, ignoring the number of mines, allow a mine on a square."""
    return bool(mine_numbers(view, clues, square))


def _counted(study: FieldStudy, square: Square) -> Reason:
    """Return the reason from the number of mines: a mine here would need too many, or leave too few
    places."""
    view = study.view
    clues = study.clues
    outside = study.outside
    known_mines = study.decided[1]
    totals = mine_numbers(view, clues, square)
    count = view.mines - known_mines.bit_count()
    mines = f"the last {count} mines" if count > 1 else "the last mine"
    lie = "all lie" if count > 1 else "lie"
    squares = tuple(clue.square for clue in clues)
    if not count:
        return Reason("every mine is found", tuple(members(known_mines)))
    if totals and totals[0] > view.mines:
        elsewhere: Squares = view.covered & ~(1 << square) & ~known_mines & ~outside
        where = "elsewhere"
        if outside >> square & 1:
            where = f"beside numbers ({_where(view.grid, elsewhere)})"
        text = (
            f"{mines} must {lie} {where}: with one here the numbers need at least"
            f" {totals[0]} in all"
        )
        return Reason(text, squares)
    if totals and totals[-1] < view.mines:
        text = (
            f"there would be no room for {mines}: with one here, the other squares hold at most"
            f" {totals[-1]} in all"
        )
        return Reason(text, squares)
    return Reason(
        f"with a mine here the numbers cannot add up to {counted(view.mines, 'mine')} in all",
        squares,
    )


def _where(grid: Grid, squares: Squares) -> str:
    names = [grid.name(square) for square in members(squares)]
    return ", ".join(names) if len(names) <= 4 else f"{names[0]} to {names[-1]}"
