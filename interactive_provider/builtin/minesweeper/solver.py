"""Which square to open: three policies that see only what the player sees.

- `classic`: what follows from single clues, otherwise the first covered square.
- `fast`: the exact probabilities, and the safest square if none is certain; the last hundred
  layouts are searched to the end.
- `record`: like `fast`, but a guess looks ahead: for everything that a square may show, it
  evaluates the resulting position (`evaluation`), and takes the square that most often wins. The
  last ten thousand layouts are searched to the end.

`solving.policies` has the policies for guesses, and plays whole games.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, get_args

from interactive_provider.errors import BadParameter, did_you_mean

from .analysis import FieldStudy
from .constants import UNLIMITED
from .explanations import safe_reason
from .grid import Square, members
from .solving import endgame, policies
from .solving.counting import position_of
from .solving.enumeration import list_layouts, numbers_shown, undecided_squares
from .view import BadView, read_view

FieldPolicy = Literal["record", "fast", "classic"]

POLICIES: tuple[str, ...] = get_args(FieldPolicy)

MOST_LAYOUTS = 1_000_000
"""The maximum number of layouts among which optimal play is searched."""


def mine_probabilities(rows: Sequence[str], mines: int) -> list[list[float | None]]:
    """Return the probability of a mine for every covered square, None for open ones.

    `rows` are strings of `.` (covered), digits and `F` (a flag, which is never trusted); `mines` is
    the number of mines on the whole board. 0.0 and 1.0 mean certain. Raises `BadView` for rows that
    are not a view and for those consistent with no layout, naming a clue that contradicts the
    others.
    """
    view = read_view(rows, mines)
    flat = FieldStudy(view).chances
    return [list(flat[start : start + view.columns]) for start in range(0, len(flat), view.columns)]


def optimal_value(rows: Sequence[str], mines: int) -> Fraction:
    """Return the exact probability of winning from a view with optimal play.

    `rows` are strings as in `mine_probabilities`; nothing is promised for the next click. Every
    layout that explains the view is equally likely. Raises `BadView` for impossible views and for
    more than a million layouts.
    """
    study = FieldStudy(read_view(rows, mines))
    view = study.view
    layouts = study.counts.layouts
    if layouts > MOST_LAYOUTS:
        raise BadView(
            f"the view has {layouts} layouts; exact play is searched among at most {MOST_LAYOUTS}"
        )
    if layouts == 1:
        return Fraction(1)
    # Nothing is deduced first: opening a covered square that is safe gives information.
    position = position_of(view)
    squares = undecided_squares(position)
    listed = list_layouts(position, squares, UNLIMITED)
    won, _ = endgame.optimal(listed, numbers_shown(position, squares, listed), UNLIMITED)
    return Fraction(won, layouts)


def best_move(
    rows: Sequence[str], mines: int, policy: FieldPolicy = "record"
) -> tuple[int, int, str]:
    """Return the square to open as (row, column, reason), both counted from 0.

    `rows` are strings as in `mine_probabilities`; flags are not trusted. A square that cannot be a
    mine comes before any guess. Raises `BadView` for impossible views and for those with nothing
    left to open.
    """
    study = FieldStudy(read_view(rows, mines))
    if checked_policy(policy) == "classic":
        _ = study.counts  # the classic player itself would not notice contradictory clues
    square, reason = choose(study, policy)
    return (*study.view.grid.place(square), reason)


def checked_policy(policy: str) -> str:
    """Return the policy; raise `BadParameter` with the known names for any other."""
    if policy not in POLICIES:
        raise BadParameter(f"policy={policy!r} is not known.{did_you_mean(str(policy), POLICIES)}")
    return policy


def choose(study: FieldStudy, policy: str) -> tuple[Square, str]:
    """Return the square that a policy opens next, and why; raise `BadView` if nothing is left to
    open."""
    if study.won:
        _ = study.counts  # a view consistent with no layout is not won
        raise BadView("every square without a mine is open: the game is won")
    if policy == "classic":
        return _classic(study)
    if study.safe:
        return study.safe[0], safe_reason(study, study.safe[0]).text
    square, proved = guess(study, policy)
    risk = f"{study.risks[square]:.1%}"
    if proved:
        return (
            square,
            (
                f"a guess is needed; searched to the end of the game, this wins most often ({risk}"
                " a mine)"
            ),
        )
    if policy == "fast":
        return square, f"a guess is needed; this is the safest ({risk} a mine)"
    return (
        square,
        f"a guess is needed; of what it may show, this one ({risk} a mine) leaves the best outlook",
    )


def _classic(study: FieldStudy) -> tuple[Square, str]:
    safe, mines = study.decided
    if safe:
        square = next(members(safe))
        return square, safe_reason(study, square).text
    return (
        next(members(study.view.covered & ~mines)),
        "no single number decides; this is the first covered square",
    )


def guess(study: FieldStudy, policy: str = "record") -> tuple[Square, bool]:
    """Return a policy's square if none is certain, and whether a search to the end proved it
    best."""
    return policies.guess(policy, study.outlook)
