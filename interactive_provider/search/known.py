"""What is known of a game: one interface for the results of all solvers, and the memory of them.

A solved graph, the way to a puzzle's goal: each knows some positions by their keys and says what
the choices there are worth (`Known.choices`), and each can tell whether a later question would have
the same answer (``answers``).
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from math import inf
from typing import Any, TypeVar

from ..game import Value
from .model import Key, Model, Payoffs, State
from .sentences import ENOUGH

QUICK = 20_000
"""The states that are tried before a proof, unless there are certainly more than allowed."""

KEPT = 4
"""The number of results of one kind that are kept for further questions."""

KEPT_POSITIONS = 500_000
"""How many positions the results of one kind may have together; the latest is always kept."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding about one choice: the mover's payoff, proved or as the mean of several games."""

    value: Value
    worth: float
    exact: bool = True
    distance: int | None = None
    """Choices to the end, this one included, with best play and good luck; if it is known."""
    games: int = 0
    most: float | None = None
    """The payoff if the others, when indifferent, choose what suits the mover; ``worth`` is what is
    certain."""
    chance: float | None = None
    """How often it is chosen in an equilibrium, if players know different things."""

    @property
    def known(self) -> bool:
        """True if anything is known."""
        return self.exact or self.games > 0

    @property
    def is_judged(self) -> bool:
        """True if the worth is proved, or rests on enough trial games to say something."""
        return self.exact or self.games >= ENOUGH

    @property
    def is_proved(self) -> bool:
        """True if the worth is certain: that of an equilibrium is near enough."""
        return self.exact and self.chance is None

    def sign(self, bounds: tuple[float, float] | None) -> int:
        """Return 1 for a proved win, -1 for a proved loss, otherwise 0; ``bounds`` are the least
        and the greatest payoff, if known."""
        low, high = bounds or (-inf, inf)
        return self.exact * ((self.worth >= high) - (self.worth <= low))


class Known:
    """What positions are worth with best play; ``unending`` is what play that never ends pays."""

    lucky = False
    goes_round = True
    setup: Any = None
    unending: Payoffs = ()

    def __len__(self) -> int:
        return 0

    def answers(self, model: Model, key: Key, states: int) -> bool:
        """True if looking at that many states would find the same about a position."""
        return False

    def choices(self, model: Model, state: State, turn: int) -> dict[Value, Finding] | None:
        """Return what each choice is worth to the player to move; None if a position is not
        known."""
        raise NotImplementedError


# What is kept ------------------------------------------------------------------------------


K = TypeVar("K", bound=Known)

_known: list[Known] = []
"""What was found, the latest last."""

_lock = threading.Lock()


def remember(known: Known) -> None:
    """Keep what was found for later questions about the same game; the oldest of its kind are
    dropped."""
    with _lock:
        _known.append(known)
        alike = [one for one in _known if type(one) is type(known)]
        while len(alike) > KEPT or (len(alike) > 1 and sum(map(len, alike)) > KEPT_POSITIONS):
            _known.remove(alike.pop(0))


def recalled(kind: type[K]) -> list[K]:
    """Return what is kept of a kind, the latest first."""
    with _lock:
        return [one for one in reversed(_known) if isinstance(one, kind)]
