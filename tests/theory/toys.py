"""Games given by a table: both players choose without seeing the other's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from interactive_provider import InteractiveProvider
from interactive_provider.game import Game, State

Gains = Sequence[Sequence[tuple[float, float]]]


@dataclass(frozen=True)
class Choosing(State):
    """What was chosen so far, in a table of payoffs."""

    names: tuple[tuple[str, ...], ...]
    paid: tuple[tuple[tuple[float, float], ...], ...]
    chosen: tuple[int, ...] = ()

    @property
    def mover(self) -> int:
        """The first player, then the second."""
        return len(self.chosen) % 2

    @property
    def display_options(self) -> Any:
        """The mover's strategies."""
        names = (*self.names, ())[len(self.chosen)]
        return tuple((name, number) for number, name in enumerate(names))

    @property
    def payoffs(self) -> tuple[float, float]:
        """The cell that both have chosen."""
        row, column = self.chosen
        return self.paid[row][column]


class Table(Game[Choosing]):
    """Both choose without seeing the other's choice."""

    players = 2

    def __init__(self, rows: Sequence[str], columns: Sequence[str], paid: Gains) -> None:
        self.first = Choosing((tuple(rows), tuple(columns)), tuple(map(tuple, paid)))

    def new_state(self, rng: Random) -> Choosing:
        """Nothing is chosen."""
        return self.first

    def process_response(self, state: Choosing, value: int, rng: Random) -> Choosing:
        """One more choice."""
        return Choosing(state.names, state.paid, (*state.chosen, value))

    def seen_by(self, state: Choosing, player: int) -> Any:
        """Your own choice, and at the end everything."""
        is_over = len(state.chosen) == 2
        return len(state.chosen), state.chosen if is_over else state.chosen[player : player + 1]

    def resample(self, state: Choosing, player: int, rng: Random) -> Choosing:
        """The other's choice may have been any."""
        if player == 0 or len(state.chosen) != 1:
            return state
        return Choosing(state.names, state.paid, (rng.randrange(len(state.names[0])),))


def position_in(rows: Sequence[str], columns: Sequence[str], paid: Gains) -> Any:
    """The start of a game given by its table."""
    return InteractiveProvider(Table(rows, columns, paid), seed=1).table


def battle() -> Any:
    """The battle of the sexes: both want to go out together, but to different places."""
    return position_in(("opera", "box"), ("opera", "box"), [[(2, 1), (0, 0)], [(0, 0), (1, 2)]])
