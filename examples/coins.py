"""Coins in a row: two players take one from either end, and each is paid at once."""

from dataclasses import dataclass
from random import Random

from interactive_provider import Game, State


@dataclass(frozen=True)
class Row(State):
    coins: tuple[int, ...] = (3, 9, 1, 2)
    mover: int = 0
    rewards: tuple[int, int] = (0, 0)

    @property
    def display_text(self) -> str:
        return f"{self.coins}; just paid: {self.rewards}."

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        return (("left", 0), ("right", -1)) if self.coins else ()

    @property
    def outcome(self) -> str | None:
        return None if self.coins else "over"


class Coins(Game[Row]):
    """Take a coin from the left or the right end; whoever has more in the end wins."""

    players = 2

    def new_state(self, rng: Random) -> Row:
        return Row()

    def process_response(self, state: Row, value: int, rng: Random) -> Row:
        coin = state.coins[value]
        rest = state.coins[1:] if value == 0 else state.coins[:-1]
        return Row(rest, 1 - state.mover, (coin, 0) if state.mover == 0 else (0, coin))
