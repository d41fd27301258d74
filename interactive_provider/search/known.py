"""What is known of a game: the one interface of whatever a solver finds, and the memory of it.

A solved graph, a table of one, the way to a puzzle's goal: each knows some positions by their keys
and says what the choices there are worth (`Known.choices`), and each can tell whether a later
question would have the same answer (`Known.answers`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from ..game import Value
from .model import Key, Model, Payoffs, State
from .plans import NEAR

QUICK = 20_000
"""The states that are tried before a proof, unless there are certainly more than allowed."""

KEPT = 4
"""The number of results of one kind that are kept for further questions."""

KEPT_POSITIONS = 500_000
"""How many positions the results of one kind may have together; the latest is kept anyhow."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding about one choice: the mover's payoff, proved or as the mean of several games."""

    value: Value
    worth: float
    exact: bool = True
    distance: int | None = None
    """Choices to the end, this one included, with best play and good luck; if it is known."""
    games: int = 0
    known: bool = True
    """True if anything is known."""
    most: float | None = None
    """The payoff if the others, when indifferent, choose what suits the mover; ``worth`` is what is
    certain."""
    is_planned: bool = False
    """True if other worths depend on this choice as long as nobody leaves the plan."""


class Entry(NamedTuple):
    """What a position is worth: the least and the most that each player gets, however indifferent
    players choose; and the choices to the end."""

    least: Payoffs
    most: Payoffs
    distance: int | None


class Known:
    """What positions are worth with best play, by their numbers.

    ``first`` is the key of the position that was asked about, ``unending`` is what play that never
    ends pays. ``plan`` has the results of the choices on which the worths of positions in cycles
    depend, unless the players are opposed.
    """

    first: Key | None = None
    lucky = False
    goes_round = True
    plan: Mapping[int, Set[int]] = {}

    def __init__(self, setup: Any, unending: Payoffs = ()) -> None:
        self.setup = setup
        self.unending = unending

    def __len__(self) -> int:
        return 0

    def number(self, key: Key) -> int | None:
        """The number of a position; None if it is not known."""
        raise NotImplementedError

    def entry(self, number: int) -> Entry:
        """What a position is worth."""
        raise NotImplementedError

    def answers(self, model: Model, key: Key, states: int) -> bool:
        """True if looking at that many states would find the same about a position.

        (A position within a large graph may have a small one of its own, or a proof that tells no
        distances.)
        """
        return (
            (key == self.first or (len(self) <= QUICK and not self.lucky))
            and len(self) <= states
            and self.setup == model.setup
            and self.number(key) is not None
        )

    def choices(self, model: Model, state: State, turn: int) -> dict[Value, Finding] | None:
        """What each choice is worth to the player to move; None if a position is not known."""
        mover, key = model.place(state, turn)
        here, after = self.number(key), model.next_turn(mover)
        found: dict[Value, Finding] = {}
        for value in model.values(state):
            ways = [
                (chance, self.number(model.place(one, after)[1]))
                for chance, one in model.ways(state, value)
            ]
            way = [(chance, number) for chance, number in ways if number is not None]
            if here is None or len(way) < len(ways):
                return None
            found[value] = self._found(mover, here, value, way)
        return found

    def _found(
        self, mover: int, here: int, value: Value, way: Sequence[tuple[float, int]]
    ) -> Finding:
        """What a choice is worth that leads to these numbers."""
        entries = [(chance, self.entry(number)) for chance, number in way]
        least = sum([chance * entry.least[mover] for chance, entry in entries])
        most = sum([chance * entry.most[mover] for chance, entry in entries])
        if self.lucky:
            least = float(f"{least:.12g}")  # equal chances that were added up in another order
        distance = nearest([entry.distance for _, entry in entries])
        return Finding(
            value,
            least,
            distance=None if distance is None else distance + 1,
            most=most if most > least + NEAR else None,
            is_planned=self.plan.get(here) == {number for _, number in way},
        )


def nearest(distances: Iterable[int | None]) -> int | None:
    """The choices to the end, if luck is good."""
    return min((far for far in distances if far is not None), default=None)


# What is kept ------------------------------------------------------------------------------


K = TypeVar("K", bound=Known)

_known: list[Known] = []
"""What was found, the latest last."""

_lock = threading.Lock()


def remember(known: Known) -> None:
    """Keep what was found for later questions about the same game; the oldest of its kind go."""
    with _lock:
        _known.append(known)
        alike = [one for one in _known if type(one) is type(known)]
        while len(alike) > KEPT or (len(alike) > 1 and sum(map(len, alike)) > KEPT_POSITIONS):
            _known.remove(alike.pop(0))


def forget(known: Known) -> None:
    """Keep it no longer."""
    with _lock:
        if known in _known:
            _known.remove(known)


def recalled(kind: type[K]) -> list[K]:
    """What is kept of a kind, the latest first."""
    with _lock:
        return [one for one in reversed(_known) if isinstance(one, kind)]
