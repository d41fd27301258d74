"""The choices of the policies if nothing is certain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..constants import COVERED, EFFORT, ENDGAME, QUICK_ENDGAME, TIE, UNLIMITED
from ..grid import Square
from .endgame import GivenUp, optimal
from .enumeration import TooMany, list_layouts, numbers_shown, undecided_squares
from .evaluation import traits_of, worth
from .frontiers import MINE, Knowledge, copied, deduce, show
from .ordering import candidates, ranks
from .probability import chances_of, weigh


class Outlook(NamedTuple):
    """A position in which a guess is needed, with everything certain decided."""

    position: Knowledge
    layouts: int
    risks: list[float]
    """The probability of a mine on each square, -1 on open ones."""
    weights: Sequence[float]
    """The weights of the traits of a position; see `evaluation`."""


class Prospect(NamedTuple):
    """The prospects after a click."""

    worth: float
    """The chance of winning after it."""
    follow: set[Square]
    """The squares that are safe whenever this one is: those that are safe more often are the better
    clicks, since this one can still follow."""


def prospect(square: Square, outlook: Outlook, enough: float) -> Prospect | None:
    """Return the prospect of a click: the sum, over everything that it may show, of its probability
    times the value of the result; None as soon as the rest cannot reach `enough`."""
    position, layouts, risks, weights = outlook
    cells, kinds, _, _, near, columns, _ = position
    follow = set(range(len(cells)))
    base = sum(cells[other] == COVERED and kinds[other] == MINE for other in near[square])
    free = sum(cells[other] == COVERED and not kinds[other] for other in near[square])
    value = 0.0
    left = 1.0 - risks[square]
    for number in range(base, base + free + 1):
        if value + left < enough:
            return None
        after = copied(position)
        show(square, number, after)
        if not deduce(after):
            continue
        ways = weigh(after, UNLIMITED)
        if not ways.layouts:
            continue
        share = ways.layouts / layouts
        left -= share
        new_risks = chances_of(after, ways)
        follow = {other for other in follow if new_risks[other] == 0.0}
        traits = traits_of(after.cells, new_risks, ways.layouts, near, columns)
        value += share * worth(traits, weights)
    return Prospect(value, follow)


def best_prospect(outlook: Outlook) -> Square:
    """Return the candidate with the best chance of winning; if squares are safe after each of its
    results, the best ranked of these and the candidate itself."""
    position, _, risks, _ = outlook
    order = ranks(position.cells, risks, position.near)
    best = Prospect(-1.0, set())
    choice = -1
    for square in candidates(order):
        if 1.0 - risks[square] <= best.worth + TIE:
            break
        found = prospect(square, outlook, best.worth + TIE)
        if found and found.worth > best.worth + TIE:
            best = found
            choice = square
    return min((choice, *sorted(best.follow)), key=order.__getitem__)


def guess(policy: str, outlook: Outlook) -> tuple[Square, bool]:
    """Return a policy's square if none is certain, and whether a search to the end of the game
    proved it best."""
    position, layouts, risks, _ = outlook
    most = QUICK_ENDGAME if policy == "fast" else ENDGAME
    if layouts <= most:
        squares = undecided_squares(position)
        try:
            listed = list_layouts(position, squares, 70 * most + 30_000)
            _, choice = optimal(listed, numbers_shown(position, squares, listed), EFFORT)
            return squares[choice], True
        except (TooMany, GivenUp):
            pass
    if policy == "fast":
        order = ranks(position.cells, risks, position.near)
        return min(order, key=order.__getitem__), False
    return best_prospect(outlook), False
