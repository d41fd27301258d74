"""Exact optimal play: the whole game tree of a position, as fractions of whole numbers.

The layouts that explain a view are listed and numbered; a set of them is one integer with a bit for each, so
that "those in which this square shows a 2" is an `&`. Two facts keep the tree small: a square that is safe in
all layouts is opened at once, and a square that would show the same wherever it is safe can wait until the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from . import fast
from .errors import BadView
from .fronts import clues_of, sums_of
from .grid import Square, Squares, members
from .probability import count_layouts
from .view import COVERED, View, read_view

LayoutSet = int
"""Bit `i` stands for layout `i`."""

MOST_LAYOUTS = 1_000_000
"""More than this are not listed."""

FEW_LAYOUTS = 1000
"""Up to so many layouts whole numbers need less time than compiled code needs to load."""


class Optimum(NamedTuple):
    """What optimal play achieves: layouts won out of all, and a first square that does it."""

    won: int
    layouts: int
    square: Square


class OutOfNodes(Exception):
    """The search has looked at as many sets of layouts as it may."""


def optimal_value(rows: list[str], mines: int) -> Fraction:
    """The probability to win from a view under optimal play, exactly.

    `rows` are strings as in `mine_probabilities`; nothing is promised for the next click. Every layout that
    explains the view is equally likely. Raises `BadView` for impossible views and for more than a million layouts.
    """
    view = read_view(rows, mines)
    layouts = count_layouts(view).layouts
    if layouts > MOST_LAYOUTS:
        raise BadView(f"the view has {layouts} layouts; exact play is searched up to {MOST_LAYOUTS}")
    return Fraction(_most_won(view, layouts), layouts)


def _most_won(view: View, layouts: int) -> int:
    if layouts > 2 and fast.serves(view.rows, view.columns):
        images = symmetries(view)
        won = fast.most_won(view, layouts, one_of_each(images), images)
        if won is not None:
            return won
    best = optimum(view, layouts)
    assert best is not None, "without a limit the search always ends"
    return best.won


def optimum(view: View, layouts: int, nodes: int | None = None) -> Optimum | None:
    """Optimal play from a view with so many layouts; None when `nodes` sets of layouts do not suffice."""
    if view.cells.count(COVERED) == view.mines:
        return Optimum(1, 1, -1)
    if layouts == 1:
        safe = next(s for s, mined in enumerate(count_layouts(view).mined) if mined == 0)
        return Optimum(1, 1, safe)
    allowed = one_of_each(symmetries(view)) if view.cells.count(COVERED) == view.grid.size else 0
    # A search of few layouts is soon over; a longer one is worth loading compiled code for.
    if (layouts > FEW_LAYOUTS or fast.ready()) and fast.serves(view.rows, view.columns):
        found = fast.optimal(view, layouts, allowed, 1 << 60 if nodes is None else nodes)
        if found is not None:
            return Optimum(found[0], layouts, found[1])
        if nodes is not None:
            return None
    squares, listed = list_layouts(view)
    try:
        return Search(view, squares, listed, nodes).best(allowed)
    except OutOfNodes:
        return None


def symmetries(view: View) -> list[list[Square]]:
    """The reflections and rotations that change nothing of a view: where each of them takes every square."""
    rows, columns, grid = view.rows, view.columns, view.grid
    places = [grid.place(square) for square in range(grid.size)]
    turns = [places, [(rows - 1 - r, c) for r, c in places]]
    turns += [[(r, columns - 1 - c) for r, c in turn] for turn in turns]
    if rows == columns:
        turns += [[(c, r) for r, c in turn] for turn in turns]
    images = [[r * columns + c for r, c in turn] for turn in turns]
    return [image for image in images if all(view.cells[image[s]] == code for s, code in enumerate(view.cells))]


def one_of_each(images: list[list[Square]]) -> Squares:
    """One square of each kind that the symmetries do not tell apart."""
    return sum(1 << square for square, same in enumerate(zip(*images, strict=True)) if min(same) == square)


def list_layouts(view: View) -> tuple[list[Square], list[Squares]]:
    """The covered squares, those beside a number first, and every layout of them."""
    outside = sums_of(view).outside
    squares = [*members(view.covered & ~outside), *members(outside)]
    clues = [(clue.around, clue.mines) for clue in clues_of(view)]
    return squares, list(_filled(squares, clues, view.mines))


def _filled(squares: list[Square], clues: list[tuple[Squares, int]], left: int) -> Iterator[Squares]:
    """Depth first: every way to put `left` mines on the squares that all clues allow."""
    touching = [[clue for clue in clues if clue[0] >> square & 1] for square in squares]
    later = [0] * (len(squares) + 1)
    for index in range(len(squares) - 1, -1, -1):
        later[index] = later[index + 1] | 1 << squares[index]
    stack = [(0, 0)]
    while stack:
        index, mined = stack.pop()
        missing = left - mined.bit_count()
        if not 0 <= missing <= len(squares) - index:
            continue
        if index == len(squares):
            yield mined
            continue
        for choice in (mined | 1 << squares[index], mined):
            if all(
                0 <= number - (choice & around).bit_count() <= (around & later[index + 1]).bit_count()
                for around, number in touching[index]
            ):
                stack.append((index + 1, choice))


class Search:
    """The game tree over sets of layouts of one view."""

    def __init__(self, view: View, squares: list[Square], layouts: list[Squares], nodes: int | None) -> None:
        self.squares = squares
        self.all: LayoutSet = (1 << len(layouts)) - 1
        self.nodes = nodes
        self.known: dict[LayoutSet, tuple[int, bool]] = {}
        self.numbers: list[list[LayoutSet]] = []
        self.mined: list[LayoutSet] = []
        for square in squares:
            near = view.grid.neighbours[square]
            shown = [0] * 9
            mined = 0
            for index, layout in enumerate(layouts):
                if layout >> square & 1:
                    mined |= 1 << index
                else:
                    shown[(layout & near).bit_count()] |= 1 << index
            self.numbers.append(shown)
            self.mined.append(mined)

    def best(self, allowed: Squares) -> Optimum:
        """Optimal play from the whole set; `allowed` limits the first click where it is not 0."""
        won, choice = self._look(self.all, 0, allowed)
        return Optimum(won, self.all.bit_count(), self.squares[choice])

    def parts(self, layouts: LayoutSet, u: int) -> list[LayoutSet]:
        """The layouts in which a square is safe, by what it shows."""
        return [part for shown in self.numbers[u] if (part := layouts & shown)]

    def value(self, layouts: LayoutSet, need: int) -> int:
        """How many layouts optimal play wins, if more than `need`; else an upper bound that is not."""
        if not layouts & (layouts - 1):
            return int(layouts != 0)
        value, exact = self.known.get(layouts, (0, False))
        if value and (exact or value <= need):
            return value
        value, _ = self._look(layouts, need, 0)
        self.known[layouts] = (value, value > need)
        return value

    def _look(self, layouts: LayoutSet, need: int, allowed: Squares) -> tuple[int, int]:
        u = self.informative(layouts)
        if u >= 0:
            return self._sum(self.parts(layouts, u), need), u
        if self.nodes is not None:
            self.nodes -= 1
            if self.nodes < 0:
                raise OutOfNodes
        return self._guess(layouts, need, allowed)

    def _guess(self, layouts: LayoutSet, need: int, allowed: Squares) -> tuple[int, int]:
        promise, some = self._promises(layouts, allowed)
        best, most, choice = 1, 1, some
        while promise:
            u = max(promise, key=promise.__getitem__)
            least = max(best, need)
            if promise[u] <= least:
                most = max(most, promise[u])
                break
            del promise[u]
            total = self._sum(self.parts(layouts, u), least)
            if total > least:
                best, choice = total, u
            else:
                most = max(most, total)
        return (best if best > need else max(best, most)), choice

    def _promises(self, layouts: LayoutSet, allowed: Squares) -> tuple[dict[int, int], int]:
        """In how many layouts each telling square is safe, and the first square that may be safe at all."""
        promise, some = {}, -1
        for u, square in enumerate(self.squares):
            safe = layouts & ~self.mined[u]
            if safe and some < 0:
                some = u
            if (not allowed or allowed >> square & 1) and len(self.parts(layouts, u)) > 1:
                promise[u] = safe.bit_count()
        return promise, some

    def _sum(self, parts: list[LayoutSet], need: int) -> int:
        bounds = [self._bound(part) for part in parts]
        left, won = sum(bounds), 0
        for part, bound in zip(parts, bounds, strict=True):
            if won + left <= need:
                break
            left -= bound
            decided = bound == 1 or part.bit_count() <= 2  # then the bound is the value
            won += bound if decided else self.value(part, need - won - left)
        return won + left

    def informative(self, layouts: LayoutSet) -> int:
        """The square that is safe in all layouts and shows the most different numbers, or -1."""
        best, most = -1, 1
        for u in range(len(self.squares)):
            if not layouts & self.mined[u] and (numbers := len(self.parts(layouts, u))) > most:
                best, most = u, numbers
        return best

    def _bound(self, layouts: LayoutSet) -> int:
        """At most so many layouts can be won: what the best first click leaves."""
        size = layouts.bit_count()
        if size <= 1 or self.informative(layouts) >= 0:
            return size
        return max(
            (
                (layouts & ~self.mined[u]).bit_count()
                for u in range(len(self.squares))
                if len(self.parts(layouts, u)) > 1
            ),
            default=1,
        )
