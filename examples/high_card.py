"""High card: two players see their own hands only; each plays a card, the higher one wins both."""

from dataclasses import dataclass, replace
from random import Random

from interactive_provider import Game, State

Hands = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Deal(State):
    hands: Hands
    lies: int = 0
    won: tuple[int, int] = (0, 0)
    mover: int = 0

    @property
    def display_text(self) -> str:
        cards = [" ".join(str(card or "?") for card in hand) for hand in self.hands]
        on_table = f"On the table: {self.lies}. " if self.lies else ""
        return f"{on_table}Hands: {' | '.join(cards)}. Tricks: {self.won[0]} to {self.won[1]}."

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        return tuple((f"play {card}", card) for card in self.hands[self.mover])

    @property
    def outcome(self) -> str | None:
        return None if any(self.hands) else "all cards are played"

    @property
    def payoffs(self) -> tuple[int, int]:
        return self.won


class HighCard(Game[Deal]):
    """Each player has five of the cards 1 to 12. One leads, the other follows; who wins leads."""

    players = 2
    may_be_watched = True  # by player 2, who has no hand

    def new_state(self, rng: Random) -> Deal:
        cards = rng.sample(range(1, 13), 10)
        return Deal((tuple(sorted(cards[:5])), tuple(sorted(cards[5:]))))

    def process_response(self, state: Deal, value: int, rng: Random) -> Deal:
        left = tuple(card for card in state.hands[state.mover] if card != value)
        hands = (left, state.hands[1]) if state.mover == 0 else (state.hands[0], left)
        if not state.lies:
            return replace(state, hands=hands, lies=value, mover=1 - state.mover)
        winner = state.mover if value > state.lies else 1 - state.mover
        won = (state.won[0] + (winner == 0), state.won[1] + (winner == 1))
        return replace(state, hands=hands, lies=0, won=won, mover=winner)

    def seen_by(self, state: Deal, player: int) -> Deal:
        cards = [
            hand if seat == player else (0,) * len(hand) for seat, hand in enumerate(state.hands)
        ]
        return replace(state, hands=(cards[0], cards[1]))
