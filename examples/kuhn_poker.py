"""Kuhn poker, the smallest game of bluff: each player sees their own card and not the other's."""

from dataclasses import dataclass, replace
from random import Random

from interactive_provider import Game, State

CHOICES = {"": "check bet", "check": "check bet", "bet": "fold call", "check bet": "fold call"}


@dataclass(frozen=True)
class Hand(State):
    cards: str
    said: str = ""

    @property
    def display_text(self) -> str:
        return f"Cards: {' '.join(self.cards)}. Said: {self.said or 'nothing'}."

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        return tuple((word, word) for word in CHOICES.get(self.said, "").split())

    @property
    def outcome(self) -> str | None:
        ending = "folded" if self.said.endswith("fold") else "showdown"
        return None if self.display_options else ending

    @property
    def payoffs(self) -> tuple[int, int]:
        higher = self.cards in ("KQ", "KJ", "QJ")
        first_wins = higher if self.outcome == "showdown" else self.said == "bet fold"
        stake = 2 if self.said.endswith("call") else 1
        return (stake, -stake) if first_wins else (-stake, stake)


class KuhnPoker(Game[Hand]):
    """Each player puts one in and gets K, Q or J. One may bet one more; the higher card wins."""

    players = 2

    def new_state(self, rng: Random) -> Hand:
        return Hand("".join(rng.sample("JQK", 2)))

    def process_response(self, state: Hand, value: str, rng: Random) -> Hand:
        return replace(state, said=f"{state.said} {value}".strip())

    def seen_by(self, state: Hand, player: int) -> Hand:
        cards = (state.cards[0] + "?", "?" + state.cards[1])
        return state if state.outcome == "showdown" else replace(state, cards=cards[player])

    def resample(self, state: Hand, player: int, rng: Random) -> Hand:
        seen = self.seen_by(state, player).cards
        unseen = [card for card in "JQK" if card not in seen]
        return replace(state, cards=seen.replace("?", rng.choice(unseen)))
