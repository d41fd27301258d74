"""The default limits of a search, as counts, so that the same question has the same answer
everywhere."""

from __future__ import annotations

from dataclasses import dataclass

SEARCH_VERSION = 2
"""Increased when the same question may have another answer: lines of games against search then lead
elsewhere."""

STATES = 200_000
"""The states that may be visited for an exact answer."""

SIMULATIONS = 1_000
"""Games that are played if no exact answer is found."""

MOST_STATES = 20_000_000
MOST_SIMULATIONS = 2_000_000

ROLLOUT_LIMIT = 1_000
"""The number of choices after which a random game counts as drawn, and a puzzle as not solved."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one search may spend: ``states`` on an exact answer, else ``simulations``, for at most
    ``seconds`` if given.

    With a limit of seconds, the answer is no longer the same everywhere.
    """

    states: int = STATES
    simulations: int = SIMULATIONS
    seconds: float | None = None


USUAL = Budget()

GAMES = 200
"""The games between random players for a report."""

MATCHES = 40
"""The games of each pair of levels for a report, half of them with the seats exchanged."""
