"""What a search may spend where the caller does not say, in counts: the same question has one answer everywhere."""

from __future__ import annotations

from dataclasses import dataclass

SEARCH_VERSION = 2
"""Raised when an equal question may have another answer: lines of games against search lead elsewhere then."""

STATES = 200_000
"""States that are looked at for an exact answer."""

SIMULATIONS = 1_000
"""Games that are played if no exact answer is found."""

MOST_STATES = 20_000_000
MOST_SIMULATIONS = 2_000_000

ROLLOUT_LIMIT = 1_000
"""Choices after which a game played out at random counts as drawn; a puzzle as not won."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one search may spend: ``states`` on an exact answer, else ``simulations``, for at most ``seconds`` if given.

    Whoever limits the seconds gives up that the answer is the same everywhere.
    """

    states: int = STATES
    simulations: int = SIMULATIONS
    trees: int = 1
    """Trees that the simulations are shared among, so that several workers may grow them."""
    seconds: float | None = None


USUAL = Budget()

GAMES = 200
"""Games between players who draw their choices, for a report."""

MATCHES = 40
"""Games of each pair of levels, half of them with the seats exchanged, for a report."""
