"""One view, looked into: what is forced, counted and likely is worked out once, and only when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from . import compiled
from .constants import COVERED
from .grid import Square, Squares
from .solving import endgame
from .solving.endgame import FEW_LAYOUTS, UNLIMITED, Optimum
from .solving.evaluation import weights_for
from .solving.fronts import Clue, Contradiction, Sums, clues_of, sums_of
from .solving.order import put_order
from .solving.probability import Counts, count_layouts, unexplained
from .view import View

WIDE = 70
"""Boxes of a front above which compiled code is worth loading: half a second against several."""

OPEN = -1.0
"""The risk of an open square, in the lists of numbers that both tiers read."""


class Study:
    """A view with all that is worked out about it.

    Compiled code answers where it is loaded, or where a front is wide enough to be worth loading it; whole numbers
    elsewhere, and where the `fast` extra is not installed. Both are the same to the last few bits. Loading may mean a
    minute of compiling, so nothing loads it with `wait=False`.
    """

    def __init__(self, view: View, wait: bool = True) -> None:
        self.view = view
        self._wait = wait

    @cached_property
    def clues(self) -> list[Clue]:
        """The open numbers that touch a covered square."""
        return clues_of(self.view)

    @cached_property
    def sums(self) -> Sums:
        """What single numbers decide, and the fronts that are left; `BadView` where a number cannot be met."""
        try:
            return sums_of(self.view, self.clues)
        except Contradiction as found:
            raise unexplained(self.view, found.square) from None

    @cached_property
    def counts(self) -> Counts:
        """The layouts that explain the view, in whole numbers; `BadView` where there are none."""
        return count_layouts(self.view, self.sums)

    @cached_property
    def weighed(self) -> compiled.Weighed | None:
        """What compiled code says of the view; None where it is not used or cannot answer."""
        used = compiled.ready("weighed") or (self._wait and compiled.installed() and self.wide)
        return compiled.weighed(self.view) if used else None

    @cached_property
    def wide(self) -> bool:
        """Whether some front has so many boxes that whole numbers may take long."""
        return any(len(front.boxes) > WIDE for front in self.sums.fronts)

    @cached_property
    def chances(self) -> Sequence[float | None]:
        """The probability of a mine for every square in reading order, None for open ones."""
        if self.weighed is not None:
            return self.weighed.chances
        layouts = self.counts.layouts
        return [None if mined is None else mined / layouts for mined in self.counts.mined]

    @cached_property
    def risks(self) -> list[float]:
        """The chances, with `OPEN` for open squares."""
        return [OPEN if chance is None else chance for chance in self.chances]

    @cached_property
    def order(self) -> list[int]:
        """How equally safe squares come, the one with the least number first."""
        found = [0] * len(self.view.cells)
        put_order(self.view.cells, self.view.grid.near, found)
        return found

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """What the traits of a position weigh on this board."""
        return weights_for(len(self.view.cells), self.view.mines)

    @cached_property
    def safe(self) -> list[Square]:
        """The squares that are safe in every layout, in reading order."""
        return [square for square, risk in enumerate(self.chances) if risk == 0.0]

    @cached_property
    def certain(self) -> tuple[Squares, Squares]:
        """The squares that are safe in every layout, and those that hold a mine in every one, as sets."""
        mined = sum(1 << square for square, risk in enumerate(self.chances) if risk == 1.0)
        return sum(1 << square for square in self.safe), mined

    @property
    def won(self) -> bool:
        """Whether every square without a mine is open."""
        return self.view.cells.count(COVERED) == self.view.mines

    def optimum(self, effort: int = UNLIMITED) -> Optimum | None:
        """Optimal play from here; None when the effort does not suffice. See `endgame.optimum`."""
        layouts, view = self.counts.layouts, self.view
        # A search of few layouts is soon over; a longer one is worth loading compiled code for.
        if layouts > 1 and (compiled.ready("optimal") or (layouts > FEW_LAYOUTS and self._wait)):
            found = compiled.optimal(view, layouts, [range(len(view.cells))], effort)
            if found is not None:
                return Optimum(found[0], layouts, found[1])
            if effort < UNLIMITED and compiled.serves(view.rows, view.columns):
                return None
        return endgame.optimum(view, self.counts, effort)
