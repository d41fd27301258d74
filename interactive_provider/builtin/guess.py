"""Guess the number: think of the middle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from ..boards import Board, Cell
from ..errors import BadParameter
from ..game import Check, Game, Hint, Number, Outcome, State
from ..game.validation import LARGEST, whole
from ..support.plurals import counted

PICTURED = 200
"""The maximum size of a range that is drawn as a table, ten numbers per row."""


@dataclass(frozen=True, slots=True)
class Guessing(State):
    """A secret from ``low`` to ``high``, and what the guesses have revealed.

    The guesses themselves are not included: each of a thousand states would hold all the earlier
    ones.
    """

    secret: int
    low: int
    high: int
    most: int | None
    possible: tuple[int, int]
    """The lowest and the highest number consistent with all answers."""
    before: tuple[int, int]
    """The same bounds before the last guess."""
    count: int = 0
    last: int = 0
    tried: frozenset[int] = frozenset()
    """The numbers guessed, if the range is drawn."""

    @property
    def display_text(self) -> str:
        """What the last guess revealed, and the number of guesses."""
        if not self.count:
            return (
                f"I am thinking of a whole number from {self.low} to {self.high}.{self._left()}"
                " What is it?"
            )
        last = self.last
        so_far = counted(self.count, "guess", "guesses")
        if last == self.secret:
            return f"{last} is right! You needed {so_far}."
        fault = f"{last} is too {'low' if last < self.secret else 'high'}."
        if self.outcome:
            return f"{fault} That was your last guess: it was {self.secret}."
        return f"{fault} {so_far[0].upper()}{so_far[1:]} so far.{self._left()}"

    @property
    def outcome(self) -> Outcome:
        """Won by the right guess, lost when no guess is left."""
        if self.count and self.last == self.secret:
            return "won"
        return "lost" if self.count == self.most else None

    @property
    def free_input(self) -> Number | None:
        """Any number in the range, even one that is already ruled out."""
        return None if self.outcome else Number(self.low, self.high)

    def _left(self) -> str:
        if self.most is None:
            return ""
        left = self.most - self.count
        return f" You have {counted(left, 'guess', 'guesses')}{' left' if self.count else ''}."


class Guess(Game[Guessing]):
    """Find the number that the computer is thinking of, from 1 to 100.

    After each guess you learn whether it was too low or too high, and how many guesses you have
    made. For another range, use ``guess(low=-5, high=5)``. With ``most=7`` you have at most seven
    guesses.
    """

    title = "Guess the number"
    hides = ("secret",)

    def new_state(
        self, rng: Random, low: int = 1, high: int = 100, most: int | None = None
    ) -> Guessing:
        """Return a secret from ``low`` to ``high``, both included, to be found in at most ``most``
        guesses (None: any number).

        Raises `BadParameter` for anything but whole numbers, for swapped bounds and for no guesses.
        """
        low = whole("low", low)
        high = whole("high", high)
        if low > high:
            raise BadParameter(
                f"low is {low} and high is {high}; low must be the smaller. Swap them?"
            )
        most = None if most is None else whole("most", most, low=1, high=LARGEST)
        return Guessing(rng.randint(low, high), low, high, most, (low, high), (low, high))

    def process_response(self, state: Guessing, value: int, rng: Random) -> Guessing:
        """Return the state after the guess ``value``."""
        low, high = state.possible
        if value < state.secret:
            low = max(low, value + 1)
        elif value > state.secret:
            high = min(high, value - 1)
        is_drawn = state.high - state.low < PICTURED
        return replace(
            state,
            possible=(low, high),
            before=state.possible,
            count=state.count + 1,
            last=value,
            tried=state.tried | {value} if is_drawn else state.tried,
        )

    def resample(self, state: Guessing, player: int, rng: Random) -> Guessing:
        """Another secret consistent with all answers."""
        return state if state.outcome else replace(state, secret=rng.randint(*state.possible))

    def board(self, state: Guessing) -> Board:
        """Return the numbers that may still be right, to click; only the ends of a long range."""
        counters = (("guesses", str(state.count)),)
        numbers = range(state.low, state.high + 1)
        if len(numbers) > PICTURED:
            low, high = state.possible
            ends = (
                Cell(str(low), "good", "the lowest possible number"),
                Cell("…"),
                Cell(str(high), "good", "the highest"),
            )
            return Board((ends,), counters=counters)
        cells = [_cell(state, number) for number in numbers]
        width = min(len(cells), 10)
        cells += [Cell("", "blank", "no number")] * (-len(cells) % width)
        rows = tuple(tuple(cells[start : start + width]) for start in range(0, len(cells), width))
        return Board(rows, counters=counters)

    def describe(self, state: Guessing, value: int) -> str:
        """Return what the answers so far say about a guess."""
        low, high = state.possible
        if value < low:
            return f"Too low: it is at least {low}."
        if value > high:
            return f"Too high: it is at most {high}."
        return f"Possible: it is from {low} to {high}." if low < high else "It must be this one."

    def hint(self, state: Guessing) -> Hint | None:
        """Return the middle of the possible numbers: no other guess has a better worst case."""
        if state.outcome:
            return None
        low, high = state.possible
        if low == high:
            return Hint(low, "all others are ruled out.")
        return Hint((low + high) // 2, f"it halves what is left, {low} to {high}.")

    def check(self, state: Guessing) -> Check:
        """True if the last guess could have been right when it was made."""
        low, high = state.before
        if not state.count or low <= state.last <= high:
            return Check(
                True, "No guess was wasted." if not state.count else "That guess was worth it."
            )
        return Check(False, f"{state.last} was ruled out: it had to be from {low} to {high}.")


def _cell(state: Guessing, number: int) -> Cell:
    """Return a number on the board: right, guessed, ruled out or possible, also distinguished by a
    sign."""
    if number in state.tried:
        right = number == state.secret
        sign, role, words = ("✓", "good", "right") if right else ("✗", "bad", "guessed, wrong")
        last = "last" if number == state.last else ""
        return Cell(f"{sign}{number}", role, f"{number}: {words}", mark=last)
    low, high = state.possible
    if state.outcome or not low <= number <= high:
        return Cell("·", "muted", f"{number}: ruled out")
    return Cell(str(number), "plain", f"{number}: possible", press=number)
