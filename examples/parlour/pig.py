"""Pig, a dice game of nerve: whose turn it is and who won is all that search needs to play it
perfectly."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from interactive_provider import Game, Opponent, State
from interactive_provider.game.validation import whole


@dataclass(frozen=True, slots=True)
class Turn(State):
    """What each has banked, what this turn has brought, and whose it is."""

    banked: tuple[int, int]
    turn: int
    mover: int
    goal: int

    @property
    def display_text(self) -> str:
        """Where both stand."""
        if self.outcome:
            return f"Player {self.mover + 1} has {self.banked[self.mover] + self.turn} and wins."
        one, other = self.banked
        return (
            f"Player {self.mover + 1}'s turn: {self.turn} so far. Banked: {one} and {other}, of"
            f" {self.goal}."
        )

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        """Roll, or bank what there is."""
        if self.outcome:
            return ()
        return (("roll", "roll"), ("hold", "hold")) if self.turn else (("roll", "roll"),)

    @property
    def outcome(self) -> str | None:
        """Over as soon as holding would win."""
        return (
            f"player {self.mover + 1} won"
            if self.banked[self.mover] + self.turn >= self.goal
            else None
        )

    @property
    def winner(self) -> int:
        """Whose turn it was when the goal was reached."""
        return self.mover


class Pig(Game[Turn]):
    """Roll as often as you dare: each roll adds to your turn, but a 1 loses the turn's points.

    Hold to bank them. Whoever first has the goal wins. Against the one who holds at 20:
    ``pig(against="careful")``.
    """

    title = "Pig"
    players = 2
    opponents: ClassVar = {
        "careful": Opponent(lambda points: holding_at(points), budget=20, text="holds at 20")
    }

    def new_state(self, rng: Random, goal: int = 100) -> Turn:
        """Nothing banked on either side; raises `BadParameter` unless the goal is from 1 to
        1000."""
        return Turn((0, 0), 0, 0, whole("goal", goal, low=1, high=1000))

    def process_response(self, state: Turn, value: str, rng: Random) -> Turn:
        """What the die brings, or the other's turn."""
        gained = 0
        if value == "roll":
            die = rng.randint(1, 6)
            if die > 1:
                return Turn(state.banked, state.turn + die, state.mover, state.goal)
        else:
            gained = state.turn
        one, other = state.banked
        banked = (one, other + gained) if state.mover else (one + gained, other)
        return Turn(banked, 0, 1 - state.mover, state.goal)


def holding_at(points: int) -> Callable[[Game[Turn], Turn, Random], str]:
    """A player who holds as soon as a turn has brought that many points."""

    def choose(game: Game[Turn], state: Turn, rng: Random) -> str:
        return "hold" if state.turn >= points else "roll"

    return choose
