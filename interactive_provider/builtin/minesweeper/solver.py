"""Which square to open: three policies that see only what the player sees.

- `classic`: what follows from single clues, else the first covered square (the Haskell report's player).
- `fast`: the exact probabilities, and the safest square where none is certain; the last hundred layouts are
  searched to the end.
- `record`: as `fast`, but a guess looks ahead: over all that a square may show, it asks what the position is then
  worth (`evaluation`), and takes the square that most often wins. The last ten thousand layouts are searched to
  the end.

The compiled code in `compiled.solver` makes the same choices; the tests compare them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, get_args

from interactive_provider.errors import BadParameter, did_you_mean

from . import compiled
from .constants import CANDIDATES, COVERED, EFFORT, ENDGAME, MARGIN, QUICK_ENDGAME, TIE
from .errors import BadView
from .grid import Square, Squares, members
from .reasons import safe_reason
from .solving.endgame import optimum
from .solving.evaluation import traits_of, weights_for, worth
from .solving.fronts import Contradiction, clues_of, decided, sums_of
from .solving.probability import count_layouts, probabilities, unexplained
from .view import View, read_view

Policy = Literal["record", "fast", "classic"]

POLICIES: tuple[str, ...] = get_args(Policy)

Chances = Sequence[float | None]


def best_move(rows: Sequence[str], mines: int, policy: Policy = "record") -> tuple[int, int, str]:
    """The square to open as (row, column, reason), both counted from 0.

    `rows` are strings as in `mine_probabilities`; flags are not trusted. A square that cannot be a mine comes
    before any guess. Raises `BadView` for impossible views and for those with nothing left to open.
    """
    view = read_view(rows, mines)
    if checked_policy(policy) == "classic":
        count_layouts(view)  # the classic player itself would not see that clues contradict each other
    square, reason = choose(view, policy)
    return (*view.grid.place(square), reason)


def checked_policy(policy: str) -> str:
    """The policy, or `BadParameter` with the names there are."""
    if policy not in POLICIES:
        raise BadParameter(f"policy={policy!r} is not known.{did_you_mean(str(policy), POLICIES)}")
    return policy


def choose(view: View, policy: str) -> tuple[Square, str]:
    """The square that a policy opens next, and why."""
    if view.cells.count(COVERED) == view.mines:
        count_layouts(view)
        raise BadView("every square without a mine is open: the game is won")
    if policy == "classic":
        return _classic(view)
    chance = probabilities(view)
    certain = next((square for square, risk in enumerate(chance) if risk == 0.0), None)
    if certain is not None:
        return certain, safe_reason(view, certain).text
    square, proved = (quick_guess if policy == "fast" else best_guess)(view, chance)
    risk = _percent(chance[square])
    if proved:
        return square, f"a guess is needed; searched to the end of the game, this wins most often ({risk} a mine)"
    if policy == "fast":
        return square, f"no square is certain; this is the safest ({risk} a mine)"
    return square, f"a guess is needed; of what it may show, this one ({risk} a mine) leaves the best outlook"


def _percent(risk: float | None) -> str:
    return f"{risk or 0:.1%}"


def _classic(view: View) -> tuple[Square, str]:
    try:
        mines, safe = decided(clues_of(view))
    except Contradiction as found:
        raise unexplained(view, found.square) from None
    if safe:
        square = next(members(safe))
        return square, safe_reason(view, square).text
    return next(members(view.covered & ~mines)), "no single number decides; this is the first covered square"


def safest(view: View, chance: Chances) -> Square:
    """The least dangerous square, of equal ones the first by `_order`."""
    return _first([square for square, risk in enumerate(chance) if risk is not None], view, chance)


def _first(pool: list[Square], view: View, chance: Chances) -> Square:
    """The safest of some squares, of equal ones the first by `_order`, then in reading order."""
    order = _order(view)
    best = pool[0]
    for other in pool[1:]:
        one, two = chance[other] or 0.0, chance[best] or 0.0
        if (one < two) if abs(one - two) > TIE else (order[other] < order[best]):
            best = other
    return best


@lru_cache(maxsize=4)
def _order(view: View) -> tuple[int, ...]:
    """How equally safe squares come: those that touch few covered ones, the likelier zeros, before others.

    After that those that touch many squares beside numbers: what they show bears on what is known.
    """
    beside = view.covered & view.grid.spread(view.grid.all & ~view.covered)
    return tuple(16 * (view.covered & near).bit_count() - (beside & near).bit_count() for near in view.grid.neighbours)


def quick_guess(view: View, chance: Chances) -> tuple[Square, bool]:
    """The fast policy's square where none is certain, and whether a search to the end proved it best."""
    found = compiled.best_guess(view, "fast") if compiled.ready() else None
    return found if found is not None else quick_guess_exact(view, chance)


