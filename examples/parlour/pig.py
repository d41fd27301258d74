"""Pig, a dice game of nerve, written in the asking style."""

from functools import partial
from random import Random

from interactive_provider import Game, State, menu, say
from interactive_provider.parameters import whole

COMPUTER_HOLDS_AT = 20  # of the simple rules for holding the one that scores most in a turn


class Pig(Game[State]):
    """Roll as often as you dare: each roll adds to your turn, but a 1 loses the turn's points.

    Hold to bank them. Whoever first banks 100 wins; the computer holds at 20.
    """

    title = "Pig"

    def new_state(self, rng: Random, goal: int = 100) -> State:
        """Nothing banked on either side; raises `BadParameter` unless the goal is from 1 to 1000."""
        return your_turn(whole("goal", goal, low=1, high=1000), 0, 0, 0, "You begin.")


def your_turn(goal: int, yours: int, its: int, turn: int, told: str) -> State:
    """You may roll on, or bank what the turn has brought."""
    text = f"{told}\nBanked: you {yours}, computer {its}, of {goal}. In this turn: {turn}."
    choices = {"roll": partial(rolled, goal, yours, its, turn)}
    if turn:
        choices["hold"] = partial(held, goal, yours + turn, its)
    return menu(text, choices)


def rolled(goal: int, yours: int, its: int, turn: int, rng: Random) -> State:
    """What a roll of the die brings."""
    die = rng.randint(1, 6)
    if die == 1:
        return computer_turn(goal, yours, its, "You roll a 1 and lose the turn.", rng)
    return your_turn(goal, yours, its, turn + die, f"You roll a {die}.")


def held(goal: int, yours: int, its: int, rng: Random) -> State:
    """The turn is banked; the computer is next, unless you have won."""
    if yours >= goal:
        return say(f"You bank {yours} and win.", "won")
    return computer_turn(goal, yours, its, f"You bank {yours}.", rng)


def computer_turn(goal: int, yours: int, its: int, told: str, rng: Random) -> State:
    """The computer rolls until it holds or rolls a 1."""
    turn = 0
    while turn < COMPUTER_HOLDS_AT and its + turn < goal:
        die = rng.randint(1, 6)
        if die == 1:
            return your_turn(goal, yours, its, 0, f"{told} The computer rolls a 1 after {turn}.")
        turn += die
    if its + turn >= goal:
        return say(f"{told} The computer banks {its + turn} and wins.", "lost")
    return your_turn(goal, yours, its + turn, 0, f"{told} The computer holds at {turn}.")
