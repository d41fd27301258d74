"""What a search may cost and how a league is played; the defaults are counts, so that the same
question has the same answer everywhere."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import BadParameter, quote
from ..game.validation import time_limit, whole
from ..support.arguments import explained

SEARCH_VERSION = 2
"""Increased when the same question may get a different answer: lines of games against search then
lead elsewhere."""

STATES = 200_000
"""The states that may be visited for an exact answer."""

SIMULATIONS = 1_000
"""The number of games that are played if no exact answer is found."""

HINT_STEPS = 100_000
"""What the simulations of a hint may cost unless their number is given, in steps of a usual game:
about half a second."""

MOST_STATES = 20_000_000
MOST_SIMULATIONS = 2_000_000

ROLLOUT_LIMIT = 1_000
"""The number of choices after which a random game counts as drawn, and a puzzle as not solved."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What one hint, solution or set of verdicts may cost.

    A search visits at most ``states`` for an exact answer; if that is too few, it plays
    ``simulations`` games. ``seconds`` also ends it after about that long; then the answer depends
    on the machine. A game with a solver of its own is given only the ``seconds``; ``seconds=inf``
    lifts the limit of such a solver. Raises `BadParameter` for
    other values.

    >>> from interactive_provider import Limit
    >>> Limit(states=5_000, seconds=2)
    Limit(states=5000, simulations=1000, seconds=2)
    """

    states: int = STATES
    simulations: int = SIMULATIONS
    seconds: float | None = None

    def __post_init__(self) -> None:
        whole("states", self.states, low=1, high=MOST_STATES)
        whole("simulations", self.simulations, low=1, high=MOST_SIMULATIONS)
        time_limit("seconds", self.seconds)


USUAL = Limit()


def checked_limit(limit: object) -> Limit:
    """Return ``limit``, or the usual one for None; raises `BadParameter` for anything else."""
    if limit is None:
        return USUAL
    if not isinstance(limit, Limit):
        raise BadParameter(f"limit is {quote(limit)}; give a limit such as Limit(seconds=5).")
    return limit


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a league is played.

    In each of the ``rounds`` every two players meet once in each seat, with the same luck, which
    follows from the ``seed``. Games begin with ``opening`` random choices, so that players without
    luck do not repeat them. A function that takes more than ``seconds`` of real time for a choice
    loses the game; None means no limit.

    >>> from interactive_provider.analysis import Schedule
    >>> Schedule(rounds=5, opening=2)
    Schedule(rounds=5, opening=2, seed=0, seconds=5.0)
    """

    rounds: int = 10
    opening: int = 0
    seed: int | str = 0
    seconds: float | None = 5.0

    def __post_init__(self) -> None:
        whole("rounds", self.rounds, low=1, high=MOST_ROUNDS)
        whole("opening", self.opening, low=0, high=MOST_ROUNDS)
        if time_limit("seconds", self.seconds) == 0:
            raise BadParameter("seconds is 0; give a number above 0, or None for no limit.")


for _record in (Limit, Schedule):
    _record.__init__ = explained(_record.__init__)  # type: ignore[method-assign]

MOST_ROUNDS = 100_000

GAMES = 200
"""The games between random players for a report."""

MATCHES = 40
"""The games of each pair of levels for a report, half of them with the seats exchanged."""