def quick_guess_exact(view: View, chance: Chances) -> tuple[Square, bool]:
    """`quick_guess` with the standard library alone."""
    square = _searched(view, count_layouts(view).layouts, QUICK_ENDGAME)
    return (safest(view, chance), False) if square is None else (square, True)


def _searched(view: View, layouts: int, most: int) -> Square | None:
    """The square that wins most often, or None where there are too many layouts to search them all."""
    best = optimum(view, layouts, EFFORT) if layouts <= most else None
    return None if best is None else best.square


def best_guess(view: View, chance: Chances) -> tuple[Square, bool]:
    """The record policy's square where none is certain, and whether a search to the end proved it best."""
    found = compiled.best_guess(view) if compiled.ready() else None
    return found if found is not None else best_guess_exact(view, chance)


def best_guess_exact(view: View, chance: Chances) -> tuple[Square, bool]:
    """`best_guess` with the standard library alone."""
    layouts = count_layouts(view).layouts
    if (square := _searched(view, layouts, ENDGAME)) is not None:
        return square, True
    first = safest(view, chance)
    value, choice, follow = -1.0, first, 0
    for square in candidates(view, chance, first):
        safety = 1.0 - (chance[square] or 0.0)
        if safety <= value + TIE:
            break
        outlook, safe = prospect(view, square, layouts, safety, value + TIE)
        if outlook > value + TIE:
            value, choice, follow = outlook, square, safe
    return _first([choice, *members(follow)], view, chance), False


def candidates(view: View, chance: Chances, first: Square) -> list[Square]:
    """The squares worth a closer look: nearly as safe as the safest, the safest first."""
    least = MARGIN * (1.0 - (chance[first] or 0.0)) - TIE
    pool = [square for square, risk in enumerate(chance) if risk is not None and 1.0 - risk >= least]
    found: list[Square] = []
    while pool and len(found) < CANDIDATES:
        found.append(_first(pool, view, chance))
        pool.remove(found[-1])
    return found


def prospect(view: View, square: Square, layouts: int, safety: float, enough: float) -> tuple[float, Squares]:
    """(the chance to win after a click, the squares that are safe whenever it is).

    The chance adds up all that the square may show: how likely that is times what the position is then worth.
    Gives up, with a negative one, as soon as the rest cannot reach `enough`. A square that is safe whenever this
    one is, and oftener, is the better click: it tells something, and this one can still follow.
    """
    sums, weights = sums_of(view), weights_for(len(view.cells), view.mines)
    around = view.grid.neighbours[square]
    base = (around & sums.mines).bit_count()
    free = (around & view.covered & ~sums.mines & ~sums.safe).bit_count()
    value, left, follow = 0.0, safety, view.covered
    for number in range(base, base + free + 1):
        if value + left < enough:
            return -1.0, 0
        after = view.opened(square, number)
        try:
            counts = count_layouts(after)
        except BadView:
            continue
        share = counts.layouts / layouts
        left -= share
        follow &= sum(1 << other for other, mined in enumerate(counts.mined) if mined == 0)
        chance = [None if mined is None else mined / counts.layouts for mined in counts.mined]
        value += share * worth(traits_of(after, chance, counts.layouts), weights)
    return value, follow


def certain_squares(view: View) -> tuple[Squares, Squares]:
    """The squares that are safe in every layout, and those that hold a mine in every one."""
    safe = mined = 0
    for square, risk in enumerate(probabilities(view)):
        safe |= (risk == 0.0) << square
        mined |= (risk == 1.0) << square
    return safe, mined
