"""The analysis of one view: what is forced, counted and likely, computed only when needed and only
once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from .constants import COVERED, OPEN, UNLIMITED
from .grid import Square, Squares
from .solving.counting import Clue, Counts, clues_of, counts_of, deduced
from .solving.evaluation import weights_for
from .solving.frontiers import MINE, SAFE, Knowledge, gather
from .solving.policies import Outlook
from .solving.probability import Weights, decide_certain, weigh
from .view import PlayerView


class FieldStudy:
    """A view with everything that is computed from it, in whole numbers."""

    def __init__(self, view: PlayerView) -> None:
        self.view = view

    @cached_property
    def clues(self) -> list[Clue]:
        """The open numbers that touch a covered square."""
        return clues_of(self.view)

    @cached_property
    def position(self) -> Knowledge:
        """What follows from single numbers; raises `BadView` if a number cannot be satisfied."""
        return deduced(self.view)

    @cached_property
    def _weights(self) -> Weights:
        return weigh(self.position, UNLIMITED)

    @cached_property
    def counts(self) -> Counts:
        """The number of layouts that explain the view; raises `BadView` if there are none."""
        return counts_of(self.view, self.position, self._weights)

    @cached_property
    def chances(self) -> Sequence[float | None]:
        """The probability of a mine for every square in reading order, None for open ones."""
        layouts = self.counts.layouts
        return [None if mined is None else mined / layouts for mined in self.counts.mined]

    @cached_property
    def risks(self) -> list[float]:
        """The chances, with `OPEN` for open squares."""
        return [OPEN if chance is None else chance for chance in self.chances]

    @cached_property
    def outlook(self) -> Outlook:
        """The view as the policies of `solving` need it, with everything certain decided."""
        position = deduced(self.view)
        weights = weights_for(len(self.view.cells), self.view.mines)
        decide_certain(position, self.risks)
        return Outlook(position, self.counts.layouts, self.risks, weights)

    @cached_property
    def safe(self) -> list[Square]:
        """The squares that are safe in every layout, in reading order."""
        return [square for square, risk in enumerate(self.chances) if risk == 0.0]

    @cached_property
    def decided(self) -> tuple[Squares, Squares]:
        """The squares that single numbers prove safe, and those that they prove to be mines, as
        sets."""
        kinds = list(enumerate(self.position.kinds))
        safe = sum(1 << square for square, kind in kinds if kind == SAFE)
        return safe, sum(1 << square for square, kind in kinds if kind == MINE)

    @property
    def outside(self) -> Squares:
        """The undecided squares that touch no number."""
        return sum(1 << square for square in gather(self.position).outside)

    @property
    def won(self) -> bool:
        """True if every square without a mine is open."""
        return self.view.cells.count(COVERED) == self.view.mines
