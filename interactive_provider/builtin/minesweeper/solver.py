"""Which square to open: three policies that see only what the player sees.

- `classic`: what follows from single clues, else the first covered square.
- `fast`: the exact probabilities, and the safest square where none is certain; the last hundred layouts are
  searched to the end.
- `record`: as `fast`, but a guess looks ahead: over all that a square may show, it asks what the position is then
  worth (`evaluation`), and takes the square that most often wins. The last ten thousand layouts are searched to
  the end.

The compiled code in `compiled.solver` makes the same choices; the tests compare them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, get_args

from interactive_provider.errors import BadParameter, did_you_mean

from . import compiled
from .constants import EFFORT, ENDGAME, QUICK_ENDGAME, TIE
from .errors import BadView
from .grid import Square, Squares, members
from .reasons import safe_reason
from .solving import order
from .solving.endgame import UNLIMITED, optimum, symmetries
from .solving.evaluation import traits_of, worth
from .solving.fronts import Contradiction, decided
from .solving.probability import count_layouts, unexplained
from .study import OPEN, Study
from .view import View, read_view

Policy = Literal["record", "fast", "classic"]

POLICIES: tuple[str, ...] = get_args(Policy)

MOST_LAYOUTS = 1_000_000
"""Optimal play is searched among no more than this."""


def mine_probabilities(rows: Sequence[str], mines: int) -> list[list[float | None]]:
    """The probability of a mine for every covered square, None for open ones.

    `rows` are strings of `.` (covered), digits and `F` (a flag, which is never trusted); `mines` is the number
    of mines on the whole board. 0.0 and 1.0 mean certain. Raises `BadView` for rows that are not a view and for
    those that no layout explains, naming a clue that contradicts the others.
    """
    view = read_view(rows, mines)
    flat = Study(view).chances
    return [list(flat[start : start + view.columns]) for start in range(0, len(flat), view.columns)]


def optimal_value(rows: Sequence[str], mines: int) -> Fraction:
    """The probability to win from a view under optimal play, exactly.

    `rows` are strings as in `mine_probabilities`; nothing is promised for the next click. Every layout that
    explains the view is equally likely. Raises `BadView` for impossible views and for more than a million layouts.
    """
    study = Study(read_view(rows, mines))
    view, layouts = study.view, study.counts.layouts
    if layouts > MOST_LAYOUTS:
        raise BadView(f"the view has {layouts} layouts; exact play is searched among at most {MOST_LAYOUTS}")
    found = compiled.optimal(view, layouts, symmetries(view), UNLIMITED) if layouts > 2 else None
    if found is None:
        best = optimum(view, study.counts)
        assert best is not None, "without a limit the search always ends"
        return Fraction(best.won, layouts)
    return Fraction(found[0], layouts)


def best_move(rows: Sequence[str], mines: int, policy: Policy = "record") -> tuple[int, int, str]:
    """The square to open as (row, column, reason), both counted from 0.

    `rows` are strings as in `mine_probabilities`; flags are not trusted. A square that cannot be a mine comes
    before any guess. Raises `BadView` for impossible views and for those with nothing left to open.
    """
    study = Study(read_view(rows, mines))
    if checked_policy(policy) == "classic":
        _ = study.counts  # the classic player itself would not see that clues contradict each other
    square, reason = choose(study, policy)
    return (*study.view.grid.place(square), reason)


def checked_policy(policy: str) -> str:
    """The policy, or `BadParameter` with the names there are."""
    if policy not in POLICIES:
        raise BadParameter(f"policy={policy!r} is not known.{did_you_mean(str(policy), POLICIES)}")
    return policy


def choose(study: Study, policy: str) -> tuple[Square, str]:
    """The square that a policy opens next, and why; `BadView` where nothing is left to open."""
    if study.won:
        _ = study.counts  # what nothing explains is not won
        raise BadView("every square without a mine is open: the game is won")
    if policy == "classic":
        return _classic(study)
    if study.safe:
        return study.safe[0], safe_reason(study, study.safe[0]).text
    square, proved = guess(study, policy)
    risk = f"{study.risks[square]:.1%}"
    if proved:
        return square, f"a guess is needed; searched to the end of the game, this wins most often ({risk} a mine)"
    if policy == "fast":
        return square, f"no square is certain; this is the safest ({risk} a mine)"
    return square, f"a guess is needed; of what it may show, this one ({risk} a mine) leaves the best outlook"


def _classic(study: Study) -> tuple[Square, str]:
    try:
        mines, safe = decided(study.clues)
    except Contradiction as found:
        raise unexplained(study.view, found.square) from None
    if safe:
        square = next(members(safe))
        return square, safe_reason(study, square).text
    return next(members(study.view.covered & ~mines)), "no single number decides; this is the first covered square"


def guess(study: Study, policy: str = "record") -> tuple[Square, bool]:
    """A policy's square where none is certain, and whether a search to the end proved it best.

    Compiled code answers where it is loaded, or has been loaded for a view that is too wide for whole numbers.
    """
    used = study.weighed is not None and (study.wide or compiled.ready("best_guess"))
    found = compiled.best_guess(study.weighed, policy) if used and study.weighed is not None else None
    return guess_exact(study, policy) if found is None else found


def guess_exact(study: Study, policy: str = "record") -> tuple[Square, bool]:
    """`guess` with the standard library alone."""
    most = QUICK_ENDGAME if policy == "fast" else ENDGAME
    best = study.optimum(EFFORT) if study.counts.layouts <= most else None
    if best is not None:
        return best.square, True
    return (safest(study) if policy == "fast" else best_prospect(study)), False


def safest(study: Study) -> Square:
    """The least dangerous square; of equal ones the first by `solving.order`."""
    return order.safest(study.view.cells, study.risks, study.order)


def candidates(study: Study) -> list[Square]:
    """The squares worth a closer look: nearly as safe as the safest, the safest first."""
    return order.candidates(study.view.cells, study.risks, study.order, safest(study))


def best_prospect(study: Study) -> Square:
    """The candidate with the best chance to win after it, or a square that is then safe and better to open first."""
    squares = candidates(study)
    value, choice, follow = -1.0, squares[0], 0
    for square in squares:
        safety = 1.0 - study.risks[square]
        if safety <= value + TIE:
            break
        outlook, safe = prospect(study, square, value + TIE)
        if outlook > value + TIE:
            value, choice, follow = outlook, square, safe
    pool = [bool(follow >> square & 1) for square in range(len(study.risks))]
    return order.better_first(pool, choice, study.risks, study.order)


def prospect(study: Study, square: Square, enough: float) -> tuple[float, Squares]:
    """(the chance to win after a click, the squares that are safe whenever it is).

    The chance adds up all that the square may show: how likely that is times what the position is then worth.
    Gives up, with a negative one, as soon as the rest cannot reach `enough`. A square that is safe whenever this
    one is, and oftener, is the better click: it tells something, and this one can still follow.
    """
    view, sums, near = study.view, study.sums, study.view.grid.near
    around = view.grid.neighbours[square]
    base = (around & sums.mines).bit_count()
    free = (around & view.covered & ~sums.mines & ~sums.safe).bit_count()
    value, left, follow = 0.0, 1.0 - study.risks[square], view.covered
    for number in range(base, base + free + 1):
        if value + left < enough:
            return -1.0, 0
        after = view.opened(square, number)
        try:
            layouts, mined = count_layouts(after)
        except BadView:
            continue
        share = layouts / study.counts.layouts
        left -= share
        follow &= sum(1 << other for other, mines in enumerate(mined) if mines == 0)
        risks = [OPEN if mines is None else mines / layouts for mines in mined]
        value += share * worth(traits_of(after.cells, risks, layouts, near, view.columns), study.weights)
    return value, follow


def certain_squares(view: View, wait: bool = True) -> tuple[Squares, Squares]:
    """The squares that are safe in every layout, and those that hold a mine in every one.

    Without `wait` compiled code is used only where it is loaded.
    """
    return Study(view, wait).certain
